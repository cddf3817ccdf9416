"""Whole tasks under a finger: the screens over a match that is really decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.entering import Verb
from engine.events import Discarded, OptionsChanged, ScoreAdjusted, Seated, Voided
from engine.seat import SEATS, Seat
from engine.tableview import table_view
from engine.tile import Tile, parse_tiles
from engine.view import Phase
from tests.ui.fingers import texts
from tests.ui.rooms import Room
from ui.amounts import signed
from ui.desk import (
    BeginMatch,
    EndMatch,
    OpenRecord,
    ResumeMatch,
    SaveSheet,
)
from ui.gallery import endings, played, sheets

A, B, C, D = SEATS


@pytest.fixture
def room(window: Any) -> Iterator[Callable[..., Room]]:
    yield from Room.rooms(window)


def test_a_match_begins_in_few_taps(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("start", sheet=sheets.starting())
    here.press("刘洋")
    here.tap(screen.rows[C].children[0])
    here.tap(screen.camera)
    here.press("开打")
    (asked,) = here.asked
    assert isinstance(asked, BeginMatch)
    plan = asked.plan
    assert plan.players == ("刘洋", "李秀英", "张伟", "陈小红")
    assert (plan.dealer, plan.camera, plan.line, plan.rules) == (C, False, False, "mzhz")
    here.press("接着打\n昨晚 21:40，第 5 盘")
    assert isinstance(here.asked[-1], ResumeMatch)


def test_options_are_chosen_before_the_match(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("start", sheet=sheets.starting())
    here.press("选项")
    here.tap(screen.options.chips["mode"].chips["fixed_pairs"])
    assert dict(screen.plan.options) == {"mode": "fixed_pairs"}
    assert "固定双打" in screen.house.text
    here.press("回到选人")
    here.press("开打")
    assert dict(here.asked[-1].plan.options) == {"mode": "fixed_pairs"}


def test_a_whole_deal_by_finger_reaches_the_payments(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("entry")
    here.press("开始第1盘，王建国坐庄")
    for row, value in zip(screen.dice.rows, (3, 5), strict=True):
        here.tap(row[value - 1])
    here.press("已抓好牌")
    here.key("7m")
    for code in ("9s", "2p"):
        here.key(code)
    here.tap(screen.rows[D].buttons[Verb.PUNG])
    for code in ("5s", "1m"):
        here.key(code)
    here.tap(screen.rows[C].buttons[Verb.WIN])
    here.press("张伟 胡 · 点炮 ← 王建国")
    here.press("自摸")
    here.key("5s")
    here.key("3p")
    here.tap(screen.rows[B].buttons[Verb.WIN])
    here.press("李秀英 胡 · 点炮 ← 王建国")
    assert here.match.deal is not None and here.match.deal.phase is Phase.OPENING
    hands = dict(zip((C, D, B), played.WINS, strict=True))
    while here.match.deal.phase is Phase.OPENING:
        hand, _ = hands[screen.pad.opening]
        for tile in parse_tiles(hand):
            screen.keypad.dispatch("on_tile", tile)
        here.press("确认")
        if here.match.standing.is_between:
            break
    assert here.refused == []
    assert [seat.score for seat in table_view(here.match).seats] == [
        seat.score for seat in played.counted().seats
    ]


def test_language_changes_in_the_middle_and_undo_takes_back(room: Callable[..., Room]) -> None:
    here = room()
    here.evening.open_deal((3, 5), "7m")
    screen = here.open("entry")
    here.key("9s")
    here.press("English")
    assert "王建国 discards 9 bamboo" in texts(screen.bar)
    here.press("Undo")
    assert here.match.deal is not None
    assert here.match.deal.rivers[A] == ()
    here.press("中文")
    assert "打出" in texts(screen)


def test_a_past_discard_is_corrected_in_place(room: Callable[..., Room]) -> None:
    here = room()
    here.evening.open_deal((3, 5), "7m")
    here.evening.discards(A, "9s", "2p", "4m")
    screen = here.open("events")
    line = next(row for row in screen.list.children[0].children if "打出二筒" in row.text)
    here.tap(line)
    here.key("3p")
    assert here.match.deal is not None
    assert here.match.deal.rivers[B] == (Tile.parse("3p"),)
    assert any(isinstance(item.event, Discarded) for item in here.match.items)
    assert here.refused == []


def test_a_misread_tile_of_a_win_is_mended_and_counted_anew(room: Callable[..., Room]) -> None:
    here = room()
    here.evening.open_deal((3, 5), "7m")
    here.evening.three_wins()
    here.evening.open_hands()
    before = here.match.standing.scores
    screen = here.open("win")
    assert screen.win is not None and screen.win.seat is C
    here.press("不对？改一张")
    row = [key for key in screen.walk() if type(key).__name__ == "TileKey" and key.code == "4s"]
    here.tap(row[0])
    here.key("6s")
    assert here.match.standing.scores != before
    assert screen.win.refused is not None
    assert "诈胡" in " ".join(texts(screen))


def test_a_clear_result_closes_by_itself_and_a_doubtful_one_does_not(
    room: Callable[..., Room],
) -> None:
    here = room()
    screen = here.open("win", view=played.counted())
    screen.opened()
    assert screen.left_seconds == 10
    nets = [signed(seat.change) for seat in played.counted().seats]
    shown = texts(screen.main)
    assert set(nets) <= set(shown)
    assert "全盘" in shown
    for _ in range(4):
        screen._tick(1.0)
    # Whoever reads on has the ten seconds again.
    screen.choose(1)
    assert screen.left_seconds == 10
    for _ in range(10):
        screen._tick(1.0)
    assert here.gone == ["table"]
    doubtful = replace(played.counted().wins[0], sure=False)
    screen.show(replace(played.counted(), deal=7, wins=(doubtful,)))
    screen.opened()
    assert screen.left_seconds == 0


def test_a_win_tells_its_arithmetic_and_what_does_not_count(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("win", view=endings.settled())
    shown = texts(screen)
    assert {"4 番  →  16 分", "陈小红 →", "16 × 1/2", "陈小红的猫"} <= set(shown)
    assert shown.count("16 × 1/2") == 1
    (left_out,) = [w for w in screen.walk() if getattr(w, "counted", True) is False]
    assert (left_out.name, left_out.clause, left_out.value) == ("平胡", "平胡不计番", "–")
    assert [piece.code for unit in left_out.sections[0] for piece in unit] == [
        "2p", "3p", "4p", "4p", "5p", "6p",
    ]  # fmt: skip
    here.press("王建国")
    assert "3 番  →  8 分" in texts(screen)


def test_what_goes_wrong_at_a_table_becomes_events(room: Callable[..., Room]) -> None:
    here = room()
    here.evening.open_deal((3, 5), "7m")
    screen = here.open("trouble")
    here.press("机器卡住")
    here.tap(next(b for b in screen.main.children if getattr(b, "text", "") == "本盘作废重来"))
    assert here.match.items[-1].event == Voided("机器卡住\nThe table jammed")
    here.choose("score")
    screen.amounts[A].move(5)
    screen.amounts[B].move(-5)
    here.tap(screen.main.children[0])
    five = (Fraction(5), Fraction(-5), Fraction(0), Fraction(0))
    assert here.match.items[-1].event == ScoreAdjusted(five, "手改\nby hand")
    here.choose("dealer")
    here.press("张伟")
    assert here.match.standing.dealer is C
    here.choose("seats")
    swaps = [b for b in screen.walk() if getattr(b, "text", "") == "互换"]
    here.tap(swaps[0])
    swaps = [b for b in screen.walk() if getattr(b, "text", "") == "互换"]
    here.tap(swaps[1])
    here.press("就这样坐")
    event = here.match.items[-1].event
    assert isinstance(event, Seated)
    assert here.match.players == ("李秀英", "王建国", "张伟", "陈小红")
    assert here.match.standing.scores[B] == 5
    here.choose("options")
    screen.options.dispatch("on_option", "win_on_joker", "no")
    here.press("下一盘起照此")
    assert here.match.items[-1].event == OptionsChanged((("win_on_joker", "no"),))
    here.choose("end")
    here.tap(screen.main.children[0])
    assert isinstance(here.asked[-1], EndMatch)
    assert here.refused == []


def test_only_the_wins_can_be_scored(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("quick")
    here.press("李秀英 胡")
    here.press("张伟 点炮")
    for tile in parse_tiles("23456789m55s234s"):
        screen.keypad.dispatch("on_tile", tile)
    here.key("1m")
    here.press("记分")
    event = here.match.items[-1].event
    assert isinstance(event, ScoreAdjusted)
    assert event.changes[B] == -event.changes[C] > 0
    assert "李秀英 胡" in event.reason
    assert screen.form.standing == []


def test_the_score_is_settled_and_saved(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("score", view=played.late())
    shown = texts(screen)
    assert "王建国 → 陈小红" in shown
    screen.stake = Fraction(1, 2)
    screen.refresh()
    assert "4 ¥" in texts(screen)
    here.press("存成表格 CSV")
    (saved,) = here.asked
    assert isinstance(saved, SaveSheet)
    assert saved.csv.splitlines()[-1].endswith("-8,2,-2,8")
    for part in ("走势", "谁付谁", "每盘"):
        here.press(part)


def test_a_record_is_found_and_stepped_through(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("replay", view=played.ready(), sheet=sheets.archive())
    from ui.gallery.render import settle

    def listed() -> list[str]:
        settle(3)
        # Rows that are not needed now stay in the list, out of sight.
        return [row["when"] for row in screen.list.data]

    assert len(listed()) == 3
    here.press("7 天内")
    assert listed() == ["2026-05-03 20:15"]
    here.press("全部")
    here.press("国标麻将")
    assert listed() == ["2026-04-26 19:40"]
    here.press("各种打法")
    screen.filter.text = "04-26"
    assert listed() == ["2026-04-26 19:40"]
    here.tap(screen.list.children[0].children[0])
    assert here.asked == [OpenRecord("2")]
    watch = here.open("watch", view=played.ready(), sheet=sheets.looking_back())
    assert "下个存疑" not in texts(watch)
    assert "照片" not in texts(watch)
    here.press("›")
    here.press("»")
    here.press("«")
    assert here.asked[1:] == [OpenRecord("3", 42), OpenRecord("3", 61), OpenRecord("3", 20)]
    here.press("每盘")
    menu = next(each for each in here.window.children if type(each).__name__ == "DealMenu")
    rows = [row.text for row in reversed(menu.container.children)]
    assert rows[1] == "第 2 盘   王建国 −6  李秀英 +2  张伟 0  陈小红 +4"
    assert rows[3] == "第 4 盘   没打完"
    here.tap(menu.container.children[1])
    assert here.asked[-1] == OpenRecord("3", 61)
    watch.toggle()
    watch.step(1)
    assert here.asked[-1] == OpenRecord("3", 42)
    watch.watch(replace(sheets.looking_back(), at=119))
    assert not watch.controls.playing


def test_doubts_and_kept_pictures_of_a_record_are_looked_at(room: Callable[..., Room]) -> None:
    here = room()
    sheet = sheets.looking_back_with_pictures()
    watch = here.open("watch", view=played.ready(), sheet=sheet)
    assert "看 71%" in texts(watch.log_list)
    assert watch.ids.picture.height == 0
    here.press("下个存疑")
    assert here.asked == [OpenRecord("3", 50)]
    here.press("照片")
    assert here.asked[-1] == OpenRecord("3", 41, picture=True)
    watch.watch(sheet)
    assert watch.ids.picture.height > 100
    here.press("›")
    assert here.asked[-1] == OpenRecord("3", 42, picture=True)
    here.press("照片")
    watch.watch(replace(sheet, at=51, picture=None))
    assert watch.ids.picture.height == 0
    assert watch._doubt.disabled


@pytest.mark.parametrize("name", ["dark", "light", "clear"])
def test_every_text_colour_reads_on_its_ground(window: Any, name: str) -> None:
    from ui.theme import PALETTES

    palette = PALETTES[name]
    grounds = (palette.ground, palette.panel, palette.raised)
    for ground in grounds:
        for ink in (palette.text, palette.muted, palette.gold, *palette.people):
            assert _contrast(ink, ground) >= 4.5, (name, ink, ground)
        for ink in (palette.gain, palette.loss, palette.warn, palette.bad):
            assert _contrast(ink, ground) >= 4.5, (name, ink, ground)
    assert _contrast(palette.ink_on_gold, palette.gold) >= 4.5
    for ink in (palette.on_felt, palette.on_felt_gold, palette.on_felt_muted):
        assert _contrast(ink, palette.felt_edge) >= 4.5, (name, ink)


def _contrast(one: Any, other: Any) -> float:
    """WCAG 2.1 contrast ratio of two colours."""

    def light(colour: Any) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return float((high + 0.05) / (low + 0.05))


def test_seats_are_offered_by_name(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("entry", view=played.claiming())
    assert screen.rows[Seat.C].badge == "庄"
    assert [row.name for row in screen.rows.values()] == list(played.NAMES)
