"""The seats that a row works on: found, chosen, and taken one by one."""

from sim.core import bits
from sim.core.circle import seat_after
from sim.core.codes import QTY, Do, Ev, Price, Qty, To, When
from sim.core.eligible import choosable, pair_seconds, there
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.log import emit
from sim.core.numbers import amount, other_side
from sim.core.price import ask_price
from sim.core.spare import ask_spare
from sim.core.stack import CARD_ROW, push_pick_seats
from sim.core.steps import APPLY, NAME_THEIRS, NEXT, PAIRED, ROW_END, TARGETED


@rule(void, G, R, int64)
def target(g, rules, i):
    """Find the seats that the row works on."""
    f = g.stack[i]
    row = rules.row[f.row]
    to = row.to
    f.step = NAME_THEIRS
    if int(f.marks) & CARD_ROW and f.row == f.head and row.when != When.FRONT:
        return
    owner = int(f.owner)
    if to == To.ME:
        return
    if to == To.THEM:
        if f.them == 0:
            them = other_side(g, owner, int(f.ev))
            if them >= 0:
                f.them = 1 << them
        return
    if to == To.SOURCE:
        f.them = 1 << int(g.stack[f.ev].b)
        return
    if to == To.SECOND:
        f.them = 1 << int(f.second)
        return
    mask = choosable(g, rules, int(f.row), owner, int(f.actor), int(f.ev), i, int(f.entry))
    if to == To.ALL or to == To.ALL_OTHERS:
        f.them = mask
        return
    lo = int(row.lo)
    hi = amount(g, rules, int(f.row), row.hi, 0, 0, owner, -1, int(f.ev), i, int(f.entry))
    if to == To.PAIR:
        firsts = 0
        for seat in range(g.n):
            if (mask >> seat) & 1 and pair_seconds(g, rules, int(f.row), owner, int(f.actor), mask, seat) != 0:
                firsts |= 1 << seat
        mask = firsts
        lo = 1
        hi = 1
    if mask == 0:
        f.worked = 0
        f.step = ROW_END
        return
    f.step = TARGETED
    ask_seats(g, i, mask, lo, hi)


@rule(void, G, int64, int64, int64, int64)
def ask_seats(g, i, mask, lo, hi):
    """Let the actor pick seats for the row."""
    f = g.stack[i]
    pick = push_pick_seats(g, int(f.actor), mask, lo, hi)
    p = g.stack[pick]
    p.row = f.row
    p.owner = f.owner
    p.ev = f.ev


@rule(void, G, R, int64)
def targeted(g, rules, i):
    """Take the chosen seats; a pair has a second to be chosen."""
    f = g.stack[i]
    row = rules.row[f.row]
    f.step = NAME_THEIRS
    if row.to != To.PAIR:
        emit(g, Ev.TARGETS, f.actor, -1, bits.lowest_bit(int(f.them)), -1, f.row, NO_CARD, int(f.them))
        return
    if f.first < 0 or f.second < 0:
        f.first = bits.lowest_bit(int(f.them))
        f.step = PAIRED
        mask = choosable(g, rules, int(f.row), int(f.owner), int(f.actor), int(f.ev), i, int(f.entry))
        seconds = pair_seconds(g, rules, int(f.row), int(f.owner), int(f.actor), mask, int(f.first))
        ask_seats(g, i, seconds, 1, 1)


@rule(void, G, R, int64)
def paired(g, rules, i):
    """Take the second of a pair; a price on their difference is paid now."""
    f = g.stack[i]
    f.second = bits.lowest_bit(int(f.them))
    f.them = (1 << int(f.first)) | (1 << int(f.second))
    emit(g, Ev.TARGETS, f.actor, int(f.second), int(f.first), -1, f.row, NO_CARD, int(f.them))
    f.step = NAME_THEIRS
    if rules.row[f.row].cost_l == QTY + Qty.GAP:
        ask_price(g, rules, i)


@rule(void, G, R, int64)
def start_work(g, rules, i):
    """Line up the seats that the row works on: a pair and a prey through their first."""
    f = g.stack[i]
    row = rules.row[f.row]
    to = row.to
    f.worked = 1
    f.step = NEXT
    if to == To.PAIR or to == To.PREY:
        f.left = 1 << int(f.first)
    elif to == To.ME and (int(f.marks) & CARD_ROW == 0 or f.row != f.head or row.when == When.FRONT):
        f.left = 1 << int(f.owner)
    else:
        f.left = f.them


@rule(void, G, R, int64)
def next_target(g, rules, i):
    """Take the next seat, in turn order from the actor; the other side may pay to be spared."""
    f = g.stack[i]
    row = rules.row[f.row]
    left = int(f.left)
    if left == 0:
        f.step = ROW_END
        return
    start = int(f.owner)
    if row.do == Do.SUPPLY:
        start = int(g.turn)
    seat = -1
    for k in range(g.n):
        other = seat_after(g, start, k)
        if (left >> other) & 1:
            seat = other
            break
    f.left = left & ~(1 << seat)
    if row.to != To.DEAD and there(g, seat, int(f.ev)) == 0:
        return
    f.cursor = seat
    f.step = APPLY
    if row.unless != Price.FREE:
        ask_spare(g, rules, i, seat)
