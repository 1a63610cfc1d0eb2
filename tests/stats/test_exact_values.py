"""Numbers that can be reckoned with pen and paper, found again by the engine: exact_values.csv.

Counts are found exactly. Probabilities are found by playing one position until the event, so often that an error
of two hundredths of the value would show (``trials.enough``), at a fixed seed; the bot is ``script``.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from arena import BOTS, dealt
from trials import LIMIT, deals, enough, held, off, place, trials

import sim
from sim.core.codes import Ask, Class, Ev, Opt, Role, Status, Suit
from sim.core.layout import LOG
from sim.core.play import advance_at
from sim.rules.load import Ruleset, load_ruleset

TABLE = Path(__file__).with_name("exact_values.csv")
LINES = {row["id"]: row for row in csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines())}
COLUMN = {"sanguosha_official": "official", "sanguosha": "seed"}
Exact = Callable[[str], Fraction]


OFFICIAL = "sanguosha_official"


def value_of(line: str, ruleset: str) -> Fraction:
    """Return what a line says of a ruleset."""
    return Fraction(LINES[line][COLUMN[ruleset]])


@pytest.fixture(params=COLUMN)
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    """Each ruleset of the table in turn."""
    return load_ruleset(request.param)


@pytest.fixture
def exact(ruleset: Ruleset) -> Exact:
    """Return the value of a line in this ruleset."""
    return lambda line: value_of(line, ruleset.id)


def deck_facts(ruleset: Ruleset) -> dict[str, Any]:
    """Return what the formulas count: cards of the deck by kind, suit and colour, and heroes."""
    official = ruleset.id == "sanguosha_official"
    suits = Counter(suit for _, suit, _ in ruleset.cards)
    kinds = Counter(kind for kind, _, _ in ruleset.cards)
    men = [hero["gender"] == "male" for hero in ruleset.data["heroes"].values()]
    instant = [kind for kind, card in ruleset.data["cards"].items() if card["class"] == "instant"]
    n = len(ruleset.cards)
    black = suits["S"] + suits["C"]
    return {
        "N": n,
        "heart": suits["H"],
        "diamond": suits["D"],
        "red": n - black,
        "black": black,
        "slash": kinds["slash"],
        "jink": kinds["jink"],
        "peach": kinds["peach"],
        "crossbow": kinds["crossbow"],
        "instant": sum(kinds[kind] for kind in instant),
        "black_slash": sum(kind == "slash" and suit in "SC" for kind, suit, _ in ruleset.cards),
        "spade_2_to_9": sum(suit == "S" and rank in "23456789" for _, suit, rank in ruleset.cards),
        "other_indulgence": sum(kind == "indulgence" and suit != "D" for kind, suit, _ in ruleset.cards),
        "men": sum(men),
        "women": len(men) - sum(men),
        "others": 7,  # players but one
        "hp": sum(hero["hp"] for hero in ruleset.data["heroes"].values()),
        "revenge": Fraction(n - suits["H"] - 1 if official else black - 1, n - 1),
        "guess": Fraction(3, 4) if official else Fraction(1, 2),
    }


@pytest.mark.parametrize("line", LINES)
def test_the_numbers_follow_from_the_deck(line: str, ruleset: Ruleset, exact: Exact) -> None:
    facts = {name: Fraction(value) for name, value in deck_facts(ruleset).items()}
    facts["C"] = lambda total, some: Fraction(comb(int(total), int(some)))
    facts["sum"], facts["range"] = sum, range
    assert eval(LINES[line]["formula"], facts) == exact(line)


def test_every_line_has_a_test() -> None:
    named = set(re.findall(r'"((?:CF|N)\d\d[a-e]?)"', Path(__file__).read_text(encoding="utf-8")))
    assert named == set(LINES)


def cards_of(ruleset: Ruleset, rules: np.recarray, kind: str) -> np.ndarray:
    """Return the cards of a kind as a card set."""
    return np.array(rules[0].kind[ruleset.kinds.index(kind)].cards)


def kind(ruleset: Ruleset, name: str) -> int:
    """Return what the script calls a kind of card."""
    return ruleset.kinds.index(name) + 1


def check(found: np.ndarray, value: Fraction, variance: float | None = None) -> None:
    """Compare the mean of independent draws with its exact value."""
    spread = variance if variance is not None else found.var(ddof=1)
    assert len(found) >= enough(value, spread)
    assert abs(off(found, value, variance)) < LIMIT, (found.mean(), float(value))


def odds(value: Fraction) -> tuple[int, float]:
    """Return how many draws show a probability well enough, and the variance of one."""
    variance = float(value * (1 - value))
    return enough(value, variance), variance


# ------------------------------------------------------------------------------------------------- counts


def test_deck(ruleset: Ruleset, exact: Exact, rules_of: Callable[..., np.recarray]) -> None:
    rules = rules_of(ruleset.id, 5)
    n = int(rules[0].n_cards)
    suits, kinds = rules[0].card_suit[:n], rules[0].card_kind[:n]
    assert {int((suits == suit).sum()) for suit in range(4)} == {exact("CF01")}
    number = {name: int((kinds == ruleset.kinds.index(name)).sum()) for name in ("slash", "jink", "peach")}
    assert number == {"slash": exact("CF03a"), "jink": exact("CF03b"), "peach": exact("CF03c")}
    basic = [k for k in range(rules[0].n_kinds) if rules[0].kind[k].cls == Class.BASIC]
    assert np.isin(kinds, basic).sum() == exact("CF03d")
    black = np.isin(suits, (Suit.SPADE, Suit.CLUB))
    assert (black & (kinds == ruleset.kinds.index("slash"))).sum() == exact("CF03e")


def test_heroes(ruleset: Ruleset, exact: Exact, rules_of: Callable[..., np.recarray]) -> None:
    rules = rules_of(ruleset.id, 2)
    heroes = rules[0].hero[: rules[0].n_heroes]
    assert Fraction(int(heroes["hp"].sum()), len(heroes)) == exact("CF57")
    men = int(heroes["male"].sum())
    pairs = len(heroes) * (len(heroes) - 1)
    assert Fraction(2 * men * (len(heroes) - men), pairs) == exact("CF55")


def discards(ruleset: str, turns: int, **seat: Any) -> list[int]:
    """Return how many cards a seat that opens with four discards in each of its own turns; nobody acts."""
    hand = {"hand": ["jink", "jink", "slash", "slash"], "role": "lord" if "lord_bonus" in seat else "rebel"}
    here = place(ruleset, hand | seat, *[{"role": "rebel"}] * 4, start={"seat": 0, "phase": "start"})
    ends = [
        trials(
            here,
            1,
            lambda g: [4 + int(g.seat[0, 0].drawn) - int(g.seat[0, 0].n_hand)],
            stop=f"turns:{5 * k + 1}",
            yes=1,
        )
        for k in range(turns)
    ]
    return np.diff(ends, axis=0, prepend=0)[:, 0].tolist()


def test_passing(ruleset: Ruleset, exact: Exact) -> None:
    assert discards(ruleset.id, 3, hero="guanyu") == [exact("CF59a")] * 3
    assert discards(ruleset.id, 3, hero="guanyu", lord_bonus=True) == [exact("CF59b"), 2, 2]
    assert discards(ruleset.id, 3, hero="zhouyu") == [exact("CF59c"), 3, 3]
    assert discards(ruleset.id, 3, hero="diaochan") == [exact("CF59d")] * 3


def test_bites(ruleset: Ruleset, exact: Exact) -> None:
    here = place(ruleset.id, {"hero": "huanggai", "hand": ["jink"] * 4}, {}, start={"seat": 0, "phase": "draw"})
    handled = trials(here, 20, lambda g: np.where(g.seat[:, 0].hp == 1, 4 + g.seat[:, 0].drawn, 0), skills=1)
    assert set(handled.tolist()) == {exact("CF49")}


# ---------------------------------------------------------------------------------------- card after card


def give(g: np.record, seat: int, card: int) -> None:
    """Move a card from the pile into a hand."""
    pile = [int(c) for c in g.pile[: g.n_pile] if c != card]
    assert len(pile) == g.n_pile - 1
    g.n_pile = len(pile)
    g.pile[: len(pile)] = pile
    g.seat[seat].hand[card >> 6] |= np.uint64(1) << np.uint64(card & 63)
    g.seat[seat].n_hand += 1


def answer(games: np.recarray, rules: np.recarray, option: int) -> int:
    """Answer the open request; return why the game stopped next."""
    games[0].answer = option
    games[0].status = Status.RUNNING
    return advance_at(games, rules, 0)


def options(g: np.record) -> list[np.record]:
    """Return the options of the open request."""
    return list(g.req.option[: g.req.n])


def usable(ruleset: Ruleset, hero: str, name: str) -> int:
    """Return how many cards of the deck a hero may use as a kind, each tried as its only card."""
    here = place(ruleset.id, {"hero": hero}, {"hand": []}, start={"seat": 0, "phase": "play"})
    found = 0
    for card in range(len(ruleset.cards)):
        games = here.games.copy()
        give(games[0], 0, card)
        assert advance_at(games, here.rules, 0) == Status.ASKING
        found += any(o.type == Opt.CARD and o.kind == ruleset.kinds.index(name) for o in options(games[0]))
    return found


def playable(ruleset: Ruleset, hero: str) -> int:
    """Return with how many cards of the deck a hero may dodge, each tried as its only card."""
    found = 0
    for attack in ("slash@S7", "slash@S8"):  # the second for the first, which lies in the other's hand
        here = place(ruleset.id, {"hand": [attack]}, {"hero": hero}, start={"seat": 0, "phase": "play"})
        for card, (of, suit, rank) in enumerate(ruleset.cards):
            if f"{of}@{suit}{rank}" == attack or (attack == "slash@S8" and f"{of}@{suit}{rank}" != "slash@S7"):
                continue
            if card not in here.games[0].pile[: here.games[0].n_pile]:
                continue
            games = here.games.copy()
            give(games[0], 1, card)
            advance_at(games, here.rules, 0)
            assert answer(games, here.rules, 1) == Status.ASKING
            found += games[0].req.kind == Ask.RESPOND and games[0].req.seat == 1
    return found


def test_cards_turned_into_others(ruleset: Ruleset, exact: Exact) -> None:
    n = len(ruleset.cards)
    assert Fraction(usable(ruleset, "zhaoyun", "slash"), n) == exact("CF31")
    assert Fraction(playable(ruleset, "zhaoyun"), n) == exact("CF31")
    assert Fraction(playable(ruleset, "zhenji"), n) == exact("CF33")
    assert Fraction(usable(ruleset, "daqiao", "indulgence"), n) == exact("CF35")


def test_attacks_that_a_shield_stops(ruleset: Ruleset, exact: Exact) -> None:
    shield = "renwang_shield" if "renwang_shield" in ruleset.kinds else None
    attacks = [card for card, (of, _, _) in enumerate(ruleset.cards) if of == "slash"]
    if shield is None:  # the deck has none: what it would stop
        black = [card for card in attacks if ruleset.cards[card][1] in "SC"]
        assert Fraction(len(black), len(attacks)) == exact("CF37")
        return
    here = place(ruleset.id, {}, {"equip": [shield]}, start={"seat": 0, "phase": "play"})
    stopped = 0
    for card in attacks:
        games = here.games.copy()
        give(games[0], 0, card)
        advance_at(games, here.rules, 0)
        assert answer(games, here.rules, 1) == Status.ASKING
        stopped += games[0].seat[1].hp == 4
    assert Fraction(stopped, len(attacks)) == exact("CF37")


def test_distances(ruleset: Ruleset, exact: Exact) -> None:
    """The mean of a number is the sum of the chances that it is more than 0, 1, 2 ..."""
    mean = Fraction(1)
    for reach in range(1, 5):
        here = place(
            ruleset.id, {"hand": ["snatch"]}, *[{"hand": ["jink"]}] * 7,
            start={"seat": 0, "phase": "play"}, set={"cards.snatch.range": reach},
        )  # fmt: skip
        advance_at(here.games, here.rules, 0)
        assert answer(here.games, here.rules, 1) == Status.ASKING
        assert here.games[0].req.kind == Ask.TARGET
        mean += 1 - Fraction(sum(o.type == Opt.SEAT for o in options(here.games[0])), 7)
    assert mean == exact("CF53")


# ------------------------------------------------------------------------------------------ opening hands


def test_opening_hands(ruleset: Ruleset, exact: Exact, rules_of: Callable[..., np.recarray]) -> None:
    """Ten hands a deal; the ten are not independent, so the deal is the draw."""
    rules = rules_of(ruleset.id, 10)
    sets = {name: cards_of(ruleset, rules, name) for name in ("slash", "jink", "peach")}

    def look(g: np.recarray) -> np.ndarray:
        n = {name: held(g.seat.hand[:, :10], cards) for name, cards in sets.items()}
        each = [n["slash"] == 0, n["slash"], n["jink"], n["peach"], n["jink"] >= 2]
        return np.stack([one.mean(axis=1) for one in each], axis=1)

    value = exact("CF27")
    found = deals(rules, 10, enough(value, float(value * (1 - value))) // 8, look)
    for column, line in enumerate(("CF21", "CF25a", "CF25c", "CF25d", "CF27")):
        check(found[:, column], exact(line))


def test_first_weapon(ruleset: Ruleset, exact: Exact, rules_of: Callable[..., np.recarray]) -> None:
    rules, value = rules_of(ruleset.id, 8), exact("CF29")
    crossbow = cards_of(ruleset, rules, "crossbow")
    n, variance = odds(value)
    check(deals(rules, 8, n, lambda g: (held(g.seat.hand[:, :8], crossbow) > 0).any(axis=1)), value, variance)


def test_six_cards(ruleset: Ruleset, exact: Exact) -> None:
    here = place(ruleset.id, {}, {}, start={"seat": 0, "phase": "draw"}, set={"setup.draw_per_turn": 6})
    jink, slash = (cards_of(ruleset, here.rules, name) for name in ("jink", "slash"))
    n, variance = odds(exact("CF23"))
    found = trials(
        here, n, lambda g: np.stack([held(g.seat.hand[:, 0], c) for c in (jink, slash)], axis=1), stop="draw"
    )
    check(found[:, 0] == 0, exact("CF23"), variance)
    check(found[:, 1], exact("CF25b"))


# -------------------------------------------------------------------------------------------- judgements


def test_lost_play_phase(ruleset: Ruleset, exact: Exact) -> None:
    """Nobody asks the passing player anything but what to do in the play phase."""
    value = exact("CF09")
    n, variance = odds(value)
    start = {
        "ruleset": ruleset.id, "start": {"phase": "judge"},
        "seat": [{"role": "lord", "judge": ["indulgence@H6"]}, {"role": "rebel"}],
    }  # fmt: skip
    run = sim.simulate(start=start, stop="ask,turn", games=n, seed=1, bots=BOTS["pass"])
    check((run.games()["stopped"] == "turn").to_numpy(), value, variance)


def test_lightning(ruleset: Ruleset, exact: Exact) -> None:
    value = exact("CF13")
    n, variance = odds(value)
    here = place(ruleset.id, {"judge": ["lightning@SA"]}, {}, start={"seat": 0, "phase": "judge"})
    found = trials(here, n, lambda g: g.seat[:, 0].damage_taken)
    assert set(found.tolist()) == {0, 3}
    check(found == 3, value, variance)


def test_judging_until_red(ruleset: Ruleset, exact: Exact) -> None:
    here = place(ruleset.id, {"hero": "zhenji"}, {}, start={"seat": 0, "phase": "start"})
    kept = trials(here, enough(exact("CF15"), 2.0), lambda g: g.seat[:, 0].n_hand - 2, stop="draw", yes=1)
    check(kept, exact("CF15"))
    check(kept > 0, exact("CF17"), 0.25)


def test_ordering_the_pile_before_a_judgement(ruleset: Ruleset, exact: Exact) -> None:
    value = exact("CF47")
    n, variance = odds(value)
    here = place(
        ruleset.id, {"hero": "zhugeliang", "judge": ["indulgence@S6"]}, {}, {}, start={"seat": 0, "phase": "start"}
    )

    def look(g: np.recarray) -> np.ndarray:
        last = g.log[np.arange(len(g)), (g.log_n - 1) % LOG]
        assert (last.type == Ev.JUDGE).all()
        return here.rules[0].card_suit[last.card] == Suit.HEART

    check(trials(here, n, look, stop="judge", yes=1, top=Suit.HEART + 1), value, variance)


def test_armour(ruleset: Ruleset, exact: Exact) -> None:
    value = exact("N05")
    n, variance = odds(value)
    here = place(
        ruleset.id, {"hand": ["slash@S7"]}, {"equip": ["eight_diagram@C2"]}, start={"seat": 0, "phase": "play"}
    )
    found = trials(here, n, lambda g: g.seat[:, 1].hp == 4, play=kind(ruleset, "slash"), yes=1)
    check(found, value, variance)


def test_revenge(ruleset: Ruleset, exact: Exact) -> None:
    value = exact("N06")
    n, variance = odds(value)
    here = place(ruleset.id, {"hand": ["slash@S7"]}, {"hero": "xiahoudun"}, start={"seat": 0, "phase": "play"})
    found = trials(here, n, lambda g: g.seat[:, 0].hp == 3, play=kind(ruleset, "slash"), yes=1)
    check(found, value, variance)


# ----------------------------------------------------------------------------------------- cards at work


def test_tricks_that_bring_a_card_each(ruleset: Ruleset, exact: Exact) -> None:
    """With tricks that do next to nothing and can always be used: in play some cannot, and some bring cards."""
    value = exact("CF39")
    tricks = [name for name, card in ruleset.data["cards"].items() if card["class"] == "instant"]
    plain = [{"when": "active", "do": "skip", "as": "finish"}]
    here = place(
        ruleset.id, {"hero": "huangyueying"}, {}, start={"seat": 0, "phase": "draw"},
        set={f"cards.{trick}.rows": plain for trick in tricks},
    )  # fmt: skip
    found = trials(here, enough(value, 1.3), lambda g: g.seat[:, 0].drawn - 2, **{"yes": 1, "class": Class.INSTANT + 1})
    check(found, value)


@pytest.mark.parametrize(("line", "targets"), [("CF41a", 7), ("CF41b", 4)])
def test_wounds_of_an_assault(line: str, targets: int, ruleset: Ruleset, exact: Exact) -> None:
    """The others draw their four cards in their turns, then the lord uses the one he has."""
    value = exact(line)
    here = place(
        ruleset.id, {"hand": ["savage_assault"]}, *[{}] * targets,
        start={"seat": 1, "phase": "draw"}, set={"setup.draw_per_turn": 4},
    )  # fmt: skip
    found = trials(
        here, enough(value, targets * 0.21), lambda g: g.seat.damage_taken[:, 1:].sum(axis=1), f"turns:{targets + 1}",
        play=kind(ruleset, "savage_assault"), answer=kind(ruleset, "slash"),
    )  # fmt: skip
    check(found, value)


def test_duel(ruleset: Ruleset, exact: Exact) -> None:
    value = exact("CF43")
    n, variance = odds(value)
    here = place(
        ruleset.id, {"hand": ["duel@SA"]}, {}, start={"seat": 1, "phase": "draw"}, set={"setup.draw_per_turn": 4}
    )
    found = trials(
        here,
        n,
        lambda g: g.seat.damage_taken[:, :2],
        "turns:2",
        play=kind(ruleset, "duel"),
        answer=kind(ruleset, "slash"),
    )
    assert (found.sum(axis=1) == 1).all()
    check(found[:, 1], value, variance)


def test_guess(ruleset: Ruleset, exact: Exact) -> None:
    value = exact("N09")
    n, variance = odds(value)
    here = place(ruleset.id, {"hero": "zhouyu"}, {}, start={"seat": 0, "phase": "draw"}, set={"setup.draw_per_turn": 1})
    found = trials(here, n, lambda g: g.seat[:, 1].damage_taken, skills=1, guess=1)
    check(found, value, variance)


# ------------------------------------------------------------------------------------------------- deals


def test_neighbours_of_the_lord(rules_of: Callable[..., np.recarray]) -> None:
    rules, value = rules_of(OFFICIAL, 8), value_of("CF51", OFFICIAL)

    def look(g: np.recarray) -> np.ndarray:
        return (g.seat.role[:, [1, 7]] == Role.REBEL).all(axis=1)

    blocks = [dealt(rules, 8, 1, first=block * int(rules[0].n_pool)) for block in range(comb(7, 2) * 5)]
    assert Fraction(int(sum(look(g)[0] for g in blocks)), len(blocks)) == value
    n, variance = odds(value)
    check(deals(rules, 8, n, look), value, variance)


def test_heroes_of_two_seats(rules_of: Callable[..., np.recarray]) -> None:
    """Five pairs a deal; the deal is the draw."""
    value = value_of("CF55", OFFICIAL)
    found = deals(
        rules_of(OFFICIAL, 10), 10, odds(value)[0] // 4,
        lambda g: (g.seat.male[:, 0:10:2] != g.seat.male[:, 1:10:2]).mean(axis=1),
    )  # fmt: skip
    check(found, value)
