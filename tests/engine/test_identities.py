"""What holds in every game without tolerance: outcomes, deals, and that a game is the same whenever it is played."""

import numpy as np
import pytest
from arena import CAPS, dealt, play, seated

from sim.core import layout
from sim.core.codes import Deal, Err, Role, Status, Winner
from sim.core.play import advance_at, ask_bot
from sim.rules.compile import compile_ruleset
from sim.rules.load import load_ruleset

GAMES = 600
TABLES = [(n, "single") for n in range(2, 11)] + [(4, "single-alt4"), (8, "double"), (9, "double-odd")]


# ---------------------------------------------------------------------------------------------- outcomes


@pytest.mark.parametrize(("players", "roles"), TABLES)
def test_outcomes(players, roles, rules_of):
    rules = rules_of("sanguosha_official", players, roles)
    found = play(rules, players, GAMES)
    assert {cause for _, cause, _ in found.broken} <= CAPS
    winner, role, won = found.games.winner, found.seats.role, found.seats.won
    assert set(winner) <= {Winner.LORD, Winner.REBEL, Winner.RENEGADE, Winner.DRAW, Winner.UNFINISHED}
    lord_won = won[:, 0]
    assert (role[:, 0] == Role.LORD).all()
    assert (won[role == Role.LOYALIST] == np.repeat(lord_won, (role == Role.LOYALIST).sum(axis=1))).all()
    camps = np.stack([(won * (role == camp)).max(axis=1) for camp in (Role.LORD, Role.REBEL, Role.RENEGADE)])
    open_end = np.isin(winner, (Winner.DRAW, Winner.UNFINISHED))
    assert (camps.sum(axis=0) + open_end == 1).all()
    rebels = np.where(role == Role.REBEL, won, camps[1][:, None])
    assert (rebels == camps[1][:, None]).all()  # all rebels or none
    assert ((winner == Winner.UNFINISHED) == (found.games.err != Err.NONE)).all()
    alive = found.seats.alive
    assert (alive[winner == Winner.LORD, 0] == 1).all()
    assert (alive[np.isin(winner, (Winner.REBEL, Winner.RENEGADE)), 0] == 0).all()
    assert ((found.seats.died_turn >= 0) == (alive == 0)).all()
    heroes = np.sort(found.seats.hero, axis=1)
    assert (heroes >= 0).all()
    assert (np.diff(heroes, axis=1) > 0).all()  # so each game adds as many appearances as it has players
    assert found.skills[:, :, 0, 0, 0].sum() == players * GAMES


def test_damage_and_kills_are_told_from_both_sides(rules_of):
    found = play(rules_of("sanguosha_official", 8), 8, GAMES)
    seats = found.seats
    assert (seats.damage_dealt.sum(axis=1) <= seats.damage_taken.sum(axis=1)).all()  # some have no source
    kills = np.zeros_like(seats.kills)
    for game, seat in np.argwhere(seats.killer >= 0):
        if seats.killer[game, seat] != seat:
            kills[game, seats.killer[game, seat]] += 1
    assert (kills == seats.kills).all()


# ----------------------------------------------------------------------------------------------- deals


@pytest.mark.parametrize(("players", "roles"), TABLES)
def test_balanced_deal(players, roles, rules_of):
    rules = rules_of("sanguosha_official", players, roles)
    heroes = int(rules[0].n_pool)
    arrangements = set()
    seen = 0
    while True:
        games = dealt(rules, players, heroes, seed=6, first=seen)
        role, hero = games.seat.role[:, :players], games.seat.hero[:, :players]
        assert (role == role[0]).all()  # a block keeps one arrangement, and sits each hero everywhere
        assert (np.sort(hero, axis=0) == np.arange(heroes)[:, None]).all()
        if tuple(role[0]) in arrangements:
            break
        arrangements.add(tuple(role[0]))
        seen += heroes
    table = [int(n) for n in rules[0].roles[players]]
    ways = 1
    left = players - 1
    for role in (Role.LOYALIST, Role.REBEL, Role.RENEGADE):
        for k in range(table[role]):
            ways = ways * (left - k) // (k + 1)
        left -= table[role]
    assert len(arrangements) == ways  # a cycle: every arrangement once, so all cells are equally full
    assert seen == ways * heroes
    for role in Role:
        assert {sum(1 for each in one if each == role) for one in arrangements} == {table[role]}


def test_balanced_deal_of_a_pool():
    ruleset = load_ruleset("sanguosha")
    rules = compile_ruleset(ruleset, players=5, heroes=ruleset.heroes[3:11])
    hero = dealt(rules, 5, 8 * 12).seat.hero[:, :5]
    assert (np.sort(hero.reshape(12, 8, 5), axis=1) == np.arange(3, 11)[None, :, None]).all()


@pytest.mark.parametrize("deal", [Deal.BALANCED, Deal.RANDOM, Deal.DRAFT])
def test_cards_do_not_depend_on_the_deal_of_roles_and_heroes(deal, rules_of):
    rules = rules_of("sanguosha", 5)
    games, other = dealt(rules, 5, 50, deal=deal), dealt(rules, 5, 50, deal=Deal.RANDOM)
    assert (games.seat.hand == other.seat.hand).all()
    assert (games.pile == other.pile).all()
    assert len(np.unique(games.seat.hand[:, 0], axis=0)) == 50


# ------------------------------------------------------------------------------- the same game, and again


@pytest.mark.parametrize("bots", ["standard", "random"])
def test_a_game_does_not_depend_on_what_was_played_before(bots, rules_of):
    rules = rules_of("sanguosha_official", 5)
    whole = play(rules, 5, 120, bots, chunk=120)
    pieces = play(rules, 5, 120, bots, chunk=7)
    assert whole.games.tobytes() == pieces.games.tobytes()
    assert whole.seats.tobytes() == pieces.seats.tobytes()
    assert (whole.skills == pieces.skills).all()
    alone = play(rules, 5, 1, bots, first=119)
    assert alone.games[0].tobytes() == whole.games[119].tobytes()
    assert play(rules, 5, 20, bots, checked=False).games.tobytes() == whole.games[:20].tobytes()


def test_seed_players_and_number_each_make_another_game(rules_of):
    digests = [
        set(play(rules_of("sanguosha", players), players, 50, seed=seed).games.digest.tolist())
        for players, seed in ((5, 1), (5, 2), (4, 1))
    ]
    assert len(set.union(*digests)) == 150


def test_bots_are_asked_with_a_line_up(rules_of):
    """The one call by which a bot is asked outside a run gives what the run gave."""
    rules, seats = rules_of("sanguosha", 2), seated("greedy", 2)
    games = dealt(rules, 2, 1)
    minds = layout.minds()
    minds.weights[:] = seats.templates[0].weights
    while advance_at(games, rules, 0) == Status.ASKING:
        games[0].answer = ask_bot(seats.functions, 0, games, rules, minds, int(games[0].req.seat))
        games[0].status = Status.RUNNING
    assert games[0].digest == play(rules, 2, 1).games[0].digest
