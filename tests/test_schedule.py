"""Who meets whom, by the format of a tournament."""

from collections import Counter
from random import Random

from hypothesis import given, strategies as st

from plyground.arena.plan import Entry, Format, Plan, _pairings, swiss_rounds
from plyground.arena.schedule import Fixture, Schedule, _bracket, schedule


def plan(players: int, format: Format = "round-robin", games: int = 2, rounds: int = 0) -> Plan:
    entries = tuple(Entry(player="random", name=str(n)) for n in range(players))
    return Plan(game="nim", players=entries, format=format, games=games, rounds=rounds)


def played(given: Plan, strength: list[float] | None = None, seed: int = 1) -> Schedule:
    """The whole schedule, where stronger players always win; without strengths, at random."""
    random, points = Random(seed), dict[int, float]()
    while True:
        found = schedule(given, points)
        left = [fixture for fixture in found.fixtures if fixture.number not in points]
        if not left:
            assert found.is_whole
            return found
        for fixture in left:
            points[fixture.number] = (
                float(strength[fixture.first] > strength[fixture.second])
                if strength
                else random.choice([0.0, 0.5, 1.0])
            )


plans = st.builds(
    plan,
    st.integers(2, 12),
    st.sampled_from(["round-robin", "gauntlet", "knock-out", "swiss"]),
    st.integers(1, 6),
)


@given(plans, st.integers(0, 1000))
def test_games_are_numbered_and_come_in_pairs(given: Plan, seed: int) -> None:
    fixtures = played(given, seed=seed).fixtures
    assert [fixture.number for fixture in fixtures] == [*range(1, len(fixtures) + 1)]
    by_opening: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        assert fixture.first != fixture.second
        by_opening.setdefault(fixture.opening, []).append(fixture)
    for games in by_opening.values():
        assert len(games) <= 2
        if len(games) == 2:
            one, other = games
            assert (one.first, one.second) == (other.second, other.first)
            assert other.number == one.number + 1


@given(plans)
def test_it_is_known_before_how_many_games_there_are(given: Plan) -> None:
    """But for ties of a knock-out, which a game more decides."""
    strength = [float(player) for player in range(len(given.players))]
    if given.games % 2 == 0 or given.format != "knock-out":
        assert len(played(given, strength).fixtures) == _pairings(given) * given.games


@given(plans, st.integers(0, 1000), st.integers(0, 30))
def test_a_schedule_only_grows(given: Plan, seed: int, cut: int) -> None:
    """What is known of some games never changes which games were planned before."""
    whole = played(given, seed=seed)
    random, points = Random(seed), dict[int, float]()
    for _ in range(cut):
        found = schedule(given, points)
        assert whole.fixtures[: len(found.fixtures)] == found.fixtures
        left = [fixture for fixture in found.fixtures if fixture.number not in points]
        for fixture in left:
            points[fixture.number] = random.choice([0.0, 0.5, 1.0])


@given(st.integers(2, 12), st.integers(1, 7))
def test_everyone_meets_everyone_equally_often(players: int, games: int) -> None:
    fixtures = schedule(plan(players, games=games), {}).fixtures
    meetings = Counter(frozenset((f.first, f.second)) for f in fixtures)
    assert {*meetings.values()} == {games}
    assert len(meetings) == players * (players - 1) // 2


def test_a_gauntlet_is_one_against_all() -> None:
    fixtures = schedule(plan(4, "gauntlet", games=4), {}).fixtures
    assert all(0 in (f.first, f.second) for f in fixtures)
    assert len(fixtures) == 3 * 4


@given(st.integers(2, 17), st.permutations(range(17)))
def test_the_best_wins_a_knock_out(players: int, order: list[int]) -> None:
    strength = [float(order[n]) for n in range(players)]
    last = played(plan(players, "knock-out"), strength).fixtures[-1]
    best = max(range(players), key=strength.__getitem__)
    assert best in (last.first, last.second)


@given(st.integers(1, 64))
def test_the_best_two_seeds_meet_last(players: int) -> None:
    bracket = _bracket(players)
    assert sorted(seed for seed in bracket if seed >= 0) == [*range(players)]
    half = len(bracket) // 2
    if players > 1:
        assert 0 in bracket[:half] and 1 in bracket[half:]


def test_a_level_knock_out_goes_on_and_then_the_better_seed() -> None:
    given, points = plan(2, "knock-out"), dict[int, float]()
    for _ in range(20):
        found = schedule(given, points)
        points |= {fixture.number: 0.5 for fixture in found.fixtures}
    assert found.is_whole
    assert len(found.fixtures) == 2 + 2 * 8


@given(st.integers(2, 13), st.integers(0, 1000))
def test_nobody_meets_twice_in_a_swiss_tournament(players: int, seed: int) -> None:
    given = plan(players, "swiss")
    fixtures = played(given, seed=seed).fixtures
    meetings = Counter(frozenset((f.first, f.second)) for f in fixtures)
    assert max(fixture.round for fixture in fixtures) == swiss_rounds(given)
    assert {*meetings.values()} == {given.games}
    rests = Counter[int]()
    for round in range(1, swiss_rounds(given) + 1):
        playing = {n for f in fixtures if f.round == round for n in (f.first, f.second)}
        rests.update({*range(players)} - playing)
        assert players - len(playing) == players % 2
    assert max(rests.values(), default=0) <= 1
