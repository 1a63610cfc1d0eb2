"""What a scenario expects, held against the table at its end."""

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from sim.core.codes import Role, Winner
from sim.core.layout import NO_CARD, SLOTS
from sim.scenario.cards import Card, Pattern, among, label, pattern, same
from sim.scenario.model import Expect, ExpectSeat
from sim.scenario.table import Asked, Table


def differences(
    expect: Expect, table: Table, log: list[str], turn: int, score: Callable[[int], float | None]
) -> list[str]:
    """Return what differs from what was expected, one message each.

    Parameters
    ----------
    log : list of str
        The plain log lines.
    turn : int
        The seat whose turn it is or was.
    score : callable
        Returns the score of a seat, None where there is none.
    """
    found = _table(expect, table, turn)
    for seat, said in expect.seat.items():
        found += _seat(int(seat), said, table, score)
    asked = [f"{item.seat}:{item.name}" for item in table.history if isinstance(item, Asked)]
    found += _asked(expect, asked)
    found += _log(expect, log)
    return found


def _differs(key: str, found: object, expected: object) -> list[str]:
    return [] if found == expected else [f"{key} is {found}, expected {expected}"]


def _show(cards: Sequence[Card]) -> str:
    return "[" + ", ".join(label(card) for card in cards) + "]"


def _said(patterns: Sequence[Pattern]) -> str:
    return "[" + ", ".join(map(str, patterns)) + "]"


def _table(expect: Expect, table: Table, turn: int) -> list[str]:
    g, names = table.g, table.names
    winner = Winner(int(g.winner)).name.lower()
    pile = [names.card(int(g.pile[k])) for k in range(int(g.n_pile) - 1, -1, -1)]
    discard = names.cards(g.discard)
    found: list[str] = []
    if expect.winner is not None:
        found += _differs("winner", winner, expect.winner)
    if expect.turn is not None:
        found += _differs("turn", turn, expect.turn)
    if expect.pile_count is not None:
        found += _differs("pile_count", len(pile), expect.pile_count)
    if expect.discard_count is not None:
        found += _differs("discard_count", len(discard), expect.discard_count)
    if expect.pile is not None:
        said = [pattern(card) for card in expect.pile]
        top = pile[: len(said)]
        if len(top) < len(said) or not all(p.fits(card) for p, card in zip(said, top, strict=True)):
            found.append(f"the pile begins with {_show(top)}, expected {_said(said)}")
    if expect.discard is not None:
        said = [pattern(card) for card in expect.discard]
        if not among(said, discard):
            found.append(f"discard is {_show(discard)}, expected among it {_said(said)}")
    for card in expect.discard_not or []:
        if any(pattern(card).fits(face) for face in discard):
            found.append(f"{card} is among the discards, expected not")
    return found


def _seat(seat: int, said: ExpectSeat, table: Table, score: Callable[[int], float | None]) -> list[str]:
    s, names = table.g.seat[seat], table.names
    key = f"seat {seat}: "
    counted = {
        "hp": int(s.hp), "max_hp": int(s.max_hp), "hand_count": int(s.n_hand), "alive": bool(s.alive),
        "role": Role(int(s.role)).name.lower(), "face_down": bool(s.face_down), "chained": bool(s.chained),
        "hero": names.heroes[int(s.hero)] if s.hero >= 0 else "none", "drawn": int(s.drawn),
        "damage_dealt": int(s.damage_dealt), "damage_taken": int(s.damage_taken),
    }  # fmt: skip
    found: list[str] = []
    for name, value in counted.items():
        expected = getattr(said, name)
        if expected is not None:
            found += _differs(key + name, value, expected)
    for name, cards in zones(s, names).items():
        expected = getattr(said, name)
        if expected is not None and not same([pattern(card) for card in expected], cards):
            found.append(f"{key}{name} is {_show(cards)}, expected {_said([pattern(card) for card in expected])}")
    if said.score is not None:
        value = score(seat)
        if value is None or not math.isclose(value, said.score, abs_tol=1e-6):
            found.append(f"{key}score is {value}, expected {said.score}")
    return found


def zones(s: Any, names: Any) -> dict[str, list[Card]]:
    """Return the cards of a seat by zone."""
    equip = [int(s.equip[slot]) for slot in range(SLOTS)]
    return {
        "hand": names.cards(s.hand),
        "equip": [names.card(card) for card in equip if card != NO_CARD],
        "judge": [names.card(int(s.judge_card[k])) for k in range(int(s.n_judge))],
        "stash": names.cards(s.stash),
    }


def _asked(expect: Expect, asked: list[str]) -> list[str]:
    found: list[str] = []
    at = 0
    for said in expect.asked:
        if said not in asked[at:]:
            after = " after what was expected before" if at else ""
            found.append(f"{said} was not asked{after}; asked were: {_list(asked)}")
            break
        at = asked.index(said, at) + 1
    found += [f"{said} was asked, expected never" for said in expect.never_asked if said in asked]
    for said, count in expect.asked_count.items():
        found += _differs(f"asked_count of {said}", asked.count(said), count)
    return found


def _log(expect: Expect, log: list[str]) -> list[str]:
    found: list[str] = []
    at = 0
    for said in expect.log:
        line = next((i for i in range(at, len(log)) if holds(log[i], said)), None)
        if line is None:
            found.append(f"the log does not hold {said!r}{' after what was expected before' if at else ''}")
            break
        at = line + 1
    for said in expect.log_not:
        line = next((i for i in range(len(log)) if holds(log[i], said)), None)
        if line is not None:
            found.append(f"the log holds {log[line]!r}, expected not {said!r}")
    return found


def holds(line: str, fragment: str) -> bool:
    """Tell whether a line holds a fragment; a number is never taken for part of a longer one."""
    return re.search(rf"(?<!\d){re.escape(fragment)}(?!\d)", line) is not None


def _list(asked: list[str]) -> str:
    return ", ".join(asked[-20:]) or "nobody"
