"""Who is who: what each seat's public acts say about its role, and the attitudes that follow."""

import numpy as np

from heuristics.table import ALIVE, ATT, LIKE, NEWS, POST, USER, W
from sim.core import bits
from sim.core.codes import Ask, Do, Ev, Habit, Role, To
from sim.core.jit import B, G, R, float64, int64, rule, void
from sim.core.layout import LOG


@rule(float64, R, int64)
def tone(rules, r):
    """Return whether an ability harms (-1) or helps (+1) the seats it is aimed at; 0: cannot be told."""
    head = rules.row[r]
    if head.do == Do.USE or head.do == Do.REDIRECT:
        return -0.7
    found = 0.0
    for k in range(r, r + int(head.more) + 1):
        row = rules.row[k]
        do = row.do
        if row.to == To.ME:
            continue
        if do == Do.DAMAGE or do == Do.LOSE_HP or do == Do.DUEL or do == Do.KILL or do == Do.STRIKE:
            return -1.0
        if do == Do.TAKE or do == Do.DISCARD or do == Do.PLACE:
            found = -0.7
        elif (do == Do.HEAL or do == Do.DRAW or do == Do.GIVE) and found == 0.0:
            found = 1.0
    return found


@rule(float64, B, int64, int64, int64)
def towards(b, role, other, strong):
    """Return the attitude of a role towards another.

    ``strong``: 1 the lord's camp is stronger than the rebels, -1 weaker, 0 not looked at, 2 no rebel lives.
    """
    w = b.weights
    if strong == 2 and other == Role.RENEGADE and role <= Role.LOYALIST:
        return w[W.LORD_REBEL]
    if role == Role.LORD:
        if other == Role.LOYALIST:
            return w[W.LORD_LOYALIST]
        if other == Role.REBEL:
            return w[W.LORD_REBEL]
        return w[W.LORD_RENEGADE]
    if role == Role.LOYALIST:
        return w[W.LOYALIST_LORD + other]
    if role == Role.REBEL:
        return w[W.REBEL_LORD + other]
    if other == Role.LORD:
        return w[W.RENEGADE_LORD]
    if other == Role.RENEGADE:
        return w[W.RENEGADE_STRONG]
    if (other == Role.REBEL) == (strong > 0):
        return w[W.RENEGADE_WEAK]
    return w[W.RENEGADE_STRONG]


@rule(void, G, R, B, int64)
def chances(g, rules, b, me):
    """Fill the chances of the roles of every seat: its acts weighed by the role table, the own role known."""
    left = np.int64(0)
    counts = rules.roles[g.n]
    c1 = float(counts[Role.LOYALIST])
    c2 = float(counts[Role.REBEL])
    c3 = float(counts[Role.RENEGADE])
    post = b.scratch
    for i in range(g.n):
        s = g.seat[i]
        at = POST + 4 * i
        for k in range(4):
            post[at + k] = 0.0
        if s.shown == 1 or i == me:
            post[at + int(s.role)] = 1.0
            if s.role == Role.LOYALIST:
                c1 -= 1.0
            elif s.role == Role.REBEL:
                c2 -= 1.0
            elif s.role == Role.RENEGADE:
                c3 -= 1.0
        else:
            left |= 1 << i
            like = LIKE + 4 * i
            post[at + 1] = np.exp(b.note[like + 1])
            post[at + 2] = np.exp(b.note[like + 2])
            post[at + 3] = np.exp(b.note[like + 3])
    for _ in range(3):
        s1 = 1e-9
        s2 = 1e-9
        s3 = 1e-9
        for i in range(g.n):
            if (left >> i) & 1:
                at = POST + 4 * i
                total = post[at + 1] + post[at + 2] + post[at + 3] + 1e-12
                post[at + 1] /= total
                post[at + 2] /= total
                post[at + 3] /= total
                s1 += post[at + 1]
                s2 += post[at + 2]
                s3 += post[at + 3]
        for i in range(g.n):
            if (left >> i) & 1:
                at = POST + 4 * i
                post[at + 1] *= c1 / s1
                post[at + 2] *= c2 / s2
                post[at + 3] *= c3 / s3
    for i in range(g.n):
        if (left >> i) & 1:
            at = POST + 4 * i
            total = post[at + 1] + post[at + 2] + post[at + 3] + 1e-12
            for k in range(1, 4):
                post[at + k] /= total


@rule(void, G, R, B, int64)
def reckon(g, rules, b, me):
    """Redo the chances and the attitudes towards every seat."""
    chances(g, rules, b, me)
    w = b.weights
    post = b.scratch
    note = b.note
    role = int(g.seat[me].role)
    strong = 0
    rebels = 0.0
    for i in range(g.n):
        if g.seat[i].alive == 1 and i != me:
            rebels += post[POST + 4 * i + Role.REBEL]
    if role <= Role.LOYALIST and rebels < 0.2:
        strong = 2
    if role == Role.RENEGADE:
        camp = 0.0
        for i in range(g.n):
            s = g.seat[i]
            if s.alive == 0 or i == me:
                continue
            power = float(max(int(s.hp), 0)) + 0.35 * float(s.n_hand)
            at = POST + 4 * i
            camp += power * (post[at] + post[at + 1] - post[at + 2])
        strong = 1 if camp > 0.0 else -1
    for i in range(g.n):
        at = POST + 4 * i
        value = 0.0
        for k in range(4):
            if post[at + k] > 0.0:
                value += post[at + k] * towards(b, role, k, strong)
        if role == Role.RENEGADE and g.seat[i].shown == 1 and g.seat[i].role == Role.LORD:
            if g.n_alive == 2:
                value = -1.0
            elif strong < 0:
                value = w[W.RENEGADE_LORD] + 0.3
        likely = max(max(post[at], post[at + 1]), max(post[at + 2], post[at + 3]))
        note[ATT + i] = value * (1.0 - w[W.DOUBT] * (1.0 - likely))
    note[ATT + me] = 1.0
    note[ALIVE] = float(g.alive)
    note[NEWS] = 0.0


@rule(void, G, R, B, int64, int64, int64, float64)
def witness(g, rules, b, me, actor, t, sign):
    """Weigh an act of one seat towards another: sign and size, -1 harm to +1 help.

    A bot that plays ahead keeps what its own acts tell the others too.
    """
    if actor == t or actor < 0 or g.seat[actor].shown == 1 or (actor == me and b.inner == 0):
        return
    w = b.weights
    post = b.scratch
    weight = w[W.EVIDENCE_CARD]
    if g.seat[t].shown == 1 and g.seat[t].role == Role.LORD:
        weight = w[W.HARM_LORD]
    at = POST + 4 * t
    like = LIKE + 4 * actor
    for role in range(1, 4):
        felt = 0.0
        if t == me:
            mine = int(g.seat[me].role)
            for k in range(1, 4):  # others may not know this seat's role: it is half believed
                felt += (0.5 * int(k == mine) + 0.17) * towards(b, role, k, 0)
            if mine == Role.LORD:
                felt = towards(b, role, Role.LORD, 0)
        else:
            for k in range(4):
                if post[at + k] > 0.0:
                    felt += post[at + k] * towards(b, role, k, 0)
        b.note[like + role] += w[W.BELIEF] * weight * sign * felt
        if b.note[like + role] > 12.0:
            b.note[like + role] = 12.0
        elif b.note[like + role] < -12.0:
            b.note[like + role] = -12.0
    b.note[NEWS] = 1.0


@rule(void, G, R, B, int64)
def observe(g, rules, b, me):
    """Read the public log on from where this bot stopped, and take what acts say about roles."""
    last = int(g.log_n)
    i = max(int(b.cursor), last - LOG)
    if b.weights[W.BELIEF] == 0.0 or int(b.habits) & Habit.NO_BELIEF or g.acts <= i:
        i = last
    while i < last:
        e = g.log[i & (LOG - 1)]
        i += 1
        kind = int(e.type)
        if kind == Ev.USE:
            b.note[USER] = float(e.a)
        elif kind == Ev.TARGETS:
            sign = 0.0
            if e.kind >= 0:
                r = int(rules.kind[e.kind].active)
                if bits.bit(rules.dying, int(e.kind)) == 1:
                    r = int(rules.dying_row[e.kind])
                if r >= 0:
                    sign = tone(rules, r)
            elif e.row >= 0:
                sign = tone(rules, int(rules.row[e.row].ability))
            if sign != 0.0:
                for t in range(g.n):
                    if (int(e.mask) >> t) & 1 == 0:
                        continue
                    if sign > -1.0 and sign < 0.0 and g.seat[t].n_judge > 0:
                        continue
                    witness(g, rules, b, me, int(e.a), t, sign)
        elif kind == Ev.NULLIFIED and e.kind >= 0 and e.a >= 0:
            r = int(rules.kind[e.kind].active)
            if r >= 0:
                witness(g, rules, b, me, int(b.note[USER]), int(e.a), -0.6 * tone(rules, r))
    b.cursor = last
    balancing = g.seat[me].role == Role.RENEGADE and g.req.kind == Ask.PLAY
    if b.note[NEWS] == 1.0 or b.note[ALIVE] != float(g.alive) or balancing:
        reckon(g, rules, b, me)
