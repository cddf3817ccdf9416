"""What the screens beside the table are told, for fixed pictures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from engine.rules import PAGES
from engine.tile import UNKNOWN, parse_tiles
from engine.view import Health, HealthState, Text
from models.faces import raster
from ui.bridge import Frame
from ui.desk import (
    ArchiveSheet,
    HandPhoto,
    KeptDeal,
    KeptMatch,
    MatchPlan,
    ReadTile,
    ReplaySheet,
    Settings,
    SetupSheet,
    StartSheet,
)
from ui.gallery.pieces import NAMES, health
from ui.gallery.views import playing

NATIONAL = Text("国标麻将", "Chinese Official")
RULES = Text("四川麻将之猫抓耗子", "Cat catches mouse (Sichuan)")


def starting() -> StartSheet:
    """Known players, a camera, no line, a match that was not closed."""
    camera, _, _, _ = health()
    line = Health(
        Text("牌桌线", "Table line"), HealthState.ABSENT,
        Text("没有找到串口; 骰子用手点", "No port found; dice by finger"),
    )  # fmt: skip
    return StartSheet(
        MatchPlan(NAMES, "mzhz", stake=Fraction(1, 2), line=False),
        (*NAMES, "刘洋", "欧阳上官司马", "Alexandra"),
        camera,
        line,
        PAGES,
        Text("昨晚 21:40，第 5 盘", "Yesterday 21:40, deal 5"),
        (("刘洋", 4), ("Alexandra", 5)),
    )


def archive() -> ArchiveSheet:
    """A few evenings."""
    a, b, c, d = (Fraction(n) for n in (38, -12, -31, 5))
    return ArchiveSheet(
        (
            KeptMatch("3", "2026-05-03 20:15", RULES, NAMES, 16, (a, b, c, d), 2),
            KeptMatch("2", "2026-04-26 19:40", NATIONAL, NAMES, 9, (b, a, d, c), 9),
            KeptMatch("1", "2026-04-19 20:02", RULES, NAMES, 21, (d, c, b, a), 16),
        )
    )


def looking_back() -> ReplaySheet:
    deals = (
        KeptDeal(0, 1, tuple(map(Fraction, (8, -4, -4, 0)))),
        KeptDeal(20, 2, tuple(map(Fraction, (-6, 2, 0, 4)))),
        KeptDeal(61, 3, tuple(map(Fraction, (0, 12, -6, -6)))),
        KeptDeal(99, 4),
    )
    return ReplaySheet("3", 41, 120, playing(), deals)


def looking_back_with_pictures() -> ReplaySheet:
    """A record that keeps the camera's pictures, and that was not always sure."""
    picture = hand_photo("123456789m").picture
    return replace(looking_back(), doubts=(50,), pictures=True, picture=picture)


def setting_up() -> SetupSheet:
    return SetupSheet(Settings(), ("mzhz",), "0.1.0")


def table_picture() -> Frame:
    """A plain table top, seen from above."""
    picture = np.full((720, 1280, 3), 46, np.uint8)
    picture[95:640, 370:920] = (28, 98, 80)
    return picture


def hand_photo(codes: str, *, doubtful: int = -1, unknown: int = -1) -> HandPhoto:
    """A row of tiles on the table top, each found; one read with doubt, one as none."""
    picture = table_picture()
    group: list[ReadTile] = []
    width = 56
    for at, tile in enumerate(parse_tiles(codes)):
        face = raster(tile.code, width, True)
        left, top = 210 + at * (width + 4), 300
        part = picture[top : top + len(face), left : left + width]
        seen = face[..., 3:] / 255
        part[:] = part * (1 - seen) + face[..., :3] * seen
        box = (float(left), float(top), float(left + width), float(top + len(face)))
        group.append(
            ReadTile(UNKNOWN if at == unknown else tile, 0.55 if at == doubtful else 0.99, box)
        )
    return HandPhoto(picture, ((tuple(group),),))
