"""Windows: an event calls the rows of its timing, source first, then subject, then the others from the turn's seat."""

from sim.core import bits
from sim.core.circle import seat_after
from sim.core.codes import By, Do, Flag, Frame, When
from sim.core.holdings import concerns
from sim.core.jit import G, R, int64, rule, void
from sim.core.numbers import where
from sim.core.offer import acts, armour_void, ready, ready_for
from sim.core.stack import PROGRESS, pop, push, push_ability, push_window

REDIRECTS, NO_REDIRECTS, ALL_ROWS = 0, 1, 2  # which rows a pass through a window calls


@rule(int64, G, int64, int64)
def open_window(g, when, ev):
    """Push a window if any living seat holds a row for its timing; return 1 if it did."""
    if concerns(g, when, int(g.stack[ev].a), int(g.stack[ev].b)) == 0:
        return 0
    push_window(g, when, ev)
    return 1


@rule(int64, G, int64, int64)
def seat_in_order(g, place, i):
    """Return the seat that a window of the top frame calls at a place in its order, -1 if the place is skipped."""
    f = g.stack[i]
    source = int(f.b)
    subject = int(f.a)
    if f.named == When.DYING:
        source = -1
    if place == 0:
        return source
    if place == 1:
        if subject == source:
            return -1
        return subject
    at = int(g.place_of[g.turn]) + place - 2
    if at >= g.n:
        at -= int(g.n)
    seat = int(g.seat_at[at])
    if seat == source or seat == subject:
        return -1
    return seat


@rule(int64, G, int64, int64)
def is_over(g, when, ev):
    """Return 1 if the event is void already, so that no further row works on it."""
    e = g.stack[ev]
    if when == When.NEEDED:
        return int(int(e.marks) & PROGRESS != 0)
    if when == When.DAMAGING:
        return int(e.cancelled == 1 or e.n <= 0)
    if when == When.DYING:
        return int(g.seat[e.a].hp > 0 or g.seat[e.a].alive == 0 or e.worked == 1)
    if when == When.AFFECTING or when == When.DODGED or when == When.DRAW:
        return int(e.cancelled == 1)
    return 0


@rule(int64, G, R, int64, int64, int64)
def in_pass(g, rules, r, stage, locked):
    """Return 1 if a row belongs to this pass of a window: redirects first at TARGETED, locked rows before others."""
    row = rules.row[r]
    redirects = int(row.do == Do.REDIRECT)
    if stage == REDIRECTS and redirects == 0:
        return 0
    if stage == NO_REDIRECTS and redirects == 1:
        return 0
    must = int(int(row.marks) & Flag.MUST != 0)
    return int(must == locked)


@rule(int64, G, R, int64, int64, int64, int64)
def alternative(g, rules, r, seat, entry, ev):
    """Return the first alternative to a head row that may work in the head's place, -1 if there is none."""
    for at in range(r + 1, r + 1 + int(rules.row[r].more)):
        if rules.row[at].when != When.OR:
            return -1
        if ready(g, rules, at, seat, entry, ev) == 1:
            return at
    return -1


@rule(int64, G, R, int64, int64, int64, int64)
def worn_in_vain(g, rules, seat, r, entry, ev):
    """Return 1 if a seat's row is of armour, or of a skill that counts as armour, and the event's card ignores it."""
    if entry < 0:
        return armour_void(g, rules, seat, -1 - entry, ev)
    if rules.bundle[rules.row[r].bundle].armour == 0:
        return 0
    return armour_void(g, rules, seat, 1, ev)


@rule(int64, G, R, int64, int64, int64, int64)
def next_actor(g, rules, i, r, owner, entry):
    """Return the next of the other seats that may act in an owner's row, from the turn's seat on; -1 if none."""
    f = g.stack[i]
    while f.pairs < g.n:
        actor = seat_after(g, int(g.turn), int(f.pairs))
        f.pairs += 1
        if actor == owner or g.seat[actor].alive == 0:
            continue
        if where(g, rules, r, owner, actor, int(f.ev), -1, entry) == 1:
            if ready_for(g, rules, r, owner, actor, entry, int(f.ev)) == 1:
                return actor
    return -1


@rule(int64, G, R, int64, int64)
def next_row(g, rules, i, seat):
    """Push the next ability of a seat in this pass; return 0 if it has none left."""
    f = g.stack[i]
    when = int(f.named)
    ev = int(f.ev)
    s = g.seat[seat]
    while f.hi < s.n_held:
        k = int(f.hi)
        r = int(s.held[k])
        entry = int(s.held_entry[k])
        if int(s.held_when[k]) != when or in_pass(g, rules, r, int(f.marks), 1 - int(f.lo)) == 0:
            f.hi += 1
            continue
        if worn_in_vain(g, rules, seat, r, entry, ev) == 1:
            f.hi += 1
            continue
        if f.pairs == 0:
            f.won = 1
            if int(rules.row[r].marks) & Flag.EACH and rules.row[r].do != Do.SUPPLY:
                f.won = g.stack[ev].n
        at = r
        actor = -1
        if rules.row[r].by == By.OTHERS:
            actor = next_actor(g, rules, i, r, seat, max(entry, -1))
        elif f.pairs < f.won:
            if ready(g, rules, r, seat, max(entry, -1), ev) == 0:
                at = alternative(g, rules, r, seat, max(entry, -1), ev)
            f.pairs += 1
            if at >= 0:
                actor = acts(g, rules, at, seat, ev, -1, -1)
        if actor < 0:
            f.hi += 1
            f.pairs = 0
            continue
        f.second = r
        a = push_ability(g, r, seat, actor, max(entry, -1), ev, 0)
        g.stack[a].row = at
        return 1
    return 0


@rule(void, G, int64)
def find_place(g, i):
    """Find the row called last again: the seat's list may have changed while it worked."""
    f = g.stack[i]
    seat = seat_in_order(g, int(f.cursor), i)
    if seat < 0:
        return
    s = g.seat[seat]
    for k in range(s.n_held):
        if s.held[k] == f.second:
            f.hi = k
            return
    f.pairs = 0  # it is gone, and those after it have moved up


@rule(void, G, R)
def window_step(g, rules):
    """Find the next row of the window that may work and push its ability; pop when there is none left."""
    i = int(g.sp) - 1
    f = g.stack[i]
    ev = int(f.ev)
    when = int(f.named)
    if f.step == 0:
        f.step = 1
        f.marks = ALL_ROWS
        if when == When.TARGETED:
            f.marks = REDIRECTS
    if is_over(g, when, ev) == 1:
        pop(g, 0)
        return
    if f.second >= 0:
        find_place(g, i)
        f.second = -1
    places = 2
    if bits.bit(g.wide, when) == 1:
        places = int(g.n) + 2
    while True:
        while f.cursor < places:
            seat = seat_in_order(g, int(f.cursor), i)
            if seat >= 0 and g.seat[seat].alive == 1 and bits.bit(g.seat[seat].when, when) == 1:
                while f.lo < 2:
                    if next_row(g, rules, i, seat) == 1:
                        return
                    f.lo += 1
                    f.hi = 0
                    f.pairs = 0
            f.cursor += 1
            f.lo = 0
            f.hi = 0
            f.pairs = 0
        if f.marks != REDIRECTS:
            break
        f.marks = NO_REDIRECTS
        f.cursor = 0
    pop(g, 0)


@rule(void, G, R)
def event_step(g, rules):
    """Run the window of a bare event; the frame below learns whether a row cancelled it."""
    f = g.stack[g.sp - 1]
    if f.step == 0:
        f.step = 1
        if open_window(g, int(f.lo), int(g.sp) - 1) == 1:
            return
    pop(g, int(f.cancelled))


@rule(int64, G, int64, int64, int64)
def push_event(g, when, subject, source):
    """Push the frame of an event that has no other, with its window."""
    i = push(g, Frame.EVENT, subject, source)
    g.stack[i].lo = when
    return i


@rule(void, G, R, int64, int64)
def push_farewell(g, rules, i, seat):
    """Push the ability of a piece of equipment at its own loss: it lies in no slot any more, so no window calls it."""
    bundle = rules.bundle[g.stack[i].ckind]
    for r in range(bundle.first, bundle.first + bundle.n):
        if rules.row[r].when == When.LOST_EQUIP and ready_for(g, rules, r, seat, seat, -1, i) == 1:
            push_ability(g, r, seat, seat, -1, i, 0)
            return


@rule(void, G, R)
def queued_window(g, rules):
    """Open the window of the oldest queued loss."""
    when = int(g.queue[0, 0])
    seat = int(g.queue[0, 1])
    card = int(g.queue[0, 2])
    g.n_queue -= 1
    for k in range(g.n_queue):
        g.queue[k, 0] = g.queue[k + 1, 0]
        g.queue[k, 1] = g.queue[k + 1, 1]
        g.queue[k, 2] = g.queue[k + 1, 2]
    own = int(when == When.LOST_EQUIP and bits.bit(rules.bundle[rules.card_kind[card]].when, when) == 1)
    if g.seat[seat].alive == 0 or (bits.bit(g.when, when) == 0 and own == 0):
        return
    i = push_event(g, when, seat, -1)
    f = g.stack[i]
    if when == When.HEALED:
        f.n = card  # the points
        return
    f.ckind = rules.card_kind[card]
    f.csuit = rules.card_suit[card]
    f.crank = rules.card_rank[card]
    bits.add(f.cards, card)
    if when == When.LOST_EQUIP:
        push_farewell(g, rules, i, seat)
