"""An ability runs: offer, naming, price, targets, effect on each, then the rows of the same ability that follow."""

from sim.core import bits
from sim.core.ask import ask_confirm, answered, open_request, option, send
from sim.core.bits import ONE, ZERO, lowest
from sim.core.codes import (
    QTY,
    Ask,
    Choice,
    Do,
    Ev,
    Flag,
    Frame,
    Limit,
    Naming,
    Opt,
    Price,
    Qty,
    Status,
    To,
    Val,
    When,
)
from sim.core.effects import apply, settle
from sim.core.harm import lose_hp
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD, SURE, WORDS
from sim.core.log import card_event, emit
from sim.core.need import push_need
from sim.core.offer import (
    acts,
    choosable,
    does_something,
    lowest_seat,
    other_side,
    own_card,
    pair_seconds,
    payable,
    within_limit,
)
from sim.core.query import amount, conditions, count_passing, fits, related, suit_read, value
from sim.core.stack import ACCEPTED, CARD_ROW, PRICE, copy_cards, goes_on, pop, push, push_pick_cards, push_pick_seats
from sim.core.stats import count_skill, count_value
from sim.core.use import spend
from sim.core.window import push_event
from sim.core.zones import discard_from, take_out, to_hand, to_table

# steps of an ability
BEGIN, OFFER, NAME, NAMED, COST, PAID = 0, 1, 2, 3, 4, 5
TARGET, TARGETED, PAIRED, NAME_THEIRS, THEIRS = 6, 7, 8, 9, 10
START_WORK, NEXT, SPARED, SPARE_ASKED, SPARE_PICKED, DODGED = 11, 12, 13, 14, 15, 16
APPLY, APPLIED, ROW_END = 17, 18, 19


# ---------------------------------------------------------------- may it work, and will it


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
        them = lowest_seat(int(f.them))
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
            possible = does_something(
                g, rules, int(f.row), int(f.owner), int(f.actor), int(f.ev), i, int(f.entry)
            )
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


# ---------------------------------------------------------------- naming


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
        ask_name(g, i, lowest_seat(int(f.them)), int(naming == Naming.THEIR_COLOUR))


# ---------------------------------------------------------------- price


@rule(int64, G, R, int64)
def cost_size(g, rules, i):
    """Return how much the row's price is (the least, for 'one or more')."""
    f = g.stack[i]
    row = rules.row[f.row]
    them = other_side(g, int(f.owner), int(f.ev))
    if f.them != 0:
        them = lowest_seat(int(f.them))
    return amount(
        g, rules, int(f.row), row.cost_l, row.cost_o, row.cost_r, int(f.owner), them, int(f.ev), i, int(f.entry)
    )


@rule(void, G, R, int64)
def cost(g, rules, i):
    """Ask for the price; a price on the difference of a pair waits until the pair is chosen."""
    f = g.stack[i]
    row = rules.row[f.row]
    price = row.cost
    f.spent = 0
    bits.clear(f.paid)
    bits.clear(f.cards)
    f.step = TARGET
    spend_limit(g, rules, i)
    if price == Price.FREE:
        return
    if price == Price.DISCARD or price == Price.GIVE or price == Price.SHOW:
        if row.cost_l == QTY + Qty.GAP and f.second < 0:
            return
        ask_price(g, rules, i)
        return
    f.step = PAID
    f.ret = 1
    n = cost_size(g, rules, i)
    if price == Price.PLAY:
        push_need(g, int(f.actor), -1, lowest(rules.filter[row.cost_filter].kinds), n, 0)
    elif price == Price.LOSE_HP:
        f.spent = n
        lose_hp(g, int(f.actor), n)
        f.ret = 1
    elif price == Price.FORGO:
        g.stack[f.ev].n -= n
        f.spent = n
    elif price == Price.SKIP:
        g.stack[f.ev].cancelled = 1


@rule(void, G, R, int64)
def spend_limit(g, rules, i):
    """Spend a use of the row's limit."""
    f = g.stack[i]
    limit = rules.row[f.row].limit
    if (limit == Limit.TURN or limit == Limit.GAME) and int(f.marks) & CARD_ROW == 0:
        spend(g, int(f.actor), int(rules.row[f.row].ability))


@rule(void, G, R, int64)
def ask_price(g, rules, i):
    """Let the actor pick the cards of a price."""
    f = g.stack[i]
    row = rules.row[f.row]
    n = cost_size(g, rules, i)
    hi = n
    if int(row.marks) & Flag.COST_PLUS:
        own = own_card(g, rules, int(f.row), int(f.owner), int(f.entry))
        hi = count_passing(g, rules, int(f.actor), row.cost_zones, row.cost_filter, own)
    f.step = PAID
    pick = push_pick_cards(g, int(f.actor), int(f.actor), row.cost_zones, row.cost_filter, n, hi)
    p = g.stack[pick]
    p.row = f.row
    p.owner = f.owner
    p.entry = f.entry
    p.ev = f.ev
    p.marks = PRICE
    own = own_card(g, rules, int(f.row), int(f.owner), int(f.entry))
    if own != NO_CARD:
        p.named = own
    p.ckind = g.stack[f.ev].ckind if f.ev >= 0 else -1


@rule(void, G, R, int64)
def paid(g, rules, i):
    """Take the price; one that was not paid ends the row."""
    f = g.stack[i]
    row = rules.row[f.row]
    price = row.cost
    f.step = TARGET
    if price == Price.PLAY and f.ret == 0:
        f.worked = 0
        f.step = ROW_END
        return
    if price == Price.DISCARD or price == Price.GIVE or price == Price.SHOW:
        copy_cards(f.paid, f.cards)
        f.spent = bits.count(f.paid)
        hand_over_price(g, rules, i)
        if row.cost_l == QTY + Qty.GAP:
            f.step = NAME_THEIRS


@rule(void, G, R, int64)
def hand_over_price(g, rules, i):
    """Move the cards of a price; the last one becomes the found card."""
    f = g.stack[i]
    row = rules.row[f.row]
    actor = int(f.actor)
    for k in range(WORDS):
        m = f.paid[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            find(g, rules, i, card, actor)
            if row.cost == Price.SHOW:
                card_event(g, Ev.SHOW, actor, card)
                bits.add(g.seat[actor].open, card)
            elif row.cost == Price.GIVE:
                take_out(g, rules, actor, card)
                to_hand(g, rules, int(f.owner), card, 0)
                emit(g, Ev.GAIN, f.owner, actor, 0, -1, f.row, card, 0)
            elif row.do == Do.REJUDGE:
                take_out(g, rules, actor, card)
                to_table(g, card, 0)
            else:
                discard_from(g, rules, actor, card)


@rule(void, G, R, int64, int64, int64)
def find(g, rules, i, card, holder):
    """Make a card the found card of the ability in frame i."""
    f = g.stack[i]
    f.found = card
    f.fkind = rules.card_kind[card]
    f.fsuit = suit_read(g, rules, holder, card)
    f.frank = rules.card_rank[card]


# ---------------------------------------------------------------- targets


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
        emit(g, Ev.TARGETS, f.actor, -1, lowest_seat(int(f.them)), -1, f.row, NO_CARD, int(f.them))
        return
    if f.first < 0 or f.second < 0:
        f.first = lowest_seat(int(f.them))
        f.step = PAIRED
        mask = choosable(g, rules, int(f.row), int(f.owner), int(f.actor), int(f.ev), i, int(f.entry))
        seconds = pair_seconds(g, rules, int(f.row), int(f.owner), int(f.actor), mask, int(f.first))
        ask_seats(g, i, seconds, 1, 1)


@rule(void, G, R, int64)
def paired(g, rules, i):
    """Take the second of a pair; a price on their difference is paid now."""
    f = g.stack[i]
    f.second = lowest_seat(int(f.them))
    f.them = (1 << int(f.first)) | (1 << int(f.second))
    emit(g, Ev.TARGETS, f.actor, int(f.second), int(f.first), -1, f.row, NO_CARD, int(f.them))
    f.step = NAME_THEIRS
    if rules.row[f.row].cost_l == QTY + Qty.GAP:
        ask_price(g, rules, i)


# ---------------------------------------------------------------- work


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
    place = int(g.place_of[start])
    for k in range(g.n):
        other = int(g.seat_at[(place + k) % int(g.n)])
        if (left >> other) & 1:
            seat = other
            break
    f.left = left & ~(1 << seat)
    if g.seat[seat].alive == 0:
        return
    f.cursor = seat
    f.step = APPLY
    if row.unless != Price.FREE:
        ask_spare(g, rules, i, seat)


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
        if n >= SURE:
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
        f.step = DODGED


@rule(void, G, R, int64)
def row_end(g, rules, i):
    """Go on to the next row of the ability, or end it."""
    f = g.stack[i]
    row = rules.row[f.row]
    if row.more <= 0:
        pop(g, int(f.worked))
        return
    f.row += 1
    f.step = BEGIN
    f.marks = int(f.marks) & ~ACCEPTED


# ---------------------------------------------------------------- one step


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
    elif step == APPLY:
        f.step = APPLIED
        apply(g, rules, i, int(f.cursor))
    elif step == APPLIED:
        f.step = NEXT
        settle(g, rules, i, int(f.cursor))
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
    if step == BEGIN:
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
