"""A table in some disorder is followed: what is clear does not wait for what is not, what
nothing explains is named and left, and what may be nothing is taken for nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from engine.deal import Deal
from engine.events import Acted, Discarded, Drew, Event, FlowersLaid, Punged
from engine.evidence import Weights, read_cost
from engine.observations import Presence, SeenTile, Sighting, Zone
from engine.proposals import is_silent
from engine.rules import load
from engine.seat import Seat
from engine.tile import Tile
from engine.view import Phase
from tests.engine.looking import Change, Follower
from tests.random_play import play

RULES = load("mzhz")


@cache
def discards(number: int, page: str = "mzhz") -> tuple[Deal, list[tuple[Discarded, Deal]]]:
    """A deal in play, and so many discards that follow with nothing but draws between."""
    rules = load(page)
    for seed in range(20):
        start: Deal | None = None
        row: list[tuple[Discarded, Deal]] = []
        for before, event, after in play(rules, {}, seed, hidden=True, weights={Acted: 0.0}):
            if isinstance(event, Discarded) and before.phase is Phase.PLAY and _plain(event.tile):
                start = start or before
                row.append((event, after))
                if len(row) == number:
                    assert start is not None
                    return start, row
            elif not isinstance(event, Drew):
                start, row = None, []
    raise AssertionError("never so many discards in a row")


@cache
def flowers_before_a_discard() -> tuple[Deal, FlowersLaid, Deal, Deal]:
    """Before one flower is laid in play; the flower; after it; and after its seat's discard."""
    for seed in range(60):
        found: tuple[Deal, FlowersLaid, Deal] | None = None
        for before, event, after in play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}):
            if isinstance(event, FlowersLaid) and before.phase is Phase.PLAY:
                found = (before, event, after) if len(event.tiles) == 1 else None
            elif isinstance(event, Discarded) and found is not None and _plain(event.tile):
                if event.seat is found[1].seat:
                    return (*found, after)
                found = None
            elif not isinstance(event, Drew):
                found = None
    raise AssertionError("nobody ever laid one flower in play")


@cache
def pung() -> tuple[Deal, Punged, Deal, Discarded, Deal]:
    """Before a pung of three like tiles; the pung; after it; its discard; after that."""
    for seed in range(40):
        claimed: tuple[Deal, Punged, Deal] | None = None
        for before, event, after in play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}):
            if isinstance(event, Punged) and not any(tile.is_joker for tile in event.used):
                claimed = before, event, after
            elif claimed is not None and isinstance(event, Discarded) and _plain(event.tile):
                return (*claimed, event, after)
            else:
                claimed = None
    raise AssertionError("nobody ever punged")


def _plain(tile: Tile) -> bool:
    return tile.is_number


def shown(events: list[Event]) -> list[Event]:
    return [event for event in events if not is_silent(event)]


def stray(zone: Zone, seat: Seat, code: str, **other: object) -> SeenTile:
    """A tile that no event laid."""
    tile = SeenTile(950, zone, seat, 300.0, -300.0, 0.0, ((Tile.parse(code), 0.95),), 0.01, 5)
    return replace(tile, **other)  # type: ignore[arg-type]


def with_tile(tile: SeenTile) -> Change:
    return lambda sighting: replace(sighting, tiles=(*sighting.tiles, tile))


def new_in_river(sighting: Sighting, seat: Seat, tile: Tile) -> SeenTile:
    """The tile last laid into a river."""
    lying = [t for t in sighting.tiles if (t.zone, t.seat, t.face) == (Zone.RIVER, seat, tile)]
    return max(lying, key=lambda seen: seen.track)


def at_table(start: Deal) -> Follower:
    following = Follower(start)
    following.see(start, 0.6)
    return following


def is_named(following: Follower) -> bool:
    """Whether the table is said to be in disorder."""
    return following.tracker.discrepancy is not None


def test_what_is_clear_does_not_wait_for_a_tile_that_nothing_explains() -> None:
    start, ((event, after), *_) = discards(1)
    following = at_table(start)
    following.see(after, 1.4, with_tile(stray(Zone.FLOWERS, event.seat.across, "5z")))
    assert shown(following.given) == [event]


def test_a_tile_that_nothing_explains_is_named_and_then_left() -> None:
    start, ((first, after), (second, later)) = discards(2)
    following = at_table(start)
    change = with_tile(stray(Zone.FLOWERS, first.seat.across, "5z"))
    following.see(start, 6.0, change)
    assert is_named(following)
    following.see(start, 8.0, change)
    assert not is_named(following)
    following.see(after, 0.8, change)
    following.see(later, 0.8, change)
    assert shown(following.given) == [first, second]
    assert not is_named(following)


def test_a_thing_beside_a_standing_row_is_no_tile() -> None:
    """Before hands are opened nothing can be laid open there."""
    start, ((event, after), *_) = discards(1)
    following = at_table(start)
    change = with_tile(stray(Zone.HAND, event.seat, "9p"))
    following.see(start, 6.0, change)
    assert not is_named(following)
    following.see(after, 0.6, change)
    assert shown(following.given) == [event]


def test_what_may_be_a_back_is_no_discard() -> None:
    """A wall's tile behind a river, half read as a face."""
    start, ((event, after), *_) = discards(1)
    following = at_table(start)
    faces = ((Tile.parse("2s" if event.tile.code != "2s" else "3s"), 0.56),)
    change = with_tile(stray(Zone.RIVER, event.seat, "2s", faces=faces, back=0.36, looks=2))
    following.see(start, 5.0, change)
    assert not following.given
    following.see(after, 0.6, change)
    assert shown(following.given) == [event]


def test_a_discard_that_a_hand_hides_again_goes_on_waiting() -> None:
    start, ((event, after), *_) = discards(1)
    following = at_table(start)

    def under_a_hand(sighting: Sighting) -> Sighting:
        new = new_in_river(sighting, event.seat, event.tile)
        tiles = tuple(
            replace(t, presence=Presence.HIDDEN) if t is new else t for t in sighting.tiles
        )
        return replace(sighting, tiles=tiles, covered=frozenset({(Zone.RIVER, event.seat)}))

    following.see(after, 0.2)
    following.see(after, 1.0, under_a_hand)
    assert not following.given
    # It was seen to lie there before: as soon as it is free, it counts.
    following.see(after, 0.2)
    assert shown(following.given) == [event]


def test_the_next_discard_shows_that_what_a_hand_hides_was_thrown() -> None:
    start, ((first, after), (second, later)) = discards(2, "mcr")
    following = at_table(start)
    following.looker.look(after, 0.0)

    def first_hidden(sighting: Sighting) -> Sighting:
        new = new_in_river(sighting, first.seat, first.tile)
        tiles = tuple(
            replace(t, presence=Presence.HIDDEN) if t is new else t for t in sighting.tiles
        )
        return replace(sighting, tiles=tiles, covered=frozenset({(Zone.RIVER, first.seat)}))

    following.see(later, 2.0, first_hidden)
    assert not following.given
    following.see(later, 2.0, first_hidden)
    assert shown(following.given) == [first, second]


def test_what_comes_first_is_written_down_while_the_next_is_in_doubt() -> None:
    start, ((first, _), (second, later)) = discards(2)
    following = at_table(start)
    twin = Tile.parse(f"{second.tile.rank % 9 + 1}{second.tile.suit}")

    def doubtful(sighting: Sighting) -> Sighting:
        new = new_in_river(sighting, second.seat, second.tile)
        read = replace(new, faces=((second.tile, 0.52), (twin, 0.45)))
        return replace(sighting, tiles=tuple(read if t is new else t for t in sighting.tiles))

    following.see(later, 1.0, doubtful)
    assert shown(following.given) == [first]
    following.see(later, 5.0, doubtful)
    (question,) = following.tracker.questions
    assert {tile for choice in question.candidates for tile in choice.tiles} == {second.tile, twin}


def test_a_set_of_which_one_tile_is_hidden_is_not_passed_over() -> None:
    """The discard after it would be legal without it, too."""
    before, claim, _, thrown, after = pung()
    following = at_table(before)

    def one_behind_others(sighting: Sighting) -> Sighting:
        there = [t for t in sighting.tiles if (t.zone, t.seat) == (Zone.MELDS, claim.seat)]
        gone = max(there, key=lambda seen: seen.track)
        return replace(sighting, tiles=tuple(t for t in sighting.tiles if t is not gone))

    following.see(after, 6.0, one_behind_others)
    assert shown(following.given) == [claim, thrown]


def unread_flower(flower: FlowersLaid) -> Change:
    """The flower as three kinds that it is none of."""
    art = [Tile.parse(code) for code in ("1h", "2h", "4h")]

    def change(sighting: Sighting) -> Sighting:
        return replace(
            sighting,
            tiles=tuple(
                replace(t, faces=tuple((kind, 0.25) for kind in art), looks=12)
                if (t.zone, t.seat, t.face) == (Zone.FLOWERS, flower.seat, flower.tiles[0])
                else t
                for t in sighting.tiles
            ),
        )

    return change


def test_a_flower_that_nobody_can_read_is_asked_for_and_put_in_where_it_was_laid() -> None:
    before, flower, laid, later = flowers_before_a_discard()
    following = at_table(before)
    change = unread_flower(flower)
    following.see(laid, 3.0, change)
    assert not shown(following.given)
    following.see(later, 6.0, change)
    (question,) = following.tracker.questions
    assert "flower" in question.text.en
    assert not question.by_rule
    at = [choice.tiles for choice in question.candidates].index(flower.tiles)
    following.take(following.tracker.answer(question.id, at))
    told = shown(following.given)
    assert isinstance(told[-1], Discarded)
    assert told[:-1] == [flower]
    following.see(later, 8.0, change)
    assert following.tracker.questions == ()
    assert not is_named(following)


def test_looks_that_agree_are_worth_more_than_each_of_them() -> None:
    one, other = Tile.parse("3m"), Tile.parse("5m")
    seen = stray(Zone.RIVER, Seat.A, "3m", faces=((one, 0.9), (other, 0.05)), looks=3)
    weights = Weights()
    often = replace(seen, looks=20)

    def lead(tile: SeenTile, first: Tile = one) -> float:
        return read_cost(tile, other, weights) - read_cost(tile, first, weights)

    assert lead(often) > lead(seen) * 1.3
    assert read_cost(often, one, weights) == read_cost(seen, one, weights)
    # Glare makes wild ones and helpers of other tiles, and hardly ever another number.
    joker = Tile.parse("1j")
    wild = replace(often, faces=((joker, 0.9), (other, 0.05)))
    assert lead(often) > lead(wild, joker)
    # Of an opened hand nothing that is played later would put it right.
    assert lead(often) > lead(replace(often, zone=Zone.HAND)) > lead(seen)
    # What was plausible stays so.
    rare = replace(often, faces=((one, 0.9), (other, 0.006)))
    assert read_cost(rare, other, weights) < weights.implausible


def test_a_set_of_which_one_tile_stays_covered_is_booked_before_the_next_discard() -> None:
    before, claimed, _, thrown, later = pung()
    following = at_table(before)
    place = Zone.MELDS, claimed.seat
    lying = [t for t in following.looker.look(later, 0.0).tiles if (t.zone, t.seat) == place]
    hidden = max(lying, key=lambda seen: seen.track).track

    def partly(sighting: Sighting) -> Sighting:
        tiles = tuple(t for t in sighting.tiles if t.track != hidden)
        return replace(sighting, tiles=tiles, covered=frozenset({place}))

    following.see(later, 7.0, partly)
    kinds = [type(event) for event in shown(following.given)]
    assert kinds == [Punged, Discarded]
    assert shown(following.given)[-1] == thrown
    # With which tiles of the hand it was claimed nobody saw.
    assert following.tracker.questions


def test_a_claim_is_put_back_though_something_else_lies_in_disorder() -> None:
    before, claimed, after, _, _ = pung()
    following = at_table(before)
    following.see(after, 3.0)
    assert shown(following.given) == [claimed]
    strange = stray(Zone.FLOWERS, Seat((claimed.seat + 1) % 4), "5z")
    following.see(before, 7.0, with_tile(strange))
    assert shown(following.given) == []
    assert not following.tracker.questions
