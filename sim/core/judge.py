"""Judgements, and the delayed cards in front of a seat that call for them."""

from sim.core import bits
from sim.core.aim import barred_from, has_kind_before
from sim.core.cards import suit_read
from sim.core.circle import seat_after
from sim.core.codes import Ev, Frame, Status, When
from sim.core.counter import push_counter
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import MAX_JUDGE, NO_CARD
from sim.core.log import emit
from sim.core.stack import CARD_ROW, pop, push, push_ability
from sim.core.stats import count_suit
from sim.core.status import consult_bundle
from sim.core.window import open_window
from sim.core.zones import from_judge, off_table, to_discard, to_table, top_card


@rule(int64, G, int64, int64, int64)
def push_judge(g, seat, kind, row):
    """Push a judgement by a seat, for a delayed card's kind or for a row; the frame below gets the found card."""
    i = push(g, Frame.JUDGE, seat, -1)
    g.stack[i].fkind = kind
    g.stack[i].row = row
    return i


@rule(void, G, R, int64)
def read_card(g, rules, i):
    """Read the judgement card of frame i as its seat reads it."""
    f = g.stack[i]
    card = int(f.found)
    f.ckind = rules.card_kind[card]
    f.csuit = suit_read(g, rules, int(f.a), card)
    f.crank = rules.card_rank[card]
    bits.clear(f.cards)
    bits.add(f.cards, card)
    consult_bundle(g, int(f.ckind))


@rule(void, G, R)
def judge_step(g, rules):
    """Turn the card; let it be replaced; put it in force; discard it if nobody took it."""
    i = int(g.sp) - 1
    f = g.stack[i]
    if f.step == 0:
        card = top_card(g, rules)
        if g.status == Status.OVER:
            return
        f.found = card
        to_table(g, card, 0)
        read_card(g, rules, i)
        emit(g, Ev.JUDGE, f.a, -1, 0, f.fkind, f.row, card, 0)
        f.step = 1
        if open_window(g, When.JUDGING, i) == 1:
            return
    if f.step == 1:
        read_card(g, rules, i)
        count_suit(g, rules, int(f.a), int(f.found))
        f.step = 2
        if open_window(g, When.JUDGED, i) == 1:
            return
    below = g.stack[i - 1]
    below.found = f.found
    below.fkind = f.ckind
    below.fsuit = f.csuit
    below.frank = f.crank
    card = int(f.found)
    if bits.has(g.event, card) == 1:
        off_table(g, card)
        to_discard(g, card)
    pop(g, 1)


@rule(void, G, int64, int64, int64)
def place_before(g, seat, kind, card):
    """Lay a delayed card down in front of a seat."""
    s = g.seat[seat]
    off_table(g, card)
    s.judge_card[s.n_judge] = card
    s.judge_kind[s.n_judge] = kind
    s.n_judge += 1
    emit(g, Ev.PLACE, seat, -1, 0, kind, -1, card, 0)


@rule(void, G, R, int64)
def pass_on(g, rules, i):
    """Move the delayed card of frame i to the next living seat that has none of its kind; else it stays."""
    f = g.stack[i]
    seat = int(f.a)
    kind = int(f.ckind)
    card = bits.first(f.cards)
    if card == NO_CARD or bits.has(g.event, card) == 0:
        return
    goes_to = seat
    for k in range(1, int(g.n)):
        other = seat_after(g, seat, k)
        s = g.seat[other]
        if s.alive == 0 or s.n_judge >= MAX_JUDGE or has_kind_before(g, other, kind) == 1:
            continue
        if barred_from(g, rules, seat, other, kind) == 1:
            continue
        goes_to = other
        break
    place_before(g, goes_to, kind, card)


@rule(void, G)
def end_front(g):
    """Discard the delayed card if it still lies on the table."""
    f = g.stack[g.sp - 1]
    card = bits.first(f.cards)
    if card != NO_CARD and bits.has(g.event, card) == 1:
        off_table(g, card)
        to_discard(g, card)
    pop(g, 0)


@rule(void, G, R, int64)
def face_last(g, rules, seat):
    """Bring up the delayed card placed last of those not yet faced this phase (the turn frame keeps them)."""
    s = g.seat[seat]
    turn = g.stack[g.sp - 1]
    for k in range(int(s.n_judge) - 1, -1, -1):
        card = int(s.judge_card[k])
        if bits.has(turn.paid, card) == 1:
            continue
        bits.add(turn.paid, card)
        i = push(g, Frame.FRONT, seat, -1)
        f = g.stack[i]
        f.ckind = s.judge_kind[k]
        f.csuit = rules.card_suit[card]
        f.crank = rules.card_rank[card]
        f.found = card
        bits.add(f.cards, card)
        from_judge(g, seat, k)
        to_table(g, card, 0)
        return


@rule(void, G, R)
def front_step(g, rules):
    """Resolve a delayed card: it may be kept from working or nullified, else it is judged and its rows run."""
    i = int(g.sp) - 1
    f = g.stack[i]
    kind = int(f.ckind)
    row = int(rules.kind[kind].front)
    if f.step == 0:
        f.step = 1
        if open_window(g, When.AFFECTING, i) == 1:
            return
    if f.step == 1:
        f.step = 2
        if f.cancelled == 0 and push_counter(g, rules, i) == 1:
            return
    if f.step == 2:
        if f.cancelled == 1:
            if rules.kind[kind].passes == 1:
                pass_on(g, rules, i)
            end_front(g)
            return
        f.step = 3
        push_judge(g, int(f.a), kind, -1)
        return
    if f.step == 3:
        f.step = 4
        ability = push_ability(g, row, int(f.a), int(f.a), -1, i, CARD_ROW)
        a = g.stack[ability]
        a.found = f.found
        a.fkind = f.fkind
        a.fsuit = f.fsuit
        a.frank = f.frank
        a.worked = 1
        return
    end_front(g)
