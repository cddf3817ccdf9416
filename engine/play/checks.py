"""Checks of single events that hang on the books alone, with the clause that
the page names for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from engine.deal import Deal
from engine.events import Dealt, DiceRolled, DrawCause, Drew, End, Event, HandOpened, WallsRaised
from engine.flow import Objection
from engine.seat import SEATS, Seat
from engine.tile import UNKNOWN, Tile
from engine.view import Text

ALL_DICE = tuple((one, two) for one in range(1, 7) for two in range(one, 7))
HAND_SIZES = (14, 13, 13, 13)
"""Tiles dealt to the dealer and the seats after him."""


def fifth(tile: Tile, clause: str) -> Objection:
    """The objection to a tile of which none is left."""
    return Objection(
        f"{tile.chinese}已全部现出，不会再有一张",
        f"every {tile.english} is in sight already: there is not one more",
        clause,
    )


def walls_objection(deal: Deal, event: Event, clause: str) -> Objection | None:
    """Walls that hold all tiles, none of them too short."""
    if not isinstance(event, WallsRaised):
        return Objection("牌墙还没有码好", "the walls do not stand yet", clause, False)
    if 2 * sum(event.stacks) != deal.tiles.total:
        return Objection(
            f"四墙共应{deal.tiles.total // 2}墩，现{sum(event.stacks)}墩",
            f"the walls must have {deal.tiles.total // 2} stacks, not {sum(event.stacks)}",
            clause,
        )
    if min(event.stacks) < 7:
        return Objection("每墙至少七墩", "a wall has at least seven stacks", clause)
    return None


def dice_objection(
    event: Event, thrower: Seat, purpose: str, clause: str, faces: str
) -> Objection | None:
    """Dice of one seat for one purpose; `faces`: the clause of the dice themselves."""
    if not isinstance(event, DiceRolled):
        return Objection("先掷骰子", "the dice are thrown first", clause, False)
    if event.purpose != purpose or event.seat is not thrower:
        return Objection(f"由{thrower}掷骰", f"{thrower} throws the dice ({purpose})", clause)
    if not all(1 <= die <= 6 for die in event.dice):
        return Objection("骰子点数为一到六", "dice show 1 to 6", faces)
    return None


def dealt_objection(deal: Deal, event: Event, clause: str, tiles: str) -> Objection | None:
    """Hands of the right sizes; `tiles`: the clause of what is played with."""
    if not isinstance(event, Dealt):
        return Objection("正在抓牌", "the hands are being taken", clause, False)
    for seat in SEATS:
        wanted = HAND_SIZES[deal.dealer.distance_to(seat)]
        if len(event.hands[seat]) != wanted:
            return Objection(
                f"{seat}应抓{wanted}张，现{len(event.hands[seat])}张",
                f"{seat} takes {wanted} tiles, not {len(event.hands[seat])}",
                clause,
            )
    over = deal.tiles.surplus(tile for hand in event.hands for tile in hand)
    return fifth(over[0], tiles) if over else None


def dealt_candidates(deal: Deal) -> Iterator[Event]:
    """Hands of which nothing is seen."""
    a, b, c, d = ((UNKNOWN,) * HAND_SIZES[deal.dealer.distance_to(seat)] for seat in SEATS)
    yield Dealt((a, b, c, d))


def unseen_objection(deal: Deal, tile: Tile, clause: str) -> Objection | None:
    """A tile that is turned must be seen, and one must be left of its kind."""
    if not tile.is_known or not deal.unseen[tile.index]:
        return fifth(tile, clause)
    return None


def draw_objection(
    deal: Deal, event: Drew, end: End, cause: DrawCause, left: int, turn: str, wall: str,
    tiles: str, face_up: str,
) -> Objection | None:  # fmt: skip
    """The next tile from the right end for the right reason. `left`: tiles that
    may still be drawn; clauses of whose turn it is, of the wall, of what is
    played with, and of tiles that lie open."""
    seat = deal.step.actor
    if event.seat is not seat:
        return Objection(f"轮到{seat}进牌", f"it is {seat}'s draw", turn)
    if (event.end, event.cause) != (end, cause):
        return Objection(
            "应从墙尾补牌" if end is End.TAIL else "应从墙头摸牌",
            f"the tile comes from the wall's {end}, for {cause}",
            wall,
        )
    slot = deal.wall.next_slot(end) if left else None
    if slot is None:
        return Objection("牌墙已空，荒牌", "the wall is used up", tiles)
    face = deal.wall.tile_at(slot)
    if face is not None:
        if event.tile.is_known and event.tile != face:
            return Objection(
                f"这张是亮明的{face.chinese}", f"that tile lies open: {face.english}", face_up
            )
        return None
    if event.tile.is_known and not deal.unseen[event.tile.index]:
        return fifth(event.tile, tiles)
    return None


def next_draw(deal: Deal, end: End, cause: DrawCause) -> Drew:
    """The draw that comes next, with its face where the tile lies open."""
    slot = deal.wall.next_slot(end)
    face = deal.wall.tile_at(slot) if slot is not None else None
    return Drew(deal.step.actor, end, cause, face or UNKNOWN)


def opened_objection(deal: Deal, event: HandOpened, clause: str, again: str) -> Objection | None:
    """A hand opened once, with all its tiles; `again`: the clause of opening."""
    seat, hand = event.seat, deal.hands[event.seat]
    if deal.opened[seat]:
        return Objection(f"{seat}已亮牌", f"the hand of {seat} is open already", again)
    if len(event.tiles) != hand.count or UNKNOWN in event.tiles:
        return Objection(f"{seat}应亮{hand.count}张", f"{seat} opens {hand.count} tiles", clause)
    if not deal.may_hold(seat, event.tiles) or len(hand.missing(event.tiles)) != hand.hidden:
        return Objection(
            "亮出的牌与已知的牌不符", "the opened hand contradicts what is known", clause
        )
    return None


def faults(deal: Deal, size: Callable[[Deal, Seat], int | None]) -> Iterator[Text]:
    """Hands of another size than `size` asks for (None: nothing follows), and a
    settlement that does not come to zero."""
    for seat in SEATS:
        wanted = size(deal, seat)
        if wanted is not None and deal.hands[seat].count != wanted:
            yield Text(
                f"{seat}立牌{deal.hands[seat].count}张，应为{wanted}张",
                f"{seat} stands with {deal.hands[seat].count} tiles, not {wanted}",
            )
    if deal.is_over and sum(deal.settlement().net, Fraction(0)):
        yield Text("得失之和不为零", "the settlement does not sum to zero")
