"""Fixed views of a deal's end: wins still down, opened and paid, exhausted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.tile import parse_tiles
from engine.view import DealRow, Phase, Status, TableView, Text, WinView
from ui.gallery.pieces import A, B, C, D, fan, line, pay, river, seat, tile, wall
from ui.gallery.views import DEALS, awkward, crowded, playing


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
        base,
        seq=132,
        phase=Phase.OPENING,
        wins=wins,
        seats=(
            replace(s[A], status=Status.WON, winning_tile=tile("3m"), change=Fraction(0)),
            replace(s[B], change=Fraction(0)),
            replace(s[C], change=Fraction(0), river=s[C].river[:-1]),
            replace(s[D], status=Status.WON, winning_tile=tile("3m")),
        ),
        last=line(
            132,
            "王建国、陈小红胡三万, 张伟点炮",
            "Wang Jianguo and Chen Xiaohong win on Zhang Wei's 3 characters",
            C,
        ),
    )


def settled() -> TableView:
    """The same deal, hands open, counted and paid."""
    base = pending()
    self_draw = ("自摸", "Self-draw")
    discard = ("点炮", "Discard")
    first = WinView(
        B,
        None,
        Text(*self_draw),
        tile("4p"),
        pending=False,
        groups=tuple(parse_tiles(g) for g in ("2s1j2s", "234p", "456p", "888p", "55s")),
        fans=(
            fan("杠上花", "Won on a replacement", 1, "D4.(五)5", ("4p",)),
            fan("无百搭", "No joker", 1, "D4.(五)9"),
            fan("根", "Root", 1, "D4.(五)3", ("2222s",)),
            fan("进宝", "Bonus tiles", 1, "D4.(五)8", ("888p",)),
        ),
        excluded=(
            (
                fan("平胡", "Plain hand", 0, "D4.(五)1", ("234p", "456p")),
                Text("平胡不计番", "A plain hand counts nothing"),
            ),
        ),
        total=4,
        points=Fraction(16),
        payments=(
            pay(A, B, 16, *self_draw),
            pay(C, B, 16, *self_draw),
            pay(D, B, 8, "自摸, 猫减半", "Self-draw, cat halves", (D,)),
        ),
    )
    second = WinView(
        A,
        C,
        Text(*discard),
        tile("3m"),
        pending=False,
        groups=tuple(parse_tiles(g) for g in ("3333s", "7p2h7p", "222m", "555s", "33m")),
        fans=(
            fan("碰碰胡", "All pungs", 1, "D4.(五)7", ("3333s", "777p", "222m", "555s", "33m")),
            fan("杠", "Kong", 1, "D4.(五)2", ("3333s",)),
            fan("四季发财", "Flower group", 1, "D4.(五)10", ("5678f",)),
        ),
        total=3,
        points=Fraction(8),
        payments=(pay(C, A, 8, *discard),),
    )
    third = WinView(
        D,
        C,
        Text(*discard),
        tile("3m"),
        pending=False,
        groups=tuple(parse_tiles(g) for g in ("111s", "6666s", "777m", "33m", "123m")),
        fans=(fan("杠", "Kong", 1, "D4.(五)2", ("6666s",)),),
        total=1,
        points=Fraction(1),
        payments=(pay(C, D, Fraction(1, 2), "点炮, 猫减半", "Discard, cat halves", (C,)),),
    )
    s = base.seats
    wins = (first, second, third)
    return replace(
        base,
        seq=140,
        phase=Phase.SETTLED,
        wins=wins,
        payments=tuple(p for w in wins for p in w.payments),
        seats=(
            replace(s[A], score=Fraction(120), change=Fraction(-8), opened=parse_tiles("3m")),
            replace(
                s[B], score=Fraction(-56), change=Fraction(40), opened=parse_tiles("23456p888p55s")
            ),
            replace(
                s[C],
                score=Fraction(-67, 2),
                change=Fraction(-49, 2),
                opened=parse_tiles("7s"),
                turn=False,
            ),
            replace(
                s[D], score=Fraction(-61, 2), change=Fraction(-15, 2), opened=parse_tiles("12m3m")
            ),
        ),
        last=line(
            140,
            "第 3 盘结束: 三家胡, 下一盘李秀英坐庄",
            "Deal 3 is over: three wins, Li Xiuying deals next",
        ),
        deals=(
            *DEALS,
            DealRow(
                3,
                B,
                (Fraction(-8), Fraction(40), Fraction(-49, 2), Fraction(-15, 2)),
                Text("三家胡", "Three wins"),
            ),
        ),
    )


def awkwardly_settled() -> TableView:
    """The settled deal with long names and amounts of four digits and fractions."""
    base, names = settled(), [seat.name for seat in awkward().seats]
    much = Fraction(2049, 16)

    def larger(win: WinView) -> WinView:
        payments = tuple(replace(p, amount=p.amount * much) for p in win.payments)
        points = None if win.points is None else win.points * much
        return replace(win, points=points, payments=payments)

    a, b, c, d = (
        replace(seat, name=names[seat.seat], change=seat.change * much) for seat in base.seats
    )
    return replace(base, seats=(a, b, c, d), wins=tuple(larger(win) for win in base.wins))


def exhausted() -> TableView:
    """An exhausted deal: open hands of thirteen, ready players are paid."""
    base = playing()
    causes = ("查叫", "Ready check")
    payments = (
        pay(B, A, 4, *causes),
        pay(C, A, 4, *causes),
        pay(B, D, 2, *causes),
        pay(C, D, 2, *causes),
    )
    return replace(
        base,
        seq=150,
        phase=Phase.SETTLED,
        wall=wall(53 + 62, 9),
        payments=payments,
        seats=(
            seat(
                A,
                score=22,
                change=8,
                hand=13,
                opened="123m456p77789p234s",
                lies=river("19m19p4s6m2p3s8p7s1m"),
            ),
            seat(
                B,
                score=-8,
                change=-6,
                dealer=True,
                hand=13,
                opened="1j12m5679p13458s26m",
                lies=river("9p1m9s2m17p8s3m6p2s"),
            ),
            seat(
                C,
                score=-15,
                change=-6,
                hand=13,
                opened="234678m1139p458s",
                lies=river("1s6p2h8m3p9s1s7m4m2p9p"),
            ),
            seat(
                D,
                score=1,
                change=4,
                hand=13,
                opened="11223344556679s",
                lies=river("1h5p1m9m3s5p7p2s8m4p"),
            ),
        ),
        last=line(
            150,
            "荒牌, 查叫: 王建国、陈小红听牌",
            "Exhausted; Wang Jianguo and Chen Xiaohong are ready",
        ),
    )
