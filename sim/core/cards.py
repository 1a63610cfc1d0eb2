"""Cards and filters: what a card is for the seat that holds it, and whether it passes."""

from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.codes import ANY_OF, Flag, Relation, Suit, Val, Zone
from sim.core.jit import G, R, int64, rule, uint64
from sim.core.layout import NO_CARD, SLOTS, WORDS


@rule(int64, int64)
def colour(suit):
    """Return BLACK, RED or NONE for a suit."""
    if suit == Suit.SPADE or suit == Suit.CLUB or suit == Suit.BLACK:
        return Suit.BLACK
    if suit == Suit.HEART or suit == Suit.DIAMOND or suit == Suit.RED:
        return Suit.RED
    return Suit.NONE


@rule(int64, R, int64, int64, int64, int64)
def fits(rules, f, kind, suit, rank):
    """Return 1 if a card so described passes a filter; its relation is looked at elsewhere. Suit -1: not asked."""
    if f == 0:
        return 1
    fl = rules.filter[f]
    if kind >= 0 and bits.bit(fl.kinds, kind) == 0:  # the filter knows which kinds count as another
        return 0
    if kind < 0 and ~fl.kinds != ZERO:
        return 0
    if suit >= 0 and (int(fl.suits) >> int(suit)) & 1 == 0:
        return 0
    if rank > 0 and (int(fl.ranks) >> int(rank)) & 1 == 0:
        return 0
    return 1


@rule(int64, G, R, int64, int64)
def suit_read(g, rules, seat, card):
    """Return the suit in which a seat reads one of its cards (or its judgement card)."""
    suit = int(rules.card_suit[card])
    if seat < 0 or g.seat[seat].reads_suits == 0:
        return suit
    read = suit
    s = g.seat[seat]
    for k in range(s.n_values):
        row = rules.row[s.held[k]]
        if row.as_ == Val.SUIT and (int(rules.filter[row.on].suits) >> suit) & 1:
            read = int(row.lo)
    return read


@rule(int64, G, R, int64, int64, int64)
def passes(g, rules, seat, f, card):
    """Return 1 if a physical card, as its holder reads it, passes a filter."""
    if f == 0:
        return 1
    if seat < 0 or g.seat[seat].reads_suits == 0:
        return bits.has(rules.filter[f].cards, card)
    return fits(rules, f, rules.card_kind[card], suit_read(g, rules, seat, card), rules.card_rank[card])


@rule(int64, G, int64, int64, int64, int64)
def related(g, relation, fr, suit, seat):
    """Return 1 if a suit stands as the filter's relation wants to what the running ability named, found or paid."""
    if relation == Relation.NONE or fr < 0:
        return 1
    f = g.stack[fr]
    named = int(f.named)
    if relation == Relation.NAMED or relation == Relation.NOT_NAMED:
        same = int(suit == named or (named >= Suit.BLACK and colour(suit) == named))
        if relation == Relation.NAMED:
            return same
        return 1 - same
    if relation == Relation.FOUND_SUIT:
        return int(f.fsuit == suit)
    return int(colour(f.fsuit) == colour(suit))


@rule(int64, G, R, int64, int64, int64, int64)
def count_passing(g, rules, seat, zones, f, without):
    """Return how many of a seat's cards in some zones pass a filter; ``without`` is a card left out."""
    s = g.seat[seat]
    n = 0
    if zones & Zone.HAND:
        if f == 0:
            n += int(s.n_hand)
        elif s.reads_suits == 0:
            n += bits.common(s.hand, rules.filter[f].cards)
        else:
            for k in range(WORDS):
                m = s.hand[k]
                while m != ZERO:
                    n += passes(g, rules, seat, f, 64 * k + bits.lowest(m))
                    m &= m - ONE
        if without != NO_CARD and bits.has(s.hand, without) == 1 and passes(g, rules, seat, f, without) == 1:
            n -= 1
    for slot in range(SLOTS):
        card = int(s.equip[slot])
        if zones & (Zone.WEAPON << slot) and card != NO_CARD and card != without:
            n += passes(g, rules, seat, f, card)
    if zones & Zone.JUDGE:
        n += int(s.n_judge)
    if zones & Zone.STASH:
        for k in range(WORDS):
            m = s.stash[k]
            while m != ZERO:
                n += passes(g, rules, seat, f, 64 * k + bits.lowest(m))
                m &= m - ONE
    return n


@rule(int64, G, R, int64, int64, int64)
def makes(g, rules, seat, r, kind):
    """Return 1 if a VIEW_AS row of a seat makes a kind now: its own, the one used last, or any of a class."""
    row = rules.row[r]
    if row.as_ >= 0:
        return int(row.as_ == kind)
    if kind < 0 or rules.kind[kind].slot >= 0:
        return 0
    if int(row.marks) & Flag.LAST:
        return int(g.seat[seat].last_kind == kind)
    return bits.bit(rules.filter[ANY_OF - int(row.as_)].kinds, kind)


@rule(uint64, G, R, int64, int64)
def made_kinds(g, rules, seat, r):
    """Return the kinds that a VIEW_AS row of a seat can make now, and all that they count as."""
    made = ZERO
    for kind in range(rules.n_kinds):
        if makes(g, rules, seat, r, kind) == 1:
            made |= rules.kind[kind].isa
    return made
