"""A scenario file as data: its keys and their forms. What the words mean is checked by ``check``."""

import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from sim import forms, given
from sim.errors import UserError, suggest

ANSWERS = ("use", "skill", "respond", "accept", "decline", "choose", "pick", "pass", "end")
DETAILED = ("use", "skill", "respond", "accept")  # answers that may say how what follows is answered
DETAILS = ("targets", "cards", "as", "via", "choice", "give")
MAY_BE_ILLEGAL = ("use", "skill", "accept", "respond", "choose")
CHOICES = "cards, a seat, an option, or { top = [..], bottom = [..] }"
UNTIL = "turn, steps, game, or turns:N"
MOST = 99  # hp, and attacks used
LONGEST = 9999  # turns


class ScenarioError(UserError):
    """A scenario file that cannot be used: every problem on a line of its own."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.lines = lines
        super().__init__("\n".join(f"{file}: {line}" for line in lines))


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class Start(_Table):
    """Where the game stands: whose turn, from which phase on it is played, and whether it is the game's first."""

    seat: int = Field(0, ge=0)
    phase: Literal["start", "judge", "draw", "play", "discard", "finish"] = "start"
    first: bool = False


class Seat(_Table):
    """A player at the table."""

    role: Literal["lord", "loyalist", "rebel", "renegade"]
    hero: str | None = None
    lineup: list[str] = []
    hp: int | None = Field(None, ge=-MOST, le=MOST)
    max_hp: int | None = Field(None, ge=0, le=MOST)
    alive: bool = True
    face_down: bool = False
    chained: bool = False
    gender: Literal["male", "female"] | None = None
    faction: str | None = None
    hand: list[str] = []
    equip: list[str] = []
    judge: list[str] = []
    stash: list[str] = []
    slashes: int = Field(0, ge=0, le=MOST)
    used: list[str] = []
    lord_bonus: bool = False


class Step(_Table):
    """A decision (or a stroke of chance) that the file settles."""

    seat: int = Field(ge=0)
    use: str | None = None
    skill: str | None = None
    respond: str | None = None
    accept: str | None = None
    decline: str | None = None
    choose: int | str | list[int | str] | dict[str, list[str]] | None = None
    pick: str | None = None
    pass_: Literal[True] | None = Field(None, alias="pass")
    end: Literal[True] | None = None
    targets: list[int] | None = None
    cards: list[str] | None = None
    as_: str | None = Field(None, alias="as")
    via: str | None = None
    choice: str | None = None
    give: dict[str, list[str]] | None = None
    of: str | None = None
    illegal: bool = False
    group: int | str | None = None

    @property
    def answer(self) -> str:
        """Return which kind of answer this is: the one key of ``ANSWERS`` it has."""
        return next(key for key in ANSWERS if self.said(key) is not None)

    def said(self, key: str) -> Any:
        """Return the value of a key by its name in the file."""
        return getattr(self, key + "_" if key in ("pass", "as") else key)

    @model_validator(mode="after")
    def _one_answer(self) -> "Step":
        found = [key for key in ANSWERS if self.said(key) is not None]
        if len(found) != 1:
            raise ValueError(
                f"found {' and '.join(found) or 'no answer'}; allowed: exactly one of {', '.join(ANSWERS)}"
            )
        answer = found[0]
        beside = [key for key in DETAILS if self.said(key) is not None] if answer not in DETAILED else []
        if self.of is not None and answer != "pass":
            beside.append("of")
        if self.illegal and answer not in MAY_BE_ILLEGAL:
            beside.append("illegal")
        if beside:
            raise ValueError(f"found {', '.join(beside)} beside {answer}, where it has no meaning")
        return self


class ExpectSeat(_Table):
    """What must be true of a seat at the end."""

    hp: int | None = None
    max_hp: int | None = None
    hand: list[str] | None = None
    hand_count: int | None = None
    equip: list[str] | None = None
    judge: list[str] | None = None
    alive: bool | None = None
    role: Literal["lord", "loyalist", "rebel", "renegade"] | None = None
    face_down: bool | None = None
    hero: str | None = None
    drawn: int | None = None
    damage_dealt: int | None = None
    damage_taken: int | None = None
    chained: bool | None = None
    stash: list[str] | None = None
    score: float | int | None = None


class Expect(_Table):
    """What must be true at the end; only what is written is checked."""

    winner: Literal["none", "lord", "rebel", "renegade", "draw"] | None = None
    turn: int | None = None
    pile_count: int | None = None
    pile: list[str] | None = None
    discard: list[str] | None = None
    discard_not: list[str] | None = None
    discard_count: int | None = None
    asked: list[str] = []
    never_asked: list[str] = []
    asked_count: dict[str, int] = {}
    log: list[str] = []
    log_not: list[str] = []
    seat: dict[str, ExpectSeat] = {}


class Scenario(_Table):
    """One file: a position, the decisions that matter, and what must be true afterwards."""

    title: str = ""
    source: str = ""
    ruleset: str
    set: dict[str, Any] = {}
    seed: int = Field(0, ge=0, lt=2**63)
    pile: list[str] = []
    discard: list[str] = []
    start: Start = Start()
    until: str = "turn"
    seat: list[Seat] = Field(min_length=2)
    step: list[Step] = []
    expect: Expect = Expect()

    @field_validator("until")
    @classmethod
    def _until(cls, value: str) -> str:
        word, _, number = value.partition(":")
        turns = word == "turns" and number.isascii() and number.isdigit() and 0 < int(number) <= LONGEST
        if value not in ("turn", "steps", "game") and not turns:
            raise ValueError(f"found {value!r}; allowed: {UNTIL}")
        return value

    @property
    def turns(self) -> int:
        """Return after how many turns the scenario ends, 0 if it does not end with a turn."""
        word, _, number = self.until.partition(":")
        return 1 if word == "turn" else int(number) if number else 0


def read(source: str | Path | dict[str, Any]) -> tuple[str, Scenario]:
    """Read a scenario file (or the same as a dict) and check its form.

    Returns
    -------
    tuple of str and Scenario
        The name messages use, and the scenario.

    Raises
    ------
    UserError
        The file is missing, no TOML, or a key or the form of its value is wrong.
    """
    file = None if isinstance(source, dict) else given.path("scenario", source)
    name = "scenario" if file is None else str(file)
    try:
        return name, Scenario.model_validate(source if file is None else _toml(file))
    except ValidationError as error:
        raise ScenarioError(name, _lines(error)) from None


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise UserError(f"{path}: no such file") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: not TOML: {error}") from None


def _lines(error: ValidationError) -> list[str]:
    """Write pydantic's problems as ``key: found ...; allowed: ...``, one line a key."""
    lines: dict[str, str] = {}
    for each in error.errors():
        place = _place(each["loc"])
        lines.setdefault(place, f"{place}: {_reason(each)}")
    return list(lines.values())


def _place(loc: tuple[int | str, ...]) -> str:
    """Return the path of a key: seats count from 0, steps from 1; the branches of a union are left out."""
    if len(loc) > 1 and loc[0] == "step" and isinstance(loc[1], int):
        loc = (loc[0], loc[1] + 1, *loc[2:])
    if "choose" in loc:
        loc = loc[: loc.index("choose") + 1]
    parts = [part for part in loc if isinstance(part, int) or part.replace("_", "").isalnum()]
    unions = {"int", "str", "dict", "list", "float"}
    while len(parts) > 1 and (str(parts[-1]) in unions or str(parts[-1]).startswith(("list[", "dict["))):
        parts.pop()
    return ".".join(str(part) for part in parts) or "file"


def _reason(each: Any) -> str:
    kind, found = each["type"], each["input"]
    if "group" in each["loc"]:
        return f"found {found!r}; allowed: a whole number or a text"
    if kind == "extra_forbidden":
        allowed = sorted(_keys(each["loc"]))
        return f"unknown key; allowed: {', '.join(allowed)}{suggest(each['loc'][-1], allowed)}"
    if "choose" in each["loc"]:
        return f"found {found!r}; allowed: {CHOICES}"
    if kind == "missing":
        return "missing"
    if kind == "value_error":
        return str(each["ctx"]["error"])
    if kind == "literal_error":
        expected = each["ctx"]["expected"]
        words = expected.replace("'", "").replace(", ", " or ").split(" or ")
        return f"found {found!r}; allowed: {expected}{suggest(found, words)}"
    return f"{forms.found(each)}; {forms.allowed(each)}"


def _keys(loc: tuple[int | str, ...]) -> set[str]:
    """Return the keys that the table at a place may have."""
    model: type[BaseModel] = Scenario
    inner = {"start": Start, "seat": Seat, "step": Step, "expect": Expect}
    for part in loc[:-1]:
        if model is Expect and part == "seat":
            model = ExpectSeat
        elif isinstance(part, str):
            model = inner.get(part, model)
    return {field.alias or name for name, field in model.model_fields.items()}
