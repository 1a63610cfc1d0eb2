"""A dead hero is followed by the next of its seat's line-up, once all that its death came in has settled."""

from sim.core.circle import redo_ring, seat_after
from sim.core.codes import Ev, Role, Setting, Status
from sim.core.fresh import clear_seat
from sim.core.hero import lord_bonus, seat_hero
from sim.core.holdings import remove_entry
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import MAX_SEATS
from sim.core.log import count_event
from sim.core.status import consult
from sim.core.zones import draw


@rule(void, G, int64)
def keep_record(g, seat):
    """Keep what was counted of a seat's hero in a place behind the seats of the table."""
    at = int(g.n) + int(g.n_kept)
    if at >= MAX_SEATS:
        at = MAX_SEATS - 1
    g.seat[at] = g.seat[seat]
    g.kept[seat, g.at_hero[seat]] = at
    g.n_kept += 1


@rule(void, G, R, int64)
def forget_hero(g, rules, seat):
    """Forget what others have on account of a seat's hero, what it had used, and a turn it was to have."""
    if g.extra == seat:
        g.extra = -1
    k = 0
    for j in range(g.n_spent):
        if int(g.spent[j].actor) == seat:
            continue
        g.spent[k] = g.spent[j]
        k += 1
    g.n_spent = k
    for i in range(g.n):
        g.refused[i, 0] = 0
        for e in range(int(g.seat[i].n_entries) - 1, int(g.seat[i].n_skills) - 1, -1):
            if int(g.seat[i].entry_peer[e]) == seat:
                remove_entry(g, rules, i, e)


@rule(void, G, R, int64)
def next_hero(g, rules, seat):
    """Let the next hero of a seat's line-up come in, with a record and cards of its own."""
    consult(g, Setting.NEWCOMER)
    s = g.seat[seat]
    role = int(s.role)
    keep_record(g, seat)
    forget_hero(g, rules, seat)
    clear_seat(g, seat)
    s.role = role
    s.shown = 1
    s.alive = 1
    s.entered = g.turns
    g.alive = int(g.alive) | (1 << seat)
    g.to_come[seat] -= 1
    g.at_hero[seat] += 1
    hero = int(g.lineup[seat, g.at_hero[seat]])
    count_event(g, Ev.ENTER, seat, hero)
    seat_hero(g, rules, seat, hero)
    if role == Role.LORD:
        lord_bonus(g, rules)
    redo_ring(g)
    draw(g, rules, seat, int(rules.newcomer_hand))
    s.drawn = 0


@rule(void, G, R)
def bring_in(g, rules):
    """Let newcomers in for all heroes that fell, in turn order from the seat whose turn it is."""
    waiting = int(g.waiting)
    g.waiting = 0
    for k in range(g.n):
        seat = seat_after(g, int(g.turn), k)
        if (waiting >> seat) & 1 and g.status != Status.OVER:
            next_hero(g, rules, seat)
