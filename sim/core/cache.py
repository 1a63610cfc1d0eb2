"""Where compiled code is kept, so that no process ever runs code of yesterday's sources.

numba looks only at the file of the function it loads, not at the files of what that function calls, and
forgets some of its own settings. So the directory of a compiled function is named by a hash of everything
that went into it: every source file it can reach, the versions, the processor and numba's settings. An edit
is another directory.

``SHALAB_CACHE_DIR`` says where; else ``NUMBA_CACHE_DIR``; else the user's cache folder; else, if that cannot
be written, a folder in the temporary directory.
"""

import ast
import contextlib
import functools
import getpass
import hashlib
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import llvmlite
import llvmlite.binding
import numba
import numpy as np

from sim.errors import UserError

KEEP = 8  # directories of other versions that stay
YOUNG = 3600.0  # seconds: another process may still be writing a directory used since
CORE = Path(__file__).parent
OURS = ("sim", "heuristics", "reports")
START = time.time()  # of this process; a source changed since is not what was imported
SILENT = ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS", "NUMBA_DEBUG_CACHE")  # same code


def directory(function: Callable) -> Path | None:
    """Return the directory of a function's compiled code, made if need be; None if its source is in doubt."""
    file = Path(function.__code__.co_filename)
    if not file.is_file():
        return None
    found = base() / core_key()
    if not file.is_relative_to(CORE):
        files = sources(file, function.__globals__.get("__package__") or "")
        if not all(map(is_as_imported, files)):
            return None
        found /= digest(files)
    found.mkdir(parents=True, exist_ok=True)
    return found


@functools.cache
def base() -> Path:
    """Return the folder of all versions' directories, and tidy it up."""
    place = _wanted()
    if place is None or not _writable(place):
        place = Path(tempfile.gettempdir()) / f"shalab-{getpass.getuser()}"
        print(f"shalab: no cache folder can be written; compiled code goes to {place}", file=sys.stderr)
        if not _writable(place):
            raise UserError(f"{place}: cannot be written either; set SHALAB_CACHE_DIR to a folder that can")
    current = place / core_key()
    current.mkdir(exist_ok=True)
    os.utime(current)
    _prune(place, current)
    return place


def _wanted() -> Path | None:
    for variable in ("SHALAB_CACHE_DIR", "NUMBA_CACHE_DIR"):
        if os.environ.get(variable):
            return Path(os.environ[variable]).absolute() / "shalab"
    try:
        return _user_cache() / "shalab"
    except RuntimeError:  # a user without a home
        return None


def _writable(place: Path) -> bool:
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return True
    except OSError:
        return False


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _prune(place: Path, current: Path) -> None:
    """Drop directories of other versions but the latest few; one used lately may be in use."""
    others = [path for path in place.iterdir() if path.is_dir() and path != current]
    with contextlib.suppress(OSError):  # another process may be tidying too
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[KEEP:]:
            if time.time() - path.stat().st_mtime > YOUNG:
                shutil.rmtree(path, ignore_errors=True)


@functools.cache
def core_key() -> str:
    """Return the hash of the core's sources and of all that changes compiled code beside sources."""
    named = {key: value for key, value in os.environ.items() if key.startswith("NUMBA_")}
    about = (
        sys.version,
        platform.machine(),
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        numba.config.CPU_NAME or llvmlite.binding.get_host_cpu_name(),
        numba.config.BOUNDSCHECK,
        sorted((key, value) for key, value in named.items() if key not in SILENT),
    )
    files = sorted(CORE.rglob("*.py"))
    private = "" if all(map(is_as_imported, files)) else f"{os.getpid()} {START}"
    return digest(files, repr(about) + private)


def is_as_imported(file: Path) -> bool:
    """Return whether a file still is what this process imported, as far as its time tells."""
    return not START < file.stat().st_mtime < time.time()


def digest(files: list[Path], about: str = "") -> str:
    """Return a hash of files, and of whatever else is told about them."""
    made = hashlib.sha256(about.encode())
    for file in files:
        text = file.read_bytes()
        made.update(f"\n{file.name} {len(text)}\n".encode())
        made.update(text)
    return made.hexdigest()[:20]


def sources(file: Path, package: str = "") -> list[Path]:
    """Return a module's file and the files of all modules it imports, whose constants and code it may hold.

    Left out are the core (it has its own key), Python's library, and other projects that are installed.
    """
    top = package.partition(".")[0]
    found: dict[Path, None] = {}
    todo = [(file, package)]
    while todo:
        path, package = todo.pop()
        if path in found:
            continue
        found[path] = None
        for name in _imports(path, package):
            module = sys.modules.get(name)
            origin = getattr(module, "__file__", None)
            if origin and origin.endswith(".py") and _is_ours(name, Path(origin), top):
                todo.append((Path(origin), module.__package__ or ""))  # type: ignore[union-attr]
    return sorted(found)


def _imports(path: Path, package: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            name = ".".join([*parts, node.module or ""]).strip(".")
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)


def _is_ours(name: str, file: Path, top: str) -> bool:
    if file.is_relative_to(CORE):
        return False
    if name.partition(".")[0] in {*OURS, top}:
        return True
    installed = {sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib")}
    return not any(file.is_relative_to(folder) for folder in installed if folder)


@contextlib.contextmanager
def lock() -> Iterator[None]:
    """Let one process compile at a time; the others find its work in the cache."""
    try:
        import fcntl
    except ImportError:  # no such locks here: at worst two processes compile the same
        yield
        return
    with (base() / core_key() / "lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
