"""Every closed list of the rule vocabulary and of the machine, as small integers.

The words of the TOML files are the lower-case names of these enums, so a list stands in one place: here.
Jitted code uses the members directly (numba reads an ``IntEnum`` member as its integer).
"""

from enum import IntEnum


class Role(IntEnum):
    LORD = 0
    LOYALIST = 1
    REBEL = 2
    RENEGADE = 3


class Score(IntEnum):
    """What a score is made of: points for each of these."""

    BASE = 0
    KILL = 1  # a foe killed
    LOYALIST = 2  # a living loyalist
    REBEL = 3  # a living rebel
    OTHER = 4  # another player at the table
    EXTRA = 5


class Suit(IntEnum):
    """Suit of a card. The last three are cards made of several: two of one colour keep it, mixed ones have none."""

    SPADE = 0
    HEART = 1
    CLUB = 2
    DIAMOND = 3
    BLACK = 4
    RED = 5
    NONE = 6


class Class(IntEnum):
    BASIC = 0
    INSTANT = 1
    DELAYED = 2
    WEAPON = 3
    ARMOUR = 4
    HORSE_IN = 5
    HORSE_OUT = 6


class When(IntEnum):
    """Timing at which a row can work. VALUE and VIEW_AS are looked up, ACTIVE is chosen, the rest are windows."""

    NEVER = 0
    VALUE = 1
    VIEW_AS = 2
    ACTIVE = 3
    FRONT = 4
    THEN = 5
    OR = 6
    ELSE = 7
    START = 8
    DRAW = 9
    DRAWN = 10
    PLAY = 11
    END = 12
    USED = 13
    TARGETED = 14
    AFFECTING = 15
    SETTLED = 16
    NEEDED = 17
    ANSWERED = 18
    DODGED = 19
    DAMAGING = 20
    DAMAGED = 21
    HEALED = 22
    DYING = 23
    DIED = 24
    JUDGING = 25
    JUDGED = 26
    LOST_EQUIP = 27
    LOST_HAND = 28


class Who(IntEnum):
    ME = 0
    BY_ME = 1
    PARTY = 2
    OTHER = 3
    ANY = 4


class By(IntEnum):
    ME = 0
    THEM = 1
    OTHERS = 2
    FIRST = 3
    NONE = 4


class Qty(IntEnum):
    """Quantities of conditions and amounts; a number n is stored as n, a quantity as QTY + code (+ THEIR)."""

    HP = 0
    LOST_HP = 1
    MAX_HP = 2
    HAND = 3
    CARDS = 4
    ALL_CARDS = 5
    WEAPON = 6
    ARMOUR = 7
    MALE = 8
    FACTION = 9
    DISTANCE = 10
    REACH = 11
    KIN = 12
    ATTACKER = 13
    SUBJECT = 14
    PEER = 15
    GAP = 16
    ALIVE = 17
    DEAD = 18
    WOMEN = 19
    FACTIONS = 20
    MY_TURN = 21
    SLASHES = 22
    HAND_AT_START = 23
    USES = 24
    TALLY = 25
    PAIRS = 26
    POINTS = 27
    SOURCE = 28
    TARGETS = 29
    LAST_HAND = 30
    VIA = 31
    SPENT = 32
    RANK = 33
    WON = 34
    STORED = 35
    AIMED = 36
    ALLY = 37


QTY = 10_000  # operand = QTY + code: a quantity of the owner
THEIR = 100  # operand = QTY + THEIR + code: of the other side


class Op(IntEnum):
    """Comparisons of conditions, arithmetic of amounts."""

    NONE = 0
    EQ = 1
    NE = 2
    LT = 3
    LE = 4
    GT = 5
    GE = 6
    MINUS = 7
    DIV = 8
    DIVUP = 9


class Limit(IntEnum):
    NONE = 0
    TURN = 1
    GAME = 2
    ATTACK = 3


class Price(IntEnum):
    FREE = 0
    DISCARD = 1
    GIVE = 2
    SHOW = 3
    PLAY = 4
    STRIKE = 5
    LOSE_HP = 6
    FORGO = 7
    SKIP = 8
    REFUSE = 9


class Naming(IntEnum):
    NOTHING = 0
    SUIT = 1
    COLOUR = 2
    THEIR_SUIT = 3
    THEIR_COLOUR = 4


class To(IntEnum):
    ME = 0
    THEM = 1
    SOURCE = 2
    OTHER = 3
    ANY = 4
    ALL = 5
    ALL_OTHERS = 6
    PAIR = 7
    PREY = 8
    SECOND = 9
    FEWEST = 10
    DEAD = 11


class Do(IntEnum):
    NOTHING = 0
    DRAW = 1
    DISCARD = 2
    TAKE = 3
    GIVE = 4
    GAIN = 5
    DEAL_OUT = 6
    PUT_BACK = 7
    STASH = 8
    SWAP_HANDS = 9
    SWAP_SEATS = 10
    ARRANGE = 11
    PEEK = 12
    REVEAL = 13
    HARVEST = 14
    PLACE = 15
    PASS_ON = 16
    RECAST = 17
    DAMAGE = 18
    LOSE_HP = 19
    HEAL = 20
    MAX_HP = 21
    USE = 22
    STRIKE = 23
    DUEL = 24
    CANCEL = 25
    REDIRECT = 26
    CHANGE = 27
    JUDGE = 28
    REJUDGE = 29
    CONTEST = 30
    ANSWER = 31
    SUPPLY = 32
    SKIP = 33
    TURN_OVER = 34
    EXTRA_TURN = 35
    CHAIN = 36
    GRANT = 37
    TAKE_OVER = 38
    KILL = 39
    BEQUEATH = 40
    DEFY = 41
    AGAIN = 42


class Val(IntEnum):
    """Passive numbers a row can change."""

    DRAW = 0
    HAND_LIMIT = 1
    SLASH_LIMIT = 2
    REACH = 3
    DISTANCE_OUT = 4
    DISTANCE_IN = 5
    ANSWERS = 6
    EXTRA_TARGETS = 7
    DAMAGE = 8
    HEAL = 9
    SUIT = 10
    LORD_HP = 11
    HORSE_LIMIT = 12
    UNTARGETABLE = 13
    PIERCE = 14
    BARRED = 15
    MUTE = 16
    BOUNTY = 17


class Until(IntEnum):
    EVER = 0
    TURN = 1
    NEXT = 2
    HIT = 3


class Flag(IntEnum):
    """Bits of a row's ``flags``."""

    MUST = 1
    MAY = 2
    EACH = 4
    SURE = 8
    SET = 16
    FIRE = 32
    THEM_PICK = 64
    PLUS = 128
    COST_PLUS = 256
    LAST = 512


class Zone(IntEnum):
    """Bits of a zone mask."""

    HAND = 1
    WEAPON = 2
    ARMOUR = 4
    HORSE_IN = 8
    HORSE_OUT = 16
    JUDGE = 32
    STASH = 64
    PILE = 128
    EVENT = 256
    FOUND = 512


EQUIP = Zone.WEAPON + Zone.ARMOUR + Zone.HORSE_IN + Zone.HORSE_OUT
HORSE = Zone.HORSE_IN + Zone.HORSE_OUT
ANY_EQUIP = 1024  # equipment of anybody
ANY_OF = -2  # a row that makes any kind of a filter has ANY_OF - filter in the place of the kind


class Relation(IntEnum):
    """What a filter compares with inside the running ability; NOT_* deny."""

    NONE = 0
    NAMED = 1
    NOT_NAMED = 2
    FOUND_SUIT = 3
    PAID_COLOUR = 4


class Phase(IntEnum):
    START = 0
    JUDGE = 1
    DRAW = 2
    PLAY = 3
    DISCARD = 4
    FINISH = 5


class Frame(IntEnum):
    """What a frame of the work stack is resolving."""

    TURN = 1
    PLAY = 2
    USE = 3
    TARGET = 4
    NEED = 5
    JUDGE = 6
    DAMAGE = 7
    DYING = 8
    DEATH = 9
    WINDOW = 10
    ABILITY = 11
    EVENT = 12
    PICK_CARDS = 13
    PICK_SEATS = 14
    DUEL = 15
    FRONT = 16
    STRIKE = 17
    HAND_LIMIT = 18
    ARRANGE = 19
    DEAL_OUT = 20
    RESCUE = 21
    COUNTER = 22
    CONTEST = 23
    FOLLOW = 24


class Ask(IntEnum):
    """Kinds of request a bot answers."""

    NONE = 0
    PLAY = 1  # the play phase: a card, a skill, or end
    TARGET = 2  # a seat (or done)
    CARD = 3  # a card out of some zones (or done)
    CONFIRM = 4  # an optional ability offers itself: yes or no
    RESPOND = 5  # a card of a kind: play it or pass
    VALUE = 6  # a suit, a colour, or one of two outcomes
    ARRANGE = 7  # the next card to go on top of the pile, or: the rest goes below


class Opt(IntEnum):
    """Kinds of option in a request."""

    PASS = 0  # end, pass, done, no
    YES = 1
    CARD = 2  # card, used or played as kind, through row (-1: as it is)
    SKILL = 3  # row of owner: an active skill, or a way to get the needed card
    SEAT = 4
    HAND = 5  # an unseen card of seat's hand
    VALUE = 6


class Choice(IntEnum):
    """Values of a VALUE request: suits first (as Suit), then colours and outcomes."""

    SPADE = 0
    HEART = 1
    CLUB = 2
    DIAMOND = 3
    BLACK = 4
    RED = 5
    TAKE_DAMAGE = 10
    LOSE_HP = 11
    DISCARD = 12
    DRAW = 13
    LET_DRAW = 14
    GIVE = 15
    KEEP = 16
    HEAL = 17
    SHOW = 18
    ACCEPT = 19
    REFUSE = 20
    STRIKE = 21


class Ev(IntEnum):
    """Kinds of event in the log. Fields: seat a, seat b, number n, kind, row, cards (see core/log)."""

    TURN = 1
    PHASE = 2
    ASK = 3
    USE = 4
    RESPOND = 5
    PASS = 6
    ACCEPT = 7
    SKILL = 8
    NULLIFIED = 9
    JUDGE = 10
    REJUDGE = 11
    DRAW = 12
    GAIN = 13
    DISCARD = 14
    EQUIP = 15
    DAMAGE = 16
    LOSE = 17
    HEAL = 18
    DYING = 19
    DEAD = 20
    ROLE = 21
    SHUFFLE = 22
    WIN = 23
    PLACE = 24
    TARGETS = 25
    CARD = 26
    NAME = 27
    SHOW = 28
    STASH = 29
    CONTEST = 30
    SWAP = 31
    TAKE_OVER = 32
    PUT_BACK = 33
    PEEK = 34
    CHAIN = 35
    ENTER = 36


class Winner(IntEnum):
    NONE = 0
    LORD = 1
    REBEL = 2
    RENEGADE = 3
    DRAW = 4
    UNFINISHED = 5


class Status(IntEnum):
    """What ``advance`` returned for."""

    RUNNING = 0
    ASKING = 1
    OVER = 2
    LOG_FULL = 3
    STOPPED = 4
    FAULT = 5


class Err(IntEnum):
    """Why a game ended unfinished or faulty."""

    NONE = 0
    TURN_CAP = 1
    ACTION_CAP = 2
    SHUFFLE_CAP = 3
    STACK_CAP = 4
    OPTION_CAP = 5
    BAD_ANSWER = 6
    CARD_LOST = 7
    HP_ABOVE_MAX = 8
    DEAD_ACTS = 9
    BOUNDS = 10
    LIST_CAP = 11


class Cause(IntEnum):
    """What a seat died of."""

    NONE = 0
    DAMAGE = 1
    LOSS = 2
    OTHER = 3


class Stream(IntEnum):
    """Purposes of randomness: one stream each; bots have BOT + seat."""

    ROLES = 0
    HEROES = 1
    PILE = 2
    RESHUFFLE = 3
    PICK = 4
    BOT = 5


class Deal(IntEnum):
    BALANCED = 0
    RANDOM = 1
    DRAFT = 2


class Habit(IntEnum):
    """Bits of what a bot is barred from in restricted play."""

    NO_BELIEF = 1  # roles are those that are shown
    NO_RESCUE = 2  # no card that saves another from dying
    NO_COUNTER = 4  # no card that stops another card
    NO_EQUIPMENT = 8
    NO_SWEEP = 16  # no card that harms everyone
    AT_LORD = 32  # harm goes to the lord where he can be reached
    AT_LEFT = 64  # harm goes to the next seat that can be reached


class Setting(IntEnum):
    """Settings of a ruleset, as bits of the consulted mask."""

    DRAW_PER_TURN = 0
    START_HAND = 1
    HAND_LIMIT = 2
    LORD_BONUS = 3
    REBEL_REWARD = 4
    LOYALIST_PENALTY = 5
    SELF_RESCUE = 6
    JUDGE_IN_PLAY = 7
    CAPS = 8
    LINEUP = 9
    NEWCOMER = 10
    FIRST_DRAW = 11
