"""Who can be aimed at, and what a seat may use now."""

from sim.core import bits
from sim.core.cards import count_passing
from sim.core.codes import Do, Flag, Limit, Op, To, Val, Zone
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import MAX_JUDGE, NO_CARD, SLOTS
from sim.core.numbers import conditions, distance, reach, tally_of, value, where
from sim.core.stats import count_value
from sim.core.zones import zone_size


@rule(int64, G, R, int64, int64, int64)
def barred_from(g, rules, user, target, kind):
    """Return 1 if a passive row keeps a seat from being chosen for a card kind."""
    return int(value(g, rules, target, Val.UNTARGETABLE, kind, user, -1, 0) > 0)


@rule(int64, G, R, int64, int64, int64)
def may_slash(g, rules, user, target, kind):
    """Return 1 if a seat may use an attack on another, range and protection considered."""
    if user == target or g.seat[target].alive == 0 or barred_from(g, rules, user, target, kind) == 1:
        return 0
    return int(distance(g, rules, user, target) <= reach(g, rules, user, kind))


@rule(int64, G, R, int64)
def slash_prey(g, rules, user):
    """Return the seats that a seat may slash."""
    mask = 0
    for i in range(g.n):
        if may_slash(g, rules, user, i, rules.attack_kind) == 1:
            mask |= 1 << i
    return mask


@rule(int64, G, int64, int64)
def has_kind_before(g, seat, kind):
    """Return 1 if a delayed card of a kind lies in front of a seat."""
    s = g.seat[seat]
    for k in range(s.n_judge):
        if int(s.judge_kind[k]) == kind:
            return 1
    return 0


@rule(int64, G, R, int64, int64, int64, int64)
def touches(g, rules, r, kind, actor, seat):
    """Return 1 if the effect of row r, by an actor, can do something to a seat."""
    row = rules.row[r]
    s = g.seat[seat]
    do = row.do
    if do == Do.HEAL:
        return int(s.hp < s.max_hp)
    if do == Do.DISCARD or do == Do.TAKE or (do == Do.DEAL_OUT and int(row.zones) & Zone.PILE == 0):
        return int(zone_size(g, rules, seat, row.zones) > 0)
    if do == Do.PLACE:
        return int(s.n_judge < MAX_JUDGE and has_kind_before(g, seat, kind) == 0)
    if do == Do.GIVE:
        if row.marks & Flag.THEM_PICK:
            return int(g.seat[actor].n_hand > 0)
        return int(count_passing(g, rules, actor, row.zones, row.cards, NO_CARD) > 0)
    if do == Do.USE:
        return 1 - barred_from(g, rules, actor, seat, row.as_)
    if do == Do.STRIKE:
        return 1 - barred_from(g, rules, actor, seat, rules.attack_kind)
    if do == Do.CONTEST:
        return int(seat != actor and s.n_hand > 0 and g.seat[actor].n_hand > 0)
    if do == Do.SWAP_SEATS:
        return int(seat != actor)
    if do == Do.PUT_BACK or do == Do.STASH:
        return int(count_passing(g, rules, seat, row.zones, row.cards, NO_CARD) > 0)
    if do == Do.PEEK:
        return int(seat != actor and s.n_hand > 0)
    if do == Do.REVEAL:
        return int(zone_size(g, rules, seat, row.zones) > 0)
    return 1


@rule(int64, G, R, int64, int64, int64, int64)
def aim_some(g, rules, user, kind, r, many):
    """Return the seats at which a card kind may be aimed by its row r, or (many 0) the first that is found."""
    row = rules.row[r]
    mask = 0
    far = reach(g, rules, user, kind)
    for i in range(g.n):
        if g.seat[i].alive == 0 or (i == user and row.to != To.ANY):
            continue
        if far < 99 and i != user and distance(g, rules, user, i) > far:
            continue
        if row.to == To.PREY:
            if g.seat[i].equip[0] == NO_CARD or slash_prey(g, rules, i) == 0:
                continue
        if touches(g, rules, r, kind, user, i) == 0 or barred_from(g, rules, user, i, kind) == 1:
            continue
        if row.w1o != Op.NONE and where(g, rules, r, user, i, -1, -1, -1) == 0:
            continue
        mask |= 1 << i
        if many == 0:
            break
    return mask


@rule(int64, G, R, int64, int64, int64)
def aim(g, rules, user, kind, r):
    """Return the seats at which a card kind may be aimed by its row r (a mask; for prey: the first of the two)."""
    return aim_some(g, rules, user, kind, r, 1)


@rule(int64, G, R, int64, int64)
def horse_fits(g, rules, seat, kind):
    """Return 1 if a seat may equip a card kind: horses have a limit in all."""
    slot = int(rules.kind[kind].slot)
    if slot < 2:
        return 1
    horses = 1
    for other in range(2, SLOTS):
        if other != slot and g.seat[seat].equip[other] != NO_CARD:
            horses += 1
    return int(horses <= value(g, rules, seat, Val.HORSE_LIMIT, kind, -1, -1, rules.horse_limit))


@rule(int64, G, R, int64, int64)
def attacks_left(g, rules, seat, kind):
    """Return how many more attacks a seat may use this turn."""
    return value(g, rules, seat, Val.SLASH_LIMIT, kind, -1, -1, 1) - int(g.seat[seat].attacks)


@rule(void, G, R, int64, int64, int64)
def count_protection(g, rules, user, kind, r):
    """Count the skills that leave a card kind without a target: those of seats it could be aimed at otherwise."""
    far = reach(g, rules, user, kind)
    for i in range(g.n):
        if i == user or g.seat[i].alive == 0 or (far < 99 and distance(g, rules, user, i) > far):
            continue
        if touches(g, rules, r, kind, user, i) == 1 and barred_from(g, rules, user, i, kind) == 1:
            count_value(g, rules, i, Val.UNTARGETABLE, kind, user, -1)


@rule(int64, G, R, int64, int64)
def can_use(g, rules, seat, kind):
    """Return 1 if a seat may use a card kind now, in its play phase."""
    k = rules.kind[kind]
    if k.slot >= 0:
        return horse_fits(g, rules, seat, kind)
    r = int(k.active)
    if r < 0:
        return 0
    row = rules.row[r]
    if bits.bit(g.values, Val.BARRED) == 1 and value(g, rules, seat, Val.BARRED, kind, -1, -1, 0) > 0:
        return 0
    if k.attack == 1 and attacks_left(g, rules, seat, kind) <= 0:
        return 0
    if row.limit == Limit.TURN and tally_of(g, seat, row.ability, 0) >= row.limit_n:
        return 0
    if conditions(g, rules, r, seat, -1, -1, -1, -1) == 0:
        return 0
    if row.to == To.ME:
        return int(touches(g, rules, r, kind, seat, seat) == 1 and barred_from(g, rules, seat, seat, kind) == 0)
    if row.to == To.ALL:
        return 1
    if row.to == To.ALL_OTHERS:
        return int(g.n_alive > 1)
    if aim_some(g, rules, seat, kind, r, 0) != 0:
        return 1
    if bits.bit(g.values, Val.UNTARGETABLE) == 1:
        count_protection(g, rules, seat, kind, r)
    return 0
