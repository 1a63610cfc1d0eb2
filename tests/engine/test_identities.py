"""What holds in every game without tolerance: outcomes, deals, and games that a change cannot touch."""

import numpy as np
import pytest
from arena import CAPS, dealt, play, seated

from sim.core import layout
from sim.core.codes import Deal, Err, Role, Setting, Status, Winner
from sim.core.play import advance_at, ask_bot
from sim.rules.compile import compile_ruleset
from sim.rules.load import load_ruleset

GAMES = 600
BITS = np.arange(64, dtype=np.uint64)
TABLES = [(n, "single") for n in range(2, 11)] + [(4, "single-alt4"), (8, "double"), (9, "double-odd")]


# ---------------------------------------------------------------------------------------------- outcomes


@pytest.mark.parametrize(("players", "roles"), TABLES)
def test_outcomes(players, roles, rules_of):
    rules = rules_of("sanguosha_official", players, roles)
    found = play(rules, players, GAMES)
    assert {cause for _, cause, _ in found.broken} <= CAPS
    winner, role, won = found.games.winner, found.seats.role, found.seats.won
    assert set(winner) <= {Winner.LORD, Winner.REBEL, Winner.RENEGADE, Winner.DRAW, Winner.UNFINISHED}
    lord_won = won[:, 0]
    assert (role[:, 0] == Role.LORD).all()
    assert (won[role == Role.LOYALIST] == np.repeat(lord_won, (role == Role.LOYALIST).sum(axis=1))).all()
    camps = np.stack([(won * (role == camp)).max(axis=1) for camp in (Role.LORD, Role.REBEL, Role.RENEGADE)])
    open_end = np.isin(winner, (Winner.DRAW, Winner.UNFINISHED))
    assert (camps.sum(axis=0) + open_end == 1).all()
    rebels = np.where(role == Role.REBEL, won, camps[1][:, None])
    assert (rebels == camps[1][:, None]).all()  # all rebels or none
    assert ((winner == Winner.UNFINISHED) == (found.games.err != Err.NONE)).all()
    alive = found.seats.alive
    assert (alive[winner == Winner.LORD, 0] == 1).all()
    assert (alive[np.isin(winner, (Winner.REBEL, Winner.RENEGADE)), 0] == 0).all()
    assert ((found.seats.died_turn >= 0) == (alive == 0)).all()
    heroes = np.sort(found.seats.hero, axis=1)
    assert (heroes >= 0).all()
    assert (np.diff(heroes, axis=1) > 0).all()  # so each game adds as many appearances as it has players
    assert found.skills[:, :, 0, 0, 0].sum() == players * GAMES


def test_damage_and_kills_are_told_from_both_sides(rules_of):
    found = play(rules_of("sanguosha_official", 8), 8, GAMES)
    seats = found.seats
    assert (seats.damage_dealt.sum(axis=1) <= seats.damage_taken.sum(axis=1)).all()  # some have no source
    kills = np.zeros_like(seats.kills)
    for game, seat in np.argwhere(seats.killer >= 0):
        if seats.killer[game, seat] != seat:
            kills[game, seats.killer[game, seat]] += 1
    assert (kills == seats.kills).all()


# ----------------------------------------------------------------------------------------------- deals


@pytest.mark.parametrize(("players", "roles"), TABLES)
def test_balanced_deal(players, roles, rules_of):
    rules = rules_of("sanguosha_official", players, roles)
    heroes = int(rules[0].n_pool)
    arrangements = set()
    seen = 0
    while True:
        games = dealt(rules, players, heroes, seed=6, first=seen)
        role, hero = games.seat.role[:, :players], games.seat.hero[:, :players]
        assert (role == role[0]).all()  # a block keeps one arrangement, and sits each hero everywhere
        assert (np.sort(hero, axis=0) == np.arange(heroes)[:, None]).all()
        if tuple(role[0]) in arrangements:
            break
        arrangements.add(tuple(role[0]))
        seen += heroes
    table = [int(n) for n in rules[0].roles[players]]
    ways = 1
    left = players - 1
    for role in (Role.LOYALIST, Role.REBEL, Role.RENEGADE):
        for k in range(table[role]):
            ways = ways * (left - k) // (k + 1)
        left -= table[role]
    assert len(arrangements) == ways  # a cycle: every arrangement once, so all cells are equally full
    assert seen == ways * heroes
    for role in Role:
        assert {sum(1 for each in one if each == role) for one in arrangements} == {table[role]}


def test_balanced_deal_of_a_pool():
    ruleset = load_ruleset("sanguosha")
    rules = compile_ruleset(ruleset, players=5, heroes=ruleset.heroes[3:11])
    hero = dealt(rules, 5, 8 * 12).seat.hero[:, :5]
    assert (np.sort(hero.reshape(12, 8, 5), axis=1) == np.arange(3, 11)[None, :, None]).all()


@pytest.mark.parametrize("deal", [Deal.BALANCED, Deal.RANDOM, Deal.DRAFT])
def test_cards_do_not_depend_on_the_deal_of_roles_and_heroes(deal, rules_of):
    rules = rules_of("sanguosha", 5)
    games, other = dealt(rules, 5, 50, deal=deal), dealt(rules, 5, 50, deal=Deal.RANDOM)
    assert (games.seat.hand == other.seat.hand).all()
    assert (games.pile == other.pile).all()
    assert len(np.unique(games.seat.hand[:, 0], axis=0)) == 50


# ------------------------------------------------------------------------------- the same game, and again


@pytest.mark.parametrize("bots", ["standard", "random"])
def test_a_game_does_not_depend_on_what_was_played_before(bots, rules_of):
    rules = rules_of("sanguosha_official", 5)
    whole = play(rules, 5, 120, bots, chunk=120)
    pieces = play(rules, 5, 120, bots, chunk=7)
    assert whole.games.tobytes() == pieces.games.tobytes()
    assert whole.seats.tobytes() == pieces.seats.tobytes()
    assert (whole.skills == pieces.skills).all()
    alone = play(rules, 5, 1, bots, first=119)
    assert alone.games[0].tobytes() == whole.games[119].tobytes()
    assert play(rules, 5, 20, bots, checked=False).games.tobytes() == whole.games[:20].tobytes()


def test_seed_players_and_number_each_make_another_game(rules_of):
    digests = [
        set(play(rules_of("sanguosha", players), players, 50, seed=seed).games.digest.tolist())
        for players, seed in ((5, 1), (5, 2), (4, 1))
    ]
    assert len(set.union(*digests)) == 150


# ------------------------------------------------------------------------- a change that does not fire


def consulted(games, bundle):
    """Return for each game whether it looked at a bundle."""
    word = games.consulted[:, bundle >> 6]
    return (word >> np.uint64(bundle & 63) & np.uint64(1)).astype(bool)


def changed(name, players, changes, games=GAMES, **options):
    """Return a ruleset, games by it, and the same games with some values changed."""
    before = load_ruleset(name)
    after = load_ruleset(name, set=changes)
    assert after.content_hash != before.content_hash
    options = {"players": players, "games": games} | options
    first = play(compile_ruleset(before, players=players), **options)
    second = play(compile_ruleset(after, players=players), **options)
    return before, first, second


def same(first, second):
    """Return for each game whether all that is kept of it is equal."""
    equal = (first.seats == second.seats).all(axis=1)
    return (
        equal
        & (first.games.digest == second.games.digest)
        & (first.games.consulted == second.games.consulted).all(axis=1)
    )


BUNDLES = [
    ("sanguosha", "skills.ganglie.rows.0.do", "draw", "ganglie"),
    ("sanguosha", "skills.fanjian.rows.0.naming", "their_suit", "fanjian"),
    ("sanguosha_official", "skills.fankui.rows.0.from", "hand", "fankui"),
    ("sanguosha_official", "skills.yingzi.rows.0.n", 3, "yingzi"),
    ("sanguosha_official", "cards.lightning.rows.0.n", 2, "lightning"),
    ("sanguosha_official", "cards.duel.rows.0.to", "any", "duel"),
    ("sanguosha_official", "cards.ex_nihilo.rows.0.n", 3, "ex_nihilo"),
    ("sanguosha_official", "cards.kylin_bow.range", 2, "kylin_bow"),
    ("sanguosha_official", "cards.eight_diagram.rows", [], "eight_diagram"),
    ("sanguosha", "cards.indulgence.rows", [], "indulgence"),
]


@pytest.mark.parametrize(("name", "path", "value", "bundle"), BUNDLES)
def test_a_bundle_that_was_not_consulted_does_not_matter(name, path, value, bundle):
    ruleset, first, second = changed(name, 5, {path: value}, bots="standard")
    looked = consulted(first.games, ruleset.bundles.index(bundle))
    equal = same(first, second)
    assert equal[~looked].all()
    assert not equal[looked].all()
    assert looked.any()
    assert not looked.all()


SETTINGS = [
    ("setup.rebel_reward", 1, Setting.REBEL_REWARD, 5),
    ("setup.loyalist_penalty", False, Setting.LOYALIST_PENALTY, 5),
    ("setup.draw_per_turn", 3, Setting.DRAW_PER_TURN, 5),
    ("setup.hand_limit", 2, Setting.HAND_LIMIT, 5),
    ("setup.self_rescue", False, Setting.SELF_RESCUE, 5),
    ("limits.turns", 40, Setting.CAPS, 5),
    ("limits.reshuffles", 1, Setting.CAPS, 8),
]


@pytest.mark.parametrize(("path", "value", "setting", "players"), SETTINGS)
def test_a_setting_that_was_not_consulted_does_not_matter(path, value, setting, players):
    _, first, second = changed("sanguosha_official", players, {path: value}, bots="random")
    bit = np.uint64(1) << np.uint64(setting)
    untouched = (first.games.settings & bit == 0) & (second.games.settings & bit == 0)
    equal = same(first, second)
    assert equal[untouched].all()
    assert not equal.all()
    if setting not in (Setting.DRAW_PER_TURN, Setting.HAND_LIMIT):
        assert untouched.any()


def test_a_reward_of_its_own_height_needs_a_rebel_killed(rules_of):
    """Nobody killed a rebel, or his killer was dead or nobody: the reward was not looked at."""
    found = play(rules_of("sanguosha_official", 5), 5, GAMES, "random")
    rewarded = found.games.settings >> np.uint64(Setting.REBEL_REWARD) & np.uint64(1)
    seats = found.seats
    killed = ((seats.role == Role.REBEL) & (seats.alive == 0) & (seats.killer >= 0)).any(axis=1)
    assert (rewarded.astype(bool) <= killed).all()
    assert 0 < rewarded.sum() < GAMES


def test_a_hero_matters_only_where_he_sits():
    ruleset, first, second = changed("sanguosha_official", 5, {"heroes.lvbu.hp": 5}, bots="standard")
    present = (first.seats.hero == ruleset.heroes.index("lvbu")).any(axis=1)
    equal = same(first, second)
    assert equal[~present].all()
    assert not equal[present].any()
    assert present.sum() == GAMES * 5 // 25


def test_a_hero_outside_the_pool_does_not_matter():
    pool = [hero for hero in load_ruleset("sanguosha").heroes if hero != "zhouyu"]
    games = []
    for changes in ({}, {"heroes.zhouyu.hp": 9, "skills.fanjian.rows.0.n": 3, "skills.yingzi.rows": []}):
        ruleset = load_ruleset("sanguosha", set=changes)
        games.append(play(compile_ruleset(ruleset, players=5, heroes=pool), 5, 200, "standard"))
    assert same(*games).all()


# ----------------------------------------------------------------------------------------- names of seats


def choice_by_face(g):
    """Return the option that a mark of what it says picks; seats are told by place, not by number."""
    best, chosen = None, 0
    for k, o in enumerate(g.req.option[: g.req.n]):
        seat = int(g.place_of[o.seat]) if o.seat >= 0 else -1
        face = (o.type, o.card, o.kind, o.value, g.turns, g.decisions)
        mark = hash((seat, *map(int, face)))
        if best is None or mark < best:
            best, chosen = mark, k
    return chosen


def finish(games, rules):
    """Play a dealt game to its end."""
    g = games[0]
    while advance_at(games, rules, 0) == Status.ASKING:
        g.answer = choice_by_face(g)
        g.status = Status.RUNNING


def rename(g, a, b):
    """Exchange the numbers of two seats; everybody stays where he sits, with all he has."""
    seats = g.seat.copy()
    g.seat[a], g.seat[b] = seats[b], seats[a]
    for field in ("place_of", "ring"):
        g[field][a], g[field][b] = int(g[field][b]), int(g[field][a])
    g.seat_at[int(g.place_of[a])], g.seat_at[int(g.place_of[b])] = a, b
    for seat, old in ((a, b), (b, a)):
        by = g.seat[seat].entry_by
        by[by == old] = seat


KEPT = (
    "role", "hero", "alive", "hp", "max_hp", "n_hand", "hand", "equip", "damage_dealt", "damage_taken",
    "healed", "drawn", "kills", "turns", "died_turn", "cause", "offered", "used",
)  # fmt: skip


@pytest.mark.parametrize("name", ["sanguosha", "sanguosha_official"])
def test_two_rebels_may_swap_names(name, rules_of):
    """A seat's number is a name: exchange those of two rebels, let both sit where they sit: the same game."""
    rules = rules_of(name, 5)
    for game in range(0, 300, 3):
        one = dealt(rules, 5, 1, seed=9, first=game)
        other = one.copy()
        a, b = np.flatnonzero(one[0].seat.role[:5] == Role.REBEL)
        rename(other[0], a, b)
        finish(one, rules)
        finish(other, rules)
        rename(other[0], a, b)
        for field in ("winner", "err", "turns", "rounds", "decisions", "reshuffles"):
            assert one[0][field] == other[0][field], (game, field)
        for field in KEPT:
            assert (one[0].seat[field][:5] == other[0].seat[field][:5]).all(), (game, field)


def test_bots_are_asked_with_a_line_up(rules_of):
    """The one call by which a bot is asked outside a run gives what the run gave."""
    rules, seats = rules_of("sanguosha", 2), seated("greedy", 2)
    games = dealt(rules, 2, 1)
    minds = layout.new(layout.BOT, layout.MAX_SEATS)
    minds.weights[:] = seats.templates[0].weights
    while advance_at(games, rules, 0) == Status.ASKING:
        games[0].answer = ask_bot(seats.functions, 0, games, rules, minds, int(games[0].req.seat))
        games[0].status = Status.RUNNING
    assert games[0].digest == play(rules, 2, 1).games[0].digest
