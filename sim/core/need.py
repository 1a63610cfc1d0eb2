"""A seat needs a card of a kind: to answer, or to use it at once. Skills offer themselves first, then the hand."""

from sim.core import bits
from sim.core.answers import is_barred, kind_bit, list_answers, may_hold
from sim.core.ask import answered, open_request, option_pass, send
from sim.core.bits import ONE, ZERO, lowest
from sim.core.cards import colour, suit_read
from sim.core.codes import Ask, Ev, Frame, Opt, Phase, Status, When
from sim.core.jit import CARDS, G, R, int64, rule, void
from sim.core.layout import NO_CARD, WORDS
from sim.core.limits import spend
from sim.core.log import emit, more_cards
from sim.core.stack import KEEP, PROGRESS, copy_cards, pop, push, push_pick_cards
from sim.core.stats import count_skill, count_suit
from sim.core.window import open_window, push_event
from sim.core.zones import discard_used, take_out, to_table

# steps of a need
ROUND, OFFERED, ANSWERED, BY_SEVERAL, BY_SKILL = 0, 1, 2, 3, 4


@rule(int64, G, int64, int64, int64, int64, int64)
def push_need(g, seat, other, kind, n, flags):
    """Push the need of a seat for n cards of a kind; ``other`` is who makes it need them (-1: nobody)."""
    i = push(g, Frame.NEED, seat, other)
    f = g.stack[i]
    f.named = kind
    f.n = n
    f.marks = flags
    return i


@rule(void, G, R, int64, int64, int64, int64)
def describe(g, rules, i, seat, kind, row):
    """Fill in a frame's card from its physical cards (``cards``): kind, suit, rank, and what made it."""
    f = g.stack[i]
    f.ckind = kind
    f.cbody = -1
    if row >= 0:
        f.cbody = rules.row[row].bundle
    n = bits.count(f.cards)
    if n == 0:
        f.csuit = 6
        f.crank = 0
        return
    card = bits.first(f.cards)
    f.csuit = suit_read(g, rules, seat, card)
    f.crank = rules.card_rank[card]
    count_suit(g, rules, seat, card)
    if n > 1:
        shade = colour(int(f.csuit))
        for k in range(WORDS):
            m = f.cards[k]
            while m != ZERO:
                if colour(suit_read(g, rules, seat, 64 * k + lowest(m))) != shade:
                    shade = 6
                m &= m - ONE
        f.csuit = shade
        f.crank = 0


@rule(void, G, R, int64, int64, int64)
def find(g, rules, i, card, holder):
    """Make a card the found card of the ability in frame i."""
    f = g.stack[i]
    f.found = card
    f.fkind = rules.card_kind[card]
    f.fsuit = suit_read(g, rules, holder, card)
    f.frank = rules.card_rank[card]


@rule(void, G, R, int64, CARDS)
def lay_down(g, rules, seat, cards):
    """Move a seat's cards to the table."""
    for k in range(WORDS):
        m = cards[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            take_out(g, rules, seat, card)
            to_table(g, card, 0)


@rule(void, G, R, int64, int64)
def note_slash(g, rules, seat, kind):
    """Count an attack used or played in the seat's own play phase."""
    if seat == g.turn and g.phase == Phase.PLAY and bits.bit(rules.kind[kind].isa, int(rules.attack_kind)) == 1:
        g.seat[seat].slashes += 1


@rule(void, G, R, int64)
def end_need(g, rules, met):
    """End the need: played cards are discarded, a kept one is described to the frame below."""
    f = g.stack[g.sp - 1]
    below = g.stack[g.sp - 2]
    if int(f.marks) & KEEP and met == 1:
        copy_cards(below.cards, f.cards)
        below.fkind = f.fkind
        below.second = f.second
    else:
        if below.kind == Frame.ABILITY and bits.bit(g.when, When.DODGED) == 1:
            copy_cards(below.cards, f.cards)
        discard_used(g, f.cards)
    pop(g, met)


@rule(void, G, R, int64)
def ask_hand(g, rules, i):
    """Ask the seat for a card; without any the need is not met."""
    f = g.stack[i]
    if may_hold(g, rules, int(f.a), int(f.named)) == 0:
        end_need(g, rules, 0)
        return
    open_request(g, Ask.RESPOND, int(f.a), -1, int(f.a))
    option_pass(g)
    list_answers(g, rules, int(f.a), kind_bit(rules, int(f.named)))
    if g.status == Status.OVER:
        return
    if g.req.n == 1:
        end_need(g, rules, 0)
        return
    g.req.need = f.named
    g.req.ev = i
    f.step = ANSWERED
    send(g, int(f.named))


@rule(void, G, R, int64, int64, int64)
def play_answer(g, rules, i, kind, row):
    """Lay the answer on the table; it counts, and rows at ANSWERED see it (not when it is kept to be used)."""
    f = g.stack[i]
    seat = int(f.a)
    for k in range(WORDS):
        f.cards[k] |= f.paid[k]
    f.fkind = kind
    f.found = bits.first(f.paid)
    f.second = row
    f.n -= 1
    f.step = ROUND
    if int(f.marks) & KEEP == 0:
        emit(g, Ev.RESPOND, seat, -1, 0, kind, row, f.found, 0)
        more_cards(g, seat, f.paid)
    if row >= 0:
        count_skill(g, seat, int(rules.row[row].bundle), 1)
        if rules.row[row].limit != 0 and int(f.marks) & KEEP == 0:
            spend(g, seat, int(rules.row[row].ability))
    lay_down(g, rules, seat, f.paid)
    note_slash(g, rules, seat, kind)
    f.fsuit = suit_read(g, rules, seat, int(f.found))
    if int(f.marks) & KEEP == 0 and bits.bit(g.when, When.ANSWERED) == 1:
        e = push_event(g, When.ANSWERED, seat, int(f.b))
        copy_cards(g.stack[e].cards, f.paid)
        describe(g, rules, e, seat, kind, row)


@rule(void, G, R, int64)
def take_answer(g, rules, i):
    """Take the answer: a pass, a card, or a way to make one of several."""
    f = g.stack[i]
    o = g.req.option[answered(g)]
    if g.status == Status.OVER:
        return
    seat = int(f.a)
    if o.type == Opt.PASS:
        emit(g, Ev.PASS, seat, -1, 0, f.named, -1, NO_CARD, 0)
        end_need(g, rules, 0)
        return
    if o.type == Opt.SKILL:
        f.step = BY_SEVERAL
        f.first = o.kind
        f.second = o.row
        copy_cards(f.paid, f.cards)
        row = rules.row[o.row]
        pick = push_pick_cards(g, seat, seat, int(row.zones), int(row.cards), int(row.n_l), int(row.n_l))
        g.stack[pick].row = o.row
        g.stack[pick].owner = seat
        return
    bits.clear(f.paid)
    bits.add(f.paid, int(o.card))
    play_answer(g, rules, i, int(o.kind), int(o.row))


@rule(void, G, R, int64)
def helped(g, rules, i):
    """Count a helper's card for the need in frame i: it lies in the top frame's ``cards``."""
    need = g.stack[i]
    f = g.stack[g.sp - 1]
    need.n -= 1
    need.marks = int(need.marks) | PROGRESS
    if int(need.marks) & KEEP:
        copy_cards(need.cards, f.cards)
        need.fkind = f.fkind
        need.second = f.second
    note_slash(g, rules, int(need.a), int(need.named))


@rule(void, G, R)
def need_step(g, rules):
    """Bring the need nearer to its end by one round; the frame below gets 1 if it was met."""
    i = int(g.sp) - 1
    f = g.stack[i]
    seat = int(f.a)
    if f.step == ANSWERED:
        take_answer(g, rules, i)
        return
    if f.step == BY_SEVERAL:
        for k in range(WORDS):  # the pick has put its cards over those played before
            picked = f.cards[k]
            f.cards[k] = f.paid[k]
            f.paid[k] = picked
        play_answer(g, rules, i, int(f.first), int(f.second))
        return
    if f.step == BY_SKILL:
        end_need(g, rules, int(int(f.marks) & PROGRESS != 0))
        return
    if g.seat[seat].alive == 0:
        end_need(g, rules, 0)
        return
    if int(f.marks) & PROGRESS:
        f.marks = int(f.marks) & ~PROGRESS
        f.step = ROUND
    if f.n <= 0:
        end_need(g, rules, 1)
        return
    if f.step == ROUND:
        f.step = OFFERED
        if is_barred(g, rules, seat, int(f.named)) == 1:
            end_need(g, rules, 0)
            return
        if bits.bit(g.seat[seat].when, When.NEEDED) == 1:
            open_window(g, When.NEEDED, i)
            return
    ask_hand(g, rules, i)
