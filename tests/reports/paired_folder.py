"""A made-up comparison: a folder with chosen outcomes, as a comparison writes it."""

import json
from pathlib import Path

import numpy as np
import polars as pl

from sim.pairs import FORMAT

HEROES = ("ann", "<b>bo</b>", "cy", "dee")
ROLES = ("lord", "rebel")


def make_comparison(path: Path, won: np.ndarray, same: np.ndarray | None = None, **changes: object) -> Path:
    """Write a folder of games of two players, a lord and a rebel, of whom one wins.

    Parameters
    ----------
    won : bool[n, 2], whether the lord won by the first and by the second ruleset.
    same : bool[n]; where not given, games are the same if the result is.
    """
    n = len(won)
    games = np.arange(n)
    same = won[:, 0] == won[:, 1] if same is None else same
    winner = np.where(won, "lord", "rebel")
    pairs = pl.DataFrame(
        {
            "game": games, "players": np.full(n, 2, np.int16), "winner_a": winner[:, 0], "winner_b": winner[:, 1],
            "same": same, "played": ~same, "turns_a": np.full(n, 10, np.int32),
            "turns_b": np.where(same, 10, 13).astype(np.int32), "digest_a": games.astype(np.uint64),
            "digest_b": games.astype(np.uint64) + ~same,
        }
    )  # fmt: skip
    seats = pl.concat(
        pl.DataFrame(
            {
                "game": games, "players": np.full(n, 2, np.int16), "seat": np.full(n, seat, np.int16),
                "lineup_pos": np.zeros(n, np.int16), "role": [role] * n,
                "hero": [HEROES[(game + seat) % len(HEROES)] for game in games],
                "won_a": won[:, 0] == (seat == 0), "won_b": won[:, 1] == (seat == 0), "same": same,
                "finished": np.ones(n, bool),
            }
        )
        for seat, role in enumerate(ROLES)
    )  # fmt: skip
    side = {
        "ruleset": "toy", "ruleset_path": "toy.toml", "set": [], "content_hash": "c0ffee",
        "names": {"zh": "玩具", "en": "Toy"}, "heroes": list(HEROES),
        "role_table": {"2": {"lord": 1, "loyalist": 0, "rebel": 1, "renegade": 0}},
    }  # fmt: skip
    info = {
        "format": FORMAT, "a": side, "b": side | {"set": ["heroes.ann.hp=5"]}, "source_hash": "feed", "versions": {},
        "seed": 1, "players": [2], "roles": "single", "deal": "balanced", "bots": "standard", "weights_hash": "beef",
        "heroes": None, "every": False, "part": n, "games_asked": n, "target_error": None,
        "max_games": None,
        "differences": {"2": {"paths": ["heroes.ann.hp"], "everywhere": []}}, "holders": {"ann": ["leap"]},
        "texts": {"leap": {"a": {"zh": "跳", "en": "Leaps."}, "b": {"zh": "跳两次", "en": "Leaps twice."}}},
        "games_done": {"2": n}, "unpaired": {"2": 0}, "finished": True,
        "names": {
            "zh": {"ann": "安", "lord": "主公", "rebel": "反贼", "leap": "跳跃"},
            "en": {"ann": "Ann", "<b>bo</b>": "<b>Bo</b>", "lord": "lord", "rebel": "rebel", "leap": "Leap"},
        },
    } | changes  # fmt: skip
    for name, table in (("pairs", pairs), ("seats", seats)):
        (path / name).mkdir(parents=True)
        table.write_parquet(path / name / f"p02-{0:010d}-{n:010d}.parquet")
    (path / "compare.json").write_text(json.dumps(info))
    return path
