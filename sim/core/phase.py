"""The play phase: what a seat may do, asked again and again until it ends the phase."""

from sim.core import bits
from sim.core.aim import aim
from sim.core.answers import list_views, usable
from sim.core.ask import answered, open_request, option, option_pass, send
from sim.core.bits import ONE, ZERO, lowest
from sim.core.codes import Ask, Do, Err, Opt, Setting, Status, When
from sim.core.eligible import choosable
from sim.core.holdings import entry_of
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD, WORDS
from sim.core.newcomer import bring_in
from sim.core.numbers import conditions, size
from sim.core.offer import active_ready
from sim.core.stack import ACCEPTED, SEVERAL, SUPPLIED, pop, push_ability
from sim.core.stats import count_skill
from sim.core.status import consult, stop_with
from sim.core.supply import refused_for, supply_open
from sim.core.use_frame import push_use
from sim.core.zones import discard_from, draw


@rule(void, G, R, int64)
def list_hand(g, rules, seat):
    """Add every hand card that can be used as it is."""
    for k in range(WORDS):
        m = g.seat[seat].hand[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            kind = int(rules.card_kind[card])
            if usable(g, rules, seat, kind) == 1:
                option(g, Opt.CARD, card, kind, -1, seat, 0)


@rule(void, G, R, int64)
def list_recasts(g, rules, seat):
    """Add every hand card that may be put away for others."""
    for k in range(WORDS):
        m = g.seat[seat].hand[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            row = int(rules.recast_row[rules.card_kind[card]])
            if row >= 0:
                option(g, Opt.SKILL, card, -1, row, seat, 0)


@rule(void, G, R, int64, int64, int64)
def recast(g, rules, seat, card, row):
    """Put a card away for others: that is no use of it."""
    g.actions += 1
    discard_from(g, rules, seat, card)
    draw(g, rules, seat, size(g, rules, row, seat, -1, -1, -1, -1))


@rule(void, G, R, int64, int64, int64)
def list_needed(g, rules, seat, r, entry):
    """Add a row of NEEDED as a way to get a card that can be used now (a lord asks for it)."""
    row = rules.row[r]
    if row.do != Do.SUPPLY or conditions(g, rules, r, seat, -1, -1, -1, entry) == 0:
        return
    if supply_open(g, rules, r, seat, -1, -1, entry) == 0:
        return
    gone = refused_for(g, rules, r, seat, choosable(g, rules, r, seat, seat, -1, -1, entry))
    for kind in range(rules.n_kinds):
        if bits.bit(rules.filter[row.on].kinds, kind) == 1 and rules.kind[kind].active >= 0:
            if gone != 0 and aim(g, rules, seat, kind, int(rules.kind[kind].active)) & ~gone == 0:
                continue
            if usable(g, rules, seat, kind) == 1:
                option(g, Opt.SKILL, NO_CARD, kind, r, seat, 0)
                count_skill(g, seat, int(row.bundle), 0)
                return


@rule(void, G, R, int64, int64)
def list_skills(g, rules, seat, owner):
    """Add the active skills of an owner that a seat may use: its own, or another's that is open to it."""
    if bits.bit(g.seat[owner].when, When.ACTIVE) == 0 and bits.bit(g.seat[owner].when, When.NEEDED) == 0:
        return
    s = g.seat[owner]
    for k in range(s.n_values, s.n_held):
        entry = int(s.held_entry[k])
        if entry < 0:
            continue
        r = int(s.held[k])
        when = int(s.held_when[k])
        if when == When.ACTIVE or (when == When.OR and rules.row[rules.row[r].ability].when == When.ACTIVE):
            if active_ready(g, rules, r, owner, seat, entry) == 1:
                option(g, Opt.SKILL, NO_CARD, -1, r, owner, 0)
                count_skill(g, owner, int(rules.row[r].bundle), 0)
        elif when == When.NEEDED and seat == owner:
            list_needed(g, rules, seat, r, entry)


@rule(void, G, R, int64, int64, int64, int64, int64)
def start(g, rules, what, card, kind, row, owner):
    """Start what the seat chose: a card, or a skill."""
    seat = int(g.stack[g.sp - 1].a)
    if what == Opt.CARD:
        push_use(g, rules, seat, kind, card, row, 0)
        return
    if card != NO_CARD:
        recast(g, rules, seat, card, row)
        return
    when = rules.row[row].when
    entry = entry_of(g, rules, owner, int(rules.row[row].bundle))
    g.actions += 1
    if when == When.NEEDED:
        i = push_use(g, rules, seat, kind, NO_CARD, -1, SUPPLIED)
        g.stack[i].head = row
        g.stack[i].owner = owner
        g.stack[i].entry = entry
        return
    if when == When.VIEW_AS:
        i = push_use(g, rules, seat, kind, NO_CARD, row, SEVERAL)
        return
    push_ability(g, row, owner, seat, entry, -1, ACCEPTED)


@rule(void, G, R)
def play_step(g, rules):
    """Ask what to do next, or do it."""
    f = g.stack[g.sp - 1]
    seat = int(f.a)
    if g.seat[seat].alive == 0:
        pop(g, 0)
        return
    if g.waiting != 0:
        bring_in(g, rules)
        return
    if f.step == 1:
        f.step = 0
        o = g.req.option[answered(g)]
        if g.status == Status.OVER:
            return
        if o.type == Opt.PASS:
            pop(g, 0)
            return
        start(g, rules, int(o.type), int(o.card), int(o.kind), int(o.row), int(o.seat))
        return
    if g.actions > rules.action_cap:
        consult(g, Setting.CAPS)
        stop_with(g, Err.ACTION_CAP, seat)
        return
    for kind in range(rules.n_kinds):
        g.usable[kind] = 0
    open_request(g, Ask.PLAY, seat, -1, seat)
    option_pass(g)
    list_hand(g, rules, seat)
    list_views(g, rules, seat, ZERO, 1)
    if rules.recast != ZERO:
        list_recasts(g, rules, seat)
    for k in range(g.n):
        if k == seat or (g.seat[k].alive == 1 and bits.bit(g.seat[k].when, When.ACTIVE) == 1):
            list_skills(g, rules, seat, k)
    f.step = 1
    send(g, -1)
