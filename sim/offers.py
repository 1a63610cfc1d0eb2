"""Games played while it is noted what each bundle offered, and one hero held to decline one of them.

An offer is a request of kind PLAY, CONFIRM or RESPOND that lists an option through a row of the bundle; it is used if
such an option is the answer. A game in which no request ever listed an option through the bundle goes the same way,
step by step, where the bundle is always declined: there was nothing to take out of any request.
"""

from sim.core.codes import Ask, Opt, Status
from sim.core.deal import setup
from sim.core.jit import G, R, array, entry, int64, rule, uint64, void
from sim.core.layout import MAX_SKILLS
from sim.core.play import (
    ADVANCE,
    BOTS,
    BS,
    GS,
    RESULTS,
    RS,
    SEAT_RESULTS,
    SKILLS,
    TABLE,
    WHICH,
    ask,
    reset_bots,
    write_game,
    write_seats,
)

LISTED, OFFERED, USED = 0, 1, 2  # of a game and bundle: options of any request, offers, offers taken
NOTES = array(int64, 3)


@rule(int64, G, R, int64, int64)
def printed_on(g, rules, seat, bundle):
    """Return 1 if a bundle is one of a seat's own skills."""
    for k in range(MAX_SKILLS):
        if int(g.seat[seat].own_skills[k]) == bundle:
            return 1
    return 0


@rule(void, G, R, BS, int64, int64)
def bar(g, rules, bots, hero, bundle):
    """Have every seat decline a bundle, but not another hero that has the same skill of its own."""
    for seat in range(g.n):
        if int(g.seat[seat].hero) == hero or printed_on(g, rules, seat, bundle) == 0:
            bots[seat].declined = bundle + 1


@rule(void, G, R, NOTES, int64)
def note_offers(g, rules, notes, k):
    """Note for game k what the open request lists."""
    q = g.req
    offering = int(q.kind == Ask.PLAY or q.kind == Ask.CONFIRM or q.kind == Ask.RESPOND)
    last = -1
    for i in range(q.n):
        o = q.option[i]
        if o.row < 0 or o.type == Opt.PASS:
            continue
        bundle = int(rules.row[o.row].bundle)
        notes[k, bundle, LISTED] += 1
        if offering == 1 and bundle != last:
            notes[k, bundle, OFFERED] += 1
            last = bundle


@rule(void, G, R, NOTES, int64, int64)
def note_answer(g, rules, notes, k, index):
    """Note for game k through which bundle the open request is answered."""
    q = g.req
    if index < 0 or index >= q.n or (q.kind != Ask.PLAY and q.kind != Ask.CONFIRM and q.kind != Ask.RESPOND):
        return
    o = q.option[index]
    if o.row >= 0 and o.type != Opt.PASS:
        notes[k, int(rules.row[o.row].bundle), USED] += 1


@entry(
    void, ADVANCE, GS, RS, BOTS, BS, BS, TABLE, uint64, int64, WHICH, int64, int64, int64,
    RESULTS, SEAT_RESULTS, SKILLS, NOTES,
)  # fmt: skip
def play_noting(
    advance,
    games,
    rules,
    fns,
    bots,
    templates,
    bot_of,
    seed,
    players,
    which,
    deal,
    hero,
    bundle,
    out_games,
    out_seats,
    skills,
    notes,
):
    """Play games as `sim.core.play.play_games` does; note offers, and bar ``bundle`` for ``hero`` (-1: nothing)."""
    g = games[0]
    r = rules[0]
    rows = players
    if r.lineup == 1:
        rows = players * int(r.fielded)
    for k in range(which.size):
        setup(g, r, seed, players, which[k], deal)
        reset_bots(g, bots, templates, bot_of)
        if bundle >= 0:
            bar(g, r, bots, hero, bundle)
        while advance(games, rules, 0) == Status.ASKING:
            seat = int(g.req.seat)
            note_offers(g, r, notes, k)
            index = ask(fns, bot_of[g.seat[seat].role, seat], g, r, bots[seat], seat)
            note_answer(g, r, notes, k, index)
            g.answer = index
            g.status = Status.RUNNING
        write_game(g, out_games, k)
        write_seats(g, r, out_seats, k * rows, bot_of, skills)


@entry(void, GS, RS, uint64, int64, WHICH, int64, TABLE, TABLE)
def deal_only(games, rules, seed, players, which, deal, heroes, roles):
    """Deal games without playing them: hero and role of each row that a game's seats get in the results."""
    g = games[0]
    r = rules[0]
    for k in range(which.size):
        setup(g, r, seed, players, which[k], deal)
        for i in range(g.n):
            if r.lineup == 0:
                heroes[k, i] = g.seat[i].hero
                roles[k, i] = g.seat[i].role
                continue
            for pos in range(r.fielded):
                heroes[k, i * int(r.fielded) + pos] = g.lineup[i, pos]
                roles[k, i * int(r.fielded) + pos] = g.seat[i].role
