"""`queban score`: one hand in tile codes with its circumstances, scored."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.errors import UserError
from companion.house import house_of
from engine.errors import NotationError, RuleSetError
from engine.events import PaymentRow, WinKind
from engine.meld import Meld, MeldKind
from engine.rules import PAGES, load
from engine.ruleset import Options, RuleSet
from engine.seat import SEATS, Seat
from engine.tile import MOUSE, Tile, format_tiles, parse_tiles
from engine.view import FanLine, Status
from engine.win import Effect, EntryCause, PublicSeat, Refusal, ScoredWin, Win

if TYPE_CHECKING:
    from companion.commands import Subparsers

_MELDS = {
    "chow": MeldKind.CHOW,
    "pung": MeldKind.PUNG,
    "kong": MeldKind.EXPOSED_KONG,
    "added": MeldKind.ADDED_KONG,
    "concealed": MeldKind.CONCEALED_KONG,
}
_EPILOG = """\
牌写法 / tiles: 123m 万, 55p 筒, 789s 条, 1j 百搭 joker, 1f…8f 花 flowers
副露 / melds: --meld 888p --meld 123s@D --meld concealed=8p111j --meld 55p2h,mouse=5p
    （@D：从谁处吃碰杠 / whose tile it was）
例 / example:
  queban score --hand 123456m789p23p55p --win 4p --kind discard --from C --bonus 1s
  queban score --rules xuezhan --hand 234m456m77p34p --win 5p --meld concealed=9999m --entry kong
  queban score --rules wuhan --hand 55m23s333444p --win 4s --meld 222p@D --wild 9s
"""


def add_parser(commands: Subparsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "score",
        help="算一副牌 / score one hand",
        description="算一副牌：番种、依据、条款、谁付多少。\n"
        "Scores one hand: fans, evidence, clause, who pays how much.",
        epilog=_EPILOG,
    )
    kinds = [kind.value for kind in WinKind]
    entries = [entry.value for entry in EntryCause]
    add = parser.add_argument
    add("--rules", default="mzhz", metavar="ID", help="规则页或家规 / rule page or house rules")
    add("--hand", required=True, metavar="TILES", help="立牌，不含所胡之牌 / standing tiles")
    add("--win", required=True, metavar="TILE", help="所胡之牌 / the winning tile")
    add("--kind", default=WinKind.SELF_DRAW.value, choices=kinds, help="胡牌方式 / way of winning")
    add("--meld", action="append", default=[], metavar="MELD", help="碰、杠 / exposed set")
    add("--flowers", default="", metavar="TILES", help="补出的花 / flowers laid")
    add(
        "--payer-flowers",
        default="",
        metavar="TILES",
        help="点炮者补出的花（七抢一第二种） / flowers of the one who pays",
    )
    add("--entry", default=EntryCause.HEAD.value, choices=entries,
        help="自摸者或点炮者的最后进张 / last tile taken by the winner or the payer")  # fmt: skip
    add("--bonus", metavar="TILE", help="宝牌 / bonus tile")
    add("--stands-for", metavar="TILE", help="抢到的百搭所作之牌 / kind of a robbed joker")
    add("--seat", default="A", metavar="A-D", help="胡牌者 / the winner")
    add("--from", dest="source", metavar="A-D", help="点炮者 / who dealt in")
    add("--dealer", default="A", metavar="A-D", help="庄家 / dealer")
    add("--won", default="", metavar="SEATS", help="已胡者 / seats that have won, e.g. CD")
    add("--removed", default="", metavar="SEATS", help="被带出者 / seats removed")
    add("--teams", metavar="PAIR,PAIR", help="分组 / teams, e.g. AC,BD")
    add("--cat", action="append", default=[], metavar="X>Y", help="猫减番 / X's cat on Y")
    add("--god", action="append", default=[], metavar="X>Y", help="财神加番 / X's god on Y")
    add("--wild", default="", metavar="TILES", help="翻出的癞子、混 / kinds made wild by a flip")
    add(
        "--say",
        action="append",
        default=[],
        metavar="WORD",
        help="胡牌情形，用规则页的词 / a word of the page about the win (first_turn, last_tile …)",
    )
    add(
        "--mark",
        action="append",
        default=[],
        metavar="SEAT:WORD",
        help="某家的记号，用规则页的词 / a word of the page about a seat (A:ready …)",
    )
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="选项 / house option")
    add("--json", action="store_true", help="输出 JSON / print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 for a win, 1 where the hand does not win."""
    house = house_of(args.rules)
    if house.rules not in PAGES:
        known = ", ".join(PAGES)
        raise UserError(f"没有规则页 {house.rules}，有：{known}", f"choose from {known}")
    rules = load(house.rules)
    try:
        options = rules.choose({**house.options, **_pairs(args.option)})
        win = win_of(args)
        _check_numbers(win, rules.tiles(options))
    except (NotationError, RuleSetError) as error:
        raise UserError("写法不对", str(error)) from None
    judged = rules.judge(win, options)
    if isinstance(judged, Refusal):
        if args.json:
            print(json.dumps({"win": False, "reason": judged.reason, "clause": judged.clause},
                             ensure_ascii=False))  # fmt: skip
        else:
            print(f"不能胡：{judged.reason.zh} / no win: {judged.reason.en} [{judged.clause}]")
        return 1
    rows = rules.pay(judged, options)
    print(_as_json(judged, rows) if args.json else "\n".join(_lines(rules, judged, rows, options)))
    return 0


def _pairs(words: Sequence[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UserError(f"选项写作 名=值：{word}", f"write an option as NAME=VALUE: {word}")
        pairs[name.strip()] = value.strip()
    return pairs


def win_of(args: argparse.Namespace) -> Win:
    """The win that the arguments describe."""
    winner = Seat.parse(args.seat)
    kind = WinKind(args.kind)
    source = Seat.parse(args.source) if args.source else None
    if (source is None) != (kind in (WinKind.SELF_DRAW, WinKind.EIGHT_FLOWERS)):
        raise UserError(
            "自摸、八仙过海不写 --from，其余须写",
            "self_draw and eight_flowers have no --from, the others need it",
        )
    if source is winner:
        raise UserError("点炮者不能是胡牌者", "--from cannot be the winner")
    teams = args.teams.split(",") if args.teams else []
    status = {Seat.parse(s): Status.WON for s in args.won}
    status |= {Seat.parse(s): Status.REMOVED for s in args.removed}
    melds = tuple(meld_of(word) for word in args.meld)
    flowers = {winner: parse_tiles(args.flowers)}
    if source is not None:
        flowers[source] = parse_tiles(args.payer_flowers)
    marks = _marks(args.mark)
    a, b, c, d = (
        PublicSeat(
            status.get(seat, Status.PLAYING),
            melds if seat is winner else (),
            flowers.get(seat, ()),
            next((i for i, team in enumerate(teams) if seat.name in team), None),
            marks.get(seat, ()),
        )
        for seat in SEATS
    )
    return Win(
        seat=winner,
        tile=Tile.parse(args.win),
        kind=kind,
        concealed=parse_tiles(args.hand),
        seats=(a, b, c, d),
        source=source,
        stands_for=Tile.parse(args.stands_for) if args.stands_for else None,
        entry=EntryCause(args.entry),
        bonus=Tile.parse(args.bonus) if args.bonus else None,
        dealer=Seat.parse(args.dealer),
        effects=(*_effects("cat", args.cat), *_effects("god", args.god)),
        situation=tuple(args.say),
        wild=parse_tiles(args.wild),
    )


def _marks(words: Sequence[str]) -> dict[Seat, tuple[str, ...]]:
    found: dict[Seat, tuple[str, ...]] = {}
    for word in words:
        name, colon, text = word.partition(":")
        if not colon:
            raise UserError(f"写作 A:词：{word}", f"write A:WORD: {word}")
        seat = Seat.parse(name)
        found[seat] = (*found.get(seat, ()), text)
    return found


def meld_of(word: str) -> Meld:
    """A meld from `[KIND=]TILES[@SEAT][,mouse=TILE]`; raises `NotationError`."""
    body, _, mouse = word.partition(",mouse=")
    body, _, giver = body.partition("@")
    source = Seat.parse(giver) if giver else None
    name, equals, text = body.partition("=")
    if not equals:
        name, text = "", body
    lying = parse_tiles(text)
    if len(lying) not in (3, 4):
        raise NotationError(f"{word!r}: 吃碰三张，杠四张 / a chow or pung has 3 tiles, a kong 4")
    if name in ("", "chow") and _is_run(lying):
        return Meld(MeldKind.CHOW, min(lying), lying, source)
    kind = _MELDS.get(name or ("pung" if len(lying) == 3 else "kong"))
    if kind is None or kind.is_kong != (len(lying) == 4):
        raise NotationError(f"{word!r}: {' '.join(_MELDS)}")
    numbers = {tile for tile in lying if tile.is_number or tile.is_honour}
    strange = any(not (t in numbers or t.is_joker or t is MOUSE) for t in lying)
    if kind is MeldKind.CHOW or len(numbers) > 1 or strange:
        raise NotationError(f"{word!r}: 不是一副牌 / is no set")
    of = next(iter(numbers), Tile.parse("1j"))
    stands_for: tuple[tuple[int, Tile], ...] = ()
    if MOUSE in lying:
        stands_for = ((lying.index(MOUSE), Tile.parse(mouse) if mouse else of),)
    return Meld(kind, of, lying, source, stands_for=stands_for)


def _is_run(tiles: Sequence[Tile]) -> bool:
    """Three tiles of one suit in a row."""
    low = min(tiles)
    run = [low.index + step for step in range(3)]
    return low.is_number and low.rank <= 7 and sorted(tile.index for tile in tiles) == run


def _effects(kind: str, words: Sequence[str]) -> tuple[Effect, ...]:
    found = []
    for word in words:
        user, arrow, targets = word.partition(">")
        if not arrow:
            raise UserError(f"写作 A>B：{word}", f"write A>B: {word}")
        found += [Effect(kind, Seat.parse(user), Seat.parse(target)) for target in targets]
    return tuple(found)


def _check_numbers(win: Win, in_play: Mapping[Tile, int]) -> None:
    seen = Counter((*win.concealed, win.tile, *win.flowers))
    for meld in win.melds:
        seen.update(meld.tiles)
    if win.source is not None:
        seen.update(win.seats[win.source].flowers)
    for tile, number in sorted(seen.items()):
        if not tile.is_known:
            if not win.is_flower_win:
                raise UserError("手牌要写全，不能有 ?", "every tile must be known, not ?")
        elif number > in_play.get(tile, 0):
            raise UserError(
                f"{tile.chinese}有 {number} 张，只有 {in_play.get(tile, 0)} 张",
                f"{number} x {tile.code}, but {in_play.get(tile, 0)} are in play",
            )


def _fan_line(line: FanLine, unit: str) -> str:
    times = f" ×{line.count}" if line.count > 1 else ""
    shown = " ".join(format_tiles(tiles) for tiles in line.tiles)
    worth = f"{line.value * line.count} {unit}{times}"
    text = f"  {line.name.zh} {line.name.en}: {worth} [{line.clause}]"
    return f"{text}  {shown}" if shown else text


def _lines(
    rules: RuleSet, scored: ScoredWin, rows: Sequence[PaymentRow], options: Options
) -> list[str]:
    unit = rules.unit.zh
    groups = " ".join(format_tiles(group) for group in scored.groups())
    lines = [f"{rules.names.zh} / {rules.names.en}", f"牌型 reading: {groups}"]
    if scored.reading.wild:
        lines.append(f"百搭作 jokers stand for: {format_tiles(scored.reading.wild)}")
    lines.append("番种 fans:")
    lines += [_fan_line(line, unit) for line in scored.lines()] or ["  —"]
    if scored.excluded:
        lines.append("不另计 not counted:")
        lines += [
            f"{_fan_line(line, unit)} ({why.zh} / {why.en})"
            for line, why in scored.excluded_lines()
        ]
    lines.append(f"合计 total: {scored.total} {unit}, {scored.points} 分 points")
    lines.append("付 payments:")
    lines += [f"  {row.payer} → {row.payee}: {_amount(row.amount)}" for row in rows]
    if not rows:
        lines.append("  无人付 / nobody pays")
    changed = [f"{n}={v}" for n, v in options.items() if rules.choose()[n] != v]
    if changed:
        lines.append(f"选项 options: {', '.join(changed)}")
    return lines


def _amount(amount: Fraction) -> str:
    return str(amount.numerator) if amount.denominator == 1 else str(float(amount))


def _as_json(scored: ScoredWin, rows: Sequence[PaymentRow]) -> str:
    return json.dumps(
        {
            "win": True,
            "groups": [format_tiles(group) for group in scored.groups()],
            "jokers": format_tiles(scored.reading.wild),
            "fans": [
                {
                    "name": line.name.zh,
                    "english": line.name.en,
                    "value": line.value,
                    "count": line.count,
                    "clause": line.clause,
                    "tiles": [format_tiles(tiles) for tiles in line.tiles],
                }
                for line in scored.lines()
            ],
            "excluded": [
                {"name": line.name.zh, "count": line.count, "reason": why.zh}
                for line, why in scored.excluded_lines()
            ],
            "total": scored.total,
            "points": str(scored.points),
            "payments": [
                {"from": row.payer.name, "to": row.payee.name, "amount": str(row.amount)}
                for row in rows
            ],
        },
        ensure_ascii=False,
        indent=2,
    )
