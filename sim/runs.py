"""Starting a run and going on with one: its folder, and ``simulate``, the Python face of all that."""

import os
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import batch, folder, rounds
from sim.bots import DEFAULT
from sim.core.codes import Err
from sim.errors import UserError
from sim.plan import GAMES, Plan, check_same, differing, make_plan
from sim.progress import shown
from sim.results import INFO, Run, is_run, read_info, write_info
from sim.rules.load import Changes, Ruleset

if TYPE_CHECKING:
    from sim.situation import Situation

FAULTS = (Err.BAD_ANSWER, Err.CARD_LOST, Err.HP_ABOVE_MAX, Err.DEAD_ACTS, Err.BOUNDS)


def simulate(
    ruleset: str | os.PathLike[str] | Ruleset | None = None,
    players: int | str | Iterable[int] | None = None,
    games: int | None = None,
    seed: int = 0,
    bots: str = DEFAULT,
    deal: str = "balanced",
    roles: str = "single",
    heroes: str | Iterable[str] | None = None,
    set: Changes = None,
    threads: int | None = None,
    keep: str = "seats",
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = False,
    start: str | os.PathLike[str] | dict[str, Any] | None = None,
    stop: str = "turn",
    target_error: float | None = None,
    max_games: int | None = None,
) -> "Run | Situation":
    """Play games between bots and return the run; or play one position many times.

    Parameters
    ----------
    ruleset : str, Path or Ruleset
        A shipped id, a path, or what ``load_ruleset`` returned.
    players : int, str or list of int, optional
        Player counts: ``5``, ``"5,8"``, ``"2-10"``, ``[5, 8]``; 5 if not given, or the first that the ruleset has.
    games : int, optional
        Games for each player count; 100,000 if neither they nor `target_error` are given.
    bots : str
        One bot, ``"lord=greedy,rebel=standard"``, or one bot a seat: ``"a,b,c,d,e"``.
    deal : str
        ``balanced``, ``random`` or ``draft``.
    roles : str
        Variant of the role tables.
    heroes : list of str, optional
        The only heroes that may be dealt.
    set : dict or list of str, optional
        Values of the ruleset to change, by their paths; or lines ``PATH=VALUE``.
    threads : int, optional
        All cores if not given.
    keep : str
        ``seats`` keeps a row for each game and seat, ``totals`` only counts and sums.
    out : path, optional
        The run's folder; without it a temporary one that lasts as long as the returned run.
    resume : bool
        Go on with the run that lies in `out`.
    progress : bool
        Say on stderr how far it is.
    start : path or dict, optional
        A scenario: each game begins with its position, with fresh chance, and is played by the bots. The
        ruleset, unless given, is the scenario's; players, roles and heroes are, so they cannot be given.
    stop : str
        Where games that have a `start` stop: ``turn``, ``turns:N``, ``game``, or an event such as ``judge``.
    target_error : float, optional
        Instead of `games`: play on until the 95 % interval of every hero's win rate, in each role and player
        count, reaches no more than so many points to either side. Only widths are looked at, never who is ahead,
        so the intervals keep their coverage.
    max_games : int, optional
        Games for each player count at most, with `target_error`; 10 million if not given.

    Raises
    ------
    UserError
        Something given cannot be used.
    KeyboardInterrupt
        Ctrl-C; what was played until then is kept in `out`.
    """
    if start is not None:
        from sim.situation import play_position

        seated = players is not None or heroes is not None or roles != "single"
        if seated or out is not None or resume or target_error is not None or max_games is not None:
            raise UserError(
                "start: a position has its own heroes, players and roles, and is not written down: "
                "no heroes, players, roles, out, resume, target_error, max_games"
            )
        return play_position(start, stop, GAMES if games is None else games, seed, bots, threads, ruleset, set)
    if ruleset is None:
        raise UserError("ruleset: none given")
    plan = make_plan(
        ruleset, players, games, seed, bots, deal, roles, heroes, set, keep,
        target_error=target_error, max_games=max_games,
    )  # fmt: skip
    threads = batch.thread_count(threads)
    ready = partial(batch.machine, plan.lineup)
    if out is None:
        ready()
    path, info = open_folder(plan, folder.chosen(out), resume, ready)
    if not info["finished"] and not batch.play(plan, path, info, threads, shown(progress)):
        raise KeyboardInterrupt(f"{path} keeps what was played")
    told = faults(info, path)
    if told:
        warnings.warn(told, RuntimeWarning, stacklevel=2)
    run = Run(path)
    folder.goes_with(run, path, out)
    return run


def open_folder(
    plan: Plan, out: Path | None, resume: bool, ready: Callable[[], object] = lambda: None
) -> tuple[Path, dict[str, Any]]:
    """Find or make the folder of a run.

    Parameters
    ----------
    out : Path or None
        None: ``runs/RULESET-SEED``, with a number if that is taken.
    resume : bool
        Go on with a run that is there.
    ready : callable
        Called before a folder is made, after all refusals; if it raises, none is made.

    Returns
    -------
    tuple
        The folder, and its ``run.json``: what is done already, or nothing yet.

    Raises
    ------
    UserError
        The folder holds something else, of which nothing is touched, or it cannot be made.
    """
    if out is None and resume:
        out = _resumable(plan)
    info = None if out is None else _look(plan, out, resume)
    if out is not None and info is not None:
        return out, info
    ready()
    with folder.writing(out or "runs"):
        path = folder.first_numbered(_name(plan), _claim) if out is None else out
        path.mkdir(parents=True, exist_ok=True)
        info = plan.info()
        write_info(path, info)
    return path, info


def _look(plan: Plan, out: Path, resume: bool) -> dict[str, Any] | None:
    """Return the ``run.json`` of the run to go on with in a folder, None if the folder is free."""
    if out.exists() and not out.is_dir():
        raise UserError(f"{out}: exists and is no folder; choose another --out")
    if is_run(out):
        folder.check_resumed(out, "run", resume)
        info = read_info(out)
        check_same(out, info, plan.info())
        Run(out)  # its files are whole
        return info
    if out.is_dir() and {file.name for file in out.iterdir()} - {f"{INFO}.tmp"}:
        raise UserError(f"{out}: not empty, and no run; choose another --out")
    return None


def _name(plan: Plan) -> str:
    return f"{plan.ruleset.id}-{plan.seed}"


def _claim(path: Path) -> bool:
    """Make a folder, so that no other process takes its name; False if that is taken."""
    try:
        path.mkdir(parents=True)
    except FileExistsError:
        return False
    return True


def _resumable(plan: Plan) -> Path | None:
    """Return the run of the default name to go on with: an unfinished one that fits, else a finished one.

    Raises
    ------
    UserError
        There are runs of that name, but none fits.
    """
    new = plan.info()
    finished = other = None
    for path in takewhile(Path.exists, folder.numbered(_name(plan))):
        if not is_run(path):
            continue
        info = read_info(path)
        if differing(info, new):
            other = path
        elif info["finished"]:
            finished = finished or path
        else:
            return path
    if other is not None and finished is None:
        check_same(other, read_info(other), new)
    return finished


def faults(info: dict[str, Any], path: Path) -> str:
    """Return what to say if games ended because a bot or the core broke a rule, else an empty string."""
    names = [err.name.lower() for err in FAULTS]
    counts = {cause: n for cause, n in info["causes"].items() if cause in names}
    if not counts:
        return ""
    causes = ", ".join(f"{cause} {n}" for cause, n in counts.items())
    first = next((game for game in info["unfinished"] if game["cause"] in names), None)
    where = ""
    if first:
        where = f"; the first: players {first['players']}, game {first['game']}, seat {first['seat']} (see it: "
        where += f"shalab trace {path} --players {first['players']} --game {first['game']})"
    return f"{sum(counts.values())} games were broken off: {causes}{where}"


def summary(info: dict[str, Any], before: Mapping[str, int], seconds: float) -> list[str]:
    """Return lines that say what was played since a run had `before` games and had taken `seconds`."""
    lines = [
        f"{players} players: {games:,} games"
        + (f", {info['unfinished_count'][players]:,} of them unfinished" if info["unfinished_count"][players] else "")
        for players, games in info["games_done"].items()
    ]
    lines += rounds.told(info)
    new, spent = sum(info["games_done"].values()) - sum(before.values()), info["seconds"] - seconds
    if new and spent > 0:
        lines.append(f"{new:,} games in {spent:,.1f} s, {new / spent:,.0f} a second")
    return lines
