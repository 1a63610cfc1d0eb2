"""The price of a row: asked of its actor, and paid."""

from sim.core import bits
from sim.core.afford import own_card
from sim.core.bits import ONE, ZERO, lowest
from sim.core.cards import count_passing
from sim.core.codes import QTY, Do, Ev, Flag, Limit, Price, Qty, Zone
from sim.core.event_cards import shown_in_hand
from sim.core.harm import lose_hp
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD, WORDS
from sim.core.limits import spend
from sim.core.log import card_event, emit
from sim.core.need import find, push_need
from sim.core.numbers import amount, other_side
from sim.core.stack import CARD_ROW, PRICE, copy_cards, push_pick_cards
from sim.core.steps import NAME_THEIRS, PAID, ROW_END, TARGET
from sim.core.zones import discard_from, holder_of, take_out, to_hand, to_table


@rule(void, G, R, int64)
def cost(g, rules, i):
    """Ask for the price; a price on the difference of a pair waits until the pair is chosen."""
    f = g.stack[i]
    row = rules.row[f.row]
    price = row.cost
    f.spent = 0
    bits.clear(f.paid)
    bits.clear(f.cards)
    f.step = TARGET
    spend_limit(g, rules, i)
    if price == Price.FREE:
        return
    if price == Price.DISCARD or price == Price.GIVE or price == Price.SHOW:
        if row.cost_l == QTY + Qty.GAP and f.second < 0:
            return
        ask_price(g, rules, i)
        return
    f.step = PAID
    f.ret = 1
    n = cost_size(g, rules, i)
    if price == Price.PLAY:
        push_need(g, int(f.actor), -1, lowest(rules.filter[row.cost_filter].kinds), n, 0)
    elif price == Price.LOSE_HP:
        f.spent = n
        lose_hp(g, int(f.actor), n)
        f.ret = 1
    elif price == Price.FORGO:
        g.stack[f.ev].n -= n
        f.spent = n
    elif price == Price.SKIP:
        g.stack[f.ev].cancelled = 1


@rule(int64, G, R, int64)
def cost_size(g, rules, i):
    """Return how much the row's price is (the least, for 'one or more')."""
    f = g.stack[i]
    row = rules.row[f.row]
    them = other_side(g, int(f.owner), int(f.ev))
    if f.them != 0:
        them = bits.lowest_bit(int(f.them))
    return amount(
        g,
        rules,
        int(f.row),
        row.cost_l,
        row.cost_o,
        row.cost_r,
        int(f.owner),
        them,
        int(f.ev),
        i,
        int(f.entry),
    )


@rule(void, G, R, int64)
def spend_limit(g, rules, i):
    """Spend a use of the row's limit."""
    f = g.stack[i]
    limit = rules.row[f.row].limit
    if (limit == Limit.TURN or limit == Limit.GAME) and int(f.marks) & CARD_ROW == 0:
        spend(g, int(f.actor), int(rules.row[f.row].ability))


@rule(void, G, R, int64)
def ask_price(g, rules, i):
    """Let the actor pick the cards of a price."""
    f = g.stack[i]
    row = rules.row[f.row]
    if int(row.cost_zones) & Zone.FOUND:
        f.step = PAID
        bits.clear(f.cards)
        if shown_in_hand(g, rules, i) >= 0:
            bits.add(f.cards, int(f.found))
        return
    n = cost_size(g, rules, i)
    hi = n
    if int(row.marks) & Flag.COST_PLUS:
        own = own_card(g, rules, int(f.row), int(f.owner), int(f.entry))
        hi = count_passing(g, rules, int(f.actor), row.cost_zones, row.cost_filter, own)
    f.step = PAID
    pick = push_pick_cards(g, int(f.actor), int(f.actor), row.cost_zones, row.cost_filter, n, hi)
    p = g.stack[pick]
    p.row = f.row
    p.owner = f.owner
    p.entry = f.entry
    p.ev = f.ev
    p.marks = PRICE
    own = own_card(g, rules, int(f.row), int(f.owner), int(f.entry))
    if own != NO_CARD:
        p.named = own
    p.ckind = g.stack[f.ev].ckind if f.ev >= 0 else -1


@rule(void, G, R, int64)
def paid(g, rules, i):
    """Take the price; one that was not paid ends the row."""
    f = g.stack[i]
    row = rules.row[f.row]
    price = row.cost
    f.step = TARGET
    gone = int(int(row.cost_zones) & Zone.FOUND != 0 and bits.count(f.cards) == 0)
    if (price == Price.PLAY and f.ret == 0) or gone == 1:
        f.worked = 0
        f.step = ROW_END
        return
    if price == Price.DISCARD or price == Price.GIVE or price == Price.SHOW:
        copy_cards(f.paid, f.cards)
        f.spent = bits.count(f.paid)
        hand_over_price(g, rules, i)
        if row.cost_l == QTY + Qty.GAP:
            f.step = NAME_THEIRS


@rule(void, G, R, int64)
def hand_over_price(g, rules, i):
    """Move the cards of a price; the last one becomes the found card."""
    f = g.stack[i]
    row = rules.row[f.row]
    actor = int(f.actor)
    for k in range(WORDS):
        m = f.paid[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            find(g, rules, i, card, actor)
            if row.cost == Price.SHOW:
                card_event(g, Ev.SHOW, actor, card)
                bits.add(g.seat[actor].open, card)
            elif row.cost == Price.GIVE:
                take_out(g, rules, actor, card)
                to_hand(g, rules, int(f.owner), card, 0)
                emit(g, Ev.GAIN, f.owner, actor, 0, -1, f.row, card, 0)
            elif row.do == Do.REJUDGE:
                take_out(g, rules, actor, card)
                to_table(g, card, 0)
            elif int(row.cost_zones) & Zone.FOUND:
                discard_from(g, rules, holder_of(g, card), card)
            else:
                discard_from(g, rules, actor, card)
