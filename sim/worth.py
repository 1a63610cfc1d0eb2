"""What each skill that can be declined is worth: the same games with it and without it, hero by hero, role by role.

The games of a hero and role are the first ones, by number, in which the deal gives the hero that role. All skills
share one play of them with nothing declined. Without a skill only those are played again in which some request listed
an option of it (see `sim.offers`); the others are the same game.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim import batch
from sim.core import layout
from sim.core.codes import Flag, Role, When
from sim.errors import UserError, suggest
from sim.plan import Plan
from sim.progress import Silent
from sim.tables import rows_a_game

COUNTED = ("pairs", "gained", "lost", "changed", "offered", "used")  # of a skill and role
PIECE = 100  # games that a thread plays in one go
ROUNDS = 80  # games of a part, times heroes
SEQUELS = (When.THEN, When.OR, When.ELSE, When.FRONT)


@dataclass(frozen=True)
class Subject:
    """A skill of a hero, as indices of the compiled ruleset."""

    hero: int
    bundle: int


@dataclass(frozen=True)
class Noted:
    """Games that were played while offers were noted, a row a game."""

    won: np.ndarray  # bool[n, rows a game]
    digest: np.ndarray  # uint64[n]
    notes: np.ndarray  # int64[n, bundles asked about, 3 = listed offered used]


def declinable(rules: Any, bundle: int) -> bool:
    """Tell whether some row of a bundle is chosen or offered, and not always obeyed."""
    first = int(rules.bundle[bundle].first)
    for row in rules.row[first : first + int(rules.bundle[bundle].n)]:
        when, marks = int(row.when), int(row.marks)
        if when in (When.NEVER, When.VALUE):
            continue
        if when == When.OR or marks & Flag.MAY or (when not in SEQUELS and not marks & Flag.MUST):
            return True
    return False


def heroes_named(plan: Plan, names: Iterable[str]) -> list[int]:
    """Return the indices of heroes given by id or by name; all of the pool if none is given.

    Raises
    ------
    UserError
        There is no such hero, or it is not dealt.
    """
    ruleset, rules = plan.ruleset, plan.rules[plan.players[0]][0]
    pool = [int(hero) for hero in rules.pool[: int(rules.n_pool)]]
    known = {key: index for index, key in enumerate(ruleset.heroes)}
    for index, key in enumerate(ruleset.heroes):
        known |= {ruleset.name(key, lang).casefold(): index for lang in ("zh", "en")}
    found = []
    for name in names:
        hero = known.get(name, known.get(name.casefold()))
        if hero is None:
            raise UserError(f"unknown hero {name!r} in {ruleset.id}{suggest(name, known)}")
        if hero not in pool:
            raise UserError(f"hero {name!r} is not dealt in {ruleset.id}")
        found.append(hero)
    return list(dict.fromkeys(found)) or pool


def subjects(plan: Plan, heroes: Sequence[int]) -> tuple[list[Subject], list[Subject]]:
    """Return the skills of some heroes that can be declined, and those that cannot."""
    rules = plan.rules[plan.players[0]][0]
    every = [Subject(hero, bundle) for hero in heroes for bundle in plan.tables.hero_skills[hero]]
    free = [subject for subject in every if declinable(rules, subject.bundle)]
    return free, [subject for subject in every if subject not in free]


def wanted(plan: Plan, players: int, chosen: Sequence[Subject], pairs: int) -> np.ndarray:
    """Return int64[subject, role]: how many pairs each cell is to have, 0 where the skill or the role is not there."""
    rules = plan.rules[players][0]
    made = np.zeros((len(chosen), len(Role)), np.int64)
    for index, subject in enumerate(chosen):
        bundle = rules.bundle[subject.bundle]
        for role in Role:
            if rules.roles[players, role] and (role == Role.LORD or (bundle.lord != 1 and bundle.camp < 0)):
                made[index, role] = pairs
    return made


class Player:
    """Plays games of a plan on several threads while offers are noted."""

    def __init__(self, plan: Plan, players: int, bundles: Sequence[int], quiet: bool = True) -> None:
        """Compile what is not compiled; `bundles`: those whose notes are kept."""
        from sim.core.play import advance_at
        from sim.offers import deal_only, play_noting

        batch.make_ready((play_noting, deal_only, advance_at), plan.lineup, quiet)
        self._plan, self._players, self._bundles = plan, players, list(bundles)
        self._rows = rows_a_game(plan.rules[players], players)
        self._table = batch.Table()
        self._templates = plan.lineup.templates

    def dealt(self, which: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return hero and role, int64[n, rows a game], of games that are dealt only."""
        from sim.offers import deal_only

        plan = self._plan
        heroes, roles = (np.full((len(which), self._rows), -1, np.int64) for _ in range(2))
        with np.errstate(over="ignore"):
            deal_only(
                self._table.games, plan.rules[self._players], np.uint64(plan.seed), self._players, which,
                int(plan.deal), heroes, roles,
            )  # fmt: skip
        return heroes, roles

    def play(self, which: np.ndarray, subject: Subject | None = None) -> Noted:
        """Play games, with a skill of a hero declined if one is given."""
        from sim.core.play import advance_at
        from sim.offers import play_noting

        plan, count = self._plan, len(which)
        games, seats = layout.new(layout.RESULT, count), layout.new(layout.SEAT_RESULT, count * self._rows)
        skills = np.zeros((len(Role), layout.MAX_HEROES, len(plan.lineup.functions), layout.MAX_SKILLS, 3), np.int64)
        notes = np.zeros((count, layout.MAX_BUNDLES, 3), np.int64)
        hero, bundle = (-1, -1) if subject is None else (subject.hero, subject.bundle)
        with np.errstate(over="ignore"):
            play_noting(
                advance_at, self._table.games, plan.rules[self._players], plan.lineup.functions, self._table.bots,
                self._templates, plan.lineup.bot_of, np.uint64(plan.seed), self._players, which, int(plan.deal),
                hero, bundle, games, seats, skills, notes,
            )  # fmt: skip
        won = np.asarray(seats["won"] > 0).reshape(count, self._rows)
        return Noted(won, np.asarray(games["digest"]), notes[:, self._bundles])


@dataclass
class Cells:
    """The counts of a measurement: int64[subject, role, COUNTED], and the next game to look at."""

    counts: np.ndarray
    next: int = 0


def measure(
    plan: Plan,
    players: int,
    chosen: Sequence[Subject],
    pairs: int,
    cells: Cells,
    threads: int | None = None,
    progress: Silent | None = None,
    save: Callable[[], None] = lambda: None,
    quiet: bool = True,
) -> bool:
    """Fill every cell of skill and role with pairs of games.

    Parameters
    ----------
    chosen : list of Subject
    pairs : int
        Games of a hero in a role, each played with the skill and without.
    cells : Cells
        What was counted before; counted on in place, part by part.
    save : callable
        Called after each part.

    Returns
    -------
    bool
        Whether all is done; not, if Ctrl-C was pressed: the part begun is dropped.
    """
    threads, progress = batch.thread_count(threads), progress or Silent()
    goal = wanted(plan, players, chosen, pairs)
    player = Player(plan, players, [subject.bundle for subject in chosen], quiet)
    part = ROUNDS * int(plan.rules[players][0].n_pool)
    with batch.Interrupt() as interrupt, batch.Pool(threads) as pool, progress:
        progress.begin(players, int(cells.counts[..., 0].sum()), int(goal.sum()))
        while (cells.counts[..., 0] < goal).any():
            which = np.arange(cells.next, cells.next + part)
            added = _part(player, pool, interrupt, chosen, which, goal - cells.counts[..., 0], progress)
            if interrupt.pressed:
                return False
            cells.counts += added
            cells.next += part
            save()
    return True


def _part(
    player: Player,
    pool: batch.Pool,
    interrupt: batch.Interrupt,
    chosen: Sequence[Subject],
    which: np.ndarray,
    lacking: np.ndarray,
    progress: Silent,
) -> np.ndarray:
    """Return the counts that the games of a part add, as far as cells lack them."""
    heroes, roles = player.dealt(which)
    places = [_places(heroes, roles, subject.hero, lack) for subject, lack in zip(chosen, lacking, strict=True)]
    union = np.unique(np.concatenate([game for game, _ in places]))
    pieces = [(which[union[at : at + PIECE]],) for at in range(0, len(union), PIECE)]
    free = _joined(list(batch.each(pool, player.play, pieces, interrupt)), player, which[:0])
    added = np.zeros((*lacking.shape, len(COUNTED)), np.int64)
    if interrupt.pressed:
        return added
    todo = []
    for index, (game, row) in enumerate(places):
        at = np.searchsorted(union, game)
        role = roles[game, row]
        notes = free.notes[at, index]
        for column, values in ((0, np.ones(len(game))), (4, notes[:, 1]), (5, notes[:, 2])):
            np.add.at(added[index, :, column], role, values.astype(np.int64))
        listed = np.flatnonzero(notes[:, 0])
        if len(game) > len(listed):
            progress.advance(len(game) - len(listed))
        todo += [(index, at[some], row[some], role[some]) for some in _split(listed)]
    pieces = [(which[union[at]], chosen[index]) for index, at, _, _ in todo]
    for (index, at, row, role), bound in zip(todo, batch.each(pool, player.play, pieces, interrupt), strict=False):
        lines = np.arange(len(at))
        before, after = free.won[at, row], bound.won[lines, row]
        changes = (before & ~after, ~before & after, free.digest[at] != bound.digest)
        for column, values in enumerate(changes, 1):
            np.add.at(added[index, :, column], role, values.astype(np.int64))
        progress.advance(len(at))
    return added


def _split(games: np.ndarray) -> list[np.ndarray]:
    return [games[at : at + PIECE] for at in range(0, len(games), PIECE)]


def _places(heroes: np.ndarray, roles: np.ndarray, hero: int, lacking: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return index and row of the games in which a hero holds a role that lacks pairs, by number of the game."""
    game, row = np.nonzero(heroes == hero)
    role = roles[game, row]
    keep = np.zeros(len(game), bool)
    for number, lack in enumerate(lacking):
        keep[np.flatnonzero(role == number)[: max(int(lack), 0)]] = True
    return game[keep], row[keep]


def _joined(played: Sequence[Noted], player: Player, nothing: np.ndarray) -> Noted:
    played = played or [player.play(nothing)]
    return Noted(*(np.concatenate([getattr(one, name) for one in played]) for name in ("won", "digest", "notes")))
