"""No bot sees what is hidden: with other hands, pile, roles and streams dealt anew it answers the same."""

from dataclasses import replace

import numpy as np
import pytest
from numba import config

import sim.core.play as play
from sim.bots import find, lineup
from sim.core import layout
from sim.core.codes import Ev, Status
from sim.rules.compile import compile_ruleset
from sim.rules.load import load_ruleset

BOTS = {"greedy": 5000, "standard": 5000, "search": 300, "random_bot": 500, "pass_bot": 500}  # requests a ruleset
PLAIN = {"search": 5}  # where nothing is compiled; else at most 300
BUDGET = 8  # playouts a decision
PLAYERS = (5, 8, 2, 4, 10)


def cards_of(mask):
    """Return the cards of a set."""
    return np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little"))


def set_of(cards):
    """Return some cards as a set."""
    held = np.zeros(layout.MAX_CARDS, np.uint8)
    held[cards] = 1
    return np.packbits(held, bitorder="little").view(np.uint64)


def redeal(games, me, rng):
    """Deal everything anew that a seat of games[0] cannot see."""
    g = games[0]
    seats = games["seat"][0]
    n, n_pile = int(g.n), int(g.n_pile)
    others = [i for i in range(n) if i != me and seats["alive"][i]]
    looked_at = set_of(np.flatnonzero(games["seen_by"][0] >> me & 1))
    known = [seats["open"][i] | seats["seen"][i] & looked_at for i in others]
    hidden = [cards_of(seats["hand"][i] & ~sure) for i, sure in zip(others, known, strict=True)]
    pile = games["pile"][0]
    pool = rng.permutation(np.concatenate([*hidden, pile[:n_pile]]))
    for i, cards, sure in zip(others, hidden, known, strict=True):
        dealt, pool = pool[: len(cards)], pool[len(cards) :]
        seats["hand"][i] = sure | set_of(dealt)
        seats["seen"][i] &= sure  # what others have seen of the rest is theirs alone
    pile[:n_pile] = pool
    masked = [i for i in range(n) if i != me and not seats["shown"][i]]
    seats["role"][masked] = rng.permutation(seats["role"][masked])
    for i in range(n):
        if i != me:  # who is to come of another's line-up
            to_come = games["lineup"][0, i, int(g.at_hero[i]) + 1 :]
            to_come[:] = rng.integers(0, 20, len(to_come))
    games["rng"][0] = rng.integers(0, 2**63, layout.STREAMS, dtype=np.uint64)
    games["digest"][0] = rng.integers(0, 2**63)
    log = games["log"][0]
    unseen = np.isin(log["type"], (Ev.CARD, Ev.GAIN)) & (log["n"] == 1) & (log["a"] != me)
    log["card"][unseen] = rng.integers(0, 100, unseen.sum())


@pytest.mark.parametrize(
    "ruleset", ["sanguosha", "sanguosha_official", "sanguosha_duel", "hongloumeng", "yingxiongsha", "shuihusha"]
)
@pytest.mark.parametrize("module", BOTS)
def test_hidden_parts_do_not_matter(module, ruleset):
    name = f"heuristics.{module}:BOT"
    requests = min(BOTS[module], PLAIN.get(module, 300)) if config.DISABLE_JIT else BOTS[module]
    rng = np.random.default_rng(7)
    bot = replace(find(name), budget=BUDGET)
    seats = replace(lineup(name, (5,)), bots=(bot,))
    loaded = load_ruleset(ruleset)
    tables = [players for players in PLAYERS if str(players) in loaded.data["roles"]["single"]]
    games, other = layout.new(layout.GAME), layout.new(layout.GAME)
    bots, copies = layout.minds(), layout.minds()
    templates = seats.templates
    asked = game = 0
    kinds = set()
    with np.errstate(over="ignore"):
        while asked < requests:
            players = tables[game % len(tables)]
            rules = compile_ruleset(loaded, players)
            play.setup_at(games, rules, 0, np.uint64(3), players, game, 0)
            play.reset_bots_at(games, bots, templates, seats.bot_of)
            game += 1
            while play.advance_at(games, rules, 0) == Status.ASKING and asked < requests:
                me = int(games[0].req.seat)
                other[0] = games[0]
                copies[:] = bots
                redeal(other, me, rng)
                answer = bot.function(games[0], rules[0], bots[me], me)
                again = bot.function(other[0], rules[0], copies[me], me)
                kinds.add(int(games[0].req.kind))
                assert 0 <= answer < games[0].req.n
                assert again == answer, (game, asked, games[0].req.kind)
                assert copies[me].tobytes() == bots[me].tobytes()
                games[0].answer = answer
                games[0].status = Status.RUNNING
                asked += 1
    assert bot.weights.shape == (64,)
    assert len(kinds) >= (1 if module == "pass_bot" or config.DISABLE_JIT else 5)
