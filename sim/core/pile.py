"""Cards looked at: those on top of the pile put in order, and those dealt out among the players."""

from sim.core import bits
from sim.core.ask import answered, open_request, option, option_pass, send
from sim.core.bits import ONE, ZERO, lowest
from sim.core.codes import Ask, Ev, Opt, Status
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD, WORDS
from sim.core.log import count_event, emit
from sim.core.stack import copy_cards, pop, push_pick_seats
from sim.core.zones import (
    fill_pile,
    first_card,
    off_table,
    on_pile,
    take_out,
    to_hand,
    to_table,
    top_card,
    under_pile,
    zone_size,
)


@rule(void, G, int64)
def place_card(g, card):
    """Note that a card comes next: on top (flags 0) or below (flags 1); places are kept in a target list."""
    f = g.stack[g.sp - 1]
    bits.drop(f.cards, card)
    if f.marks == 0:
        g.aside[f.cursor] = card
        f.cursor += 1
    else:
        g.aside[int(f.cursor) + int(f.pairs)] = card
        f.pairs += 1


@rule(void, G)
def put_back(g):
    """Put the cards back as they were named."""
    f = g.stack[g.sp - 1]
    top = int(f.cursor)
    for k in range(int(f.pairs)):
        card = int(g.aside[top + k])
        off_table(g, card)
        under_pile(g, card)
    for k in range(top - 1, -1, -1):
        card = int(g.aside[k])
        off_table(g, card)
        on_pile(g, card)


@rule(void, G, R)
def arrange_step(g, rules):
    """Look at the top n cards, put any on top and the rest below, in any order.

    First the cards for the top are named, the uppermost first; passing sends the rest below, named in order too.
    """
    f = g.stack[g.sp - 1]
    if f.step == 0:
        f.step = 1
        fill_pile(g, rules, int(f.n))
        if g.status == Status.OVER:
            return
        for _ in range(min(int(f.n), int(g.n_pile))):
            card = top_card(g, rules)
            to_table(g, card, 1)
            bits.add(f.cards, card)
        f.cursor = 0
    elif f.step == 2 or f.step == 3:
        o = g.req.option[answered(g)]
        if g.status == Status.OVER:
            return
        if o.type == Opt.PASS:
            f.marks = 1
        else:
            place_card(g, int(o.card))
        f.step = 1
    left = bits.count(f.cards)
    if left == 1 and f.marks == 1:
        place_card(g, bits.first(f.cards))
        left = 0
    if left == 0:
        put_back(g)
        pop(g, 1)
        return
    open_request(g, Ask.ARRANGE, int(f.a), int(f.row), int(f.owner))
    if f.marks == 0:
        option_pass(g)
    for k in range(WORDS):
        m = f.cards[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            option(g, Opt.CARD, card, rules.card_kind[card], f.row, f.a, f.marks)
    g.req.done = f.cursor
    f.step = 2
    send(g, -1)


@rule(void, G, R, int64)
def lay_out(g, rules, i):
    """Take up to n cards of a seat's zones for the sharing in frame i: the first that lie there."""
    f = g.stack[i]
    giver = int(f.b)
    zones = int(rules.row[f.row].zones)
    for _ in range(min(int(f.n), zone_size(g, rules, giver, zones))):
        card = first_card(g, giver, zones)
        take_out(g, rules, giver, card)
        to_table(g, card, 1)
        bits.add(f.paid, card)


@rule(void, G, R)
def deal_out_step(g, rules):
    """Take n cards from the pile, or of a seat, and share them out, one by one, among anyone as their owner likes."""
    f = g.stack[g.sp - 1]
    owner = int(f.a)
    if f.step == 0 and f.b >= 0:
        f.step = 1
        lay_out(g, rules, int(g.sp) - 1)
    elif f.step == 0:
        f.step = 1
        for _ in range(int(f.n)):
            card = top_card(g, rules)
            if card == NO_CARD:
                return
            to_table(g, card, 1)
            bits.add(f.paid, card)
        g.seat[owner].drawn += f.n
        count_event(g, Ev.DRAW, owner, int(f.n))
    elif f.step == 2:
        f.step = 1
        card = bits.first(f.cards)
        taker = bits.lowest_bit(int(f.them))
        bits.drop(f.paid, card)
        bits.clear(f.cards)
        off_table(g, card)
        emit(g, Ev.GAIN, taker, -1, 1, -1, f.row, card, 0)
        to_hand(g, rules, taker, card, 0)
    card = bits.first(f.paid)
    if card == NO_CARD or g.seat[owner].alive == 0:
        pop(g, 1)
        return
    bits.clear(f.cards)
    bits.add(f.cards, card)
    f.them = 0
    f.step = 2
    pick = push_pick_seats(g, owner, int(g.alive), 1, 1)
    p = g.stack[pick]
    p.row = f.row
    p.owner = f.owner
    copy_cards(p.cards, f.cards)
