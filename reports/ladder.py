"""Which bot is better, camp by camp, and what habits cost: from who won the same games between different bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from reports.intervals import wilson
from reports.paired import paired_difference
from reports.strength import brief, table_of, told
from reports.words import percent, points, rows_of, words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Won = Mapping[str, NDArray[np.int8]]

WINNER = {"lord": 1, "rebel": 2, "renegade": 3}  # code of a camp that won
ALL = "all"  # the mean over the camps
STEP_COLUMNS = ["players", "better", "worse", "camp", "games", "delta", "low", "high"]
RATE_COLUMNS = ["players", "bot", "camp", "games", "wins", "rate", "low", "high", "null"]
HABIT_COLUMNS = ["players", "habit", "camp", "games", "cost", "low", "high"]


def wins(won: Won, label: str, camp: str) -> NDArray[np.float64]:
    """Return 1.0 for each game between the bots of a label that a camp won, 0.0 for the others."""
    return (won[label] == WINNER[camp]).astype(float)


def step_table(players: int, bots: Sequence[str], camps: Sequence[str], won: Won) -> pd.DataFrame:
    """Return for each two bots and each camp what the camp gains by the one in place of the other.

    Of the same games four plays count: the camp with bot A or with B, among others that are all A, or all B. A game's
    gain is the mean of its two differences A - B; `camp` ``all`` is the mean over the camps of a game. The game is the
    unit of the 95 % interval.

    Parameters
    ----------
    bots
        Weakest first; of two the later one is A.
    won
        Winner of each game by label: a bot alone, or ``OTHERS | CAMP BOT``.
    """
    rows = []
    for index, a in enumerate(bots):
        for b in bots[:index]:
            gains = {}
            for camp in camps:
                with_a = (wins(won, f"{b} | {camp} {a}", camp) + wins(won, a, camp)) / 2
                with_b = (wins(won, b, camp) + wins(won, f"{a} | {camp} {b}", camp)) / 2
                gains[camp] = with_a - with_b
            gains[ALL] = np.mean(list(gains.values()), axis=0)
            for camp, gain in gains.items():
                rows.append((players, a, b, camp, gain.size, *paired_difference(np.zeros(gain.size), gain)))
    return pd.DataFrame(rows, columns=STEP_COLUMNS)


def rate_table(
    players: int, bots: Sequence[str], camps: Sequence[str], won: Won, seats: Mapping[str, int]
) -> pd.DataFrame:
    """Return how often each camp wins if all seats are the same bot, with the Wilson 95 % interval.

    `null` is the lord's chance if players died in random order, 1 / (1 + rebels + renegades); `seats` are those of
    each role.
    """
    rows = []
    null = 1 / (1 + seats.get("rebel", 0) + seats.get("renegade", 0))
    for bot in bots:
        for camp in camps:
            games, won_by = len(won[bot]), int(wins(won, bot, camp).sum())
            rows.append((players, bot, camp, games, won_by, null if camp == "lord" else np.nan))
    table = pd.DataFrame(rows, columns=["players", "bot", "camp", "games", "wins", "null"])
    table["rate"] = table["wins"] / table["games"]
    table["low"], table["high"] = wilson(table["wins"], table["games"])
    return table[RATE_COLUMNS]


def habit_table(players: int, habits: Sequence[str], camps: Sequence[str], won: Won) -> pd.DataFrame:
    """Return what each habit costs the camp that has it, in win rate, with the paired 95 % interval."""
    rows = []
    for habit in habits:
        for camp in camps:
            free, bound = wins(won, "free", camp), wins(won, f"free | {camp} {habit}", camp)
            rows.append((players, habit, camp, free.size, *paired_difference(bound, free)))
    return pd.DataFrame(rows, columns=HABIT_COLUMNS)


def verdicts(steps: pd.DataFrame, names: Mapping[str, str], lang: str) -> list[str]:
    """Return a line for each two bots at each number of players: by how much one is better, and for whom it is not.

    `names` are those of the camps.
    """
    text = words(lang, "strength")
    lines = []
    for (players, better, worse), rows in steps.groupby(["players", "better", "worse"], sort=False):
        by_camp = rows.set_index("camp")
        camps = [camp for camp in by_camp.index if camp != ALL]
        parts = [text["camp_gain"].format(camp=names[str(camp)], gain=told(by_camp.loc[camp])) for camp in camps]
        down = [camp for camp in camps if by_camp.loc[camp, "high"] < 0]
        doubt = [camp for camp in camps if by_camp.loc[camp, "delta"] < 0 and camp not in down]
        found = []
        for key, some in (("step_down", down), ("in_doubt", doubt)):
            if some:
                found.append(text[key].format(camps=", ".join(names[camp] for camp in some)))
        lines.append(
            text["verdict"].format(
                players=text["players"].format(players=players),
                better=better,
                worse=worse,
                gain=told(by_camp.loc[ALL]),
                camps=text["comma"].join(parts),
                found=text["comma"].join(found) or text["no_step_down"],
            )
        )
    return lines


def print_ladder(steps: pd.DataFrame, rates: pd.DataFrame, names: Mapping[str, str], lang: str) -> None:
    """Print what each camp gains by a better bot, win rates by bot, and the verdicts; `names` are the camps'."""
    from rich.console import Console

    text, console = words(lang, "strength"), Console()
    camps = [camp for camp in WINNER if camp in set(rates["camp"])]
    heads = [names[camp] for camp in camps]
    table = table_of(
        text["ladder_title"], text["ladder_note"], [text["col_players"], text["better"], text["worse"]],
        [text["mean"], *heads],
    )  # fmt: skip
    for (players, better, worse), rows in steps.groupby(["players", "better", "worse"], sort=False):
        by_camp = rows.set_index("camp")
        cells = [_short(by_camp.loc[camp]) if camp in by_camp.index else "" for camp in (ALL, *camps)]
        table.add_row(str(players), str(better), str(worse), *cells)
    console.print(table)
    table = table_of(
        text["rates_title"], text["rates_note"], [text["col_players"], text["bot"]], [*heads, text["null"]]
    )
    for (players, bot), rows in rates.groupby(["players", "bot"], sort=False):
        own = rows.set_index("camp")
        cells = [percent(own.loc[camp, "rate"]) if camp in own.index else "" for camp in camps]
        table.add_row(str(players), str(bot), *cells, percent(own.loc["lord", "null"]))
    console.print(table)
    for line in verdicts(steps, names, lang):
        console.print(line, highlight=False)


def print_habits(table: pd.DataFrame, names: Mapping[str, str], lang: str) -> None:
    """Print what habits cost; `names` are those of the camps."""
    from rich.console import Console

    text = words(lang, "strength")
    for players, rows in table.groupby("players", sort=True):
        camps = list(dict.fromkeys(rows["camp"]))
        title = text["habits_title"].format(players=players)
        shown = table_of(title, text["habits_note"], [text["habit"]], [names[camp] for camp in camps])
        for habit, own in rows.groupby("habit", sort=False):
            shown.add_row(str(habit), *(_short(row, "cost") for row in rows_of(own)))
        Console().print(shown)


def _short(row: Any, name: str = "delta") -> str:
    return brief(points(getattr(row, name)), row.low, row.high)
