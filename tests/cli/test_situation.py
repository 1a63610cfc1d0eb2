"""A position played many times: chance is fresh below the named cards, and stops where it is told to."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import sim
from sim.errors import UserError
from sim.situation import read_stop

PASS = "plain_bots:first"
GAMES = 200


def position(**changes: Any) -> dict[str, Any]:
    """Return a lord before his judgement, with a card in front of him that asks for a heart."""
    scenario = {
        "ruleset": "sanguosha_official",
        "start": {"phase": "judge"},
        "seat": [{"role": "lord", "judge": ["indulgence@H6"], "hand": ["jink", "peach"]}, {"role": "rebel"}],
    }
    return scenario | changes


@pytest.fixture(scope="module")
def judged() -> Any:
    return sim.simulate(start=position(), stop="judge", games=GAMES, seed=3, bots=PASS, threads=1)


def test_it_stops_at_the_event(judged: Any) -> None:
    games = judged.games()
    assert games["game"].to_list() == list(range(GAMES))
    assert set(games["stopped"]) == {"judge"}
    assert set(games["seat"]) == {0}
    assert set(games["kind"]) == {"indulgence"}


def test_chance_is_fresh_and_as_it_should_be(judged: Any) -> None:
    """Of the 105 cards not named 25 are hearts: 27 less the card in front and the peach, a heart."""
    assert judged.seats()["hand"].to_list()[0][1].startswith("peach@H")
    cards = judged.games()["card"]
    assert cards.n_unique() > 60
    hearts = cards.str.contains("@H").sum()
    jink_is_a_heart = judged.seats()["hand"].to_list()[0][0].startswith("jink@H")
    p = (25 - jink_is_a_heart) / 105
    assert abs(hearts - GAMES * p) < 4 * (GAMES * p * (1 - p)) ** 0.5


def test_threads_and_length_change_nothing(judged: Any) -> None:
    again = sim.simulate(start=position(), stop="judge", games=300, seed=3, bots=PASS, threads=2)
    assert again.games().head(GAMES).equals(judged.games())
    assert again.seats().head(2 * GAMES).equals(judged.seats())


def test_named_cards_stay_on_top_of_the_pile() -> None:
    found = sim.simulate(start=position(pile=["duel@SA"]), stop="judge", games=20, bots=PASS).games()
    assert set(found["card"]) == {"duel@SA"}


def test_a_turn_from_start_to_end() -> None:
    """The judgement is not a heart: no play phase; two drawn cards stay in the hand."""
    found = sim.simulate(start=position(pile=["duel@SA"]), stop="turn", games=10, bots=PASS)
    assert set(found.games()["stopped"]) == {"turn"}
    lord = found.seats().filter(pl.col("seat") == 0)
    assert set(lord["drawn"]) == {2}
    assert set(lord["n_hand"]) == {4} == set(lord["hand"].list.len())
    assert lord["judge"].list.len().sum() == 0


def test_ruleset_and_values_may_be_others_than_the_file_s() -> None:
    changed = sim.simulate("sanguosha", start=position(), games=2, bots=PASS, set={"setup.draw_per_turn": 3})
    assert changed.ruleset.id == "sanguosha"
    assert set(changed.seats().filter(pl.col("seat") == 0)["drawn"]) == {3}


def test_a_file_as_start(tmp_path: Path) -> None:
    file = tmp_path / "here.toml"
    file.write_text('ruleset = "sanguosha"\n[[seat]]\nrole = "lord"\nhand = ["jink"]\n[[seat]]\nrole = "rebel"\n')
    assert len(sim.simulate(start=file, games=3, bots=PASS).games()) == 3


@pytest.mark.parametrize(
    ("text", "found"),
    [("turn", (0, 1)), ("turns:7", (0, 7)), ("game", (0, 0)), ("judge", (10, 0)), ("dead, turns:2", (20, 2))],
)
def test_stops(text: str, found: tuple[int, int]) -> None:
    assert read_stop(text) == found


@pytest.mark.parametrize("text", ["", "judg", "turns:", "turns:0", "judge,damage", "turns:x", "turns:" + "9" * 30])
def test_stops_refused(text: str) -> None:
    with pytest.raises(UserError, match="stop: "):
        read_stop(text)


@pytest.mark.parametrize("given", [{"out": "x"}, {"heroes": ["caocao"]}, {"resume": True}, {"players": 5}])
def test_what_has_no_meaning_with_a_position_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="start: a position has its own heroes"):
        sim.simulate(start=position(), bots=PASS, **given)


def test_no_ruleset_at_all_is_refused() -> None:
    with pytest.raises(UserError, match="ruleset: none given"):
        sim.simulate(games=1)


def test_a_wrong_change_is_told_by_who_made_it() -> None:
    with pytest.raises(UserError, match=r"^--set heroes\.caocoa\.hp: no 'caocoa' in heroes"):
        sim.simulate(start=position(), bots=PASS, set={"heroes.caocoa.hp": 3})
    with pytest.raises(UserError, match=r": set\.heroes\.caocoa\.hp: no 'caocoa' in heroes"):
        sim.simulate(start=position() | {"set": {"heroes.caocoa.hp": 3}}, bots=PASS, set={"heroes.caocao.hp": 3})
