"""Sections of the page, one subject a module: each makes what its template ``templates/sections/ID.html`` shows.

A section is a function ``build(book)`` that returns the template's values, or None where the run has nothing to
say on the subject; then the page leaves it out.
"""
