"""The line as the set-up shows it: the latest messages, and what to try in silence."""

from __future__ import annotations

import typing
from datetime import datetime

import pytest

from companion.config import LineSection
from companion.line_watch import LATEST, MISSING, SILENT, LineLog, LineWatch, advice_for
from companion.line_words import signal_text
from companion.setting_line import SettingLine
from engine.seat import Seat
from engine.signals import (
    SIGNAL_NAMES,
    Dice,
    Fault,
    FaultKind,
    Heartbeat,
    Hello,
    Power,
    PowerState,
    SeatButton,
    SetComplete,
    Signal,
    SignalReceived,
    Snapshot,
    WallsUp,
)
from engine.view import Health, HealthState, Text
from table_io.virtual.serial_line import VirtualLine
from tests.companion.test_setting_up import Screen
from ui.setting_up import LineSheet

WHEN = datetime(2026, 1, 2, 20, 15, 7)


def received(signal: Signal, *, recovered: bool = False) -> SignalReceived:
    return SignalReceived(signal, 0.0, 1, b"", recovered=recovered)


@pytest.mark.parametrize(
    ("signal", "zh", "en"),
    [
        (Hello("样机", "1.2"), "样机", "1.2"),
        (SetComplete(136), "136 张", "136 tiles"),
        (WallsUp((17, 17, 17, 17)), "17、17、17、17 墩", "17, 17, 17, 17 stacks"),
        (Dice(3, 5), "3 和 5", "3 and 5"),
        (SeatButton(Seat.C, 2), "C 家按钮 2", "button 2 of seat C"),
        (Fault(FaultKind.JAM, Seat.B, "lift"), "卡牌 B（lift）", "jammed B lift"),
        (Fault(FaultKind.NONE), "故障消除", "fault gone"),
        (Power(PowerState.BATTERY_LOW), "电池不足", "battery low"),
        (Snapshot(1, 7), "第 7 件", "event 7"),
    ],
)
def test_signals_are_told_in_words(signal: Signal, zh: str, en: str) -> None:
    text = signal_text(signal)
    assert zh in text.zh and en in text.en


def test_every_kind_of_signal_has_its_words() -> None:
    told = set(typing.get_args(Signal))
    assert told == set(SIGNAL_NAMES.values())
    for kind in FaultKind:
        assert signal_text(Fault(kind)).zh
    for state in PowerState:
        assert signal_text(Power(state)).en
    assert signal_text(Heartbeat()).en == "alive"


def test_only_the_latest_are_kept_with_their_time() -> None:
    log = LineLog(lambda: WHEN)
    for n in range(LATEST + 5):
        log.add(received(SetComplete(n)))
    log.add(received(Dice(1, 1), recovered=True))
    messages = log.messages()
    assert len(messages) == LATEST
    assert messages[0].text.zh == "牌齐了：6 张"
    assert (messages[-1].when, messages[-1].text.zh) == ("20:15:07", "骰子 1 和 1（补到）")


@pytest.mark.parametrize(
    ("state", "heard", "advice"),
    [
        (HealthState.GOOD, True, None),
        (HealthState.GOOD, False, SILENT),
        (HealthState.WAIT, False, SILENT),
        (HealthState.BAD, True, MISSING),
        (HealthState.ABSENT, False, MISSING),
    ],
)
def test_silence_has_its_advice(state: HealthState, heard: bool, advice: Text | None) -> None:
    log = LineLog(lambda: WHEN)
    if heard:
        log.add(received(Dice(3, 5)))
    here = Text("", "")
    assert advice_for(Health(here, state, here), log.messages()) is advice


def test_a_line_is_opened_watched_and_let_go() -> None:
    screen = Screen()
    table = VirtualLine()
    table.start()
    line = SettingLine(LineSection(), screen.bridge.tell)
    try:
        line.watch(table.address, None)
        screen.until(LineSheet, lambda sheet: sheet.health.state is HealthState.GOOD)
        table.emit(Dice(2, 6))
        sheet = screen.until(
            LineSheet, lambda sheet: any("骰子 2 和 6" in m.text.zh for m in sheet.messages)
        )
        assert sheet.port == table.address == line.chosen and sheet.advice is None
        assert (table.address, table.address) in sheet.ports
        line.watch(None, None)
    finally:
        line.watch(None, None)
        table.close()


def test_no_port_is_said_at_once() -> None:
    told: list[LineSheet] = []
    watch = LineWatch(told.append)
    watch.begin(None, "", ())
    watch.end()
    (sheet,) = told
    assert sheet.health.state is HealthState.ABSENT and sheet.advice is MISSING
