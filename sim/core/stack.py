"""The work stack: pushing frames, and bringing results back to the frame below."""

from sim.core import bits
from sim.core.codes import Err, Frame, Status
from sim.core.jit import CARDS, G, int64, rule, void
from sim.core.layout import LISTS, NO_CARD, STACK, WORDS
from sim.core.status import stop_with

AIMED = 1  # flag of damage: its subject was a target of its card
FIRE = 2  # flag of damage: it runs along chains
SPREAD = 4  # flag of damage: it came along a chain
HELPING = 1  # flag of need: a helper is asked for another
KEEP = 2  # flag of need: the card is used, not played, and stays on the table
PROGRESS = 4  # flag of need: an ability has answered
CARD_ROW = 1  # flag of ability: run by a card, its targets are set
ACCEPTED = 2  # flag of ability: chosen in the play phase, not offered again
REACTION = 1  # flag of use: answers an event (frame ev)
SURE = 2  # flag of use: cannot be nullified
SUPPLIED = 4  # flag of use: the card comes through a row of NEEDED
PRESET = 8  # flag of use: targets are set
SEVERAL = 16  # flag of use: its cards are still to be picked
PRICE = 1  # flag of pick: pays a price


@rule(int64, G, int64, int64, int64)
def push(g, kind, a, b):
    """Push a frame and return its index; 0 (the first frame) if the stack is full, and the game ends."""
    if g.sp >= STACK:
        stop_with(g, Err.STACK_CAP, a)
        return 0
    i = int(g.sp)
    g.sp += 1
    f = g.stack[i]
    f.kind = kind
    f.step = 0
    f.worked = 0
    f.cancelled = 0
    f.marks = 0
    f.a = a
    f.b = b
    f.n = 0
    f.ret = 0
    f.ckind = -1
    f.csuit = -1
    f.crank = 0
    f.cbody = -1
    f.row = -1
    f.ev = -1
    f.owner = -1
    f.actor = -1
    f.entry = -1
    f.head = -1
    f.them = 0
    f.first = -1
    f.second = -1
    f.cursor = 0
    f.left = 0
    f.lo = 0
    f.hi = 0
    f.zones = 0
    f.filter = 0
    f.named = -1
    f.found = NO_CARD
    f.fkind = -1
    f.fsuit = -1
    f.frank = 0
    f.spent = 0
    f.won = 0
    f.pairs = 0
    f.list = -1
    bits.clear(f.cards)
    bits.clear(f.paid)
    return i


@rule(void, G, int64)
def pop(g, ret):
    """Pop the top frame and leave its result in the frame below."""
    g.sp -= 1
    if g.sp > 0:
        g.stack[g.sp - 1].ret = ret


@rule(int64, G, int64)
def goes_on(g, i):
    """Return 1 if frame i may take its next step at once: still on top, nobody asked, no loss waiting."""
    return int(g.sp - 1 == i and g.status == Status.RUNNING and g.n_queue == 0)


@rule(void, CARDS, CARDS)
def copy_cards(into, cards):
    """Copy a card set."""
    for k in range(WORDS):
        into[k] = cards[k]


@rule(void, G, int64, int64)
def copy_card_of(g, into, source):
    """Copy the description of a frame's card to another frame."""
    f = g.stack[into]
    e = g.stack[source]
    f.ckind = e.ckind
    f.csuit = e.csuit
    f.crank = e.crank
    f.cbody = e.cbody
    copy_cards(f.cards, e.cards)


@rule(int64, G)
def new_list(g):
    """Open a target list and return its index."""
    if g.n_lists >= LISTS:
        stop_with(g, Err.LIST_CAP, int(g.turn))
        return 0
    g.targets[g.n_lists].n = 0
    g.n_lists += 1
    return int(g.n_lists) - 1


@rule(int64, G, int64, int64, int64, int64, int64, int64)
def push_ability(g, row, owner, actor, entry, ev, flags):
    """Push an ability frame that starts at a row."""
    i = push(g, Frame.ABILITY, owner, -1)
    f = g.stack[i]
    f.row = row
    f.head = row
    f.owner = owner
    f.actor = actor
    f.entry = entry
    f.ev = ev
    f.marks = flags
    return i


@rule(int64, G, int64, int64)
def push_window(g, when, ev):
    """Push a window for the event in a frame."""
    i = push(g, Frame.WINDOW, g.stack[ev].a, g.stack[ev].b)
    f = g.stack[i]
    f.named = when
    f.ev = ev
    return i


@rule(int64, G, int64, int64, int64, int64)
def push_pick_seats(g, asker, mask, lo, hi):
    """Push a choice of seats out of a mask; the frame below gets them in ``them``."""
    i = push(g, Frame.PICK_SEATS, asker, -1)
    f = g.stack[i]
    f.left = mask
    f.lo = lo
    f.hi = hi
    return i


@rule(int64, G, int64, int64, int64, int64, int64, int64)
def push_pick_cards(g, asker, whose, zones, filter_id, lo, hi):
    """Push a choice of a seat's cards (whose -1: of those turned up); the frame below gets them in ``cards``."""
    i = push(g, Frame.PICK_CARDS, asker, whose)
    f = g.stack[i]
    f.zones = zones
    f.filter = filter_id
    f.lo = lo
    f.hi = hi
    return i
