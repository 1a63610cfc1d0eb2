"""What an effect is worth: to the seat it works on, and so to the bot that looks at it."""

from heuristics.exchange import MOST_GENEROUS
from heuristics.grants import granted
from heuristics.harm import answer_chance, duel, front_harm, hit, immune, odds, strip
from heuristics.keep import cheapest, drawn, fixed, mean_price, overflow, pain, relief
from heuristics.rescue import rescued
from heuristics.seating import swapped
from heuristics.stakes import ending
from heuristics.table import ATT, AVERAGE, W
from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.codes import (
    EQUIP,
    QTY,
    By,
    Do,
    Flag,
    Frame,
    Naming,
    Phase,
    Price,
    Qty,
    Relation,
    Role,
    To,
    Val,
    When,
    Zone,
)
from sim.core.eligible import choosable
from sim.core.jit import B, G, R, float64, int64, rule
from sim.core.layout import WORDS
from sim.core.numbers import compare, size, value
from sim.core.sight import n_known
from sim.core.zones import zone_size

FIRST = 1.5  # times what a card is worth to a seat whose hand is empty
MORE_HP = 0.6  # a point more of maximum hp: nothing is healed by it


@rule(float64, G, int64, int64, int64)
def taken_over(g, actor, t, n):
    """Return what it is worth to a seat to take over n skills of another; with all of them it loses its own."""
    theirs = int(g.seat[t].n_skills)
    if n < 99:
        return 3.0 * min(n, theirs)
    gained = 2.0 * (theirs - int(g.seat[actor].n_skills))
    return gained + MORE_HP * (int(g.seat[t].max_hp) - int(g.seat[actor].max_hp))


@rule(float64, G, R, B, int64, int64, int64)
def bequest(g, rules, b, me, actor, t):
    """Return what it is worth to the bot that a dying actor gives up, so that a seat gets its cards."""
    saved = rescued(g, rules, b, me, actor, min(int(g.seat[actor].hp), 0))
    end = ending(g, b, me, actor)
    lost = saved * (b.note[ATT + actor] * b.weights[W.LIFE] - end)
    if end < 0.0 or (actor == me and g.seat[me].role == Role.RENEGADE):
        return -lost - 0.1  # to the loser of the game what comes after is worth nothing
    cards = 0.5 * zone_size(g, rules, actor, Zone.HAND + EQUIP)  # many at once are not all of use
    return b.note[ATT + t] * b.note[AVERAGE] * cards - lost


@rule(float64, G, R, B, int64, int64, int64, int64, int64)
def given(g, rules, b, me, r, actor, t, n):
    """Return what it is worth to the bot that an actor gives a seat n cards by row r."""
    w = b.weights
    mine = int(actor == me)
    picked = rules.row[r].marks & Flag.THEM_PICK
    each = b.note[AVERAGE]
    lost = b.note[ATT + actor] * each * w[W.MIRROR] * n
    if mine and picked:
        lost = mean_price(g, rules, b, me) * n
    elif mine:
        low = cheapest(g, rules, b, me, 1 * Zone.HAND, 0, n)
        if n > 1:
            low = max(low, lost)
        else:
            each = min(each, low)
        lost = low * overflow(g, rules, b, me)
    if t != me and b.note[ATT + t] < 0.0:
        each = w[W.FEED]
    elif t != me and picked:
        each = w[W.BLIND]
    elif t != me and g.seat[t].n_hand == 0:
        each *= FIRST
    return b.note[ATT + t] * each * n - lost


@rule(float64, G, R, B, int64, int64, int64, int64, int64, int64, int64)
def effect(g, rules, b, me, r, kind, actor, t, ev, sure):
    """Return what the effect of row r on a seat is worth to the bot ``me``.

    ``kind``: of the card whose row it is (-1: a skill's). ``sure`` 1: nobody can buy it off any more.
    """
    row = rules.row[r]
    w = b.weights
    note = b.note
    a = note[ATT + t]
    do = row.do
    if kind >= 0 and sure == 0 and t != actor and immune(g, rules, t, kind) == 1:
        return 0.0
    n = int(row.n_l)
    if row.n_l >= QTY or row.n_o != 0:
        n = size(g, rules, r, actor, t, ev, -1, -1)
    if row.marks & Flag.PLUS:
        n = 1
    worth = 0.0
    if do == Do.DRAW:
        worth = a * drawn(g, rules, b, t, n)
    elif do == Do.DEAL_OUT:
        worth = a * note[AVERAGE] * n
    elif do == Do.DAMAGE:
        if kind >= 0 and bits.bit(g.seat[actor].values, Val.DAMAGE) == 1:
            n = value(g, rules, actor, Val.DAMAGE, kind, t, -1, n)
        if row.by == By.NONE:
            worth = hit(g, rules, b, me, t, -1, n)
        else:
            worth = hit(g, rules, b, me, t, actor, n)
    elif do == Do.HEAL:
        if t != me:
            a = min(a, MOST_GENEROUS)
        worth = a * relief(g, b, t, n)
    elif do == Do.LOSE_HP:
        worth = -a * pain(g, b, t, n)
        if n >= g.seat[t].hp:
            worth += (1.0 - rescued(g, rules, b, me, t, int(g.seat[t].hp) - n)) * ending(g, b, me, t)
    elif do == Do.TAKE or do == Do.DISCARD:
        if row.marks & Flag.THEM_PICK:
            worth = -a * w[W.FORCED] * n
        elif t == me and actor != me:
            worth = -w[W.LOSS] * n
        else:
            worth = strip(g, rules, b, me, t, row.zones, n)
        if do == Do.TAKE:
            worth += note[ATT + actor] * w[W.TAKEN] * n
    elif do == Do.GIVE:
        worth = given(g, rules, b, me, r, actor, t, n)
    elif do == Do.GAIN:
        n = 1
        if row.zones & Zone.FOUND == 0 and ev >= 0:
            n = bits.common(g.stack[ev].cards, g.event)
            if g.stack[ev].kind == Frame.EVENT:  # of a dodge: the answers have been discarded
                n = max(n, bits.common(g.stack[ev].cards, g.discard))
        worth = a * note[AVERAGE] * n
    elif do == Do.DUEL:
        worth = duel(g, rules, b, me, kind, actor, t)
    elif do == Do.PLACE:
        if kind >= 0:
            worth = a * front_harm(g, rules, b, t, kind)
    elif do == Do.HARVEST:
        worth = a * note[AVERAGE]
        if t == me:
            worth += 0.3
    elif do == Do.STRIKE:
        if actor != me or bits.meets(g.seat[me].hand, rules.kind[rules.attack_kind].counts) == 1:
            worth = 0.6 * hit(g, rules, b, me, t, actor, 1) - note[ATT + actor] * 0.6
    elif do == Do.SKIP:
        lost = w[W.SKIP_PLAY]
        if row.as_ == Phase.DRAW:
            lost = w[W.SKIP_DRAW]
        elif row.as_ == Phase.DISCARD:
            lost = -w[W.SKIP_DISCARD]
        worth = -a * lost
    elif do == Do.TURN_OVER:
        # a turn is worth what is played in it, and less to the weak, who need cards first of all
        lost = w[W.TURN_OVER] * (0.47 + 0.06 * max(int(g.seat[t].hp), 0) + 0.12 * min(int(g.seat[t].n_hand), 6))
        worth = -a * lost * (1 - 2 * int(g.seat[t].face_down))
    elif do == Do.EXTRA_TURN:
        worth = a * w[W.EXTRA_TURN]
    elif do == Do.ARRANGE:
        worth = a * 0.3 * n
    elif do == Do.ANSWER or do == Do.SUPPLY:
        worth = note[ATT + actor] * w[W.NEED_MET]
    elif do == Do.PUT_BACK:
        worth = -a * 0.8 * n
    elif do == Do.STASH:
        worth = a * 0.5  # kept for later at no loss
    elif do == Do.PEEK:
        worth = -a * 0.03 * (int(g.seat[t].n_hand) - n_known(g, actor, t))
    elif do == Do.REVEAL:
        worth = -a * 0.15
    elif do == Do.RECAST:
        worth = a * note[AVERAGE] * n
    elif do == Do.MAX_HP:
        worth = min(a, MOST_GENEROUS) * MORE_HP * n
    elif do == Do.CHAIN:
        worth = -a * 0.4 * (1 - 2 * int(g.seat[t].chained))
    elif do == Do.GRANT:
        worth = granted(g, rules, b, me, int(row.as_), actor, t)
    elif do == Do.TAKE_OVER:
        worth = note[ATT + actor] * taken_over(g, actor, t, n)
    elif do == Do.KILL:
        worth = hit(g, rules, b, me, t, actor, max(int(g.seat[t].hp), 1))
        if g.seat[t].hp <= 0:
            worth -= a * rescued(g, rules, b, me, t, int(g.seat[t].hp)) * w[W.LIFE]
    elif do == Do.BEQUEATH:
        worth = bequest(g, rules, b, me, actor, t)
    elif do == Do.DEFY:
        worth = a * w[W.LIFE]
    elif do == Do.CONTEST:
        spent = 1.0
        if actor == me:
            spent = overflow(g, rules, b, me) * note[AVERAGE]
        worth = -0.6 * a - note[ATT + actor] * spent
    elif do == Do.AGAIN:
        worth = 0.05
    elif do == Do.SWAP_HANDS:
        gap = int(g.seat[t].n_hand) - int(g.seat[actor].n_hand)
        worth = note[AVERAGE] * gap * (note[ATT + actor] - a) - 0.6  # cards kept were chosen, those that come were not
    elif do == Do.SWAP_SEATS:
        worth = swapped(g, b, me, t, actor)
    if row.unless == Price.FREE or sure == 1:
        return worth
    if row.unless == Price.PLAY:
        chance = answer_chance(g, rules, b, me, t, row.un_filter)
        if kind >= 0 and bits.bit(g.seat[actor].values, Val.ANSWERS) == 1:
            need = value(g, rules, actor, Val.ANSWERS, kind, t, -1, int(row.un_l))
            if need >= 99:
                chance = 0.0
            elif need > 1:
                chance *= 0.6 * chance
        return (1.0 - chance) * worth - chance * 0.6 * a
    if row.unless == Price.STRIKE:
        return 0.6 * worth
    payer = t
    if t == actor:
        payer = -1
    if payer >= 0 and row.unless != Price.REFUSE:
        paid = -note[ATT + payer] * w[W.FORCED] * fixed(int(row.un_l), 1)
        if g.seat[payer].n_hand >= row.un_l and abs(paid) < abs(worth):
            return paid
    return worth


@rule(int64, G, R, B, int64, int64, int64, int64, int64)
def works_on(g, rules, b, r, owner, actor, t, ev):
    """Return the seat that a sequel works on after its head worked on ``t``, -1 if there is none."""
    to = rules.row[r].to
    if to == To.ME:
        return owner
    if to != To.FEWEST:
        return t
    mask = choosable(g, rules, r, owner, actor, ev, -1, -1)
    best = -1
    for i in range(g.n):
        if (mask >> i) & 1 and (best < 0 or b.note[ATT + i] > b.note[ATT + best]):
            best = i
    return best


@rule(int64, G, R, int64)
def highest_rank(g, rules, seat):
    """Return the highest rank in a hand."""
    best = 1
    for k in range(WORDS):
        m = g.seat[seat].hand[k]
        while m != ZERO:
            best = max(best, int(rules.card_rank[64 * k + bits.lowest(m)]))
            m &= m - ONE
    return best


@rule(float64, G, R, int64, int64, int64)
def chance_of_if(g, rules, r, head, owner):
    """Return the chance that the condition of a sequel holds: what a draw does to its owner's hand is known."""
    row = rules.row[r]
    if row.c1l == QTY + Qty.HAND and row.c1r < QTY and rules.row[head].to == To.ME:
        more = 0
        if rules.row[head].do == Do.DRAW:
            more = fixed(int(rules.row[head].n_l), 0)
        return float(compare(row.c1o, int(g.seat[owner].n_hand) + more, int(row.c1r)))
    return 0.5


@rule(float64, G, R, B, int64, int64, int64, int64, int64, int64, int64)
def chain(g, rules, b, me, r, kind, actor, t, ev, owner):
    """Return what row r on a seat and the rows that follow it are worth, by the odds of what they read."""
    head = rules.row[r]
    worth = 0.0
    if head.do == Do.USE:
        worth = effect(g, rules, b, me, int(rules.kind[head.as_].active), int(head.as_), actor, t, ev, 0)
    else:
        worth = effect(g, rules, b, me, r, kind, actor, t, ev, 0)
    if head.more <= 0:
        return worth
    works = 1.0
    winning = 0.5
    if head.do == Do.CONTEST and actor == me:
        picks = min(int(g.seat[t].n_hand), 3)  # the other side chooses its best as well
        winning = ((highest_rank(g, rules, me) - 1) / 13.0) ** (0.3 + 0.7 * picks)
    if head.do == Do.JUDGE and head.unless != Price.FREE:
        works = 0.7
    for k in range(r + 1, r + 1 + int(head.more)):
        row = rules.row[k]
        if row.when == When.OR or row.do == Do.AGAIN:
            continue
        chance = 1.0
        if row.on != 0:
            chance = odds(rules, row.on)
            relation = int(rules.filter[row.on].relation)
            if relation == Relation.NOT_NAMED or relation == Relation.NAMED:
                chance = 0.25
                if head.naming == Naming.COLOUR or head.naming == Naming.THEIR_COLOUR:
                    chance = 0.5
                if relation == Relation.NOT_NAMED:
                    chance = 1.0 - chance
            elif relation != 0:
                chance = 0.25
        elif row.c1l == QTY + Qty.WON:
            chance = winning
        elif row.c1o != 0:
            chance = chance_of_if(g, rules, k, r, owner)
        if row.when == When.ELSE:
            works = 1.0 - works
        else:
            works *= chance
        seat = works_on(g, rules, b, k, owner, actor, t, ev)
        if seat < 0:
            continue
        part = 0.0
        if row.do == Do.USE:
            part = effect(g, rules, b, me, int(rules.kind[row.as_].active), int(row.as_), actor, seat, ev, 0)
        else:
            part = effect(g, rules, b, me, k, -1, actor, seat, ev, 0)
        if row.marks & Flag.MAY:
            part = max(part, 0.0)
        worth += works * part
    return worth
