"""The file that tuned weights are written to: how they came about, and what they win."""

import hashlib
from pathlib import Path

from heuristics.table import weights_text
from heuristics.tune import TEST_GAMES, TEST_SEED, Found, Search
from sim.bots import Bot
from sim.errors import UserError
from sim.plan import Plan, source_hash, toml_text


def tuned_text(plan: Plan, bot: Bot, search: Search, found: Found, start: Path | None = None) -> str:
    """Return the text of a weights file: the weights, and in its head how they came about; no date, no clock."""
    command = f"shalab tune bots {plan.ruleset.id} --bots {bot.name}" + (f" --start {start}" if start else "")
    command += f" --players {','.join(map(str, plan.players))} --generations {search.generations}"
    command += f" --population {search.population} --games {search.games} --seed {plan.seed}"
    command += "".join(f" --set {path}={toml_text(value)}" for path, value in plan.ruleset.changes.items())
    command += f" --only {','.join(search.only)}" if search.only else ""
    command += f" --hold {','.join(search.hold)}" if search.hold else ""
    begun = f"Start: weights {hashlib.sha256(bot.weights.tobytes()).hexdigest()[:16]}"
    seeds = f"training seeds {plan.seed + 1} to {plan.seed + search.generations}"
    return weights_text(
        found.weights,
        "\n".join(
            [
                "What each name means: heuristics/table.py. By self-play (CMA-ES): candidates played one camp at a",
                "time among the weights of the start, all of them the same games.",
                f"$ {command}",
                f"{begun}; {seeds}, {search.games:,} games each.",
                *told(plan, search, found),
                f"Engine {source_hash()}, rules {plan.ruleset.content_hash[:16]}.",
            ]
        ),
    )


def told(plan: Plan, search: Search, found: Found) -> list[str]:
    """Return lines that say what the weights win over those of the start."""
    if not found.finished:
        return [f"Interrupted after {found.generations} of {search.generations} generations; not tested."]
    parts = [f"{name} {gain:+.2f} (+-{half:.2f})" for name, (gain, half) in found.better.items()]
    head = f"Test seed {plan.seed + TEST_SEED}, {TEST_GAMES * search.games:,} games: points over the start, 95 %:"
    return [head, ", ".join(parts) + "."]


def write_weights(file: Path, text: str) -> None:
    """Write a weights file, whole or not at all; raise UserError if that cannot be."""
    temporary = file.with_name(f"{file.name}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(file)
    except OSError as error:
        raise UserError(f"{file}: cannot be written: {error.strerror}; choose another --out") from error
