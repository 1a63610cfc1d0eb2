"""A seat takes over skills of another, alive or dead: some beside its own, or all in the place of its own."""

from sim.core.ask import answered, open_request, option, send
from sim.core.codes import Ask, Err, Ev, Opt, Status
from sim.core.effect_size import amount_for
from sim.core.holdings import refresh, remove_entry
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import MAX_ENTRIES, NO_CARD
from sim.core.log import emit
from sim.core.status import consult_bundle, stop_with

ALL = 99  # that many skills: all, and the maximum of hp with them


@rule(int64, G, R, int64, int64)
def may_pass(g, rules, seat, k):
    """Return 1 if the skill in an entry of a seat can go to another: a lord's cannot."""
    bundle = rules.bundle[g.seat[seat].entry[k]]
    return int(bundle.lord == 0 and bundle.camp < 0)


@rule(int64, G, int64, int64)
def has_skill(g, seat, b):
    """Return 1 if a bundle is among a seat's own skills."""
    s = g.seat[seat]
    for k in range(s.n_skills):
        if int(s.entry[k]) == b:
            return 1
    return 0


@rule(void, G, R, int64, int64)
def add_skill(g, rules, seat, b):
    """Put a bundle behind a seat's own skills; its grants move up."""
    s = g.seat[seat]
    if s.n_entries >= MAX_ENTRIES:
        stop_with(g, Err.LIST_CAP, seat)
        return
    at = int(s.n_skills)
    for k in range(int(s.n_entries), at, -1):
        s.entry[k] = s.entry[k - 1]
        s.entry_until[k] = s.entry_until[k - 1]
        s.entry_peer[k] = s.entry_peer[k - 1]
        s.entry_by[k] = s.entry_by[k - 1]
        s.entry_n[k] = s.entry_n[k - 1]
    s.entry[at] = b
    s.entry_until[at] = 0
    s.entry_peer[at] = -1
    s.entry_by[at] = seat
    s.entry_n[at] = 0
    s.n_skills += 1
    s.n_entries += 1
    consult_bundle(g, b)
    refresh(g, rules, seat)


@rule(void, G, R, int64)
def forget_skills(g, rules, seat):
    """Take a seat's own skills from it, those of a lord left out."""
    for k in range(int(g.seat[seat].n_skills) - 1, -1, -1):
        if may_pass(g, rules, seat, k) == 1:
            g.seat[seat].n_skills -= 1
            remove_entry(g, rules, seat, k)


@rule(void, G, R, int64, int64)
def become(g, rules, seat, other):
    """Give a seat all skills of another, and its maximum of hp, in the place of its own."""
    s = g.seat[seat]
    o = g.seat[other]
    forget_skills(g, rules, seat)
    for k in range(o.n_skills):
        if may_pass(g, rules, other, k) == 1:
            add_skill(g, rules, seat, int(o.entry[k]))
    s.max_hp = o.max_hp
    if s.hp > s.max_hp:
        s.hp = s.max_hp
    emit(g, Ev.TAKE_OVER, seat, other, 0, -1, -1, NO_CARD, int(s.max_hp))


@rule(int64, G, R, int64, int64)
def ask_skill(g, rules, i, t):
    """Ask the owner of the ability in frame i which skill of a seat it takes; return 0 if there is none."""
    f = g.stack[i]
    owner = int(f.owner)
    o = g.seat[t]
    open_request(g, Ask.VALUE, owner, int(f.row), owner)
    for k in range(o.n_skills):
        b = int(o.entry[k])
        if may_pass(g, rules, t, k) == 1 and has_skill(g, owner, b) == 0:
            option(g, Opt.SKILL, NO_CARD, -1, int(rules.bundle[b].first), t, 0)
    if g.req.n == 0:
        return 0
    if g.req.n > 1:
        g.req.ev = f.ev
        send(g, -1)
    return 1


@rule(void, G, R, int64, int64)
def take_over(g, rules, i, t):
    """Begin to take over skills of a seat; where there are several, their taker chooses."""
    f = g.stack[i]
    f.lo = amount_for(g, rules, i, t)
    if t == f.owner:
        f.lo = 0
    elif f.lo >= ALL:
        f.lo = 0
        become(g, rules, int(f.owner), t)
    elif f.lo > 0 and ask_skill(g, rules, i, t) == 0:
        f.lo = 0


@rule(int64, G, R, int64, int64)
def took_over(g, rules, i, t):
    """Take the skill that was chosen, or the only one; return 1 if another is being chosen."""
    f = g.stack[i]
    if f.lo <= 0:
        return 0
    k = 0
    if g.req.n > 1:
        k = answered(g)
        if g.status == Status.OVER:
            return 0
    f.lo -= 1
    row = int(g.req.option[k].row)
    add_skill(g, rules, int(f.owner), int(rules.row[row].bundle))
    emit(g, Ev.TAKE_OVER, f.owner, t, 1, -1, row, NO_CARD, int(g.seat[f.owner].max_hp))
    if f.lo <= 0 or g.status == Status.OVER:
        return 0
    return ask_skill(g, rules, i, t)
