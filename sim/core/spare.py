"""What the other side may pay so that a row does not work on it."""

from sim.core import bits
from sim.core.ask import answered, open_request, option, send
from sim.core.bits import ONE, ZERO, lowest
from sim.core.cards import count_passing
from sim.core.codes import Ask, Choice, Do, Ev, Frame, Opt, Price, Status, To, Val, When
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import IMPOSSIBLE, NO_CARD, WORDS
from sim.core.log import emit
from sim.core.need import push_need
from sim.core.numbers import amount, other_side, value
from sim.core.stack import CARD_ROW, PRICE, copy_cards, push, push_pick_cards
from sim.core.stats import count_value
from sim.core.steps import APPLY, DODGED, NEXT, SPARE_ASKED, SPARE_PICKED, SPARED
from sim.core.window import push_event
from sim.core.zones import discard_from, take_out, to_hand


@rule(int64, G, R, int64, int64)
def payer(g, rules, i, seat):
    """Return who may pay to be spared: whoever of the two sides is not the actor; of a pair the first."""
    f = g.stack[i]
    if rules.row[f.row].to == To.PAIR or rules.row[f.row].to == To.PREY:
        return int(f.first)
    if f.actor != f.owner:
        return int(f.owner)
    if seat != f.owner:
        return seat
    return other_side(g, int(f.owner), int(f.ev))


@rule(int64, G, R, int64, int64)
def answers_needed(g, rules, i, seat):
    """Return how many answers spare a seat from the row: the row's own, skills of its user, changes while aiming."""
    f = g.stack[i]
    row = rules.row[f.row]
    n = int(row.un_l)
    if int(f.marks) & CARD_ROW and f.ev >= 0:
        e = g.stack[f.ev]
        owner = int(f.owner)
        n = value(g, rules, owner, Val.ANSWERS, int(e.ckind), seat, int(f.ev), n)
        count_value(g, rules, owner, Val.ANSWERS, int(e.ckind), seat, int(f.ev))
        if e.kind == Frame.TARGET:
            n += int(e.n)
    return n


@rule(int64, int64)
def choice_of_price(price):
    """Return the outcome that stands for paying a price."""
    if price == Price.DISCARD:
        return Choice.DISCARD
    if price == Price.GIVE:
        return Choice.GIVE
    if price == Price.SHOW:
        return Choice.SHOW
    return Choice.REFUSE


@rule(int64, int64)
def choice_of_effect(do):
    """Return the outcome that stands for letting an effect happen."""
    if do == Do.DAMAGE:
        return Choice.TAKE_DAMAGE
    if do == Do.LOSE_HP:
        return Choice.LOSE_HP
    if do == Do.DRAW:
        return Choice.LET_DRAW
    if do == Do.HEAL:
        return Choice.HEAL
    return Choice.ACCEPT


@rule(void, G, R, int64, int64)
def ask_outcome(g, rules, i, who):
    """Ask the payer to choose between the price and the effect."""
    f = g.stack[i]
    row = rules.row[f.row]
    open_request(g, Ask.VALUE, who, int(f.row), int(f.owner))
    g.req.ev = f.ev
    first = choice_of_price(row.unless)
    option(g, Opt.VALUE, NO_CARD, -1, f.row, -1, first)
    option(g, Opt.VALUE, NO_CARD, -1, f.row, -1, choice_of_effect(row.do))
    send(g, -1)


@rule(void, G, R, int64, int64)
def ask_spare(g, rules, i, seat):
    """Let the other side pay to be spared."""
    f = g.stack[i]
    row = rules.row[f.row]
    who = payer(g, rules, i, seat)
    if who < 0 or g.seat[who].alive == 0:
        return
    if row.unless == Price.PLAY:
        n = answers_needed(g, rules, i, seat)
        if n >= IMPOSSIBLE:
            return
        f.step = SPARED
        need = push_need(g, who, int(f.owner), lowest(rules.filter[row.un_filter].kinds), n, 0)
        if f.ev >= 0:
            g.stack[need].ckind = g.stack[f.ev].ckind
            g.stack[need].csuit = g.stack[f.ev].csuit
            g.stack[need].crank = g.stack[f.ev].crank
        g.stack[need].ev = i
        return
    if row.unless == Price.STRIKE:
        f.step = SPARED
        strike = push(g, Frame.STRIKE, who, int(f.second))
        g.stack[strike].row = f.row
        return
    n = amount(g, rules, int(f.row), row.un_l, row.un_o, row.un_r, int(f.owner), who, int(f.ev), i, int(f.entry))
    if row.unless != Price.REFUSE:
        if n <= 0:
            f.step = NEXT
            return
        if count_passing(g, rules, who, row.un_zones, row.un_filter, NO_CARD) < n:
            return
    f.step = SPARE_ASKED
    f.lo = n
    ask_outcome(g, rules, i, who)


@rule(void, G, R, int64)
def spare_asked(g, rules, i):
    """Take the payer's choice; cards of a price are picked next."""
    f = g.stack[i]
    row = rules.row[f.row]
    o = g.req.option[answered(g)]
    if g.status == Status.OVER:
        return
    who = int(g.req.seat)
    emit(g, Ev.NAME, who, -1, int(o.value), -1, f.row, NO_CARD, 0)
    f.step = APPLY
    if o.value == choice_of_effect(row.do):
        return
    if row.unless == Price.REFUSE:
        f.step = NEXT
        return
    f.step = SPARE_PICKED
    pick = push_pick_cards(g, who, who, row.un_zones, row.un_filter, int(f.lo), int(f.lo))
    p = g.stack[pick]
    p.row = -1
    p.owner = f.owner
    p.marks = PRICE
    p.hi = f.lo


@rule(void, G, R, int64)
def spare_picked(g, rules, i):
    """Take the cards that spare a seat."""
    f = g.stack[i]
    row = rules.row[f.row]
    who = payer(g, rules, i, int(f.cursor))
    f.step = NEXT
    f.worked = 0
    for k in range(WORDS):
        m = f.cards[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            if row.unless == Price.DISCARD:
                discard_from(g, rules, who, card)
            elif row.unless == Price.GIVE:
                take_out(g, rules, who, card)
                to_hand(g, rules, int(f.actor), card, 0)
                emit(g, Ev.GAIN, f.actor, who, 0, -1, f.row, card, 0)


@rule(void, G, R, int64)
def spared(g, rules, i):
    """See whether the seat was spared by playing cards; a dodged card may be made to hit all the same."""
    f = g.stack[i]
    row = rules.row[f.row]
    f.step = APPLY
    if f.ret == 0:
        return
    f.worked = 0
    f.step = NEXT
    if row.unless == Price.PLAY and int(f.marks) & CARD_ROW and bits.bit(g.when, When.DODGED) == 1:
        e = push_event(g, When.DODGED, int(f.cursor), int(f.owner))
        t = g.stack[e]
        t.ckind = g.stack[f.ev].ckind
        t.csuit = g.stack[f.ev].csuit
        t.crank = g.stack[f.ev].crank
        t.cbody = g.stack[f.ev].cbody
        copy_cards(t.cards, f.cards)
        f.step = DODGED
