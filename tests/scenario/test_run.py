"""How a scenario runs: where it ends, what is done by default, what is expected, how it is set up."""

from build import fails, passes, run, scenario, seat

from sim.core.play import advance_at
from sim.scenario import position

LORD = "lord"


def test_until__the_turn_is_the_default() -> None:
    more = {"until": "turn", "pile": ["jink@D2", "jink@D3", "jink@D4", "jink@D5"]}
    log = passes(seat(LORD), seat(), expect={"turn": 0, "pile": ["jink@D2"]}, **more).log
    assert log == ["turn 0", "phase 0 play", "ask 0 play", "phase 0 discard", "phase 0 finish"]


def test_until__so_many_turns() -> None:
    seats = seat(LORD), seat(), seat()
    passes(*seats, until="turns:2", expect={"turn": 1, "seat": {"1": {"drawn": 2}, "2": {"drawn": 0}}})
    passes(*seats, until="turns:4", expect={"turn": 0, "seat": {"0": {"drawn": 2}, "2": {"drawn": 2}}})


def test_until__steps_ends_where_the_stack_is_back_at_a_phase() -> None:
    seats = seat(LORD, judge=["indulgence@S6"]), seat(hand=["nullification@SJ"])
    more = {"start": {"seat": 0, "phase": "judge"}}
    steps = [{"seat": 1, "respond": "nullification@SJ"}]
    passes(*seats, steps=steps, expect={"seat": {"0": {"hand": [], "judge": []}}, "discard_count": 2}, **more)
    finish = {"start": {"seat": 0, "phase": "finish"}}
    beauty = seat(LORD, hero="diaochan")
    passes(
        beauty,
        seat(),
        steps=[{"seat": 0, "accept": "biyue"}],
        expect={"turn": 0, "seat": {"0": {"drawn": 1}}},
        **finish,
    )


def test_until__the_game() -> None:
    seats = seat(LORD, hand=["slash@S7"]), seat(hp=1)
    steps = [{"seat": 0, "use": "slash@S7"}]
    passes(
        *seats,
        steps=steps,
        until="game",
        expect={"winner": "lord", "log": ["dead 1 by 0", "role 1 rebel", "win lord"]},
    )


def test_a_phase_and_those_after_it_are_played() -> None:
    pile = ["jink@D2", "jink@D3", "jink@D4"]
    for phase, drawn in (("start", 2), ("judge", 2), ("draw", 2), ("play", 0), ("discard", 0), ("finish", 0)):
        more = {"start": {"seat": 1, "phase": phase}, "until": "turn", "pile": pile}
        passes(seat(LORD), seat(), expect={"turn": 1, "seat": {"1": {"drawn": drawn}}}, **more)


def test_defaults__optional_things_are_declined() -> None:
    seats = seat(LORD, hand=["slash@S7"]), seat(hero="guojia", hand=["jink@D2"])
    passes(*seats, steps=[{"seat": 0, "use": "slash@S7"}], expect={"seat": {"1": {"hp": 2, "hand": ["jink@D2"]}}})


def test_defaults__cards_by_zone_then_in_the_decks_order() -> None:
    seats = seat(LORD, hp=1, hand=["jink@D3", "slash@S7", "duel@SA"]), seat()
    more = {"until": "turn", "start": {"seat": 0, "phase": "discard"}}
    passes(*seats, expect={"discard": ["duel@SA", "slash@S7"], "seat": {"0": {"hand": ["jink@D3"]}}}, **more)
    taken = seat(LORD, hand=["snatch@S3"]), seat(equip=["axe@D5"], judge=["lightning@SA"])
    passes(*taken, steps=[{"seat": 0, "use": "snatch@S3"}], expect={"seat": {"0": {"hand": ["axe@D5"]}}})
    unseen = seat(LORD, hand=["snatch@S3"]), seat(hand=["jink@D2"], equip=["axe@D5"])
    passes(*unseen, steps=[{"seat": 0, "use": "snatch@S3"}], expect={"seat": {"0": {"hand": ["jink@D2"]}}})


def test_defaults__a_price_is_not_paid() -> None:
    seats = (
        seat(LORD, hero="guanyu", hand=["slash@S7"], equip=["double_sword@S2"]),
        seat(hero="daqiao", hand=["jink@D2"]),
    )
    steps = [{"seat": 0, "use": "slash@S7"}, {"seat": 0, "accept": "double_sword"}]
    passes(*seats, steps=steps, expect={"seat": {"0": {"drawn": 1}, "1": {"hand": ["jink@D2"], "hp": 2}}})


def test_illegal__watched_until_the_next_step() -> None:
    seats = seat(LORD, hand=["slash@S7"]), seat(hand=["jink@D2", "jink@D3"])
    slash, wrong = {"seat": 0, "use": "slash@S7"}, {"seat": 1, "respond": "jink@D4", "illegal": True}
    right = {"seat": 1, "respond": "jink@D3"}
    passes(*seats, steps=[slash, wrong, right])
    message = fails(*seats, steps=[slash, {**right, "illegal": True}, {"seat": 1, "respond": "jink@D2"}])
    assert (
        "step 2 (seat 1 respond jink@D3, illegal) is marked illegal, but was possible: seat 1 was asked jink" in message
    )


def test_illegal__a_second_slash_in_the_same_phase() -> None:
    seats = seat(LORD, hand=["slash@S7", "slash@S8"]), seat()
    first, second = {"seat": 0, "use": "slash@S7"}, {"seat": 0, "use": "slash@S8", "targets": [1]}
    passes(*seats, steps=[first, {**second, "illegal": True}, {"seat": 0, "end": True}])
    assert "marked illegal" in fails(*seats, steps=[{**second, "illegal": True}, first])


def test_expect__says_what_differs() -> None:
    seats = seat(LORD, hand=["slash@S7"]), seat(equip=["axe@D5"])
    steps = [{"seat": 0, "use": "slash@S7"}]
    for expect, said in (
        ({"winner": "lord"}, "winner is none, expected lord"),
        ({"turn": 1}, "turn is 0, expected 1"),
        ({"pile_count": 7}, "pile_count is 106, expected 7"),
        ({"discard_count": 7}, "discard_count is 1, expected 7"),
        ({"discard": ["slash@S7", "slash"]}, "discard is [slash@S7], expected among it [slash@S7, slash]"),
        ({"discard_not": ["slash"]}, "slash is among the discards, expected not"),
        ({"pile": ["peach@H3"]}, "the pile begins with [jink@D2], expected [peach@H3]"),
        (
            {"asked": ["0:play", "0:play", "1:jink"]},
            "1:jink was not asked after what was expected before; asked were: 0:play, 0:play",
        ),
        ({"never_asked": ["0:play"]}, "0:play was asked, expected never"),
        ({"asked_count": {"0:play": 3}}, "asked_count of 0:play is 2, expected 3"),
        (
            {"log": ["damage 1 from 0 to 1", "use 0"]},
            "the log does not hold 'use 0' after what was expected before",
        ),
        ({"log_not": ["damage 1"]}, "the log holds 'damage 1 from 0 to 1', expected not 'damage 1'"),
        ({"seat": {"1": {"hp": 4}}}, "seat 1: hp is 3, expected 4"),
        ({"seat": {"1": {"equip": []}}}, "seat 1: equip is [axe@D5], expected []"),
        ({"seat": {"0": {"hero": "guanyu"}}}, "seat 0: hero is none, expected guanyu"),
        ({"seat": {"0": {"score": 1}}}, "seat 0: score is None, expected 1"),
    ):
        assert fails(*seats, steps=steps, expect=expect, pile=["jink@D2"]) == said


def test_expect__a_number_in_a_fragment_is_whole() -> None:
    seats = seat(LORD, hand=["ex_nihilo@H7"]), seat()
    steps = [{"seat": 0, "use": "ex_nihilo@H7"}]
    passes(*seats, steps=steps, expect={"log": ["draw 0 2"], "log_not": ["draw 0 1", "use 0 ex_nihilo@H"]})


def test_expect__hands_are_multisets_and_may_leave_cards_open() -> None:
    seats = seat(LORD, hand=["slash@S8", "slash@C8", "jink@D2"]), seat()
    for hand in (["jink", "slash", "slash"], ["slash", "any", "slash@S8"], ["any", "any", "any"]):
        passes(*seats, expect={"seat": {"0": {"hand": hand}}})
    for hand in (["jink", "slash"], ["jink", "jink", "slash"], ["slash@S8", "slash@S8", "jink"]):
        fails(*seats, expect={"seat": {"0": {"hand": hand}}})


def test_position__cards_by_kind_or_any_take_copies_not_named() -> None:
    seats = seat(LORD, hand=["peach", "peach", "any"]), seat(hand=["peach@H3", "peach@H4"])
    _, rules, games = position(scenario(*seats))
    assert int(rules[0].n_cards) == 108
    assert int(games[0].n_pile) == 103
    assert int(games[0].seat[0].n_hand) == 3
    assert run(*seats, expect={"seat": {"1": {"hand": ["peach@H3", "peach@H4"]}}}).ok


def test_position__cards_that_the_deck_lacks_are_added() -> None:
    seats = seat(LORD, hand=["slash@HA", "slash@S7", "slash@S7"]), seat()
    _, rules, games = position(scenario(*seats))
    assert int(rules[0].n_cards) == 110
    assert int(games[0].n_pile) == 107
    passes(*seats, steps=[{"seat": 0, "use": "slash@HA"}], expect={"discard": ["slash@HA"]})


def test_position__the_seed_orders_the_rest_of_the_pile() -> None:
    piles = [position(scenario(seat(LORD), seat(), seed=seed, pile=["peach@H3"]))[2][0].pile for seed in (1, 1, 2)]
    assert list(piles[0]) == list(piles[1]) != list(piles[2])
    assert piles[0][107] == piles[2][107]


def test_position__a_player_is_what_is_written() -> None:
    more = {"hp": 2, "max_hp": 6, "face_down": True, "chained": True, "gender": "female", "faction": "wu"}
    _, _, games = position(scenario(seat(LORD), seat("renegade", hero="guanyu", slashes=1, used=["wusheng"], **more)))
    s = games[0].seat[1]
    assert (int(s.hp), int(s.max_hp), int(s.face_down), int(s.chained), int(s.male)) == (2, 6, 1, 1, 0)
    assert (int(s.attacks), int(s.slashes), int(s.shown)) == (1, 1, 0)


def test_position__the_lords_bonus_is_the_rulesets() -> None:
    lord = seat(LORD, hero="liubei", lord_bonus=True)
    for others, hp in ((3, 4), (4, 5)):
        passes(lord, *[seat()] * others, expect={"seat": {"0": {"hp": hp, "max_hp": hp}}})
    passes({**lord, "hp": 2}, *[seat()] * 4, expect={"seat": {"0": {"hp": 2, "max_hp": 5}}})
    passes({**lord, "max_hp": 4}, *[seat()] * 4, expect={"seat": {"0": {"hp": 4, "max_hp": 4}}})


def test_position__what_is_used_up_stays_so() -> None:
    hand = ["jink@D2"]
    used = {"seat": 0, "skill": "zhiheng", "cards": hand}
    passes(seat(LORD, hero="sunquan", hand=hand), seat(), steps=[used])
    end = {"seat": 0, "end": True}
    passes(
        seat(LORD, hero="sunquan", hand=hand, used=["zhiheng"]),
        seat(),
        steps=[{**used, "illegal": True}, end],
    )
    slash = {"seat": 0, "use": "slash@S7", "illegal": True}
    passes(seat(LORD, hand=["slash@S7"], slashes=1), seat(), steps=[slash, end])


def test_position__the_dead_are_out_of_the_circle() -> None:
    seats = seat(LORD, hand=["slash@S7"]), seat(alive=False), seat(), seat(equip=["dilu@C5"])
    passes(
        *seats,
        steps=[{"seat": 0, "use": "slash@S7", "targets": [2]}],
        expect={"seat": {"1": {"alive": False}}},
    )


def test_position__one_who_lies_face_down_only_turns_back() -> None:
    more = {"until": "turn", "start": {"seat": 0, "phase": "start"}}
    expect = {"seat": {"0": {"drawn": 0, "face_down": False}}, "never_asked": ["0:play"]}
    assert passes(seat(LORD, face_down=True), seat(), expect=expect, **more).log == ["turn 0"]


def test_set__values_of_the_ruleset_change() -> None:
    for changes in ({"heroes.guanyu.hp": 7}, {"heroes": {"guanyu": {"hp": 7}}}):
        passes(seat(LORD, hero="guanyu"), seat(), set=changes, expect={"seat": {"0": {"hp": 7}}})


def test_every_card_stays_in_one_zone() -> None:
    """A full turn with all kinds of moves, watched step by step by the checked mode of the core."""
    seats = (
        seat(LORD, hero="sunquan", hand=["amazing_grace@H3", "snatch@S3", "axe@D5"], equip=["crossbow@CA"]),
        seat(hand=["jink@D2"], judge=["lightning@SA"]),
        seat(hero="guojia", equip=["eight_diagram@S2"]),
    )
    steps = [
        {"seat": 0, "use": "amazing_grace@H3"},
        {"seat": 0, "use": "axe@D5"},
        {"seat": 0, "use": "snatch@S3", "targets": [2]},
        {"seat": 0, "skill": "zhiheng", "cards": ["axe@D5"]},
    ]
    passes(*seats, steps=steps, until="turns:3", expect={"log": ["discard 0 crossbow@CA", "equip 0 axe"]})


def test_log__a_card_for_all_names_them_in_turn_order() -> None:
    seats = seat(LORD), seat(hand=["savage_assault@S7", "god_salvation@HA"]), seat()
    steps = [{"seat": 1, "use": "savage_assault@S7"}, {"seat": 1, "use": "god_salvation@HA"}]
    log = ["use 1 savage_assault@S7 -> 2,0", "use 1 god_salvation@HA -> 1,2,0"]
    passes(*seats, steps=steps, start={"seat": 1, "phase": "play"}, expect={"log": log})


def test_counts__a_card_read_in_another_suit_is_a_use() -> None:
    lady = seat(LORD, hero="yuanchun", judge=["indulgence@C6"])
    more = {"ruleset": "hongloumeng", "start": {"seat": 0, "phase": "judge"}}
    for card, uses in (("slash@S7", 1), ("slash@C7", 0), ("jink@H2", 0)):
        _, rules, games = position(scenario(lady, seat(), pile=[card], **more))
        advance_at(games, rules, 0)
        assert list(games[0].seat[0].used[:2]) == [0, uses]


def test_counts__a_protection_that_leaves_a_card_without_a_target_is_a_use() -> None:
    for hero, skill, card, hand, uses in (
        ("zhugeliang", 1, "slash@S7", [], 1),
        ("zhugeliang", 1, "slash@S7", ["jink@D2"], 0),
        ("luxun", 0, "indulgence@H6", [], 1),
        ("luxun", 0, "snatch@S3", [], 0),  # nothing to take, protected or not
        ("luxun", 0, "snatch@S3", ["jink@D2"], 1),
    ):
        _, rules, games = position(scenario(seat(LORD, hand=[card]), seat(hero=hero, hand=hand)))
        advance_at(games, rules, 0)
        assert games[0].seat[1].used[skill] == uses, (hero, card, hand)
