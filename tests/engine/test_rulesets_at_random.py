"""Rulesets with values changed at random: they play within the caps and break no rule, or are refused plainly."""

from typing import Any

from arena import BOTS, CAPS, SHIPPED, play, sizes
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from numba import config

from sim.core import codes
from sim.errors import UserError
from sim.rules.compile import compile_ruleset
from sim.rules.load import load_ruleset
from sim.rules.words import choices

GAMES = 5 if config.DISABLE_JIT else 200
EXAMPLES = 120
FULL = CAPS | {"STACK_CAP", "LIST_CAP", "OPTION_CAP"}  # a game may also grow out of the record, and says so
DATA = {name: load_ruleset(name).data for name in SHIPPED}
BUNDLES = ("skills", "cards", "grants")
WORDS = {
    "when": codes.When,
    "value": codes.Val,
    "who": codes.Who,
    "by": codes.By,
    "to": codes.To,
    "do": codes.Do,
    "until": codes.Until,
    "naming": codes.Naming,
    "as": codes.Suit,
}
NUMBERS = st.sampled_from([0, 1, 2, 3, 5, 19])


def printed(key: str) -> list[Any]:
    """Return every value that a key has in a row of the shipped rulesets."""
    rows = (
        row
        for data in DATA.values()
        for section in BUNDLES
        for entry in data[section].values()
        for row in entry["rows"]
    )
    found = {repr(row[key]): row[key] for row in rows if row.get(key) is not None}
    return [found[text] for text in sorted(found)]


KEYS = sorted({key for key in DATA["sanguosha"]["skills"]["ganglie"]["rows"][0]} | {
    key
    for data in DATA.values()
    for section in BUNDLES
    for entry in data[section].values()
    for row in entry["rows"]
    for key in row
})  # fmt: skip
VALUES = {
    key: st.sampled_from([None, *printed(key), *choices(WORDS[key])] if key in WORDS else [None, *printed(key)])
    for key in KEYS
} | {"n": st.sampled_from([0, 1, 3, *printed("n")]), "cap": st.sampled_from([None, 0, 1, 2])}


@st.composite
def change(draw: st.DrawFn, name: str) -> tuple[str, Any]:
    """Draw the path of a value and another value for it."""
    data = DATA[name]
    what = draw(st.sampled_from(["row", "row", "row", "rows", "hero", "card", "setup", "limits", "roles", "lineup"]))
    what = what if what in data or what in ("row", "rows", "hero", "card") else "setup"
    if what in ("row", "rows"):
        section = draw(st.sampled_from(BUNDLES[:2]))
        key = draw(st.sampled_from([k for k, entry in data[section].items() if entry["rows"] or what == "rows"]))
        if what == "row":
            at = draw(st.integers(0, len(data[section][key]["rows"]) - 1))
            field = draw(st.sampled_from(KEYS))
            return f"{section}.{key}.rows.{at}.{field}", draw(VALUES[field])
        other = draw(st.sampled_from(sorted(data[section])))
        rows = data[section][key]["rows"] if draw(st.booleans()) else []
        return f"{section}.{key}.rows", [*rows, *data[section][other]["rows"]]
    if what == "hero":
        hero = draw(st.sampled_from(sorted(data["heroes"])))
        values = {
            "hp": st.integers(0, 9),
            "gender": st.sampled_from(["male", "female"]),
            "faction": st.sampled_from(sorted(data["factions"])),
            "skills": st.lists(st.sampled_from(sorted(data["skills"])), max_size=9, unique=True),
        }
        field = draw(st.sampled_from(sorted(values)))
        return f"heroes.{hero}.{field}", draw(values[field])
    if what == "card":
        card = draw(st.sampled_from(sorted(data["cards"])))
        values = {
            "count": st.integers(0, 30),
            "range": st.sampled_from([None, 0, 1, 4, "weapon"]),
            "class": st.sampled_from([*choices(codes.Class)]),
            "is": st.lists(st.sampled_from(sorted(data["cards"])), max_size=2),
        }
        field = draw(st.sampled_from(sorted(values)))
        return f"cards.{card}.{field}", draw(values[field])
    if what == "roles":
        players = draw(st.sampled_from(sorted(data["roles"]["single"])))
        role = draw(st.sampled_from(["lord", "loyalist", "rebel", "renegade"]))
        return f"roles.single.{players}.{role}", draw(st.integers(0, 3))
    field = draw(st.sampled_from(sorted(key for key in data[what] if key not in ("source", "sources"))))
    if isinstance(data[what][field], str):
        return f"{what}.{field}", draw(st.sampled_from(["lord", "loyalist", "rebel", "renegade"]))
    if isinstance(data[what][field], list):
        return f"{what}.{field}", draw(st.lists(st.integers(0, 5), max_size=9))
    if isinstance(data[what][field], bool):
        return f"{what}.{field}", draw(st.booleans())
    return f"{what}.{field}", draw(NUMBERS)


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, dict[str, Any], int, str]:
    """Draw a ruleset, changes, a number of players and a bot."""
    name = draw(st.sampled_from(SHIPPED))
    changes = dict(draw(st.lists(change(name), min_size=1, max_size=6)))
    return (
        name,
        changes,
        draw(st.sampled_from(sizes(DATA[name], (2, 3, 5, 8)))),
        draw(st.sampled_from(["random", "greedy"])),
    )


def plays_or_is_refused(name: str, changes: dict[str, Any], players: int, bots: str) -> None:
    """Load a changed ruleset and play it, or see that what is wrong with it is said."""
    try:
        rules = compile_ruleset(load_ruleset(name, set=changes), players=players)
    except UserError as error:
        event("refused")
        places = {".".join(path.split(".")[:2]) for path in changes}  # it may be what stands beside the change
        assert any(place in str(error) for place in places) or name in str(error), error
        return
    event("played")
    causes = {cause for _, cause, _ in play(rules, players, GAMES, bots, chunk=1).broken}
    assert causes <= FULL, (name, changes, players, bots, causes)


@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
@given(changed())
def test_rulesets_at_random(drawn: tuple[str, dict[str, Any], int, str]) -> None:
    assert drawn[3] in BOTS
    plays_or_is_refused(*drawn)
