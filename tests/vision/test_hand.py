from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.commands.see import score_words
from engine.tile import BACK_CODE, CLASS_CODES, Tile, format_tiles
from vision.detections import Detections
from vision.hand import NoHand, SeenHand, hand_of
from vision.see import SeenPicture, arrange

STEP, GAP = 30, 40


def photo(*rows: str) -> SeenPicture:
    """Rows of codes: a space is a gap between groups, `XX` a back, `??` no tile."""
    boxes, codes, known = [], [], []
    for n, row in enumerate(rows):
        x = 20
        for word in row.split():
            for code in (word[i : i + 2] for i in range(0, len(word), 2)):
                boxes.append([x, 20 + 60 * n, x + STEP - 2, 60 + 60 * n])
                codes.append({"XX": BACK_CODE, "??": "1m"}.get(code, code))
                known.append(0.1 if code == "??" else 1.0)
                x += STEP
            x += GAP
    probs = np.full((len(codes), len(CLASS_CODES)), 0.001, np.float32)
    probs[np.arange(len(codes)), [CLASS_CODES.index(code) for code in codes]] = 0.95
    tiles = Detections.of(boxes, np.ones(len(boxes)), probs, known=known)
    return arrange(Path("hand.jpg"), tiles)


def told(hand: SeenHand) -> tuple[str, str, list[str]]:
    return format_tiles(hand.standing), hand.winning.code, [format_tiles(m) for m in hand.melds]


def test_a_row_of_fourteen_wins_on_its_last_tile() -> None:
    hand = hand_of(photo("1m2m3m4m5m6m7m8m9m2p3p4p5p5p"))
    assert told(hand) == ("123456789m2345p", "5p", [])
    assert told(hand_of(photo("1m2m3m4m5m6m7m8m9m2p3p4p5p5p"), Tile.parse("9m")))[1] == "9m"


def test_melds_lie_apart_and_so_does_the_winning_tile() -> None:
    seen = photo("1m2m3m4m5m6m7m 9p9p9p 5z5z5z5z 7m", "1f 5f")
    hand = hand_of(seen)
    assert told(hand) == ("1234567m", "7m", ["999p", "5555z"])
    assert format_tiles(hand.flowers) == "15f" and hand.hidden == (False, False)
    assert "[999p]" in hand.to_text() and "wins 7m" in hand.to_text()


def test_chows_jokers_and_concealed_kongs_are_melds() -> None:
    hand = hand_of(photo("1m1m1m2m2m", "3s1s2s 5p5p1j XX7z7zXX 8mXXXX8m"))
    assert told(hand)[2] == ["123s", "55p1j", "7777z", "8888m"]
    assert hand.hidden == (False, False, True, True)
    assert "[7777z暗]" in hand.to_text()


def test_what_is_no_set_belongs_to_the_hand() -> None:
    hand = hand_of(photo("1m2m3m4m5m6m 1p3p5p 9s"))
    assert told(hand) == ("123456m135p", "9s", [])


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (("1m2m3m ??",), "no known tile"),
        (("1m2m3m 7z 6z",), "tiles apart"),
        (("1m2m3mXX",), "face down"),
        ((), "no tiles"),
    ],
)
def test_a_photo_of_something_else_is_refused(rows: tuple[str, ...], why: str) -> None:
    with pytest.raises(NoHand, match=why):
        hand_of(photo(*rows))


def test_a_tile_that_is_not_there_cannot_have_won() -> None:
    with pytest.raises(NoHand, match="no 9s"):
        hand_of(photo("1m2m3m"), Tile.parse("9s"))


def test_the_hand_is_handed_to_the_scorer_in_its_words() -> None:
    hand = hand_of(photo("2p3p4p5p5p XX7s7sXX 8p8p8p", "1f"), Tile.parse("4p"))
    assert score_words(hand, "mzhz") == [
        "score", "--rules", "mzhz", "--hand", "2355p", "--win", "4p",
        "--meld", "concealed=7777s", "--meld", "888p", "--flowers", "1f",
    ]  # fmt: skip
