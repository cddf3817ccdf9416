"""What the table says on its line, in words."""

from __future__ import annotations

from typing import Final

from engine.signals import (
    Dealt,
    Dice,
    Fault,
    FaultKind,
    Hatch,
    Heartbeat,
    Hello,
    Power,
    PowerState,
    SeatButton,
    SetComplete,
    ShuffleStarted,
    Signal,
    Snapshot,
    Sticks,
    WallsUp,
)
from engine.view import Text

_FAULTS: Final = {
    FaultKind.NONE: Text("故障消除", "fault gone"),
    FaultKind.JAM: Text("卡牌", "jammed"),
    FaultKind.TILE_MISSING: Text("少牌", "a tile is missing"),
    FaultKind.TILE_EXTRA: Text("多牌", "a tile too many"),
    FaultKind.MOTOR: Text("电机故障", "motor fault"),
    FaultKind.LID: Text("盖没关好", "the lid is not closed"),
    FaultKind.SENSOR: Text("感应器故障", "sensor fault"),
    FaultKind.OTHER: Text("其它故障", "another fault"),
}
_POWER: Final = {
    PowerState.OFF: Text("关机", "switched off"),
    PowerState.ON: Text("开机", "switched on"),
    PowerState.STANDBY: Text("待机", "standby"),
    PowerState.BATTERY_LOW: Text("电池不足", "battery low"),
}


def signal_text(signal: Signal) -> Text:
    """One line for one signal."""
    match signal:
        case Hello(model, firmware):
            return Text(f"牌桌：{model} {firmware}", f"table: {model} {firmware}")
        case Heartbeat():
            return Text("在线", "alive")
        case ShuffleStarted():
            return Text("洗牌", "shuffling")
        case SetComplete(count):
            return Text(f"牌齐了：{count} 张", f"the set is complete: {count} tiles")
        case WallsUp(stacks):
            return Text(f"升牌：{_zh(stacks)} 墩", f"walls up: {_en(stacks)} stacks")
        case Hatch(opened):
            return Text("中间开了", "hatch open") if opened else Text("中间关了", "hatch closed")
        case Dice(one, two):
            return Text(f"骰子 {one} 和 {two}", f"dice {one} and {two}")
        case Dealt(counts):
            return Text(f"发牌：{_zh(counts)} 张", f"dealt: {_en(counts)} tiles")
        case SeatButton(seat, button):
            return Text(f"{seat.name} 家按钮 {button}", f"button {button} of seat {seat.name}")
        case Sticks(seat, amount):
            return Text(f"{seat.name} 家筹码 {amount}", f"seat {seat.name} holds {amount} points")
        case Fault(kind, side, detail):
            where = f" {side.name}" if side is not None else ""
            said = f"（{detail}）" if detail else ""
            fault = _FAULTS[kind]
            return Text(f"{fault.zh}{where}{said}", f"{fault.en}{where} {detail}".rstrip())
        case Power(state):
            return _POWER[state]
        case Snapshot(last_number=number):
            return Text(f"全部近况（到第 {number} 件）", f"all it knows (up to event {number})")


def _zh(counts: tuple[int, ...]) -> str:
    return "、".join(map(str, counts))


def _en(counts: tuple[int, ...]) -> str:
    return ", ".join(map(str, counts))
