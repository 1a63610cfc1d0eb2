"""Restricted play: what a bot is barred from is taken out of a request before the bot is asked.

The rules stay as they are, so the loss in wins is the worth of what is barred (Jaffe and others, AIIDE 2012).
"""

from sim.core.circle import seat_after
from sim.core.codes import Ask, Do, Frame, Habit, Opt, Role, To
from sim.core.jit import B, G, R, int64, rule, void


@rule(int64, R, int64)
def hostile(rules, r):
    """Return 1 if a row harms the seats it is aimed at."""
    do = rules.row[r].do
    if do == Do.DAMAGE or do == Do.LOSE_HP or do == Do.DUEL or do == Do.STRIKE or do == Do.KILL:
        return 1
    return int(do == Do.TAKE or do == Do.DISCARD or do == Do.PLACE)


@rule(int64, G, R, B, int64)
def barred_card(g, rules, b, i):
    """Return 1 if a habit bars the card of option i."""
    q = g.req
    habits = int(b.habits)
    kind = int(q.option[i].kind)
    if q.kind == Ask.RESPOND:
        if habits & Habit.NO_RESCUE and q.ev >= 0 and g.stack[q.ev].kind == Frame.DYING:
            return int(g.stack[q.ev].a != q.seat)
        if habits & Habit.NO_COUNTER and kind >= 0:
            return int(rules.counter_row[kind] >= 0)
        return 0
    if q.kind != Ask.PLAY or kind < 0:
        return 0
    if rules.kind[kind].slot >= 0:
        return int(habits & Habit.NO_EQUIPMENT != 0)
    r = int(rules.kind[kind].active)
    if habits & Habit.NO_SWEEP and r >= 0:
        to = rules.row[r].to
        return int((to == To.ALL or to == To.ALL_OTHERS) and hostile(rules, r) == 1)
    return 0


@rule(int64, G, R, B)
def forced_seat(g, rules, b):
    """Return the one seat that a habit lets the bot aim at among those offered, -1 if it is free."""
    q = g.req
    habits = int(b.habits)
    if q.kind != Ask.TARGET or q.row < 0 or hostile(rules, int(q.row)) == 0:
        return -1
    best = -1
    near = 99
    for i in range(q.n):
        if q.option[i].type != Opt.SEAT or q.option[i].seat == q.seat:
            continue
        seat = int(q.option[i].seat)
        if habits & Habit.AT_LORD and g.seat[seat].shown == 1 and g.seat[seat].role == Role.LORD:
            return seat
        if habits & Habit.AT_LEFT:
            for k in range(1, near):
                if seat_after(g, int(q.seat), k) == seat:
                    near = k
                    best = seat
                    break
    return best


@rule(int64, G, R, B, int64, int64)
def barred(g, rules, b, i, seat):
    """Return 1 if the bot must not choose option i; ``seat``: the one it may aim at, -1 any."""
    o = g.req.option[i]
    if o.type == Opt.PASS:
        return 0
    if o.row >= 0 and b.declined > 0 and rules.row[o.row].bundle == b.declined - 1:
        return 1
    if b.habits == 0:
        return 0
    if o.type == Opt.SEAT and seat >= 0:
        return int(o.seat != seat)
    return barred_card(g, rules, b, i)


@rule(void, G, int64, int64)
def keep_option(g, i, n):
    """Put option i in place n."""
    o = g.req.option[n]
    p = g.req.option[i]
    o.type = p.type
    o.card = p.card
    o.kind = p.kind
    o.row = p.row
    o.seat = p.seat
    o.value = p.value


@rule(void, G, R, B)
def restrict(g, rules, b):
    """Leave in the open request what the bot may choose; all of it, if that were nothing."""
    seat = forced_seat(g, rules, b)
    n = 0
    for i in range(g.req.n):
        if barred(g, rules, b, i, seat) == 0:
            if n < i:
                keep_option(g, i, n)
            n += 1
    if n > 0:
        g.req.n = n
