"""The real command line over the stand-in for rules and core, as a program: ``toy.py SECONDS ARGS``.

Each game takes SECONDS and parts are written often, so that a test can interrupt or kill a run in the middle.
"""

import sys
import time
from typing import Any

import fakes

from sim import batch, cli, plan, writer
from sim.rules import load


def slow(*given: Any) -> None:
    """Play as the stand-in does, taking some time for each game."""
    time.sleep(float(sys.argv[1]) * len(given[8]))
    fakes.play_games(*given)


plan.compile_ruleset = fakes.compile_ruleset
load.load_ruleset = lambda name, set: fakes.Ruleset()
plan.lineup = lambda text, players: fakes.lineup()
batch.machine = lambda *given: slow
writer.EVERY = 0.2
if __name__ == "__main__":
    cli.app(sys.argv[2:])
