"""Fixed `TableView`s: every state that the live table can be in, without a table.

The matter is invented but possible under 猫抓耗子; names and amounts are chosen
to be awkward (long, four digits, halves).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from engine.meld import Meld, MeldKind
from engine.seat import SEATS, Seat
from engine.tile import MOUSE, Tile, parse_tiles
from engine.view import (
    Candidate,
    DealRow,
    FanLine,
    Health,
    HealthState,
    LogLine,
    PaymentView,
    Phase,
    QuestionView,
    RiverTile,
    SeatView,
    Status,
    TableView,
    Text,
    WallView,
    WinView,
)

A, B, C, D = SEATS
NAMES = ("王建国", "李秀英", "张伟", "陈小红")
RULES = Text("猫抓耗子 · 单打", "Cat and Mouse · singles")
STACKS = (16, 15, 16, 15)


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: its view, language, size, and what was tapped before."""

    name: str
    view: TableView
    lang: str = "zh"
    size: tuple[int, int] = (1280, 800)
    tab: str | None = None
    bottom: Seat = Seat.A


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


def wall(gone_head: int, gone_tail: int, face_up: tuple[tuple[Seat, int, Tile], ...] = ()) -> WallView:
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
        Health(Text("摄像头", "Camera"), camera, camera_detail),
        Health(Text("牌桌线", "Line"), line, line_detail),
        Health(Text("识牌", "Eyes"), good, Text("每张 18 毫秒", "18 ms a picture")),
        Health(Text("记录", "Record"), good, Text("已存 212 条", "212 entries kept")),
    )


def line(
    seq: int, zh: str, en: str, who: Seat | None = None, *, corrected: bool = False,
    source: str = "camera", confidence: float = 1.0,
) -> LogLine:  # fmt: skip
    return LogLine(seq, Text(zh, en), who, corrected, source, confidence)


LOG = (
    line(1, "第 3 盘, 李秀英坐庄", "Deal 3, Li Xiuying deals", B, source="line"),
    line(2, "骰子 3 和 5, 开门", "Dice 3 and 5, wall broken", B, source="line"),
    line(3, "翻七万, 宝牌八万", "Flipped 7 characters, bonus 8", None),
    line(4, "李秀英补花 春", "Li Xiuying lays Spring", B),
    line(5, "李秀英打九筒", "Li Xiuying discards 9 dots", B),
    line(6, "张伟打一条", "Zhang Wei discards 1 bamboo", C, confidence=0.71),
    line(7, "陈小红碰一条", "Chen Xiaohong pungs 1 bamboo", D),
    line(8, "陈小红打四筒", "Chen Xiaohong discards 4 dots", D, corrected=True),
    line(9, "陈小红打五筒", "Chen Xiaohong discards 5 dots", D, source="answer"),
    line(10, "王建国摸牌", "Wang Jianguo draws", A, source="line"),
    line(11, "王建国暗杠三条", "Wang Jianguo, concealed kong of 3 bamboo", A),
    line(12, "王建国打六万", "Wang Jianguo discards 6 characters", A),
)  # fmt: skip

DEALS = (
    DealRow(1, A, (Fraction(16), Fraction(-4), Fraction(-8), Fraction(-4)), Text("三家胡", "Three wins")),
    DealRow(2, A, (Fraction(-2), Fraction(5, 2), Fraction(-1), Fraction(1, 2)), Text("荒牌", "Exhausted")),
)  # fmt: skip

ROLE = Text("宝牌", "Bonus")


def empty() -> TableView:
    """Before the first deal."""
    return TableView(
        seq=0, rules=RULES, deal=0, phase=Phase.IDLE, dealer=A,
        seats=tuple(seat(s, hand=0) for s in SEATS),  # type: ignore[arg-type]
        wall=WallView(0, 0, ((), (), (), ())), health=health(),
    )  # fmt: skip


def walls() -> TableView:
    """The walls stand and the dice have been thrown."""
    return replace(
        empty(), seq=2, deal=1, phase=Phase.WALLS, wall=wall(0, 0), dice=(3, 5),
        seats=tuple(seat(s, hand=0, dealer=s is A) for s in SEATS),
        last=line(2, "王建国掷骰子 3 和 5", "Wang Jianguo rolls 3 and 5", A, source="line"),
        log=LOG[:2], can_undo=True,
    )  # fmt: skip


def playing() -> TableView:
    """The middle of a deal, every kind of meld on the table."""
    return TableView(
        seq=12, rules=RULES, deal=3, phase=Phase.PLAY, dealer=B,
        seats=(
            seat(A, score=14, hand=7, turn=False, lies=river("9m19p4s6m", last=True),
                 melds=(kong("3s", MeldKind.CONCEALED_KONG), pung("7p", D)), flowers="27f"),
            seat(B, score=Fraction(-3, 2), dealer=True, hand=10, turn=True, lies=river("9p1m9s2m17p"),
                 melds=(pung("2s", A, joker=True),), flowers="1f"),
            seat(C, score=-9, hand=7, lies=river("1s6p2z8m3p9s1s"),
                 melds=(kong("5m", MeldKind.ADDED_KONG, B), pung("8s", A))),
            seat(D, score=Fraction(-7, 2), hand=6, lies=river("4z5p1m9m3s5p7p2s"),
                 melds=(pung("1s", C), kong("6s", MeldKind.EXPOSED_KONG, A)), flowers="368f"),
        ),
        wall=wall(53 + 21, 9, ((D, 3, tile("7m")),)),
        dice=(3, 5), indicators=(tile("7m"),), marked=((ROLE, tile("8m")),),
        last=LOG[-1], log=LOG, health=health(), can_undo=True, deals=DEALS,
    )  # fmt: skip


def crowded() -> TableView:
    """A long deal: full rivers, four melds, a mouse in a pung, all the flowers."""
    base = playing()
    mouse = Meld(MeldKind.PUNG, tile("7p"), (tile("7p"), MOUSE, tile("7p")), D, 0, ((1, tile("7p")),))
    return replace(
        base, seq=131, wall=wall(53 + 50, 17),
        seats=(
            seat(A, score=128, change=-32, hand=1,
                 lies=river("19m19p4s6m2p3s8p7s1m9s5m3p2s4p6s8m1p9m2s"),
                 melds=(kong("3s", MeldKind.CONCEALED_KONG), mouse, pung("2m", B), pung("5s", C)),
                 flowers="2756f"),
            seat(B, score=-96, change=64, dealer=True, hand=9, status=Status.WON, winning="4p",
                 lies=river("9p1m9s2m17p8s3m6p2s"), melds=(pung("2s", A, joker=True),), flowers="1f"),
            seat(C, score=-9, change=-32, hand=1, turn=True,
                 lies=river("1s6p2h8m3p9s1s7m4m2p9p5s6m1s3s8p4s7p2m9m1p5m3m", last=True),
                 melds=(kong("5m", MeldKind.ADDED_KONG, B), pung("8s", A), pung("6m", D),
                        kong("9p", MeldKind.EXPOSED_KONG, A))),
            seat(D, score=-23, hand=4, status=Status.DEAD_HAND,
                 lies=river("1h5p1m9m3s5p7p2s8m4p1s6m2p9s3p4s7s"),
                 melds=(pung("1s", C), kong("6s", MeldKind.EXPOSED_KONG, A), pung("7m", B)),
                 flowers="348f"),
        ),
        last=line(131, "张伟打三万", "Zhang Wei discards 3 characters", C),
        wins=(WinView(B, None, Text("自摸", "Self-draw"), tile("4p"), pending=True),),
    )


def asking() -> TableView:
    """A question about what the eyes did not see clearly."""
    base = playing()
    seats = list(base.seats)
    seats[D] = replace(seats[D], river=river("4z5p1m9m3s5p7p2s4p", doubt=8), turn=True)
    seats[B] = replace(seats[B], turn=False)
    question = QuestionView(
        id="q7", after=12, by_rule=False,
        text=Text("陈小红打的是哪一张?", "Which tile did Chen Xiaohong discard?"),
        candidates=(
            Candidate(Text("四筒", "4 dots"), parse_tiles("4p"), 0.52),
            Candidate(Text("五筒", "5 dots"), parse_tiles("5p"), 0.31),
            Candidate(Text("六筒", "6 dots"), parse_tiles("6p"), 0.12),
            Candidate(Text("都不是", "None of these")),
        ),
        boxes=((900.0, 500.0, 940.0, 560.0),),
    )  # fmt: skip
    second = replace(question, id="q8")
    return replace(
        base, seats=(seats[0], seats[1], seats[2], seats[3]), questions=(question, second)
    )


def asking_rule() -> TableView:
    """A question that only players can answer, with long labels, and a discrepancy."""
    question = QuestionView(
        id="q9", after=12, by_rule=True,
        text=Text("李秀英把春放进牌河, 报了不补花吗?", "Li Xiuying threw Spring: was 'no flower' announced?"),
        candidates=(
            Candidate(Text("报了, 是废牌", "Yes, a plain discard"), parse_tiles("1f"), 0.5),
            Candidate(Text("没报, 算补花", "No, it counts as laid"), parse_tiles("1f"), 0.5),
        ),
    )  # fmt: skip
    return replace(
        playing(), questions=(question,),
        discrepancy=Text(
            "张伟的牌河里多了一张九条, 没有哪一步能放在那里。请看一眼牌桌。",
            "There is a 9 bamboo too many in Zhang Wei's river; no move puts it there. "
            "Please look at the table.",
        ),
    )  # fmt: skip


def pending() -> TableView:
    """Three winners, hands still face down."""
    base = crowded()
    s = base.seats
    wins = (
        WinView(B, None, Text("自摸", "Self-draw"), tile("4p"), pending=True),
        WinView(A, C, Text("点炮", "Discard"), tile("3m"), pending=True),
        WinView(D, C, Text("点炮", "Discard"), tile("3m"), pending=True),
    )
    return replace(
        base, seq=132, phase=Phase.OPENING, wins=wins,
        seats=(
            replace(s[A], status=Status.WON, winning_tile=tile("3m"), change=Fraction(0)),
            replace(s[B], change=Fraction(0)),
            replace(s[C], change=Fraction(0), river=s[C].river[:-1]),
            replace(s[D], status=Status.WON, winning_tile=tile("3m")),
        ),
        last=line(132, "王建国、陈小红胡三万, 张伟点炮", "Wang Jianguo and Chen Xiaohong win on Zhang Wei's 3 characters", C),
    )  # fmt: skip


def fan(
    zh: str, en: str, value: int, clause: str, tiles: tuple[str, ...] = (), count: int = 1
) -> FanLine:
    return FanLine(Text(zh, en), value, count, clause, tuple(parse_tiles(t) for t in tiles))


def pay(payer: Seat, payee: Seat, points: Fraction | int, zh: str, en: str) -> PaymentView:
    return PaymentView(payer, payee, Fraction(points), Text(zh, en))


def settled() -> TableView:
    """The same deal, hands open, counted and paid."""
    base = pending()
    self_draw = ("自摸", "Self-draw")
    discard = ("点炮", "Discard")
    first = WinView(
        B, None, Text(*self_draw), tile("4p"), pending=False,
        groups=tuple(parse_tiles(g) for g in ("2s1j2s", "234p", "456p", "888p", "55s")),
        fans=(
            fan("杠上花", "Won on a replacement", 1, "D4.(五)5", ("4p",)),
            fan("无百搭", "No joker", 1, "D4.(五)9"),
            fan("根", "Root", 1, "D4.(五)3", ("2222s",)),
            fan("进宝", "Bonus tiles", 1, "D4.(五)8", ("888p",)),
        ),
        excluded=((fan("平胡", "Plain hand", 0, "D4.(五)1"), Text("平胡不计番", "A plain hand counts nothing")),),
        total=4, points=Fraction(16),
        payments=(pay(A, B, 16, *self_draw), pay(C, B, 16, *self_draw), pay(D, B, 8, "自摸, 猫减半", "Self-draw, halved by the cat")),
    )
    second = WinView(
        A, C, Text(*discard), tile("3m"), pending=False,
        groups=tuple(parse_tiles(g) for g in ("3333s", "7p2h7p", "222m", "555s", "33m")),
        fans=(
            fan("碰碰胡", "All pungs", 1, "D4.(五)7", ("3333s", "777p", "222m", "555s", "33m")),
            fan("杠", "Kong", 1, "D4.(五)2", ("3333s",)),
            fan("四季发财", "Flower group", 1, "D4.(五)10", ("5678f",)),
        ),
        total=3, points=Fraction(8), payments=(pay(C, A, 8, *discard),),
    )
    third = WinView(
        D, C, Text(*discard), tile("3m"), pending=False,
        groups=tuple(parse_tiles(g) for g in ("111s", "6666s", "777m", "33m", "123m")),
        fans=(fan("杠", "Kong", 1, "D4.(五)2", ("6666s",)),),
        total=1, points=Fraction(1), payments=(pay(C, D, Fraction(1, 2), "点炮, 猫减半", "Discard, halved by the cat"),),
    )
    s = base.seats
    wins = (first, second, third)
    return replace(
        base, seq=140, phase=Phase.SETTLED, wins=wins,
        payments=tuple(p for w in wins for p in w.payments),
        seats=(
            replace(s[A], score=Fraction(120), change=Fraction(-8), opened=parse_tiles("3m")),
            replace(s[B], score=Fraction(-56), change=Fraction(40), opened=parse_tiles("23456p888p55s")),
            replace(s[C], score=Fraction(-67, 2), change=Fraction(-49, 2), opened=parse_tiles("7s"), turn=False),
            replace(s[D], score=Fraction(-61, 2), change=Fraction(-15, 2), opened=parse_tiles("12m3m")),
        ),
        last=line(140, "第 3 盘结束: 三家胡, 下一盘李秀英坐庄", "Deal 3 is over: three wins, Li Xiuying deals next"),
        deals=(*DEALS, DealRow(3, B, (Fraction(-8), Fraction(40), Fraction(-49, 2), Fraction(-15, 2)), Text("三家胡", "Three wins"))),
    )  # fmt: skip


def exhausted() -> TableView:
    """An exhausted deal: open hands of thirteen, ready players are paid."""
    base = playing()
    s = base.seats
    causes = ("查叫", "Ready check")
    payments = (pay(B, A, 4, *causes), pay(C, A, 4, *causes), pay(B, D, 2, *causes), pay(C, D, 2, *causes))
    return replace(
        base, seq=150, phase=Phase.SETTLED, wall=wall(53 + 62, 9), payments=payments,
        seats=(
            seat(A, score=22, change=8, hand=13, opened="123m456p77789p234s", lies=river("19m19p4s6m2p3s8p7s1m")),
            seat(B, score=-8, change=-6, dealer=True, hand=13, opened="1j12m5679p13458s26m", lies=river("9p1m9s2m17p8s3m6p2s")),
            seat(C, score=-15, change=-6, hand=13, opened="234678m1139p458s", lies=river("1s6p2h8m3p9s1s7m4m2p9p")),
            seat(D, score=1, change=4, hand=13, opened="11223344556679s", lies=river("1h5p1m9m3s5p7p2s8m4p")),
        ),
        last=line(150, "荒牌, 查叫: 王建国、陈小红听牌", "Exhausted; Wang Jianguo and Chen Xiaohong are ready"),
    )  # fmt: skip


def awkward() -> TableView:
    """Long names, four-digit scores and halves."""
    names = ("欧阳上官司马诸葛", "Alexandra Montgomery-Fitzgerald", "阿", "迪丽热巴·迪力木拉提")
    base = crowded()
    scores = (Fraction(12345), Fraction(-9876, 1), Fraction(-2469, 2), Fraction(-9999, 8))
    changes = (Fraction(1024), Fraction(-1024), Fraction(-127, 2), Fraction(127, 8))
    seats = tuple(
        replace(s, name=names[s.seat], score=scores[s.seat], change=changes[s.seat], dealer=s.seat is D)
        for s in base.seats
    )
    return replace(base, seats=(seats[0], seats[1], seats[2], seats[3]), dealer=D)


def camera_lost() -> TableView:
    """The camera is gone, the line was never there."""
    return replace(
        playing(), health=health(HealthState.BAD, HealthState.ABSENT),
        last=line(13, "请用手点: 摄像头没有画面", "Go on by finger: the camera has no picture", source="rule"),
    )  # fmt: skip


def scenes() -> tuple[Scene, ...]:
    """All pictures, in the order in which an evening shows them."""
    return (
        Scene("01-empty", empty()),
        Scene("02-walls", walls()),
        Scene("03-playing", playing()),
        Scene("04-crowded", crowded(), tab="log"),
        Scene("05-question", asking()),
        Scene("06-question-by-rule", asking_rule()),
        Scene("07-three-pending", pending()),
        Scene("08-settled", settled()),
        Scene("09-exhausted", exhausted(), tab="score"),
        Scene("10-long-names", awkward(), tab="score"),
        Scene("11-camera-lost", camera_lost()),
        Scene("12-english", asking(), lang="en"),
        Scene("13-english-settled", settled(), lang="en"),
        Scene("14-large", playing(), size=(1920, 1200)),
        Scene("15-from-c", playing(), bottom=Seat.C),
        Scene("16-laptop", settled(), size=(1366, 768)),
    )
