"""Requests: the record of a decision, and the two that every rule shares, picking cards and picking seats."""

from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.cards import passes, related, suit_read
from sim.core.circle import seat_after
from sim.core.codes import EQUIP, Ask, Err, Ev, Opt, Status, To, Zone
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD, OPTIONS, SLOTS, WORDS
from sim.core.log import emit
from sim.core.numbers import where
from sim.core.stack import PRICE, copy_cards, pop
from sim.core.status import stop_with
from sim.core.zones import random_hand_card


@rule(void, G, int64, int64, int64, int64)
def open_request(g, kind, seat, row, owner):
    """Start a request; options are added, then ``send``."""
    q = g.req
    q.kind = kind
    q.seat = seat
    q.row = row
    q.owner = owner
    q.need = -1
    q.ev = -1
    q.frame = g.sp - 1
    q.price = 0
    q.lo = 1
    q.hi = 1
    q.done = 0
    q.n = 0
    bits.clear(q.picked)


@rule(void, G, int64, int64, int64, int64, int64, int64)
def option(g, kind_of_option, card, kind, row, seat, value):
    """Add an option to the request."""
    q = g.req
    if q.n >= OPTIONS:
        stop_with(g, Err.OPTION_CAP, int(q.seat))
        return
    o = q.option[q.n]
    o.type = kind_of_option
    o.card = card
    o.kind = kind
    o.row = row
    o.seat = seat
    o.value = value
    q.n += 1


@rule(void, G)
def option_pass(g):
    """Add the option to pass, to be done, to say no."""
    option(g, Opt.PASS, NO_CARD, -1, -1, -1, 0)


@rule(void, G, int64)
def send(g, what):
    """Hand the request to its seat; ``what`` is the kind asked for in the log, -1: by its row."""
    if g.status != Status.RUNNING:
        return
    g.status = Status.ASKING
    g.decisions += 1
    emit(g, Ev.ASK, g.req.seat, -1, g.req.kind, what, g.req.row, NO_CARD, 0)


@rule(void, G, int64, int64, int64)
def ask_confirm(g, seat, row, owner):
    """Offer an optional ability."""
    open_request(g, Ask.CONFIRM, seat, row, owner)
    option_pass(g)
    option(g, Opt.YES, NO_CARD, -1, row, owner, 0)
    g.req.ev = g.stack[g.sp - 1].ev
    send(g, -1)


@rule(int64, G)
def answered(g):
    """Return the index of the option that was chosen; an index out of range ends the game as the bot's error."""
    i = int(g.answer)
    if i < 0 or i >= g.req.n:
        stop_with(g, Err.BAD_ANSWER, int(g.req.seat))
        return 0
    return i


# ---------------------------------------------------------------- picking seats


@rule(int64, int64)
def count_mask(mask):
    """Return how many seats a mask holds."""
    n = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


@rule(void, G, int64)
def choose_seat(g, seat):
    """Move a seat from the candidates of the top frame to its chosen ones."""
    f = g.stack[g.sp - 1]
    f.left = int(f.left) & ~(1 << seat)
    f.them = int(f.them) | (1 << seat)
    f.n += 1
    if f.first < 0:
        f.first = seat


@rule(void, G)
def end_seats(g):
    """Bring the chosen seats to the frame below."""
    f = g.stack[g.sp - 1]
    below = g.stack[g.sp - 2]
    below.them = f.them
    pop(g, int(f.n))


@rule(void, G, R)
def pick_seats_step(g, rules):
    """Choose lo to hi seats out of ``left``; what is forced is not asked."""
    f = g.stack[g.sp - 1]
    if f.step == 1:
        f.step = 0
        o = g.req.option[answered(g)]
        if g.status == Status.OVER:
            return
        if o.type == Opt.PASS:
            end_seats(g)
            return
        choose_seat(g, int(o.seat))
    left = int(f.left)
    n_left = count_mask(left)
    if f.n >= f.hi or n_left == 0:
        end_seats(g)
        return
    if n_left + f.n <= f.lo:
        for i in range(g.n):
            if (left >> i) & 1:
                choose_seat(g, i)
        end_seats(g)
        return
    open_request(g, Ask.TARGET, int(f.a), int(f.row), int(f.owner))
    g.req.ev = f.ev
    g.req.lo = f.lo
    g.req.hi = f.hi
    g.req.done = f.n
    copy_cards(g.req.picked, f.cards)
    if f.n >= f.lo:
        option_pass(g)
    for k in range(g.n):
        seat = seat_after(g, int(f.a), k)
        if (left >> seat) & 1:
            option(g, Opt.SEAT, NO_CARD, -1, f.row, seat, 0)
    f.step = 1
    send(g, int(f.ckind))


# ---------------------------------------------------------------- picking cards


@rule(int64, G, R, int64, int64)
def leaves_a_target(g, rules, card, seat):
    """Return 1 if the ability that asks for a price still has a seat to choose once this card is paid."""
    f = g.stack[g.sp - 1]
    row = rules.row[f.row]
    if (row.to != To.OTHER and row.to != To.ANY) or row.w1o == 0 or bits.has(g.seat[seat].hand, card) == 1:
        return 1
    g.turned = card
    found = 0
    for i in range(g.n):
        if g.seat[i].alive == 0 or (i == f.owner and row.to == To.OTHER):
            continue
        if where(g, rules, f.row, int(f.owner), i, int(f.ev), g.sp - 2, int(f.entry)) == 1:
            found = 1
    g.turned = NO_CARD
    return found


@rule(int64, G, R, int64, int64)
def pickable(g, rules, card, seat):
    """Return 1 if the top frame (a pick of cards) may take a card of a seat."""
    f = g.stack[g.sp - 1]
    if bits.has(f.cards, card) == 1 or card == f.named:
        return 0
    if f.filter != 0:
        if passes(g, rules, seat, f.filter, card) == 0:
            return 0
        relation = int(rules.filter[f.filter].relation)
        if relation != 0 and related(g, relation, g.sp - 2, suit_read(g, rules, seat, card), seat) == 0:
            return 0
    if f.marks & PRICE and f.zones & EQUIP and f.row >= 0:
        return leaves_a_target(g, rules, card, seat)
    return 1


@rule(void, G, R)
def list_cards(g, rules):
    """Add every card that the top frame may pick as an option; an unseen hand is one option."""
    f = g.stack[g.sp - 1]
    whose = int(f.b)
    if whose < 0:
        for k in range(WORDS):
            m = g.shown[k] & ~f.cards[k]
            while m != ZERO:
                card = 64 * k + bits.lowest(m)
                m &= m - ONE
                option(g, Opt.CARD, card, rules.card_kind[card], f.row, -1, 0)
        return
    s = g.seat[whose]
    if f.zones & Zone.HAND:
        unseen = 0
        for k in range(WORDS):
            m = s.hand[k] & ~f.cards[k]
            while m != ZERO:
                card = 64 * k + bits.lowest(m)
                m &= m - ONE
                if whose != f.a:
                    unseen = 1
                elif pickable(g, rules, card, whose) == 1:
                    option(g, Opt.CARD, card, rules.card_kind[card], f.row, whose, 0)
        if unseen == 1:
            option(g, Opt.HAND, NO_CARD, -1, f.row, whose, 0)
    for slot in range(SLOTS):
        card = int(s.equip[slot])
        if f.zones & (Zone.WEAPON << slot) and card != NO_CARD and pickable(g, rules, card, whose) == 1:
            option(g, Opt.CARD, card, rules.card_kind[card], f.row, whose, 0)
    if f.zones & Zone.JUDGE:
        for k in range(s.n_judge):
            card = int(s.judge_card[k])
            if bits.has(f.cards, card) == 0:
                option(g, Opt.CARD, card, s.judge_kind[k], f.row, whose, 0)
    if f.zones & Zone.STASH:
        for k in range(WORDS):
            m = s.stash[k] & ~f.cards[k]
            while m != ZERO:
                card = 64 * k + bits.lowest(m)
                m &= m - ONE
                if pickable(g, rules, card, whose) == 1:
                    option(g, Opt.CARD, card, rules.card_kind[card], f.row, whose, 0)


@rule(int64, G)
def choices_left(g):
    """Return how many cards the listed options stand for: an unseen hand counts all its unpicked cards."""
    f = g.stack[g.sp - 1]
    n = int(g.req.n)
    for k in range(g.req.n):
        if g.req.option[k].type == Opt.HAND:
            s = g.seat[f.b]
            n += int(s.n_hand) - bits.common(s.hand, f.cards) - 1
    return n


@rule(void, G, int64)
def choose_option_card(g, index):
    """Put the card of an option among the picked ones; an unseen one is drawn by chance."""
    f = g.stack[g.sp - 1]
    o = g.req.option[index]
    card = int(o.card)
    if o.type == Opt.HAND:
        card = random_hand_card(g, int(f.b), 0)
        while bits.has(f.cards, card) == 1:
            card = random_hand_card(g, int(f.b), 0)
    bits.add(f.cards, card)
    f.n += 1


@rule(void, G)
def done_first(g):
    """Put the option to be done in front of the listed ones."""
    option_pass(g)
    if g.status == Status.OVER:
        return
    q = g.req
    last = int(q.n) - 1
    q.option[last].type = q.option[0].type
    q.option[last].card = q.option[0].card
    q.option[last].kind = q.option[0].kind
    q.option[last].row = q.option[0].row
    q.option[last].seat = q.option[0].seat
    q.option[last].value = q.option[0].value
    o = q.option[0]
    o.type = Opt.PASS
    o.card = NO_CARD
    o.kind = -1
    o.row = -1
    o.seat = -1


@rule(void, G)
def end_cards(g):
    """Bring the picked cards to the frame below."""
    f = g.stack[g.sp - 1]
    below = g.stack[g.sp - 2]
    copy_cards(below.cards, f.cards)
    pop(g, int(f.n))


@rule(void, G, R)
def pick_cards_step(g, rules):
    """Choose lo to hi cards; what is forced is not asked."""
    f = g.stack[g.sp - 1]
    if f.step == 1:
        f.step = 0
        i = answered(g)
        if g.status == Status.OVER:
            return
        if g.req.option[i].type == Opt.PASS:
            end_cards(g)
            return
        choose_option_card(g, i)
    if f.n >= f.hi:
        end_cards(g)
        return
    open_request(g, Ask.CARD, int(f.a), int(f.row), int(f.owner))
    list_cards(g, rules)
    if g.status == Status.OVER:
        return
    left = choices_left(g)
    if left + f.n <= f.lo:
        while g.req.n > 0:
            choose_option_card(g, 0)
            g.req.n = 0
            list_cards(g, rules)
        end_cards(g)
        return
    if g.req.n == 1 and f.n < f.lo:  # one unseen hand: chance, not a choice
        choose_option_card(g, 0)
        return
    if left == 0:
        end_cards(g)
        return
    if f.n >= f.lo:
        done_first(g)
    g.req.ev = f.ev
    g.req.lo = f.lo
    g.req.hi = f.hi
    g.req.done = f.n
    g.req.price = f.marks & PRICE
    copy_cards(g.req.picked, f.cards)
    f.step = 1
    send(g, -1)
