"""Counting what each seat's own skills were offered and did."""

from sim.core import bits
from sim.core.cards import fits, suit_read
from sim.core.codes import Val, Who
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import MAX_SKILLS
from sim.core.numbers import conditions


@rule(void, G, int64, int64, int64)
def count_skill(g, seat, bundle, used):
    """Count an offer (used 0) or a use (used 1) of a bundle, if it is one of the seat's own skills."""
    s = g.seat[seat]
    for k in range(MAX_SKILLS):
        if int(s.own_skills[k]) == bundle:
            if used == 1:
                s.used[k] += 1
            else:
                s.offered[k] += 1
            return


@rule(void, G, R, int64, int64, int64, int64, int64)
def count_value(g, rules, seat, v, kind, other, ev):
    """Count a use of every skill of a seat that changes a passive value which has just mattered."""
    s = g.seat[seat]
    if bits.bit(s.values, v) == 0:
        return
    counted = -1  # a skill of several such rows counts once
    for k in range(s.n_values):
        r = int(s.held[k])
        row = rules.row[r]
        entry = int(s.held_entry[k])
        if entry < 0 or entry == counted or row.as_ != v or (row.who == Who.OTHER and other == seat):
            continue
        if row.on != 0 and fits(rules, row.on, kind, -1, 0) == 0:
            continue
        if conditions(g, rules, r, seat, other, ev, -1, entry) == 1:
            count_skill(g, seat, int(row.bundle), 1)
            counted = entry


@rule(void, G, R, int64, int64)
def count_suit(g, rules, seat, card):
    """Count the skills by which a seat reads a card in another suit than is printed on it."""
    if suit_read(g, rules, seat, card) != int(rules.card_suit[card]):
        count_value(g, rules, seat, Val.SUIT, int(rules.card_kind[card]), -1, -1)


@rule(void, G, R, int64, int64)
def count_distance(g, rules, user, target):
    """Count the skills that bring a target into reach, or keep it at its distance."""
    count_value(g, rules, user, Val.DISTANCE_OUT, -1, target, -1)
    count_value(g, rules, target, Val.DISTANCE_IN, -1, user, -1)
