"""Where the cards lie, and every way a card moves: pile, discards, hands, equipment, judgement zones, cards in use.

Each move keeps the counters right and queues the windows that a loss opens (last hand card, equipment).
"""

import numpy as np

from sim.core import bits, rng
from sim.core.bits import ONE, ZERO, lowest
from sim.core.codes import Err, Ev, Setting, Status, Stream, Until, Val, When, Winner, Zone
from sim.core.jit import CARDS, G, R, int64, rule, uint64, void
from sim.core.layout import FORCED, MAX_CARDS, MAX_ENTRIES, MAX_HELD, NO_CARD, QUEUE, SLOTS, WORDS
from sim.core.log import card_event, count_event, emit, seat_event


@rule(void, G, int64)
def consult_bundle(g, bundle):
    """Note that a bundle's rows were looked up in this game."""
    g.consulted[bundle >> 6] |= ONE << np.uint64(bundle & 63)


@rule(void, G, int64)
def consult(g, setting):
    """Note that a setting of the ruleset mattered in this game."""
    g.settings |= ONE << np.uint64(setting)


@rule(void, G, int64, int64)
def stop_with(g, err, seat):
    """End the game unfinished for a stated cause."""
    if g.err == Err.NONE:
        g.err = err
        g.err_seat = seat
    g.winner = Winner.UNFINISHED
    g.status = Status.OVER
    g.sp = 0
    g.n_queue = 0
    count_event(g, Ev.WIN, -1, Winner.UNFINISHED)


@rule(void, G, int64)
def finish(g, winner):
    """End the game; nothing resolves after it."""
    g.winner = winner
    g.status = Status.OVER
    g.sp = 0
    g.n_queue = 0
    count_event(g, Ev.WIN, -1, winner)


@rule(int64, G, int64, int64, int64)
def concerns(g, when, subject, source):
    """Return 1 if some living seat may hold a row for an event: one of the two, or anyone with an eye on others."""
    if bits.bit(g.wide, when) == 1:
        return 1
    if bits.bit(g.seat[subject].when, when) == 1 and g.seat[subject].alive == 1:
        return 1
    return int(source >= 0 and bits.bit(g.seat[source].when, when) == 1)


@rule(void, G, int64, int64, int64)
def queue_window(g, when, seat, card):
    """Queue a window that opens before the game goes on, if anyone holds a row for it."""
    if concerns(g, when, seat, -1) == 0:
        return
    if g.n_queue >= QUEUE:
        stop_with(g, Err.LIST_CAP, seat)
        return
    g.queue[g.n_queue, 0] = when
    g.queue[g.n_queue, 1] = seat
    g.queue[g.n_queue, 2] = card
    g.n_queue += 1


# ---------------------------------------------------------------- what a seat holds


@rule(int64, G, R, int64, int64)
def bundle_at(g, rules, seat, index):
    """Return the bundle in a seat's holding ``index``: entries first, then equipment slots; -1 if none."""
    s = g.seat[seat]
    if index < s.n_entries:
        return int(s.entry[index])
    card = int(s.equip[index - s.n_entries])
    if card == NO_CARD or card == g.turned:
        return -1
    return int(rules.card_kind[card])


@rule(int64, G, int64)
def holdings(g, seat):
    """Return how many holdings a seat's bundles are looked for in."""
    return int(g.seat[seat].n_entries) + SLOTS


@rule(void, G)
def refresh_table(g):
    """Redo the masks over all living seats."""
    when = ZERO
    wide = ZERO
    values = ZERO
    views = ZERO
    for i in range(g.n):
        s = g.seat[i]
        if s.alive == 1:
            when |= s.when
            wide |= s.wide
            values |= s.values
            views |= s.views
    g.when = when
    g.wide = wide
    g.values = values
    g.views = views


@rule(void, G, R, int64, int64, int64, int64)
def hold_rows(g, rules, seat, b, entry, passive):
    """Add the rows of a bundle to a seat's list: the passive ones, or the others."""
    s = g.seat[seat]
    bundle = rules.bundle[b]
    for r in range(bundle.first, bundle.first + bundle.n):
        when = int(rules.row[r].when)
        if when == When.THEN or when == When.ELSE or int(when == When.VALUE) != passive:
            continue
        k = int(s.n_held)
        if k >= MAX_HELD:
            stop_with(g, Err.LIST_CAP, seat)
            return
        s.held[k] = r
        s.held_when[k] = when
        s.held_entry[k] = entry
        s.n_held += 1


@rule(void, G, R, int64)
def list_rows(g, rules, seat):
    """List the rows that a seat holds: passive ones first, entries before equipment."""
    s = g.seat[seat]
    s.n_held = 0
    for passive in (1, 0):
        n = int(s.n_entries)
        for index in range(holdings(g, seat)):
            b = bundle_at(g, rules, seat, index)
            if b < 0:
                continue
            entry = index
            if index >= n:
                entry = n - 1 - index
            hold_rows(g, rules, seat, b, entry, passive)
        if passive == 1:
            s.n_values = s.n_held


@rule(void, G, R, int64)
def refresh(g, rules, seat):
    """Redo a seat's caches after its bundles changed."""
    list_rows(g, rules, seat)
    s = g.seat[seat]
    when = ZERO
    wide = ZERO
    values = ZERO
    views = ZERO
    for index in range(holdings(g, seat)):
        b = bundle_at(g, rules, seat, index)
        if b < 0:
            continue
        bundle = rules.bundle[b]
        when |= bundle.when
        wide |= bundle.wide
        values |= bundle.values
        if bits.bit(bundle.when, When.VIEW_AS) == 1:
            for r in range(bundle.first, bundle.first + bundle.n):
                row = rules.row[r]
                if row.when == When.VIEW_AS and row.as_ >= 0:
                    views |= rules.kind[row.as_].isa
    s.when = when
    s.wide = wide
    s.values = values
    s.views = views
    s.reads_suits = bits.bit(values, Val.SUIT)
    refresh_table(g)


@rule(void, G, R, int64, int64, int64, int64, int64, int64)
def grant(g, rules, seat, bundle, until, peer, by, n):
    """Give a seat a bundle for a time."""
    s = g.seat[seat]
    if s.n_entries >= MAX_ENTRIES:
        stop_with(g, Err.LIST_CAP, seat)
        return
    at = int(s.n_entries)
    s.entry[at] = bundle
    s.entry_until[at] = until
    s.entry_peer[at] = peer
    s.entry_by[at] = by
    s.entry_n[at] = n
    s.n_entries += 1
    g.grants |= ONE << np.uint64(until)
    consult_bundle(g, bundle)
    refresh(g, rules, seat)


@rule(void, G, R, int64, int64)
def remove_entry(g, rules, seat, index):
    """Take an entry from a seat; later ones move up."""
    s = g.seat[seat]
    for k in range(index, int(s.n_entries) - 1):
        s.entry[k] = s.entry[k + 1]
        s.entry_until[k] = s.entry_until[k + 1]
        s.entry_peer[k] = s.entry_peer[k + 1]
        s.entry_by[k] = s.entry_by[k + 1]
        s.entry_n[k] = s.entry_n[k + 1]
    s.n_entries -= 1
    refresh(g, rules, seat)


@rule(void, G, R, int64, int64)
def sweep(g, rules, until, by):
    """End all grants of a duration; ``by`` is the granter (NEXT), the holder (HIT), or -1 for any."""
    for seat in range(g.n):
        k = int(g.seat[seat].n_entries) - 1
        while k >= 0:
            s = g.seat[seat]
            whose = int(s.entry_by[k])
            if until == Until.HIT:
                whose = seat
            if s.entry_until[k] == until and (by < 0 or whose == by):
                remove_entry(g, rules, seat, k)
            k -= 1


# ---------------------------------------------------------------- hands


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


@rule(void, G, int64)
def hide_hand(g, seat):
    """Forget what everyone knew of a hand: one of its cards left unseen."""
    bits.clear(g.seat[seat].open)


# ---------------------------------------------------------------- discards and pile


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


@rule(int64, G, R)
def cards_in_place(g, rules):
    """Return 1 if every card lies in exactly one zone, and the counters are right (checked mode)."""
    if bits.count(g.discard) != g.n_discard or g.n_pile > MAX_CARDS:
        return 0
    n = 0
    for k in range(WORDS):
        seen = placed(g, k)
        if seen == ZERO and k * 64 < rules.n_cards:
            return 0
        n += bits.ones(seen)
    for i in range(g.n):
        if bits.count(g.seat[i].hand) != g.seat[i].n_hand:
            return 0
    return int(n == rules.n_cards)


@rule(uint64, G, int64)
def placed(g, k):
    """Return word k of the set of all cards that lie somewhere; empty if one of them lies in two zones."""
    table = g.event[k] | g.shown[k]
    seen = g.discard[k] | table
    twice = g.discard[k] & table
    for i in range(g.n):
        s = g.seat[i]
        own = s.hand[k] | s.stash[k]
        twice |= (s.hand[k] & s.stash[k]) | (seen & own) | (s.open[k] & ~s.hand[k])
        seen |= own
        for slot in range(SLOTS):
            bit = bit_in(int(s.equip[slot]), k)
            twice |= seen & bit
            seen |= bit
        for j in range(s.n_judge):
            bit = bit_in(int(s.judge_card[j]), k)
            twice |= seen & bit
            seen |= bit
    pile = g.pile
    for c in range(g.n_pile):
        bit = bit_in(int(pile[c]), k)
        twice |= seen & bit
        seen |= bit
    if twice != ZERO:
        return ZERO
    return seen


@rule(uint64, int64, int64)
def bit_in(card, k):
    """Return the bit of a card in word k of a set, 0 if it lies in another word or is none."""
    if card >> 6 != k or card == NO_CARD:
        return ZERO
    return ONE << np.uint64(card & 63)
