"""The numbers of rows: quantities, conditions, amounts, passive values, distance and reach; asked, never changed.

``me`` is the owner of a row, ``them`` the other side (-1: nobody), ``ev`` the frame of the event (-1: none), ``fr``
the running ability's frame (-1: none), ``entry`` the owner's entry that holds the row (-1: none).
"""

from sim.core import bits
from sim.core.cards import fits
from sim.core.codes import QTY, THEIR, Flag, Frame, Op, Qty, Val, Who
from sim.core.jit import G, R, int64, rule
from sim.core.layout import ANYWHERE, BY_WEAPON, NO_CARD, SLOTS


@rule(int64, G, int64, int64)
def steps_between(g, a, b):
    """Return the shorter way round between two living seats."""
    d = int(g.ring[a]) - int(g.ring[b])
    if d < 0:
        d = -d
    return min(d, int(g.n_alive) - d)


@rule(int64, G, int64, int64, int64)
def tally_of(g, actor, ability, what):
    """Return of what an actor did through an ability: 0 uses this turn, 1 cards given this turn, 2 uses this game."""
    for k in range(g.n_spent):
        p = g.spent[k]
        if p.actor == actor and p.ability == ability:
            if what == 0:
                return int(p.n)
            if what == 1:
                return int(p.tally)
            return int(p.game)
    return 0


@rule(int64, G, int64, int64)
def own_quantity(g, q, seat):
    """Return a quantity of one seat (HP to FACTION)."""
    s = g.seat[seat]
    if q == Qty.HP:
        return int(s.hp)
    if q == Qty.LOST_HP:
        return int(s.max_hp) - int(s.hp)
    if q == Qty.MAX_HP:
        return int(s.max_hp)
    if q == Qty.HAND:
        return int(s.n_hand)
    if q == Qty.WEAPON:
        return int(s.equip[0] != NO_CARD and int(s.equip[0]) != g.turned)
    if q == Qty.ARMOUR:
        return int(s.equip[1] != NO_CARD)
    if q == Qty.MALE:
        return int(s.male)
    if q == Qty.FACTION:
        return int(s.faction)
    n = int(s.n_hand)
    for slot in range(SLOTS):
        if s.equip[slot] != NO_CARD:
            n += 1
    if q == Qty.ALL_CARDS:
        n += int(s.n_judge)
    return n


@rule(int64, G, int64)
def count_factions(g, women):
    """Return how many factions are alive, or how many women."""
    mask = 0
    n = 0
    for i in range(g.n):
        s = g.seat[i]
        if s.alive == 0:
            continue
        if women == 1:
            n += 1 - int(s.male)
        elif s.faction >= 0 and (mask >> int(s.faction)) & 1 == 0:
            mask |= 1 << int(s.faction)
            n += 1
    return n


@rule(int64, G, R, int64, int64)
def used_through(g, rules, ev, bundle):
    """Return 1 if an event's card was made by a bundle, or if the use it comes from was a strike by one of its rows."""
    e = g.stack[ev]
    if e.cbody == bundle:
        return 1
    if e.kind != Frame.TARGET:
        return 0
    row = int(g.stack[e.ev].head)
    return int(row >= 0 and rules.row[row].bundle == bundle)


@rule(int64, G, R, int64, int64, int64, int64, int64, int64)
def table_quantity(g, rules, r, q, me, ev, fr, entry):
    """Return a quantity of the table, this turn, the event or the running ability."""
    if q == Qty.ALIVE:
        return int(g.n_alive)
    if q == Qty.DEAD:
        return int(g.n) - int(g.n_alive)
    if q == Qty.WOMEN:
        return count_factions(g, 1)
    if q == Qty.FACTIONS:
        return count_factions(g, 0)
    if q == Qty.MY_TURN:
        return int(g.turn == me)
    if q == Qty.SLASHES:
        return int(g.seat[me].slashes)
    if q == Qty.HAND_AT_START:
        return int(g.seat[me].hand_at_start)
    if q == Qty.STORED and entry >= 0:
        return int(g.seat[me].entry_n[entry])
    actor = me
    if fr >= 0:
        actor = int(g.stack[fr].actor)
    if q == Qty.USES:
        return tally_of(g, actor, rules.row[r].ability, 0)
    if q == Qty.TALLY:
        return tally_of(g, actor, rules.row[r].ability, 1)
    if fr >= 0:
        f = g.stack[fr]
        if q == Qty.PAIRS:
            return int(f.pairs)
        if q == Qty.SPENT:
            return int(f.spent)
        if q == Qty.RANK:
            return int(f.frank)
        if q == Qty.WON:
            return int(f.won)
    if ev < 0:
        return 0
    e = g.stack[ev]
    if q == Qty.POINTS:
        return int(e.n)
    if q == Qty.SOURCE:
        return int(e.b >= 0 and e.b != me and g.seat[e.b].alive == 1)
    if q == Qty.TARGETS:
        if e.list < 0:
            return 0
        return int(g.targets[e.list].n)
    if q == Qty.VIA:
        return used_through(g, rules, ev, int(rules.row[r].bundle))
    if q == Qty.AIMED:
        return int(e.marks) & 1
    if q == Qty.LAST_HAND:
        s = g.seat[me]
        n = bits.count(e.cards)
        return int(n > 0 and n == s.n_hand and bits.common(e.cards, s.hand) == n)
    return 0


@rule(int64, G, R, int64, int64, int64, int64, int64, int64, int64)
def near_operand(g, rules, r, x, me, them, ev, fr, entry):
    """Return the number an operand stands for, distances and reach left out (passive rows may change those)."""
    if x < QTY:
        return x
    q = x - QTY
    if q == Qty.ALLY:
        return int(rules.row[r].family)
    who = me
    if q >= THEIR:
        q -= THEIR
        who = them
    if q <= Qty.FACTION:
        if who < 0:
            return -1
        return own_quantity(g, q, who)
    if q == Qty.ATTACKER:
        return int(ev >= 0 and g.stack[ev].b == them)
    if q == Qty.SUBJECT:
        return int(ev >= 0 and g.stack[ev].a == them)
    if q == Qty.PEER:
        return int(entry >= 0 and g.seat[me].entry_peer[entry] == them)
    if q == Qty.KIN:
        first = -1
        if fr >= 0:
            first = int(g.stack[fr].first)
        return int(first >= 0 and them >= 0 and g.seat[first].faction == g.seat[them].faction)
    if q == Qty.GAP:
        if fr < 0 or g.stack[fr].first < 0 or g.stack[fr].second < 0:
            return 0
        d = int(g.seat[g.stack[fr].first].n_hand) - int(g.seat[g.stack[fr].second].n_hand)
        return max(d, -d)
    return table_quantity(g, rules, r, q, me, ev, fr, entry)


@rule(int64, int64, int64, int64)
def compare(op, left, right):
    """Return 1 if a comparison holds."""
    if op == Op.EQ:
        return int(left == right)
    if op == Op.NE:
        return int(left != right)
    if op == Op.LT:
        return int(left < right)
    if op == Op.LE:
        return int(left <= right)
    if op == Op.GT:
        return int(left > right)
    return int(left >= right)


def _readers(operand):
    """Build the readers of a row's numbers over one way to read an operand.

    There are two: distances and reach are passive values themselves, so the rows that change them are read without
    them. That keeps the calls acyclic, as numba's cache demands.
    """

    @rule(int64, G, R, int64, int64, int64, int64, int64, int64)
    def conditions(g, rules, r, me, them, ev, fr, entry):
        """Return 1 if the conditions of row r hold."""
        row = rules.row[r]
        if row.c1o == Op.NONE:
            return 1
        left = operand(g, rules, r, row.c1l, me, them, ev, fr, entry)
        if compare(row.c1o, left, operand(g, rules, r, row.c1r, me, them, ev, fr, entry)) == 0:
            return 0
        if row.c2o == Op.NONE:
            return 1
        left = operand(g, rules, r, row.c2l, me, them, ev, fr, entry)
        return compare(row.c2o, left, operand(g, rules, r, row.c2r, me, them, ev, fr, entry))

    @rule(int64, G, R, int64, int64, int64, int64, int64, int64, int64, int64, int64)
    def amount(g, rules, r, left, op, right, me, them, ev, fr, entry):
        """Return an amount ``left op right``, uncapped."""
        a = operand(g, rules, r, left, me, them, ev, fr, entry)
        if op == Op.NONE:
            return a
        b = operand(g, rules, r, right, me, them, ev, fr, entry)
        if op == Op.MINUS:
            return a - b
        if b == 0:
            return 0
        if op == Op.DIV:
            return a // b
        return -((-a) // b)

    @rule(int64, G, R, int64, int64, int64, int64, int64, int64)
    def size(g, rules, r, me, them, ev, fr, entry):
        """Return the amount n of row r, cut by its cap."""
        row = rules.row[r]
        n = amount(g, rules, r, row.n_l, row.n_o, row.n_r, me, them, ev, fr, entry)
        if row.cap >= 0:
            n = min(n, operand(g, rules, r, row.cap, me, them, ev, fr, entry))
        return n

    @rule(int64, G, R, int64, int64, int64, int64, int64, int64)
    def value(g, rules, seat, v, kind, other, ev, base):
        """Return a number after the passive rows of a seat: base, the last ``set`` row, then the sum of the rest."""
        s = g.seat[seat]
        if bits.bit(s.values, v) == 0:
            return base
        start = base
        more = 0
        suit = -1
        if ev >= 0:
            suit = int(g.stack[ev].csuit)
        for k in range(s.n_values):
            r = int(s.held[k])
            row = rules.row[r]
            if row.as_ != v or (row.who == Who.OTHER and other == seat):
                continue
            entry = int(s.held_entry[k])
            if entry < 0 and int(s.equip[-1 - entry]) == g.turned:
                continue
            if row.on != 0 and fits(rules, row.on, kind, suit, 0) == 0:
                continue
            if conditions(g, rules, r, seat, other, ev, -1, entry) == 0:
                continue
            n = size(g, rules, r, seat, other, ev, -1, entry)
            if row.marks & Flag.SET:
                start = n
            else:
                more += n
        return start + more

    return conditions, amount, size, value


_, _, _, near_value = _readers(near_operand)


@rule(int64, G, R, int64, int64)
def distance(g, rules, a, b):
    """Return the distance from a to b: the shorter way round among the living, horses and skills, at least 1."""
    d = steps_between(g, a, b)
    d = near_value(g, rules, a, Val.DISTANCE_OUT, -1, b, -1, d)
    d = near_value(g, rules, b, Val.DISTANCE_IN, -1, a, -1, d)
    return max(d, 1)


@rule(int64, G, R, int64, int64)
def reach(g, rules, seat, kind):
    """Return how far a seat reaches with a card kind (99: anywhere)."""
    far = int(rules.kind[kind].reach)
    if far == ANYWHERE:
        return 99
    if far == BY_WEAPON:
        card = int(g.seat[seat].equip[0])
        far = 1
        if card != NO_CARD and card != g.turned:
            far = int(rules.kind[rules.card_kind[card]].weapon)
    return near_value(g, rules, seat, Val.REACH, kind, -1, -1, far)


@rule(int64, G, R, int64, int64, int64, int64, int64, int64, int64)
def operand(g, rules, r, x, me, them, ev, fr, entry):
    """Return the number that an operand of row r stands for."""
    if x == QTY + Qty.DISTANCE:
        if ev >= 0 and g.stack[ev].kind == Frame.DAMAGE and g.stack[ev].lo > 0 and g.stack[ev].b == me:
            return int(g.stack[ev].lo)  # as it was before the hit
        if them < 0:
            return 99
        return distance(g, rules, me, them)
    if x == QTY + Qty.REACH:
        return reach(g, rules, me, rules.attack_kind)
    return near_operand(g, rules, r, x, me, them, ev, fr, entry)


conditions, amount, size, value = _readers(operand)


@rule(int64, G, R, int64, int64, int64, int64, int64, int64)
def where(g, rules, r, me, them, ev, fr, entry):
    """Return 1 if a seat may be chosen for row r as far as its ``where`` goes."""
    row = rules.row[r]
    if row.w1o == Op.NONE:
        return 1
    left = operand(g, rules, r, row.w1l, me, them, ev, fr, entry)
    if compare(row.w1o, left, operand(g, rules, r, row.w1r, me, them, ev, fr, entry)) == 0:
        return 0
    if row.w2o == Op.NONE:
        return 1
    left = operand(g, rules, r, row.w2l, me, them, ev, fr, entry)
    return compare(row.w2o, left, operand(g, rules, r, row.w2r, me, them, ev, fr, entry))


@rule(int64, G, int64, int64)
def other_side(g, owner, ev):
    """Return the other side of an event for the owner of a row: the source, or the subject if he is the source."""
    if ev < 0:
        return -1
    e = g.stack[ev]
    if e.a == owner:
        return int(e.b)
    return int(e.a)
