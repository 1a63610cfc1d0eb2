"""The tables of a comparison: a row a game and a row a hero of a game, by both rulesets."""

import numpy as np
import polars as pl

from sim.core.codes import Winner
from sim.pairs import SIDES
from sim.plan import Plan
from sim.tables import winners


def pairs_table(plan: Plan, players: int, ours: np.ndarray, theirs: np.ndarray, met: np.ndarray) -> pl.DataFrame:
    """Return one row a game: how it ended by either ruleset.

    `same` is that both were one game, move by move (equal digests); `played` that it was played by the second.

    Parameters
    ----------
    ours, theirs : RESULT[n]
    met : bool[n]
    """
    text = plan.tables.text
    ends = [winners(games) for games in (ours, theirs)]
    same = (ours["digest"] == theirs["digest"]) & (ends[0] == ends[1])
    return pl.DataFrame(
        [
            pl.Series("game", ours["game"].copy()),
            pl.Series("players", np.full(len(ours), players, np.int16)),
            *(text("winner", end).alias(f"winner_{side}") for side, end in zip(SIDES, ends, strict=True)),
            pl.Series("same", same),
            pl.Series("played", met),
            *(pl.Series(f"turns_{s}", games["turns"].copy()) for s, games in zip(SIDES, (ours, theirs), strict=True)),
            *(pl.Series(f"digest_{s}", games["digest"].copy()) for s, games in zip(SIDES, (ours, theirs), strict=True)),
        ]
    )


def seats_table(
    plan: Plan, players: int, pairs: pl.DataFrame, ours: np.ndarray, theirs: np.ndarray
) -> tuple[pl.DataFrame, int]:
    """Return one row a hero of a seat that sits there in the same role by both rulesets, and how many do not.

    `finished` is that the game came to an end by both.

    Parameters
    ----------
    pairs : the table of the same games.
    ours, theirs : SEAT_RESULT[n * rows], heroes by their index in the first ruleset.
    """
    rows = len(ours) // max(len(pairs), 1)
    paired = (ours["role"] == theirs["role"]) & (ours["hero"] == theirs["hero"]) & (ours["hero"] >= 0)
    open_ = [(pairs[f"winner_{side}"] == Winner.UNFINISHED.name.lower()).to_numpy() for side in SIDES]
    finished = np.repeat(~(open_[0] | open_[1]), rows)
    table = pl.DataFrame(
        [
            pl.Series("game", np.repeat(pairs["game"].to_numpy(), rows)),
            pl.Series("players", np.full(len(ours), players, np.int16)),
            pl.Series("seat", ours["seat"].copy()),
            pl.Series("lineup_pos", ours["lineup_pos"].copy()),
            plan.tables.text("role", ours["role"]),
            plan.tables.text("hero", ours["hero"]),
            *(
                pl.Series(f"won_{side}", (seats["won"] > 0) & finished)
                for side, seats in zip(SIDES, (ours, theirs), strict=True)
            ),
            pl.Series("same", np.repeat(pairs["same"].to_numpy(), rows)),
            pl.Series("finished", finished),
        ]
    )
    return table.filter(pl.Series(paired)), int((~paired).sum())
