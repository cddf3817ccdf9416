"""What cannot be so in a sighting, whatever the deal is."""

from __future__ import annotations

from dataclasses import replace

from engine.deal import Deal
from engine.events import Discarded, Flipped
from engine.evidence import Weights, is_faint
from engine.layout import TableLayout
from engine.lying import Ghosts, as_it_can_lie
from engine.observations import Presence, SeenTile, Sighting, Zone
from engine.rules import load
from engine.seat import SEATS, Seat
from engine.tile import Tile
from tests.random_play import play

RIVER = Zone.RIVER, Seat.B
RULES = load("mzhz")


def about_to_turn() -> Deal:
    """Before a tile is turned on the wall."""
    for before, event, _ in play(RULES, {}, 1, hidden=True):
        if isinstance(event, Flipped):
            return before
    raise AssertionError("no tile was turned")


def in_play() -> Deal:
    """A deal with a number turned on its wall and only discards to come."""
    for seed in range(20):
        for before, event, after in play(RULES, {}, seed, hidden=True):
            turned = [face for _, face in before.wall.face_up if face.is_number]
            if isinstance(event, Discarded) and turned and "7m" not in {t.code for t in turned}:
                return after
    raise AssertionError("never a number turned")


def lying(track: int, code: str, x: float, **other: object) -> SeenTile:
    face = ((Tile.parse(code), 0.97),)
    tile = SeenTile(track, Zone.RIVER, Seat.B, x, 100.0, 0.0, face, 0.0, 4)
    return replace(tile, **other)  # type: ignore[arg-type]


def sighting(*tiles: SeenTile, time: float = 0.0) -> Sighting:
    covered = {(t.zone, t.seat) for t in tiles if t.presence is Presence.HIDDEN}
    return Sighting(0, time, 1, tiles, frozenset(covered))


def test_a_tile_seen_where_one_is_said_to_be_hidden_is_that_one() -> None:
    """After the camera was moved a tile is found anew beside what it was thought to be."""
    old = lying(7, "4m", 40.0, presence=Presence.HIDDEN)
    far = lying(9, "2s", 120.0, presence=Presence.HIDDEN)
    (tile, other) = as_it_can_lie(sighting(old, lying(31, "6m", 52.0), far), None).tiles
    assert (tile.track, tile.face, tile.presence) == (7, Tile.parse("6m"), Presence.SEEN)
    assert other is far


def test_what_is_seen_stays_what_it_is_beside_a_back_or_what_came_later() -> None:
    """A glimpse of something that is said to be hidden ever since overlaps two tiles."""
    one, two = lying(7, "3m", 0.0), lying(21, "7m", 40.0)
    back = lying(15, "5z", 20.0, faces=(), back=0.99, presence=Presence.HIDDEN)
    carried = lying(30, "5s", 19.0, presence=Presence.HIDDEN)
    for ghost in (back, carried):
        for shift in (-3.0, 3.0):
            look = sighting(one, replace(ghost, x=20.0 + shift), two)
            assert as_it_can_lie(look, None).tiles == (one, two)


def test_on_a_wall_one_tile_lies_on_another() -> None:
    old = lying(7, "4m", 40.0, zone=Zone.WALL, presence=Presence.HIDDEN)
    new = lying(31, "6m", 42.0, zone=Zone.WALL)
    assert as_it_can_lie(sighting(old, new), None).tiles == (new,)


def test_a_number_among_flowers_lies_on_the_wall() -> None:
    number = lying(1, "7m", 0.0, zone=Zone.FLOWERS)
    flower = lying(2, "3f", 60.0, zone=Zone.FLOWERS)
    faces = (Tile.parse("6m"), 0.81), (Tile.parse("6f"), 0.17)
    either = lying(3, "6m", 120.0, zone=Zone.FLOWERS, faces=faces)
    look = sighting(number, flower, either)
    turning, playing = about_to_turn(), in_play()

    def zones(deal: Deal) -> list[Zone]:
        return [tile.zone for tile in as_it_can_lie(look, deal).tiles]

    assert zones(turning) == [Zone.WALL, Zone.FLOWERS, Zone.FLOWERS]
    # Where nothing is turned, a page may lay numbers there.
    assert zones(playing) == [Zone.FLOWERS] * 3
    turned = {face.code for _, face in playing.wall.face_up if face.is_number}
    for code in turned:
        again = sighting(lying(4, code, 0.0, zone=Zone.FLOWERS))
        assert as_it_can_lie(again, playing).tiles[0].zone is Zone.WALL
    assert turned


def test_what_can_be_so_stays_the_same_picture() -> None:
    plain = sighting(lying(1, "7m", 0.0), lying(2, "3m", 90.0, presence=Presence.HIDDEN))
    assert as_it_can_lie(plain, None) is plain
    assert Ghosts(9.0, 9).laid(plain, {}, about_to_turn()) is plain


def test_what_was_seen_for_a_moment_and_is_hidden_for_long_is_none() -> None:
    ghosts = Ghosts(9.0, 9)
    carried = lying(5, "7s", 0.0, presence=Presence.HIDDEN)
    looked_at = lying(6, "8s", 60.0, presence=Presence.HIDDEN, looks=20, seat=Seat.C)
    known = lying(7, "9s", 120.0, presence=Presence.HIDDEN, seat=Seat.C)
    tiles, deal = {7: ((Zone.RIVER, Seat.C), Tile.parse("9s"))}, about_to_turn()
    for time in (0.0, 5.0, 8.9):
        look = sighting(carried, looked_at, known, time=time)
        assert ghosts.laid(look, tiles, deal) is look
    after = ghosts.laid(sighting(carried, looked_at, known, time=9.1), tiles, deal)
    assert after.tiles == (looked_at, known)
    # Nothing else lies hidden in that river.
    assert RIVER not in after.covered
    assert (Zone.RIVER, Seat.C) in after.covered


def test_a_tile_that_comes_to_light_again_is_hidden_anew() -> None:
    ghosts = Ghosts(9.0, 9)
    tile = lying(5, "7s", 0.0)
    hidden = replace(tile, presence=Presence.HIDDEN)
    deal = about_to_turn()
    ghosts.laid(sighting(hidden, time=0.0), {}, deal)
    ghosts.laid(sighting(tile, time=5.0), {}, deal)
    look = sighting(hidden, time=10.0)
    assert ghosts.laid(look, {}, deal) is look


def test_a_tile_laid_where_one_was_claimed_is_not_read_by_looks_at_that_one() -> None:
    ghosts, deal = Ghosts(9.0, 9), about_to_turn()
    claimed = lying(7, "1p", 0.0, looks=8)
    ghosts.laid(sighting(claimed), {7: (RIVER, Tile.parse("1p"))}, deal)
    # Its river holds none any more: a hand has it, or had.
    ghosts.laid(sighting(replace(claimed, presence=Presence.HIDDEN)), {}, deal)

    def read(looks: int, **faces: float) -> SeenTile:
        shares = tuple((Tile.parse(code), share) for code, share in faces.items())
        new = lying(7, "1p", 0.0, looks=looks, faces=shares)
        return ghosts.laid(sighting(new), {}, deal).tiles[0]

    early = read(10, **{"1p": 0.95, "6p": 0.03})
    assert is_faint(early, Weights())
    assert early.face == Tile.parse("6p")
    later = read(14, **{"1p": 0.57, "6p": 0.4})
    assert later.face == Tile.parse("6p")
    assert later.faces[0][1] > 0.9
    # Where they say nothing else it is the same tile, put back, or one more of the kind.
    assert read(10, **{"1p": 0.99}).face == Tile.parse("1p")
    assert read(12, **{"1p": 0.99}).face == Tile.parse("1p")


def test_a_tile_that_a_claim_taken_back_leaves_is_the_one_it_was() -> None:
    ghosts, deal = Ghosts(9.0, 9), in_play()
    seat = next(seat for seat in SEATS if deal.rivers[seat])
    tile = lying(7, deal.rivers[seat][-1].code, 0.0, seat=seat)
    for presence in Presence:
        look = sighting(replace(tile, presence=presence))
        assert ghosts.laid(look, {7: ((Zone.RIVER, seat), deal.rivers[seat][-1])}, deal) is look
        # Whatever it was taken for meanwhile: the books have it there.
        assert ghosts.laid(look, {}, deal) is look


def test_of_two_tiles_nearer_than_a_tile_is_long_one_is_the_edge_of_the_other() -> None:
    deal = about_to_turn()

    def before_seat(seat: Seat, along: float, across: float, **other: object) -> SeenTile:
        x, y = (across, along) if seat in (Seat.B, Seat.D) else (along, across)
        track = round(along) * 10 + round(across)
        return lying(track, "9p", x, y=y, seat=seat, zone=Zone.MELDS, **other)

    for seat in SEATS:
        one, next_to_it = before_seat(seat, 100.0, 370.0), before_seat(seat, 131.0, 368.0)
        edge = ((Tile.parse("7p"), 0.9),)
        twin = before_seat(seat, 103.0, 342.0, faces=edge)
        far = before_seat(seat, 103.0, 300.0, faces=edge)
        look = sighting(one, next_to_it, far)
        assert Ghosts(9.0, 9).laid(look, {}, deal) is look
        look = sighting(twin, one, next_to_it)
        assert Ghosts(9.0, 9).laid(look, {}, deal).tiles == (one, next_to_it)
        hand = [replace(tile, zone=Zone.HAND) for tile in (twin, one, next_to_it)]
        assert Ghosts(9.0, 9).laid(sighting(*hand), {}, deal).tiles == tuple(hand[1:])
        # A back may stand behind what lies open.
        hand[0] = replace(hand[0], faces=(), back=0.98)
        look = sighting(*hand)
        assert Ghosts(9.0, 9).laid(look, {}, deal) is look
        # A number lies in a set rather than among flowers, however well it is read there.
        flower = replace(twin, zone=Zone.FLOWERS, faces=((Tile.parse("7p"), 0.99),))
        look = sighting(flower, one, next_to_it)
        assert Ghosts(9.0, 9).laid(look, {}, deal).tiles == (one, next_to_it)


def test_no_tile_lies_between_two_that_leave_no_room_for_it() -> None:
    deal = about_to_turn()

    def in_row(seat: Seat, along: float, share: float = 0.97) -> SeenTile:
        x, y = (370.0, along) if seat in (Seat.B, Seat.D) else (along, 370.0)
        faces = ((Tile.parse("9p"), share),)
        return lying(round(along), "9p", x, y=y, seat=seat, zone=Zone.MELDS, faces=faces)

    for seat in SEATS:
        left, right, next_to_it = in_row(seat, 100.0), in_row(seat, 132.0), in_row(seat, 163.0)
        look = sighting(left, right, next_to_it)
        assert Ghosts(9.0, 9).laid(look, {}, deal) is look
        for share in (0.56, 0.99):
            between = in_row(seat, 116.0, share)
            look = sighting(between, left, right, next_to_it)
            assert Ghosts(9.0, 9).laid(look, {}, deal).tiles == (left, right, next_to_it)
            # What was known to lie there gives way only to what is read better.
            known = {between.track: ((Zone.MELDS, seat), Tile.parse("9p"))}
            stays = share > 0.97
            assert (between in Ghosts(9.0, 9).laid(look, known, deal).tiles) is stays


def test_what_seems_open_far_from_where_a_tile_is_turned_is_a_back() -> None:
    layout = TableLayout()
    for before, event, after in play(RULES, {}, 1, hidden=True):
        if not isinstance(event, Flipped):
            continue
        at = before.wall.place(event.slot)
        assert at is not None
        lateral, depth = layout.to_seat(at.seat, *layout.stack_at(at.seat, at.stack))
        for off, is_open in ((0.0, True), (40.0, True), (-60.0, True), (140.0, False)):
            beside = lateral - off if lateral > 0 else lateral + off
            x, y = layout.to_table(at.seat, beside, depth)
            tile = lying(1, "7m", x, y=y, seat=at.seat, zone=Zone.WALL)
            # Before it is turned, and while it lies there.
            for deal in (before, after):
                (seen,) = as_it_can_lie(sighting(tile), deal).tiles
                assert (seen.face is not None) is is_open, (off, deal is after)
            assert as_it_can_lie(sighting(tile), None).tiles == (tile,)
        break


def test_stripes_at_the_foot_of_a_wall_are_its_side_while_no_river_reaches_there() -> None:
    layout = TableLayout()
    deals = [after for _, _, after in play(RULES, {}, 3, hidden=True)]
    early = next(deal for deal in deals if len(deal.rivers[Seat.C]) == 2)
    late = next((deal for deal in deals if len(deal.rivers[Seat.C]) >= 14), None)
    assert late is not None

    def seen(code: str, depth: float, deal: Deal) -> bool:
        x, y = layout.to_table(Seat.C, 40.0, depth)
        tile = lying(1, code, x, y=y, seat=Seat.C)
        return as_it_can_lie(sighting(tile), deal).tiles[0].face is not None

    for code in ("2s", "4s", "9s"):
        assert not seen(code, 226.0, early)
        assert seen(code, 226.0, late)
        assert seen(code, 150.0, early)
    assert seen("7m", 226.0, early)
