"""Commands that measure how good the bots are."""

from pathlib import Path
from typing import Annotated, Any

import typer

from sim.cli.options import Bots, Lang, Players, Quiet, Resume, Ruleset, Seed, Set, Threads, place
from sim.cli.shell import INTERRUPTED, ended, known
from sim.errors import UserError


def worth(
    ruleset: Ruleset,
    heroes: Annotated[list[str] | None, typer.Argument(metavar="[HERO...]", help="Ids or names; all if none.")] = None,
    players: Players = None,
    games: Annotated[int, typer.Option(help="Pairs of games for each skill and role.")] = 20_000,
    seed: Seed = 0,
    bots: Bots = "standard",
    habits: Annotated[bool, typer.Option("--habits", help="Of habits instead, one side at a time.")] = False,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, place("runs/RULESET-worth-SEED")] = None,
    resume: Resume = False,
    lang: Lang = "zh",
    quiet: Quiet = False,
) -> None:
    """Show what each skill is worth to the bots: the same games with it and without it."""
    from reports import strength
    from sim import measures
    from sim.plan import make_plan
    from sim.progress import shown

    known(lang)
    plan = make_plan(ruleset, players, games, seed, bots, set=set_)
    options: dict[str, Any] = {
        "out": out,
        "resume": resume,
        "threads": threads,
        "progress": shown(not quiet),
        "quiet": quiet,
    }
    if habits:
        return _habits(plan, heroes, games, options, lang)
    found = measures.worth(plan, heroes or [], games, **options)
    free, locked = ([strength.Skill(*ids) for ids in found.named(part, lang)] for part in (found.free, found.locked))
    table = strength.join(strength.worth_table(n, free, cells) for n, cells in found.counts.items())
    strength.write_tables(found.path, "worth", table)
    if not quiet:
        strength.print_worth(table, locked, measures.role_names(plan, lang), lang)
    ended(found.path, found.finished)


def _habits(plan: Any, heroes: list[str] | None, games: int, options: dict[str, Any], lang: str) -> None:
    """Show what habits cost the side that has them."""
    from reports import ladder, strength
    from sim import measures
    from sim.bots import HABITS

    if heroes:
        raise UserError(f"--habits: of sides, not of heroes; found {', '.join(heroes)}")
    found = measures.habits(plan, games, **options)
    table = strength.join(ladder.habit_table(n, list(HABITS), found.camps[n], won) for n, won in found.played())
    strength.write_tables(found.path, "habits", table)
    if not options["quiet"]:
        ladder.print_habits(table, measures.camp_names(plan, lang), lang)
    ended(found.path, found.finished)


def ladder(
    ruleset: Ruleset,
    players: Players = None,
    games: Annotated[int, typer.Option(help="Games for each line-up.")] = 10_000,
    bots: Annotated[str, typer.Option(metavar="BOT,BOT,...", help="The weakest first.")] = "random,greedy,standard",
    seed: Seed = 0,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, place("runs/RULESET-ladder-SEED")] = None,
    resume: Resume = False,
    lang: Lang = "zh",
    quiet: Quiet = False,
) -> None:
    """Show which bot is better, camp by camp: each against each in the same games."""
    from reports import ladder, strength
    from sim import measures, sides
    from sim.plan import make_plan
    from sim.progress import shown

    known(lang)
    rungs = sides.rungs(bots.split(","))
    names = [bot.name for bot in rungs]
    plan = make_plan(ruleset, players, games, seed, names[-1], set=set_)
    found = measures.ladder(
        plan, rungs, games, out=out, resume=resume, threads=threads, progress=shown(not quiet), quiet=quiet
    )
    steps = strength.join(ladder.step_table(n, names, found.camps[n], won) for n, won in found.played())
    rates = strength.join(ladder.rate_table(n, names, found.camps[n], won, found.seats(n)) for n, won in found.played())
    strength.write_tables(found.path, "ladder", steps)
    strength.write_tables(found.path, "rates", rates)
    if not quiet:
        ladder.print_ladder(steps, rates, measures.camp_names(plan, lang), lang)
    ended(found.path, found.finished)


def beliefs(
    ruleset: Ruleset,
    players: Players = None,
    games: Annotated[int, typer.Option(help="Games for each player count.")] = 10_000,
    bots: Bots = "standard",
    seed: Seed = 0,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, place("runs/RULESET-beliefs-SEED")] = None,
    lang: Lang = "zh",
    quiet: Quiet = False,
) -> None:
    """Show how well the bots infer hidden roles, round by round."""
    from heuristics.watch import keeps_belief, watch
    from reports import beliefs, strength
    from sim.kept import Kept
    from sim.measures import about
    from sim.plan import make_plan
    from sim.progress import shown

    known(lang)
    plan = make_plan(ruleset, players, games, seed, bots, set=set_)
    idle = [bot.name for bot in plan.lineup.bots if not keeps_belief(bot)]
    if len(idle) == len(plan.lineup.bots):
        raise UserError(f"--bots {bots}: {', '.join(idle)} keep no belief about roles; standard does")
    kept = Kept(f"{plan.ruleset.id}-beliefs-{seed}", out, about(plan, games))
    tallies = {n: beliefs.Tally(n) for n in plan.players}
    stopped = False
    try:
        for n, tally in tallies.items():
            for seen in watch(plan, n, games, threads, shown(not quiet), quiet):
                tally.add(seen.who, seen.chance)
    except KeyboardInterrupt:
        stopped = True
    seen_some = [tally for tally in tallies.values() if len(tally.rounds())]
    if stopped and not seen_some:
        raise KeyboardInterrupt
    table = strength.join(tally.rounds() for tally in seen_some)
    chances = strength.join(tally.reliability() for tally in seen_some)
    kept.save({})
    strength.write_tables(kept.path, "beliefs", table)
    strength.write_tables(kept.path, "reliability", chances)
    beliefs.write_reliability(chances, kept.path / "reliability.png", lang)
    if not quiet:
        beliefs.print_beliefs(table, lang)
        if idle:
            typer.echo(f"{', '.join(idle)}: no belief about roles, not counted")
    if stopped:
        typer.echo("shalab: interrupted; the tables are of the games until then", err=True)
    typer.echo(str(kept.path))
    if stopped:
        raise typer.Exit(INTERRUPTED)
