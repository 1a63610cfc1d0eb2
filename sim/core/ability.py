"""An ability runs: offer, naming, price, targets, effect on each, then the rows of the same ability that follow."""

from sim.core import bits
from sim.core.afford import payable
from sim.core.ask import answered, ask_confirm, open_request, option, send
from sim.core.cards import fits, related
from sim.core.codes import Ask, Choice, Do, Ev, Flag, Naming, Opt, Price, Status, When
from sim.core.effects import apply, orphaned, settle, take_more
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.limits import within_limit
from sim.core.log import emit
from sim.core.numbers import conditions, other_side
from sim.core.offer import acts, does_something
from sim.core.price import cost, paid
from sim.core.seats import next_target, paired, start_work, target, targeted
from sim.core.spare import spare_asked, spare_picked, spared
from sim.core.stack import ACCEPTED, CARD_ROW, goes_on, pop
from sim.core.stats import count_skill
from sim.core.steps import (
    APPLIED,
    APPLY,
    COST,
    DODGED,
    MORE,
    NAME,
    NAME_THEIRS,
    NAMED,
    NEXT,
    OFFER,
    PAID,
    PAIRED,
    ROW_BEGIN,
    ROW_END,
    SPARE_ASKED,
    SPARE_PICKED,
    SPARED,
    START_WORK,
    TARGET,
    TARGETED,
    THEIRS,
)


@rule(int64, G, R, int64)
def holds(g, rules, i):
    """Return 1 if the row that follows others may work: what came before, its card, conditions and limit."""
    f = g.stack[i]
    r = int(f.row)
    row = rules.row[r]
    if row.when == When.THEN and f.worked == 0:
        return 0
    if row.on != 0 and row.when != When.OR:
        if f.found == NO_CARD or fits(rules, row.on, int(f.fkind), int(f.fsuit), int(f.frank)) == 0:
            return 0
        relation = int(rules.filter[row.on].relation)
        if relation != 0 and related(g, relation, i, int(f.fsuit), int(f.owner)) == 0:
            return 0
    them = other_side(g, int(f.owner), int(f.ev))
    if f.them != 0:
        them = bits.lowest_bit(int(f.them))
    if conditions(g, rules, r, int(f.owner), them, int(f.ev), i, int(f.entry)) == 0:
        return 0
    return within_limit(g, rules, r, int(f.actor))


@rule(void, G, R, int64)
def begin(g, rules, i):
    """Start a row: a head was looked at by its window, a sequel is looked at here; offer it if it is optional."""
    f = g.stack[i]
    row = rules.row[f.row]
    sequel = int(f.row != f.head or row.when == When.FRONT)
    if sequel == 1:
        if (row.when == When.ELSE or row.when == When.OR) and f.worked == 1:
            f.step = ROW_END
            return
        if holds(g, rules, i) == 0:
            f.worked = 0
            f.step = ROW_END
            return
        first = -1
        if f.first >= 0:
            first = int(f.first)
        actor = acts(g, rules, int(f.row), int(f.owner), int(f.ev), i, first)
        if actor < 0:
            f.worked = 0
            f.step = ROW_END
            return
        f.actor = actor
    f.step = NAME
    f.ret = 0
    if int(f.marks) & (CARD_ROW | ACCEPTED) and sequel == 0:
        if int(f.marks) & CARD_ROW and row.naming == 0 and row.cost == Price.FREE:
            f.step = START_WORK
        if int(f.marks) & ACCEPTED:
            emit(g, Ev.SKILL, f.actor, -1, 0, -1, f.row, NO_CARD, 0)
            count_skill(g, int(f.owner), int(row.bundle), 1)
        return
    optional = int(int(row.marks) & Flag.MUST == 0)
    if sequel == 1:
        optional = int(int(row.marks) & Flag.MAY != 0 or row.when == When.OR)
    if optional == 0:
        if sequel == 0:
            emit(g, Ev.SKILL, f.actor, -1, 0, -1, f.row, NO_CARD, 0)
            count_skill(g, int(f.owner), int(row.bundle), 1)
        return
    if sequel == 1:
        possible = payable(g, rules, int(f.row), int(f.owner), int(f.actor), int(f.ev), i, int(f.entry))
        if row.do != Do.AGAIN and possible == 1:
            possible = does_something(g, rules, int(f.row), int(f.owner), int(f.actor), int(f.ev), i, int(f.entry))
        if possible == 0:
            f.worked = 0
            f.step = ROW_END
            return
    count_skill(g, int(f.owner), int(row.bundle), 0)
    f.step = OFFER
    ask_confirm(g, int(f.actor), int(f.row), int(f.owner))


@rule(void, G, R, int64)
def take_offer(g, rules, i):
    """Take the answer to an offer."""
    f = g.stack[i]
    o = g.req.option[answered(g)]
    if g.status == Status.OVER:
        return
    row = rules.row[f.row]
    if o.type == Opt.YES:
        emit(g, Ev.ACCEPT, f.actor, -1, 0, -1, f.row, NO_CARD, 0)
        count_skill(g, int(f.owner), int(row.bundle), 1)
        f.step = NAME
        return
    emit(g, Ev.PASS, f.actor, -1, 0, -1, f.row, NO_CARD, 0)
    f.worked = 0
    f.step = ROW_END


@rule(void, G, int64, int64, int64)
def ask_name(g, i, seat, colours):
    """Ask a seat to name a suit, or a colour."""
    f = g.stack[i]
    open_request(g, Ask.VALUE, seat, int(f.row), int(f.owner))
    if colours == 1:
        option(g, Opt.VALUE, NO_CARD, -1, f.row, -1, Choice.BLACK)
        option(g, Opt.VALUE, NO_CARD, -1, f.row, -1, Choice.RED)
    else:
        for suit in range(4):
            option(g, Opt.VALUE, NO_CARD, -1, f.row, -1, suit)
    g.req.ev = f.ev
    send(g, -1)


@rule(void, G, R, int64)
def name(g, rules, i):
    """Let the actor name what the row wants named."""
    f = g.stack[i]
    naming = rules.row[f.row].naming
    f.step = COST
    if naming == Naming.SUIT or naming == Naming.COLOUR:
        f.step = NAMED
        ask_name(g, i, int(f.actor), int(naming == Naming.COLOUR))


@rule(void, G, R, int64, int64)
def take_name(g, rules, i, then):
    """Note what was named."""
    f = g.stack[i]
    o = g.req.option[answered(g)]
    if g.status == Status.OVER:
        return
    f.named = o.value
    emit(g, Ev.NAME, g.req.seat, -1, int(o.value), -1, f.row, NO_CARD, 0)
    f.step = then


@rule(void, G, R, int64)
def name_theirs(g, rules, i):
    """Let the other side name what the row wants named, after the targets are known."""
    f = g.stack[i]
    naming = rules.row[f.row].naming
    f.step = START_WORK
    if naming == Naming.THEIR_SUIT or naming == Naming.THEIR_COLOUR:
        f.step = THEIRS
        ask_name(g, i, bits.lowest_bit(int(f.them)), int(naming == Naming.THEIR_COLOUR))


@rule(void, G, R, int64)
def row_end(g, rules, i):
    """Go on to the next row of the ability, or end it."""
    f = g.stack[i]
    row = rules.row[f.row]
    if row.more <= 0:
        pop(g, int(f.worked))
        return
    f.row += 1
    f.step = ROW_BEGIN
    f.marks = int(f.marks) & ~ACCEPTED


@rule(void, G, R, int64, int64)
def work_step(g, rules, i, step):
    """Take the working part of an ability one step further."""
    f = g.stack[i]
    if step == START_WORK:
        start_work(g, rules, i)
    elif step == NEXT:
        next_target(g, rules, i)
    elif step == SPARED:
        spared(g, rules, i)
    elif step == SPARE_ASKED:
        spare_asked(g, rules, i)
    elif step == SPARE_PICKED:
        spare_picked(g, rules, i)
    elif step == DODGED:
        f.step = NEXT
        if f.ret == 1:
            f.worked = 1
            f.step = APPLY
    elif step == APPLY and orphaned(g, rules, i) == 1:
        f.step = NEXT
    elif step == APPLY:
        f.step = APPLIED
        apply(g, rules, i, int(f.cursor))
    elif step == APPLIED:
        f.step = NEXT
        settle(g, rules, i, int(f.cursor))
    elif step == MORE:
        take_more(g, rules, i, int(f.cursor))
    else:
        row_end(g, rules, i)


@rule(void, G, R, int64)
def one_step(g, rules, i):
    """Take an ability one step further."""
    f = g.stack[i]
    card_row = int(f.marks) & CARD_ROW
    if card_row == 0 and (g.seat[f.owner].alive == 0 or g.seat[f.actor].alive == 0):
        pop(g, int(f.worked))
        return
    step = int(f.step)
    if step == ROW_BEGIN:
        begin(g, rules, i)
    elif step == OFFER:
        take_offer(g, rules, i)
    elif step == NAME:
        name(g, rules, i)
    elif step == NAMED:
        take_name(g, rules, i, COST)
    elif step == COST:
        cost(g, rules, i)
    elif step == PAID:
        paid(g, rules, i)
    elif step == TARGET:
        target(g, rules, i)
    elif step == TARGETED:
        targeted(g, rules, i)
    elif step == PAIRED:
        paired(g, rules, i)
    elif step == NAME_THEIRS:
        name_theirs(g, rules, i)
    elif step == THEIRS:
        take_name(g, rules, i, START_WORK)
    else:
        work_step(g, rules, i, step)


@rule(void, G, R)
def ability_step(g, rules):
    """Take an ability as far as it goes without waiting for another frame."""
    i = int(g.sp) - 1
    one_step(g, rules, i)
    while goes_on(g, i) == 1:
        one_step(g, rules, i)
