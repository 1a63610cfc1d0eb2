"""From a checked ruleset to the record of ``layout.RULES`` that the core plays by."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.core import layout
from sim.core.codes import ANY_OF, Class, Do, Limit, Role, Score, Val, When, Who
from sim.errors import UserError
from sim.rules import checks, draft, masks, rows
from sim.rules.dealable import check_table, hero_pool, pickers, role_table
from sim.rules.load import Ruleset
from sim.rules.masks import add_cards
from sim.rules.words import Lexicon

__all__ = ["add_cards", "compile_ruleset"]

SLOT = {Class.WEAPON: 0, Class.ARMOUR: 1, Class.HORSE_IN: 2, Class.HORSE_OUT: 3}
SETUP = (  # setup values that are fields of the record under the same name
    "draw_per_turn", "start_hand", "lord_bonus", "lord_bonus_from", "rebel_reward", "loyalist_penalty",
    "self_rescue", "judge_in_play", "renegade_alone", "lord_candidates", "lord_candidates_many",
    "other_candidates", "other_candidates_many", "many_from", "horse_limit", "open_roles",
)  # fmt: skip
COMPILED = ("bundle", "ability", "index", "more", "family")  # row fields that `rows.flatten` leaves out


def compile_ruleset(
    ruleset: Ruleset,
    players: int | None = None,
    roles: str = "single",
    heroes: Sequence[str] | None = None,
    deal: str | None = None,
) -> np.recarray:
    """Turn a ruleset into the record the core reads.

    Parameters
    ----------
    ruleset : the checked ruleset.
    players : number of players; None leaves out what depends on it (scenarios).
    roles : variant of the role table.
    heroes : ids of the heroes that may be dealt; None: all.
    deal : "draft" also asks for enough heroes to choose from, and fills in by what they are chosen.

    Returns
    -------
    np.recarray of ``layout.RULES``, length 1.

    Raises
    ------
    UserError
        If a capacity is passed, or this table cannot be dealt.
    """
    pool = hero_pool(ruleset, heroes)
    table = role_table(ruleset, roles)
    if players is not None:
        check_table(ruleset, players, roles, table, pool, deal)
    record = layout.new(layout.RULES)
    rules = record[0]
    rules.content = np.uint64(int(ruleset.content_hash[:16], 16))
    _setup(rules, ruleset)
    _lineup(rules, ruleset, players)
    _scores(rules, ruleset)
    _roles(rules, table)
    lex = checks.lexicon(ruleset.data)
    _bundles(rules, ruleset, lex)
    _kinds(rules, ruleset, lex)
    _heroes(rules, ruleset)
    rules.n_pool = len(pool)
    rules.pool[:] = -1
    rules.pool[: len(pool)] = [ruleset.heroes.index(hero) for hero in pool]
    _filters(rules, lex)
    masks.fill(rules, ruleset, ruleset.cards)
    if deal == "draft" and players is not None:
        draft.fill(rules, ruleset.draft, ruleset.heroes, players)
    return record


def _setup(rules: Any, ruleset: Ruleset) -> None:
    setup, limits = ruleset.data["setup"], ruleset.data["limits"]
    for name in SETUP:
        rules[name] = int(setup[name])
    rules.hand_limit_factor = setup["hand_limit"]
    rules.turn_cap, rules.action_cap, rules.shuffle_cap = (
        limits["turns"],
        limits["actions"],
        limits["reshuffles"],
    )


def _lineup(rules: Any, ruleset: Ruleset, players: int | None) -> None:
    lineup = ruleset.data.get("lineup")
    rules.fielded = 1
    if lineup is None:
        return
    rules.lineup = 1
    for name in ("fielded", "dealt", "open", "newcomer_hand", "first_draw"):
        rules[name] = lineup[name]
    rules.first_role, rules.pick_role = (Role[lineup[key].upper()] for key in ("moves_first", "picks_first"))
    if players is not None:
        order = pickers(lineup["picks"], players)
        rules.n_picks = len(order)
        rules.picker[: len(order)] = order


def _scores(rules: Any, ruleset: Ruleset) -> None:
    scores = ruleset.data.get("scores")
    if scores is None:
        return
    rules.scored = 1
    for won, outcome in enumerate(("loss", "win")):
        for role in Role:
            for part in Score:
                rules.score[won][role][part] = scores[outcome][role.name.lower()][part.name.lower()]


def _roles(rules: Any, table: dict[str, Any]) -> None:
    for players, counts in table.items():
        for role in Role:
            rules.roles[int(players)][role] = counts[role.name.lower()]


def _capacity(ruleset: Ruleset, what: str, found: int, most: int) -> None:
    if found > most:
        raise UserError(f"{ruleset.id}: {found} {what}; the core holds {most}")


def _bundles(rules: Any, ruleset: Ruleset, lex: Lexicon) -> None:
    data = ruleset.data
    _capacity(ruleset, "card kinds", len(ruleset.kinds), layout.MAX_KINDS)
    _capacity(ruleset, "cards, skills and grants", len(ruleset.bundles), layout.MAX_BUNDLES)
    entries = [*data["cards"].values(), *data["skills"].values(), *data["grants"].values()]
    _capacity(ruleset, "rows", sum(len(entry["rows"]) for entry in entries), layout.MAX_ROWS)
    rules.n_kinds, rules.n_bundles = len(ruleset.kinds), len(ruleset.bundles)
    rules.n_factions = len(ruleset.factions)
    first = 0
    for i, entry in enumerate(entries):
        bundle = rules.bundle[i]
        bundle.first, bundle.n = first, len(entry["rows"])
        bundle.lord = int(entry.get("lord", False))
        bundle.armour = int(entry.get("armour", False))
        bundle.ally = _faction(ruleset, entry.get("faction"))
        bundle.camp = _faction(ruleset, entry.get("camp"))
        _rows(rules, i, entry["rows"], lex)
        first += len(entry["rows"])
    rules.n_rows = first


def _faction(ruleset: Ruleset, faction: str | None) -> int:
    return -1 if faction is None else ruleset.factions.index(faction)


def _rows(rules: Any, i: int, written: list[dict[str, Any]], lex: Lexicon) -> None:
    """Fill the rows of bundle i, and the masks of the timings and values they use."""
    bundle = rules.bundle[i]
    head_row: dict[str, Any] | None = None
    head = int(bundle.first)
    heads: list[int] = []  # for each row: the row that begins its ability
    when = wide = values = 0
    for index, row in enumerate(written):
        at = int(bundle.first) + index
        flat = rows.flatten(row, lex, [], head_row)
        sequel = flat["when"] in rows.SEQUELS
        if not sequel:
            head, head_row = at, row
        heads.append(head)
        to = rules.row[at]
        for name, value in flat.items():
            to[name] = value
        to.bundle, to.ability, to.index, to.family = i, head, index, bundle.ally
        bit = 1 << int(rules.row[head].when if flat["when"] == When.OR else flat["when"])
        when |= bit
        if flat.get("who", 0) in (Who.OTHER, Who.ANY):
            wide |= bit
        if flat["when"] == When.VALUE:
            values |= 1 << flat["as_"]
            if flat["as_"] == Val.SUIT:
                rules.suit_rows = 1
    for index, head in enumerate(heads):
        rules.row[int(bundle.first) + index].more = sum(1 for other in heads[index + 1 :] if other == head)
    bundle.when, bundle.wide, bundle.values = np.uint64(when), np.uint64(wide), np.uint64(values)


def _kinds(rules: Any, ruleset: Ruleset, lex: Lexicon) -> None:
    rules.dying_row[:] = -1
    rules.counter_row[:] = rules.settled_row[:] = rules.recast_row[:] = -1
    dying = counter = settled = recast = 0
    for i, (key, card) in enumerate(ruleset.data["cards"].items()):
        kind = rules.kind[i]
        cls = Class(lex.classes[key])
        kind.cls, kind.slot = cls, SLOT.get(cls, -1)
        reach = card["range"]
        kind.weapon = reach if cls == Class.WEAPON else 0
        own = None if cls == Class.WEAPON else reach
        kind.reach = {None: layout.ANYWHERE, "weapon": layout.BY_WEAPON}.get(own, own)
        kind.active, kind.front = _first(rules, i, When.ACTIVE), _first(rules, i, When.FRONT)
        kind.attack = int(kind.active >= 0 and rules.row[int(kind.active)].limit == Limit.ATTACK)
        kind.passes = int(any(row.get("do") == "pass_on" for row in card["rows"]))
        kind.trick = int(cls in (Class.INSTANT, Class.DELAYED))
        kind.isa = np.uint64(sum(1 << ruleset.kinds.index(other) for other in lex.isa[key]))
        rules.dying_row[i] = _first(rules, i, When.DYING)
        if rules.dying_row[i] >= 0:
            dying |= 1 << i
        if cls == Class.INSTANT and _first(rules, i, When.AFFECTING) >= 0:
            counter |= 1 << i
            rules.counter_row[i] = _first(rules, i, When.AFFECTING)
        rules.settled_row[i] = _first(rules, i, When.SETTLED) if kind.slot < 0 else -1
        settled |= int(rules.settled_row[i] >= 0) << i
        rules.recast_row[i] = _recast(rules, i)
        recast |= int(rules.recast_row[i] >= 0) << i
    rules.dying, rules.counter = np.uint64(dying), np.uint64(counter)
    rules.settled, rules.recast = np.uint64(settled), np.uint64(recast)
    rules.views = np.uint64(_views(rules, lex))


def _first(rules: Any, bundle: int, when: int) -> int:
    """Return the first row of a bundle at a timing, -1 if it has none."""
    return next((row for row in _rows_of(rules, bundle) if rules.row[row].when == when), -1)


def _rows_of(rules: Any, bundle: int) -> range:
    first, n = int(rules.bundle[bundle].first), int(rules.bundle[bundle].n)
    return range(first, first + n)


def _recast(rules: Any, bundle: int) -> int:
    """Return the row of a bundle by which its card may be put away for others, -1 if it has none."""
    return next((row for row in _rows_of(rules, bundle) if rules.row[row].do == Do.RECAST), -1)


def _views(rules: Any, lex: Lexicon) -> int:
    """Return the kinds that some VIEW_AS row can make."""
    playable = lex.class_mask((Class.BASIC, Class.INSTANT, Class.DELAYED))
    made = 0
    for row in rules.row[: int(rules.n_rows)]:
        if row.when != When.VIEW_AS:
            continue
        if row.as_ >= 0:
            made |= int(rules.kind[int(row.as_)].isa)
        else:  # the last kind used, or any kind of a filter
            made |= playable if row.as_ == -1 else lex.filters[ANY_OF - int(row.as_)][0]
    return made & ((1 << len(lex.kinds)) - 1)


def _heroes(rules: Any, ruleset: Ruleset) -> None:
    _capacity(ruleset, "heroes", len(ruleset.heroes), layout.MAX_HEROES)
    rules.n_heroes = len(ruleset.heroes)
    for i, entry in enumerate(ruleset.data["heroes"].values()):
        hero = rules.hero[i]
        hero.hp, hero.male = entry["hp"], int(entry["gender"] == "male")
        hero.faction, hero.lord = ruleset.factions.index(entry["faction"]), int(entry["lord"])
        _capacity(ruleset, f"skills of {ruleset.heroes[i]}", len(entry["skills"]), layout.MAX_SKILLS)
        hero.n = len(entry["skills"])
        hero.skills[:] = -1
        for j, skill in enumerate(entry["skills"]):
            hero.skills[j] = ruleset.bundles.index(skill)


def _filters(rules: Any, lex: Lexicon) -> None:
    if len(lex.filters) > layout.MAX_FILTERS:
        raise UserError(f"{len(lex.filters)} different card filters; the core holds {layout.MAX_FILTERS}")
    for i, (kinds, suits, ranks, relation) in enumerate(lex.filters):
        to = rules.filter[i]
        to.kinds, to.suits, to.ranks, to.relation = np.uint64(kinds), suits, ranks, relation
