"""Whether an actor can pay a price."""

from sim.core import bits
from sim.core.cards import count_passing, made_kinds, related
from sim.core.codes import QTY, Flag, Price, Qty, When, Zone
from sim.core.jit import G, R, int64, rule, uint64
from sim.core.layout import NO_CARD, SLOTS, WORDS
from sim.core.numbers import amount, other_side


@rule(int64, G, R, int64, uint64)
def may_make(g, rules, seat, kinds):
    """Return 1 if a skill or equipment of a seat could bring it a card of some kinds."""
    s = g.seat[seat]
    if s.views & kinds == bits.ZERO and bits.bit(s.when, When.NEEDED) == 0:
        return 0
    for k in range(s.n_values, s.n_held):
        row = rules.row[s.held[k]]
        when = int(s.held_when[k])
        if when == When.NEEDED and rules.filter[row.on].kinds & kinds != bits.ZERO:
            return 1
        if when != When.VIEW_AS:
            continue
        made = bits.ZERO
        if row.as_ >= 0:
            made = rules.kind[row.as_].isa
        else:
            made = made_kinds(g, rules, seat, int(s.held[k]))
        if made & kinds != bits.ZERO:
            if count_passing(g, rules, seat, row.zones, row.cards, NO_CARD) >= row.n_l:
                return 1
    return 0


@rule(int64, G, R, int64, int64, int64)
def has_kind_to_play(g, rules, seat, f, without):
    """Return how many cards a seat could answer a kind filter with: hand cards, or 99 if a skill may make them."""
    if may_make(g, rules, seat, rules.filter[f].kinds) == 1:
        return 99
    return count_passing(g, rules, seat, Zone.HAND, f, without)


@rule(int64, G, R, int64, int64, int64, int64)
def count_related(g, rules, seat, zones, f, fr):
    """Return how many hand cards pass a filter and its relation to the running ability."""
    n = 0
    relation = int(rules.filter[f].relation)
    for k in range(WORDS):
        m = g.seat[seat].hand[k] & rules.filter[f].cards[k]
        while m != 0:
            card = 64 * k + bits.lowest(m)
            m &= m - bits.ONE
            n += related(g, relation, fr, rules.card_suit[card], seat)
    return n


@rule(int64, G, R, int64, int64, int64)
def own_card(g, rules, r, owner, entry):
    """Return the equipped card that row r belongs to, NO_CARD if it is a skill's: no card pays for its own row."""
    bundle = int(rules.row[r].bundle)
    if entry >= 0 or bundle >= rules.n_kinds:
        return NO_CARD
    for slot in range(SLOTS):
        card = int(g.seat[owner].equip[slot])
        if card != NO_CARD and int(rules.card_kind[card]) == bundle:
            return card
    return NO_CARD


@rule(int64, G, R, int64, int64, int64, int64, int64, int64)
def payable(g, rules, r, owner, actor, ev, fr, entry):
    """Return 1 if the actor can pay the row's price in full."""
    row = rules.row[r]
    if row.cost == Price.FREE:
        return 1
    if row.cost == Price.SKIP:
        return 1
    if row.cost == Price.FORGO:
        return int(
            ev >= 0
            and g.stack[ev].n >= amount(g, rules, r, row.cost_l, row.cost_o, row.cost_r, owner, -1, ev, fr, entry)
        )
    if row.cost == Price.LOSE_HP:
        return int(g.seat[actor].hp > 0)
    them = other_side(g, owner, ev)
    n = 1
    if row.marks & Flag.COST_PLUS == 0:
        if row.cost_l == QTY + Qty.GAP:
            n = 0  # paid after the pair is chosen, and looked at with it
        else:
            n = amount(g, rules, r, row.cost_l, row.cost_o, row.cost_r, owner, them, ev, fr, entry)
    if n <= 0:
        return 1
    if row.cost == Price.PLAY:
        return int(has_kind_to_play(g, rules, actor, row.cost_filter, NO_CARD) >= n)
    if rules.filter[row.cost_filter].relation != 0 and fr >= 0:
        return int(count_related(g, rules, actor, row.cost_zones, row.cost_filter, fr) >= n)
    own = own_card(g, rules, r, owner, entry)
    return int(count_passing(g, rules, actor, row.cost_zones, row.cost_filter, own) >= n)
