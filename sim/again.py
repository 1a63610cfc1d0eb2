"""Games of a folder played again: what they were played by, as long as nothing that decides them has changed."""

from pathlib import Path
from typing import Any

from sim import pairs, plan
from sim.errors import UserError
from sim.pair import Pair, make_pair
from sim.plan import Plan, make_plan
from sim.results import Run
from sim.rules.files import shipped


def plan_of(run: Run) -> Plan:
    """Return the plan that a run was played by, to play games of it again.

    Raises
    ------
    UserError
        Ruleset, core or bots are no longer what they were; the message names what differs.
    """
    info = run.info
    found = make_plan(_ruleset(run.path, info), set=info["set"], keep=info["keep"], **_asked(info))
    _check_unchanged(run.path, plan.differing(info, found.info()))
    return found


def pair_of(path: Path) -> Pair:
    """Return the pair that a comparison was played by, to play games of it again.

    Raises
    ------
    UserError
        Rulesets, core or bots are no longer what they were; the message names what differs.
    """
    info = pairs.read_info(path)
    a, b = (_ruleset(path, info[side]) for side in pairs.SIDES)
    found = make_pair(a, b, info["b"]["set"], every=info["every"], **_asked(info))
    _check_unchanged(path, pairs.differing(info, found.info()))
    return found


def _asked(info: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters that runs and comparisons have in common; a run of old knows no target."""
    target = info.get("target_error")
    same = {key: info[key] for key in ("players", "seed", "bots", "deal", "roles", "heroes", "part")}
    games = info["games_asked"] if target is None else None
    return {**same, "games": games, "target_error": target, "max_games": info.get("max_games")}


def _ruleset(path: Path, info: dict[str, Any]) -> Path | str:
    """Return where a ruleset lies, or the id of a shipped one that lay elsewhere."""
    place = Path(info["ruleset_path"])
    if not place.exists() and info["ruleset"] not in shipped():
        raise UserError(f"{path}: its games cannot be played again: its ruleset {place} is no longer there")
    return place if place.exists() else info["ruleset"]


def _check_unchanged(path: Path, changed: list[str]) -> None:
    if changed:
        raise UserError(f"{path}: its games cannot be played again: since then {', '.join(changed)} changed")
