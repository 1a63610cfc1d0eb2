"""Made-up run folders with planted win rates: what a run writes, without playing a game."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl

ROLES = ["lord", "loyalist", "rebel", "renegade"]
CAUSES = ["none", "damage", "loss", "other"]
WINNERS = ["lord", "rebel", "renegade", "draw", "unfinished"]
TABLES = {
    2: (1, 0, 1, 0), 3: (1, 0, 1, 1), 4: (1, 1, 1, 1), 5: (1, 1, 2, 1), 6: (1, 1, 3, 1), 7: (1, 2, 3, 1),
    8: (1, 2, 4, 1), 9: (1, 3, 4, 1), 10: (1, 3, 5, 1),
}  # fmt: skip
RATES = (0.40, 0.48, 0.10, 0.02)  # lord, rebel, renegade, draw where every hero is average
ZH = dict(
    liubei="刘备", guanyu="关羽", zhangfei="张飞", zhugeliang="诸葛亮", zhaoyun="赵云", machao="马超",
    huangyueying="黄月英", caocao="曹操", simayi="司马懿", xiahoudun="夏侯惇", zhangliao="张辽",
    xuchu="许褚", guojia="郭嘉", zhenji="甄姬", sunquan="孙权", ganning="甘宁", lvmeng="吕蒙",
    huanggai="黄盖", zhouyu="周瑜", daqiao="大乔", luxun="陆逊", sunshangxiang="孙尚香", huatuo="华佗",
    lvbu="吕布", diaochan="貂蝉",
)  # fmt: skip
ROLES_ZH = dict(lord="主公", loyalist="忠臣", rebel="反贼", renegade="内奸")


def deal(games: int, players: int, heroes: int, table: tuple[int, ...], rng: np.random.Generator):
    """Return roles and heroes by game and seat; seat 0 is the lord, every hero equally often."""
    rest = np.repeat([1, 2, 3], table[1:])
    roles = np.zeros((games, players), np.int8)
    roles[:, 1:] = rng.permuted(np.tile(rest, (games, 1)), axis=1)
    place = rng.permuted(np.tile(np.arange(heroes, dtype=np.int16), (-(-games // heroes), 1)), axis=1).ravel()[:games]
    step = rng.permuted(np.tile(np.arange(1, heroes, dtype=np.int16), (games, 1)), axis=1)[:, : players - 1]
    return roles, np.column_stack([place, (place[:, None] + step) % heroes])


def play(roles, dealt, effects: np.ndarray, rng: np.random.Generator):
    """Return winners (index in WINNERS) and won by seat, by RATES and the planted effects (hero, role)."""
    pull = effects[dealt, roles]
    share = [np.where(roles == role, pull, 0).sum(1) / np.maximum((roles == role).sum(1), 1) for role in range(4)]
    chance = np.column_stack([RATES[0] + share[0] + share[1], RATES[1] + share[2], RATES[2] + share[3]])
    there = np.column_stack([np.ones(len(roles), bool), (roles == 2).any(1), (roles == 3).any(1)])
    chance = np.clip(chance * there, 0.001 * there, None)
    chance = np.column_stack([chance, np.full(len(roles), RATES[3])])
    edges = np.cumsum(chance / chance.sum(1, keepdims=True), axis=1)
    winner = (rng.random(len(roles))[:, None] > edges[:, :3]).sum(1)
    won = np.array([0, 0, 1, 2])[roles] == winner[:, None]
    lone = np.where(roles == 3, rng.random(roles.shape), -1).argmax(1)  # of several renegades one wins
    others = (roles == 3) & (np.arange(roles.shape[1]) != lone[:, None])
    return winner, won & ~others


def seat_rows(roles, dealt, winner, heroes: list[str]) -> pl.DataFrame:
    """Return seats as another program might write them; `winner` as play() has it, of lone renegades."""
    games, players = roles.shape
    won = np.array([0, 0, 1, 2])[roles] == winner[:, None]
    return pl.DataFrame(
        {
            "game": np.repeat(np.arange(games), players),
            "players": np.full(games * players, players),
            "seat": np.tile(np.arange(players), games),
            "role": np.array(ROLES)[roles.ravel()],
            "hero": np.array(heroes)[dealt.ravel()],
            "won": won.ravel(),
        }
    )


def make_run(
    path: Path,
    games: dict[int, int],
    effects: np.ndarray | None = None,
    tables: dict[int, tuple[int, ...]] | None = None,
    unfinished: float = 0.0,
    words: str = "enum",
    keep: str = "seats",
    part: int = 50_000,
    seed: int = 0,
    names: dict | None = None,
    **info,
) -> Path:
    """Write a run folder and return its path.

    `effects` (hero, role) is added to the camp's chance; `unfinished` the share of games stopped by a cap;
    `words` how text columns are stored: enum, categorical or string; other keywords replace keys of
    ``run.json``.
    """
    rng = np.random.default_rng(seed)
    tables = TABLES | (tables or {})
    ids = list(ZH)
    effects = np.zeros((len(ids), 4)) if effects is None else effects
    stopped, frames = [], {}
    for players, count in games.items():
        roles, dealt = deal(count, players, len(ids), tables[players], rng)
        winner, won = play(roles, dealt, effects, rng)
        cut = rng.random(count) < unfinished
        winner, won = np.where(cut, 4, winner), won & ~cut[:, None]
        stopped += [dict(players=players, game=int(g), cause="turn_cap", seat=0) for g in np.flatnonzero(cut)]
        frames[players] = _frames(players, roles, dealt, winner, won, rng, words, ids)
    for players, (game_rows, seat_rows) in frames.items():
        _write(path, players, game_rows, seat_rows, keep, part)
        _skills(path, players, games[players], ids, words)
    facts = dict(
        format=1, ruleset="sanguosha_official", content_hash="5f0c" * 16, source_hash="9ab1" * 16,
        versions={"shalab": "0.1.0", "numba": "0.68.1"}, seed=seed, players=list(games), roles="single",
        role_table={str(p): dict(zip(ROLES, tables[p], strict=True)) for p in games}, deal="balanced",
        bots="standard", bot_names=["standard"], weights_hash="77aa" * 16, keep=keep, part=part,
        games_asked={str(p): n for p, n in games.items()}, games_done={str(p): n for p, n in games.items()},
        finished=True, unfinished=stopped[:100], causes={"turn_cap": len(stopped)} if stopped else {},
        unfinished_count=dict.fromkeys(map(str, games), 0),
        names=names or {"zh": ZH | ROLES_ZH, "en": {each: each.capitalize() for each in [*ids, *ROLES]}},
        seconds=61.5, settings={},
    )  # fmt: skip
    for game in stopped:
        facts["unfinished_count"][str(game["players"])] += 1
    (path / "run.json").write_text(json.dumps(facts | info, ensure_ascii=False), encoding="utf-8")
    return path


def _words(column: str, codes: np.ndarray, words: list[str], kind: str) -> pl.Series:
    series = pl.Series(column, codes.astype(np.uint32)).cat.to(pl.Enum(words))
    return series if kind == "enum" else series.cast(pl.String if kind == "string" else pl.Categorical)


def _frames(players, roles, dealt, winner, won, rng, words, ids):
    count = len(roles)
    number = np.arange(count)
    game_rows = pl.DataFrame(
        [
            pl.Series("game", number),
            pl.Series("players", np.full(count, players, np.int16)),
            _words("winner", winner, WINNERS, words),
            pl.Series("turns", rng.integers(5, 90, count, np.int32)),
            pl.Series("digest", rng.integers(0, 2**63, count, np.uint64)),
        ]
    )
    turns = game_rows["turns"].to_numpy()
    game_rows = game_rows.with_columns(pl.Series("rounds", (turns // players + 1).astype(np.int32)))
    rows = count * players
    seat_rows = pl.DataFrame(
        [
            pl.Series("game", np.repeat(number, players)),
            pl.Series("players", np.full(rows, players, np.int16)),
            pl.Series("seat", np.tile(np.arange(players, dtype=np.int16), count)),
            _words("role", roles.ravel(), ROLES, words),
            _words("hero", dealt.ravel(), ids, words),
            _words("bot", np.zeros(rows), ["standard"], words),
            pl.Series("won", won.ravel()),
            pl.Series("alive", rng.random(rows) < 0.5),
            *(
                pl.Series(name, rng.integers(0, 9, rows, np.int16))
                for name in ("kills", "damage_dealt", "damage_taken", "healed", "cards_drawn", "turns_taken")
            ),
        ]
    )
    return game_rows, seat_rows.with_columns(_deaths(players, turns, seat_rows["alive"].to_numpy(), words))


def _deaths(players, turns, alive, words):
    """Return when, by whom and of what the dead died: in any turn of the game, at random."""
    rng = np.random.default_rng([players, len(turns)])
    when = rng.integers(1, np.repeat(turns, players) + 1, dtype=np.int16)
    by = rng.integers(-1, players, len(alive), np.int16)
    cause = np.where(alive, 0, rng.integers(1, 4, len(alive)))
    return [
        pl.Series("died_turn", np.where(alive, -1, when).astype(np.int16)),
        pl.Series("killer", np.where(alive, -1, by).astype(np.int16)),
        _words("death_cause", cause, CAUSES, words),
    ]


def _write(path, players, game_rows, seat_rows, keep, part):
    count = len(game_rows)
    if keep == "totals":
        keys = ["players", "seat", "role", "hero", "bot", "winner"]
        joined = seat_rows.join(game_rows.select("game", "winner", "turns"), on="game")
        sums = joined.group_by(keys).agg(
            pl.len().alias("games"), pl.col("won", "alive", "kills", "turns").cast(pl.Int64).sum()
        )
        _put(sums, path / "totals" / f"p{players:02d}-{0:010d}-{count:010d}.parquet")
        return
    for first in range(0, count, part):
        end = min(first + part, count)
        name = f"p{players:02d}-{first:010d}-{end:010d}.parquet"
        _put(game_rows[first:end], path / "games" / name)
        _put(seat_rows[first * players : end * players], path / "seats" / name)


def _skills(path, players, count, ids, words):
    zeros = np.arange(len(ids)) == 3  # one skill that was never used
    table = pl.DataFrame(
        [
            pl.Series("players", np.full(len(ids), players, np.int16)),
            _words("role", np.zeros(len(ids)), ROLES, words),
            _words("hero", np.arange(len(ids)), ids, words),
            _words("bot", np.zeros(len(ids)), ["standard"], words),
            _words("skill", np.arange(len(ids)), [f"skill_of_{each}" for each in ids], words),
            pl.Series("games", np.full(len(ids), count // len(ids))),
            pl.Series("offered", np.full(len(ids), count // 9)),
            pl.Series("used", np.where(zeros, 0, count // 20)),
        ]
    )
    _put(table, path / "skills" / f"p{players:02d}-{0:010d}-{count:010d}.parquet")


def _put(frame: pl.DataFrame, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    frame.write_parquet(file, compression="zstd")
