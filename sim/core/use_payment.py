"""What is used is paid: the card laid on the table or equipped, announced, and counted."""

from sim.core import bits
from sim.core.codes import Ev, Frame, To, Val, When
from sim.core.holdings import refresh
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.limits import spend
from sim.core.log import card_event, emit, more_cards
from sim.core.need import describe, lay_down, note_slash
from sim.core.stack import PRESET, REACTION, SUPPLIED
from sim.core.stats import count_distance, count_skill, count_value
from sim.core.use_frame import DONE, USED
from sim.core.window import open_window
from sim.core.zones import discard_from, take_out


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
