"""Deaths that a row brings about at once, and what the dead leave to an heir."""

from sim.core import bits
from sim.core.aim import has_kind_before
from sim.core.bits import ZERO
from sim.core.codes import Cause, Ev, Frame
from sim.core.jit import G, R, int64, rule, void
from sim.core.judge import place_before
from sim.core.layout import MAX_JUDGE, NO_CARD, SLOTS, WORDS
from sim.core.log import emit
from sim.core.stack import push
from sim.core.zones import from_judge, take_out, to_hand, to_table


@rule(void, G, int64, int64)
def kill(g, i, t):
    """Let a seat die at once by the actor's hand."""
    f = g.stack[i]
    death = push(g, Frame.DEATH, t, int(f.actor))
    g.stack[death].n = Cause.OTHER
    if f.ev >= 0 and g.stack[f.ev].kind == Frame.DYING:
        g.stack[death].n = g.stack[f.ev].n


@rule(void, G, int64, int64)
def bequeath(g, i, t):
    """Let the dying owner die at once, by whoever brought it down; what it has goes to a seat."""
    f = g.stack[i]
    killer = -1
    of_event = int(f.ev >= 0 and g.stack[f.ev].kind == Frame.DYING)
    if of_event == 1:
        killer = int(g.stack[f.ev].b)
    death = push(g, Frame.DEATH, int(f.owner), killer)
    g.stack[death].n = Cause.OTHER
    if of_event == 1:
        g.stack[death].n = g.stack[f.ev].n
    g.stack[death].second = t


@rule(void, G, R, int64, int64, int64)
def inherit_card(g, rules, dead, heir, card):
    """Move a card of the dead into the heir's hand; one out of the dead's hand nobody else sees."""
    hidden = bits.has(g.seat[dead].hand, card)
    emit(g, Ev.GAIN, heir, dead, hidden, -1, -1, card, 0)
    take_out(g, rules, dead, card)
    to_hand(g, rules, heir, card, 1 - hidden)


@rule(void, G, R, int64, int64)
def inherit(g, rules, dead, heir):
    """Give an heir the hand and equipment of the dead, and what lay in front of it, one of a kind at most."""
    s = g.seat[dead]
    for k in range(WORDS):
        while s.hand[k] != ZERO:
            inherit_card(g, rules, dead, heir, 64 * k + bits.lowest(s.hand[k]))
    for slot in range(SLOTS):
        if s.equip[slot] != NO_CARD:
            inherit_card(g, rules, dead, heir, int(s.equip[slot]))
    k = 0
    while k < s.n_judge:
        kind = int(s.judge_kind[k])
        card = int(s.judge_card[k])
        if g.seat[heir].n_judge >= MAX_JUDGE or has_kind_before(g, heir, kind) == 1:
            k += 1
            continue
        from_judge(g, dead, k)
        to_table(g, card, 0)
        place_before(g, heir, kind, card)
