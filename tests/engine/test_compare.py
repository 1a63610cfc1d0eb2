"""Playing a comparison: pairs, the folder, going on after an interruption, and games played again."""

import json

import polars as pl
import pytest

from sim import batch
from sim.compare import files, open_folder, play_pair
from sim.errors import UserError
from sim.pair import make_pair
from sim.pairs import INFO, read_info
from sim.runs import simulate
from sim.trace import trace


def played(out, *args, games=300, part=100, **options):
    pair = make_pair(*args, games=games, part=part, **options)
    path, info = open_folder(pair, out, resume=False)
    assert play_pair(pair, path, info, threads=2)
    return pair, path, info


def table(path, info, name):
    return pl.concat([pl.read_parquet(file) for file in files(path, info, name)])


def content(path):
    return {file.relative_to(path): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


def test_without_a_change_every_game_is_identical(ruleset, tmp_path):
    players = 2 if ruleset.id == "sanguosha_duel" else 5
    _, path, info = played(tmp_path / "c", ruleset.path, ruleset.path, players=players, every=True, games=120)
    pairs, seats = table(path, info, "pairs"), table(path, info, "seats")
    assert pairs["played"].all()
    assert pairs["same"].all()
    assert pairs["winner_a"].equals(pairs["winner_b"], check_names=False)
    assert seats["won_a"].equals(seats["won_b"], check_names=False)
    assert info["unpaired"] == {str(players): 0}


def test_both_sides_are_the_games_of_runs(tmp_path):
    """Each side is what ``run`` plays with the same seed: winners, digests and seats."""
    changes = {"skills.yingzi.rows.0.n": 3, "heroes.caocao.hp": 5}
    _, path, info = played(tmp_path / "c", "sanguosha_official", set=changes, seed=7)
    pairs, seats = table(path, info, "pairs"), table(path, info, "seats")
    assert 0 < pairs["played"].sum() < len(pairs)
    for side, values in (("a", None), ("b", changes)):
        run = simulate("sanguosha_official", players=5, games=300, seed=7, set=values)
        games, rows = run.games(), run.seats()
        assert pairs[f"digest_{side}"].to_list() == games["digest"].to_list()
        assert pairs[f"winner_{side}"].to_list() == games["winner"].to_list()
        assert pairs[f"turns_{side}"].to_list() == games["turns"].to_list()
        finished = seats["finished"].to_numpy()
        assert seats[f"won_{side}"].filter(finished).to_list() == rows["won"].filter(finished).to_list()
        assert seats["hero"].to_list() == rows["hero"].to_list()


def test_rulesets_with_other_heroes_are_paired_on_those_both_have(tmp_path):
    """The second ruleset lists its heroes in another order and has one of its own: the deals are the same."""
    (tmp_path / "mine.toml").write_text(
        'id = "mine"\nextends = "sanguosha"\ndrop = ["heroes.liubei", "heroes.guanyu"]\nsource = "assumed"\n'
        'names = { zh = "我的", en = "Mine" }\n'
        '[heroes.new]\nnames = { zh = "新", en = "New" }\nfaction = "wei"\ngender = "male"\nhp = 4\nskills = []\n'
        '[heroes.liubei]\nnames = { zh = "刘备", en = "Liu Bei" }\nfaction = "shu"\ngender = "male"\nhp = 4\n'
        'skills = ["rende"]\n'
    )
    pair, path, info = played(tmp_path / "c", "sanguosha", tmp_path / "mine.toml")
    assert info["unpaired"] == {"5": 0}
    assert pair.pool is not None
    assert set(pair.pool) == set(pair.a.ruleset.heroes) - {"guanyu"}
    assert pair.b.ruleset.heroes.index("liubei") > pair.b.ruleset.heroes.index("caocao")
    seats = table(path, info, "seats")
    assert seats.height == 300 * 5
    assert set(seats["hero"]) == set(pair.pool)
    told = trace(path, players=5, game=3, lang="en", side="b")
    heroes = [pair.a.ruleset.name(hero, "en") for hero in seats.filter(game=3)["hero"]]
    assert all(hero in "\n".join(told) for hero in heroes)


def test_a_trace_of_either_side_is_the_game_of_that_ruleset(tmp_path):
    _, path, info = played(tmp_path / "c", "sanguosha_official", set=["heroes.caocao.hp=5"], seed=3)
    game = table(path, info, "pairs").filter(~pl.col("same"))["game"][0]
    sides = [trace(path, game=game, side=side) for side in ("a", "b")]
    options = {"players": 5, "game": game, "seed": 3}
    assert sides[0] == trace("sanguosha_official", **options)
    assert sides[1] == trace("sanguosha_official", set={"heroes.caocao.hp": 5}, **options)
    assert sides[0] != sides[1]
    with pytest.raises(UserError, match="side: found 'c'; allowed: a b"):
        trace(path, game=game, side="c")
    with pytest.raises(UserError, match="found game 300; the run holds"):
        trace(path, game=300)
    with pytest.raises(UserError, match="only a comparison has sides"):
        trace("sanguosha", side="a")


OPTIONS = {"set": {"heroes.caocao.hp": 5}, "players": "4,5", "seed": 2}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    _, path, _ = played(tmp_path_factory.mktemp("whole") / "c", "sanguosha", **OPTIONS)
    return content(path)


def test_the_same_command_writes_the_same_files(tmp_path, whole):
    _, path, info = played(tmp_path / "c", "sanguosha", **OPTIONS)
    assert content(path) == whole
    assert len(whole) == 1 + 2 * 2 * 3
    assert info["games_done"] == {"4": 300, "5": 300}


@pytest.mark.parametrize("calls", [0, 3, 4, 9])
def test_an_interrupted_comparison_goes_on_to_the_same_files(calls, tmp_path, whole, monkeypatch):
    """Ctrl-C in some batch: what was finished is whole and kept, and the rest is played later."""
    real, seen = batch.play_some, []

    def pressed(*args, **options):
        if len(seen) == calls:
            raise KeyboardInterrupt
        seen.append(1)
        return real(*args, **options)

    pair = make_pair("sanguosha", games=300, part=100, **OPTIONS)
    path, info = open_folder(pair, tmp_path / "c", resume=False)
    with monkeypatch.context() as patch:
        patch.setattr(batch, "play_some", pressed)
        assert not play_pair(pair, path, info)
    kept = read_info(path)
    assert not kept["finished"]
    assert sum(kept["games_done"].values()) == 100 * (calls // 2)
    assert all(len(files(path, kept, name)) == calls // 2 for name in ("pairs", "seats"))
    (path / "pairs").mkdir(exist_ok=True)
    (path / "pairs" / "p05-0000000200-0000000300.parquet").write_bytes(b"cut short")
    with pytest.raises(UserError, match="go on with it by --resume"):
        open_folder(pair, path, resume=False)
    assert play_pair(pair, *open_folder(pair, path, resume=True))
    assert content(path) == whole


def test_a_comparison_of_something_else_is_not_gone_on_with(tmp_path):
    pair = make_pair("sanguosha", games=10)
    path, _ = open_folder(pair, tmp_path / "c", resume=False)
    other = make_pair("sanguosha", games=10, seed=1, set={"heroes.caocao.hp": 3})
    with pytest.raises(UserError, match="cannot be resumed: another b, seed"):
        open_folder(other, path, resume=True)


def test_a_folder_with_something_else_is_left_alone(tmp_path):
    (tmp_path / "note.txt").write_text("mine")
    with pytest.raises(UserError, match="holds something that is no comparison"):
        open_folder(make_pair("sanguosha", games=10), tmp_path, resume=False)
    assert [file.name for file in tmp_path.iterdir()] == ["note.txt"]


def test_default_folders_have_a_number_and_are_found_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pairs = [make_pair("sanguosha", games=10, set={"heroes.caocao.hp": hp}) for hp in (3, 5)]
    names = [open_folder(pair, None, resume=False)[0].name for pair in pairs]
    assert names == ["compare-sanguosha-sanguosha-0", "compare-sanguosha-sanguosha-0-2"]
    assert open_folder(pairs[1], None, resume=True)[0].name == names[1]


REFUSED = [
    (("sanguosha", "sanguosha_oficial"), {}, "did you mean 'sanguosha_official'"),
    (("sanguosha", "sanguosha_duel"), {"players": 2}, "cannot be paired: a seat fields 1 heroes in one, 3"),
    (("sanguosha", "sanguosha_duel"), {"players": 5}, "is a game for 2 players"),
    (("sanguosha",), {"set": {"heroes.caocao.hp": 0}}, "--set heroes.caocao.hp"),
    (("sanguosha",), {"set": ["heroes.caocoa.hp=3"]}, "did you mean 'caocao'"),
    (("sanguosha",), {"heroes": "caocao,liubei"}, "5 players need 5 heroes"),
    (("sanguosha",), {"games": 0}, "games: 0; must be 1 or more"),
    (("sanguosha", "hongloumeng"), {}, "have no hero in common"),
]


@pytest.mark.parametrize(("rulesets", "options", "told"), REFUSED)
def test_what_cannot_be_compared_is_refused_in_words(rulesets, options, told):
    with pytest.raises(UserError, match=told):
        make_pair(*rulesets, **options)


def test_a_damaged_folder_is_told(tmp_path):
    _, path, info = played(tmp_path / "c", "sanguosha", games=100)
    part = files(path, info, "pairs")[0]
    part.unlink()
    with pytest.raises(UserError, match="missing, although"):
        files(path, info, "pairs")
    file = path / "compare.json"
    file.write_text(json.dumps(info)[:50])
    with pytest.raises(UserError, match="cut short or damaged"):
        read_info(path)
    file.write_text(json.dumps(info | {"format": 9}))
    with pytest.raises(UserError, match="format 9 is of another version"):
        read_info(path)
    with pytest.raises(UserError, match="no such comparison"):
        read_info(tmp_path / "nowhere")
    assert INFO == "compare.json"
