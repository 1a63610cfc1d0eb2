"""What a row does to one seat. ``apply`` starts an effect, ``settle`` ends one that had to wait for a choice."""

from sim.core import bits
from sim.core.asides import ask_own, lay_aside
from sim.core.changes import (
    answer,
    ask_supply,
    cancel,
    hurt,
    redirect,
    rejudge,
    start_duel,
    start_grant,
    start_use,
    supplied,
)
from sim.core.codes import Do, Ev, Flag, Frame, To, Val, Zone
from sim.core.defy import defy, lift, lifted
from sim.core.demise import bequeath, kill
from sim.core.effect_size import amount_for
from sim.core.eligible import there
from sim.core.harm import heal, lose_hp
from sim.core.jit import G, R, int64, rule, void
from sim.core.judge import pass_on, place_before, push_judge
from sim.core.layout import NO_CARD
from sim.core.log import card_event, count_event, emit
from sim.core.moves import ask_cards, ask_gift, gain, gave, harvested, move_picked, swap_hands
from sim.core.need import find
from sim.core.numbers import value
from sim.core.places import swap_seats
from sim.core.sight import note_hand
from sim.core.stack import CARD_ROW, push, push_pick_cards
from sim.core.stats import count_value
from sim.core.steps import APPLIED, MORE, ROW_BEGIN
from sim.core.takeover import take_over, took_over
from sim.core.zones import draw, first_card, random_hand_card, zone_size


@rule(void, G, R, int64, int64)
def take_more(g, rules, i, t):
    """Go on with the next of several cards of a seat, after what the loss of the one before has set off.

    If it has no more cards than are to go, there is nothing to choose.
    """
    f = g.stack[i]
    zones = int(rules.row[f.row].zones)
    have = zone_size(g, rules, t, zones)
    bits.clear(f.cards)
    f.step = APPLIED
    if there(g, t, int(f.ev)) == 0:
        f.lo = 0
        return
    if have > f.lo:
        ask_cards(g, rules, i, t, 1)
    elif have > 0:
        bits.add(f.cards, any_card(g, t, zones))
    f.lo -= 1


@rule(int64, G, int64, int64)
def any_card(g, seat, zones):
    """Return a card of a seat in some zones that hold one: of the hand by chance, else the first that lies there."""
    s = g.seat[seat]
    if zones & Zone.HAND and s.n_hand > 0:
        return random_hand_card(g, seat, 0)
    return first_card(g, seat, zones)


@rule(void, G, R, int64, int64, int64)
def apply_to_cards(g, rules, i, t, do):
    """Start an effect that moves cards."""
    f = g.stack[i]
    row = rules.row[f.row]
    if do == Do.DRAW:
        draw(g, rules, t, amount_for(g, rules, i, t))
    elif do == Do.DISCARD or do == Do.TAKE or do == Do.REVEAL:
        n = amount_for(g, rules, i, t)
        f.lo = 0
        if do == Do.REVEAL or int(row.marks) & Flag.THEM_PICK or n <= 1:
            ask_cards(g, rules, i, t, n)
        else:
            f.lo = n
            take_more(g, rules, i, t)
    elif do == Do.GIVE:
        ask_gift(g, rules, i, t)
    elif do == Do.GAIN:
        gain(g, rules, i, t)
    elif do == Do.DEAL_OUT:
        d = push(g, Frame.DEAL_OUT, int(f.actor), -1)
        if int(row.zones) & Zone.PILE == 0:
            g.stack[d].b = t
        g.stack[d].n = amount_for(g, rules, i, t)
        g.stack[d].row = f.row
        g.stack[d].owner = f.owner
        if int(row.zones) & Zone.PILE == 0:
            g.stack[d].a = f.actor
            g.stack[d].b = t
    elif do == Do.PUT_BACK or do == Do.STASH:
        ask_own(g, rules, i, t)
    elif do == Do.PEEK:
        note_hand(g, int(f.actor), t)
        emit(g, Ev.PEEK, f.actor, t, 0, -1, f.row, NO_CARD, 0)
    elif do == Do.ARRANGE:
        a = push(g, Frame.ARRANGE, t, -1)
        g.stack[a].n = amount_for(g, rules, i, t)
        g.stack[a].row = f.row
        g.stack[a].owner = f.owner
    elif do == Do.HARVEST:
        bits.clear(f.cards)
        pick = push_pick_cards(g, t, -1, 0, 0, 1, 1)
        g.stack[pick].row = f.row
        g.stack[pick].owner = f.owner
    elif do == Do.PLACE:
        place_before(g, t, int(g.stack[f.ev].ckind), bits.first(g.stack[f.ev].cards))
    elif do == Do.PASS_ON:
        pass_on(g, rules, int(f.ev))
    elif do == Do.SWAP_HANDS:
        if row.to == To.PAIR:
            swap_hands(g, rules, int(f.first), int(f.second))
        else:
            swap_hands(g, rules, int(f.actor), t)


@rule(void, G, R, int64, int64, int64)
def apply_to_seat(g, rules, i, t, do):
    """Start an effect on hp or on the turn of a seat."""
    f = g.stack[i]
    row = rules.row[f.row]
    s = g.seat[t]
    if do == Do.DAMAGE:
        hurt(g, rules, i, t)
    elif do == Do.LOSE_HP:
        lose_hp(g, t, amount_for(g, rules, i, t))
    elif do == Do.HEAL:
        kind = int(f.ckind)
        if f.ev >= 0 and kind < 0 and int(f.marks) & CARD_ROW:
            kind = int(g.stack[f.ev].ckind)
        n = amount_for(g, rules, i, t)
        before = int(s.hp)
        f.lo = 0
        if kind >= 0:
            count_value(g, rules, t, Val.HEAL, kind, int(f.actor), -1)
            n = value(g, rules, t, Val.HEAL, kind, int(f.actor), -1, n)
        heal(g, rules, t, n)
        if s.defies == 1:
            lift(g, i, t, before)
    elif do == Do.MAX_HP:
        s.max_hp += amount_for(g, rules, i, t)
        if s.hp > s.max_hp:
            lose_hp(g, t, int(s.hp) - int(s.max_hp))
    elif do == Do.SKIP:
        s.skip = int(s.skip) | (1 << int(row.as_))
    elif do == Do.TURN_OVER:
        s.face_down = 1 - int(s.face_down)
    elif do == Do.GRANT:
        start_grant(g, rules, i, t)
    elif do == Do.CONTEST:
        contest = push(g, Frame.CONTEST, t, int(f.actor))
        g.stack[contest].row = f.row
        g.stack[contest].owner = f.owner
    elif do == Do.SWAP_SEATS:
        swap_seats(g, int(f.actor), t)
    elif do == Do.TAKE_OVER:
        take_over(g, rules, i, t)
    elif do == Do.EXTRA_TURN:
        g.extra = t
    elif do == Do.CHAIN:
        s.chained = 1 - int(s.chained)
        count_event(g, Ev.CHAIN, t, int(s.chained))
    elif do == Do.KILL:
        kill(g, i, t)
    elif do == Do.BEQUEATH:
        bequeath(g, i, t)
    elif do == Do.DEFY:
        defy(g, rules, int(f.ev), t)


@rule(int64, G, R, int64)
def orphaned(g, rules, i):
    """Return 1 if the row of a card would have its dead user choose or hold cards: then it does nothing."""
    f = g.stack[i]
    if g.seat[f.actor].alive == 1:
        return 0
    row = rules.row[f.row]
    if int(row.marks) & Flag.THEM_PICK:
        return 0
    do = int(row.do)
    return int(do >= Do.DISCARD and do <= Do.REVEAL and do != Do.GAIN)


@rule(void, G, R, int64, int64)
def apply(g, rules, i, t):
    """Start the effect of the row in frame i on a seat; frames it needs are pushed."""
    f = g.stack[i]
    row = rules.row[f.row]
    do = int(row.do)
    f.ret = 0
    if do <= Do.RECAST and do != Do.SWAP_SEATS:
        apply_to_cards(g, rules, i, t, do)
    elif do == Do.USE:
        start_use(g, rules, i, t)
    elif do == Do.STRIKE:
        strike = push(g, Frame.STRIKE, int(f.actor), t)
        g.stack[strike].row = f.row
    elif do == Do.DUEL:
        start_duel(g, rules, i, t)
    elif do == Do.CANCEL:
        cancel(g, rules, i)
    elif do == Do.REDIRECT:
        redirect(g, rules, i, t)
    elif do == Do.CHANGE:
        e = g.stack[f.ev]
        e.n = max(int(e.n) + amount_for(g, rules, i, t), 0)
    elif do == Do.JUDGE:
        push_judge(g, t, -1, int(f.row))
    elif do == Do.REJUDGE:
        rejudge(g, rules, i)
    elif do == Do.ANSWER:
        answer(g, rules, i)
    elif do == Do.SUPPLY:
        ask_supply(g, rules, i, t)
    elif do == Do.AGAIN:
        f.row = f.head
        f.step = ROW_BEGIN
    else:
        apply_to_seat(g, rules, i, t, do)


@rule(void, G, R, int64, int64)
def settle(g, rules, i, t):
    """End an effect that waited for a choice."""
    f = g.stack[i]
    do = int(rules.row[f.row].do)
    if do == Do.DISCARD:
        move_picked(g, rules, i, t, -1)
    elif do == Do.TAKE:
        move_picked(g, rules, i, t, int(f.actor))
    elif do == Do.GIVE:
        gave(g, rules, i, t)
    elif do == Do.HARVEST:
        harvested(g, rules, i, t)
    elif do == Do.SUPPLY:
        supplied(g, rules, i)
    elif do == Do.REVEAL:
        card = bits.first(f.cards)
        if card != NO_CARD:
            find(g, rules, i, card, t)
            if bits.has(g.seat[t].hand, card) == 1:
                bits.add(g.seat[t].open, card)
            card_event(g, Ev.SHOW, t, card)
    elif do == Do.PUT_BACK or do == Do.STASH:
        lay_aside(g, rules, i, t)
    elif do == Do.CONTEST:
        f.won = f.ret
    elif do == Do.TAKE_OVER:
        if took_over(g, rules, i, t) == 1:
            f.step = APPLIED
    elif do == Do.HEAL and f.lo > 0:
        lifted(g, rules, i, t)
    if (do == Do.DISCARD or do == Do.TAKE) and f.lo > 0:
        f.step = MORE
