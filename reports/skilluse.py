"""How often skills are offered and used, and what to doubt about it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from reports.counts import skill_cells
from reports.intervals import divide
from reports.runs import ROLES, first_line
from sim import given
from sim.errors import UserError
from sim.kept import FILE, about_of

if TYPE_CHECKING:
    import pandas as pd

    from reports.runs import RunFolder

SKILL_COLUMNS = [
    "ruleset", "players", "role", "hero", "hero_name", "skill", "skill_name", "games", "offered", "used", "used_share",
    "offered_a_game", "used_a_game", "doubt",
]  # fmt: skip
WORTH_COLUMNS = ["worth", "worth_low", "worth_high", "worth_pairs"]
KEYS = ["players", "role", "hero", "skill"]
WORTH_FILES = ("worth.parquet", "worth.csv")


def skill_table(run: RunFolder, lang: str, worth: Any = None) -> pd.DataFrame | None:
    """Return one row per player count, role, hero and skill; None where skills were not kept.

    `games` are those in which the hero held the role, unfinished ones too; `offered` times it could be used, `used`
    times it was (of a skill that is not offered: times it changed a number, barred a target or ran, with nothing
    offered); `used_share` is used / offered, nothing where it was never offered; `offered_a_game` and `used_a_game`
    are means. `doubt` is ``never offered`` (nor used), ``never used``, or empty: a skill without use leaves its hero's
    rates untrusted.

    With `worth`: `worth` is the win rate with the skill less that without (0-1), `worth_low` and `worth_high` its
    interval, `worth_pairs` the pairs of games behind it.

    Parameters
    ----------
    worth
        What ``shalab worth`` wrote, or its folder: a table with players, hero, skill, role, pairs, delta, low, high.
    """
    counted = skill_cells(run)
    if counted is None:
        return None
    table = counted.to_pandas()
    offered, used = table["offered"].to_numpy(), table["used"].to_numpy()
    table["used_share"] = np.where(offered > 0, divide(used, offered), np.nan)
    table["offered_a_game"] = divide(offered, table["games"])
    table["used_a_game"] = divide(used, table["games"])
    idle = (used == 0) & (table["games"] > 0)
    table["doubt"] = np.select([idle & (offered == 0), idle], ["never offered", "never used"], default="")
    table["ruleset"] = run.meta["ruleset"]
    table["hero_name"] = [run.name(hero, lang) for hero in table["hero"]]
    table["skill_name"] = [run.name(skill, lang) for skill in table["skill"]]
    columns = SKILL_COLUMNS
    if worth is not None:
        _same_rules(run, worth)
        table = table.merge(read_worth(worth), on=KEYS, how="left", validate="many_to_one")
        columns = [*SKILL_COLUMNS, *WORTH_COLUMNS]
    order, last = run.order, len(run.order)
    table["place"] = table["role"].map(ROLES.index)
    table["at"] = [order.get(hero, last) for hero in table["hero"]]
    return table.sort_values(["players", "place", "at", "hero", "skill"])[columns].reset_index(drop=True)


def read_worth(worth: Any) -> pd.DataFrame:
    """Return what skills are worth by players, role, hero and skill, out of a file, a folder or a data frame."""
    import pandas as pd

    table = worth if isinstance(worth, pd.DataFrame) else _worth_file(given.path("worth", worth))
    needed = {"delta": "worth", "low": "worth_low", "high": "worth_high", "pairs": "worth_pairs"}
    missing = [name for name in [*KEYS, *needed] if name not in table]
    if missing:
        raise UserError(f"worth: no column {missing[0]!r}; it has {', '.join(map(str, table.columns))}")
    table = table[[*KEYS, *needed]].rename(columns=needed)
    table = table.astype({"role": str, "hero": str, "skill": str, "players": "int64"})
    if table.duplicated(KEYS).any():
        raise UserError(f"worth: more than one row for a {', '.join(KEYS)}")
    return table


def _same_rules(run: RunFolder, worth: Any) -> None:
    """Refuse a folder that says it was measured by other rules than the run's."""
    if not isinstance(worth, str | Path) or not (Path(worth) / FILE).is_file():
        return
    about = about_of(Path(worth))
    for key, what in (("ruleset", "ruleset"), ("content_hash", "another version of its rules,")):
        own, found = run.meta.get(key), about.get(key)
        if None not in (own, found) and own != found:
            raise UserError(
                f"{worth}: measured by {what} {found}, but {run.path} is of {own}; "
                "a report and its worth are of the same rules"
            )


def _worth_file(path: Path) -> pd.DataFrame:
    import pandas as pd

    file = next((path / name for name in WORTH_FILES if (path / name).is_file()), path) if path.is_dir() else path
    if not file.is_file():
        raise UserError(f"{path}: no {' or '.join(WORTH_FILES)}" if path.is_dir() else f"{path}: no such file")
    try:
        return pd.read_csv(file) if file.suffix == ".csv" else pd.read_parquet(file)
    except Exception as error:
        raise UserError(f"{file}: cannot be read ({first_line(error)})") from error
