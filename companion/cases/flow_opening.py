"""Cases about walls, dice, the deal, 宝牌, and the wall's tail."""

from __future__ import annotations

from companion.cases.case import Case, Outcome
from companion.cases.scene import at, scene, walls
from engine.deal import Deal
from engine.events import Acted, Dealt, DiceRolled, End, Flipped, WallsRaised
from engine.play.checks import HAND_SIZES
from engine.rules.mzhz.actions import STEAL_TAKE
from engine.rules.mzhz.helpers import dice_target, targets_of
from engine.rules.mzhz.opening import bonus_slot, next_flip
from engine.rules.mzhz.state import Stage, state
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import UNKNOWN, Tile
from engine.view import Status
from engine.wall import Wall, break_seat, dealt_slots


def _place(wall: Wall, slot: int) -> list[object]:
    """`[[side, stack from the right, from 1], layer]`."""
    place = wall.place(slot)
    assert place is not None
    return [[place.seat.side, place.stack + 1], place.layer.value]


def wall(case: Case, options: Options) -> Outcome:
    """`wall`: where the ring is broken, dealt from, flipped and ended."""
    case.knows(("dice", "dealer_seat", "wall_lengths"))
    context = case.context
    one, two = context["dice"]
    dealer = Seat.parse(context["dealer_seat"])
    a, b, c, d = walls(context["wall_lengths"]).stacks
    deal = Deal.begin(case.rules, 1, dealer, dict(options)).apply(WallsRaised((a, b, c, d)))
    broken = deal.apply(DiceRolled(dealer, (one, two)))
    first = _place(broken.wall, 0)[0]
    hands = tuple((UNKNOWN,) * HAND_SIZES[dealer.distance_to(seat)] for seat in SEATS)
    after = broken.apply(Dealt((hands[0], hands[1], hands[2], hands[3])))
    head, tail = after.wall.next_slot(End.HEAD), after.wall.next_slot(End.TAIL)
    flip = next_flip(after)
    assert head is not None
    assert tail is not None
    assert flip == bonus_slot((one, two))
    return Outcome(
        {
            "break_seat": break_seat(dealer, (one, two)).side,
            "m": min(one, two),
            "first_dealt": first,
            "next_draw": _place(after.wall, head),
            "bao_flip": _place(after.wall, flip),
            "first_tail": _place(after.wall, tail),
            "remaining_after_deal": after.wall.remaining,
        }
    )


def bonus(case: Case, options: Options) -> Outcome:
    """`bao`: flips until a number tile comes."""
    case.knows(("flips",))
    deal = Deal.begin(case.rules, 1, Seat.A, dict(options)).apply(DiceRolled(Seat.A, (2, 5)))
    listed = deal.legal()
    assert isinstance(listed[0], Dealt)
    deal = deal.apply(listed[0])
    for code in case.context["flips"]:
        slot = next_flip(deal)
        assert slot is not None
        deal = deal.apply(Flipped(slot, Tile.parse(code)))
    found = state(deal).bonus
    picking = at(deal, Stage.PICK, Seat.A)
    stealable = [
        event.tiles[0].code
        for event in picking.legal()
        if isinstance(event, Acted) and event.action == STEAL_TAKE and event.place == "wall"
    ]
    return Outcome(
        {
            "baopai": found.code if found else None,
            "face_up": [tile.code for _, tile in deal.wall.face_up],
            "stealable": stealable,
        }
    )


def dealing(case: Case, options: Options) -> Outcome:
    """`deal`: who takes which tiles of the wall."""
    case.knows(())
    dealt = Wall((16, 15, 16, 15)).dealt()
    names = ("dealer", "south", "west", "north")
    got: dict[str, object] = {
        name: list(dealt_slots(position)) for position, name in enumerate(names)
    }
    got["next_draw"] = dealt.next_slot(End.HEAD)
    return Outcome(got)


def tail_order(case: Case, options: Options) -> Outcome:
    """`tail_order`: the first four draws from the tail."""
    case.knows(("tiles",))
    standing = scene(case.rules, options, left=71).wall
    assert standing.total == case.context["tiles"]
    slots: list[int] = []
    for _ in range(4):
        slot = standing.next_slot(End.TAIL)
        assert slot is not None
        slots.append(slot)
        standing = standing.without(slot)
    return Outcome({"tail": slots})


def dice_targets(case: Case, options: Options) -> Outcome:
    """`dice_target`: whom a cat or god counts to."""
    case.knows(("user", "active", "dice_sum", "order"))
    context = case.context
    user = Seat.parse(context["user"])
    active = tuple(Seat.parse(name) for name in context["active"])
    status = {seat: Status.WON for seat in SEATS if seat not in active}
    deal = scene(case.rules, options, actor=user, hands={user: "1h"}, status=status)
    used = deal.apply(Acted(user, "reduce"))
    needed = used.step.stage == Stage.ROLL
    if needed:
        total = context["dice_sum"]
        first = max(1, total - 6)
        used = used.apply(DiceRolled(user, (first, total - first), "cat"))
        counted = dice_target(user, active, total)
        assert tuple(e.target for e in state(used).effects) == targets_of(user, counted)
    targets = [effect.target.name for effect in state(used).effects]
    return Outcome({"targets": targets, "dice_needed": needed})
