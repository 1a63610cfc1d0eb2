"""How long a whole report takes beyond its tables: ``pytest -s tests/bench/bench_report.py``.

The run is made up: 35 heroes at each of the nine table sizes, in the layout of a run folder. The tables are worked out
first; the clock covers everything else, from the workbook to the page. Run it on an otherwise idle machine.
"""

import time

import numpy as np
import synthetic
from measure import machine

from reports.files import tables_of
from reports.report import write_report
from reports.tables import collect

GAMES, HEROES = 40_000, 35  # of each player count
LIMIT, MOST = 20.0, 5_000_000  # seconds, bytes of the page


def test_report_of_nine_table_sizes(tmp_path, monkeypatch):
    """The report is written within twenty seconds of its tables, and its page stays below five megabytes."""
    more = {f"hero{i}": f"武将{i}" for i in range(HEROES - len(synthetic.ZH))}
    monkeypatch.setattr(synthetic, "ZH", synthetic.ZH | more)
    effects = np.random.default_rng(5).normal(0, [0.08, 0.03, 0.06, 0.03], (HEROES, 4))
    run = synthetic.make_run(tmp_path / "run", dict.fromkeys(range(2, 11), GAMES), effects, unfinished=0.0005)
    tables = collect(run)
    tables_of(tables)
    start, busy = time.perf_counter(), time.process_time()
    page = write_report(tables, tmp_path / "report") / "index.html"
    wall, busy = time.perf_counter() - start, time.process_time() - busy
    size = page.stat().st_size
    print(f"\n{machine()}: report of 9 table sizes and {HEROES} heroes, beyond its tables: {wall:.1f} s", end="")
    print(f" ({busy:.1f} s of processor time), page {size / 1e6:.1f} MB")
    assert wall < LIMIT
    assert size < MOST
