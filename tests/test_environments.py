"""Games as PettingZoo and Gymnasium environments: their own conformance kits, and our laws."""

import copy
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import plyground as pg
from plyground.adapters import pettingzoo
from plyground.adapters.gymnasium import PlygroundEnv
from plyground.adapters.spaces import Spaces
from plyground.core.actions import Actions, actions_of, random_games
from tests.positions import EXAMPLES, NIM, label

GAMES = ("connect-four", "conniption", "dominoes", "paths", "watch-your-back", *EXAMPLES)
KALAH = next(name for name in EXAMPLES if "kalah" in name)
MORRIS = next(name for name in EXAMPLES if "morris" in name)
QUICK = ("tic-tac-toe", "connect-four:width=4,height=4,connect=3", NIM, f"{KALAH}:houses=3,seeds=2")
CYCLES = 30
DICT_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent probably")
"""What PettingZoo says of every observation with a mask in it, its own games excepted by name."""


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


# --- actions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES, ids=label)
def test_every_legal_move_has_an_action_of_its_own(name: str) -> None:
    game = pg.make_game(name)
    actions = actions_of(game)
    for position, moves in random_games(game):
        numbers = actions.of(moves)
        assert sorted(map(actions.move, numbers)) == sorted(moves), position
        assert len({*numbers}) == len(moves)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("connect-four", 7),
        ("connect-four:width=5", 5),
        ("conniption", 28),
        ("tic-tac-toe", 9),
        ("watch-your-back", 2 * 8 * (14 + 12) + 64 + 1),
    ],
)
def test_there_are_as_many_actions_as_moves(name: str, count: int) -> None:
    assert len(actions_of(pg.make_game(name))) == count


def with_moves(moves: Any) -> Any:
    nim: Any = pg.make_game(NIM)
    return type("Told", (type(nim),), {"all_moves": moves})(*nim)


def test_a_game_may_tell_its_moves() -> None:
    for moves in ((3, 2, 1), property(lambda self: [3, 2, 1]), lambda self: iter([3, 2, 1])):
        actions = Actions(with_moves(moves))
        assert (len(actions), actions.of([1, 2]), actions.move(0)) == (3, [1, 2], 3)


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ((1, 1), "more than once"),
        ("x", "expected whole numbers"),
        (7, "expected whole numbers"),
        ((), "expected whole numbers"),
        (range(1 << 40), "up to 65,536"),
    ],
)
def test_what_is_no_list_of_moves_is_refused(moves: Any, told: str) -> None:
    with pytest.raises(pg.BadGame, match=told):
        Actions(with_moves(moves))


def test_a_move_that_was_not_foreseen_is_refused() -> None:
    with pytest.raises(pg.BadGame, match="nim: 3 is a move, but none of the 2 foreseen"):
        Actions(with_moves((1, 2))).of([1, 2, 3])


def test_an_action_that_is_none_is_illegal() -> None:
    with pytest.raises(pg.IllegalMove, match="7 is no action: expected 0 to 6"):
        actions_of(pg.make_game("connect-four")).move(7)


# --- observations ------------------------------------------------------------------------------


def plane(spaces: Spaces, record: pg.Record, side: int, name: str) -> list[list[float]]:
    seen = spaces.observe(record, side)[:, :, spaces.plane_names.index(name)]
    return [[round(float(value), 3) for value in row] for row in seen]


def test_a_side_sees_its_own_pieces_first() -> None:
    spaces, record = Spaces("tic-tac-toe"), pg.Record("tic-tac-toe", moves="1 5 2")
    first, second = [[1, 1, 0], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert plane(spaces, record, 0, "X") == plane(spaces, record, 1, "O") == first
    assert plane(spaces, record, 1, "X") == plane(spaces, record, 0, "O") == second
    assert plane(spaces, record, 1, "is to move") == plane(spaces, record, 0, "looks first")
    assert plane(spaces, record, 0, "is to move") == [[0, 0, 0]] * 3


def test_fields_and_digits_are_seen() -> None:
    spaces, record = Spaces(KALAH), pg.Record(KALAH, moves="c")
    assert plane(spaces, record, 0, "other symbols")[1] == [
        round(seeds / 35, 3) for seeds in (4, 4, 0, 5, 5, 5)
    ]
    assert plane(spaces, record, 0, "field own, byte 6")[0][0] == round(1 / 9, 3)
    heap = Spaces(NIM)
    assert plane(heap, pg.Record(NIM, moves="1"), 1, "field left") == [[round(20 / 28, 3)]]


def test_a_position_that_stood_before_is_seen() -> None:
    spaces = Spaces(f"{MORRIS}:men=3")
    record = pg.Record(spaces.game, moves="a7 g1 d6 f2 b4 c4 a7-d7 g1-g4 d7-a7")
    assert plane(spaces, record, 0, "stood before")[0][0] == 0
    record.push("g4-g1")
    assert plane(spaces, record, 0, "stood before")[0][0] == 1


@pytest.mark.parametrize("name", GAMES, ids=label)
def test_different_positions_of_a_game_look_different(name: str) -> None:
    """All that a position holds is seen, as far as random games show."""
    spaces = Spaces(name)
    looks: dict[bytes, Any] = {}
    for count, (position, _) in enumerate(random_games(spaces.game)):
        record = pg.Record(spaces.game, position)
        seen = spaces.observe(record, record.turn).tobytes()
        assert looks.setdefault(seen, position) == position
        if count > 300:
            break


# --- PettingZoo --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", QUICK, ids=label)
def test_pettingzoo_accepts_small_games(name: str) -> None:
    api_test(pettingzoo.env(name), CYCLES)
    seed_test(lambda: pettingzoo.env(name), CYCLES)
    for text in DICT_WARNINGS:
        warnings.filterwarnings("ignore", text)
    api_test(pettingzoo.env(name, observation="dict"), CYCLES)
    seed_test(lambda: pettingzoo.env(name, observation="dict"), CYCLES)


@pytest.mark.parametrize("name", GAMES, ids=label)
def test_pettingzoo_accepts_every_game(name: str) -> None:
    api_test(pettingzoo.env(name), CYCLES)
    seed_test(lambda: pettingzoo.env(name), CYCLES)


def finished(env: Any, actions: list[int]) -> dict[str, float]:
    """The rewards of each agent after some actions."""
    env.reset()
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        _, reward, over, cut, _ = env.last()
        rewards[agent] = rewards.get(agent, 0) + reward
        env.step(None if over or cut else actions.pop(0))
    return rewards


def test_rewards_are_for_winner_and_loser() -> None:
    env = pettingzoo.env("tic-tac-toe")
    assert finished(env, [0, 3, 1, 4, 2]) == {"player_0": 1, "player_1": -1}
    assert finished(env, [0, 3, 1, 4, 8, 5]) == {"player_0": -1, "player_1": 1}
    assert finished(env, [0, 1, 2, 4, 3, 5, 7, 6, 8]) == {"player_0": 0, "player_1": 0}


def test_a_side_that_moves_again_is_selected_again() -> None:
    env = pettingzoo.env(KALAH)
    env.reset(options={"moves": "c"})
    assert env.agent_selection == "player_0"
    env.step(0)
    assert env.agent_selection == "player_1"
    assert env.unwrapped.record.move_texts == ["c", "a"]


def test_a_long_game_is_cut_off() -> None:
    env = pettingzoo.env("tic-tac-toe", max_plies=3)
    env.reset()
    for action in (0, 1, 2):
        assert not any(env.truncations.values())
        env.step(action)
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_an_illegal_action_loses_or_raises() -> None:
    raw = pettingzoo.raw_env("tic-tac-toe")
    raw.reset()
    raw.step(4)
    with pytest.raises(pg.IllegalMove, match="4 is not a legal move here"):
        raw.step(4)
    env = pettingzoo.env("tic-tac-toe")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert finished(env, [4, 4]) == {"player_0": 0, "player_1": -1}


def test_an_environment_can_be_copied_and_shown() -> None:
    env = copy.deepcopy(pettingzoo.raw_env("tic-tac-toe", render_mode="ansi"))
    env.reset(options={"moves": "5"})
    assert env.render() == str(pg.Record("tic-tac-toe", moves="5"))
    pixels = pettingzoo.raw_env("connect-four", render_mode="rgb_array")
    pixels.reset()
    before = pixels.render()
    pixels.step(3)
    assert before.shape == (240, 280, 3) and before.dtype == np.uint8
    changed = np.argwhere((before != pixels.render()).any(axis=2))
    assert changed.min(axis=0).tolist() >= [200, 120] and changed.max(axis=0)[1] < 160


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"game": "conect-four"}, "did you mean connect-four"),
        ({"observation": "picture"}, "observation=picture: expected planes or dict"),
        ({"render_mode": "vr"}, "render_mode=vr: expected ansi or human or rgb_array"),
        ({"max_plies": 0}, "max_plies=0: expected a number from 1"),
    ],
)
@pytest.mark.parametrize("make", [pettingzoo.env, PlygroundEnv])
def test_bad_options_get_one_sentence(make: Any, options: Any, told: str) -> None:
    with pytest.raises(pg.BadOption, match=told):
        make(**options)


# --- Gymnasium ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", QUICK, ids=label)
@pytest.mark.parametrize("observation", ["planes", "dict"])
def test_gymnasium_accepts_small_games(name: str, observation: str) -> None:
    env = PlygroundEnv(name, first="random", observation=observation)
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("name", GAMES, ids=label)
def test_gymnasium_accepts_every_game(name: str) -> None:
    check_env(PlygroundEnv(name, first=False), skip_render_check=True)


def test_it_is_made_by_its_name() -> None:
    env = gymnasium.make(
        "plyground.adapters.gymnasium:plyground/Game-v0", game="tic-tac-toe", opponent="random"
    )
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation) and info["action_mask"].sum() == 9
    env.close()


def games_of(env: PlygroundEnv, seed: int) -> list[tuple[list[str], float]]:
    """A few games in which the agent plays the first legal move."""
    played = []
    for number in range(6):
        _, info = env.reset(seed=seed if number == 0 else None)
        over = cut = False
        while not over and not cut:
            _, reward, over, cut, info = env.step(int(info["action_mask"].argmax()))
        played.append((env.record.move_texts, reward))
        assert reward == {None: 0, env.side: 1, 1 - env.side: -1}[env.record.winner]
    return played


def test_the_seed_decides_who_begins_and_what_the_opponent_does() -> None:
    env = PlygroundEnv("tic-tac-toe", first="random")
    assert games_of(env, 1) == games_of(env, 1) != games_of(env, 2)
    sides = set()
    for seed in range(20):
        env.reset(seed=seed)
        sides.add(env.side)
    assert sides == {0, 1}


class Last:
    """The last legal move."""

    def choose(self, record: pg.Record) -> int:
        return record.legal_moves[-1]


@pytest.mark.parametrize("opponent", [Last, Last()])
def test_the_opponent_may_be_a_class_or_an_object_and_begin(opponent: Any) -> None:
    env = PlygroundEnv("tic-tac-toe", opponent, first=False)
    _, info = env.reset()
    assert env.record.move_texts == ["9"] and info["action_mask"][8] == 0
    observation, reward, over, cut, info = env.step(0)
    assert env.record.move_texts == ["9", "1", "8"] and (reward, over, cut) == (0, False, False)
    assert observation[0, 0, 0] == 1 and observation[2, 2, 1] == 1
    *_, over, cut, _ = env.step(1)
    assert env.record.result == "first" and over


def test_an_illegal_action_loses_the_game() -> None:
    env = PlygroundEnv("tic-tac-toe", Last)
    env.reset()
    env.step(0)
    _, reward, over, cut, info = env.step(0)
    assert (reward, over, cut) == (-1, True, False)
    assert info["illegal"] == "0 is not a legal move here" and not info["action_mask"].any()
    with pytest.raises(pg.BadOption, match="call reset"):
        env.step(1)


def test_many_games_at_once() -> None:
    envs = gymnasium.make_vec(
        "plyground/Game-v0", num_envs=3, vectorization_mode="sync", game="tic-tac-toe"
    )
    observations, infos = envs.reset(seed=5)
    assert observations.shape == (3, *Spaces("tic-tac-toe").shape)
    for _ in range(12):
        observations, rewards, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert observations.shape[0] == 3 and rewards.shape == (3,)
    envs.close()
