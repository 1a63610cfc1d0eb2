"""A turn: its phases, what each does, and whose turn comes next."""

import numpy as np

from sim.core import bits
from sim.core.codes import Err, Ev, Frame, Limit, Phase, Setting, Status, Until, Val, When, Zone
from sim.core.holdings import refresh, sweep
from sim.core.jit import G, R, int64, rule, void
from sim.core.judge import face_last
from sim.core.log import count_event, seat_event
from sim.core.newcomer import bring_in
from sim.core.numbers import value
from sim.core.stack import push, push_pick_cards
from sim.core.stats import count_value
from sim.core.status import consult, stop_with
from sim.core.window import open_window
from sim.core.zones import discard_from, draw

# steps of a turn: each phase is entered (a stop there finds nothing done yet), worked through and left
BEGIN, START, JUDGE, FACE, DRAW, DRAW_OPEN, DRAW_NOW, DRAWN = 0, 1, 2, 3, 4, 5, 6, 7
PLAY, PLAY_FACE, PLAY_NOW = 8, 9, 10
DISCARD, DISCARD_OPEN, DISCARD_NOW, FINISH, LEAVE = 11, 12, 13, 14, 15


@rule(void, G, R, int64, int64)
def push_turn(g, rules, seat, step):
    """Begin a seat's turn at a step."""
    g.turn = seat
    i = push(g, Frame.TURN, seat, -1)
    g.stack[i].step = step


@rule(int64, G)
def next_seat(g):
    """Return the next living seat in turn order; a round ends when the turn passes the place that began."""
    n = int(g.n)
    place = int(g.place_of[g.turn])
    for k in range(1, n + 1):
        at = place + k
        if at >= n:
            at -= n
        if at == g.first:
            g.rounds += 1
        seat = int(g.seat_at[at])
        if g.seat[seat].alive == 1:
            return seat
    return int(g.turn)


@rule(int64, G, int64, int64)
def enter(g, seat, phase):
    """Enter a phase; return 0 if it is left out this time."""
    g.phase = phase
    bit = 1 << phase
    if int(g.seat[seat].skip) & bit:
        g.seat[seat].skip = int(g.seat[seat].skip) & ~bit
        return 0
    count_event(g, Ev.PHASE, seat, phase)
    return 1


@rule(void, G, R, int64)
def begin_turn(g, rules, seat):
    """Start a turn: counters, caps, what ends at this seat's turn."""
    g.turns += 1
    g.actions = 0
    s = g.seat[seat]
    s.turns += 1
    s.attacks = 0
    s.slashes = 0
    s.hand_at_start = s.n_hand
    for k in range(g.n):
        g.refused[k, 0] = 0
        g.seat[k].last_kind = -1
        if g.seat[k].repeats == 1:
            refresh(g, rules, k)
    seat_event(g, Ev.TURN, seat)
    if g.turns > rules.turn_cap:
        consult(g, Setting.CAPS)
        stop_with(g, Err.TURN_CAP, seat)
        return
    if bits.bit(g.grants, Until.NEXT) == 1:
        sweep(g, rules, Until.NEXT, seat)


@rule(void, G, R)
def forget_turn(g, rules):
    """Forget what counts for one turn only."""
    k = 0
    for j in range(g.n_spent):
        p = g.spent[j]
        if p.game == 0 or rules.row[p.ability].limit != Limit.GAME:
            continue
        q = g.spent[k]
        q.actor = p.actor
        q.ability = p.ability
        q.n = 0
        q.tally = 0
        q.game = p.game
        k += 1
    g.n_spent = k
    if g.grants != bits.ZERO:
        sweep(g, rules, Until.TURN, -1)
        sweep(g, rules, Until.HIT, -1)
        g.grants &= bits.ONE << np.uint64(Until.NEXT)


@rule(int64, G, R, int64)
def hand_limit(g, rules, seat):
    """Return how many hand cards a seat keeps."""
    s = g.seat[seat]
    base = max(int(s.hp), 0) * int(rules.hand_limit_factor)
    return value(g, rules, seat, Val.HAND_LIMIT, -1, -1, -1, base)


@rule(void, G, R, int64, int64)
def judge_phase(g, rules, i, seat):
    """Face the delayed cards, the last placed first."""
    f = g.stack[i]
    if f.step == JUDGE:
        f.step = DRAW
        if rules.judge_in_play == 1 or enter(g, seat, Phase.JUDGE) == 0:
            return
        bits.clear(f.paid)
        f.step = FACE
        return
    before = int(g.sp)
    face_last(g, rules, seat)
    if int(g.sp) == before:
        f.step = DRAW


@rule(void, G, R, int64, int64)
def draw_phase(g, rules, i, seat):
    """Draw cards; rows may change how many, or give the phase up."""
    f = g.stack[i]
    if f.step == DRAW:
        f.step = PLAY
        if enter(g, seat, Phase.DRAW) == 1:
            f.step = DRAW_OPEN
        return
    if f.step == DRAW_OPEN:
        consult(g, Setting.DRAW_PER_TURN)
        f.cancelled = 0
        base = int(rules.draw_per_turn)
        if g.seat[seat].draw_change != 0:
            consult(g, Setting.FIRST_DRAW)
            base = max(base + int(g.seat[seat].draw_change), 0)
            g.seat[seat].draw_change = 0
        f.n = value(g, rules, seat, Val.DRAW, -1, -1, -1, base)
        count_value(g, rules, seat, Val.DRAW, -1, -1, -1)
        f.step = DRAW_NOW
        if open_window(g, When.DRAW, i) == 1:
            return
    if f.step == DRAW_NOW:
        f.step = DRAWN
        if f.cancelled == 1:
            f.step = PLAY
            return
        draw(g, rules, seat, int(f.n))
        return
    f.step = PLAY
    open_window(g, When.DRAWN, i)


@rule(void, G, R, int64, int64)
def play_phase(g, rules, i, seat):
    """Open the play phase; in some games the delayed cards are faced first thing in it."""
    f = g.stack[i]
    if f.step == PLAY:
        f.cancelled = 0
        bits.clear(f.paid)
        f.step = DISCARD
        if rules.judge_in_play == 1:
            consult(g, Setting.JUDGE_IN_PLAY)
            f.step = PLAY_FACE
            g.phase = Phase.PLAY
            return
        if enter(g, seat, Phase.PLAY) == 1:
            f.step = PLAY_NOW
            open_window(g, When.PLAY, i)
        return
    if f.step == PLAY_FACE:
        before = int(g.sp)
        face_last(g, rules, seat)
        if int(g.sp) > before:
            return
        f.step = DISCARD
        if enter(g, seat, Phase.PLAY) == 1:
            f.step = PLAY_NOW
            open_window(g, When.PLAY, i)
        return
    f.step = DISCARD
    if f.cancelled == 0:
        push(g, Frame.PLAY, seat, -1)


@rule(void, G, R, int64, int64)
def discard_phase(g, rules, i, seat):
    """Discard down to the hand limit."""
    f = g.stack[i]
    if f.step == DISCARD:
        f.step = FINISH
        if enter(g, seat, Phase.DISCARD) == 1:
            f.step = DISCARD_OPEN
        return
    if f.step == DISCARD_OPEN:
        f.step = FINISH
        consult(g, Setting.HAND_LIMIT)
        excess = int(g.seat[seat].n_hand) - hand_limit(g, rules, seat)
        if excess <= 0:
            if g.seat[seat].n_hand > g.seat[seat].hp:
                count_value(g, rules, seat, Val.HAND_LIMIT, -1, -1, -1)
            return
        f.step = DISCARD_NOW
        push_pick_cards(g, seat, seat, Zone.HAND, 0, excess, excess)
        return
    f.step = FINISH
    for k in range(len(f.cards)):
        while f.cards[k] != bits.ZERO:
            card = 64 * k + bits.lowest(f.cards[k])
            bits.drop(f.cards, card)
            discard_from(g, rules, seat, card)


@rule(int64, G)
def turn_after(g):
    """Return whose turn comes next: that of a seat with an extra turn, or of the next in the order left before it."""
    seat = int(g.extra)
    g.extra = -1
    if seat >= 0 and g.seat[seat].alive == 1:
        if g.resume < 0:
            g.resume = g.turn
        return seat
    if g.resume >= 0:
        g.turn = g.resume
        g.resume = -1
    return next_seat(g)


@rule(void, G, R)
def leave(g, rules):
    """End the turn and begin the next."""
    forget_turn(g, rules)
    g.sp -= 1
    if g.waiting != 0:
        bring_in(g, rules)
        if g.status == Status.OVER:
            return
    if g.stop_turns > 0 and g.turns >= g.stop_turns:
        g.status = Status.STOPPED
        return
    push_turn(g, rules, turn_after(g), BEGIN)


@rule(void, G, R)
def turn_step(g, rules):
    """Take the turn one step further."""
    i = int(g.sp) - 1
    f = g.stack[i]
    seat = int(f.a)
    step = int(f.step)
    if g.seat[seat].alive == 0:
        leave(g, rules)
        return
    if g.waiting != 0:
        bring_in(g, rules)
        return
    if step == BEGIN:
        begin_turn(g, rules, seat)
        f.step = START
        if g.seat[seat].face_down == 1:
            g.seat[seat].face_down = 0
            f.step = LEAVE
    elif step == START:
        f.step = JUDGE
        if enter(g, seat, Phase.START) == 1:
            open_window(g, When.START, i)
    elif step <= FACE:
        judge_phase(g, rules, i, seat)
    elif step <= DRAWN:
        draw_phase(g, rules, i, seat)
    elif step <= PLAY_NOW:
        play_phase(g, rules, i, seat)
    elif step <= DISCARD_NOW:
        discard_phase(g, rules, i, seat)
    elif step == FINISH:
        f.step = LEAVE
        if enter(g, seat, Phase.FINISH) == 1:
            open_window(g, When.END, i)
    else:
        leave(g, rules)
