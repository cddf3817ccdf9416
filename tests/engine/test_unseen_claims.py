"""What was claimed before anybody saw it lie: by whom, off whom, and how it was won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine.deal import Deal
from engine.doubts import without_shared
from engine.events import Acted, Discarded, Drew, Event, Konged, Punged, WinKind, Won
from engine.evidence import Memory, View
from engine.observations import Sighting, Zone
from engine.patience import Patience
from engine.reconcile import Limits, explain
from engine.rules import load
from engine.seat import Seat
from engine.tile import KINDS, Tile
from engine.view import QuestionView, Text
from engine.ways import NONE, REMEMBERED, Ways
from engine.wording import bare, describe
from table_io.virtual.answers import Memory as People
from tests.engine.looking import Change, Follower
from tests.engine.test_disorder import (
    at_table,
    discards,
    flowers_before_a_discard,
    is_named,
    new_in_river,
    shown,
    stray,
    with_tile,
)
from tests.engine.test_none_of_these import before_an_added_kong
from tests.random_play import play

RULES = load("mzhz")
Step = tuple[Deal, Event, Deal]
Way = tuple[Event, Won]


def runs(kinds: tuple[type, ...]) -> Iterator[list[Step]]:
    """Visible events of these kinds right after each other in hidden deals."""
    for seed in range(60):
        steps = [
            step
            for step in play(RULES, {}, seed, hidden=True, weights={Acted: 0.0})
            if not isinstance(step[1], Drew)
        ]
        for at in range(len(steps) - len(kinds) + 1):
            run = steps[at : at + len(kinds)]
            if all(isinstance(e, kind) for (_, e, _), kind in zip(run, kinds, strict=True)):
                yield run


def is_plain(event: Event) -> bool:
    """Whether it lays number tiles only, none of which is wild."""
    tiles = (*getattr(event, "used", ()), getattr(event, "tile", None))
    return all(isinstance(tile, Tile) and tile.is_number for tile in tiles)


@cache
def exposed_kong(before: int, after: int, *, again: bool = False) -> list[Step]:
    """A kong of a discard, with so many discards before that one and after it; `again`: the
    first discard was its seat's own."""
    kinds = (*[Discarded] * (before + 1), Konged, *[Discarded] * after)
    for run in runs(kinds):
        events = [event for _, event, _ in run]
        kong = events[before + 1]
        if not isinstance(kong, Konged) or kong.source is None or not all(map(is_plain, events)):
            continue
        if not again or getattr(events[0], "seat", None) is kong.seat:
            return run
    raise AssertionError("nobody ever claimed a kong")


def without_tile(zone: Zone, seat: Seat, tile: Tile) -> Change:
    """One tile of a place is seen nowhere."""

    def change(sighting: Sighting) -> Sighting:
        here = [t for t in sighting.tiles if (t.zone, t.seat, t.face) == (zone, seat, tile)]
        gone = max(here, key=lambda seen: seen.track)
        return replace(sighting, tiles=tuple(t for t in sighting.tiles if t is not gone))

    return change


def test_a_claim_is_followed_with_the_discard_that_it_took() -> None:
    """A discard that nobody saw explains nothing by itself; a concealed kong explains much."""
    run = exposed_kong(1, 1)
    start, last = run[0][0], run[-1][2]
    following = at_table(start)
    view = View.of(following.looker.look(last, following.now))
    (best, *_) = explain(start, view, following.tracker._ways.main.memory)
    assert best.fits
    assert list(best.visible) == [event for _, event, _ in run]


def added_later() -> tuple[Follower, list[Step]]:
    """A claimed kong of which the fourth tile is seen only when its seat is on turn again."""
    run = exposed_kong(0, 4)
    (before, _, thrown), (_, kong, _), *later = run
    assert isinstance(kong, Konged)
    following = at_table(before)
    following.see(thrown, 0.6)
    for _, _, deal in later:
        following.see(deal, 0.8, without_tile(Zone.MELDS, kong.seat, kong.tile))
    claims = [type(event) for event in shown(following.given)][:2]
    assert claims == [Discarded, Punged]
    following.see(run[-1][2], 4.0)
    return following, run


def button(question: QuestionView, *events: Event) -> int:
    """The one that says these events."""
    labels = [candidate.label.zh for candidate in question.candidates]
    return labels.index("，".join(map(str, events)))


def test_a_fourth_tile_seen_late_may_have_been_claimed_with_the_others() -> None:
    following, run = added_later()
    (question,) = following.tracker.questions
    at = button(question, run[1][1])
    assert question.candidates[-1].label == NONE
    following.take(following.tracker.answer(question.id, at))
    assert shown(following.given) == [event for _, event, _ in run]
    following.see(run[-1][2], 6.0)
    assert shown(following.given) == [event for _, event, _ in run]
    assert not following.tracker.questions
    assert not is_named(following)


def test_it_was_claimed_whole_though_that_way_was_given_up() -> None:
    following, run = added_later()
    (question,) = following.tracker.questions
    ways = following.tracker._ways
    ways.branches = ways.branches[:1]
    at = button(question, run[1][1])
    following.take(following.tracker.answer(question.id, at))
    assert shown(following.given) == [event for _, event, _ in run]


def test_what_was_denied_comes_back_by_no_other_reading_of_earlier_tiles() -> None:
    following, run = added_later()
    (question,) = following.tracker.questions
    following.take(following.tracker.answer(question.id, len(question.candidates) - 1))
    following.see(run[-1][2], 15.0)
    assert not [event for event in following.given if isinstance(event, Konged)]


def test_a_kong_of_a_tile_that_lay_in_anothers_river_is_not_believed_unasked() -> None:
    """Nobody saw what its seat threw before: that the tile was claimed cannot be told."""
    (start, first, _), (_, _, thrown), (_, kong, last) = exposed_kong(1, 0, again=True)
    assert isinstance(first, Discarded)
    following = at_table(start)
    unseen = without_tile(Zone.RIVER, first.seat, first.tile)
    following.see(thrown, 1.4, unseen)
    following.see(last, 4.0, unseen)
    assert [event for event in following.given if isinstance(event, Konged)] != [kong]
    (question,) = following.tracker.questions
    assert question.candidates[-1].label == NONE
    following.take(following.tracker.answer(question.id, len(question.candidates) - 1))
    following.see(last, 4.0, unseen)
    assert not [event for event in following.given if isinstance(event, Konged)]


def test_a_claimed_kong_stays_one_though_the_next_discard_is_not_seen() -> None:
    run = exposed_kong(1, 2, again=True)
    thrown = run[3][1]
    assert isinstance(thrown, Discarded)
    following = at_table(run[0][0])
    for _, _, deal in run[:3]:
        following.see(deal, 0.8)
    booked = shown(following.given)
    assert booked == [event for _, event, _ in run[:3]]
    following.see(run[-1][2], 4.0, without_tile(Zone.RIVER, thrown.seat, thrown.tile))
    assert shown(following.given)[:3] == booked


def test_a_tile_that_is_seen_no_more_was_laid_all_the_same() -> None:
    before, flower, laid, later = flowers_before_a_discard()
    following = at_table(before)
    following.see(laid, 1.0)
    following.see(later, 7.0, without_tile(Zone.FLOWERS, flower.seat, flower.tiles[0]))
    assert flower in following.given


def wins() -> tuple[Deal, Way, Way]:
    """A seat to act that may add a tile to a set; another wins by it, thrown or robbed."""
    deal, seat, tile = before_an_added_kong()
    kong = next(
        e
        for e in deal.legal()
        if isinstance(e, Konged) and (e.seat, e.tile, e.used) == (seat, tile, (tile,))
    )
    thrown = Discarded(seat, tile)
    robbing = Won((seat.next,), tile, WinKind.ROBBED_KONG, seat)
    return deal, (thrown, replace(robbing, kind=WinKind.DISCARD)), (kong, robbing)


@cache
def after(deal: Deal, events: tuple[Event, ...]) -> Deal:
    for event in events:
        deal = deal.apply(event)
    return deal


@pytest.mark.parametrize("robbed", [False, True], ids=["thrown", "robbed"])
def test_every_lawful_way_of_a_win_has_a_button(robbed: bool) -> None:
    """The tile was seen nowhere before it lay with the winner: who pays what hangs on it."""
    deal, *ways = wins()
    true = ways[robbed]
    following = at_table(deal)
    following.see(after(deal, true), 3.0)
    (question,) = following.tracker.questions
    assert len({button(question, *way) for way in ways}) == len(ways)
    following.take(following.tracker.answer(question.id, button(question, *true)))
    assert shown(following.given) == [*true]
    following.see(after(deal, true), 3.0)
    assert shown(following.given) == [*true]


def test_a_denied_way_of_a_win_leaves_the_others() -> None:
    deal, thrown, robbed = wins()
    following = at_table(deal)
    following.see(after(deal, thrown), 3.0)
    (question,) = following.tracker.questions
    assert question.candidates[-1].label == NONE
    following.take(following.tracker.answer(question.id, len(question.candidates) - 1))
    following.see(after(deal, thrown), 12.0)
    assert not [event for event in following.given if isinstance(event, Won)]
    labels = {c.label.zh for asked in following.tracker.questions for c in asked.candidates}
    assert not labels & {"，".join(map(str, way)) for way in (thrown, robbed)}


@pytest.mark.parametrize("covered", [False, True], ids=["seen", "under a hand"])
def test_a_win_on_the_tile_drawn_for_a_kong(covered: bool) -> None:
    deal, (_, won), (kong, _) = wins()
    assert isinstance(kong, Konged)
    laid = deal.apply(kong)
    draw = next(e for e in laid.legal() if isinstance(e, Drew))
    drawn = laid.apply(draw)
    mine = next(
        e for e in drawn.legal()
        if isinstance(e, Won) and e.kind is WinKind.SELF_DRAW and e.tile != won.tile
    )  # fmt: skip
    last = drawn.apply(mine)
    following = at_table(deal)
    hidden = frozenset({(Zone.MELDS, kong.seat)})
    fourth = without_tile(Zone.MELDS, kong.seat, kong.tile)
    if covered:
        following.see(last, 1.0, lambda s: replace(fourth(s), covered=hidden))
    following.see(last, 6.0)
    assert shown(following.given) == [kong, mine]


def test_one_way_that_is_the_beginning_of_another_is_told_apart() -> None:
    start, ((first, after_first), (second, later)) = discards(2)
    following = at_table(start)
    change = with_tile(stray(Zone.FLOWERS, first.seat.across, "5z"))
    view = View.of(change(following.looker.look(later, following.now)))
    found = explain(start, view, following.tracker._ways.main.memory)
    both = next(e for e in found if list(e.visible) == [first, second])
    one = next(e for e in found if list(e.visible) == [first])
    ways = Ways(describe, Patience(), Limits())
    ways.begin(start, Memory())
    question = ways.question([(both, 0.6), (one, 0.3)], view, 0, 0.1).view
    labels = [candidate.label.zh for candidate in question.candidates]
    begins, goes_on = (describe(event).zh for event in (first, second))
    assert labels == [f"{begins}，{goes_on}", f"只有{begins}", NONE.zh]
    assert question.candidates[1].label.en.startswith("Only ")
    # People say what is so.
    people = People()
    assert people.answer(question) == 2
    people.decided(start, first)
    assert people.answer(question) == 1
    people.decided(after_first, second)
    assert people.answer(question) == 0


def test_what_all_ways_share_is_on_no_button() -> None:
    a, b, c, d = (Discarded(Seat(n), Tile.parse(f"{n + 1}p")) for n in range(4))
    assert without_shared([(a, b, d), (a, c, d)]) == (((b,), (c,)), (d,))
    assert without_shared([(a,), (a, b)]) == (((a,), (a, b)), ())
    assert without_shared([(a, b), (b,)]) == (((a, b), (b,)), ())
    assert without_shared([(), (a,)]) == (((), (a,)), ())
    assert without_shared([(a, b)]) == (((a, b),), ())


def test_a_discard_like_one_before_is_asked_about_as_one_more() -> None:
    start, ((first, _), (second, _)) = discards(2)
    ways = Ways(describe, Patience(), Limits())
    ways.begin(start, Memory())
    plain = describe(first)
    assert ways.label((first,)) == plain
    # Twice on one button, and once more after it was written down.
    both = ways.label((first, first))
    more = plain.zh.replace("打出", "又打出")
    assert both.zh == f"{plain.zh}，{more}"
    assert both.en == f"{plain.en}, {plain.en} again"
    ways.main = replace(ways.main, events=(first, second))
    assert ways.label((first,)) == Text(more, f"{plain.en} again")
    assert bare(more) == bare(f"只有{plain.zh}") == plain.zh
    ways.main = replace(ways.main, events=(first, *(second,) * REMEMBERED))
    assert ways.label((first,)) == plain


@pytest.mark.parametrize("share", [0.13, 0.02], ids=["as likely as not", "never read so"])
def test_a_win_on_a_discard_that_was_misread(share: float) -> None:
    """What it was booked as is gone, and what it may have been lies with the winner."""
    deal, (thrown, won), _ = wins()
    assert isinstance(thrown, Discarded)
    other = next(
        tile
        for tile in KINDS
        if tile.suit == thrown.tile.suit and tile != thrown.tile and deal.unseen[tile.index] > 2
    )

    def misread(sighting: Sighting) -> Sighting:
        tile = new_in_river(sighting, thrown.seat, thrown.tile)
        faces = (other, 0.97 - share), (thrown.tile, share)
        read = replace(tile, faces=faces, looks=9)
        return replace(sighting, tiles=(*(t for t in sighting.tiles if t is not tile), read))

    following = at_table(deal)
    following.see(after(deal, (thrown,)), 4.0, misread)
    assert shown(following.given) == [Discarded(thrown.seat, other)]
    following.see(after(deal, (thrown, won)), 10.0)
    if share > 0.1:
        assert shown(following.given)[:2] == [thrown, won]
    else:
        assert won not in following.given
