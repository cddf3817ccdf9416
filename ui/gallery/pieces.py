"""What the fixed views are put together from."""

from __future__ import annotations

from fractions import Fraction

from engine.meld import Meld, MeldKind
from engine.seat import SEATS, Seat
from engine.tile import Tile, parse_tiles
from engine.view import (
    FanLine,
    Health,
    HealthState,
    LogLine,
    PaymentView,
    RiverTile,
    SeatView,
    Status,
    Text,
    WallView,
)

A, B, C, D = SEATS
NAMES = ("王建国", "李秀英", "张伟", "陈小红")
STACKS = (16, 15, 16, 15)


def tile(code: str) -> Tile:
    return Tile.parse(code)


def river(codes: str, *, last: bool = False, doubt: int | None = None) -> tuple[RiverTile, ...]:
    """Discards in grouped notation; `doubt` is the index of one in question."""
    tiles = parse_tiles(codes)
    return tuple(
        RiverTile(t, last and i == len(tiles) - 1, i == doubt) for i, t in enumerate(tiles)
    )


def pung(code: str, source: Seat, *, joker: bool = False) -> Meld:
    kind = tile(code)
    tiles = (kind, tile("1j") if joker else kind, kind)
    stands = ((1, kind),) if joker else ()
    return Meld(MeldKind.PUNG, kind, tiles, source, 2, stands)


def kong(code: str, kind: MeldKind, source: Seat | None = None) -> Meld:
    t = tile(code)
    claimed = None if kind is MeldKind.CONCEALED_KONG else 2
    return Meld(kind, t, (t,) * 4, source, claimed)


def seat(
    which: Seat,
    *,
    score: Fraction | int = 0,
    change: Fraction | int = 0,
    hand: int = 13,
    status: Status = Status.PLAYING,
    turn: bool = False,
    dealer: bool = False,
    names: tuple[str, str, str, str] = NAMES,
    lies: tuple[RiverTile, ...] = (),
    melds: tuple[Meld, ...] = (),
    flowers: str = "",
    winning: str | None = None,
    opened: str | None = None,
) -> SeatView:
    return SeatView(
        seat=which,
        name=names[which],
        score=Fraction(score),
        change=Fraction(change),
        dealer=dealer,
        turn=turn,
        status=status,
        hand_count=hand,
        river=lies,
        melds=melds,
        flowers=parse_tiles(flowers),
        winning_tile=None if winning is None else tile(winning),
        opened=None if opened is None else parse_tiles(opened),
    )


def wall(
    gone_head: int, gone_tail: int, face_up: tuple[tuple[Seat, int, Tile], ...] = ()
) -> WallView:
    """A ring broken in B's wall: `gone_*` tiles have left from either end."""
    order = [(s, i) for s in (B, A, D, C) for i in range(STACKS[s])]
    order = order[5:] + order[:5]
    left = dict.fromkeys(order, 2)
    for end, gone in ((order, gone_head), (order[::-1], gone_tail)):
        for n in range(gone):
            left[end[n // 2]] -= 1
    alive = [spot for spot in order if left[spot]]
    stacks = tuple(tuple(left[(s, i)] for i in range(STACKS[s])) for s in SEATS)
    return WallView(
        remaining=124 - gone_head - gone_tail,
        total=124,
        stacks=stacks,
        face_up=face_up,
        head=alive[0] if alive else None,
        tail=alive[-1] if alive else None,
    )


def health(
    camera: HealthState = HealthState.GOOD, line: HealthState = HealthState.GOOD
) -> tuple[Health, ...]:
    camera_detail = {
        HealthState.BAD: Text(
            "4 秒没有新画面。请检查 USB 线和镜头盖; 可先用手点, 记录不会丢。",
            "No new picture for 4 s. Check the USB cable and the lens cap; go on by finger, "
            "nothing is lost.",
        ),
    }.get(camera, Text("30 帧/秒, 画面清楚", "30 frames/s, clear picture"))
    line_detail = {
        HealthState.ABSENT: Text("没有接串口线", "No serial line connected"),
        HealthState.WAIT: Text("正在重新连接 /dev/ttyUSB0", "Reconnecting /dev/ttyUSB0"),
    }.get(line, Text("已连接, 115200", "Connected, 115200"))
    good = HealthState.GOOD
    return (
        Health(Text("摄像头", "camera"), camera, camera_detail),
        Health(Text("牌桌线", "line"), line, line_detail),
        Health(Text("看牌", "eyes"), good, Text("每张 18 毫秒", "18 ms a picture")),
        Health(Text("记录", "record"), good, Text("已存 212 条", "212 entries kept")),
    )


def line(
    seq: int,
    zh: str,
    en: str,
    who: Seat | None = None,
    *,
    corrected: bool = False,
    source: str = "camera",
    confidence: float = 1.0,
) -> LogLine:
    return LogLine(seq, Text(zh, en), who, corrected, source, confidence)


def fan(
    zh: str, en: str, value: int, clause: str, tiles: tuple[str, ...] = (), count: int = 1
) -> FanLine:
    return FanLine(Text(zh, en), value, count, clause, tuple(parse_tiles(t) for t in tiles))


def pay(
    payer: Seat, payee: Seat, points: Fraction | int, zh: str, en: str, cats: tuple[Seat, ...] = ()
) -> PaymentView:
    """`cats`: whose cats made it less."""
    marks = tuple((seat, Text("猫", "cat")) for seat in cats)
    return PaymentView(payer, payee, Fraction(points), Text(zh, en), marks)
