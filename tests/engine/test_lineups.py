"""Games in which seats field several heroes: deals, picks, outcomes and rows, and that a game is the same again."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from arena import CAPS, dealt, play
from numba import config

from reports.tables import collect
from sim import batch, runs, writer
from sim.core.codes import Deal, Role, Winner
from sim.plan import make_plan
from sim.results import Run
from sim.rules.compile import compile_ruleset
from sim.rules.load import load_ruleset

NAME = "sanguosha_duel"
FIELDED = 3
GAMES = 4 if config.DISABLE_JIT else 2000
BOTS = "greedy"


@pytest.fixture(scope="module")
def found():
    """Return games between bots, with every check of the core on where that does not take too long."""
    return play(compile_ruleset(load_ruleset(NAME), players=2), 2, GAMES, BOTS, checked=not config.DISABLE_JIT)


def by_seat(field):
    """Return a field of the rows as games x seats x positions."""
    return field.reshape(-1, 2, FIELDED)


# ---------------------------------------------------------------------------------------------- outcomes


def test_each_game_has_one_outcome(found):
    assert {cause for _, cause, _ in found.broken} <= CAPS
    winner, won = found.games.winner, by_seat(found.seats.won)
    assert (won == won[:, :, :1]).all()  # a side's heroes share its outcome
    assert (won[:, :, 0].sum(axis=1) + np.isin(winner, (Winner.DRAW, Winner.UNFINISHED)) == 1).all()
    assert (won[winner == Winner.LORD, 0] == 1).all()
    assert (won[winner == Winner.RENEGADE, 1] == 1).all()
    assert not (winner == Winner.REBEL).any()


def test_rows_are_those_of_the_line_ups(found):
    rows = found.seats
    assert rows.shape == (GAMES, 2 * FIELDED)
    assert (by_seat(rows.seat) == np.arange(2)[:, None]).all()
    assert (by_seat(rows.lineup_pos) == np.arange(FIELDED)).all()
    assert (by_seat(rows.role) == np.array([Role.LORD, Role.RENEGADE])[:, None]).all()
    games = dealt(compile_ruleset(load_ruleset(NAME), players=2), 2, GAMES)
    assert (by_seat(rows.hero) == games.lineup[:, :2, :FIELDED]).all()
    assert all(len(set(game)) == 2 * FIELDED for game in rows.hero.tolist())


def test_heroes_come_in_one_after_the_other(found):
    """A hero came in if those before it are dead; of a side that lost all are, of one that won not all."""
    rows, winner = found.seats, found.games.winner
    alive, entered = by_seat(rows.alive), by_seat(rows.entered)
    assert (entered[:, :, 0] == 0).all()
    came = entered >= 0
    assert (came[:, :, 1:] == (alive[:, :, :-1] == 0)).all()
    assert ((entered[:, :, 1:] >= by_seat(rows.died_turn)[:, :, :-1]) | ~came[:, :, 1:]).all()
    deaths = (alive == 0).sum(axis=2)
    assert (deaths[winner == Winner.LORD, 1] == FIELDED).all()
    assert (deaths[winner == Winner.LORD, 0] < FIELDED).all()
    assert (deaths[winner == Winner.RENEGADE, 0] == FIELDED).all()
    assert (deaths[winner == Winner.RENEGADE, 1] < FIELDED).all()
    assert ((by_seat(rows.died_turn) >= 0) == (alive == 0)).all()


def test_what_heroes_did_adds_up(found):
    """Every point is dealt by a hero that was in, turns are shared out, an absent hero did nothing."""
    rows = found.seats
    absent = rows.entered < 0
    for field in ("kills", "damage_dealt", "damage_taken", "healed", "cards_drawn", "turns_taken"):
        assert (rows[field][absent] == 0).all(), field
    assert (rows.turns_taken.sum(axis=1) == found.games.turns).all()
    assert (rows.damage_dealt.sum(axis=1) <= rows.damage_taken.sum(axis=1)).all()
    taken, killer = by_seat(rows.damage_taken).sum(axis=2), by_seat(rows.killer)
    kills = by_seat(rows.kills).sum(axis=2)
    for seat in range(2):
        others = (killer[:, 1 - seat] == seat).sum(axis=1)
        assert (kills[:, seat] == others).all()
    assert (taken.sum(axis=1) > 0).all()
    assert found.skills[:, :, 0, 0, 0].sum() == (~absent).sum()


def test_rounds_are_counted_from_whoever_moves_first(found):
    rounds, turns = found.games.rounds, found.games.turns
    assert (rounds == (turns - 1) // 2).all()


# ------------------------------------------------------------------------------------------------- deals


def test_balanced_deal__blocks_are_even():
    """In as many games as heroes each is once at every position of either side."""
    rules = compile_ruleset(load_ruleset(NAME), players=2)
    heroes = int(rules[0].n_pool)
    blocks = 2 if config.DISABLE_JIT else 40
    lineups = dealt(rules, 2, heroes * blocks, seed=6).lineup[:, :2, :FIELDED].reshape(blocks, heroes, 2, FIELDED)
    assert (np.sort(lineups, axis=1) == np.arange(heroes)[None, :, None, None]).all()


@pytest.mark.parametrize("heroes", [6, 7, 8])
def test_balanced_deal__a_cycle_has_every_line_up_once(heroes):
    ruleset = load_ruleset(NAME)
    rules = compile_ruleset(ruleset, players=2, heroes=ruleset.heroes[:heroes])
    cycle = heroes * (heroes - 1) * (heroes - 2)
    lineups = dealt(rules, 2, cycle, seed=3).lineup[:, :2, :FIELDED]
    wanted = set(permutations(range(heroes), FIELDED))
    assert set(map(tuple, lineups[:, 0].tolist())) == wanted
    assert len(wanted) == cycle
    if heroes > 6:  # a pool of just six leaves the other side no choice
        assert set(map(tuple, lineups[:, 1].tolist())) == wanted
    assert (np.sort(lineups[:, 1], axis=0).reshape(-1, cycle // heroes, FIELDED) >= 0).all()
    for seat in range(2):
        for pos in range(FIELDED):
            assert set(Counter(lineups[:, seat, pos].tolist()).values()) == {cycle // heroes}
    assert all(len({*lord, *renegade}) == 2 * FIELDED for lord, renegade in lineups.tolist())


def test_random_deal__no_hero_twice_and_all_come_up():
    rules = compile_ruleset(load_ruleset(NAME), players=2)
    lineups = dealt(rules, 2, 100, deal=Deal.RANDOM).lineup[:, :2, :FIELDED].reshape(100, -1)
    assert all(len(set(game)) == 2 * FIELDED for game in lineups.tolist())
    assert len(np.unique(lineups)) == 25


def test_draft__picked_in_turn_one_two_two_two_two_one():
    """The lord takes the first, the fourth and fifth, the eighth and ninth; each fields three of its five."""
    rules = compile_ruleset(replace(load_ruleset(NAME), draft={}), players=2, deal="draft")
    games = dealt(rules, 2, 200, seed=2, deal=Deal.DRAFT)
    picked, lineups = games.aside[:, :10], games.lineup[:, :2, :FIELDED]
    lord, renegade = [0, 3, 4, 7, 8], [1, 2, 5, 6, 9]
    places = Counter()
    for k in range(200):
        for seat, own in enumerate((lord, renegade)):
            mine = picked[k][own].tolist()
            line = lineups[k, seat].tolist()
            assert len(set(line)) == FIELDED
            assert set(line) <= set(mine)
            places.update((seat, mine.index(hero), pos) for pos, hero in enumerate(line))
    assert all(len(set(game)) == 10 for game in picked.tolist())
    assert set(places) == {(seat, k, pos) for seat in range(2) for k in range(5) for pos in range(FIELDED)}
    assert max(places.values()) < 40 + 6 * (200 * 0.2 * 0.8) ** 0.5  # each pick at each position in one of five


def test_draft__who_picks_first_is_a_value():
    ruleset = load_ruleset(NAME, {"lineup.picks_first": "renegade", "lineup.picks": [3, 3], "lineup.dealt": 6})
    games = dealt(compile_ruleset(ruleset, players=2, deal="draft"), 2, 30, deal=Deal.DRAFT)
    for k in range(30):
        assert set(games.lineup[k, 1, :FIELDED]) == set(games.aside[k, :3])
        assert set(games.lineup[k, 0, :FIELDED]) == set(games.aside[k, 3:6])


def test_first_turn():
    """The renegade's turn is on the stack, with one card fewer to draw; by another value the lord's."""
    rules = compile_ruleset(load_ruleset(NAME), players=2)
    game = dealt(rules, 2, 1)[0]
    assert (game.turn, game.seat[1].draw_change, game.seat[0].draw_change) == (1, -1, 0)
    assert game.seat["n_hand"][:2].tolist() == [4, 4]
    other = load_ruleset(NAME, {"lineup.moves_first": "lord", "lineup.first_draw": 1})
    game = dealt(compile_ruleset(other, players=2), 2, 1)[0]
    assert (game.turn, game.seat[1].draw_change, game.seat[0].draw_change) == (0, 0, 1)


# ------------------------------------------------------------------------------- the same game, and again


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="takes long where nothing is compiled")
def test_a_game_does_not_depend_on_what_was_played_before(found):
    rules = compile_ruleset(load_ruleset(NAME), players=2)
    pieces = play(rules, 2, 120, BOTS, chunk=7)
    assert pieces.games.tobytes() == found.games[:120].tobytes()
    assert pieces.seats.tobytes() == found.seats[:120].tobytes()
    alone = play(rules, 2, 1, BOTS, first=119)
    assert alone.seats[0].tobytes() == found.seats[119].tobytes()


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="takes long where nothing is compiled")
@pytest.mark.parametrize("fielded", [1, 2, 5])
def test_other_line_ups_play_too(fielded):
    ruleset = load_ruleset(NAME, {"lineup.fielded": fielded})
    found = play(compile_ruleset(ruleset, players=2, deal="draft"), 2, 200, BOTS, deal=Deal.DRAFT)
    assert not set(found.broken) or {cause for _, cause, _ in found.broken} <= CAPS
    assert found.seats.shape == (200, 2 * fielded)
    assert (found.seats.entered[:, ::fielded] == 0).all()


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="takes long where nothing is compiled")
def test_line_ups_of_four_players():
    """The table says nothing of two players: other role tables may have line-ups as well."""
    changes = {"lineup.fielded": 2, "lineup.picks": [3, 3, 3, 3], "lineup.dealt": 12}
    rules = compile_ruleset(load_ruleset(NAME, changes), players=2)
    rules[0].roles[4] = [1, 1, 1, 1]
    found = play(rules, 4, 300, BOTS)
    assert {cause for _, cause, _ in found.broken} <= CAPS
    lineups = found.seats.hero.reshape(300, 4, 2)
    assert all(len(set(game)) == 8 for game in found.seats.hero.tolist())
    assert (np.sort(lineups[:275].reshape(11, 25, 8), axis=1) == np.arange(25)[None, :, None]).all()


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="takes long where nothing is compiled")
def test_threads_and_interruptions_change_nothing(tmp_path, monkeypatch):
    """A run of two threads that is stopped after every chunk reads as one of one thread; so does its report."""
    played = 240
    plan = make_plan(NAME, games=played, seed=4, bots="heuristics.greedy:BOT", part=25)
    path, info = runs.open_folder(plan, tmp_path / "whole", resume=False)
    assert batch.play(plan, path, info, threads=1)
    whole, add, stops = Run(path), writer.Writer.add, 0

    class Pressed(batch.Interrupt):
        def __enter__(self):
            monkeypatch.setattr(writer.Writer, "add", lambda *a: (add(*a), setattr(self, "pressed", True)))
            return self

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(batch, "Interrupt", Pressed)
    finished = False
    while not finished:
        path, info = runs.open_folder(plan, tmp_path / "stopped", resume=True)
        finished = batch.play(plan, path, info, threads=2, chunk=7)
        stops += 1
    assert stops > 2
    stopped = Run(path)
    for table in ("games", "seats", "skills"):
        assert getattr(stopped, table)().equals(getattr(whole, table)()), table
    seats = stopped.seats()
    assert seats.height == played * 2 * FIELDED
    assert seats["lineup_pos"].to_list() == [0, 1, 2] * 2 * played
    assert seats.filter(seats["entered"] < 0)["turns_taken"].sum() == 0
    found = collect(stopped).lineups
    games = int(found.first["n"].sum())
    assert found.heroes.groupby("way")["games"].sum()[["fielded", "led"]].tolist() == [6 * games, 2 * games]
    assert found.pairs["games"].sum() == 2 * FIELDED**2 * games
