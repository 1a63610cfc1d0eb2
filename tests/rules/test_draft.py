"""The table by which heroes are chosen: where it is looked for, what it may say, how it is written."""

from pathlib import Path

import pytest

from sim.errors import UserError
from sim.plan import make_plan
from sim.rules.draft import draft_file, read_draft, table_hash, text
from sim.rules.load import load_ruleset

HEROES = ["caocao", "liubei"]
TABLE = {5: {"lord": {"caocao": [1.25], "liubei": [-3.0]}, "rebel": {"caocao": [0.5, 0.0, -0.25, 2.0]}}}
MINE = 'id = "mine"\nextends = "sanguosha"\nnames = { zh = "我", en = "Mine" }\nsource = "assumed an example"\n'


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "draft.toml"
    file.write_text(text(TABLE, "How it was made.\nA second line."))
    assert file.read_text().startswith("# How it was made.\n# A second line.\n\n[5.lord]\ncaocao = 1.25\n")
    assert read_draft(file, HEROES, inherited=False) == TABLE


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("[5.rebel]\ncaoca = 1", "5.rebel.caoca: unknown hero; it has: caocao liubei; did you mean 'caocao'"),
        ("[5.rebl]\ncaocao = 1", "5.rebl: allowed: a table for a role, lord .*; did you mean 'rebel'"),
        ("[5]\nrebel = 1", "5.rebel: allowed: a table for a role"),
        ("[13.rebel]\ncaocao = 1", "13: allowed: a table for a number of players, 2 to 12"),
        ("[five.rebel]\ncaocao = 1", "five: allowed: a table for a number of players"),
        ("[5.rebel]\ncaocao = 'x'", "5.rebel.caocao: found 'x'; allowed: a number, or a list of 4, one for each seat"),
        ("[5.rebel]\ncaocao = nan", "5.rebel.caocao: found nan; allowed: a number"),
        ("[5.rebel]\ncaocao = [1, 2]", r"5.rebel.caocao: found \[1, 2\]; allowed: a number, or a list of 4"),
        ("[5.lord]\ncaocao = [1, 2, 3, 4]", r"5.lord.caocao: found \[1, 2, 3, 4\]; allowed: a number$"),
        ("[5.lord", "TOML syntax"),
    ],
)
def test_what_a_table_may_not_say(tmp_path: Path, written: str, told: str) -> None:
    file = tmp_path / "draft.toml"
    file.write_text(written)
    with pytest.raises(UserError, match=f"draft.toml: {told}"):
        read_draft(file, HEROES, inherited=False)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "draft.toml"
    file.write_text("[5.rebel]\ncaoca = 1\nliubei = true\n")
    with pytest.raises(UserError) as refused:
        read_draft(file, HEROES, inherited=False)
    assert len(str(refused.value).splitlines()) == 2


def test_a_ruleset_takes_its_own_table_or_that_of_the_one_it_extends(tmp_path: Path) -> None:
    base, child = tmp_path / "base.toml", tmp_path / "child.toml"
    base.write_text(MINE)
    child.write_text(MINE.replace('"sanguosha"', '"base.toml"') + 'drop = ["heroes.caocao"]\n')
    draft_file(base).write_text(text(TABLE, "made"))
    assert draft_file(base) == tmp_path / "base.draft.toml"
    assert load_ruleset(base).draft == TABLE
    inherited = load_ruleset(child).draft
    assert inherited == {5: {"lord": {"liubei": [-3.0]}, "rebel": {}}}
    draft_file(child).write_text("[5.lord]\ncaocao = 1\n")
    with pytest.raises(UserError, match=r"child.draft.toml: 5.lord.caocao: unknown hero"):
        load_ruleset(child)


def test_the_table_is_part_of_a_run_that_drafts_and_of_no_other(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(MINE)
    draft_file(mine).write_text(text(TABLE, "made"))
    bots = "heuristics.pass_bot:BOT"
    plans = {deal: make_plan(mine, 5, 1, bots=bots, deal=deal) for deal in ("draft", "balanced")}
    assert plans["draft"].info()["draft_hash"] == table_hash(TABLE)
    assert plans["balanced"].info()["draft_hash"] is None
    assert plans["draft"].rules[5][0].drafting == 1
    assert plans["balanced"].rules[5][0].drafting == 0
    draft_file(mine).write_text(text(TABLE | {6: {"lord": {"caocao": [1.0]}}}, "made"))
    assert make_plan(mine, 5, 1, bots=bots, deal="draft").info()["draft_hash"] != table_hash(TABLE)
