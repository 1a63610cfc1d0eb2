"""The bundles that a seat holds: skills, grants, equipment; their rows in one list, and masks of what they are for."""

import numpy as np

from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.cards import made_kinds
from sim.core.codes import Err, Flag, Until, Val, When
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import MAX_ENTRIES, MAX_HELD, NO_CARD, QUEUE, SLOTS
from sim.core.status import consult_bundle, stop_with


@rule(int64, G, R, int64, int64)
def bundle_at(g, rules, seat, index):
    """Return the bundle in a seat's holding ``index``: entries first, then equipment slots; -1 if none, or muted."""
    s = g.seat[seat]
    if index < s.n_entries:
        if s.muted == 1 and index < s.n_skills:
            return -1
        return int(s.entry[index])
    card = int(s.equip[index - s.n_entries])
    if card == NO_CARD or card == g.turned:
        return -1
    return int(rules.card_kind[card])


@rule(int64, G, int64)
def holdings(g, seat):
    """Return how many holdings a seat's bundles are looked for in."""
    return int(g.seat[seat].n_entries) + SLOTS


@rule(void, G)
def refresh_table(g):
    """Redo the masks over all living seats."""
    when = ZERO
    wide = ZERO
    values = ZERO
    views = ZERO
    for i in range(g.n):
        s = g.seat[i]
        if s.alive == 1:
            when |= s.when
            wide |= s.wide
            values |= s.values
            views |= s.views
    g.when = when
    g.wide = wide
    g.values = values
    g.views = views


@rule(void, G, R, int64, int64, int64, int64)
def hold_rows(g, rules, seat, b, entry, passive):
    """Add the rows of a bundle to a seat's list: the passive ones, or the others."""
    s = g.seat[seat]
    bundle = rules.bundle[b]
    for r in range(bundle.first, bundle.first + bundle.n):
        when = int(rules.row[r].when)
        if when == When.THEN or when == When.ELSE or int(when == When.VALUE) != passive:
            continue
        k = int(s.n_held)
        if k >= MAX_HELD:
            stop_with(g, Err.LIST_CAP, seat)
            return
        s.held[k] = r
        s.held_when[k] = when
        s.held_entry[k] = entry
        s.n_held += 1


@rule(void, G, R, int64)
def list_rows(g, rules, seat):
    """List the rows that a seat holds: passive ones first, entries before equipment."""
    s = g.seat[seat]
    s.n_held = 0
    for passive in (1, 0):
        n = int(s.n_entries)
        for index in range(holdings(g, seat)):
            b = bundle_at(g, rules, seat, index)
            if b < 0:
                continue
            entry = index
            if index >= n:
                entry = n - 1 - index
            hold_rows(g, rules, seat, b, entry, passive)
        if passive == 1:
            s.n_values = s.n_held


@rule(int64, G, R, int64)
def mutes(g, rules, seat):
    """Return 1 if a grant switches a seat's own skills off."""
    s = g.seat[seat]
    for index in range(int(s.n_skills), int(s.n_entries)):
        if bits.bit(rules.bundle[s.entry[index]].values, Val.MUTE) == 1:
            return 1
    return 0


@rule(void, G, R, int64)
def refresh(g, rules, seat):
    """Redo a seat's caches after its bundles changed."""
    g.seat[seat].muted = mutes(g, rules, seat)
    list_rows(g, rules, seat)
    s = g.seat[seat]
    when = ZERO
    wide = ZERO
    values = ZERO
    views = ZERO
    repeats = 0
    for index in range(holdings(g, seat)):
        b = bundle_at(g, rules, seat, index)
        if b < 0:
            continue
        bundle = rules.bundle[b]
        when |= bundle.when
        wide |= bundle.wide
        values |= bundle.values
        if bits.bit(bundle.when, When.VIEW_AS) == 1:
            for r in range(bundle.first, bundle.first + bundle.n):
                row = rules.row[r]
                if row.when == When.VIEW_AS and row.as_ >= 0:
                    views |= rules.kind[row.as_].isa
                elif row.when == When.VIEW_AS:
                    views |= made_kinds(g, rules, seat, r)
                    repeats |= int(int(row.marks) & Flag.LAST != 0)
    s.when = when
    s.wide = wide
    s.values = values
    s.views = views
    s.repeats = repeats
    s.reads_suits = bits.bit(values, Val.SUIT)
    refresh_table(g)


@rule(void, G, R, int64, int64, int64, int64, int64, int64)
def grant(g, rules, seat, bundle, until, peer, by, n):
    """Give a seat a bundle for a time."""
    s = g.seat[seat]
    if s.n_entries >= MAX_ENTRIES:
        stop_with(g, Err.LIST_CAP, seat)
        return
    at = int(s.n_entries)
    s.entry[at] = bundle
    s.entry_until[at] = until
    s.entry_peer[at] = peer
    s.entry_by[at] = by
    s.entry_n[at] = n
    s.n_entries += 1
    g.grants |= ONE << np.uint64(until)
    consult_bundle(g, bundle)
    refresh(g, rules, seat)


@rule(void, G, R, int64, int64)
def remove_entry(g, rules, seat, index):
    """Take an entry from a seat; later ones move up."""
    s = g.seat[seat]
    for k in range(index, int(s.n_entries) - 1):
        s.entry[k] = s.entry[k + 1]
        s.entry_until[k] = s.entry_until[k + 1]
        s.entry_peer[k] = s.entry_peer[k + 1]
        s.entry_by[k] = s.entry_by[k + 1]
        s.entry_n[k] = s.entry_n[k + 1]
    s.n_entries -= 1
    refresh(g, rules, seat)


@rule(void, G, R, int64, int64)
def sweep(g, rules, until, by):
    """End all grants of a duration; ``by`` is the granter (NEXT), the holder (HIT), or -1 for any."""
    for seat in range(g.n):
        k = int(g.seat[seat].n_entries) - 1
        while k >= 0:
            s = g.seat[seat]
            whose = int(s.entry_by[k])
            if until == Until.HIT:
                whose = seat
            if s.entry_until[k] == until and (by < 0 or whose == by):
                remove_entry(g, rules, seat, k)
            k -= 1


@rule(int64, G, int64, int64, int64)
def concerns(g, when, subject, source):
    """Return 1 if some living seat may hold a row for an event: one of the two, or anyone with an eye on others."""
    if bits.bit(g.wide, when) == 1:
        return 1
    if bits.bit(g.seat[subject].when, when) == 1 and g.seat[subject].alive == 1:
        return 1
    return int(source >= 0 and bits.bit(g.seat[source].when, when) == 1)


@rule(void, G, int64, int64, int64)
def queue_window(g, when, seat, card):
    """Queue a window that opens before the game goes on, if anyone holds a row for it."""
    if concerns(g, when, seat, -1) == 0:
        return
    if g.n_queue >= QUEUE:
        stop_with(g, Err.LIST_CAP, seat)
        return
    g.queue[g.n_queue, 0] = when
    g.queue[g.n_queue, 1] = seat
    g.queue[g.n_queue, 2] = card
    g.n_queue += 1


@rule(int64, G, R, int64, int64)
def entry_of(g, rules, seat, bundle):
    """Return the entry of a seat that holds a bundle, -1 if equipment or nothing does."""
    for k in range(g.seat[seat].n_entries):
        if int(g.seat[seat].entry[k]) == bundle:
            return k
    return -1
