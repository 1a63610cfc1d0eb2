"""What a row does to one seat. ``apply`` starts an effect, ``settle`` ends one that had to wait for a choice."""


from sim.core import bits
from sim.core.bits import ONE, ZERO, lowest
from sim.core.codes import By, Do, Ev, Flag, Frame, To, Val, When, Zone
from sim.core.harm import heal, lose_hp, push_damage
from sim.core.jit import G, R, int64, rule, void
from sim.core.judge import pass_on, place_before, push_judge
from sim.core.layout import NO_CARD, WORDS
from sim.core.log import card_event, emit
from sim.core.need import describe, helped, push_need
from sim.core.offer import choosable, lowest_seat, other_side, versions
from sim.core.query import size, suit_read, value
from sim.core.stack import (
    AIMED,
    CARD_ROW,
    FIRE,
    HELPING,
    KEEP,
    PROGRESS,
    SURE,
    copy_card_of,
    push,
    push_pick_cards,
)
from sim.core.stats import count_value
from sim.core.use import preset, push_use, spending
from sim.core.window import push_event
from sim.core.zones import (
    discard_from,
    draw,
    from_discard,
    grant,
    hide_hand,
    off_table,
    random_hand_card,
    take_out,
    to_discard,
    to_hand,
    zone_size,
)


@rule(void, G, R, int64, int64, int64)
def find(g, rules, i, card, holder):
    """Make a card the found card of the ability in frame i."""
    f = g.stack[i]
    f.found = card
    f.fkind = rules.card_kind[card]
    f.fsuit = suit_read(g, rules, holder, card)
    f.frank = rules.card_rank[card]


@rule(int64, G, R, int64, int64)
def amount_for(g, rules, i, t):
    """Return the row's number for a seat."""
    f = g.stack[i]
    them = t
    if t == f.owner:
        them = other_side(g, int(f.owner), int(f.ev))
        if f.them != 0 and int(f.marks) & CARD_ROW == 0:
            them = lowest_seat(int(f.them))
    return size(g, rules, int(f.row), int(f.owner), them, int(f.ev), i, int(f.entry))


# ---------------------------------------------------------------- cards


@rule(void, G, R, int64, int64, int64)
def ask_cards(g, rules, i, t, n):
    """Let the actor (or the seat itself) pick n of a seat's cards for the row."""
    f = g.stack[i]
    row = rules.row[f.row]
    asker = int(f.actor)
    if int(row.marks) & Flag.THEM_PICK:
        asker = t
    n = min(n, zone_size(g, rules, t, row.zones))
    bits.clear(f.cards)
    if n <= 0:
        return
    pick = push_pick_cards(g, asker, t, row.zones, row.cards, n, n)
    p = g.stack[pick]
    p.row = f.row
    p.owner = f.owner
    p.ev = f.ev


@rule(void, G, R, int64, int64, int64, int64)
def carry(g, rules, card, giver, taker, row):
    """Move a card from a seat to another's hand; one that leaves a hand is not seen by the rest."""
    hidden = bits.has(g.seat[giver].hand, card)
    emit(g, Ev.GAIN, taker, giver, hidden, -1, row, card, 0)
    take_out(g, rules, giver, card)
    if hidden == 1:
        hide_hand(g, giver)
    to_hand(g, rules, taker, card, 1 - hidden)


@rule(void, G, R, int64, int64, int64)
def move_picked(g, rules, i, t, taker):
    """Move the picked cards of a seat to a taker's hand, or (taker -1) to the discard pile."""
    f = g.stack[i]
    for k in range(WORDS):
        m = f.cards[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            find(g, rules, i, card, t)
            if taker < 0:
                discard_from(g, rules, t, card)
            else:
                carry(g, rules, card, t, taker, int(f.row))


@rule(void, G, R, int64, int64)
def ask_gift(g, rules, i, t):
    """Let the actor pick the cards that he gives, or (pick = them) chance pick one unseen."""
    f = g.stack[i]
    row = rules.row[f.row]
    actor = int(f.actor)
    bits.clear(f.cards)
    if int(row.marks) & Flag.THEM_PICK:
        card = random_hand_card(g, actor, 0)
        if card != NO_CARD:
            bits.add(f.cards, card)
        return
    have = zone_size(g, rules, actor, row.zones)
    n = amount_for(g, rules, i, t)
    hi = min(n, have)
    if int(row.marks) & Flag.PLUS:
        hi = have
    lo = min(n, have)
    if hi <= 0:
        return
    pick = push_pick_cards(g, actor, actor, row.zones, row.cards, lo, hi)
    p = g.stack[pick]
    p.row = f.row
    p.owner = f.owner
    p.ev = f.ev
    p.them = 1 << t


@rule(void, G, R, int64, int64)
def gave(g, rules, i, t):
    """Hand the picked cards over, and count them."""
    f = g.stack[i]
    n = bits.count(f.cards)
    move_picked(g, rules, i, int(f.actor), t)
    if f.found != NO_CARD:
        f.fsuit = suit_read(g, rules, int(f.actor), int(f.found))
    k = spending(g, int(f.actor), int(rules.row[f.row].ability))
    if k >= 0:
        before = int(g.spent[k].tally)
        g.spent[k].tally = before + n
        f.pairs = (before + n) // 2 - before // 2


@rule(void, G, R, int64, int64)
def gain(g, rules, i, t):
    """Let a seat gain the event's cards, or the found one, if they still lie where they were."""
    f = g.stack[i]
    if int(rules.row[f.row].zones) & Zone.FOUND:
        card = int(f.found)
        if card == NO_CARD:
            return
        if bits.has(g.discard, card) == 1:
            from_discard(g, card)
        elif bits.has(g.event, card) == 1:
            off_table(g, card)
        else:
            return
        emit(g, Ev.GAIN, t, -1, 0, -1, f.row, card, 0)
        to_hand(g, rules, t, card, 1)
        return
    e = g.stack[f.ev]
    for k in range(WORDS):
        m = e.cards[k] & g.event[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            off_table(g, card)
            emit(g, Ev.GAIN, t, -1, 0, -1, f.row, card, 0)
            to_hand(g, rules, t, card, 1)
            find(g, rules, i, card, t)


@rule(void, G, R, int64, int64)
def harvested(g, rules, i, t):
    """Give a seat the turned-up card that it picked."""
    f = g.stack[i]
    card = bits.first(f.cards)
    if card == NO_CARD:
        return
    bits.drop(g.shown, card)
    emit(g, Ev.GAIN, t, -1, 0, -1, f.row, card, 0)
    to_hand(g, rules, t, card, 1)
    find(g, rules, i, card, t)


@rule(void, G, R, int64, int64)
def swap_hands(g, rules, a, b):
    """Let two seats swap hands."""
    x = g.seat[a]
    y = g.seat[b]
    for k in range(WORDS):
        m = x.hand[k]
        x.hand[k] = y.hand[k]
        y.hand[k] = m
        x.open[k] = ZERO
        y.open[k] = ZERO
    n = int(x.n_hand)
    x.n_hand = y.n_hand
    y.n_hand = n
    x.version += 1
    y.version += 1


# ---------------------------------------------------------------- events


@rule(void, G, R, int64, int64)
def hurt(g, rules, i, t):
    """Let the row's damage begin: with the card, if a card's row deals it."""
    f = g.stack[i]
    row = rules.row[f.row]
    source = int(f.actor)
    if row.by == By.NONE:
        source = -1
    flags = 0
    if int(row.marks) & Flag.FIRE:
        flags = FIRE
    n = amount_for(g, rules, i, t)
    if int(f.marks) & CARD_ROW and f.ev >= 0 and g.stack[f.ev].kind == Frame.TARGET:
        flags |= AIMED
    d = push_damage(g, t, source, n, flags)
    if int(f.marks) & CARD_ROW and f.ev >= 0:
        copy_card_of(g, d, int(f.ev))


@rule(void, G, R, int64)
def cancel(g, rules, i):
    """Make the event do nothing to its subject."""
    f = g.stack[i]
    e = g.stack[f.ev]
    e.cancelled = 1
    if int(f.marks) & CARD_ROW:
        emit(g, Ev.NULLIFIED, e.a, -1, 0, e.ckind, f.row, NO_CARD, 0)


@rule(void, G, R, int64, int64)
def redirect(g, rules, i, t):
    """Move the event to another seat: a card is aimed anew, damage is dealt anew."""
    f = g.stack[i]
    ev = int(f.ev)
    e = g.stack[ev]
    if e.kind == Frame.TARGET:
        e.a = t
        w = g.stack[i - 1]
        if w.kind == Frame.WINDOW:
            w.a = t
            w.step = 0
            w.cursor = 0
            w.lo = 0
            w.hi = 0
            w.n = 0
            w.pairs = 0
        return
    e.cancelled = 1
    d = push_damage(g, t, int(e.b), int(e.n), int(e.marks) & ~AIMED)
    copy_card_of(g, d, ev)


@rule(void, G, R, int64)
def rejudge(g, rules, i):
    """Put the card that was paid in the place of the judgement card."""
    f = g.stack[i]
    e = g.stack[f.ev]
    old = int(e.found)
    card = bits.first(f.paid)
    if card == NO_CARD:
        return
    emit(g, Ev.REJUDGE, f.actor, e.a, 0, -1, f.row, card, 0)
    if bits.has(g.event, old) == 1:
        off_table(g, old)
        to_discard(g, old)
    e.found = card
    e.ckind = rules.card_kind[card]
    e.csuit = suit_read(g, rules, int(e.a), card)
    e.crank = rules.card_rank[card]
    bits.clear(e.cards)
    bits.add(e.cards, card)


@rule(void, G, R, int64)
def answer(g, rules, i):
    """Answer the need with a card out of nothing."""
    f = g.stack[i]
    e = g.stack[f.ev]
    kind = int(rules.row[f.row].as_)
    e.n -= 1
    e.marks = int(e.marks) | PROGRESS
    e.fkind = kind
    e.second = -1
    if int(e.marks) & KEEP:
        bits.clear(e.cards)
    emit(g, Ev.RESPOND, e.a, -1, 0, kind, f.row, NO_CARD, 0)
    if int(e.marks) & KEEP == 0 and bits.bit(g.when, When.ANSWERED) == 1:
        x = push_event(g, When.ANSWERED, int(e.a), int(e.b))
        describe(g, rules, x, int(e.a), kind, -1)


@rule(void, G, R, int64, int64)
def ask_supply(g, rules, i, t):
    """Ask a helper for the needed card."""
    f = g.stack[i]
    e = g.stack[f.ev]
    need = push_need(g, t, -1, int(e.named), 1, HELPING | (int(e.marks) & KEEP))
    g.stack[need].ev = f.ev


@rule(void, G, R, int64)
def supplied(g, rules, i):
    """Take the helper's card, or remember that all have declined."""
    f = g.stack[i]
    if f.ret == 1:
        helped(g, rules, int(f.ev))
        f.left = 0
        return
    if f.left == 0:
        helpers = choosable(g, rules, int(f.row), int(f.owner), int(f.owner), -1, i, int(f.entry))
        g.refused[f.owner, 0] = int(rules.row[f.row].bundle) + 1
        g.refused[f.owner, 1] = versions(g, helpers)


@rule(void, G, R, int64, int64)
def start_use(g, rules, i, t):
    """Let a card without a body be used: by the actor on a seat, of a pair by the second on the first."""
    f = g.stack[i]
    row = rules.row[f.row]
    user = int(f.actor)
    if f.second >= 0:
        user = int(f.second)
    flags = 0
    if int(row.marks) & Flag.SURE:
        flags = SURE
    use = push_use(g, rules, user, int(row.as_), NO_CARD, -1, flags)
    preset(g, use, t)


@rule(void, G, R, int64, int64)
def start_grant(g, rules, i, t):
    """Give a seat a bundle; its peer is the other side of the grant."""
    f = g.stack[i]
    row = rules.row[f.row]
    peer = int(f.owner)
    if t == f.owner:
        peer = lowest_seat(int(f.them))
    grant(g, rules, t, int(row.as_), int(row.until), peer, int(f.owner), amount_for(g, rules, i, t))


@rule(void, G, R, int64, int64)
def start_duel(g, rules, i, t):
    """Begin a duel between a seat, who plays first, and the actor."""
    f = g.stack[i]
    duel = push(g, Frame.DUEL, t, int(f.actor))
    if f.ev >= 0:
        copy_card_of(g, duel, int(f.ev))


# ---------------------------------------------------------------- the two entrances


@rule(void, G, R, int64, int64, int64)
def apply_to_cards(g, rules, i, t, do):
    """Start an effect that moves cards."""
    f = g.stack[i]
    row = rules.row[f.row]
    if do == Do.DRAW:
        draw(g, rules, t, amount_for(g, rules, i, t))
    elif do == Do.DISCARD or do == Do.TAKE or do == Do.REVEAL:
        ask_cards(g, rules, i, t, amount_for(g, rules, i, t))
    elif do == Do.GIVE:
        ask_gift(g, rules, i, t)
    elif do == Do.GAIN:
        gain(g, rules, i, t)
    elif do == Do.DEAL_OUT:
        d = push(g, Frame.DEAL_OUT, t, -1)
        g.stack[d].n = amount_for(g, rules, i, t)
        g.stack[d].row = f.row
        g.stack[d].owner = f.owner
    elif do == Do.ARRANGE:
        a = push(g, Frame.ARRANGE, t, -1)
        g.stack[a].n = amount_for(g, rules, i, t)
        g.stack[a].row = f.row
        g.stack[a].owner = f.owner
    elif do == Do.HARVEST:
        bits.clear(f.cards)
        pick = push_pick_cards(g, t, -1, 0, 0, 1, 1)
        g.stack[pick].row = f.row
        g.stack[pick].owner = f.owner
    elif do == Do.PLACE:
        place_before(g, t, int(g.stack[f.ev].ckind), bits.first(g.stack[f.ev].cards))
    elif do == Do.PASS_ON:
        pass_on(g, rules, int(f.ev))
    elif do == Do.SWAP_HANDS:
        if row.to == To.PAIR:
            swap_hands(g, rules, int(f.first), int(f.second))
        else:
            swap_hands(g, rules, int(f.actor), t)


@rule(void, G, R, int64, int64, int64)
def apply_to_seat(g, rules, i, t, do):
    """Start an effect on hp or on the turn of a seat."""
    f = g.stack[i]
    row = rules.row[f.row]
    s = g.seat[t]
    if do == Do.DAMAGE:
        hurt(g, rules, i, t)
    elif do == Do.LOSE_HP:
        lose_hp(g, t, amount_for(g, rules, i, t))
    elif do == Do.HEAL:
        kind = int(f.ckind)
        if f.ev >= 0 and kind < 0 and int(f.marks) & CARD_ROW:
            kind = int(g.stack[f.ev].ckind)
        n = amount_for(g, rules, i, t)
        if kind >= 0:
            count_value(g, rules, t, Val.HEAL, kind, int(f.actor), -1)
            n = value(g, rules, t, Val.HEAL, kind, int(f.actor), -1, n)
        heal(g, rules, t, n)
    elif do == Do.MAX_HP:
        s.max_hp += amount_for(g, rules, i, t)
        if s.hp > s.max_hp:
            lose_hp(g, t, int(s.hp) - int(s.max_hp))
    elif do == Do.SKIP:
        s.skip = int(s.skip) | (1 << int(row.as_))
    elif do == Do.TURN_OVER:
        s.face_down = 1 - int(s.face_down)
    elif do == Do.GRANT:
        start_grant(g, rules, i, t)


@rule(void, G, R, int64, int64)
def apply(g, rules, i, t):
    """Start the effect of the row in frame i on a seat; frames it needs are pushed."""
    f = g.stack[i]
    row = rules.row[f.row]
    do = int(row.do)
    f.ret = 0
    if do <= Do.RECAST:
        apply_to_cards(g, rules, i, t, do)
    elif do == Do.USE:
        start_use(g, rules, i, t)
    elif do == Do.STRIKE:
        strike = push(g, Frame.STRIKE, int(f.actor), t)
        g.stack[strike].row = f.row
    elif do == Do.DUEL:
        start_duel(g, rules, i, t)
    elif do == Do.CANCEL:
        cancel(g, rules, i)
    elif do == Do.REDIRECT:
        redirect(g, rules, i, t)
    elif do == Do.CHANGE:
        e = g.stack[f.ev]
        e.n = max(int(e.n) + amount_for(g, rules, i, t), 0)
    elif do == Do.JUDGE:
        push_judge(g, t, -1, int(f.row))
    elif do == Do.REJUDGE:
        rejudge(g, rules, i)
    elif do == Do.ANSWER:
        answer(g, rules, i)
    elif do == Do.SUPPLY:
        ask_supply(g, rules, i, t)
    elif do == Do.AGAIN:
        f.row = f.head
        f.step = 0
    else:
        apply_to_seat(g, rules, i, t, do)


@rule(void, G, R, int64, int64)
def settle(g, rules, i, t):
    """End an effect that waited for a choice."""
    f = g.stack[i]
    do = int(rules.row[f.row].do)
    if do == Do.DISCARD:
        move_picked(g, rules, i, t, -1)
    elif do == Do.TAKE:
        move_picked(g, rules, i, t, int(f.actor))
    elif do == Do.GIVE:
        gave(g, rules, i, t)
    elif do == Do.HARVEST:
        harvested(g, rules, i, t)
    elif do == Do.SUPPLY:
        supplied(g, rules, i)
    elif do == Do.REVEAL:
        card = bits.first(f.cards)
        if card != NO_CARD:
            find(g, rules, i, card, t)
            card_event(g, Ev.SHOW, t, card)
