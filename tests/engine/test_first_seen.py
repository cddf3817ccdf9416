"""The order in which tiles were first seen tells in which they were laid."""

from __future__ import annotations

from engine.events import Discarded, Event, FlowersLaid, Konged
from engine.first_seen import FirstSeen
from engine.meld import MeldKind
from engine.observations import Zone
from engine.seat import Seat
from engine.tile import Tile

B = Seat.B


def tile(code: str) -> Tile:
    return Tile.parse(code)


def seen(*laid: tuple[Zone, str, float], known: frozenset[int] = frozenset()) -> FirstSeen:
    """What was first seen when, in one seat's places."""
    pairs = {n: ((zone, B), tile(code)) for n, (zone, code, _) in enumerate(laid)}
    since = {n: at for n, (_, _, at) in enumerate(laid)}
    return FirstSeen(pairs, since, known.__contains__, 2.0)


def test_of_two_discards_the_later_one_was_not_there_before() -> None:
    events: list[Event] = [Discarded(B, tile("1m"))]
    for first, second, late in ((0.0, 5.0, False), (5.0, 4.0, False), (9.0, 4.0, True)):
        when = seen((Zone.RIVER, "1m", first), (Zone.RIVER, "2m", second))
        assert when.thrown_before(events, Discarded(B, tile("2m"))) is late
        assert not when.thrown_before([], Discarded(B, tile("2m")))
        assert not when.thrown_before(events, Discarded(Seat.C, tile("2m")))
    # Which of two known ones came first is not asked again.
    when = seen((Zone.RIVER, "1m", 9.0), (Zone.RIVER, "2m", 4.0), known=frozenset({0}))
    assert not when.thrown_before(events, Discarded(B, tile("2m")))


def test_a_tile_is_added_to_a_set_before_its_owner_throws() -> None:
    kong = Konged(B, MeldKind.ADDED_KONG, tile("9s"), (tile("9s"),), meld=0)
    lying = [(Zone.MELDS, "9s", 1.0), (Zone.MELDS, "9s", 1.0), (Zone.MELDS, "9s", 2.0)]
    for added, late in ((19.0, False), (21.5, False), (23.5, True)):
        when = seen(*lying, (Zone.MELDS, "9s", added), (Zone.RIVER, "4p", 20.0))
        assert when.added_after([kong], Discarded(B, tile("4p"))) is late
        assert not when.added_after([], Discarded(B, tile("4p")))
        assert not when.added_after([kong], Discarded(Seat.C, tile("4p")))
    # Nobody knows when what is not seen was laid.
    assert not seen(*lying).added_after([kong], Discarded(B, tile("4p")))


def test_flowers_seen_clearly_later_were_laid_apart() -> None:
    events: list[Event] = [FlowersLaid(B, (tile("1f"), tile("2f")))]
    more = FlowersLaid(B, (tile("5f"),))
    for at, apart in ((11.0, False), (12.0, False), (14.5, True)):
        when = seen((Zone.FLOWERS, "1f", 10.0), (Zone.FLOWERS, "2f", 12.0),
                    (Zone.FLOWERS, "5f", at))  # fmt: skip
        assert when.lays_on(events, more)
        assert when.laid_apart(events, more) is apart
    assert not seen((Zone.FLOWERS, "1f", 10.0)).laid_apart(events, more)
    assert not seen().lays_on([*events, Discarded(B, tile("1m"))], more)
    assert not seen().lays_on(events, FlowersLaid(Seat.C, (tile("5f"),)))
