"""Figures for notebooks: what is shown is what a report draws, in one language, of the player count asked for."""

from pathlib import Path

import pytest

import reports
import sim
from reports.picture import PANELS
from sim.errors import UserError
from sim.results import Run

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def run() -> Run:
    return sim.simulate("sanguosha", players=[4, 5], games=60, seed=1, threads=1)


@pytest.mark.parametrize("subject", PANELS)
def test_small_figures_are_svg_in_one_language(run: Run, subject: str) -> None:
    shown = {lang: reports.draw(run, subject, lang=lang)._repr_mimebundle_() for lang in ("zh", "en")}
    assert list(shown["en"]) == ["image/svg+xml"]
    svg = {lang: one["image/svg+xml"] for lang, one in shown.items()}
    assert not any("一" <= char <= "鿿" for char in svg["en"])
    assert any("一" <= char <= "鿿" for char in svg["zh"])
    assert "base64" not in svg["en"]


def test_one_player_count(run: Run) -> None:
    both, five = (reports.draw(run, "caterpillar", "en", players).svg for players in (None, 5))
    heads = [[f">{n} players" in svg for n in (4, 5)] for svg in (both, five)]
    assert heads == [[True, True], [False, True]]


def test_pictures_of_a_comparison(tmp_path: Path) -> None:
    made = sim.compare("sanguosha", players=4, games=30, seed=1, threads=1)
    found = reports.compare(made, lang="en")
    assert found.games["same_share"].tolist() == [1.0]
    assert reports.draw(found, "dumbbell").png.startswith(PNG)
    assert reports.draw(made, "dumbbell", "en").save(tmp_path / "a.png").read_bytes().startswith(PNG)


def test_what_cannot_be_drawn_is_refused(run: Run, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"subject: 'caterpilar'.*caterpillar"):
        reports.draw(run, "caterpilar")
    with pytest.raises(UserError, match="players: 6; played were 4, 5"):
        reports.draw(run, "seats", players=6)
    with pytest.raises(UserError, match=r"written as \.svg"):
        reports.draw(run, "seats").save(tmp_path / "a.png")
    totals = sim.simulate("sanguosha", players=4, games=20, seed=1, threads=1, keep="totals")
    with pytest.raises(UserError, match="did not keep"):
        reports.draw(totals, "survival")
