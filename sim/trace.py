"""One game as text: exactly the game that a run counts, played again request by request."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from sim import logtext, results
from sim.core import layout
from sim.core.codes import Status
from sim.errors import UserError, suggest
from sim.pairs import SIDES, is_compare, read_info
from sim.phrases import TEXT
from sim.plan import Plan, make_plan
from sim.results import Run
from sim.rounds import MOST_GAMES
from sim.sentences import Teller

OPTIONS = ("seed", "bots", "deal", "roles", "heroes", "set")
STYLES = {0: "bold", 2: "cyan"}  # of turns and phases, by how far they stand in


def trace(
    source: str | os.PathLike[str] | Run | Any,
    players: int | None = None,
    game: int = 0,
    lang: str = "zh",
    plain: bool = False,
    side: str | None = None,
    **options: Any,
) -> list[str]:
    """Return one game of a run, of a comparison, or of a ruleset and a seed, as lines of text.

    Parameters
    ----------
    source : str, Path, Ruleset or Run
        A ruleset (id, path or loaded), a run (its folder or object), or the folder of a comparison.
    players : int, optional
        Number of players; by default 5 or the first that the ruleset has, of a run its first.
    game : int
        Which game, from 0.
    lang : str
        ``zh`` or ``en``.
    plain : bool
        One event a line, as scenarios write them.
    side : str, optional
        Of a comparison: ``a`` (the default) or ``b``.
    **options
        ``seed bots deal roles heroes set`` as for ``simulate``; a run has its own.

    Raises
    ------
    UserError
        Something given cannot be used.
    """
    if not isinstance(lang, str) or lang not in TEXT:
        raise UserError(f"lang: found {lang!r}; allowed: {' '.join(TEXT)}")
    if not isinstance(game, int) or isinstance(game, bool) or not 0 <= game < MOST_GAMES:
        raise UserError(f"game: found {game!r}; allowed: 0 to {MOST_GAMES - 1}")
    plan, count = _plan(source, players, options, game, side)
    return list(_plain(plan, count, game) if plain else _told(plan, count, game, lang))


def _plan(source: Any, players: int | None, options: dict[str, Any], game: int, side: str | None) -> tuple[Plan, int]:
    """Return what is played, and with how many players; a game of a run must be one that it holds."""
    if isinstance(source, str | os.PathLike) and is_compare(Path(source)):
        return _of_comparison(Path(source), players, options, game, side or "a")
    if side is not None:
        raise UserError(f"side: found {side!r}; only a comparison has sides")
    run = source if isinstance(source, Run) else None
    if isinstance(source, str | os.PathLike) and results.is_run(Path(source)):
        run = Run(source)
    if run is None:
        unknown = [key for key in options if key not in OPTIONS]
        if unknown:
            near = suggest(unknown[0], OPTIONS)
            raise UserError(f"{unknown[0]}: unknown option; allowed: {' '.join(OPTIONS)}{near}")
        plan = make_plan(source, players=players, games=1, **options)
        return plan, plan.players[0]
    if options:
        raise UserError(f"{run.path}: a run has its own {', '.join(options)}; give a ruleset to choose them")
    from sim.again import plan_of

    plan = plan_of(run)
    return plan, _held(run.path, run.info, plan, players, game)


def _of_comparison(path: Path, players: int | None, options: dict[str, Any], game: int, side: str) -> tuple[Plan, int]:
    from sim.again import pair_of

    if side not in SIDES:
        raise UserError(f"side: found {side!r}; allowed: {' '.join(SIDES)}")
    if options:
        raise UserError(f"{path}: a comparison has its own {', '.join(options)}; give a ruleset to choose them")
    plan = getattr(pair_of(path), side)
    return plan, _held(path, read_info(path), plan, players, game)


def _held(path: Path, info: dict[str, Any], plan: Plan, players: int | None, game: int) -> int:
    """Return the player count; raise UserError unless a run or comparison holds that game."""
    if players is not None and players not in plan.players:
        held = ", ".join(str(n) for n in plan.players)
        raise UserError(f"{path}: found {players} players; the run holds games of {held}")
    count = plan.players[0] if players is None else players
    held = results.done(info, count)
    if game >= held:
        games = f"0 to {held - 1}" if held else "none yet"
        raise UserError(f"{path}: found game {game}; the run holds of {count} players: {games}")
    return count


class Replay:
    """A game between bots, dealt and asked as ``play_games`` does it."""

    def __init__(self, plan: Plan, players: int, game: int) -> None:
        from sim.core.play import advance_at, ask_bot, reset_bots_at, setup_at
        from sim.core.warm import ensure
        from sim.scenario.table import Table
        from sim.scenario.view import Names

        lineup, rules = plan.lineup, plan.rules[players]
        self._functions, self._bot_of = lineup.functions, lineup.bot_of
        ensure(setup_at, reset_bots_at, advance_at, ask_bot, *lineup.compiled)
        games = layout.new(layout.GAME)
        self._bots = layout.minds()
        with np.errstate(over="ignore"):  # 64-bit hashes wrap
            setup_at(games, rules, 0, np.uint64(plan.seed), players, game, int(plan.deal))
            reset_bots_at(games, self._bots, lineup.templates, self._bot_of)
        self.table = Table(Names(plan.ruleset, rules[0]), rules, games)
        games[0].log_on = 1
        games[0].log_read = games[0].log_n  # the opening hands are no part of the story

    def stretches(self) -> Iterator[list[Any]]:
        """Play on; yield the history since the last request, again and again, to the end."""
        from sim.core.play import ask_bot

        table, read = self.table, 0
        while True:
            with np.errstate(over="ignore"):
                status = table.go()
            yield table.history[read:]
            read = len(table.history)
            if status != Status.ASKING or table.req is None:
                return
            seat = table.req.seat
            which = int(self._bot_of[int(table.g.seat[seat].role), seat])
            table.answer(int(ask_bot(self._functions, which, table.games, table.rules, self._bots, seat)))


def _plain(plan: Plan, players: int, game: int) -> list[str]:
    replay = Replay(plan, players, game)
    for _ in replay.stretches():
        pass
    return logtext.lines(replay.table.history, replay.table.names)


def _told(plan: Plan, players: int, game: int, lang: str) -> Iterator[str]:
    replay = Replay(plan, players, game)
    teller = Teller(replay.table.names, replay.table.g, lang)
    yield from teller.opening(ruleset=plan.ruleset.names[lang], seed=plan.seed, game=game)
    for stretch in replay.stretches():
        yield from teller.tell(stretch)
        teller.sync(replay.table.g)


def show(lines: Iterable[str], plain: bool = False) -> None:
    """Print lines of a trace; on a terminal turns and phases stand out."""
    if plain or not sys.stdout.isatty():
        sys.stdout.writelines(f"{line}\n" for line in lines)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        inset = len(line) - len(line.lstrip())
        console.print(Text(line, style=STYLES.get(inset, "")))
