"""What tells two readings apart beside the tiles themselves: what came first, and what
players said that it is not."""

from __future__ import annotations

from dataclasses import replace

from engine.evidence import View
from engine.observations import Sighting
from engine.reconcile import explain
from engine.tile import Tile
from engine.ways import NONE
from tests.engine.looking import told
from tests.engine.test_disorder import at_table, discards, new_in_river, shown


def test_of_two_discards_of_one_seat_the_one_seen_first_was_thrown_first() -> None:
    start, row = discards(5)
    events, last = [event for event, _ in row], row[-1][1]
    early, late = events[0], events[4]
    assert early.seat is late.seat
    assert early.tile != late.tile
    following = at_table(start)
    look = following.looker.look(last, following.now)
    memory = following.tracker._ways.main.memory
    tracks = [new_in_river(look, early.seat, event.tile).track for event in (early, late)]
    for first, second in ((0, 1), (1, 0)):
        since = {tracks[first]: 10.0, tracks[second]: 20.0}
        best = explain(start, View.of(look, since), memory)[0]
        thrown = [e for e in best.visible if getattr(e, "seat", None) is early.seat]
        assert best.fits
        assert thrown == [(early, late)[first], (early, late)[second]]


def test_a_tile_that_players_said_is_none_of_these_is_asked_for_once_play_goes_on() -> None:
    start, ((first, after), (second, later)) = discards(2)
    following = at_table(start)
    track = new_in_river(following.looker.look(after, 0.0), first.seat, first.tile).track
    shares = {"1j": 0.8, "2h": 0.1, "3h": 0.03}
    faces = tuple((Tile.parse(code), share) for code, share in shares.items())

    def misread(sighting: Sighting) -> Sighting:
        tiles = tuple(
            replace(tile, faces=faces) if tile.track == track else tile for tile in sighting.tiles
        )
        return replace(sighting, tiles=tiles)

    following.see(after, 5.0, misread)
    (question,) = following.tracker.questions
    assert question.candidates[-1].label == NONE
    following.take(following.tracker.answer(question.id, len(question.candidates) - 1))
    assert shown(following.given) == []
    following.see(after, 12.0, misread)
    # It is no second joker, and nothing strange.
    assert not following.tracker.questions
    assert following.tracker.discrepancy is None
    following.see(later, 7.0, misread)
    (question,) = following.tracker.questions
    labels = [candidate.label for candidate in question.candidates]
    following.take(following.tracker.answer(question.id, labels.index(told(first))))
    following.see(later, 3.0, misread)
    assert shown(following.given) == [first, second]
