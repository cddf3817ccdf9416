"""The win that the words of `queban score` describe, and what about it cannot be."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from companion.arguments import shown
from companion.errors import UserError
from companion.page_words import check_words, words_of
from engine.errors import NotationError
from engine.events import WinKind
from engine.meld import Meld, MeldKind
from engine.seat import SEATS, Seat
from engine.tile import MOUSE, Tile, parse_tiles
from engine.view import Status
from engine.win import Effect, EntryCause, PublicSeat, Win

_MELDS: Final = {
    "chow": MeldKind.CHOW,
    "pung": MeldKind.PUNG,
    "kong": MeldKind.EXPOSED_KONG,
    "added": MeldKind.ADDED_KONG,
    "concealed": MeldKind.CONCEALED_KONG,
}


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
    teams = _teams(args.teams)
    status = _statuses(winner, args)
    melds = tuple(meld_of(word) for word in args.meld)
    flowers = {winner: parse_tiles(args.flowers)}
    if source is None and args.payer_flowers:
        raise UserError(
            "没有点炮者，不写 --payer-flowers", "--payer-flowers needs --from: nobody pays alone"
        )
    if source is not None:
        flowers[source] = parse_tiles(args.payer_flowers)
    marks = _marks(args.mark)
    a, b, c, d = (
        PublicSeat(
            status.get(seat, Status.PLAYING),
            melds if seat is winner else (),
            flowers.get(seat, ()),
            teams.get(seat),
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


def _teams(text: str | None) -> dict[Seat, int]:
    """Seat → number of its team; nobody's where no teams were named."""
    if text is None:
        return {}
    pairs = text.split(",")
    if [len(pair) for pair in pairs] != [2, 2] or sorted("".join(pairs)) != list("ABCD"):
        raise UserError(
            f"--teams 写两对，四家各一次，例如 AC,BD，不是 {shown(text)}",
            f"--teams names two pairs, every seat once, e.g. AC,BD, not {shown(text)}",
        )
    return {Seat.parse(name): number for number, pair in enumerate(pairs) for name in pair}


def _statuses(winner: Seat, args: argparse.Namespace) -> dict[Seat, Status]:
    """Who has won or was removed: never who wins or pays now, nobody twice."""
    status: dict[Seat, Status] = {}
    busy = [winner] + ([Seat.parse(args.source)] if args.source else [])
    for option, seats, gone in (
        ("--won", args.won, Status.WON),
        ("--removed", args.removed, Status.REMOVED),
    ):
        for name in seats:
            seat = Seat.parse(name)
            if seat in busy or seat in status:
                raise UserError(
                    f"{option} 里不能有 {seat}：他在胡牌、点炮，或已写过",
                    f"{option} cannot name {seat}, who wins or pays now or was named already",
                )
            status[seat] = gone
    return status


def _marks(words: Sequence[str]) -> dict[Seat, tuple[str, ...]]:
    found: dict[Seat, tuple[str, ...]] = {}
    for word in words:
        name, colon, text = word.partition(":")
        if not (colon and text):
            raise UserError(
                f"--mark 写作 A:词，不是 {shown(word)}", f"write --mark A:WORD, not {shown(word)}"
            )
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
        raise NotationError(
            f"{word!r}：吃碰三张，杠四张 / {word!r}: a chow or pung has 3 tiles, a kong 4"
        )
    if name in ("", "chow") and _is_run(lying):
        return Meld(MeldKind.CHOW, min(lying), lying, source)
    kind = _MELDS.get(name or ("pung" if len(lying) == 3 else "kong"))
    if kind is None or kind.is_kong != (len(lying) == 4):
        kinds = " ".join(_MELDS)
        raise NotationError(
            f"{word!r} 不对，= 前写 {kinds}，杠四张 / "
            f"{word!r}: before = comes {kinds}, a kong has 4"
        )
    numbers = {tile for tile in lying if tile.is_number or tile.is_honour}
    strange = any(not (t in numbers or t.is_joker or t is MOUSE) for t in lying)
    if kind is MeldKind.CHOW or len(numbers) > 1 or strange:
        raise NotationError(f"{word!r} 不是一副牌 / {word!r} is no set")
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
        if not arrow or not targets or user in targets:
            raise UserError(
                f"--{kind} 写作 A>B，不是 {shown(word)}", f"write --{kind} A>B, not {shown(word)}"
            )
        found += [Effect(kind, Seat.parse(user), Seat.parse(target)) for target in targets]
    return tuple(found)


def check_win(win: Win, page: str, in_play: Mapping[Tile, int]) -> None:
    """Raise `UserError` for what the page does not know or the tiles do not allow."""
    known = words_of(page)
    check_words(page, "--say", win.situation, known.say)
    check_words(page, "--mark", (m for seat in win.seats for m in seat.marks), known.mark)
    for effect in win.effects:
        if effect.kind not in known.effects:
            raise UserError(
                f"{page} 没有 --{effect.kind}", f"{page} has nothing like --{effect.kind}"
            )
    _check_size(win)
    _check_numbers(win, in_play)


def _check_size(win: Win) -> None:
    standing = len(win.concealed) + 3 * len(win.melds)
    if standing != 13 and not win.is_flower_win:
        raise UserError(
            f"立牌连副露共 {standing} 张（一副算三张），要 13 张，不含所胡之牌",
            f"standing tiles and melds (three each) are {standing}, not 13; --win comes on top",
        )


def _check_numbers(win: Win, in_play: Mapping[Tile, int]) -> None:
    seen = Counter((*win.concealed, win.tile, *win.flowers))
    for meld in win.melds:
        seen.update(meld.tiles)
    if win.source is not None:
        seen.update(win.seats[win.source].flowers)
    named = {tile for tile in (win.bonus, win.stands_for) if tile is not None} | {*win.wild}
    for tile in sorted({*seen, *named}):
        if not tile.is_known and tile not in named:
            if not win.is_flower_win:
                raise UserError("手牌要写全，不能有 ?", "every tile must be known, not ?")
        elif seen[tile] > in_play.get(tile, 0) or (tile in named and tile not in in_play):
            raise UserError(
                f"{tile.chinese}写了 {max(seen[tile], 1)} 张，只有 {in_play.get(tile, 0)} 张",
                f"{max(seen[tile], 1)} x {tile.code}, but {in_play.get(tile, 0)} are in play",
            )
