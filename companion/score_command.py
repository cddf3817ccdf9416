"""`queban score`: one hand in tile codes with its circumstances, scored."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.arguments import some_text
from companion.errors import cannot
from companion.house import house_of, named_options, options_of, page_of
from companion.told_win import check_win, win_of
from engine.errors import NotationError
from engine.events import PaymentRow, WinKind
from engine.ruleset import Options, RuleSet
from engine.tile import format_tiles
from engine.view import FanLine
from engine.win import EntryCause, Refusal, ScoredWin

if TYPE_CHECKING:
    from companion.commands import Subparsers

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
    add("--rules", type=some_text, default="mzhz", metavar="ID",
        help="规则页或家规 / rule page or house rules")  # fmt: skip
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
    rules = page_of(house.rules)
    options = options_of(rules, {**house.options, **named_options(args.option)})
    try:
        win = win_of(args)
    except NotationError as error:
        raise cannot("写法不对", "not well written", error) from None
    check_win(win, rules.id, rules.tiles(options))
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
