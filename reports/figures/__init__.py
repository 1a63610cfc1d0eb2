"""Figures: what a table looks like. Small ones are drawn as SVG in both languages at once, dense ones as PNG in one."""
