"""A bot that does what its weights say and nothing else: how a test brings about what it wants to measure."""

import numpy as np

from sim.bots import Bot, Lineup
from sim.core import layout
from sim.core.codes import Ask, Opt
from sim.core.jit import bot
from sim.core.rng import GOLDEN, mix, plus

# weights; 0 leaves it out
PLAY = 0  # kind + 1 that seat 0 uses once
CLASS = 1  # class + 1 of which it uses every card it can
ANSWER = 2  # kind + 1 that is played whenever it is asked for
YES = 3  # 1: what offers itself is taken
SKILLS = 4  # 1: active skills are used while hp is above 1
TOP = 5  # suit + 1 that goes on top of the pile, before the other cards
GUESS = 6  # 1: what is to be named is drawn by lot


@bot
def decide(g, rules, b, seat):
    """Return the option that the weights ask for; the first, which passes, if they ask for none."""
    w = b.weights
    q = g.req
    if q.kind == Ask.CONFIRM:
        return int(w[YES])
    if q.kind == Ask.RESPOND and int(q.need) == int(w[ANSWER]) - 1:
        return 1
    if q.kind == Ask.VALUE and w[GUESS] == 1.0:
        b.rng = plus(b.rng, GOLDEN)
        return int(((mix(b.rng) >> np.uint64(32)) * np.uint64(q.n)) >> np.uint64(32))
    for k in range(q.n):
        o = q.option[k]
        if q.kind == Ask.ARRANGE and o.type == Opt.CARD and int(rules.card_suit[o.card]) == int(w[TOP]) - 1:
            return k
        if q.kind == Ask.PLAY and o.type == Opt.SKILL and w[SKILLS] == 1.0 and g.seat[seat].hp > 1:
            return k
        if q.kind == Ask.PLAY and o.type == Opt.CARD:
            if seat == 0 and int(o.kind) == int(w[PLAY]) - 1 and b.note[0] == 0.0:
                b.note[0] = 1.0
                return k
            if int(rules.kind[o.kind].cls) == int(w[CLASS]) - 1:
                return k
    if q.kind == Ask.ARRANGE and q.n > 1 and q.option[0].type == Opt.PASS:
        return 1
    return 0


def scripted(**wishes: float) -> Lineup:
    """Return a table of this bot alone, with weights by their names: ``scripted(yes=1)``."""
    weights = np.zeros(layout.BOT["weights"].shape[0])
    for name, value in wishes.items():
        weights[globals()[name.upper()]] = value
    one = Bot("script", decide, weights, "")
    return Lineup("script", (one,), np.zeros((4, layout.MAX_SEATS), np.int64))
