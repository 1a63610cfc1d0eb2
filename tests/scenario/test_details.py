"""Details of a step that are not as the game had them: such a step is not met."""

from typing import Any

import pytest
from build import fails, passes, run, seat

from sim.errors import UserError

LORD = "lord"
JIEYIN = (
    seat(LORD, hero="sunshangxiang", hp=2, hand=["jink@D2", "jink@D3", "jink@D4"]),
    seat(hp=2),
    seat(hp=2),
)


def test_seats__what_befell_a_seat_does_not_stand_for_a_choice_that_was_asked() -> None:
    seats = seat(LORD, hand=["slash@S7"]), seat(hero="guojia"), seat()
    slash = {"seat": 0, "use": "slash@S7", "targets": [1]}
    pile = ["jink@D2", "jink@D3"]
    to_both = {"seat": 1, "accept": "yiji", "targets": [0, 2]}
    passes(*seats, steps=[slash, to_both], pile=pile, expect={"seat": {"2": {"hand": ["jink@D3"]}}})
    assert "was never used" in fails(*seats, steps=[slash, {**to_both, "targets": [0, 2, 1]}], pile=pile)
    assert "was never used" in fails(
        *JIEYIN, steps=[{"seat": 0, "skill": "jieyin", "cards": ["jink@D2", "jink@D3"], "targets": [0]}]
    )


@pytest.mark.parametrize(
    ("card", "right", "wrong"),
    [("slash@S7", [1], [1, 1]), ("savage_assault@S7", [2, 1], [1, 2, 1]), ("peach@H3", [0], [0, 0])],
)
def test_seats__each_is_named_once(card: str, right: list[int], wrong: list[int]) -> None:
    seats = [seat(LORD, hp=3, hand=[card]), seat()] + ([seat()] if len(right) > 1 else [])
    passes(*seats, steps=[{"seat": 0, "use": card, "targets": right}])
    assert "was never used" in fails(*seats, steps=[{"seat": 0, "use": card, "targets": wrong}])


def test_seats__each_is_named_once_where_they_are_asked_for() -> None:
    seats = seat(LORD, hand=["slash@S7"], equip=["halberd@DQ"]), seat(), seat(), seat()
    passes(*seats, steps=[{"seat": 0, "use": "slash@S7", "targets": [2, 1]}])
    assert "was never used" in fails(*seats, steps=[{"seat": 0, "use": "slash@S7", "targets": [1, 2, 1]}])


@pytest.mark.parametrize("more", ["jink@D2", "jink", "any"])
def test_cards__one_that_was_chosen_stands_for_one_name(more: str) -> None:
    step = {"seat": 0, "skill": "jieyin", "cards": ["jink@D2", "jink@D3"], "targets": [1]}
    passes(*JIEYIN, steps=[step])
    passes(*JIEYIN, steps=[{**step, "cards": ["jink", "any"]}])
    assert "was never used" in fails(*JIEYIN, steps=[{**step, "cards": ["jink@D2", "jink@D3", more]}])


@pytest.mark.parametrize("more", ["jink@D2", "jink", "any"])
def test_cards__one_that_moved_unasked_stands_for_one_name(more: str) -> None:
    seats = seat(LORD, hero="liubei", hand=["jink@D2"]), seat(), seat()
    step = {"seat": 0, "skill": "rende", "cards": ["jink@D2"], "targets": [2]}
    passes(*seats, steps=[step])
    passes(*seats, steps=[{**step, "cards": [more]}])
    assert "was never used" in fails(*seats, steps=[{**step, "cards": ["jink@D2", more]}], until="turn")


def test_cards__one_taken_unseen_stands_for_one_name() -> None:
    seats = seat(LORD, hand=["slash@S7", "jink@D2"]), seat(hero="simayi")
    slash = {"seat": 0, "use": "slash@S7"}
    passes(*seats, steps=[slash, {"seat": 1, "accept": "fankui", "cards": ["hand"]}])
    assert "was never used" in fails(*seats, steps=[slash, {"seat": 1, "accept": "fankui", "cards": ["hand", "hand"]}])


@pytest.mark.parametrize("card", ["jink@D2", "hand"])
def test_cards__what_another_took_was_not_chosen(card: str) -> None:
    seats = seat(LORD, hand=["slash@S7", "jink@D2"]), seat(hero="simayi")
    plain = {"seat": 0, "use": "slash@S7", "targets": [1]}
    taken = {"seat": {"1": {"hand": ["jink@D2"]}}}
    passes(*seats, steps=[plain], ruleset="sanguosha", expect=taken)  # there he must take it
    assert "was never used" in fails(*seats, steps=[{**plain, "cards": [card]}], ruleset="sanguosha")


def test_cards__the_card_of_the_step_is_no_detail_of_it() -> None:
    seats = seat(LORD, hand=["slash@S7"]), seat()
    step = {"seat": 0, "use": "slash@S7", "cards": ["slash@S7"]}
    assert "was never used" in fails(*seats, steps=[step])


@pytest.mark.parametrize("word", ["duel", "jink@D2", "slash@S7"])
def test_two_as_one__the_word_is_what_they_make(word: str) -> None:
    with_spear = {"hand": ["jink@D2", "jink@D3", "jink@D4"], "equip": ["spear@SQ"]}
    more = {"via": "spear", "cards": ["jink@D2", "jink@D4"]}
    answering = seat(LORD, hand=["duel@SA"]), seat(**with_spear)
    duel = {"seat": 0, "use": "duel@SA", "targets": [1]}
    passes(*answering, steps=[duel, {"seat": 1, "respond": "slash", **more}])
    assert "was never used" in fails(*answering, steps=[duel, {"seat": 1, "respond": word, **more}])
    using = seat(LORD, **with_spear), seat()
    passes(*using, steps=[{"seat": 0, "use": "slash", **more}])
    assert "was never used" in fails(*using, steps=[{"seat": 0, "use": word, **more}])


@pytest.mark.parametrize("choice", [[1, "jink@D2"], ["heart", "jink@D2"], ["heart", "spade"], [1, "heart"]])
def test_choose__a_list_is_of_one_sort(choice: list[Any]) -> None:
    with pytest.raises(UserError) as error:
        run(*JIEYIN, steps=[{"seat": 0, "skill": "jieyin"}, {"seat": 0, "choose": choice}])
    assert f"step.2.choose: found {choice!r}; allowed: seats, or cards, or one option" in str(error.value)


@pytest.mark.parametrize("group", [1.5, True, [1]])
def test_group__says_what_may_stand_there(group: Any) -> None:
    with pytest.raises(UserError) as error:
        run(seat(LORD), seat(), steps=[{"seat": 0, "end": True, "group": group}])
    assert f"step.1.group: found {group!r}; allowed: a whole number or a text" in str(error.value)
    passes(seat(LORD), seat(), steps=[{"seat": 0, "end": True, "group": "a"}])


def test_any__is_a_card_that_can_lie_there() -> None:
    seats = seat(LORD, equip=["any", "any", "axe@D5"]), seat(judge=["any", "any"])
    outcome = run(*seats, steps=[{"seat": 0, "end": True}], expect={"seat": {"0": {"equip": []}, "1": {"judge": []}}})
    worn, lying = outcome.messages
    assert worn.count("@") == 3
    assert "axe@D5" in worn
    assert "lightning@" in lying
    assert "indulgence@" in lying
