"""Whether a table can be dealt: its roles, its heroes or line-ups, and cards enough."""

from collections.abc import Sequence
from typing import Any

from sim.core import layout
from sim.core.codes import Role
from sim.errors import UserError, suggest
from sim.rules.load import Ruleset


def hero_pool(ruleset: Ruleset, heroes: Sequence[str] | None) -> list[str]:
    """Return the ids of the heroes that may be dealt; raise UserError for one that is unknown or named twice."""
    if heroes is None:
        return list(ruleset.heroes)
    for hero in heroes:
        if hero not in ruleset.heroes:
            near = suggest(hero, ruleset.heroes)
            raise UserError(f"unknown hero {hero!r} in {ruleset.id}; it has: {' '.join(ruleset.heroes)}{near}")
    twice = sorted({hero for hero in heroes if list(heroes).count(hero) > 1})
    if twice:
        raise UserError(f"heroes named twice: {' '.join(twice)}")
    return [hero for hero in ruleset.heroes if hero in heroes]


def role_table(ruleset: Ruleset, roles: str) -> dict[str, Any]:
    """Return a role table by its name, roles by number of players; raise UserError unless the ruleset has it."""
    tables = ruleset.data["roles"]
    if roles not in tables:
        raise UserError(
            f"unknown role table {roles!r} in {ruleset.id}; "
            f"it has: {' '.join(tables) or 'none'}{suggest(roles, tables)}"
        )
    return tables[roles]


def check_table(
    ruleset: Ruleset, players: int, roles: str, table: dict[str, Any], pool: list[str], deal: str | None
) -> None:
    """Raise UserError unless a game of so many players can be dealt: roles, heroes, line-ups and cards suffice."""
    if str(players) not in table:
        sizes = sorted(int(n) for n in table)
        if not sizes:
            raise UserError(f"{ruleset.id}: the role table {roles!r} is empty")
        if len(sizes) == len(ruleset.data["roles"]) == 1:
            raise UserError(f"{ruleset.id}: is a game for {sizes[0]} players and no other number; found {players}")
        others = [name for name, each in ruleset.data["roles"].items() if str(players) in each]
        also = f"; {players} players: {' '.join(others)}" if others else ""
        raise UserError(
            f"{ruleset.id}: no row for {players} players in the role table {roles!r}; it has rows for: "
            f"{' '.join(str(n) for n in sizes)}{also}"
        )
    setup = ruleset.data["setup"]
    _check_pool(ruleset, players, len(pool), deal)
    _check_roles(ruleset, players, table[str(players)])
    need = players * setup["start_hand"] + max(1, setup["draw_per_turn"])
    if need > len(ruleset.cards):
        raise UserError(
            f"{ruleset.id}: a deck of {len(ruleset.cards)} cards is too small to deal: "
            f"{players} players with {setup['start_hand']} cards each and the first draw need {need}"
        )


def _check_pool(ruleset: Ruleset, players: int, pool: int, deal: str | None) -> None:
    setup, lineup = ruleset.data["setup"], ruleset.data.get("lineup")
    if lineup is not None:
        _check_lineup(ruleset, lineup, players, pool, deal)
    elif players > pool:
        raise UserError(f"{ruleset.id}: {players} players need {players} heroes; the pool has {pool}")
    elif deal == "draft":
        each = setup["other_candidates_many" if players >= setup["many_from"] else "other_candidates"]
        need = 1 + (players - 1) * each
        if need > pool:
            raise UserError(
                f"{ruleset.id}: a draft of {players} players offers {each} heroes to each but the lord "
                f"and needs {need}; the pool has {pool}"
            )


def _check_lineup(ruleset: Ruleset, lineup: dict[str, Any], players: int, pool: int, deal: str | None) -> None:
    """Raise UserError unless so many players can each field a line-up out of a pool of heroes."""
    each = lineup["fielded"]
    if players * each > layout.MAX_SEATS:
        raise UserError(
            f"{ruleset.id}: lineup.fielded: {players} players who field {each} heroes each have "
            f"{players * each}; the core holds {layout.MAX_SEATS}"
        )
    need = lineup["dealt"] if deal == "draft" else players * each
    if need > pool:
        raise UserError(f"{ruleset.id}: line-ups of {players} players need {need} heroes; the pool has {pool}")
    fewest = min(pickers(lineup["picks"], players).count(seat) for seat in range(players))
    if fewest < each:
        raise UserError(
            f"{ruleset.id}: lineup.picks: {lineup['picks']} in turn leave a player of {players} with {fewest} "
            f"heroes; {each} are fielded"
        )


def _check_roles(ruleset: Ruleset, players: int, counts: dict[str, Any]) -> None:
    """Raise UserError unless the roles that pick and move first are at the table."""
    lineup = ruleset.data.get("lineup") or {}
    for key in ("picks_first", "moves_first"):
        role = lineup.get(key)
        if role is not None and not counts[role]:
            allowed = " ".join(each.name.lower() for each in Role if counts[each.name.lower()])
            raise UserError(
                f"{ruleset.id}: lineup.{key}: found {role!r}, which none of {players} players is; allowed: {allowed}"
            )


def pickers(picks: Sequence[int], players: int) -> list[int]:
    """Return for each pick how many seats after the first picker its picker sits."""
    return [turn % players for turn, count in enumerate(picks) for _ in range(count)]
