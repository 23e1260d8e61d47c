"""OpenSpiel both ways: our games there, pass its own tests; its games here, are played."""

import copy
import pickle
import re
from typing import Any

import numpy as np
import pyspiel
import pytest
from msgspec.structs import replace
from open_spiel.python.algorithms import minimax
from open_spiel.python.observation import make_observation

import plyground as pg
from plyground.adapters.openspiel import spec_of, text_of
from plyground.adapters.spaces import Spaces
from plyground.arena.plan import Adjudication, Entry, Openings, Plan, check_plan
from plyground.core.errors import BadOption
from plyground.core.game import legal_moves
from plyground.search.plain import PlainEngine
from plyground.search.reference import alphabeta, solve
from tests.command import plyground, refused
from tests.positions import EXAMPLES, NIM, game_of, label, random_positions

KALAH = next(name for name in EXAMPLES if "kalah" in name) + ":houses=3,seeds=2"
ATAXX = next(name for name in EXAMPLES if "ataxx" in name) + ":size=3"
SMALL = ("tic-tac-toe", "connect-four:width=4,height=4,connect=3", NIM, KALAH, ATAXX)
FIVE = ("connect-four", "conniption", "dominoes", "paths", "watch-your-back")
TIC_TAC_TOE = "openspiel:tic_tac_toe"
INWARD = (TIC_TAC_TOE, "openspiel:hex(board_size=3)", "openspiel:mancala", "openspiel:nim")


def loaded(text: str) -> Any:
    return pyspiel.load_game(f"plyground(spec={spec_of(text)})")


# --- our games there ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL, ids=label)
def test_openspiel_accepts_small_games(name: str) -> None:
    for serialize in (False, True):
        pyspiel.random_sim_test(loaded(name), num_sims=3, serialize=serialize, verbose=False)


@pytest.mark.parametrize("name", FIVE)
def test_openspiel_accepts_every_game(name: str) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=1, serialize=name != FIVE[-1], verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("name", EXAMPLES, ids=label)
def test_openspiel_accepts_the_gallery(name: str) -> None:
    for serialize in (False, True):
        pyspiel.random_sim_test(loaded(name), num_sims=2, serialize=serialize, verbose=False)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("connect-four", "connect-four"),
        ("connect-four:width=5,height=4", "connect-four:width:5;height:4"),
        ("paths:board=3x3x3", "paths:board:3x3x3"),
        ("my/game.py:size=3", "my/game.py:size:3"),
    ],
)
def test_options_are_written_without_what_openspiel_keeps_for_itself(text: str, spec: str) -> None:
    assert spec_of(text) == spec and text_of(spec) == text_of(text) == text


def test_a_game_is_loaded_by_its_own_text_again() -> None:
    game = pyspiel.load_game("plyground", {"spec": "connect-four:width=5,height=4"})
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert game.num_distinct_actions() == 5 and game.max_game_length() == 20
    assert str(pyspiel.load_game("plyground")) == "plyground(spec=connect-four)"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("conect-four", "did you mean connect-four"),
        ("connect-four:width:x", "width=x: expected a whole number"),
        ("connect-four:wide:8", "no option 'wide=8'"),
    ],
)
def test_a_bad_spec_is_refused_in_a_sentence(spec: str, told: str) -> None:
    with pytest.raises(pg.BadOption, match=told):
        pyspiel.load_game(f"plyground(spec={spec})")


@pytest.mark.parametrize("name", SMALL, ids=label)
def test_games_and_states_are_pickled_and_copied(name: str) -> None:
    game = loaded(name)
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[-1])
        again = pickle.loads(pickle.dumps(state))  # noqa: S301
        for other in (again, state.clone(), copy.deepcopy(state)):
            assert (str(other), other.history()) == (str(state), state.history())
            assert other.legal_actions() == state.legal_actions()
    assert str(pickle.loads(pickle.dumps(game))) == str(game)  # noqa: S301


def test_a_copy_goes_on_by_itself() -> None:
    state = loaded("tic-tac-toe").new_initial_state()
    other = state.clone()
    other.apply_action(4)
    assert state.legal_actions() == [*range(9)] and 4 not in other.legal_actions()


@pytest.mark.parametrize("name", SMALL, ids=label)
def test_states_say_what_records_say(name: str) -> None:
    """Along a game: who is to move, which moves there are and what they are called, who won."""
    state, record, actions = loaded(name).new_initial_state(), pg.Record(name), Spaces(name).actions
    while not record.is_over:
        assert state.current_player() == record.turn
        legal = state.legal_actions()
        assert [*map(actions.move, legal)] == sorted(record.legal_moves)
        texts = {state.action_to_string(action) for action in legal}
        assert texts == {*record.legal_move_texts}
        state.apply_action(legal[len(record) % len(legal)])
        record.push(actions.move(legal[len(record) % len(legal)]))
    assert state.is_terminal() and state.legal_actions() == []
    won = {None: [0, 0], 0: [1, -1], 1: [-1, 1]}[record.winner]
    assert state.returns() == won


def test_a_game_without_an_end_is_a_draw_after_a_thousand_plies() -> None:
    state = loaded("watch-your-back:turn_limit=0").new_initial_state()
    assert state.get_game().max_game_length() == 1000


def test_observers_see_the_planes_and_the_board() -> None:
    game = loaded("tic-tac-toe")
    state = game.new_initial_state()
    state.apply_action(4)
    seen, record = make_observation(game), pg.Record("tic-tac-toe", moves="5")
    for player in (0, 1):
        seen.set_from(state, player)
        planes = Spaces("tic-tac-toe").observe(record, player)
        assert np.array_equal(seen.dict["observation"], planes)
        assert state.observation_tensor(player) == planes.reshape(-1).tolist()
    assert seen.string_from(state, 0) == state.observation_string(0) == str(record)
    assert state.information_state_string(0) == "4"


@pytest.mark.parametrize(("name", "value"), [(f"{NIM}:heap=9", 1), (f"{NIM}:heap=8", -1)])
def test_openspiel_solves_our_games(name: str, value: int) -> None:
    assert minimax.alpha_beta_search(loaded(name))[0] == value


# --- its games here ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", INWARD)
def test_its_games_are_played_by_its_rules(name: str) -> None:
    record = pg.play(name, "random:seed=1", "random:seed=2")
    state = pyspiel.load_game(name.partition(":")[2]).new_initial_state()
    for step in record:
        assert state.current_player() == step.side
        assert state.legal_actions() == legal_moves(record.game, step.position)
        state.apply_action(step.move)
    utility = state.returns()[0]
    assert record.result == ("first" if utility > 0 else "second" if utility < 0 else "draw")


@pytest.mark.parametrize("name", INWARD)
def test_its_games_keep_the_laws_that_need_no_compiler(name: str) -> None:
    game: Any = pg.make_game(name)
    for position in random_positions(game, 40):
        assert game.parse_position(game.position_text(position)) == position
        copied = pickle.loads(pickle.dumps(position))  # noqa: S301
        assert copied == position and game.outcome(copied) == game.outcome(position)
        moves, left = legal_moves(game, position), game.plies_left(position)
        texts = [game.move_text(position, move) for move in moves]
        assert [game.parse_move(position, text) for text in texts] == moves
        assert not any(" " in text for text in texts)
        children = {game.play(position, move) for move in moves}
        assert len(children) == len(moves) and position not in children
        assert all(game.plies_left(child) == left - 1 for child in children)


def test_a_record_of_its_game_is_read_again() -> None:
    record = pg.Record("openspiel:hex(board_size=3)", moves="b2 a1")
    assert pg.parse_record(pg.format_record(record)).record == record
    crosses = pg.Record(TIC_TAC_TOE, moves="x(1,1) o(0,0)")
    assert pg.parse_record(pg.format_record(crosses)).record == crosses
    assert pg.Record(record.game).game_text == "openspiel:hex(board_size=3)"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("openspiel:kuhn_poker", "kuhn_poker has 2 players, sequential, explicit stochastic"),
        ("openspiel:matrix_rps", "simultaneous"),
        ("openspiel:chinese_checkers(players=3)", "has 3 players"),
        ("openspiel:tic_tac_to", "did you mean tic_tac_toe"),
        ("openspiel:hex(board=3)", "there is no parameter of hex 'board'"),
        ("openspiel:hex(board_size=x)", "board_size=x: expected a value such as 11"),
        ("openspiel:go(board_size=300)", "board size up to 19"),
        ("openspiel:connect_four(rows=-1)", "connect_four(rows=-1): cannot create"),
        ("openspiel:hex(board_size=3", "Missing closing bracket"),
        ("openspiel", "as in openspiel:tic_tac_toe"),
    ],
)
def test_other_games_are_refused_in_one_sentence(name: str, told: str) -> None:
    with pytest.raises(pg.BadOption, match="^openspiel: .*" + re.escape(told)) as raised:
        pg.make_game(name)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["5", "start,1", "4,4", "0,1,2,x"])
def test_a_position_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(pg.BadPosition):
        pg.make_game("openspiel:nim(pile_sizes=1;1)").parse_position(text)


def test_bots_play_its_games() -> None:
    bot = "openspiel:mcts,simulations=300,seed=1"
    result = pg.match(TIC_TAC_TOE, bot, "random:seed=1", games=6)
    assert result.players[0].score.wins >= 4 and result.players[0].failures == 0
    assert pg.play(TIC_TAC_TOE, bot, bot).move_texts == pg.play(TIC_TAC_TOE, bot, bot).move_texts
    assert pg.play(TIC_TAC_TOE, "openspiel:uniform_random", bot).is_over


@pytest.mark.parametrize(
    ("game", "player", "told"),
    [
        ("tic-tac-toe", "openspiel:mcts", "cannot play paths: expected a game such as openspiel"),
        (TIC_TAC_TOE, "openspiel:mcts,simulations=0", "expected simulations and a time above 0"),
        (TIC_TAC_TOE, "openspiel:mcts,wide=1", "no option 'wide=1'"),
        (TIC_TAC_TOE, "negascout", "negascout searches compiled rules, and those of openspiel:tic"),
    ],
)
def test_players_that_cannot_are_refused_before_a_match(game: str, player: str, told: str) -> None:
    with pytest.raises(pg.BadOption, match=told):
        pg.match(game, player, "random", games=2)


def test_the_solver_is_refused_before_a_tournament() -> None:
    players = tuple(Entry(player=text) for text in ("random:seed=1", "random:seed=2"))
    plan = Plan(game=TIC_TAC_TOE, players=players)
    check_plan(plan)
    for needs in ({"adjudication": Adjudication(exact=0.1)}, {"openings": Openings(fair=2)}):
        with pytest.raises(
            BadOption, match="solver searches compiled rules, and those of openspiel"
        ):
            check_plan(replace(plan, **needs))


def test_a_bot_that_does_not_exist_is_refused() -> None:
    with pytest.raises(pg.BadOption, match="no bot of OpenSpiel 'mctx': did you mean mcts"):
        pg.make_player("openspiel:mctx").choose(pg.Record(TIC_TAC_TOE))


def test_its_games_are_analysed_and_reviewed() -> None:
    record = pg.Record(TIC_TAC_TOE, moves="x(1,1) o(0,0) x(0,1)")
    found = pg.analyse(record, "plain:depth=4", lines=2)
    assert found.best == "o(2,1)" and len(found.lines) == 2
    record.push("o(2,2)")
    assert pg.review(record, "plain:depth=5").moves[-1].grade in ("mistake", "blunder")


@pytest.mark.slow
def test_commands_take_its_games() -> None:
    ran = plyground("match", TIC_TAC_TOE, "plain:depth=4", "random:seed=1", "--games", "4")
    assert ran.returncode == 0 and "4 games of" in ran.stdout, ran
    assert "expected 2 players" in refused("show", "openspiel:kuhn_poker")


# --- the search without a compiler ---------------------------------------------------------------


@pytest.mark.parametrize("name", (*SMALL[:4], TIC_TAC_TOE), ids=label)
def test_the_plain_search_finds_the_textbooks_value(name: str) -> None:
    game: Any = game_of(name)
    zero = pg.make_evaluation(game, "default")
    for position in random_positions(game, 30)[3::3]:
        if legal_moves(game, position):
            found = PlainEngine(game, zero).think(position, pg.Limits(depth=3))
            assert found.lines[0].score == alphabeta(game, zero, position, found.depth, quiet=True)


@pytest.mark.parametrize("name", [*SMALL[:2], KALAH, TIC_TAC_TOE], ids=label)
def test_the_plain_search_has_several_lines(name: str) -> None:
    """Each move has the score that it has alone, and the best ones are told."""
    game: Any = game_of(name)
    zero, limits = pg.make_evaluation(game, "default"), pg.Limits(depth=2)
    for position in random_positions(game, 20)[2::4]:
        if len(legal_moves(game, position)) > 2:
            every = PlainEngine(game, zero).think(position, limits, lines=99).lines
            assert {line.moves[0] for line in every} == {*legal_moves(game, position)}
            best = PlainEngine(game, zero).think(position, limits, lines=2)
            if best.depth == 2:
                assert [line.score for line in best.lines] == [line.score for line in every][:2]


@pytest.mark.parametrize("name", [f"{NIM}:heap=10", KALAH, TIC_TAC_TOE], ids=label)
def test_the_plain_search_plays_to_the_end(name: str) -> None:
    game: Any = game_of(name)
    position = random_positions(game, 1)[-4]
    thought = PlainEngine(game, pg.make_evaluation(game, "default")).think(position, pg.Limits())
    verdict = solve(game, position, {})
    assert thought.lines[0].verdict == verdict or verdict.outcome == pg.DRAW


def test_the_plain_search_keeps_its_limits_and_tells_on_the_way() -> None:
    game: Any = game_of(TIC_TAC_TOE)
    seen: list[int] = []
    engine = PlainEngine(game, pg.make_evaluation(game, "default"))
    limits = pg.Limits(nodes=2_000)
    thought = engine.think(game.start(), limits, watch=lambda t: seen.append(t.depth))
    assert thought.nodes == 2_000 and seen == [*range(1, thought.depth + 1)] and seen
