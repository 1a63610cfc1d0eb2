"""How steps answer requests: each kind of answer, its details, and what is no legal answer."""

from build import fails, passes, seat

LORD = "lord"


def test_use__the_target_may_be_left_out_where_there_is_no_choice() -> None:
    passes(
        seat(LORD, hand=["slash@S7"]),
        seat(),
        steps=[{"seat": 0, "use": "slash@S7"}],
        expect={"seat": {"1": {"hp": 3}}},
    )


def test_use__a_forced_target_must_be_the_one_named() -> None:
    message = fails(
        seat(LORD, hand=["slash@S7"]),
        seat(),
        seat(equip=["dilu@C5"]),
        seat(equip=["jueying@S5"]),
        steps=[{"seat": 0, "use": "slash@S7", "targets": [2]}],
    )
    assert "step 1 (seat 0 use slash@S7, targets = [2]) was never used" in message
    assert "seat 0 was asked play: pass, slash@S7" in message


def test_use__targets_of_one_card_come_in_any_order() -> None:
    passes(
        seat(LORD, hand=["slash@S7"], equip=["halberd@DQ"]),
        seat(),
        seat(),
        seat(),
        steps=[{"seat": 0, "use": "slash@S7", "targets": [3, 1]}],
        expect={"log": ["use 0 slash@S7 -> 1,3"], "seat": {"1": {"hp": 3}, "2": {"hp": 4}, "3": {"hp": 3}}},
    )


def test_use__the_victim_of_a_borrowed_sword_is_named_second() -> None:
    seats = (
        seat(LORD, hand=["collateral@CQ"]),
        seat(hand=["slash@S7"], equip=["axe@D5"]),
        seat(equip=["crossbow@CA"]),
    )
    answer = {"seat": 1, "respond": "slash@S7"}
    passes(
        *seats,
        steps=[{"seat": 0, "use": "collateral@CQ", "targets": [1, 2]}, answer],
        expect={"seat": {"2": {"hp": 3}}},
    )
    passes(
        *seats,
        steps=[{"seat": 0, "use": "collateral@CQ", "targets": [2, 1]}],
        expect={"seat": {"0": {"hand": ["crossbow@CA"]}}},
    )


def test_use__targets_that_the_card_names_itself_may_be_written() -> None:
    seats = seat(LORD, hp=3, hand=["peach@H3", "savage_assault@S7"]), seat(), seat()
    passes(
        *seats,
        steps=[
            {"seat": 0, "use": "peach@H3", "targets": [0]},
            {"seat": 0, "use": "savage_assault@S7", "targets": [2, 1]},
        ],
    )
    passes(
        *seats,
        steps=[
            {"seat": 0, "use": "savage_assault@S7", "targets": [1], "illegal": True},
            {"seat": 0, "end": True},
        ],
    )


def test_use__one_card_turned_needs_its_skill_named() -> None:
    seats = seat(LORD, hero="guanyu", hand=["peach@H3"]), seat()
    turned = {"seat": 0, "use": "peach@H3", "as": "slash", "via": "wusheng", "targets": [1]}
    passes(*seats, steps=[turned], expect={"log": ["use 0 peach@H3 as slash via wusheng -> 1"]})
    plain = {"seat": 0, "use": "peach@H3", "illegal": True}
    passes(*seats, steps=[plain, {"seat": 0, "end": True}])


def test_use__an_equipped_card_is_turned_too() -> None:
    passes(
        seat(LORD, hero="guanyu", equip=["chitu@H5"]),
        seat(),
        steps=[{"seat": 0, "use": "chitu@H5", "as": "slash", "via": "wusheng", "targets": [1]}],
        expect={"seat": {"0": {"equip": []}, "1": {"hp": 3}}},
    )


def test_skill__makes_one_card_of_several() -> None:
    passes(
        seat(LORD, hand=["jink@D2", "jink@D3", "jink@D4"], equip=["spear@SQ"]),
        seat(),
        steps=[{"seat": 0, "skill": "spear", "cards": ["jink@D2", "jink@D4"], "targets": [1]}],
        expect={
            "seat": {"0": {"hand": ["jink@D3"]}, "1": {"hp": 3}},
            "log": ["jink@D2+jink@D4 as slash via spear -> 1"],
        },
    )


def test_respond__two_cards_as_one() -> None:
    passes(
        seat(LORD, hand=["duel@SA"]),
        seat(hand=["jink@D2", "jink@D3", "jink@D4"], equip=["spear@SQ"]),
        steps=[
            {"seat": 0, "use": "duel@SA", "targets": [1]},
            {"seat": 1, "respond": "slash", "via": "spear", "cards": ["jink@D4", "jink@D2"]},
        ],
        expect={"seat": {"0": {"hp": 3}, "1": {"hand": ["jink@D3"]}}},
    )


def test_skill__cards_in_the_step_or_chosen_after_it() -> None:
    seats = seat(LORD, hero="sunquan", hand=["jink@D2", "jink@D3"], equip=["crossbow@CA"]), seat()
    expect = {"seat": {"0": {"hand": ["jink@D3", "slash@S7", "slash@S8"], "equip": []}}}
    pile = ["slash@S7", "slash@S8"]
    whole = {"seat": 0, "skill": "zhiheng", "cards": ["jink@D2", "crossbow@CA"]}
    passes(*seats, steps=[whole], expect=expect, pile=pile)
    bare = {"seat": 0, "skill": "zhiheng"}
    passes(*seats, steps=[bare, {"seat": 0, "choose": ["jink@D2", "crossbow@CA"]}], expect=expect, pile=pile)
    singly = [{"seat": 0, "choose": "jink@D2"}, {"seat": 0, "choose": "crossbow@CA"}]
    passes(*seats, steps=[bare, *singly], expect=expect, pile=pile)


def test_skill__what_a_skill_cannot_do_is_no_answer() -> None:
    seats = (
        seat(LORD, hero="sunshangxiang", hp=2, hand=["jink@D2", "jink@D3", "jink@D4"]),
        seat(hp=2),
        seat(hp=4),
    )
    end = {"seat": 0, "end": True}
    for wrong in (
        {"cards": ["jink@D2"], "targets": [1]},
        {"cards": ["jink@D2", "jink@D3", "jink@D4"], "targets": [1]},
        {"cards": ["jink@D2", "jink@D3"], "targets": [2]},
        {"cards": ["jink@D2", "slash@S7"], "targets": [1]},
    ):
        passes(*seats, steps=[{"seat": 0, "skill": "jieyin", "illegal": True, **wrong}, end])
    right = {"seat": 0, "skill": "jieyin", "cards": ["jink@D2", "jink@D3"], "targets": [1]}
    passes(*seats, steps=[right], expect={"seat": {"0": {"hp": 3}, "1": {"hp": 3}}})
    message = fails(*seats, steps=[{**right, "illegal": True}, end])
    assert "is marked illegal, but was possible" in message


def test_give__gifts_of_a_skill() -> None:
    seats = seat(LORD, hero="liubei", hp=2, hand=["jink@D2", "jink@D3", "slash@S7"]), seat(), seat()
    passes(
        *seats,
        steps=[{"seat": 0, "skill": "rende", "give": {"1": ["jink@D2", "jink@D3"]}}],
        expect={"seat": {"0": {"hp": 3, "hand": ["slash@S7"]}, "1": {"hand": ["jink@D2", "jink@D3"]}}},
    )
    passes(
        *seats,
        steps=[{"seat": 0, "skill": "rende", "targets": [2], "cards": ["slash@S7"]}],
        expect={"seat": {"0": {"hp": 2}, "2": {"hand": ["slash@S7"]}}},
    )
    passes(
        *seats,
        steps=[{"seat": 0, "skill": "rende", "give": {"1": ["jink@D2"], "2": ["slash@S7"]}}],
        expect={"seat": {"0": {"hp": 3}, "1": {"hand": ["jink@D2"]}, "2": {"hand": ["slash@S7"]}}},
    )


def test_give__cards_dealt_out_and_those_not_listed_stay() -> None:
    seats = seat(LORD, hand=["slash@S7"]), seat(hero="guojia")
    slash = {"seat": 0, "use": "slash@S7", "targets": [1]}
    pile = ["jink@D2", "jink@D3"]
    kept = {"seat": {"0": {"hand": ["jink@D3"]}, "1": {"hand": ["jink@D2"], "drawn": 2}}}
    for accept in (
        [{"seat": 1, "accept": "yiji", "give": {"0": ["jink@D3"]}}],
        [{"seat": 1, "accept": "yiji", "give": {"1": ["jink@D2"], "0": ["jink@D3"]}}],
        [{"seat": 1, "accept": "yiji"}, {"seat": 1, "choose": 1}, {"seat": 1, "choose": 0}],
    ):
        passes(*seats, steps=[slash, *accept], expect=kept, pile=pile)
    stay = {"seat": {"1": {"hand": ["jink@D2", "jink@D3"]}}}
    passes(*seats, steps=[slash, {"seat": 1, "accept": "yiji"}], expect=stay, pile=pile)


def test_choose__a_suit_is_named_by_the_other_side_and_chance_picks() -> None:
    passes(
        seat(LORD, hero="zhouyu", hand=["slash@S7", "jink@D2"]),
        seat(),
        steps=[
            {"seat": 0, "skill": "fanjian", "targets": [1]},
            {"seat": 0, "pick": "jink@D2"},
            {"seat": 1, "choose": "diamond"},
        ],
        expect={"seat": {"0": {"hand": ["slash@S7"]}, "1": {"hand": ["jink@D2"], "hp": 4}}},
    )


def test_pick__is_chance_and_must_come_true() -> None:
    seats = seat(LORD, hand=["snatch@S3"]), seat(hand=["jink@D2", "jink@D3", "jink@D4"])
    use = {"seat": 0, "use": "snatch@S3", "targets": [1]}
    passes(*seats, steps=[use, {"seat": 1, "pick": "jink@D3"}], expect={"seat": {"0": {"hand": ["jink@D3"]}}})
    message = fails(*seats, steps=[{"seat": 1, "pick": "jink@D3"}, {"seat": 0, "end": True}], until="turn")
    assert "step 1 (seat 1 pick jink@D3) was never used: no card was picked at random" in message


def test_choose__a_hand_card_unseen_or_one_that_lies_open() -> None:
    seats = (
        seat(LORD, hand=["dismantlement@S3"]),
        seat(hand=["jink@D2"], equip=["axe@D5"], judge=["lightning@SA"]),
    )
    use = {"seat": 0, "use": "dismantlement@S3", "targets": [1]}
    for choice, gone in (("hand", "jink@D2"), ("axe@D5", "axe@D5"), (["lightning@SA"], "lightning@SA")):
        passes(*seats, steps=[use, {"seat": 0, "choose": choice}], expect={"discard": [gone]})
    unseen = {"seat": 0, "choose": "jink@D2", "illegal": True}
    passes(*seats, steps=[use, unseen, {"seat": 0, "choose": "hand"}])


def test_choose__the_order_of_the_pile() -> None:
    seats = seat(LORD, hero="zhugeliang"), seat(), seat()
    pile = ["slash@S7", "slash@S8", "slash@S9", "jink@D2"]
    look = {"seat": 0, "accept": "guanxing"}
    more = {"pile": pile, "start": {"seat": 0, "phase": "start"}}
    for choice, top in (
        ({"top": ["slash@S9", "slash@S7"], "bottom": ["slash@S8"]}, ["slash@S9", "slash@S7", "jink@D2"]),
        ({"top": ["slash@S9"]}, ["slash@S9", "jink@D2"]),
        ({"bottom": ["slash@S7"]}, ["slash@S8", "slash@S9", "jink@D2"]),
        ({"top": [], "bottom": ["slash@S7", "slash@S8", "slash@S9"]}, ["jink@D2"]),
        (
            {"top": ["slash@S9", "slash@S8", "slash@S7"], "bottom": []},
            ["slash@S9", "slash@S8", "slash@S7", "jink@D2"],
        ),
    ):
        passes(*seats, steps=[look, {"seat": 0, "choose": choice}], expect={"pile": top}, **more)
    passes(*seats, steps=[look], expect={"pile": pile}, **more)


def test_accept__with_all_that_it_asks() -> None:
    seats = seat(LORD, hand=["slash@S7"]), seat(hero="daqiao", hand=["jink@D2", "jink@D3"]), seat(), seat()
    slash = {"seat": 0, "use": "slash@S7", "targets": [1]}
    moved = {"seat": {"1": {"hand": ["jink@D2"], "hp": 3}, "2": {"hp": 3}}}
    accept = {"seat": 1, "accept": "liuli"}
    passes(*seats, steps=[slash, {**accept, "cards": ["jink@D3"], "targets": [2]}], expect=moved)
    passes(*seats, steps=[slash, accept, {"seat": 1, "choose": "jink@D3"}], expect=moved)
    passes(*seats, steps=[slash, {**accept, "cards": ["jink@D3"]}], expect=moved)
    back = {**accept, "cards": ["jink@D3"], "targets": [0], "illegal": True}
    passes(*seats, steps=[slash, back, {"seat": 1, "decline": "liuli"}, {"seat": 1, "respond": "jink@D2"}])


def test_accept__a_strike_with_its_card() -> None:
    seats = seat(LORD, hand=["slash@S7", "slash@S8"], equip=["blade@S5"]), seat(hand=["jink@D2"])
    steps = [{"seat": 0, "use": "slash@S7"}, {"seat": 1, "respond": "jink@D2"}]
    hit = {"seat": {"0": {"hand": []}, "1": {"hp": 3}}}
    passes(*seats, steps=[*steps, {"seat": 0, "accept": "blade", "cards": ["slash@S8"]}], expect=hit)
    apart = [{"seat": 0, "accept": "blade"}, {"seat": 0, "respond": "slash@S8"}]
    passes(*seats, steps=[*steps, *apart], expect=hit)
    refused = [{"seat": 0, "decline": "blade"}]
    passes(*seats, steps=[*steps, *refused], expect={"seat": {"0": {"hand": ["slash@S8"]}, "1": {"hp": 4}}})


def test_accept__a_price_of_two_cards() -> None:
    seats = (
        seat(LORD, hand=["slash@S7", "jink@D3"], equip=["axe@D5", "dilu@C5", "chitu@H5"]),
        seat(hand=["jink@D2"]),
    )
    steps = [{"seat": 0, "use": "slash@S7", "targets": [1]}, {"seat": 1, "respond": "jink@D2"}]
    axe = {"seat": 0, "accept": "axe", "cards": ["dilu@C5", "jink@D3"]}
    passes(*seats, steps=[*steps, axe], expect={"seat": {"1": {"hp": 3}, "0": {"equip": ["axe@D5", "chitu@H5"]}}})


def test_accept__a_locked_skill_that_runs_unasked() -> None:
    seats = seat(LORD, hand=["slash@S7"]), seat(equip=["renwang_shield@C2"])
    slash = {"seat": 0, "use": "slash@S7", "targets": [1]}
    shield = {"seat": 1, "accept": "renwang_shield"}
    passes(*seats, steps=[slash, shield], expect={"seat": {"1": {"hp": 4}}})
    message = fails(*seats, steps=[slash, {**shield, "illegal": True}, {"seat": 0, "end": True}])
    assert "is marked illegal, but the skill ran" in message


def test_respond__a_replacement_of_a_judgement() -> None:
    seats = (
        seat(LORD, hand=["slash@S7"]),
        seat(equip=["eight_diagram@S2"]),
        seat(hero="simayi", hand=["slash@S8", "jink@D3"]),
    )
    steps = [{"seat": 0, "use": "slash@S7", "targets": [1]}, {"seat": 1, "accept": "eight_diagram"}]
    for answer in (
        {"respond": "slash@S8"},
        {"accept": "guicai", "cards": ["slash@S8"]},
        {"respond": "slash@S8", "via": "guicai"},
    ):
        passes(
            *seats,
            steps=[*steps, {"seat": 2, **answer}],
            expect={"seat": {"1": {"hp": 3}, "2": {"hand": ["jink@D3"]}}, "log": ["rejudge 2 S8"]},
            pile=["jink@D2"],
        )


def test_choose__an_outcome_or_the_price_itself() -> None:
    seats = seat(LORD, hand=["slash@S7", "jink@D2", "jink@D3", "jink@D4"]), seat(hero="xiahoudun")
    steps = [{"seat": 0, "use": "slash@S7"}, {"seat": 1, "accept": "ganglie"}]
    pile = ["slash@S8"]
    paid = {"seat": {"0": {"hp": 4, "hand": ["jink@D3"]}}}
    cards = {"seat": 0, "choose": ["jink@D2", "jink@D4"]}
    passes(*seats, steps=[*steps, {"seat": 0, "choose": "discard"}, cards], expect=paid, pile=pile)
    passes(*seats, steps=[*steps, cards], expect=paid, pile=pile)
    hurt = {"seat": {"0": {"hp": 3, "hand_count": 3}}}
    passes(*seats, steps=[*steps, {"seat": 0, "choose": "take_damage"}], expect=hurt, pile=pile)
    passes(*seats, steps=steps, expect=hurt, pile=pile)
    both = {**cards, "choose": ["jink@D2"], "illegal": True}
    passes(*seats, steps=[*steps, both, {"seat": 0, "choose": "take_damage"}], expect=hurt, pile=pile)


def test_pass__of_a_rescue_and_of_a_card() -> None:
    seats = (
        seat(LORD, hand=["slash@S7"]),
        seat(hp=1, hand=["peach@H3", "jink@D2"]),
        seat("loyalist", hand=["peach@H4"]),
    )
    slash = {"seat": 0, "use": "slash@S7", "targets": [1]}
    steps = [slash, {"seat": 1, "pass": True, "of": "jink"}, {"seat": 1, "pass": True, "of": "dying"}]
    passes(
        *seats,
        steps=[*steps, {"seat": 2, "respond": "peach@H4"}],
        expect={"asked": ["1:jink", "1:dying", "2:dying"], "seat": {"1": {"hp": 1, "alive": True}}},
    )
    passes(*seats, steps=steps, expect={"log": ["pass 1 jink", "dying 1", "dead 1 by 0", "role 1 rebel"]})
    wrong = {"seat": 1, "pass": True, "of": "slash"}
    assert "was never used" in fails(*seats, steps=[slash, wrong], until="turn")


def test_group__steps_in_any_order() -> None:
    seats = seat(LORD, hand=["archery_attack@HA"]), seat(hand=["jink@D2"]), seat(hand=["jink@D3"])
    steps = [
        {"seat": 0, "use": "archery_attack@HA"},
        {"seat": 2, "respond": "jink@D3", "group": 1},
        {"seat": 1, "respond": "jink@D2", "group": 1},
    ]
    passes(*seats, steps=steps, expect={"seat": {"1": {"hp": 4}, "2": {"hp": 4}}})
    apart = [{key: value for key, value in step.items() if key != "group"} for step in steps]
    assert "step 3 (seat 1 respond jink@D2) was never used" in fails(*seats, steps=apart, until="turn")


def test_a_step_waits_for_its_request() -> None:
    passes(
        seat(LORD, hand=["duel@SA", "slash@S7"]),
        seat(hero="zhaoyun", hand=["jink@D2"]),
        steps=[
            {"seat": 0, "use": "duel@SA", "targets": [1]},
            {"seat": 0, "use": "slash@S7", "targets": [1]},
            {"seat": 1, "respond": "jink@D2"},
        ],
        expect={"seat": {"1": {"hp": 3, "hand": []}}, "asked": ["1:slash", "1:jink"]},
    )


def test_lord_skills__accepted_or_used() -> None:
    seats = (
        seat(LORD, hero="caocao", hand=["jink@D2"]),
        seat(hand=["slash@S7"]),
        seat("loyalist", hero="zhangliao", hand=["jink@D3"]),
    )
    steps = [
        {"seat": 1, "use": "slash@S7", "targets": [0]},
        {"seat": 0, "accept": "hujia"},
        {"seat": 2, "respond": "jink@D3"},
    ]
    passes(
        *seats,
        steps=steps,
        start={"seat": 1, "phase": "play"},
        expect={
            "seat": {"0": {"hand": ["jink@D2"], "hp": 4}},
            "asked": ["0:hujia", "2:jink"],
            "never_asked": ["0:jink"],
        },
    )


def test_pick__two_in_a_row_from_one_hand() -> None:
    seats = (
        seat(LORD, hand=["slash@S7"], equip=["ice_sword@S2"]),
        seat(hand=["jink@D2", "peach@H3", "duel@SA", "axe@D5"]),
    )
    steps = [
        {"seat": 0, "use": "slash@S7"},
        {"seat": 0, "accept": "ice_sword"},
        {"seat": 1, "pick": "peach@H3"},
        {"seat": 1, "pick": "jink@D2"},
    ]
    passes(*seats, steps=steps, expect={"seat": {"1": {"hp": 4, "hand": ["duel@SA", "axe@D5"]}}})
