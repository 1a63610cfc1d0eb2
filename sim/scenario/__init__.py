"""Scenarios: small table positions, the decisions that matter, and what must be true afterwards."""

from sim.scenario.runner import Outcome, run_paths, run_scenario
from sim.scenario.setup import position

__all__ = ["Outcome", "position", "run_paths", "run_scenario"]
