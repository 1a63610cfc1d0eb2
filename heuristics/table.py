"""The weights of the bots by name, places in a bot's notes, and what a bot is to the rest of the project.

The order of ``W`` is the order of the weights array; a file of ``weights/`` gives a number to every name.
Sizes are in cards: a card of average use is 1.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np

from sim.core import layout
from sim.errors import UserError, suggest

FOLDER = Path(__file__).parent / "weights"


class W(IntEnum):
    """Places in the weights array, and the names in the weights files."""

    BELIEF = 0  # strength of evidence about roles; 0: only shown roles count
    LOOK = 1  # weight of rewards and penalties for a death
    HP_FULL = 2  # a point of hp from 4 or more
    HP_THREE = 3  # the point from 3 to 2
    HP_TWO = 4  # the point from 2 to 1
    LIFE = 5  # the last point
    LOSS = 6  # a card lost to another's choice
    FORCED = 7  # a card lost by own choice
    TAKEN = 8  # a card gained from another
    KEEP_ANSWER = 9  # keeping a card that answers
    KEEP_HEAL = 10  # keeping a card that saves the dying
    KEEP_COUNTER = 11  # keeping a card that stops others
    KEEP_ACTIVE = 12  # share of a card's own effect
    KEEP_ANY = 13  # keeping any card
    SPARE = 14  # share of its price that a card costs which would be discarded anyway
    WEAPON_REACH = 15  # a step of a weapon's reach
    ROW_EQUIP = 16  # a row of equipment
    ARMOUR_ROW = 17  # a row of armour
    HORSE = 18  # a step of distance
    MANY_ATTACKS = 19  # one more attack a turn, for every attack in hand
    SKIP_PLAY = 20  # a play phase
    SKIP_DRAW = 21  # a draw phase
    SKIP_DISCARD = 22  # a discard phase left out
    TURN_OVER = 23
    EXTRA_TURN = 24
    NEED_MET = 25  # a need met where nothing else is known
    THRESHOLD = 26  # what an action in the play phase must be worth
    LORD_LOYALIST = 27  # attitudes: of the first role towards the second
    LORD_REBEL = 28
    LORD_RENEGADE = 29
    LOYALIST_LORD = 30
    LOYALIST_LOYALIST = 31
    LOYALIST_REBEL = 32
    LOYALIST_RENEGADE = 33
    REBEL_LORD = 34
    REBEL_LOYALIST = 35
    REBEL_REBEL = 36
    REBEL_RENEGADE = 37
    RENEGADE_LORD = 38
    RENEGADE_WEAK = 39  # renegade towards the weaker camp
    RENEGADE_STRONG = 40  # towards the stronger camp
    RESCUE = 41  # chance that a seat which has a card for it saves a dying one of its camp
    MIRROR = 42  # what a card given away is worth to the giver, as a share of the average card
    VIEW_ANSWER = 43  # chance that a skill which can make the answer has the card for it
    NEED_ANSWER = 44  # chance that a skill at the need answers
    COUNTERED = 45  # share of a trick's worth left after the risk of being stopped
    USE_NOW = 46  # a card used now is worth more than later
    HARM_LORD = 47  # evidence: weight of harm and help to the lord
    EVIDENCE_CARD = 48  # evidence of a card aimed
    WEAK_FOE = 49  # attacks prefer the weak: added per missing hp
    WIN = 50  # a death that wins the game
    DRAW_FIRST = 51  # in the play phase cards that draw come before others
    EQUIP_FIRST = 52
    BEYOND = 53  # share of its worth that a card drawn beyond the hand limit has in the own turn
    GIVE_FIRST = 54  # skills that give cards away; less than 0: they come last
    DOUBT = 55  # how much less an attitude counts for each bit of doubt about the role
    OWN_HP = 56  # times what the bot's own hp is worth when it is a price
    THRIFT = 57  # times what a renegade's cards are worth while more than two live
    BLOW = 58  # times what hp of others is worth to him: he needs them dead
    PLUNDER = 59  # times what cards and turns of others are worth to him: there are too many of them
    FEED = 60  # a card given to a foe
    BLIND = 61  # a card given to a friend that chance picked
    DEFEAT = 62  # a death that loses it
    GUARD = 63  # share of a weak friend's stake that a card which saves is worth to the bot


# notes: what a bot keeps through a game
KEEP = 0  # 64: keeping value of each kind (equipment: of having it in its slot)
LIKE = 64  # 4 a seat: likelihood of its public acts under each role
ATT = 112  # attitude towards each seat
READY = 124
AVERAGE = 125  # keeping value of the average card
ALIVE = 126  # living seats when attitudes were last reckoned
NEWS = 127  # 1: evidence has come in since
USER = 128  # who used the card last
SAVING = 130  # share of the deck that saves a dying seat
ANSWERER = 129  # the kind that spares from an attack
# scratch: redone when it is needed
USE = 0  # 64: worth of using each kind, in this request
POST = 64  # 4 a seat: chance of each role
UNKNOWN = -1e9


def read_weights(name: str | Path) -> np.ndarray:
    """Return the weights of a file, by its path or its name in ``weights/``, as float64[64] in the order of ``W``.

    Raises
    ------
    UserError
        The file cannot be read, or a name is missing, unknown or no number.
    """
    path = name if isinstance(name, Path) else FOLDER / f"{name}.toml"
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: TOML syntax: {error}") from error
    names = [member.name.lower() for member in W]
    made = np.zeros(layout.BOT["weights"].shape[0])
    for key, value in found.items():
        if key not in names:
            raise UserError(f"{path.name}: unknown weight {key!r}{suggest(key, names)}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UserError(f"{path.name}: {key} is {value!r}, not a number")
        made[W[key.upper()]] = value
    missing = [key for key in names if key not in found]
    if missing:
        raise UserError(f"{path.name}: no value for {', '.join(missing)}")
    return made


def weights_text(weights: np.ndarray, comment: str = "") -> str:
    """Return the text of a weights file for an array in the order of ``W``."""
    head = "".join(f"# {line}\n" for line in comment.splitlines())
    return head + "".join(f"{member.name.lower()} = {float(weights[member])!r}\n" for member in W)


@dataclass(frozen=True)
class Player:
    """A shipped bot: name, jitted function, the weights file it reads (none: all weights 0), and what else.

    ``reads`` says which rules it looks at, see `sim.bots.READS`; a comparison relies on it.
    ``budget`` and ``inner`` are of one that plays ahead: playouts a decision, and who answers in them.
    ``unheeded`` are the habits that can change nothing of what it does, by their names in `sim.bots.HABITS`.
    """

    name: str
    function: Callable
    file: str = ""
    reads: str = "all"
    budget: int = 0
    inner: Callable | None = None
    unheeded: tuple[str, ...] = ()

    def weights(self) -> np.ndarray:
        """Return the bot's weights, float64[64]."""
        if not self.file:
            return np.zeros(layout.BOT["weights"].shape[0])
        return read_weights(self.file)
