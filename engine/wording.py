"""Events in words, Chinese with English beside it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.events import (
    Acted,
    Adopted,
    Chowed,
    Corrected,
    DealBegan,
    DealerNamed,
    Dealt,
    Declined,
    DiceRolled,
    Discarded,
    Drew,
    End,
    Event,
    Exhausted,
    Flipped,
    FlowersLaid,
    FlowersPassed,
    HandOpened,
    Konged,
    OptionsChanged,
    Penalised,
    Punged,
    ScoreAdjusted,
    Seated,
    Settled,
    Voided,
    WallsRaised,
    WinKind,
    Won,
)  # fmt: skip
from engine.flow import Flow
from engine.meld import MeldKind
from engine.seat import Seat
from engine.tile import UNKNOWN, Tile
from engine.timeline import DERIVED, UNDO
from engine.view import Text

if TYPE_CHECKING:
    from engine.ruleset import Option

Names = tuple[str, str, str, str]
LETTERS: Names = ("A", "B", "C", "D")

WIN_KINDS: dict[WinKind, Text] = {
    WinKind.SELF_DRAW: Text("自摸", "self-draw"),
    WinKind.DISCARD: Text("点炮", "off a discard"),
    WinKind.ROBBED_KONG: Text("抢杠", "robbing a kong"),
    WinKind.FAILED_SWAP: Text("换牌点炮", "off a swap"),
    WinKind.SEVEN_FLOWERS: Text("七抢一", "seven flowers robbing the eighth"),
    WinKind.EIGHT_FLOWERS: Text("八仙过海", "all eight flowers"),
}
OWN_REASONS = (UNDO, DERIVED)
"""Reasons that the match itself gives and nobody needs to read."""
KONGS: dict[MeldKind, Text] = {
    MeldKind.EXPOSED_KONG: Text("明杠", "exposed kong"),
    MeldKind.ADDED_KONG: Text("加杠", "added kong"),
    MeldKind.CONCEALED_KONG: Text("暗杠", "concealed kong"),
}


def word(flow: Flow | None, name: str) -> Text:
    """A page's own word (announcement, breach, cause, end) as text."""
    known = flow.words if flow else {}
    return known.get(name, Text(name, name))


def kept_reason(reason: Text) -> str:
    """A reason as an entry keeps it: Chinese and English, a line each."""
    return "\n".join(reason)


def told_reason(kept: str) -> Text:
    """What `kept_reason` kept, or one text for both where a person typed it."""
    zh, _, en = kept.partition("\n")
    return Text(zh, en or zh)


def tiles_text(tiles: tuple[Tile, ...]) -> Text:
    """Tiles by name, unknown ones counted."""
    known = [tile for tile in tiles if tile != UNKNOWN]
    hidden = len(tiles) - len(known)
    zh = [tile.chinese for tile in known] + ([f"{hidden}张暗牌"] if hidden else [])
    en = [tile.english for tile in known] + ([f"{hidden} unseen"] if hidden else [])
    return Text("、".join(zh), ", ".join(en))


def amount(value: Fraction) -> str:
    """An exact amount: a whole number, else a decimal that ends, else a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator in (2, 4, 8):
        return f"{float(value):.3f}".rstrip("0")
    return str(value)


def signed(value: Fraction) -> str:
    return ("+" if value > 0 else "") + amount(value)


_THROWS, _AGAIN = "打出", "又打出"
ONLY = "只有"
"""Said of what may have been the beginning of more."""


def describe(
    event: Event,
    names: Names = LETTERS,
    flow: Flow | None = None,
    options: Sequence[Option] = (),
) -> Text:
    """One event as people say it; `flow` gives the page's own words, `options` the
    texts of its house options."""

    def who(seat: Seat) -> str:
        return names[seat]

    match event:
        case DealBegan(number, dealer):
            return Text(f"第{number}盘，{who(dealer)}坐庄", f"Deal {number}, {who(dealer)} deals")
        case WallsRaised(stacks):
            row = "、".join(map(str, stacks))
            return Text(f"牌墙升起：{row}墩", f"The walls stand: {row} stacks")
        case DiceRolled(seat, (one, two), _):
            return Text(f"{who(seat)}掷骰{one}、{two}", f"{who(seat)} throws {one} and {two}")
        case Dealt():
            return Text("抓牌完毕", "The hands are dealt")
        case Flipped(_, tile):
            return Text(f"翻出{tile.chinese}", f"{tile.english} is turned up")
        case FlowersLaid(seat, tiles):
            named = tiles_text(tiles)
            return Text(f"{who(seat)}补花{named.zh}", f"{who(seat)} lays {named.en}")
        case FlowersPassed(seat):
            return Text(f"{who(seat)}过补", f"{who(seat)} lays no more flowers")
        case Drew(seat, end, _, tile):
            zh = "摸牌" if end is End.HEAD else "墙尾补牌"
            face = Text("", "") if tile == UNKNOWN else Text(tile.chinese, f" {tile.english}")
            en = "draws" if end is End.HEAD else "draws from the tail"
            return Text(f"{who(seat)}{zh}{face.zh}", f"{who(seat)} {en}{face.en}")
        case Discarded(seat, tile, said):
            zh = f"（{word(flow, said).zh}）" if said else ""
            en = f" ({word(flow, said).en})" if said else ""
            return Text(
                f"{who(seat)}打出{tile.chinese}{zh}", f"{who(seat)} discards {tile.english}{en}"
            )
        case Chowed(seat, source, tile, _):
            return Text(
                f"{who(seat)}吃{who(source)}的{tile.chinese}",
                f"{who(seat)} chows {tile.english} from {who(source)}",
            )
        case Punged(seat, source, tile, used):
            joker = any(u != tile for u in used)
            return Text(
                f"{who(seat)}{'带碰' if joker else '碰'}{who(source)}的{tile.chinese}",
                f"{who(seat)} pungs {tile.english} from {who(source)}"
                + (" with a joker" if joker else ""),
            )
        case Konged(seat, kind, tile, _, source):
            kong = KONGS.get(kind, Text("杠", "kong"))
            zh = f"{who(source)}的" if source is not None else ""
            en = f" from {who(source)}" if source is not None else ""
            return Text(
                f"{who(seat)}{kong.zh}{zh}{tile.chinese}",
                f"{who(seat)}: {kong.en} of {tile.english}{en}",
            )
        case Acted():
            return _acted(event, names, flow)
        case Won(seats, tile, kind, source):
            how = WIN_KINDS[kind]
            zh = "、".join(who(seat) for seat in seats)
            en = ", ".join(who(seat) for seat in seats)
            if source is None:
                return Text(
                    f"{zh}胡{tile.chinese}，{how.zh}", f"{en} wins on {tile.english}, {how.en}"
                )
            return Text(
                f"{zh}胡{who(source)}的{tile.chinese}，{how.zh}",
                f"{en} wins on {who(source)}'s {tile.english}, {how.en}",
            )
        case Declined(seat, tile, _):
            return Text(f"{who(seat)}过{tile.chinese}不胡", f"{who(seat)} declines {tile.english}")
        case Exhausted():
            return Text("荒牌", "The wall is used up")
        case HandOpened(seat, tiles):
            named = tiles_text(tiles)
            return Text(f"{who(seat)}亮牌：{named.zh}", f"{who(seat)} opens: {named.en}")
        case Penalised(seat, kind, _):
            called = word(flow, kind)
            return Text(f"{who(seat)}{called.zh}", f"{who(seat)}: {called.en}")
        case Settled(_, net, _, reason):
            why = word(flow, reason)
            row = "，".join(f"{names[i]}{signed(v)}" for i, v in enumerate(net))
            return Text(f"结算（{why.zh}）：{row}", f"Settled ({why.en}): {row}")
        case Voided(reason):
            why = told_reason(reason)
            return Text(f"本盘作废（{why.zh}）", f"The deal is void ({why.en})")
        case ScoreAdjusted(changes, reason):
            row = "，".join(f"{names[i]}{signed(v)}" for i, v in enumerate(changes) if v)
            why = told_reason(reason)
            return Text(f"改分 {row}（{why.zh}）", f"Score put right: {row} ({why.en})")
        case Seated(players, _, reason):
            row = "、".join(players)
            return Text(f"座次：{row}{_why(reason).zh}", f"Seats: {', '.join(players)}"
                        f"{_why(reason).en}")  # fmt: skip
        case DealerNamed(dealer, reason):
            return Text(f"改由{who(dealer)}坐庄{_why(reason).zh}",
                        f"{who(dealer)} deals next{_why(reason).en}")  # fmt: skip
        case OptionsChanged(changed, reason):
            texts = [_option_text(options, name, value) for name, value in changed]
            zh = "；".join(text.zh for text in texts)
            en = "; ".join(text.en for text in texts)
            return Text(f"改选项 {zh}{_why(reason).zh}", f"Options: {en}{_why(reason).en}")
        case Corrected(entry, events, reason):
            why = _why("" if reason in OWN_REASONS else reason)
            return Text(
                f"{'更正' if events else '撤去'}第{entry}条{why.zh}",
                f"Entry {entry} {'put right' if events else 'taken back'}{why.en}",
            )
        case Adopted():
            return Text("按桌面现状接着打", "Taken as it lies on the table")


def again(discard: Text) -> Text:
    """A discard as one that its seat has made before."""
    zh, en = discard
    return Text(zh.replace(_THROWS, _AGAIN, 1), f"{en} again")


def bare(words: str) -> str:
    """The Chinese words of a button without what only tells it from what else is meant."""
    return words.removeprefix(ONLY).replace(_AGAIN, _THROWS)


def _why(reason: str) -> Text:
    """A reason in brackets, nothing where none was given."""
    zh, en = told_reason(reason)
    return Text(f"（{zh}）", f" ({en})") if reason else Text("", "")


def _option_text(options: Sequence[Option], name: str, value: str) -> Text:
    """A house option and its value in the page's words, as far as they are known."""
    for option in options:
        if option.name == name:
            chosen = next((c.text for c in option.choices if c.value == value), Text(value, value))
            return Text(f"{option.text.zh}：{chosen.zh}", f"{option.text.en}: {chosen.en}")
    return Text(f"{name}={value}", f"{name}={value}")


def _acted(event: Acted, names: Names, flow: Flow | None) -> Text:
    action = flow.actions.get(event.action) if flow else None
    label = action.label if action else Text(event.action, event.action)
    tiles = tiles_text(event.tiles)
    zh = f"{names[event.seat]}{label.zh}"
    en = f"{names[event.seat]}: {label.en}"
    if event.tiles:
        zh, en = f"{zh}{tiles.zh}", f"{en} {tiles.en}"
    if event.target is not None and event.target is not event.seat:
        zh, en = f"{zh}（{names[event.target]}）", f"{en} ({names[event.target]})"
    return Text(zh, en)
