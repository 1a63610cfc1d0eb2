"""A card is used: targets, payment, the moments of use and of aiming, then its work on each target in turn."""

from sim.core import bits
from sim.core.aim import aim, slash_prey
from sim.core.bits import ZERO
from sim.core.circle import seat_after
from sim.core.codes import Do, Ev, Frame, Status, To, Val, When
from sim.core.counter import push_counter
from sim.core.follow import push_follow
from sim.core.holdings import concerns, refresh
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.limits import spend
from sim.core.log import card_event, emit, more_cards
from sim.core.need import BY_SKILL, describe, lay_down, note_slash, push_need
from sim.core.numbers import value
from sim.core.offer import choosable, refused_for
from sim.core.stack import (
    ACCEPTED,
    CARD_ROW,
    KEEP,
    PRESET,
    REACTION,
    SEVERAL,
    SUPPLIED,
    goes_on,
    new_list,
    pop,
    push,
    push_ability,
    push_pick_cards,
    push_pick_seats,
)
from sim.core.stats import count_distance, count_skill, count_value
from sim.core.status import consult_bundle
from sim.core.target import AT_AIM, AT_WORK, push_target
from sim.core.window import open_window
from sim.core.zones import discard_from, discard_used, take_out, top_card

# steps of a use
CHOOSE, CHOSEN, SECOND, SUPPLY, PAY, USED, AIMING, WORK, SETTLING, DONE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9


@rule(int64, G, R, int64, int64, int64, int64, int64)
def push_use(g, rules, user, kind, card, row, flags):
    """Push the use of a kind by a seat: ``card`` NO_CARD for one without a body, ``row`` what turned it (-1)."""
    i = push(g, Frame.USE, user, -1)
    f = g.stack[i]
    f.ckind = kind
    f.second = row
    f.row = rules.kind[kind].active
    f.marks = flags
    f.spent = -1
    if card != NO_CARD:
        bits.add(f.cards, card)
    return i


@rule(void, G, int64, int64)
def preset(g, i, seat):
    """Set the one target of the use in frame i."""
    f = g.stack[i]
    f.list = new_list(g)
    t = g.targets[f.list]
    t.n = 1
    t.seat[0] = seat
    t.need[0] = 0
    f.marks = int(f.marks) | PRESET


@rule(void, G, int64, int64)
def add_target(g, at, seat):
    """Add a seat to a target list."""
    t = g.targets[at]
    t.seat[t.n] = seat
    t.need[t.n] = 0
    t.n += 1


@rule(void, G, R, int64)
def end_use(g, rules, i):
    """Discard what still lies on the table of this use."""
    f = g.stack[i]
    if f.row >= 0 and rules.row[f.row].do == Do.HARVEST:
        for k in range(len(g.shown)):
            while g.shown[k] != ZERO:
                card = 64 * k + bits.lowest(g.shown[k])
                bits.drop(g.shown, card)
                bits.add(g.discard, card)
                g.n_discard += 1
    discard_used(g, f.cards)
    if f.list >= 0:
        g.n_lists -= 1
    pop(g, 1)


@rule(int64, G, R, int64)
def after_targets(g, rules, i):
    """Go on to pay, or to get the card from the row of NEEDED through which it is to come."""
    f = g.stack[i]
    if int(f.marks) & SUPPLIED == 0:
        return PAY
    need = push_need(g, int(f.a), -1, int(f.ckind), 1, KEEP)
    g.stack[need].step = BY_SKILL
    push_ability(g, int(f.head), int(f.owner), int(f.a), int(f.entry), need, ACCEPTED)
    return SUPPLY


@rule(void, G, R, int64)
def choose_targets(g, rules, i):
    """Find the targets: fixed by the card's text, or chosen by its user."""
    f = g.stack[i]
    user = int(f.a)
    kind = int(f.ckind)
    if int(f.marks) & SEVERAL and bits.count(f.cards) == 0:
        row = rules.row[f.second]
        pick = push_pick_cards(g, user, user, row.zones, row.cards, int(row.n_l), int(row.n_l))
        g.stack[pick].row = f.second
        g.stack[pick].owner = user
        return
    f.step = PAY
    if int(f.marks) & (REACTION | PRESET) or rules.kind[kind].slot >= 0:
        return
    r = int(f.row)
    row = rules.row[r]
    f.list = new_list(g)
    if g.status == Status.OVER:
        return
    t = g.targets[f.list]
    if row.to == To.ME:
        t.n = 1
        t.seat[0] = user
        return
    if row.to == To.ALL or row.to == To.ALL_OTHERS:
        for k in range(g.n):
            seat = seat_after(g, user, k)
            if g.seat[seat].alive == 1 and (seat != user or row.to == To.ALL):
                add_target(g, int(f.list), seat)
        return
    hi = int(row.hi)
    if bits.bit(g.seat[user].values, Val.EXTRA_TARGETS) == 1 and int(f.marks) & SUPPLIED == 0:
        hi = value(g, rules, user, Val.EXTRA_TARGETS, kind, -1, i, hi)
    if f.second >= 0 and bits.count(f.cards) == 1:
        g.turned = bits.first(f.cards)
        if bits.has(g.seat[user].hand, int(g.turned)) == 1:
            g.turned = NO_CARD
    mask = aim(g, rules, user, kind, r)
    g.turned = NO_CARD
    if int(f.marks) & SUPPLIED:
        helpers = choosable(g, rules, int(f.head), int(f.owner), int(f.owner), -1, -1, int(f.entry))
        mask &= ~refused_for(g, rules, int(f.head), int(f.owner), helpers)
    if bits.bit(g.values, Val.UNTARGETABLE) == 1:
        for seat in range(g.n):
            if g.seat[seat].alive == 1 and seat != user:
                count_value(g, rules, seat, Val.UNTARGETABLE, kind, user, -1)
    f.step = CHOSEN
    pick = push_pick_seats(g, user, mask, int(row.lo), hi)
    p = g.stack[pick]
    p.row = r
    p.owner = user
    p.ev = i
    p.ckind = kind


@rule(void, G, R, int64)
def take_targets(g, rules, i):
    """Take the chosen seats, in turn order from the user; a prey has a second seat to be chosen."""
    f = g.stack[i]
    user = int(f.a)
    if f.step == SECOND:
        f.first = g.targets[f.list].seat[0]
        f.spent = bits.lowest_bit(int(f.them))
        f.step = after_targets(g, rules, i)
        return
    for k in range(g.n):
        seat = seat_after(g, user, k)
        if (int(f.them) >> seat) & 1:
            add_target(g, int(f.list), seat)
    if g.targets[f.list].n == 0:
        end_use(g, rules, i)
        return
    if rules.row[f.row].to == To.PREY:
        f.step = SECOND
        first = int(g.targets[f.list].seat[0])
        pick = push_pick_seats(g, user, slash_prey(g, rules, first), 1, 1)
        p = g.stack[pick]
        p.row = f.row
        p.owner = user
        p.ev = i
        p.ckind = f.ckind
        p.named = 1
        return
    f.step = after_targets(g, rules, i)


@rule(void, G, R, int64)
def announce(g, rules, i):
    """Log the use: the card, what it is used as, and its targets."""
    f = g.stack[i]
    user = int(f.a)
    emit(g, Ev.USE, user, -1, bits.count(f.cards), f.ckind, f.second, bits.first(f.cards), 0)
    more_cards(g, user, f.cards)
    if int(f.marks) & REACTION:
        if g.stack[f.ev].kind == Frame.DYING:
            emit(g, Ev.TARGETS, user, -1, int(g.stack[f.ev].a), f.ckind, -1, NO_CARD, 1 << int(g.stack[f.ev].a))
        return
    to = int(rules.row[f.row].to)
    if to == To.ME or f.list < 0:
        return
    t = g.targets[f.list]
    kind_used = int(f.ckind)
    mask = 0
    for k in range(t.n):
        mask |= 1 << int(t.seat[k])
        if rules.kind[f.ckind].reach >= -2 and rules.kind[f.ckind].reach != -1:
            count_distance(g, rules, user, int(t.seat[k]))
            count_value(g, rules, user, Val.REACH, kind_used, -1, -1)
    second = -1
    if to == To.PREY:
        second = int(f.spent)
    if to == To.OTHER or to == To.PREY or to == To.ANY or int(f.marks) & PRESET:
        emit(g, Ev.TARGETS, user, second, int(t.seat[0]), f.ckind, -1, NO_CARD, mask)


@rule(void, G, R, int64)
def equip(g, rules, i):
    """Equip the card; an old one in its slot is discarded."""
    f = g.stack[i]
    user = int(f.a)
    card = bits.first(f.cards)
    slot = int(rules.kind[f.ckind].slot)
    s = g.seat[user]
    emit(g, Ev.USE, user, -1, 1, f.ckind, -1, card, 0)
    take_out(g, rules, user, card)
    if s.equip[slot] != NO_CARD:
        discard_from(g, rules, user, int(s.equip[slot]))
    s.equip[slot] = card
    s.version += 1
    g.actions += 1
    card_event(g, Ev.EQUIP, user, card)
    refresh(g, rules, user)
    f.step = DONE
    open_window(g, When.USED, i)


@rule(void, G, R)
def turn_up(g, rules):
    """Turn up as many cards as players are alive."""
    for _ in range(g.n_alive):
        card = top_card(g, rules)
        if card == NO_CARD:
            return
        bits.add(g.shown, card)
        consult_bundle(g, int(rules.card_kind[card]))
        card_event(g, Ev.SHOW, -1, card)


@rule(void, G, R, int64, int64)
def note_used(g, rules, user, kind):
    """Note which kind a seat used last; some rows make that kind."""
    s = g.seat[user]
    if s.last_kind == kind:
        return
    s.last_kind = kind
    if s.repeats == 1:
        refresh(g, rules, user)


@rule(void, G, R, int64)
def pay(g, rules, i):
    """Lay the card on the table, announce it, and count it."""
    f = g.stack[i]
    user = int(f.a)
    if f.second >= 0 and rules.row[f.second].when == When.VIEW_AS:
        count_skill(g, user, int(rules.row[f.second].bundle), 1)
        if rules.row[f.second].limit != 0:
            spend(g, user, int(rules.row[f.second].ability))
    kind = int(f.ckind)
    describe(g, rules, i, user, kind, int(f.second))
    if bits.count(f.cards) > 0:
        note_used(g, rules, user, kind)
    if rules.kind[kind].slot >= 0 and int(f.marks) & REACTION == 0:
        equip(g, rules, i)
        return
    announce(g, rules, i)
    lay_down(g, rules, user, f.cards)
    g.actions += 1
    if rules.kind[kind].attack == 1 and int(f.marks) & (REACTION | PRESET) == 0:
        if g.seat[user].attacks >= 1:
            count_value(g, rules, user, Val.SLASH_LIMIT, kind, -1, -1)
        g.seat[user].attacks += 1
    if bits.count(f.cards) > 0 and int(f.marks) & (SUPPLIED | PRESET) == 0:
        note_slash(g, rules, user, kind)
    if f.row >= 0 and rules.row[f.row].limit == 1:
        spend(g, user, int(rules.row[f.row].ability))
    f.step = USED


@rule(void, G, R, int64)
def aim_next(g, rules, i):
    """Let rows see the aiming at the next target; then the card works."""
    f = g.stack[i]
    if f.pairs == 0:
        f.pairs = 1
        if int(f.marks) & REACTION == 0 and rules.row[f.row].do == Do.HARVEST:
            turn_up(g, rules)
            if g.status == Status.OVER:
                return
    if int(f.marks) & REACTION or bits.bit(g.when, When.TARGETED) == 0:
        f.step = WORK
        f.cursor = 0
        return
    t = g.targets[f.list]
    if f.cursor >= t.n:
        f.step = WORK
        f.cursor = 0
        return
    if concerns(g, When.TARGETED, int(t.seat[f.cursor]), int(f.a)) == 1:
        push_target(g, i, int(f.cursor), AT_AIM)
    f.cursor += 1


@rule(void, G, R, int64)
def react(g, rules, i):
    """Let a card that answers an event be countered, then run its row on that event."""
    f = g.stack[i]
    if f.cursor == 0:
        f.cursor = 1
        if open_window(g, When.AFFECTING, i) == 1:
            return
    if f.cursor == 1:
        f.cursor = 2
        if f.cancelled == 0 and push_counter(g, rules, i) == 1:
            return
    f.step = DONE
    if f.cancelled == 1:
        return
    ability = push_ability(g, int(f.row), int(f.a), int(f.a), -1, int(f.ev), CARD_ROW)
    g.stack[ability].them = 1 << int(g.stack[f.ev].a)
    g.stack[ability].ckind = f.ckind


@rule(void, G, R, int64)
def work_next(g, rules, i):
    """Let the card work on its next target."""
    f = g.stack[i]
    if int(f.marks) & REACTION:
        react(g, rules, i)
        return
    t = g.targets[f.list]
    while f.cursor < t.n:
        k = int(f.cursor)
        f.cursor += 1
        if g.seat[t.seat[k]].alive == 1:
            push_target(g, i, k, AT_WORK)
            return
    f.step = DONE
    if rules.settled != ZERO:
        f.step = SETTLING
    open_window(g, When.SETTLED, i)


@rule(void, G, R, int64)
def one_use_step(g, rules, i):
    """Take the use of a card one step further."""
    f = g.stack[i]
    if f.step == CHOOSE:
        choose_targets(g, rules, i)
    elif f.step == CHOSEN or f.step == SECOND:
        take_targets(g, rules, i)
    elif f.step == SUPPLY:
        if f.ret == 0:
            end_use(g, rules, i)
            return
        f.ckind = f.fkind
        f.step = PAY
    elif f.step == PAY:
        pay(g, rules, i)
    elif f.step == USED:
        f.step = AIMING
        f.cursor = 0
        open_window(g, When.USED, i)
    elif f.step == AIMING:
        aim_next(g, rules, i)
    elif f.step == WORK:
        work_next(g, rules, i)
    elif f.step == SETTLING:
        f.step = DONE
        push_follow(g, i)
    else:
        end_use(g, rules, i)


@rule(void, G, R)
def use_step(g, rules):
    """Take the use of a card as far as it goes without waiting for another frame."""
    i = int(g.sp) - 1
    one_use_step(g, rules, i)
    while goes_on(g, i) == 1:
        one_use_step(g, rules, i)
