"""What the players say when the companion asks: by what happened, in their own order."""

from __future__ import annotations

from engine.events import Discarded, FlowersLaid, HandOpened
from engine.seat import Seat
from engine.tile import Tile, parse_tiles
from engine.view import Candidate, QuestionView, Text
from table_io.virtual.answers import Memory
from tests.engine.test_tracking import first_discard

A, B, C, D = Seat


def asked(*labels: str) -> QuestionView:
    buttons = tuple(Candidate(Text(label, "-")) for label in labels)
    return QuestionView("q1-1", 1, Text("刚才是哪一种？", "?"), buttons, False)


def people() -> Memory:
    """B laid a flower, then A threw 3s and B threw 4p."""
    memory = Memory()
    deal = first_discard()
    memory.decided(deal, FlowersLaid(B, parse_tiles("8f")))
    memory.decided(deal, Discarded(A, Tile.parse("3s")))
    memory.decided(deal, Discarded(B, Tile.parse("4p")))
    return memory


def test_the_right_button_is_found_in_its_order() -> None:
    assert people().answer(asked("A打出七筒，B打出四筒", "A打出三条，B打出四筒")) == 1
    assert people().answer(asked("B打出四筒，A打出三条", "A打出三条，B打出四筒")) == 1


def test_another_order_is_no_other_answer_where_none_is_in_order() -> None:
    button = "A打出三条，B补花竹，B打出四筒"
    assert people().answer(asked("A打出七筒，B补花竹，B打出四筒", button)) == 1


def test_none_of_these_is_said_only_where_none_happened() -> None:
    assert people().answer(asked("A打出七筒", "A打出七条", "都不是")) == 2
    assert people().answer(asked("A打出七筒", "B打出四筒", "都不是")) == 1
    # A threw a tile between.
    assert people().answer(asked("B补花竹，B打出四筒", "都不是")) == 0
    assert people().answer(asked("B补花竹，B打出五筒", "都不是")) == 1


def test_what_did_not_happen_is_not_said() -> None:
    assert people().answer(asked("A打出七筒，B打出四筒", "C打出三条")) is None
    assert people().answer(asked("A打出七筒", "什么也没有")) == 1
    # All that a button names must have happened, and nothing between it.
    assert people().answer(asked("B补花竹，B打出四筒", "A打出三条，A打出三条")) is None


def test_what_was_thrown_once_was_not_thrown_again() -> None:
    memory = people()
    assert memory.answer(asked("A又打出三条", "A打出七筒", "都不是")) == 2
    assert memory.answer(asked("C打出七筒，A又打出三条", "都不是")) == 1
    memory.decided(first_discard(), Discarded(A, Tile.parse("3s")))
    assert memory.answer(asked("A又打出三条", "A打出七筒", "都不是")) == 0
    assert memory.answer(asked("B打出四筒，A又打出三条", "都不是")) == 0
    # What is long past is not thought of.
    for _ in range(30):
        memory.decided(first_discard(), Discarded(B, Tile.parse("4p")))
    assert memory.answer(asked("A又打出三条", "都不是")) == 1


def test_of_an_opened_hand_all_that_a_button_names_counts() -> None:
    """Whatever order its parts are thought of in: pairs of its kinds are said of it, too."""
    hand = parse_tiles("5567889p12367s1j")
    memory = people()
    memory.decided(first_discard(), HandOpened(B, hand))
    opened = "B亮牌：" + "、".join(tile.chinese for tile in hand)
    assert memory.answer(asked(f"{opened}，A打出三条，B打出四筒", "都不是")) == 0
    other = "B亮牌：" + "、".join(tile.chinese for tile in hand[1:])
    assert memory.answer(asked(f"{other}，A打出三条，B打出四筒", "都不是")) == 1
