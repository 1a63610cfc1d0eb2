"""The machine's one loop: the frame on top of the stack takes its next step, until someone must be asked."""

from sim.core import bits
from sim.core.ability import ability_step
from sim.core.ask import pick_cards_step, pick_seats_step
from sim.core.codes import Err, Frame, Phase, Status
from sim.core.combat import duel_step, strike_step
from sim.core.contest import contest_step
from sim.core.counter import counter_step
from sim.core.death import death_step
from sim.core.dying import dying_step
from sim.core.follow import follow_step
from sim.core.harm import damage_step
from sim.core.jit import G, R, int64, rule, void
from sim.core.judge import front_step, judge_step
from sim.core.layout import LOG
from sim.core.need import need_step
from sim.core.phase import play_step
from sim.core.pile import arrange_step, deal_out_step
from sim.core.sound import sound
from sim.core.status import stop_with
from sim.core.target import target_step
from sim.core.turn import DISCARD, DRAW, FINISH, JUDGE, PLAY, START, push_turn, turn_step
from sim.core.use import use_step
from sim.core.window import event_step, queued_window, window_step


@rule(void, G, R, int64)
def step(g, rules, kind):
    """Let the top frame take its next step."""
    if kind == Frame.ABILITY:
        ability_step(g, rules)
    elif kind == Frame.WINDOW:
        window_step(g, rules)
    elif kind == Frame.TARGET:
        target_step(g, rules)
    elif kind == Frame.USE:
        use_step(g, rules)
    elif kind == Frame.NEED:
        need_step(g, rules)
    elif kind == Frame.PICK_CARDS:
        pick_cards_step(g, rules)
    elif kind == Frame.PICK_SEATS:
        pick_seats_step(g, rules)
    elif kind == Frame.TURN:
        turn_step(g, rules)
    elif kind == Frame.PLAY:
        play_step(g, rules)
    elif kind == Frame.DAMAGE:
        damage_step(g, rules)
    elif kind == Frame.COUNTER:
        counter_step(g, rules)
    elif kind == Frame.JUDGE:
        judge_step(g, rules)
    elif kind == Frame.DYING:
        dying_step(g, rules)
    elif kind == Frame.DEATH:
        death_step(g, rules)
    elif kind == Frame.DUEL:
        duel_step(g, rules)
    elif kind == Frame.STRIKE:
        strike_step(g, rules)
    elif kind == Frame.FRONT:
        front_step(g, rules)
    elif kind == Frame.EVENT:
        event_step(g, rules)
    elif kind == Frame.ARRANGE:
        arrange_step(g, rules)
    elif kind == Frame.DEAL_OUT:
        deal_out_step(g, rules)
    elif kind == Frame.FOLLOW:
        follow_step(g, rules)
    elif kind == Frame.CONTEST:
        contest_step(g, rules)
    else:
        stop_with(g, Err.BOUNDS, int(g.turn))


@rule(int64, G, R)
def advance(g, rules):
    """Run the game until a seat must be asked, it is over, the log is full, or a stop is reached; return why."""
    while g.status == Status.RUNNING:
        if g.log_on == 1 and int(g.log_n) - int(g.log_read) > LOG - 48:
            return Status.LOG_FULL
        if g.n_queue > 0:
            queued_window(g, rules)
        else:
            step(g, rules, int(g.stack[g.sp - 1].kind))
        if g.checked == 1 and g.status != Status.OVER:
            err = sound(g, rules)
            if err != Err.NONE:
                stop_with(g, err, int(g.turn))
                g.status = Status.FAULT
    return int(g.status)


@rule(void, G, R, int64, int64)
def start_at(g, rules, seat, phase):
    """Put a seat's turn on the stack, beginning with a phase."""
    first = START
    if phase == Phase.JUDGE:
        first = JUDGE
    elif phase == Phase.DRAW:
        first = DRAW
    elif phase == Phase.PLAY:
        first = PLAY
    elif phase == Phase.DISCARD:
        first = DISCARD
    elif phase == Phase.FINISH:
        first = FINISH
    g.sp = 0
    push_turn(g, rules, seat, first)
    g.seat[seat].hand_at_start = g.seat[seat].n_hand
    bits.clear(g.stack[0].paid)
