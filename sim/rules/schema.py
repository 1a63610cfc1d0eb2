"""The shape of a ruleset: pydantic models of its tables."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from sim.core.codes import Class, Role
from sim.rules.words import RANKS, choices

Loc = tuple[str | int, ...]

MAX_CARDS, MAX_KINDS, MAX_HEROES, MAX_SKILLS, MAX_LINEUP = 192, 64, 64, 8, 8  # as in core.layout; a test compares


def one_of(words: Iterable[str]) -> AfterValidator:
    """Return a validator for a word of a closed list; its error carries the list."""
    allowed = list(words)

    def validate(word: str) -> str:
        if word not in allowed:
            raise PydanticCustomError("one_of", "allowed: {allowed}", {"allowed": " ".join(allowed)})
        return word

    return AfterValidator(validate)


ID, PLAYERS = r"^[a-z][a-z0-9_]*$", r"^([2-9]|1[0-2])$"
CARD, PLACE = rf"^[SHCD]({'|'.join(RANKS)})$", rf"^[a-z][a-z0-9_]*@[SHCD]({'|'.join(RANKS)})$"
PATTERNS = {  # in words
    ID: "an id: small letters, digits and _, a letter first",
    PLAYERS: "a number of players from 2 to 12",
    CARD: "a suit and rank, as S7, H10, DA",
    PLACE: "a card of the deck, as slash@S7",
}

Id = Annotated[str, StringConstraints(pattern=ID)]
Text = Annotated[str, StringConstraints(min_length=1)]
Source = Annotated[str, StringConstraints(pattern=r"^(seed|public|assumed|set)( .+)?$")]
Few = Annotated[int, Field(ge=0, le=20)]
Words = Annotated[list[str], BeforeValidator(lambda value: [value] if isinstance(value, str) else value)]


class Table(BaseModel):
    """A table of the TOML: no keys but the known ones, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Sourced(Table):
    """A table whose values say where they come from: all of them ``source``, single ones ``sources``."""

    source: Source
    sources: dict[str, Source] = {}


class Names(Table):
    """A display name in both languages."""

    zh: Text
    en: Text


class Named(Sourced):
    """Anything with a display name."""

    names: Names


class Setup(Sourced):
    """What is dealt, drawn and kept, and what a death brings."""

    draw_per_turn: Few
    start_hand: Few
    hand_limit: Annotated[int, Field(ge=0, le=10)]
    lord_bonus: Annotated[int, Field(ge=0, le=10)]
    lord_bonus_from: Annotated[int, Field(ge=2, le=99)]
    rebel_reward: Few
    loyalist_penalty: bool
    self_rescue: bool
    judge_in_play: bool
    renegade_alone: bool
    lord_candidates: Few
    lord_candidates_many: Few
    other_candidates: Annotated[int, Field(ge=1, le=20)]
    other_candidates_many: Annotated[int, Field(ge=1, le=20)]
    many_from: Annotated[int, Field(ge=2, le=99)]
    horse_limit: Annotated[int, Field(ge=0, le=2)]
    alternates: bool | list[Id] = False
    open_roles: bool = False


RoleWord = Annotated[str, one_of(choices(Role))]


class Lineup(Sourced):
    """Games in which a seat fields several heroes, one after the other: how they are picked, what a newcomer gets."""

    dealt: Annotated[int, Field(ge=1, le=MAX_HEROES)]
    open: Annotated[int, Field(ge=0, le=MAX_HEROES)]
    picks: Annotated[list[Annotated[int, Field(ge=1, le=MAX_HEROES)]], Field(min_length=1, max_length=MAX_HEROES)]
    picks_first: RoleWord
    fielded: Annotated[int, Field(ge=1, le=MAX_LINEUP)]
    newcomer_hand: Few
    moves_first: RoleWord
    first_draw: Annotated[int, Field(ge=-20, le=20)]


Points = Annotated[int, Field(ge=-999, le=999)]


class RoleScore(Table):
    """Points of a role: a number, and so many for each foe killed, living loyalist, living rebel, other player."""

    base: Points = 0
    kill: Points = 0
    loyalist: Points = 0
    rebel: Points = 0
    other: Points = 0
    extra: Points = 0


class ScoreTable(Table):
    """Points of each role."""

    lord: RoleScore = RoleScore()
    loyalist: RoleScore = RoleScore()
    rebel: RoleScore = RoleScore()
    renegade: RoleScore = RoleScore()


class Scores(Sourced):
    """What a finished game is worth to each player, won or lost."""

    win: ScoreTable
    loss: ScoreTable


class Limits(Sourced):
    """How far a game may go; past one it ends unfinished."""

    turns: Annotated[int, Field(ge=1, le=1_000_000)]
    actions: Annotated[int, Field(ge=1, le=1_000_000)]
    reshuffles: Annotated[int, Field(ge=0, le=1_000_000)]


class RoleCounts(Sourced):
    """How many of each role one number of players has."""

    lord: Annotated[int, Field(ge=0, le=12)] = 0
    loyalist: Annotated[int, Field(ge=0, le=12)] = 0
    rebel: Annotated[int, Field(ge=0, le=12)] = 0
    renegade: Annotated[int, Field(ge=0, le=12)] = 0


class Row(Table):
    """One row of a bundle; what the words mean is read by ``rows.flatten``."""

    when: str | None = None
    value: str | None = None
    who: str | None = None
    on: str | None = None
    if_: Annotated[Words | None, Field(alias="if")] = None
    by: str | None = None
    limit: str | None = None
    cost: str | None = None
    naming: str | None = None
    to: str | None = None
    count: int | str | list[int | str] | None = None
    where: Words | None = None
    do: str | None = None
    n: int | str | None = None
    cap: int | str | None = None
    as_: Annotated[str | None, Field(alias="as")] = None
    from_: Annotated[str | None, Field(alias="from")] = None
    cards: str | None = None
    pick: str | None = None
    unless: str | None = None
    until: str | None = None
    must: bool | None = None
    may: bool | None = None
    each: bool | None = None
    sure: bool | None = None
    set_: Annotated[bool | None, Field(alias="set")] = None


class Bundle(Named):
    """A name and its rows; ``text``: what the printed text means, to hold the rows against."""

    text: Names | None = None
    rows: list[Row]


class Card(Bundle):
    """A kind of card; how many there are is in the deck."""

    class_: Annotated[str, one_of(choices(Class)), Field(alias="class")]
    range: int | Literal["weapon"] | None = None
    is_: Annotated[Words, Field(alias="is")] = []
    count: Annotated[int, Field(ge=0, le=MAX_CARDS)] = 0
    copies: list[str] = []


class Skill(Bundle):
    """A skill of heroes; a lord skill may call a faction; ``armour``: it counts as armour that is worn."""

    lord: bool = False
    faction: Id | None = None
    camp: Id | None = None
    armour: bool = False


class Hero(Named):
    """A hero; ``lord``: always among those a lord may choose from."""

    faction: Id
    gender: Annotated[str, one_of(("male", "female"))]
    hp: Annotated[int, Field(ge=1, le=20)]
    lord: bool = False
    skills: Annotated[list[Id], Field(max_length=MAX_SKILLS)]


class DeckCard(Table):
    """One card of the deck."""

    kind: Id
    suit: Annotated[str, one_of("SHCD")]
    rank: Annotated[str, one_of(RANKS)]
    source: Source


class Alternate(Sourced):
    """A card that takes the place of one of the deck if the setup says so; its kind is its id."""

    card: Annotated[str, StringConstraints(pattern=CARD)]
    replaces: Annotated[str, StringConstraints(pattern=PLACE)]


class RulesetModel(Table):
    """A whole resolved ruleset, in the order in which it is printed."""

    id: Id
    names: Names
    description: Names
    source: Source
    setup: Setup
    lineup: Lineup | None = None
    scores: Scores | None = None
    limits: Limits
    identities: dict[RoleWord, Named]
    factions: Annotated[dict[Id, Named], Field(min_length=1)]
    roles: dict[str, dict[Annotated[str, StringConstraints(pattern=PLAYERS)], RoleCounts]]
    heroes: Annotated[dict[Id, Hero], Field(min_length=1, max_length=MAX_HEROES)]
    skills: dict[Id, Skill]
    grants: dict[Id, Bundle] = {}
    cards: Annotated[dict[Id, Card], Field(min_length=1, max_length=MAX_KINDS)]
    alternates: dict[Id, Alternate] = {}
    deck: Annotated[list[DeckCard], Field(min_length=1, max_length=MAX_CARDS)]


BUNDLES = ("cards", "skills", "grants")
ENTRIES: dict[str, type[Table]] = {
    "identities": Named,
    "factions": Named,
    "heroes": Hero,
    "skills": Skill,
    "grants": Bundle,
    "cards": Card,
    "alternates": Alternate,
}
SINGLE: dict[str, type[Table]] = {
    "setup": Setup,
    "lineup": Lineup,
    "scores": Scores,
    "limits": Limits,
    "names": Names,
    "description": Names,
}


def keys_at(loc: Loc) -> list[str]:
    """Return the keys that the table at a place of the ruleset may have; empty where any are allowed."""
    model: type[Table] | None = None
    match loc:
        case ():
            model = RulesetModel
        case (section,) if section in SINGLE:
            model = SINGLE[section]
        case (section, _) if section in ENTRIES:
            model = ENTRIES[section]
        case (_, _, "names" | "text"):
            model = Names
        case (section, _, "rows", int()) if section in BUNDLES:
            model = Row
        case ("scores", "win" | "loss"):
            model = ScoreTable
        case ("scores", "win" | "loss", _):
            model = RoleScore
        case ("roles", _, _):
            model = RoleCounts
        case ("deck", int()):
            model = DeckCard
    if model is None:
        return []
    return [info.alias or name for name, info in model.model_fields.items()]
