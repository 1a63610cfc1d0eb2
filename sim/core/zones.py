"""Where the cards lie, and every way a card moves: pile, discards, hands, equipment, judgement zones, cards in use.

Each move keeps the counters right and queues the windows that a loss opens (last hand card, equipment).
"""

from sim.core import bits, rng
from sim.core.bits import ONE, ZERO, lowest
from sim.core.codes import Err, Ev, Setting, Status, Stream, When, Winner, Zone
from sim.core.holdings import queue_window, refresh
from sim.core.jit import CARDS, G, R, int64, rule, void
from sim.core.layout import FORCED, NO_CARD, SLOTS, WORDS
from sim.core.log import card_event, count_event, emit, seat_event
from sim.core.status import consult, consult_bundle, finish, stop_with


@rule(void, G, R, int64, int64, int64)
def to_hand(g, rules, seat, card, known):
    """Put a card into a hand; ``known`` 1: everyone saw it."""
    s = g.seat[seat]
    bits.add(s.hand, card)
    if known == 1:
        bits.add(s.open, card)
    s.n_hand += 1
    s.version += 1
    consult_bundle(g, int(rules.card_kind[card]))


@rule(void, G, int64, int64)
def from_hand(g, seat, card):
    """Take a card out of a hand."""
    s = g.seat[seat]
    bits.drop(s.hand, card)
    bits.drop(s.open, card)
    bits.drop(s.seen, card)
    s.n_hand -= 1
    s.version += 1
    if s.n_hand == 0 and s.alive == 1:
        queue_window(g, When.LOST_HAND, seat, card)


@rule(void, G, R, int64, int64)
def from_slot(g, rules, seat, slot):
    """Take the card out of an equipment slot."""
    s = g.seat[seat]
    card = int(s.equip[slot])
    s.equip[slot] = NO_CARD
    s.version += 1
    if s.alive == 1:
        queue_window(g, When.LOST_EQUIP, seat, card)
    refresh(g, rules, seat)


@rule(int64, G, int64, int64)
def slot_of(g, seat, card):
    """Return the slot a card is equipped in, -1 if it is not."""
    for slot in range(SLOTS):
        if int(g.seat[seat].equip[slot]) == card:
            return slot
    return -1


@rule(int64, G, int64, int64)
def judge_index(g, seat, card):
    """Return where a card lies in a judgement zone, -1 if it does not."""
    s = g.seat[seat]
    for k in range(s.n_judge):
        if int(s.judge_card[k]) == card:
            return k
    return -1


@rule(void, G, int64, int64)
def from_judge(g, seat, index):
    """Take the card at an index out of a judgement zone."""
    s = g.seat[seat]
    for k in range(index, int(s.n_judge) - 1):
        s.judge_card[k] = s.judge_card[k + 1]
        s.judge_kind[k] = s.judge_kind[k + 1]
    s.n_judge -= 1


@rule(int64, G, R, int64, int64)
def take_out(g, rules, seat, card):
    """Take a card out of whichever zone of a seat it lies in; return 1 if it was seen by all there."""
    s = g.seat[seat]
    if bits.has(s.hand, card) == 1:
        known = bits.has(s.open, card)
        from_hand(g, seat, card)
        return known
    slot = slot_of(g, seat, card)
    if slot >= 0:
        from_slot(g, rules, seat, slot)
        return 1
    index = judge_index(g, seat, card)
    if index >= 0:
        from_judge(g, seat, index)
        return 1
    bits.drop(s.stash, card)
    return 1


@rule(int64, G, int64, int64)
def random_hand_card(g, seat, skip_known):
    """Return a random card of a hand (one that a scenario chose, if it chose one)."""
    s = g.seat[seat]
    card = int(s.forced_pick[0])
    if card >= 0 and bits.has(s.hand, card) == 1:
        for k in range(FORCED - 1):
            s.forced_pick[k] = s.forced_pick[k + 1]
        s.forced_pick[FORCED - 1] = -1
        return card
    if s.n_hand == 0:
        return NO_CARD
    return bits.nth(s.hand, rng.below(g, Stream.PICK, int(s.n_hand)))


@rule(void, G, int64, int64)
def hide_hand(g, seat, taker):
    """Forget what was known of a hand, but to the taker: one of its cards left unseen by the others."""
    s = g.seat[seat]
    bits.clear(s.open)
    for k in range(WORDS):
        m = s.seen[k]
        while m != ZERO:
            g.seen_by[64 * k + lowest(m)] &= 1 << taker
            m &= m - ONE


@rule(void, G, int64)
def to_discard(g, card):
    """Put a card on the discard pile."""
    bits.add(g.discard, card)
    g.n_discard += 1


@rule(void, G, int64)
def from_discard(g, card):
    """Take a card back out of the discard pile."""
    bits.drop(g.discard, card)
    g.n_discard -= 1


@rule(void, G, R, int64, int64)
def discard_from(g, rules, seat, card):
    """Move a card of a seat to the discard pile."""
    card_event(g, Ev.DISCARD, seat, card)
    take_out(g, rules, seat, card)
    to_discard(g, card)


@rule(void, G, CARDS)
def discard_used(g, cards):
    """Move those cards of a set that still lie on the table to the discard pile."""
    for k in range(WORDS):
        m = cards[k] & g.event[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            bits.drop(g.event, card)
            bits.drop(g.secret, card)
            to_discard(g, card)


@rule(void, G, R)
def reshuffle(g, rules):
    """Shuffle the discard pile and put it under the pile; both empty: the game is a draw."""
    if g.n_discard == 0:
        finish(g, Winner.DRAW)
        return
    g.reshuffles += 1
    if g.reshuffles > rules.shuffle_cap:
        consult(g, Setting.CAPS)
        stop_with(g, Err.SHUFFLE_CAP, int(g.turn))
        return
    old = int(g.n_pile)
    n = 0
    fresh = int(g.n_discard)
    # what is left of the old pile stays on top
    for k in range(old):
        g.pile[old - 1 - k + fresh] = g.pile[old - 1 - k]
    for k in range(WORDS):
        m = g.discard[k]
        while m != ZERO:
            g.pile[n] = 64 * k + lowest(m)
            m &= m - ONE
            n += 1
    for k in range(n - 1, 0, -1):
        j = rng.below(g, Stream.RESHUFFLE, k + 1)
        card = g.pile[k]
        g.pile[k] = g.pile[j]
        g.pile[j] = card
    bits.clear(g.discard)
    g.n_discard = 0
    g.n_pile = old + fresh
    seat_event(g, Ev.SHUFFLE, -1)


@rule(int64, G, R)
def top_card(g, rules):
    """Take the top card of the pile, shuffling the discards first if it is empty; NO_CARD: the game is over."""
    if g.n_pile == 0:
        reshuffle(g, rules)
        if g.status == Status.OVER:
            return NO_CARD
    g.n_pile -= 1
    return int(g.pile[g.n_pile])


@rule(void, G, R, int64)
def fill_pile(g, rules, n):
    """Make sure that the pile holds n cards, as far as the discards allow."""
    if g.n_pile < n and g.n_discard > 0:
        reshuffle(g, rules)


@rule(void, G, R, int64, int64)
def draw(g, rules, seat, n):
    """Draw n cards."""
    if n <= 0:
        return
    got = 0
    for _ in range(n):
        card = top_card(g, rules)
        if card == NO_CARD:
            return
        to_hand(g, rules, seat, card, 0)
        emit(g, Ev.CARD, seat, -1, 1, -1, -1, card, 0)
        got += 1
    g.seat[seat].drawn += got
    count_event(g, Ev.DRAW, seat, got)


@rule(void, G, int64, int64)
def to_table(g, card, secret):
    """Lay a card on the table: in use, judged, or looked at (secret: by one seat only)."""
    bits.add(g.event, card)
    if secret == 1:
        bits.add(g.secret, card)


@rule(void, G, int64)
def off_table(g, card):
    """Take a card off the table."""
    bits.drop(g.event, card)
    bits.drop(g.secret, card)
    bits.drop(g.shown, card)


@rule(void, G, int64)
def under_pile(g, card):
    """Put a card under the pile."""
    for k in range(int(g.n_pile), 0, -1):
        g.pile[k] = g.pile[k - 1]
    g.pile[0] = card
    g.n_pile += 1


@rule(void, G, int64)
def on_pile(g, card):
    """Put a card on top of the pile."""
    g.pile[g.n_pile] = card
    g.n_pile += 1


@rule(int64, G, R, int64, int64)
def zone_size(g, rules, seat, zones):
    """Return how many cards a seat has in the zones of a mask."""
    s = g.seat[seat]
    n = 0
    if zones & Zone.HAND:
        n += int(s.n_hand)
    for slot in range(SLOTS):
        if zones & (Zone.WEAPON << slot) and s.equip[slot] != NO_CARD:
            n += 1
    if zones & Zone.JUDGE:
        n += int(s.n_judge)
    if zones & Zone.STASH:
        n += bits.count(s.stash)
    return n


@rule(int64, G, int64, int64)
def first_card(g, seat, zones):
    """Return the first card of a seat in some zones that hold one: hand, equipment, judgement zone, hero."""
    s = g.seat[seat]
    if zones & Zone.HAND and s.n_hand > 0:
        return bits.first(s.hand)
    for slot in range(SLOTS):
        if zones & (Zone.WEAPON << slot) and s.equip[slot] != NO_CARD:
            return int(s.equip[slot])
    if zones & Zone.JUDGE and s.n_judge > 0:
        return int(s.judge_card[0])
    return bits.first(s.stash)


@rule(int64, G, int64)
def holder_of(g, card):
    """Return the living seat in whose hand or equipment a card lies, -1 if there is none."""
    for i in range(g.n):
        if g.seat[i].alive == 0:
            continue
        if bits.has(g.seat[i].hand, card) == 1 or slot_of(g, i, card) >= 0:
            return i
    return -1
