"""What the eyes took for something may be nothing: the players can say so, and what is
clearly seen otherwise later is put right."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from engine.deal import Deal
from engine.events import Acted, Discarded, Konged, Punged
from engine.evidence import View
from engine.glimpses import Glimpses
from engine.meld import MeldKind
from engine.observations import Presence, SeenTile, Sighting, Zone
from engine.reconcile import Limits, explain
from engine.rules import load
from engine.seat import Seat
from engine.tile import Tile, parse_tiles
from engine.view import Text
from engine.ways import NONE
from table_io.virtual.answers import Memory
from tests.engine.looking import Change, Follower
from tests.engine.test_disorder import at_table, discards, new_in_river, shown, with_tile
from tests.engine.test_put_right import claimed_at_once
from tests.random_play import play

RULES = load("mzhz")


@cache
def before_an_added_kong() -> tuple[Deal, Seat, Tile]:
    """A seat to act that may add a tile to a pung of its own; the seat, and the tile."""
    for seed in range(60):
        for _, _, after in play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}):
            melds = [meld for row in after.melds for meld in row]
            # No joker lies in a meld, for which a tile might be swapped.
            if any(tile.is_joker for meld in melds for tile in meld.tiles):
                continue
            for event in after.legal():
                if (
                    isinstance(event, Konged)
                    and event.source is None
                    and event.tile.is_number
                    and len(event.used) == 1
                    and event.used[0] == event.tile
                ):
                    return after, event.seat, event.tile
    raise AssertionError("nobody could ever add a tile")


def beside_the_pung(seat: Seat, *faces: tuple[Tile, float]) -> SeenTile:
    return SeenTile(970, Zone.MELDS, seat, 900.0, 900.0, 0.0, faces, 0.02, 5)


def other_than(tile: Tile, deal: Deal) -> Tile:
    return next(
        t for t in parse_tiles("123456789s123456789p") if t != tile and deal.unseen[t.index]
    )


def test_a_kong_of_a_tile_that_looks_like_another_is_not_believed_unasked() -> None:
    deal, seat, tile = before_an_added_kong()
    following = at_table(deal)
    ghost = beside_the_pung(seat, (other_than(tile, deal), 0.5), (tile, 0.12))
    following.see(deal, 4.0, with_tile(ghost))
    kongs = [event for event in following.given if isinstance(event, Konged)]
    assert not kongs or following.tracker.questions


def test_a_clear_fourth_tile_is_a_kong_without_a_question() -> None:
    deal, seat, tile = before_an_added_kong()
    following = at_table(deal)
    following.see(deal, 1.0, with_tile(beside_the_pung(seat, (tile, 0.97))))
    (kong,) = shown(following.given)
    assert isinstance(kong, Konged)
    assert not following.tracker.questions


def doubtful_kong() -> tuple[Follower, Deal, Change]:
    """A kong is written down, and the players are asked whether it was one."""
    deal, seat, tile = before_an_added_kong()
    following = at_table(deal)
    ghost = beside_the_pung(seat, (other_than(tile, deal), 0.5), (tile, 0.4))
    change = with_tile(ghost)
    following.see(deal, 4.0, change)
    (question,) = following.tracker.questions
    assert [event for event in following.given if isinstance(event, Konged)]
    assert question.candidates[-1].label == NONE
    assert question.candidates[-1].tiles == ()
    assert not question.by_rule
    return following, deal, change


def test_players_say_that_it_was_nothing() -> None:
    following, deal, change = doubtful_kong()
    (question,) = following.tracker.questions
    following.take(following.tracker.answer(question.id, len(question.candidates) - 1))
    assert not shown(following.given)
    # The tile lies there as before: it is not asked about again.
    following.see(deal, 12.0, change)
    assert not shown(following.given)
    assert not following.tracker.questions


def test_players_say_that_it_was_so() -> None:
    following, deal, change = doubtful_kong()
    (question,) = following.tracker.questions
    given = list(following.given)
    following.take(following.tracker.answer(question.id, 0))
    assert following.given == given
    assert not following.tracker.questions
    following.see(deal, 4.0, change)
    assert following.given == given


def test_it_was_nothing_though_its_way_was_given_up() -> None:
    following, deal, change = doubtful_kong()
    ways = following.tracker._ways
    ways.branches = ways.branches[:1]
    (question,) = following.tracker.questions
    following.take(following.tracker.answer(question.id, len(question.candidates) - 1))
    assert not shown(following.given)
    following.see(deal, 4.0, change)
    assert not shown(following.given)


def test_a_question_does_not_pass_by_itself_on_a_table_that_never_fits_quite() -> None:
    """A stray tile costs every way the same: no later picture tells them apart."""
    start, ((event, after), *_) = discards(1)
    following = at_table(start)
    one = event.tile
    other = other_than(one, start)
    stray = SeenTile(950, Zone.WALL, Seat.A, 300.0, -300.0, 0.0, ((other, 0.95),), 0.01, 5)

    def either(sighting: Sighting) -> Sighting:
        new = new_in_river(sighting, event.seat, one)
        doubtful = replace(new, faces=((one, 0.5), (other, 0.45)))
        tiles = tuple(doubtful if tile is new else tile for tile in sighting.tiles)
        return replace(sighting, tiles=(*tiles, stray))

    following.see(after, 4.0, either)
    (question,) = following.tracker.questions
    for _ in range(40):
        following.see(after, 0.4, either)
    assert following.tracker.questions == (question,)


def test_a_discard_that_is_clearly_another_later_is_put_right() -> None:
    start, ((first, after), (second, later)) = discards(2)
    following = at_table(start)
    wrong = other_than(first.tile, start)
    track = new_in_river(following.looker.look(after, 0.0), first.seat, first.tile).track

    def read_as(code: Tile) -> Change:
        return lambda sighting: replace(
            sighting,
            tiles=tuple(
                replace(t, faces=((code, 0.97),)) if t.track == track else t for t in sighting.tiles
            ),
        )

    following.see(after, 1.0, read_as(wrong))
    following.see(later, 1.0, read_as(wrong))
    assert shown(following.given) == [Discarded(first.seat, wrong), second]
    following.see(later, 2.0)
    assert shown(following.given) == [Discarded(first.seat, wrong), second]
    following.see(later, 3.0)
    assert shown(following.given) == [first, second]
    assert following.tracker.discrepancy is None
    # It does not go back and forth.
    following.see(later, 6.0)
    assert shown(following.given) == [first, second]


def test_a_set_that_is_seen_is_no_kong_of_tiles_that_nobody_saw() -> None:
    """Its three tiles lie there, the discard that it took was hidden by a hand."""
    for seed in range(40):
        steps = list(play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}))
        for (before, thrown, _), (_, event, after) in pairwise(steps):
            if not isinstance(event, Punged) or not isinstance(thrown, Discarded):
                continue
            if any(tile.is_joker for tile in event.used):
                continue
            following = at_table(before)
            covered = frozenset({(Zone.RIVER, thrown.seat), (Zone.MELDS, event.seat)})
            following.see(after, 8.0, lambda s, c=covered: replace(s, covered=c))  # type: ignore[misc]
            kinds = {m.kind for m in following.tracker._ways.main.deal.melds[event.seat][-1:]}
            assert MeldKind.CONCEALED_KONG not in kinds
            return
    raise AssertionError("nobody ever punged")


def test_people_say_that_it_was_none_of_these() -> None:
    following, _, _ = doubtful_kong()
    (question,) = following.tracker.questions
    assert Memory().answer(question) == len(question.candidates) - 1
    assert Text("都不是", "None of these") == NONE


def test_a_kong_whose_tile_lay_there_before_it_could_be_added_is_asked_about() -> None:
    """The claimed set was seen without its fourth tile: it was a kong from the beginning."""
    before, seat, tile = before_an_added_kong()
    following = at_table(before)
    ghost = beside_the_pung(seat, (tile, 0.97))
    disorder = following.tracker._disorder
    disorder.strange = {ghost.track: following.now - 3.0}
    following.see(before, 4.0, with_tile(ghost))
    (question,) = following.tracker.questions
    assert question.candidates[-1].label == NONE
    assert isinstance(shown(following.given)[-1], Konged)


def test_whose_discard_was_claimed_is_known_when_it_was_seen_for_a_moment() -> None:
    """Another's discard of the same kind, which nobody saw, might have been claimed as well."""
    before, ((thrown, after), *_) = discards(1)
    following = at_table(before)
    view = following.looker.look(after, following.now)
    lying = new_in_river(view, thrown.seat, thrown.tile)
    glimpses = Glimpses(4.0)
    memory = following.tracker._ways.main.memory
    hidden = tuple(replace(t, presence=Presence.HIDDEN) if t is lying else t for t in view.tiles)
    seen = glimpses.see(View.of(replace(view, tiles=hidden, time=10.0)), memory)
    assert (thrown.seat, thrown.tile) in seen
    gone = tuple(t for t in view.tiles if t is not lying)
    later = View.of(replace(view, tiles=gone, time=13.0))
    assert (thrown.seat, thrown.tile) in glimpses.see(later, memory)
    assert not glimpses.see(View.of(replace(view, tiles=gone, time=14.5)), memory)


def test_a_claim_on_what_was_glimpsed_costs_less_than_on_what_nobody_saw() -> None:
    before, after = claimed_at_once()
    following = at_table(before)
    memory = following.tracker._ways.main.memory
    view = View.of(following.looker.look(after, following.now))
    (unseen, *_) = explain(before, view, memory)
    (thrown, *_) = [e for e in unseen.visible if isinstance(e, Discarded)]
    (glimpsed, *_) = explain(before, view, memory, None, None, {(thrown.seat, thrown.tile)})
    assert glimpsed.visible == unseen.visible
    assert unseen.cost - glimpsed.cost == pytest.approx(Limits().unseen)


def test_a_fourth_tile_soon_after_the_claim_is_asked_about() -> None:
    """It may have been claimed with the others, and lain where nobody saw it."""
    deal, seat, tile = before_an_added_kong()
    following = at_table(deal)
    thrower = Seat((seat + 1) % 4)
    claim = Punged(seat, thrower, tile, (tile, tile))
    kong = Konged(seat, MeldKind.ADDED_KONG, tile, (tile,))
    disorder = following.tracker._disorder
    main = following.tracker._ways.main
    picture = View.of(following.looker.look(deal, following.now))
    (nothing, *_) = explain(deal, picture, main.memory)
    added = replace(nothing, events=(kong,))
    thrown = Discarded(seat, other_than(tile, deal))
    for throws, odd in ((0, True), (1, True), (2, False)):
        books = replace(main, events=(claim, *[thrown] * throws))
        assert disorder.came_before(books, added, following.now) is odd
    assert not disorder.came_before(main, added, following.now)
