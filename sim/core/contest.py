"""Two seats compare a hand card each: both chosen unseen, shown, and discarded; only a higher rank wins."""

from sim.core import bits
from sim.core.codes import Ev, Zone
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.log import card_event, emit
from sim.core.stack import copy_cards, pop, push_pick_cards
from sim.core.zones import discard_from

# steps of a contest
FIRST, SECOND, COMPARE = 0, 1, 2


@rule(void, G, int64, int64)
def ask_card(g, i, seat):
    """Let a seat choose the hand card that it shows."""
    f = g.stack[i]
    bits.clear(f.cards)
    pick = push_pick_cards(g, seat, seat, Zone.HAND, 0, 1, 1)
    p = g.stack[pick]
    p.row = f.row
    p.owner = f.owner


@rule(void, G, R, int64)
def compare_cards(g, rules, i):
    """Show both cards and discard them; the challenger's is in ``paid``, the other in ``cards``."""
    f = g.stack[i]
    challenger = int(f.b)
    other = int(f.a)
    mine = bits.first(f.paid)
    theirs = bits.first(f.cards)
    if mine == NO_CARD or theirs == NO_CARD:
        return
    f.won = int(rules.card_rank[mine] > rules.card_rank[theirs])
    f.found = theirs
    card_event(g, Ev.SHOW, challenger, mine)
    card_event(g, Ev.SHOW, other, theirs)
    emit(g, Ev.CONTEST, challenger, other, f.won, -1, f.row, NO_CARD, 0)
    discard_from(g, rules, challenger, mine)
    discard_from(g, rules, other, theirs)


@rule(void, G, R)
def contest_step(g, rules):
    """Let the challenger choose, then the other, then compare; the frame below gets 1 if the challenger won."""
    i = int(g.sp) - 1
    f = g.stack[i]
    if f.step == FIRST:
        f.step = SECOND
        ask_card(g, i, int(f.b))
        return
    if f.step == SECOND:
        f.step = COMPARE
        copy_cards(f.paid, f.cards)
        ask_card(g, i, int(f.a))
        return
    compare_cards(g, rules, i)
    pop(g, int(f.won))
