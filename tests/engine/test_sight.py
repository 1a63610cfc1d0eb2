"""Who knows which cards of a hand: what was looked at is kept in mind until a card leaves unseen."""

import numpy as np
import pytest

from sim.core import layout, play
from sim.core.codes import Ask, Status
from sim.core.moves import swap_hands
from sim.core.sight import known_word, n_known, n_known_of, note_hand
from sim.core.zones import from_hand, hide_hand
from sim.scenario import model
from sim.scenario.setup import position_of

SEATS = [
    {"role": "lord", "hand": ["tanting@HK", "slash@S7"]},
    {"role": "rebel", "hand": ["jink@D2", "slash@S8"]},
    {"role": "renegade", "hand": ["jink@D3"]},
]


def table(seats=SEATS, ruleset="shuihusha"):
    """Return a position in the lord's play phase."""
    return position_of(*model.read({"ruleset": ruleset, "seat": seats, "start": {"seat": 0, "phase": "play"}}))


def cards(words):
    """Return a set of cards as numbers."""
    return set(np.flatnonzero(np.unpackbits(np.array(words, np.uint64).view(np.uint8), bitorder="little")).tolist())


def set_of(found):
    """Return some cards as a set of the core."""
    held = np.zeros(layout.MAX_CARDS, np.uint8)
    held[list(found)] = 1
    return np.packbits(held, bitorder="little").view(np.uint64)


def known(g, viewer, seat):
    """Return the cards of a hand that a seat knows."""
    return cards([known_word(g, viewer, seat, k) for k in range(layout.WORDS)])


def play_on(start, kind, target):
    """Let the lord use the card of a kind on a seat, and return the game when he is asked for the next one."""
    games, rules, names = start.games, start.rules, list(start.ruleset.kinds)
    used = False
    with np.errstate(over="ignore"):
        while play.advance_at(games, rules, 0) == Status.ASKING:
            q = games[0].req
            found = 0
            if q.kind == Ask.PLAY and used:
                return games[0]
            if q.kind == Ask.PLAY:
                found = [names[int(q.option[i].kind)] if i else "" for i in range(int(q.n))].index(kind)
                used = True
            elif q.kind == Ask.TARGET:
                found = [int(q.option[i].seat) for i in range(int(q.n))].index(target)
            games[0].answer, games[0].status = found, Status.RUNNING
    raise AssertionError("the game ended")


def test_who_looks_at_a_hand_knows_it_and_nobody_else_does():
    g = play_on(table(), "tanting", 1)
    hand = cards(g.seat[1].hand)
    assert len(hand) == 2
    assert (known(g, 0, 1), known(g, 2, 1), known(g, 1, 0)) == (hand, set(), set())
    assert known(g, 1, 1) == hand
    assert (n_known(g, 0, 1), n_known_of(g, 0, 1, set_of([min(hand)]))) == (2, 1)


def test_a_known_card_that_leaves_is_forgotten_and_the_rest_is_not():
    g = play_on(table(), "tanting", 1)
    gone, kept = sorted(known(g, 0, 1))
    with np.errstate(over="ignore"):
        from_hand(g, 1, gone)
    assert known(g, 0, 1) == {kept}
    g.seat[1].hand[:] |= set_of([gone])  # drawn again, unseen
    assert known(g, 0, 1) == {kept}


@pytest.mark.parametrize(("taker", "left"), [(0, 2), (2, 0)])
def test_when_a_card_leaves_unseen_only_its_taker_still_knows_the_hand(taker, left):
    g = table().games[0]
    note_hand(g, 0, 1)
    note_hand(g, 2, 1)
    hide_hand(g, 1, taker)
    assert n_known(g, 0, 1) == left
    assert n_known(g, 2, 1) == 2 - left


def test_two_who_swap_hands_know_what_they_gave():
    seats = [{"role": "lord", "hand": ["slash@S7"]}]
    seats += [{"role": "rebel", "hand": ["jink@D2", "peach@H3"]}, {"role": "renegade", "hand": ["jink@D3", "slash@S8"]}]
    start = table(seats, "sanguosha")
    before = [cards(start.games[0].seat[i].hand) for i in (1, 2)]
    swap_hands(start.games[0], start.rules[0], 1, 2)
    g = start.games[0]
    assert [cards(g.seat[i].hand) for i in (2, 1)] == before
    assert (known(g, 1, 2), known(g, 2, 1)) == (before[0], before[1])
    assert (known(g, 0, 1), known(g, 0, 2)) == (set(), set())


def test_a_card_taken_unseen_is_known_to_the_one_who_had_it():
    seats = [{"role": "lord", "hand": ["snatch@S3"]}, {"role": "rebel", "hand": ["jink@D2"]}, {"role": "renegade"}]
    g = play_on(table(seats, "sanguosha_official"), "snatch", 1)
    assert len(cards(g.seat[0].hand)) == 1
    assert known(g, 1, 0) == cards(g.seat[0].hand)
    assert known(g, 2, 0) == set()
