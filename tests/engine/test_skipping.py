"""A game is not played twice where nothing that differs was consulted: the tables must be those of playing all."""

import polars as pl
import pytest

from sim.compare import files, open_folder, play_pair
from sim.pair import make_pair

GAMES = 400


def played(out, *args, games=GAMES, **options):
    """Return the pairs and seats of a comparison."""
    pair = make_pair(*args, games=games, part=150, **options)
    path, info = open_folder(pair, out, resume=False)
    assert play_pair(pair, path, info)
    return [pl.concat([pl.read_parquet(file) for file in files(path, info, name)]) for name in ("pairs", "seats")]


CHANGES = [  # ruleset, change, bots, players, share of games that must at least be spared
    ("sanguosha", {"heroes.caocao.hp": 5}, "standard", 5, 0.75),
    ("sanguosha", {"skills.ganglie.rows.0.do": "draw", "skills.yingzi.rows": []}, "standard", 5, 0.5),
    ("sanguosha", {"heroes.zhaoyun.skills": ["longdan", "yingzi"]}, "greedy", 4, 0.7),
    ("sanguosha", {"cards.indulgence.rows": []}, "random", 5, 0.002),
    ("sanguosha", {"cards.duel.rows.0.to": "any"}, "random", 3, 0.01),
    ("sanguosha", {"setup.rebel_reward": 0}, "random", 5, 0.01),
    ("sanguosha", {"setup.rebel_reward": 0}, "standard", 5, 0.0),
    ("sanguosha", {"setup.judge_in_play": True}, "random", 5, 0.0),
    ("sanguosha", {"limits.turns": 20, "limits.reshuffles": 0}, "random", 5, 0.0),
    ("sanguosha_official", {"skills.luoyi.rows": [], "grants.luoyi_power.rows": []}, "standard", 5, 0.7),
    ("sanguosha_official", {"grants.luoyi_power.rows": []}, "standard", 5, 0.7),
    ("sanguosha_official", {"skills.guose.rows": []}, "standard:no-belief", 8, 0.5),
    ("sanguosha_official", {"skills.hujia.rows": []}, "standard", 5, 0.9),
    ("sanguosha_duel", {"heroes.lvbu.hp": 6}, "standard", 2, 0.2),
    ("sanguosha_duel", {"lineup.newcomer_hand": 1}, "standard", 2, 0.0),
    ("sanguosha_duel", {"lineup.first_draw": 3}, "random", 2, 0.0),
    ("hongloumeng", {"skills.buqu.rows": []}, "standard", 5, 0.7),
    ("hongloumeng", {"cards.snatch.rows.0.n": 2}, "random", 4, 0.0),
    ("yingxiongsha", {"setup.loyalist_penalty": False}, "random", 5, 0.5),
    ("shuihusha", {"setup.lord_bonus": 0}, "standard", 5, 0.0),
]


@pytest.mark.parametrize(("ruleset", "changes", "bots", "players", "spared"), CHANGES)
def test_skipping_changes_nothing(ruleset, changes, bots, players, spared, tmp_path):
    options = {"set": changes, "players": players, "bots": bots, "seed": 3}
    tables = played(tmp_path / "some", ruleset, **options)
    every = played(tmp_path / "all", ruleset, every=True, **options)
    assert every[0]["played"].all()
    assert tables[0].drop("played").equals(every[0].drop("played"))
    assert tables[1].equals(every[1])
    assert (~tables[0]["played"]).mean() >= spared
    assert not every[0]["same"].all()


def test_a_card_that_skills_make(tmp_path):
    """Daqiao makes the card of any diamond, so her games may meet it although none is ever drawn."""
    pool = "daqiao,sunquan,ganning,huanggai,zhouyu,luxun"
    options = {"set": {"cards.indulgence.rows": []}, "bots": "random", "heroes": pool, "players": 3, "roles": "single"}
    some = played(tmp_path / "some", "sanguosha_official", games=1500, **options)
    every = played(tmp_path / "all", "sanguosha_official", games=1500, every=True, **options)
    assert some[0].drop("played").equals(every[0].drop("played"))
    assert not some[0]["played"].all()
    sits = some[1].filter(pl.col("hero") == "daqiao")["game"].unique()
    assert some[0].filter(pl.col("game").is_in(sits.implode()))["played"].all()


def test_a_draft(tmp_path):
    """Heroes are chosen, by the same table: who chose the hero that differs is the same on both sides."""
    options = {"set": {"heroes.zhenji.hp": 5}, "deal": "draft", "bots": "greedy", "seed": 5}
    some = played(tmp_path / "some", "sanguosha_official", **options)
    every = played(tmp_path / "all", "sanguosha_official", every=True, **options)
    assert some[0].drop("played").equals(every[0].drop("played"))
    assert some[1].equals(every[1])
    assert some[1].height == GAMES * 5
    assert not some[0]["played"].all()
    assert some[0]["played"].any()


@pytest.mark.parametrize("take", [0.0, 0.5])
def test_every_skill_of_a_game(ruleset, take, tmp_path):
    """Half of all skills are taken away, the first or the second: whoever sits without one is spared."""
    skills = list(ruleset.data["skills"])[int(take * len(ruleset.data["skills"])) :]
    changes = {f"skills.{skill}.rows": [] for skill in skills[: len(skills) // 4]}
    players = 2 if ruleset.id == "sanguosha_duel" else 5
    options = {"set": changes, "players": players, "bots": "standard"}
    some = played(tmp_path / "some", ruleset.path, **options)
    every = played(tmp_path / "all", ruleset.path, every=True, **options)
    assert some[0].drop("played").equals(every[0].drop("played"))
    assert some[1].equals(every[1])
    assert not every[0]["same"].all()
