"""Own cards laid aside: on top of the pile, or on the hero; and a hand that is looked at."""

from sim.core import bits
from sim.core.bits import ONE, ZERO, lowest
from sim.core.cards import count_passing
from sim.core.codes import Do, Ev, Flag
from sim.core.effect_size import amount_for
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD, WORDS
from sim.core.log import card_event, count_event
from sim.core.stack import push_pick_cards
from sim.core.zones import on_pile, take_out


@rule(void, G, R, int64, int64)
def ask_own(g, rules, i, t):
    """Let a seat pick as many of its own cards as the row says."""
    f = g.stack[i]
    row = rules.row[f.row]
    bits.clear(f.cards)
    have = count_passing(g, rules, t, int(row.zones), int(row.cards), NO_CARD)
    n = min(amount_for(g, rules, i, t), have)
    hi = n
    if int(row.marks) & Flag.PLUS:
        hi = have
    if hi <= 0:
        return
    pick = push_pick_cards(g, t, t, row.zones, row.cards, n, hi)
    p = g.stack[pick]
    p.row = f.row
    p.owner = f.owner
    p.ev = f.ev


@rule(void, G, R, int64, int64)
def lay_aside(g, rules, i, t):
    """Lay the picked cards on the pile, where nobody sees them, or on the seat's hero."""
    f = g.stack[i]
    do = int(rules.row[f.row].do)
    n = 0
    for k in range(WORDS):
        m = f.cards[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            n += 1
            take_out(g, rules, t, card)
            if do == Do.STASH:
                bits.add(g.seat[t].stash, card)
                card_event(g, Ev.STASH, t, card)
            else:
                on_pile(g, card)
    if do == Do.PUT_BACK and n > 0:
        count_event(g, Ev.PUT_BACK, t, n)
