"""The bot that plays ahead: within its budget, the same again, unseen by the game, and to some purpose."""

from dataclasses import replace

import numpy as np
import pytest
from numba import config

from heuristics.prospect import chance
from heuristics.redeal import redeal
from sim.batch import play_some
from sim.bots import Lineup, lineup
from sim.core import layout, play
from sim.core.codes import Role, Status
from sim.plan import make_plan
from sim.scenario import model
from sim.scenario.setup import position_of

SEARCH = "heuristics.search:BOT"
compiled = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="whole games need compiled code")


def searching(budget: int, players: int = 5, text: str = SEARCH) -> Lineup:
    """Return a line-up whose searching bots have a budget."""
    made = lineup(text, (players,))
    bots = tuple(replace(bot, budget=budget) if bot.name == SEARCH else bot for bot in made.bots)
    return replace(made, bots=bots)


def digests(budget: int, games: int = 4, **options: int) -> list[int]:
    """Play games between searching bots and return what came of them as hashes."""
    plan = make_plan("sanguosha_official", players=5, games=games, seed=11)
    played = play_some(replace(plan, lineup=searching(budget)), 5, np.arange(games), **options)
    assert (played.games.err == 0).all()
    return played.games.digest.tolist()


@compiled
def test_games_are_the_same_again_on_any_number_of_threads():
    first = digests(8, threads=1)
    assert digests(8, threads=1) == first
    assert digests(8, threads=2, chunk=1) == first
    assert digests(16, threads=2) != first


@compiled
def test_without_a_budget_it_is_the_standard_bot():
    plan = make_plan("sanguosha_official", players=5, games=4, seed=11, bots="standard")
    assert digests(1) == play_some(plan, 5, np.arange(4)).games.digest.tolist()


@compiled
@pytest.mark.parametrize("budget", [2, 7, 12])
def test_no_decision_takes_more_playouts_than_the_budget(budget):
    seats = searching(budget)
    plan = make_plan("sanguosha_official", players=5, games=1, seed=11)
    rules, games, minds = plan.rules[5], layout.new(layout.GAME), layout.minds()
    play.setup_at(games, rules, 0, np.uint64(11), 5, 0, 0)
    play.reset_bots_at(games, minds, seats.templates, seats.bot_of)
    spent = set()
    while play.advance_at(games, rules, 0) == Status.ASKING:
        me, before, asked = int(games[0].req.seat), int(minds.playouts.sum()), games.tobytes()
        answer = play.ask_bot(seats.functions, 0, games, rules, minds, me)
        assert games.tobytes() == asked  # what is played ahead leaves the game alone
        spent.add(int(minds.playouts.sum()) - before)
        games[0].answer, games[0].status = answer, Status.RUNNING
    assert spent == {0, 2 * (budget // 2)}  # none where there is nothing to decide; two options, a world each


def here(ruleset: str = "sanguosha_official", **more: object):
    """Return a position by the scenario format."""
    return position_of(*model.read({"ruleset": ruleset} | more))


def first_answer(budget: int) -> str:
    """Return which card a rebel plays first who must kill a lord with one card in hand before the lord moves."""
    seats = [{"role": "lord", "hp": 1, "hand": ["jink@D2"]}, {"role": "rebel", "hp": 1}]
    seats[1]["hand"] = ["slash@S7", "dismantlement@S3"]
    start, made = here(seat=seats, start={"seat": 1, "phase": "play"}), searching(budget, players=2)
    minds = layout.minds()
    play.reset_bots_at(start.games, minds, made.templates, made.bot_of)
    assert play.advance_at(start.games, start.rules, 0) == Status.ASKING
    card = int(start.games[0].req.option[play.ask_bot(made.functions, 0, start.games, start.rules, minds, 1)].card)
    return start.ruleset.kinds[start.rules[0].card_kind[card]]


@compiled
def test_it_clears_the_way_for_the_blow_that_ends_the_game():
    # the lord's one card may be an answer; once it is gone the slash kills for sure
    assert first_answer(1) == "slash"  # as standard, which sees the slash's own worth only
    assert first_answer(64) == "dismantlement"


def worlds(start, me: int, n: int, post: np.ndarray | None = None) -> np.recarray:
    """Return GAME[n]: a position re-dealt for a seat, ``post`` its chances of each seat's roles."""
    minds = layout.minds()
    minds[me].rng = 5
    minds[me].scratch[64 : 64 + 4 * layout.MAX_SEATS] = np.ones(48) if post is None else post.ravel()
    made = layout.new(layout.GAME, n)
    with np.errstate(over="ignore"):
        for k in range(n):
            made[k] = start.games[0]
            redeal(made[k], start.rules[0], minds[me], me)
    return made


def bits_of(sets: np.ndarray) -> np.ndarray:
    """Return card sets, u64[..., 3], as bool[..., 192]."""
    return np.unpackbits(np.ascontiguousarray(sets).view(np.uint8), axis=-1, bitorder="little").astype(bool)


def test_a_world_keeps_what_the_seat_sees():
    seats = [{"role": "lord", "hand": ["slash@S7", "jink@D2"]}, {"role": "rebel", "hand": ["peach@H3", "any", "any"]}]
    start = here(seat=[*seats, {"role": "renegade", "hand": ["any"]}], start={"seat": 0, "phase": "play"})
    g = start.games[0]
    peach = bits_of(g.seat[1].hand) & bits_of(start.rules[0].kind[list(start.ruleset.kinds).index("peach")].cards)
    g.seat[1].open[:] = np.packbits(peach, bitorder="little").view(np.uint64)
    n = 400
    made = worlds(start, 0, n)
    hands, known = bits_of(made["seat"]["hand"]), bits_of(start.games["seat"]["hand"][0])
    assert (hands[:, 0] == known[0]).all()
    assert (hands.sum(axis=-1)[:, :3] == [2, 3, 1]).all()
    assert hands[:, 1][:, peach].all()
    piled = np.zeros((n, layout.MAX_CARDS), bool)
    for k in range(n):
        piled[k, made[k].pile[: int(made[k].n_pile)]] = True
    assert (hands.sum(axis=1) + piled == (hands[0].sum(axis=0) + piled[0])).all()  # each card lies in one place
    unseen = (hands[:, 1] | hands[:, 2] | piled).any(axis=0) & ~peach
    share = hands[:, 1][:, unseen].mean(axis=0)
    # two of the unseen cards are in that hand: each is with chance 2 / unseen
    p = 2 / unseen.sum()
    assert share.mean() == pytest.approx(p)
    assert np.abs(share - p).max() < 5 * np.sqrt(p * (1 - p) / n)


def test_roles_are_dealt_by_the_belief():
    roles = ["lord", "loyalist", "rebel", "renegade"]
    start = here(seat=[{"role": role} for role in roles], start={"seat": 0, "phase": "play"})
    post = np.zeros((layout.MAX_SEATS, 4))
    post[1, 1:] = 0.5, 0.3, 0.2
    post[2, 1:] = 0.2, 0.6, 0.2
    post[3, 1:] = 0.1, 0.4, 0.5
    n = 2000
    found = worlds(start, 0, n, post)["seat"]["role"][:, 1:4]
    # the six arrangements, each as likely as the product of its chances
    orders = [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)]
    likely = np.array([post[1, a] * post[2, b] * post[3, c] for a, b, c in orders])
    for order, p in zip(orders, likely / likely.sum(), strict=True):
        assert (found == order).all(axis=1).mean() == pytest.approx(p, abs=4 * np.sqrt(p * (1 - p) / n))


def test_the_chances_of_the_sides_make_one_and_go_the_right_way():
    roles = ["lord", "loyalist", "rebel", "rebel", "renegade"]
    g = here(seat=[{"role": role} for role in roles], start={"seat": 0, "phase": "play"}).games[0]

    def sides() -> np.ndarray:
        return np.array([chance(g, int(role)) for role in (Role.LORD, Role.REBEL, Role.RENEGADE)])

    even = sides()
    assert even.sum() == pytest.approx(1)
    g.seat[0].hp -= 2
    assert (sides() > even).tolist() == [False, True, False]
    g.seat[2].alive = g.seat[3].alive = 0
    assert sides()[1] < 0.01
    g.seat[4].alive = 0
    assert sides()[0] > 0.97
