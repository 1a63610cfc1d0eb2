"""The command line. Every command imports what it needs itself, so that ``--help`` comes at once."""

import os
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import sim
from sim.errors import UserError, suggest

FAILED, UNUSABLE, INTERRUPTED = 1, 2, 130  # exit statuses beside 0


class _Shell(TyperGroup):
    def invoke(self, ctx: Any) -> Any:
        """Run a command; an error of the caller's becomes a message and a status."""
        try:
            return super().invoke(ctx)
        except UserError as error:
            typer.echo(f"shalab: {error}", err=True)
            raise typer.Exit(UNUSABLE) from None
        except KeyboardInterrupt:
            if threading.active_count() > 1:  # a game that does not end would keep the process from ending
                os._exit(INTERRUPTED)
            raise typer.Exit(INTERRUPTED) from None


app = typer.Typer(
    cls=_Shell,
    help="Plays identity card games by the million and measures their balance.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
rules_app = typer.Typer(help="List, show and check rulesets.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(rules_app, name="rules")
tune_app = typer.Typer(help="Make what the bots play by.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(tune_app, name="tune")

BOTS = typer.Option(
    metavar="BOT | ROLE=BOT,... | BOT,BOT,...", help="For all, by role or by seat.", show_default="standard"
)
DEAL = typer.Option(metavar="balanced|random|draft", help="Who gets which hero.", show_default="balanced")
ROLES = typer.Option(metavar="VARIANT", help="Variant of the role tables.", show_default="single")
PLAYERS = typer.Option(metavar="5 | 5,8 | 2-10", help="Player counts.", show_default="5, or what the ruleset has")
SEED = typer.Option(help="Settles all chance.", show_default="0")
Ruleset = Annotated[str, typer.Argument(metavar="RULESET", help="A shipped id or a path.")]
Heroes = Annotated[str | None, typer.Option(metavar="ID,ID,...", help="The only heroes that may be dealt.")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Change a value; repeatable.")]
Threads = Annotated[int | None, typer.Option(show_default="all cores")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what was interrupted.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print nothing but the folder's path.")]
TargetError = Annotated[
    float | None,
    typer.Option(metavar="POINTS", help="Play on until every 95 % interval is no wider to either side."),
]
MaxGames = Annotated[
    int | None,
    typer.Option(help="With --target-error: games for each player count at most.", show_default="10000000"),
]
Lang = Annotated[str, typer.Option(metavar="zh|en", help="Language of names and texts.")]


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        typer.echo(f"shalab {sim.__version__}")
        raise typer.Exit()


@app.command()
def run(
    ruleset: Ruleset,
    players: Annotated[str | None, PLAYERS] = None,
    games: Annotated[int | None, typer.Option(help="Games for each player count.", show_default="100000")] = None,
    seed: Annotated[int, SEED] = 0,
    bots: Annotated[str, BOTS] = "standard",
    deal: Annotated[str, DEAL] = "balanced",
    roles: Annotated[str, ROLES] = "single",
    heroes: Heroes = None,
    set_: Set = None,
    threads: Annotated[int | None, typer.Option(show_default="all cores")] = None,
    keep: Annotated[str, typer.Option(metavar="seats|totals", help="Keep rows or only sums.")] = "seats",
    target_error: TargetError = None,
    max_games: MaxGames = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", show_default="runs/RULESET-SEED")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an interrupted run.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print nothing but the run's path.")] = False,
) -> None:
    """Play games between bots; the last line of stdout is the run's path."""
    from sim import batch, runs
    from sim.plan import make_plan
    from sim.progress import shown

    plan = make_plan(
        ruleset, players, games, seed, bots, deal, roles, heroes, set_, keep,
        target_error=target_error, max_games=max_games,
    )  # fmt: skip
    threads = batch.thread_count(threads)
    path, info = runs.open_folder(plan, out, resume, partial(batch.machine, plan.lineup, quiet))
    before = dict(info["games_done"]), info["seconds"]
    finished = info["finished"] or batch.play(plan, path, info, threads, shown(not quiet))
    if not quiet:
        typer.echo("\n".join(runs.summary(info, *before)))
    told = runs.faults(info, path)
    if told:
        typer.echo(f"shalab: {told}", err=True)
    if not finished:
        typer.echo(f"shalab: interrupted; the same command with --resume --out {path} goes on", err=True)
    typer.echo(str(path))
    if not finished:
        raise typer.Exit(INTERRUPTED)
    if told:
        raise typer.Exit(FAILED)


@app.command()
def report(
    run: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="A run's folder; others by other bots, strongest first.")
    ],
    out: Annotated[Path | None, typer.Option(metavar="DIR", show_default="RUN/report")] = None,
    worth: Annotated[
        Path | None, typer.Option(metavar="DIR", help="What `shalab worth` wrote of these rules.", show_default=False)
    ] = None,
    lang: Lang = "zh",
) -> None:
    """Print the tables of a run and write its report; other runs of its ruleset are set beside it."""
    from reports.files import tables_of
    from reports.report import same_rules, write_report
    from reports.tables import collect
    from reports.terminal import print_tables
    from sim.progress import steps

    _known(lang)
    with steps() as tell:
        tell("reading")
        tables = [collect(each, lang, worth if each == run[0] else None) for each in run]
        same_rules(tables[0], tables[1:])
        tell("tables")
        tables_of(tables[0], tables[1:])
    print_tables(tables[0], lang)
    with steps() as tell:
        path = write_report(tables[0], out, lang, tables[1:], tell)
    typer.echo(str(path))


@app.command()
def worth(
    ruleset: Ruleset,
    heroes: Annotated[list[str] | None, typer.Argument(metavar="[HERO...]", help="Ids or names; all if none.")] = None,
    players: Annotated[str | None, PLAYERS] = None,
    games: Annotated[int, typer.Option(help="Pairs of games for each skill and role.")] = 20_000,
    seed: Annotated[int, SEED] = 0,
    bots: Annotated[str, BOTS] = "standard",
    habits: Annotated[bool, typer.Option("--habits", help="Of habits instead, one side at a time.")] = False,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", show_default="runs/RULESET-worth-SEED")] = None,
    resume: Resume = False,
    lang: Lang = "zh",
    quiet: Quiet = False,
) -> None:
    """Show what each skill is worth to the bots: the same games with it and without it."""
    from reports import strength
    from sim import measures
    from sim.plan import make_plan
    from sim.progress import shown

    _known(lang)
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
    _ended(found.path, found.finished)


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
    _ended(found.path, found.finished)


@app.command()
def ladder(
    ruleset: Ruleset,
    players: Annotated[str | None, PLAYERS] = None,
    games: Annotated[int, typer.Option(help="Games for each line-up.")] = 10_000,
    bots: Annotated[str, typer.Option(metavar="BOT,BOT,...", help="The weakest first.")] = "random,greedy,standard",
    seed: Annotated[int, SEED] = 0,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", show_default="runs/RULESET-ladder-SEED")] = None,
    resume: Resume = False,
    lang: Lang = "zh",
    quiet: Quiet = False,
) -> None:
    """Show which bot is better, camp by camp: each against each in the same games."""
    from reports import ladder, strength
    from sim import measures, sides
    from sim.plan import make_plan
    from sim.progress import shown

    _known(lang)
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
    _ended(found.path, found.finished)


@app.command()
def beliefs(
    ruleset: Ruleset,
    players: Annotated[str | None, PLAYERS] = None,
    games: Annotated[int, typer.Option(help="Games for each player count.")] = 10_000,
    bots: Annotated[str, BOTS] = "standard",
    seed: Annotated[int, SEED] = 0,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", show_default="runs/RULESET-beliefs-SEED")] = None,
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

    _known(lang)
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


@app.command()
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="The ruleset that is now: a shipped id or a path.")],
    b: Annotated[str | None, typer.Argument(metavar="[B]", help="What it is held against; without it, A.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Change a value of B; repeatable.")
    ] = None,
    players: Annotated[str | None, PLAYERS] = None,
    games: Annotated[
        int | None, typer.Option(help="Games by each, for each player count.", show_default="20000")
    ] = None,
    seed: Annotated[int, SEED] = 0,
    bots: Annotated[str, BOTS] = "standard",
    deal: Annotated[str, DEAL] = "balanced",
    roles: Annotated[str, ROLES] = "single",
    heroes: Heroes = None,
    every: Annotated[bool, typer.Option("--every", help="Play every game twice, also where nothing changed.")] = False,
    target_error: TargetError = None,
    max_games: MaxGames = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", show_default="runs/compare-A-B-SEED")] = None,
    resume: Resume = False,
    lang: Lang = "zh",
    quiet: Quiet = False,
) -> None:
    """Play the same games by two rulesets and report what changed; the last line of stdout is the folder."""
    from sim import batch
    from sim.compare import open_folder, play_pair
    from sim.pair import make_pair
    from sim.progress import shown

    _known(lang)
    pair = make_pair(
        a, b, set_, players, games, seed, bots, deal, roles, heroes, every,
        target_error=target_error, max_games=max_games,
    )  # fmt: skip
    threads = batch.thread_count(threads)
    path, info = open_folder(pair, out, resume, partial(batch.machine, pair.a.lineup, quiet))
    if not (info["finished"] or play_pair(pair, path, info, threads, shown(not quiet))):
        typer.echo(f"shalab: interrupted; the same command with --resume --out {path} goes on", err=True)
        typer.echo(str(path))
        raise KeyboardInterrupt
    from reports.comparison import collect
    from reports.comparison_report import print_tables, write_report
    from sim.rounds import told

    tables = collect(path, lang)
    write_report(tables)
    if not quiet:
        print_tables(tables)
        for line in told(info):
            typer.echo(line)
    typer.echo(str(path))


@app.command()
def trace(
    source: Annotated[
        str, typer.Argument(metavar="RULESET|RUN", help="A ruleset, or the folder of a run or comparison.")
    ],
    players: Annotated[int | None, typer.Option(show_default="5, or the run's or ruleset's first")] = None,
    game: Annotated[int, typer.Option(help="Which game.")] = 0,
    seed: Annotated[int | None, SEED] = None,
    bots: Annotated[str | None, BOTS] = None,
    deal: Annotated[str | None, DEAL] = None,
    roles: Annotated[str | None, ROLES] = None,
    heroes: Heroes = None,
    set_: Set = None,
    lang: Lang = "zh",
    plain: Annotated[bool, typer.Option("--plain", help="One event a line, as scenarios write them.")] = False,
    side: Annotated[
        str | None, typer.Option(metavar="a|b", help="Which side of a comparison.", show_default="a")
    ] = None,
) -> None:
    """Print one game of a ruleset, or of a run exactly as it was counted, as readable text."""
    _known(lang)
    from sim.trace import show, trace

    given = {"seed": seed, "bots": bots, "deal": deal, "roles": roles, "heroes": heroes, "set": set_}
    options = {key: value for key, value in given.items() if value not in (None, [])}
    show(trace(source, players=players, game=game, lang=lang, plain=plain, side=side, **options), plain)


@app.command()
def scenario(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
) -> None:
    """Play scenario files and print a line for each."""
    from sim.scenario import run_paths

    raise typer.Exit(run_paths(paths))


@app.command()
def warm() -> None:
    """Compile everything now, so that the next run starts at once."""
    import heuristics.watch  # noqa: F401 -- an import makes its entry points known
    from sim import batch

    seconds = batch.warm()
    typer.echo(f"compiled in {seconds:.0f} s" if seconds else "everything was compiled already")


@tune_app.command()
def draft(
    ruleset: Ruleset,
    players: Annotated[str | None, typer.Option(help="Player counts.", show_default="5,8, or the first")] = None,
    games: Annotated[int, typer.Option(help="Games for each player count.")] = 60_000,
    seed: Annotated[int, SEED] = 0,
    bots: Annotated[str, BOTS] = "standard",
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", show_default="beside the ruleset")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print nothing but the file's path.")] = False,
) -> None:
    """Make the table by which bots choose heroes in a draft, out of balanced games."""
    from reports.draft import sizes_of, write_draft
    from sim.rules.load import load_ruleset
    from sim.runs import simulate

    loaded = load_ruleset(ruleset)
    run = simulate(
        loaded, players or sizes_of(loaded), games, seed, bots,
        threads=threads, keep="totals", progress=not quiet,
    )  # fmt: skip
    typer.echo(str(write_draft(run, loaded, out)))


@tune_app.command("bots")
def bots_(
    ruleset: Ruleset,
    bots: Annotated[str, typer.Option(metavar="BOT", help="Whose weights.")] = "standard",
    players: Annotated[str | None, PLAYERS] = None,
    generations: Annotated[int, typer.Option(help="Steps of the search.")] = 60,
    population: Annotated[int, typer.Option(help="Candidates in each.")] = 16,
    games: Annotated[int, typer.Option(help="Games of each candidate and camp; ten times as many test.")] = 1000,
    seed: Annotated[int, SEED] = 0,
    only: Annotated[str | None, typer.Option(metavar="NAME,...", help="The only weights to change.")] = None,
    start: Annotated[Path | None, typer.Option(metavar="FILE", show_default="the bot's own weights")] = None,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", show_default="BOT.toml")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print nothing but the file's path.")] = False,
) -> None:
    """Tune a bot's weights by self-play and write them down; Ctrl-C keeps the best so far."""
    from heuristics import tune, tuned
    from sim.plan import make_plan
    from sim.progress import shown

    search = tune.Search(generations, population, games, tuple(only.split(",")) if only else ())
    plan = make_plan(ruleset, players, games, seed, bots, set=set_)
    bot = tune.bot_of(plan, start)
    found = tune.tune(plan, bot, search, threads, shown(not quiet), quiet)
    file = out or Path(f"{bot.name}.toml")
    tuned.write_weights(file, tuned.tuned_text(plan, bot, search, found, start))
    if not quiet:
        typer.echo("\n".join(tuned.told(plan, search, found)))
    typer.echo(str(file))
    if not found.finished:
        raise typer.Exit(INTERRUPTED)


@rules_app.command("list")
def list_() -> None:
    """List the shipped rulesets."""
    from sim.rules.show import list_rulesets

    for found in list_rulesets():
        typer.echo(f"{found['id']:20} {found['names']['zh']}  {found['names']['en']}")


@rules_app.command()
def show(
    ruleset: Ruleset,
    section: Annotated[str | None, typer.Argument(metavar="[heroes|cards|skills|roles|setup]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The whole ruleset, or the section, as JSON.")] = False,
    set_: Set = None,
    lang: Lang = "zh",
) -> None:
    """Show a ruleset, every value with where it comes from."""
    from sim.rules import show
    from sim.rules.load import load_ruleset

    _known(lang)
    if section is not None:
        _one_of("section", section, show.SECTIONS)
    loaded = load_ruleset(ruleset, set_)
    if as_json:
        import json

        data = show.as_json(loaded)
        typer.echo(json.dumps(data if section is None else data[section], ensure_ascii=False, indent=1))
        return
    from rich.console import Console

    Console().print(show.text(loaded, section, lang))


@rules_app.command()
def check(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A ruleset's folder, file or id.")],
) -> None:
    """Check a ruleset: that it loads, and that each of its role tables can be dealt."""
    from sim.rules.load import load_ruleset
    from sim.rules.show import check

    load_ruleset(path)
    problems = check(path)
    for problem in problems:
        typer.echo(problem)
    if problems:
        raise typer.Exit(FAILED)
    typer.echo(f"{path}: ok")


def _ended(path: Path, finished: bool) -> None:
    """Print the folder of a measurement, and how to go on with one that was interrupted."""
    if not finished:
        typer.echo(f"shalab: interrupted; the same command with --resume --out {path} goes on", err=True)
    typer.echo(str(path))
    if not finished:
        raise typer.Exit(INTERRUPTED)


def _known(lang: str) -> str:
    _one_of("--lang", lang, ("zh", "en"))
    return lang


def _one_of(what: str, found: str, allowed: Sequence[str]) -> None:
    if found not in allowed:
        raise UserError(f"{what}: {found!r}; allowed are {', '.join(allowed)}{suggest(found, allowed)}")


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
