"""Each member of a game is declared once, in the protocol; all else follows from there."""

import inspect
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import pytest

from plyground import LOSS, ONGOING, game
from plyground.conformance.laws import LAWS
from plyground.core.game import MEMBERS, REQUIRED, RULES, Game, Rules, declares
from plyground.core.members import Role, display_member, members_of, optional_rule, required_rule
from plyground.core.soundness import check_sound
from plyground.records.record import Record

PAGE = Path(__file__).parents[1] / "docs" / "your-own-game.md"
UNSPOKEN = {"intro", "file_text"}
"""What only our own games have needed so far."""


class Heap(NamedTuple):
    left: int


@game("bare")
class Bare(NamedTuple):
    """Nothing but what every game has."""

    def start(self) -> Heap:
        return Heap(3)

    def moves(self, position: Heap) -> list[int]:
        return [1]

    def play(self, position: Heap, move: int) -> Heap:
        return Heap(position.left - move)

    def outcome(self, position: Heap) -> int:
        return ONGOING if position.left else LOSS


MADE: Any = Bare()  # a type checker does not see what @game adds
BARE: Game = MADE


@game("roomy")
class Roomy(NamedTuple):
    """A value written as a method."""

    def start(self) -> Heap:
        return Heap(3)

    def moves(self, position: Heap) -> list[int]:
        return [1]

    def play(self, position: Heap, move: int) -> Heap:
        return Heap(position.left - move)

    def outcome(self, position: Heap) -> int:
        return ONGOING if position.left else LOSS

    def board_bits(self) -> int:
        return 100


def first(game: Game[Heap]) -> Heap:
    """The type of positions is known to whoever names it."""
    return game.start()


def test_rules_and_games_are_typed_by_their_positions() -> None:
    rules: Rules[Heap] = Bare()
    assert rules.play(first(MADE), 1).left == 2


def test_every_method_and_property_of_the_protocol_is_a_member() -> None:
    declared = {
        name
        for cls in (Rules, Game)
        for name, found in vars(cls).items()
        if not name.startswith("_") and (inspect.isfunction(found) or isinstance(found, property))
    }
    assert declared == {*MEMBERS}


def test_a_new_member_is_one_new_entry() -> None:
    class Protocol:
        @required_rule
        def go(self, position: Heap) -> None: ...

        @property
        @optional_rule()
        def speed(self) -> int:
            return 1

        @display_member(has_default=False)
        def sing(self) -> None: ...

    go, speed, sing = members_of(Protocol).values()
    assert (go.name, go.mark.role, go.parameters) == ("go", Role.REQUIRED, ("self", "position"))
    assert (speed.is_value, speed.default) == (True, vars(Protocol)["speed"])
    assert (sing.mark.role, sing.default) == (Role.DISPLAY, None)


def names_in(code: CodeType) -> set[Any]:
    inner = [names_in(each) for each in code.co_consts if isinstance(each, CodeType)]
    return {*code.co_names, *code.co_consts}.union(*inner)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_tried_by_a_law(rule: str) -> None:
    assert any(rule in names_in(law.__code__) for law, _ in LAWS)


@pytest.mark.parametrize("member", sorted({*MEMBERS} - UNSPOKEN))
def test_the_page_for_authors_names_every_member(member: str) -> None:
    assert f"`{member}" in PAGE.read_text() or f"def {member}(" in PAGE.read_text()


def test_a_default_gives_what_an_author_would_have_to_give() -> None:
    position = BARE.start()
    given = {"position": position, "move": 1, "random": 7, "mover": True, "text": "1"}
    for member in MEMBERS.values():
        if member.default is None or member.mark.check is None or member.name == "parse_position":
            continue
        args = tuple(given[name] for name in member.parameters[1:])
        found = getattr(BARE, member.name)
        member.mark.check(member.name, BARE, args, found if member.is_value else found(*args))


def test_what_an_author_left_out_is_not_declared() -> None:
    assert [name for name in RULES if declares(BARE, name)] == [*REQUIRED]


def test_a_game_without_side_has_none_and_its_record_counts_plies() -> None:
    assert not hasattr(BARE, "side")
    record = Record(BARE)
    assert record.turn == 0
    record.push(1)
    assert record.turn == 1


def test_a_value_may_be_written_as_a_method() -> None:
    roomy: Any = Roomy()
    assert roomy.board_bits == 100
    check_sound(roomy)
