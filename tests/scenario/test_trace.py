"""The trace of a game: the very game that is counted, in plain lines and in sentences of two languages."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from sim.core import layout
from sim.core.play import advance_at, play_games
from sim.errors import UserError
from sim.plan import make_plan
from sim.trace import Replay, trace

BOT = """
from sim.core.jit import bot

@bot
def busy(g, rules, record, seat):
    record.cursor += 7
    return (g.req.n - 1) * (record.cursor % 2) // 2 + min(1, g.req.n - 1) * (record.cursor % 3 != 0)

@bot
def wild(g, rules, record, seat):
    return g.req.n
"""
OPTIONS = {"bots": "busybot:busy", "seed": 5}


@pytest.fixture(autouse=True)
def _bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "busybot.py").write_text(BOT, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "busybot", raising=False)


def test_it_is_the_game_that_is_counted() -> None:
    plan = make_plan("sanguosha_official", players=4, games=3, **OPTIONS)
    results, seats = layout.new(layout.RESULT, 3), layout.new(layout.SEAT_RESULT, 12)
    lineup, bots = plan.lineup, layout.minds()
    with np.errstate(over="ignore"):
        play_games(
            advance_at, layout.new(layout.GAME), plan.rules[4], lineup.functions, bots,
            lineup.templates, lineup.bot_of, np.uint64(plan.seed), 4, np.arange(3), int(plan.deal), results, seats,
            np.zeros((4, layout.MAX_HEROES, 8, layout.MAX_SKILLS, 3), np.int64),
        )  # fmt: skip
    for game in range(3):
        replay = Replay(plan, 4, game)
        for _ in replay.stretches():
            pass
        g = replay.table.g
        assert (int(g.digest), int(g.winner), int(g.turns)) == tuple(
            int(results[game][field]) for field in ("digest", "winner", "turns")
        )


def test_plain__the_lines_of_the_contract() -> None:
    lines = trace("sanguosha_official", players=3, game=1, plain=True, **OPTIONS)
    assert lines[0] == "turn 0"
    assert lines[1] == "phase 0 start"
    words = {line.split()[0] for line in lines}
    known = "turn phase ask use respond pass accept skill nullified judge rejudge draw gain discard equip damage"
    assert words <= set(f"{known} lose heal dying dead role shuffle win unfinished".split())
    assert lines[-1].split()[0] in ("win", "unfinished")


def test_sentences__hp_is_told_and_is_right() -> None:
    for lang, lost in (("zh", "点伤害"), ("en", "damage from")):
        lines = trace("sanguosha_official", players=3, game=1, lang=lang, **OPTIONS)
        told = [line for line in lines if lost in line]
        plain = trace("sanguosha_official", players=3, game=1, plain=True, **OPTIONS)
        assert len(told) == sum(line.startswith("damage") for line in plain) > 0
        assert all("/" in line for line in told)
        assert not any("{" in line for line in lines)


def test_refused() -> None:
    with pytest.raises(UserError, match="lang: found 'fr'"):
        trace("sanguosha_official", lang="fr")
    with pytest.raises(UserError, match="game: found -1"):
        trace("sanguosha_official", game=-1, **OPTIONS)
    with pytest.raises(UserError, match="unknown ruleset"):
        trace("sanguosh")


def test_a_bot_that_answers_out_of_range_ends_the_story() -> None:
    assert trace("sanguosha_official", players=2, bots="busybot:wild", plain=True)[-1] == "unfinished"


@pytest.mark.parametrize(
    ("lang", "then", "comes_in"),
    [("zh", "其后：", r"([01]) (\S+) 登场，体力 \d/\d"), ("en", "then: ", r"([01]) (.+) comes in, hp \d/\d")],
)
def test_newcomers_are_told(lang: str, then: str, comes_in: str) -> None:
    """Each seat's line-up stands at the top; whoever comes in is the next of it, and named from then on."""
    lines = trace("sanguosha_duel", game=1, lang=lang, bots="heuristics.greedy:BOT")
    to_come = [re.split("[、,] ?", line.split(then)[1]) for line in lines[1:3]]
    assert [len(heroes) for heroes in to_come] == [2, 2]
    told = [re.fullmatch(comes_in, line.strip()) for line in lines]
    came = [found.groups() for found in told if found]
    assert came
    for seat in (0, 1):
        mine = [hero for at, hero in came if at == str(seat)]
        assert mine == to_come[seat][: len(mine)]
    plain = trace("sanguosha_duel", game=1, plain=True, bots="heuristics.greedy:BOT")
    assert sum(line.startswith("enter") for line in plain) == len(came)
    assert sum(line.startswith("dead") for line in plain) == len(came) + 1
