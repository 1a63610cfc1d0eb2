"""Small positions for the tests, as the dicts that a scenario file would give."""

from typing import Any

from sim.scenario import Outcome, run_scenario


def seat(role: str = "rebel", **more: Any) -> dict[str, Any]:
    """Return a player."""
    return {"role": role, **more}


def scenario(*seats: dict[str, Any], steps: Any = (), expect: Any = None, **more: Any) -> dict[str, Any]:
    """Return a scenario of ``sanguosha_official`` in which seat 0, the lord, is in its play phase."""
    return {
        "ruleset": "sanguosha_official",
        "start": {"seat": 0, "phase": "play"},
        "until": "steps",
        "seat": list(seats),
        "step": [dict(step) for step in steps],
        "expect": expect or {},
        **more,
    }


def run(*seats: dict[str, Any], steps: Any = (), expect: Any = None, **more: Any) -> Outcome:
    """Play such a scenario."""
    return run_scenario(scenario(*seats, steps=steps, expect=expect, **more))


def passes(*seats: dict[str, Any], steps: Any = (), expect: Any = None, **more: Any) -> Outcome:
    """Play such a scenario; it must come out as expected."""
    outcome = run(*seats, steps=steps, expect=expect, **more)
    assert outcome.ok, "\n".join([*outcome.messages, *outcome.log[:40]])
    return outcome


def fails(*seats: dict[str, Any], steps: Any = (), expect: Any = None, **more: Any) -> str:
    """Play such a scenario; it must differ. Returns what is said of it."""
    outcome = run(*seats, steps=steps, expect=expect, **more)
    assert not outcome.ok, "\n".join(outcome.log[:40])
    return "\n".join(outcome.messages)
