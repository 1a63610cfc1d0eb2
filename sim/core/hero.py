"""A hero sits down: hp, gender, faction and skills."""

from sim.core.codes import Role, Setting, Val
from sim.core.holdings import refresh
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import MAX_SKILLS
from sim.core.numbers import value
from sim.core.stats import count_value
from sim.core.status import consult, consult_bundle


@rule(void, G, R, int64, int64, int64)
def give_skill(g, rules, seat, b, slot):
    """Give a seat a skill of its own, counted in a slot; lord skills only to the lord."""
    s = g.seat[seat]
    if rules.bundle[b].lord == 1 and s.role != Role.LORD:
        return
    k = int(s.n_entries)
    s.entry[k] = b
    s.entry_until[k] = 0
    s.entry_peer[k] = -1
    s.entry_by[k] = seat
    s.entry_n[k] = 0
    if slot < MAX_SKILLS:
        s.own_skills[slot] = b
    s.n_entries += 1
    consult_bundle(g, b)


@rule(void, G, R, int64, int64)
def seat_hero(g, rules, seat, hero):
    """Seat a hero: hp, gender, faction and skills, and the lord's own skills if the seat is the lord."""
    s = g.seat[seat]
    h = rules.hero[hero]
    s.hero = hero
    s.male = h.male
    s.faction = h.faction
    s.hp = h.hp
    s.max_hp = h.hp
    s.n_entries = 0
    for k in range(h.n):
        give_skill(g, rules, seat, int(h.skills[k]), k)
    if s.role == Role.LORD:
        slot = int(h.n)
        for b in range(rules.n_kinds, rules.n_bundles):
            if rules.bundle[b].camp >= 0 and rules.bundle[b].camp == h.faction:
                give_skill(g, rules, seat, b, slot)
                slot += 1
    s.n_skills = s.n_entries
    refresh(g, rules, seat)


@rule(void, G, R)
def lord_bonus(g, rules):
    """Give the lord the extra hp of the table's size."""
    consult(g, Setting.LORD_BONUS)
    s = g.seat[0]
    base = 0
    if g.n >= rules.lord_bonus_from:
        base = int(rules.lord_bonus)
    count_value(g, rules, 0, Val.LORD_HP, -1, -1, -1)
    more = value(g, rules, 0, Val.LORD_HP, -1, -1, -1, base)
    s.max_hp += max(more, 0)
    s.hp = s.max_hp
