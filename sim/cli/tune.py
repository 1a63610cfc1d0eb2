"""Commands that make what the bots play by."""

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.options import Bots, Players, Quiet, Ruleset, Seed, Set, Threads, place
from sim.cli.shell import INTERRUPTED, group, room_for
from sim.errors import UserError

app = group("Make what the bots play by.")


@app.command()
def draft(
    ruleset: Ruleset,
    players: Annotated[str | None, typer.Option(help="Player counts.", show_default="5,8, or the first")] = None,
    games: Annotated[int, typer.Option(help="Games for each player count.")] = 60_000,
    seed: Seed = 0,
    bots: Bots = "standard",
    threads: Threads = None,
    out: Annotated[Path | None, place("beside the ruleset", "FILE")] = None,
    quiet: Quiet = False,
) -> None:
    """Make the table by which bots choose heroes in a draft, out of balanced games."""
    from reports.draft import sizes_of, write_draft
    from sim.rules.draft import draft_file
    from sim.rules.load import load_ruleset
    from sim.runs import simulate

    loaded = load_ruleset(ruleset)
    room_for(out or draft_file(loaded.path))
    run = simulate(
        loaded, players or sizes_of(loaded), games, seed, bots,
        threads=threads, keep="totals", progress=not quiet,
    )  # fmt: skip
    typer.echo(str(write_draft(run, loaded, out)))


@app.command("bots")
def bots_(
    ruleset: Ruleset,
    bots: Annotated[str, typer.Option(metavar="BOT", help="Whose weights.")] = "standard",
    players: Players = None,
    generations: Annotated[int, typer.Option(help="Steps of the search.")] = 60,
    population: Annotated[int, typer.Option(help="Candidates in each.")] = 16,
    games: Annotated[int, typer.Option(help="Games of each candidate and camp; ten times as many test.")] = 1000,
    seed: Seed = 0,
    only: Annotated[str | None, typer.Option(metavar="NAME,...", help="The only weights to change.")] = None,
    hold: Annotated[str | None, typer.Option(metavar="NAME,...", help="Weights to leave as they are.")] = None,
    start: Annotated[Path | None, place("the bot's own weights", "FILE")] = None,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, place("BOT.toml", "FILE")] = None,
    quiet: Quiet = False,
) -> None:
    """Tune a bot's weights by self-play and write them down; Ctrl-C keeps the best so far."""
    from heuristics import tune, tuned
    from sim.plan import make_plan
    from sim.progress import shown

    if "=" in bots or "," in bots:
        raise UserError(f"--bots: {bots!r}; allowed: one bot, whose weights are tuned, as in --bots standard")
    named = [tuple(text.split(",")) if text else () for text in (only, hold)]
    search = tune.Search(generations, population, games, *named)
    plan = make_plan(ruleset, players, games, seed, bots, set=set_)
    bot = tune.bot_of(plan, start)
    file = out or Path(f"{bot.name}.toml")
    room_for(file)
    found = tune.tune(plan, bot, search, threads, shown(not quiet), quiet)
    tuned.write_weights(file, tuned.tuned_text(plan, bot, search, found, start))
    if not quiet:
        typer.echo("\n".join(tuned.told(plan, search, found)))
    typer.echo(str(file))
    if not found.finished:
        raise typer.Exit(INTERRUPTED)
