"""Identity card games as data, and the machine that plays them.

The face of the package: ``load_ruleset``, ``simulate``, ``compare``, ``trace`` and ``run_scenario``. Each is
imported when it is first asked for, so that importing the package costs nothing.
"""

import importlib
import sys
from types import ModuleType
from typing import Any

__version__ = "0.1.0"
__all__ = ["__version__", "compare", "load_ruleset", "run_scenario", "simulate", "trace"]

_FACE = {
    "compare": "sim.compare",
    "load_ruleset": "sim.rules.load",
    "run_scenario": "sim.scenario",
    "simulate": "sim.runs",
    "trace": "sim.trace",
}


class _Face(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        """Keep ``sim.trace`` and ``sim.compare`` functions: importing the modules of that name would put these here."""
        if name in _FACE and isinstance(value, ModuleType):
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face


def __getattr__(name: str) -> Any:
    if name not in _FACE:
        raise AttributeError(f"module 'sim' has no attribute {name!r}")
    return getattr(importlib.import_module(_FACE[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_FACE})
