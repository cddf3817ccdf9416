"""Fixed `TableView`s: every state that the live table can be in, without a table.

The matter is invented but possible under 猫抓耗子; names and amounts are chosen
to be awkward (long, four digits, halves).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.meld import Meld, MeldKind
from engine.seat import SEATS
from engine.tile import MOUSE, parse_tiles
from engine.view import (
    Candidate,
    DealRow,
    HealthState,
    Phase,
    QuestionView,
    Status,
    TableView,
    Text,
    WallView,
    WinView,
)
from ui.gallery.pieces import (
    A,
    B,
    C,
    D,
    health,
    kong,
    line,
    pung,
    river,
    seat,
    tile,
    wall,
)

RULES = Text("猫抓耗子 · 单打", "Cat and Mouse · singles")


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
)

DEALS = (
    DealRow(
        1, A, (Fraction(16), Fraction(-4), Fraction(-8), Fraction(-4)), Text("三家胡", "Three wins")
    ),
    DealRow(
        2,
        A,
        (Fraction(-2), Fraction(5, 2), Fraction(-1), Fraction(1, 2)),
        Text("荒牌", "Exhausted"),
    ),
)

ROLE = Text("宝牌", "Bonus")


def empty() -> TableView:
    """Before the first deal."""
    return TableView(
        seq=0,
        rules=RULES,
        deal=0,
        phase=Phase.IDLE,
        dealer=A,
        seats=tuple(seat(s, hand=0) for s in SEATS),  # type: ignore[arg-type]
        wall=WallView(0, 0, ((), (), (), ())),
        health=health(),
    )


def walls() -> TableView:
    """The walls stand and the dice have been thrown."""
    return replace(
        empty(),
        seq=2,
        deal=1,
        phase=Phase.WALLS,
        wall=wall(0, 0),
        dice=(3, 5),
        seats=tuple(seat(s, hand=0, dealer=s is A) for s in SEATS),
        last=line(2, "王建国掷骰子 3 和 5", "Wang Jianguo rolls 3 and 5", A, source="line"),
        log=LOG[:2],
        can_undo=True,
    )


def playing() -> TableView:
    """The middle of a deal, every kind of meld on the table."""
    return TableView(
        seq=12,
        rules=RULES,
        deal=3,
        phase=Phase.PLAY,
        dealer=B,
        seats=(
            seat(
                A,
                score=14,
                hand=7,
                turn=False,
                lies=river("9m19p4s6m", last=True),
                melds=(kong("3s", MeldKind.CONCEALED_KONG), pung("7p", D)),
                flowers="27f",
            ),
            seat(
                B,
                score=Fraction(-3, 2),
                dealer=True,
                hand=10,
                turn=True,
                lies=river("9p1m9s2m17p"),
                melds=(pung("2s", A, joker=True),),
                flowers="1f",
            ),
            seat(
                C,
                score=-9,
                hand=7,
                lies=river("1s6p2z8m3p9s1s"),
                melds=(kong("5m", MeldKind.ADDED_KONG, B), pung("8s", A)),
            ),
            seat(
                D,
                score=Fraction(-7, 2),
                hand=6,
                lies=river("4z5p1m9m3s5p7p2s"),
                melds=(pung("1s", C), kong("6s", MeldKind.EXPOSED_KONG, A)),
                flowers="368f",
            ),
        ),
        wall=wall(53 + 21, 9, ((D, 3, tile("7m")),)),
        dice=(3, 5),
        indicators=(tile("7m"),),
        marked=((ROLE, tile("8m")),),
        last=LOG[-1],
        log=LOG,
        health=health(),
        can_undo=True,
        deals=DEALS,
    )


def crowded() -> TableView:
    """A long deal: full rivers, four melds, a mouse in a pung, all the flowers."""
    base = playing()
    mouse = Meld(
        MeldKind.PUNG, tile("7p"), (tile("7p"), MOUSE, tile("7p")), D, 0, ((1, tile("7p")),)
    )
    return replace(
        base,
        seq=131,
        wall=wall(53 + 50, 17),
        seats=(
            seat(
                A,
                score=128,
                change=-32,
                hand=1,
                lies=river("19m19p4s6m2p3s8p7s1m9s5m3p2s4p6s8m1p9m2s"),
                melds=(kong("3s", MeldKind.CONCEALED_KONG), mouse, pung("2m", B), pung("5s", C)),
                flowers="2756f",
            ),
            seat(
                B,
                score=-96,
                change=64,
                dealer=True,
                hand=9,
                status=Status.WON,
                winning="4p",
                lies=river("9p1m9s2m17p8s3m6p2s"),
                melds=(pung("2s", A, joker=True),),
                flowers="1f",
            ),
            seat(
                C,
                score=-9,
                change=-32,
                hand=1,
                turn=True,
                lies=river("1s6p2h8m3p9s1s7m4m2p9p5s6m1s3s8p4s7p2m9m1p5m3m", last=True),
                melds=(
                    kong("5m", MeldKind.ADDED_KONG, B),
                    pung("8s", A),
                    pung("6m", D),
                    kong("9p", MeldKind.EXPOSED_KONG, A),
                ),
            ),
            seat(
                D,
                score=-23,
                hand=4,
                status=Status.DEAD_HAND,
                lies=river("1h5p1m9m3s5p7p2s8m4p1s6m2p9s3p4s7s"),
                melds=(pung("1s", C), kong("6s", MeldKind.EXPOSED_KONG, A), pung("7m", B)),
                flowers="348f",
            ),
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
        id="q7",
        after=12,
        by_rule=False,
        text=Text("陈小红打的是哪一张?", "Which tile did Chen Xiaohong discard?"),
        candidates=(
            Candidate(Text("四筒", "4 dots"), parse_tiles("4p"), 0.52),
            Candidate(Text("五筒", "5 dots"), parse_tiles("5p"), 0.31),
            Candidate(Text("六筒", "6 dots"), parse_tiles("6p"), 0.12),
            Candidate(Text("都不是", "None of these")),
        ),
        boxes=((900.0, 500.0, 940.0, 560.0),),
    )
    second = replace(question, id="q8")
    return replace(
        base, seats=(seats[0], seats[1], seats[2], seats[3]), questions=(question, second)
    )


def asking_rule() -> TableView:
    """A question that only players can answer, with long labels, and a discrepancy."""
    question = QuestionView(
        id="q9",
        after=12,
        by_rule=True,
        text=Text(
            "李秀英把春放进牌河, 报了不补花吗?",
            "Li Xiuying threw Spring: was 'no flower' announced?",
        ),
        candidates=(
            Candidate(Text("报了, 是废牌", "Yes, a plain discard"), parse_tiles("1f"), 0.5),
            Candidate(Text("没报, 算补花", "No, it counts as laid"), parse_tiles("1f"), 0.5),
        ),
    )
    return replace(
        playing(),
        questions=(question,),
        discrepancy=Text(
            "张伟的牌河里多了一张九条, 没有哪一步能放在那里。请看一眼牌桌。",
            "There is a 9 bamboo too many in Zhang Wei's river; no move puts it there. "
            "Please look at the table.",
        ),
    )


def awkward() -> TableView:
    """Long names, four-digit scores and halves."""
    names = ("欧阳上官司马诸葛", "Alexandra Montgomery-Fitzgerald", "阿", "迪丽热巴·迪力木拉提")
    base = crowded()
    scores = (Fraction(12345), Fraction(-9876, 1), Fraction(-2469, 2), Fraction(-9999, 8))
    changes = (Fraction(1024), Fraction(-1024), Fraction(-127, 2), Fraction(127, 8))
    seats = tuple(
        replace(
            s, name=names[s.seat], score=scores[s.seat], change=changes[s.seat], dealer=s.seat is D
        )
        for s in base.seats
    )
    return replace(base, seats=(seats[0], seats[1], seats[2], seats[3]), dealer=D)


def camera_lost() -> TableView:
    """The camera is gone, the line was never there."""
    return replace(
        playing(),
        health=health(HealthState.BAD, HealthState.ABSENT),
        last=line(
            13,
            "请用手点: 摄像头没有画面",
            "Go on by finger: the camera has no picture",
            source="rule",
        ),
    )
