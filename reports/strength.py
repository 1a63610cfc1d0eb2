"""How what the bots can do shows: tables of skills, as pandas frames, in files and in the terminal."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from reports.intervals import divide
from reports.paired import flips
from reports.words import points, rows_of, words
from sim.errors import UserError

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROLES = ("lord", "loyalist", "rebel", "renegade")
WORTH_COLUMNS = [
    "players", "hero", "skill", "role", "pairs", "delta", "low", "high", "changed", "offered", "used",
]  # fmt: skip
WIDE = 108  # characters of a terminal that shows how often skills are used beside what they are worth
BAD = -0.005  # a skill worth less than this harms its hero
NEAREST = 10


@dataclass(frozen=True)
class Skill:
    """A skill of a hero: ids, and names in the language of the tables."""

    hero: str
    skill: str
    hero_name: str
    skill_name: str


def worth_table(players: int, skills: Sequence[Skill], counts: NDArray[np.int64]) -> pd.DataFrame:
    """Return a row for each skill and role that was measured.

    `delta` is the win rate with the skill less that without, in the same games (0-1, `low` and `high` its paired 95 %
    interval, see `reports.paired.flips`); `changed` the share of games that went another way; `offered` and `used`
    are a game, with the skill.

    Parameters
    ----------
    counts
        int64[skill, role, 6 = pairs gained lost changed offered used].
    """
    rows = []
    for skill, cells in zip(skills, counts, strict=True):
        for role, cell in zip(ROLES, cells, strict=True):
            if cell[0]:
                rows.append(
                    (players, skill.hero, skill.skill, role, *map(int, cell), skill.hero_name, skill.skill_name)
                )
    names = ["players", "hero", "skill", "role", "pairs", "gained", "lost", "changed", "offered", "used"]
    table = pd.DataFrame(rows, columns=[*names, "hero_name", "skill_name"])
    table["delta"], table["low"], table["high"] = flips(table["gained"], table["lost"], table["pairs"])
    for name in ("changed", "offered", "used"):
        table[name] = divide(table[name], table["pairs"])
    return table[[*WORTH_COLUMNS, "hero_name", "skill_name"]]


def join(tables: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Return several tables of the same columns as one."""
    return pd.concat(list(tables), ignore_index=True)


def write_tables(folder: Path, name: str, table: pd.DataFrame) -> list[Path]:
    """Write a table as ``NAME.csv`` and ``NAME.parquet``, both or none, and return their paths."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".tables-", dir=folder) as made:
            table.to_csv(Path(made) / f"{name}.csv", index=False, float_format="%.10g", lineterminator="\n")
            table.to_parquet(Path(made) / f"{name}.parquet", index=False)
            files = [folder / f"{name}{end}" for end in (".csv", ".parquet")]
            for file in files:
                shutil.move(Path(made) / file.name, file)
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror})") from error
    return files


def print_worth(table: pd.DataFrame, locked: Sequence[Skill], names: Mapping[str, str], lang: str) -> None:
    """Print a table of skills, the best first, and what is remarkable among them; `names` are those of the roles."""
    from rich.console import Console

    text, console = words(lang, "strength") | names, Console()
    for players, rows in table.groupby("players", sort=True):
        console.print(_by_skill(rows, text["worth_title"].format(players=players), text, console.width >= WIDE))
    order = table["delta"].abs().sort_values(kind="stable").index[:NEAREST]
    console.print(f"{text['nearest'].format(n=len(order))}", style="bold")
    for row in rows_of(table.loc[order]):
        console.print(f"  {_cell_name(row, text)}: {told(row)}")
    bad = table[table["delta"] < BAD].sort_values("delta")
    console.print(text["below"].format(points=points(BAD)), style="bold")
    for row in rows_of(bad):
        console.print(f"  {_cell_name(row, text)}: {told(row)}{'' if row.high < 0 else text['by_chance']}")
    if bad.empty:
        console.print(f"  {text['none']}")
    used = table.groupby(["hero_name", "skill_name"], sort=False)[["offered", "used"]].sum()
    never = [
        f"{hero} {skill}{'' if row['offered'] else text['not_offered']}"
        for (hero, skill), row in used[used["used"] == 0].iterrows()  # type: ignore[misc]
    ]
    console.print(f"{text['never_used']}: {', '.join(never) or text['none']}")
    if locked:
        console.print(f"{text['locked']}: {', '.join(f'{one.hero_name} {one.skill_name}' for one in locked)}")


def told(row: Any) -> str:
    """Write a difference with its interval, in points."""
    return f"{points(row.delta, 2)} [{points(row.low, 2)}, {points(row.high, 2)}]"


def _cell_name(row: Any, text: dict[str, str]) -> str:
    return f"{row.hero_name} {row.skill_name}, {text[row.role]}, {text['players'].format(players=row.players)}"


def _by_skill(rows: pd.DataFrame, title: str, text: dict[str, str], wide: bool) -> Any:
    """Return a table for the terminal: a line a skill, a column a role; how often it is used, where there is room."""
    roles = [role for role in ROLES if role in set(rows["role"])]
    rates = [text[role] for role in roles]
    if wide:
        rates += [text["mean"], text["changed"], text["offered"], text["used"]]
    made = table_of(title, text["worth_note"], [text["hero"], text["skill"]], rates)
    groups = rows.groupby(["hero_name", "skill_name"], sort=False)
    for (hero, skill), _ in sorted(groups, key=lambda group: -group[1]["delta"].mean()):
        own = groups.get_group((hero, skill)).set_index("role")
        cells = [_margin(own.loc[role]) if role in own.index else "" for role in roles]
        means = own[["delta", "changed", "offered", "used"]].mean()
        if wide:
            cells += [
                points(means["delta"]),
                f"{means['changed']:.0%}",
                f"{means['offered']:.1f}",
                f"{means['used']:.2f}",
            ]
        made.add_row(str(hero), str(skill), *cells)
    return made


def table_of(title: str, note: str, names: Sequence[str], numbers: Sequence[str]) -> Any:
    """Return an empty table for the terminal, its numbers to the right; heads break before numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    made = Table(
        title=title, title_justify="left", caption=note, caption_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    for name in names:
        made.add_column(name, no_wrap=True)
    for name in numbers:
        made.add_column(name, justify="right")
    return made


def brief(text: str, low: float, high: float) -> str:
    """Write a number with half the width of its interval; no space, so that no line breaks between them."""
    return f"{text}±{(high - low) * 50:.1f}"


def _margin(row: Any) -> str:
    return brief(points(row.delta), row.low, row.high)
