"""The two records of the core, field by field: ``RULES`` (read-only, built from the TOML) and ``GAME``.

This is the only file that defines dtypes. Capacities are constants here; going past one is an error code in the
record, never a silent wrap. Arrays of records are allocated in Python and outlive every view of them.
"""

import numpy as np

WORDS = 3  # u64 words of a card set
MAX_CARDS = 64 * WORDS
MAX_SEATS = 12
MAX_KINDS = 64
MAX_ROWS = 384
MAX_BUNDLES = 224  # card kinds first (bundle id = kind), then skills, then grants
MAX_HEROES = 64
MAX_FILTERS = 128
MAX_SKILLS = 8  # printed skills a hero may have
MAX_LINEUP = 8  # heroes that a seat may field, one after the other
MAX_ENTRIES = 16  # bundles a seat may hold: skills, then grants
MAX_HELD = 48  # head and passive rows a seat may hold in all
MAX_JUDGE = 8
STACK = 96
LISTS = 24  # target lists: depth of nested card uses
OPTIONS = 192
LOG = 256  # a power of two
SPENT = 48
STREAMS = 5 + MAX_SEATS
QUEUE = 24
FORCED = 4  # random picks that a scenario may settle ahead
NO_CARD = 255
SLOTS = 4  # weapon, armour, horse_in, horse_out
ANYWHERE = -1  # range of a kind without one
BY_WEAPON = -2  # range of a kind that reaches as far as the weapon
IMPOSSIBLE = 99  # answers needed: none will do

u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64
i8, i16, i32, i64 = np.int8, np.int16, np.int32, np.int64
CARDS = (u64, (WORDS,))

FILTER = np.dtype(
    [
        ("cards", *CARDS),  # cards of the deck that match as printed
        ("kinds", u64),  # bit per kind
        ("suits", u16),  # bit per Suit
        ("ranks", u16),  # bit per rank, 1 = ace
        ("relation", u16),  # Relation
    ],
    align=True,
)

ROW = np.dtype(
    [
        (name, i16)
        for name in (
            "when",
            "who",
            "on",  # filter
            "c1l", "c1o", "c1r", "c2l", "c2o", "c2r",  # two conditions
            "by",
            "limit", "limit_n",
            "cost", "cost_l", "cost_o", "cost_r", "cost_zones", "cost_filter",
            "naming",
            "to", "lo", "hi",  # hi: an operand
            "w1l", "w1o", "w1r", "w2l", "w2o", "w2r",  # where
            "do",
            "n_l", "n_o", "n_r", "cap",  # amount; cap -1: none
            "as_",  # value (when = value), kind, bundle, phase or suit by effect
            "zones",  # from
            "cards",  # filter
            "unless", "un_l", "un_o", "un_r", "un_zones", "un_filter",
            "until",
            "marks",
            # filled in by the compiler
            "bundle", "ability", "index",  # index of the row in its bundle
            "more",  # rows of the same ability that follow
            "family",  # the faction ALLY stands for
        )
    ]
)  # fmt: skip

BUNDLE = np.dtype(
    [
        ("first", i16),
        ("n", i16),
        ("when", u64),  # bit per When
        ("wide", u64),  # bit per When of rows that work on events of others too
        ("values", u64),  # bit per Val
        ("lord", i16),
        ("ally", i16),  # faction id, -1 none
        ("camp", i16),  # every lord of this faction has it, -1 none
        ("armour", i16),  # 1: a skill that counts as worn armour: what ignores armour ignores it
    ],
    align=True,
)

KIND = np.dtype(
    [
        ("cls", i16),
        ("reach", i16),  # range: ANYWHERE, BY_WEAPON or a number
        ("weapon", i16),  # reach a weapon gives
        ("slot", i16),  # equipment slot, -1 none
        ("active", i16),  # row of its use, -1 none
        ("front", i16),  # row of its judgement, -1 none
        ("attack", i16),  # 1: uses spend the shared limit of attacks
        ("passes", i16),  # 1: moves on when it does nothing
        ("trick", i16),
        ("isa", u64),  # kinds it counts as, itself among them
        ("cards", *CARDS),  # cards of this very kind in the deck
        ("counts", *CARDS),  # cards that count as it (isa)
    ],
    align=True,
)

HERO = np.dtype(
    [
        ("hp", i16),
        ("male", i16),
        ("faction", i16),
        ("lord", i16),  # 1: always among the lord's candidates
        ("n", i16),
        ("skills", i16, (MAX_SKILLS,)),
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("content", u64),  # hash of the ruleset's content
        ("n_cards", i16),
        ("n_kinds", i16),
        ("n_bundles", i16),
        ("n_rows", i16),
        ("n_heroes", i16),
        ("n_factions", i16),
        ("n_pool", i16),
        ("pool", i16, (MAX_HEROES,)),  # heroes that may be dealt
        ("draw_per_turn", i16),
        ("start_hand", i16),
        ("hand_limit_factor", i16),  # hand limit = factor x hp
        ("lord_bonus", i16),
        ("lord_bonus_from", i16),  # players
        ("rebel_reward", i16),
        ("loyalist_penalty", i16),  # 1: the lord who kills one discards all
        ("self_rescue", i16),  # 1: the dying may save themselves
        ("judge_in_play", i16),  # 1: delayed cards are judged first thing in the play phase
        ("open_roles", i16),  # 1: all roles lie face up from the start
        ("renegade_alone", i16),  # 1: a lone renegade wins when the lord dies
        ("lord_candidates", i16),  # random ones beside the reserved
        ("lord_candidates_many", i16),
        ("other_candidates", i16),
        ("other_candidates_many", i16),
        ("many_from", i16),  # players from which the second number holds
        ("horse_limit", i16),
        ("lineup", i16),  # 1: seats field several heroes, one after the other
        ("fielded", i16),  # heroes of a seat, 1 where there are no line-ups
        ("dealt", i16),  # heroes laid out to be picked from ...
        ("open", i16),  # ... so many of them, the first ones, face up
        ("n_picks", i16),
        ("pick_role", i16),  # who picks first
        ("picker", i16, (MAX_HEROES,)),  # for each pick: how many seats after the first picker
        ("newcomer_hand", i16),
        ("first_draw", i16),  # change of the cards drawn in the first draw phase of whoever moves first
        ("first_role", i16),  # who moves first
        ("turn_cap", i32),
        ("action_cap", i32),
        ("shuffle_cap", i32),
        ("roles", i16, (MAX_SEATS + 1, 4)),  # players x role; no lord: no table for this size
        ("scored", i16),  # 1: seats get points
        ("score", i16, (2, 4, 6)),  # lost or won x role x Score
        ("views", u64),  # kinds that some VIEW_AS row can make
        ("dying", u64),  # kinds with a row at DYING
        ("counter", u64),  # kinds with a row at AFFECTING
        ("dying_row", i16, (MAX_KINDS,)),
        ("counter_row", i16, (MAX_KINDS,)),
        ("settled", u64),  # kinds with a row at SETTLED
        ("settled_row", i16, (MAX_KINDS,)),
        ("recast", u64),  # kinds that may be put away for others
        ("recast_row", i16, (MAX_KINDS,)),
        ("attack_kind", i16),  # the kind that attack range is about: the first with the limit of attacks
        ("suit_rows", i16),  # 1: some bundle changes how suits are read
        ("card_kind", u8, (MAX_CARDS,)),
        ("card_suit", u8, (MAX_CARDS,)),
        ("card_rank", u8, (MAX_CARDS,)),
        ("trick_cards", *CARDS),
        ("kind", KIND, (MAX_KINDS,)),
        ("bundle", BUNDLE, (MAX_BUNDLES,)),
        ("hero", HERO, (MAX_HEROES,)),
        ("filter", FILTER, (MAX_FILTERS,)),
        ("row", ROW, (MAX_ROWS,)),
        ("drafting", i16),  # 1: heroes are chosen by the table
        ("draft", np.float32, (4, MAX_SEATS, MAX_HEROES)),  # role x seat x hero: points over the role's mean
    ],
    align=True,
)

SEAT = np.dtype(
    [
        ("role", u8),
        ("shown", u8),  # 1: role is public
        ("alive", u8),
        ("male", u8),
        ("face_down", u8),
        ("chained", u8),
        ("defies", u8),  # 1: lives on below 1 hp by the cards on its hero
        ("hero", i16),  # -1: none
        ("faction", i16),
        ("hp", i16),
        ("max_hp", i16),
        ("skip", u16),  # bit per Phase: left out once
        ("n_hand", i16),
        ("hand", *CARDS),
        ("open", *CARDS),  # part of the hand that everyone knows
        ("seen", *CARDS),  # part of the hand that some other seat has seen
        ("stash", *CARDS),
        ("equip", u8, (SLOTS,)),  # card, NO_CARD: none
        ("judge_card", u8, (MAX_JUDGE,)),  # oldest first
        ("judge_kind", u8, (MAX_JUDGE,)),
        ("n_judge", i16),
        ("n_skills", i16),  # entries that are the hero's own
        ("n_entries", i16),
        ("entry", i16, (MAX_ENTRIES,)),  # bundle
        ("entry_until", i16, (MAX_ENTRIES,)),
        ("entry_peer", i16, (MAX_ENTRIES,)),
        ("entry_by", i16, (MAX_ENTRIES,)),  # granter
        ("entry_n", i16, (MAX_ENTRIES,)),
        # caches, redone by zones.refresh
        ("n_values", i16),  # rows at VALUE come first
        ("n_held", i16),
        ("held", i16, (MAX_HELD,)),  # rows of all bundles held, without those that follow others
        ("held_when", i16, (MAX_HELD,)),
        ("held_entry", i16, (MAX_HELD,)),  # its entry; -1 - slot: equipment
        ("when", u64),  # bit per When of all bundles held
        ("wide", u64),  # those of rows that work on events of others too
        ("values", u64),
        ("views", u64),  # kinds that its VIEW_AS rows can make
        ("muted", i16),  # 1: its own skills are off
        ("repeats", i16),  # 1: some row makes the kind used last
        ("reads_suits", i16),  # 1: some suits are read as others
        # this turn
        ("attacks", i16),  # uses under the shared limit
        ("slashes", i16),  # slashes used or played in own play phase
        ("hand_at_start", i16),
        ("draw_change", i16),  # of the cards drawn in its next draw phase
        ("last_kind", i16),  # kind used last, -1 none yet
        ("version", i16),  # changes whenever hand or equipment changes
        # scenario
        ("forced_pick", i16, (FORCED,)),  # cards that the next random picks from the hand take, -1 none
        # counted
        ("damage_dealt", i16),
        ("damage_taken", i16),
        ("healed", i16),
        ("drawn", i16),
        ("kills", i16),
        ("turns", i16),
        ("entered", i16),  # turn in which the hero came in
        ("died_turn", i16),  # -1: lives
        ("killer", i16),  # -1: nobody
        ("cause", i16),
        ("own_skills", i16, (MAX_SKILLS,)),  # bundles counted in offered and used
        ("offered", i16, (MAX_SKILLS,)),
        ("used", i16, (MAX_SKILLS,)),
    ],
    align=True,
)

FRAME = np.dtype(
    [
        ("kind", u8),
        ("step", u8),
        ("worked", u8),  # ability: the row above worked
        ("cancelled", u8),
        ("on_front", u8),  # target frame of a delayed card in front
        ("marks", u8),  # per kind, see its handler
        ("a", i16),  # subject
        ("b", i16),  # source, -1 none
        ("n", i16),  # event number
        ("ret", i16),  # what a child brought back
        # the event's card
        ("ckind", i16),  # -1: no card
        ("csuit", i16),
        ("crank", i16),
        ("cbody", i16),  # bundle through which it was made, -1: as it is
        ("cards", *CARDS),
        # ability
        ("row", i16),
        ("ev", i16),  # index of the event's frame, -1 none
        ("owner", i16),
        ("actor", i16),
        ("entry", i16),  # entry of the owner the row came from, -1 equipment or card
        ("head", i16),
        ("them", u16),  # seats chosen last
        ("first", i16),
        ("second", i16),
        ("cursor", i16),
        ("left", u16),  # seats still to be worked on
        ("lo", i16),
        ("hi", i16),
        ("zones", i16),
        ("filter", i16),
        ("named", i16),
        ("found", i16),  # found card, NO_CARD none
        ("fkind", i16),
        ("fsuit", i16),
        ("frank", i16),
        ("spent", i16),
        ("won", i16),
        ("pairs", i16),
        ("list", i16),  # index of the target list
        ("paid", *CARDS),
    ],
    align=True,
)

TARGETS = np.dtype([("n", i16), ("seat", i16, (MAX_SEATS,)), ("need", i16, (MAX_SEATS,))], align=True)

OPTION = np.dtype(
    [
        ("type", i16),  # Opt
        ("card", i16),  # NO_CARD: none
        ("kind", i16),  # as which kind, -1 none
        ("row", i16),  # through which row, -1 none
        ("seat", i16),  # seat meant, or owner of the row; -1 none
        ("value", i16),
    ]
)

REQUEST = np.dtype(
    [
        ("kind", i16),  # Ask
        ("seat", i16),
        ("row", i16),  # the row that asks, -1: the rules
        ("owner", i16),  # whose row
        ("need", i16),  # kind asked for (RESPOND), -1
        ("ev", i16),  # frame of the event, -1
        ("frame", i16),  # frame that asks
        ("price", i16),  # 1: a CARD request that pays a price, 0: a choice for an effect
        ("lo", i16),
        ("hi", i16),
        ("done", i16),  # picked so far
        ("picked", *CARDS),
        ("n", i16),
        ("option", OPTION, (OPTIONS,)),
    ],
    align=True,
)

EVENT = np.dtype(
    [
        ("type", i16),  # Ev
        ("a", i16),
        ("b", i16),
        ("n", i16),
        ("kind", i16),
        ("row", i16),
        ("card", i16),
        ("mask", i16),
    ]
)

SPEND = np.dtype([("actor", i16), ("ability", i16), ("n", i16), ("tally", i16), ("game", i16)])

GAME = np.dtype(
    [
        ("seed", u64),
        ("game", i64),
        ("digest", u64),
        ("consulted", u64, (4,)),  # bit per bundle
        ("settings", u64),  # bit per Setting consulted
        ("rng", u64, (STREAMS,)),
        ("status", i16),  # Status
        ("err", i16),
        ("err_seat", i16),
        ("winner", i16),
        ("n", i16),  # players
        ("n_alive", i16),
        ("alive", u16),
        ("turn", i16),  # seat whose turn it is
        ("phase", i16),
        ("extra", i16),  # seat that has one more turn after this one, -1 none
        ("resume", i16),  # seat after whom the order goes on once extra turns are over, -1 none
        ("turns", i32),
        ("rounds", i32),
        ("reshuffles", i32),
        ("decisions", i32),
        ("actions", i32),  # this turn
        ("grants", u64),  # bit per Until of grants in force
        ("aside", u8, (MAX_CARDS,)),  # cards being put in order
        ("checked", i16),  # 1: invariants are tested at every frame
        ("log_on", i16),  # 1: stop when the log is full
        ("stop_turns", i32),  # stop after so many turns, 0 never
        ("stop_ev", i16),  # stop at this event, 0 never
        ("when", u64),  # bit per When held by any living seat
        ("wide", u64),
        ("values", u64),
        ("views", u64),
        ("turned", i16),  # card left out while a use or a price of it is reckoned, NO_CARD none
        ("seat_at", i16, (MAX_SEATS,)),
        ("place_of", i16, (MAX_SEATS,)),
        ("first", i16),  # place from which rounds are counted
        ("waiting", u16),  # bit per seat whose hero fell and is followed once all has settled
        ("to_come", i16, (MAX_SEATS,)),  # heroes of a seat's line-up that have not come in
        ("lineup", i16, (MAX_SEATS, MAX_LINEUP)),  # heroes of each seat; nothing where there are no line-ups
        ("at_hero", i16, (MAX_SEATS,)),  # position of the seat's hero in its line-up
        ("n_kept", i16),  # records of heroes that were followed: they lie behind the seats
        ("kept", i16, (MAX_SEATS, MAX_LINEUP)),  # where each lies
        ("ring", i16, (MAX_SEATS,)),  # position among the living, in turn order
        ("usable", i16, (MAX_KINDS,)),  # scratch of the play phase: 0 unknown, 1 yes, 2 no
        ("n_pile", i16),
        ("pile", u8, (MAX_CARDS,)),  # top is the last one
        ("seen_by", u16, (MAX_CARDS,)),  # of a card in some ``seen``: bit per seat that knows it is there
        ("discard", *CARDS),
        ("n_discard", i16),
        ("event", *CARDS),  # cards in use, judged, or looked at
        ("secret", *CARDS),  # part of event that only the asked seat sees
        ("shown", *CARDS),  # part of event turned up for all to take
        ("sp", i16),
        ("n_lists", i16),
        ("n_queue", i16),
        ("queue", i16, (QUEUE, 3)),  # When, seat, card
        ("n_spent", i16),
        ("refused", i32, (MAX_SEATS, 3)),  # supply declined by all: bundle, helpers' versions, seats
        ("answer", i16),
        ("log_n", i32),  # events written in all
        ("acts", i32),  # the same up to the last event that tells what a seat thinks of another
        ("log_read", i32),  # events a listener has taken
        ("spent", SPEND, (SPENT,)),
        ("seat", SEAT, (MAX_SEATS,)),
        ("targets", TARGETS, (LISTS,)),
        ("req", REQUEST),
        ("log", EVENT, (LOG,)),  # ring: event i lies at i % LOG
        ("stack", FRAME, (STACK,)),
    ],
    align=True,
)

# what play.play_games writes: one of the first a game, one of the second a hero of a seat
RESULT = np.dtype(
    [
        ("game", i64),
        ("digest", u64),
        ("consulted", u64, (4,)),
        ("settings", u64),
        ("turns", i32),
        ("rounds", i32),
        ("reshuffles", i32),
        ("decisions", i32),
        ("winner", i16),
        ("err", i16),
        ("err_seat", i16),
    ],
    align=True,
)

SEAT_RESULT = np.dtype(
    [
        (name, i16)
        for name in (
            "seat", "role", "hero", "bot", "won", "alive", "kills", "damage_dealt", "damage_taken", "healed",
            "cards_drawn", "turns_taken", "died_turn", "killer", "death_cause", "lineup_pos", "entered",
        )
    ]
    + [("score", np.float32)],
    align=True,
)  # fmt: skip

NOTES = 160
TRIED = 4  # options of a request that a bot may play ahead
BOT = np.dtype(
    [
        ("weights", np.float64, (64,)),
        ("declined", i16),  # bundle, plus 1, whose offers the bot never takes; 0 none
        ("habits", i16),  # bits of Habit
        ("budget", i32),  # the number of its name, as in search:64
        ("advance", u64),  # addresses, of a bot that plays ahead; 0 of others: the machine,
        ("inner", u64),  # the bot that answers in what is played ahead,
        ("ahead", u64),  # the game it plays ahead on, and the bots at that
        ("minds", u64),
        ("rng", u64),
        ("cursor", i32),  # public log read up to here
        ("note", np.float64, (NOTES,)),
        ("scratch", np.float64, (NOTES,)),
        ("worth", np.float64, (OPTIONS,)),  # of each option of the request it answered last
        # of a bot that plays ahead
        ("playouts", i64),  # so far in this game
        ("tried", i16, (TRIED,)),  # options
        ("gain", np.float64, (TRIED,)),  # chance of winning with each beyond that with the first: mean,
        ("spread", np.float64, (TRIED,)),  # and mean square
    ],
    align=True,
)
_MINDS = np.dtype([("bots", BOT, (MAX_SEATS,)), ("inner", BOT, (MAX_SEATS,)), ("ahead", GAME)], align=True)


def new(dtype: np.dtype, n: int = 1) -> np.recarray:
    """Return n zeroed records of a dtype, with attribute access in plain Python too."""
    return np.zeros(n, dtype).view(np.recarray)


def minds() -> np.recarray:
    """Return BOT[MAX_SEATS], the bots at a table, with room behind them for what they play ahead.

    The room is shared: at a table one bot thinks at a time. A thread needs a table of its own.
    """
    made = np.zeros(1, _MINDS)
    bots = made["bots"][0].view(np.recarray)
    bots["ahead"] = made["ahead"].ctypes.data
    bots["minds"] = made["inner"].ctypes.data
    return bots
