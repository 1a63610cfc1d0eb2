"""The page in a browser: sorting, filters, languages, replays, a phone, and nothing asked of anybody.

Needs Chromium at /usr/bin/chromium (Debian: ``apt-get install chromium``) and playwright, which brings no browser of
its own here. Where they are not there the tests are skipped, unless SHALAB_NEED_CHROMIUM is set.
"""

import os
import re
from pathlib import Path

import pytest
from synthetic import ROLES_ZH, ZH, make_run

from reports.report import write_report

CHROMIUM = Path("/usr/bin/chromium")
EVIL = "<img src=x onerror=alert(1)><b>曹操</b>"
NEEDED = bool(os.environ.get("SHALAB_NEED_CHROMIUM"))
SHOWN = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement.getClientRects().length) found.push(texts.currentNode.data);
  }
  return found.join(" ");
}"""  # every text that takes up room, those in figures too
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="module")
def browser():
    """Start a headless Chromium."""
    if not NEEDED:
        if not CHROMIUM.exists():
            pytest.skip("no /usr/bin/chromium here: apt-get install chromium")
        pytest.importorskip("playwright", reason="playwright is not installed: pip install playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=str(CHROMIUM), args=QUIET)
        yield started
        started.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory, effects) -> Path:
    """Write a report of 5 and 8 players whose heroes have factions, one of them a name that is markup."""
    names = {"zh": ZH | ROLES_ZH | {"caocao": EVIL}, "en": {each: each.capitalize() for each in [*ZH, *ROLES_ZH]}}
    factions = {hero: "shu" if place < 7 else "wei" for place, hero in enumerate(ZH)}
    named = {"zh": {"shu": "蜀", "wei": "魏"}, "en": {"shu": "Shu", "wei": "Wei"}}
    folder = tmp_path_factory.mktemp("browser")
    run = make_run(
        folder / "run", {5: 6000, 8: 3000}, effects, names=names, factions=factions, faction_names=named, seed=4
    )
    return write_report(run, folder / "report", "zh") / "index.html"


@pytest.fixture
def page(browser, report):
    """Open the page; at the end, nothing may have been logged or asked for."""
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    said, asked = [], []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("dialog", lambda dialog: said.append(dialog.message))
    opened.on("request", lambda request: asked.append(request.url))
    opened.goto(report.as_uri())
    yield opened
    assert said == []
    assert [url for url in asked if not url.startswith("data:")] == [report.as_uri()]
    opened.close()


def column(page, place: int) -> list[str]:
    """Return the shown texts of a column of the hero table."""
    return page.locator(f"#hero-table tbody tr td:nth-child({place})").all_inner_texts()


def numbers(texts: list[str]) -> list[float]:
    """Return what the texts say in numbers."""
    return [float(text.replace("%", "").replace(",", "").replace("\N{MINUS SIGN}", "-")) for text in texts]


def heads(page) -> list[str]:
    """Return the heads of the hero table."""
    return page.locator("#hero-table thead th").all_inner_texts()


def test_sort__by_a_head_both_ways(page):
    place = [text.strip() for text in heads(page)].index("胜率") + 1
    head = page.locator(f"#hero-table thead th:nth-child({place})")
    head.click()
    page.wait_for_selector("#hero-table th[aria-sort=ascending]")
    up = numbers(column(page, place))
    assert len(up) == 25 and up == sorted(up)
    head.click()
    page.wait_for_selector("#hero-table th[aria-sort=descending]")
    down = numbers(column(page, place))
    assert down == sorted(down, reverse=True) and down[0] > up[0]


def test_search__finds_a_name_in_either_language(page):
    box = page.locator("#heroes [data-find]")
    for wanted in ("郭嘉", "guojia"):
        box.fill(wanted)
        assert set(column(page, 1)) == {"郭嘉"}
        assert page.locator("#heroes .shown").inner_text() == "8 / 200 行"
    box.fill("nobody")
    assert page.locator("#heroes .shown").inner_text() == "0 / 200 行"


def test_filter__by_role_players_faction_and_tier(page):
    page.select_option("#heroes [data-by=role]", "rebel")
    page.select_option("#heroes [data-by=players]", "8")
    assert page.locator("#heroes .shown").inner_text() == "25 / 200 行"
    assert set(column(page, 3)) == {"反反贼"} and set(column(page, 4)) == {"8"}
    page.select_option("#heroes [data-by=faction]", "shu")
    assert len(column(page, 1)) == 7 and set(column(page, 2)) == {"蜀"}
    page.select_option("#heroes [data-by=role]", "")
    page.select_option("#heroes [data-by=players]", "")
    page.select_option("#heroes [data-by=faction]", "")
    page.select_option("#heroes [data-by=tier]", "S")
    badges = page.locator("#hero-table tbody .badge").all_inner_texts()
    assert set(badges) == {"S"} and len(badges) == len(column(page, 1))


def test_language__all_of_the_page_and_back(page):
    assert page.title().endswith("胜率报告")
    page.click("[data-to=en]")
    assert page.title().endswith("win rates") and page.evaluate("document.documentElement.lang") == "en"
    shown = page.evaluate(SHOWN)
    assert set(re.findall(r"[\u4e00-\u9fff]+", shown)) == {"中文"}
    assert page.locator("#heroes [data-find]").get_attribute("placeholder") == "Find a hero"
    assert page.locator("#heroes [data-by=role] option").all_inner_texts()[1] == "Lord"
    assert "200 of 200 rows" in shown
    page.click("[data-to=zh]")
    shown = page.evaluate(SHOWN)
    assert "郭嘉" in shown and "Guojia" not in shown


def test_replay__a_number_leads_to_a_command(page, report):
    page.locator("#hero-table .play").first.click()
    commands = page.locator("#replay code").all_inner_texts()
    run = report.parent.parent / "run"
    assert commands
    for command in commands:
        assert re.fullmatch(rf"shalab trace {re.escape(str(run))} --players [58] --game \d+ --lang zh", command)
    page.locator("#replay .copy").first.click()
    assert page.locator("#replay .copy").first.inner_text() == "已复制"
    page.keyboard.press("Escape")
    assert not page.locator("#replay").is_visible()
    page.locator("#heat-table td[data-game]").first.click()
    assert page.locator("#replay code").count() == 1


def test_finding__leads_to_its_row(page):
    link = page.locator(".findings a[data-players]").first
    players, role = link.get_attribute("data-players"), link.get_attribute("data-role")
    link.click()
    rows = page.locator("#hero-table tbody tr")
    assert rows.count() == 1
    assert (rows.first.get_attribute("data-players"), rows.first.get_attribute("data-role")) == (players, role)


def test_tabs__figures_of_one_player_count_at_a_time(page):
    shown = page.locator("#spread figure:visible")
    assert shown.count() == 8
    page.click("#spread [role=tab][data-players='8']")
    assert {shown.nth(i).get_attribute("data-players") for i in range(8)} == {"8"}


def test_names__are_text(page):
    assert page.locator("main img, main td b b").count() == 0
    page.locator("#heroes [data-find]").fill("onerror")
    assert set(column(page, 1)) == {EVIL}


def test_phone__no_scrolling_of_the_page_sideways(browser, report):
    for lang in ("zh", "en"):
        phone = browser.new_page(viewport={"width": 390, "height": 800})
        phone.goto(report.as_uri())
        phone.click(f"[data-to={lang}]")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        phone.close()


def test_print__without_what_a_reader_clicks(browser, report):
    sheet = browser.new_page()
    sheet.goto(report.as_uri())
    sheet.emulate_media(media="print")
    assert not sheet.locator("nav, .controls, .langs, .play").locator("visible=true").count()
    assert sheet.locator("#hero-table tbody tr").count() == 25
    assert sheet.pdf(format="A4")[:4] == b"%PDF"
    sheet.close()
