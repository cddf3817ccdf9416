"""One deal (盘/局) as an immutable value.

`Deal.begin(rules, number, dealer, options)`, then `deal.apply(event)` for each
event; `deal.legal()` lists what may come next. Whether hands are known or
hidden changes nothing in the calls: with hidden tiles an event is legal when
some hidden content allows it, tile conservation included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.draft import Draft
from engine.errors import IllegalEvent
from engine.events import Event
from engine.flow import Flow, Objection, Settlement, Step
from engine.hand import Hand
from engine.meld import Meld
from engine.seat import SEATS, Seat
from engine.tile import KINDS, Tile
from engine.tileset import TileSet
from engine.view import Phase, Status, Text
from engine.wall import Wall
from engine.win import Win

if TYPE_CHECKING:
    from engine.ruleset import Options, RuleSet

HandSet = tuple[Hand, Hand, Hand, Hand]
TileRows = tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]
MeldRows = tuple[tuple[Meld, ...], tuple[Meld, ...], tuple[Meld, ...], tuple[Meld, ...]]
Statuses = tuple[Status, Status, Status, Status]


@dataclass(frozen=True)
class Deal:
    """A deal at one moment.

    Per-seat tuples are in the order A…D. `unseen[i]`: tiles of kind i that lie
    nowhere in sight (in the wall, or hidden in a hand). `extra[seat]`: by how
    many tiles a called dead hand is too long (or short, negative). `entries`:
    how each seat's last tile came (the page's words). `wins`: in the order
    they were called, with `?` for hidden tiles until the hand is opened.
    `page`: what the rule page itself remembers. `ended`: the page's reason,
    empty while the deal runs.
    """

    rules: RuleSet = field(compare=False, repr=False)
    options: Options = field(compare=False, repr=False)
    tiles: TileSet = field(compare=False, repr=False)
    number: int
    dealer: Seat
    step: Step
    wall: Wall
    page: object
    unseen: bytes = field(repr=False)
    dice: tuple[int, int] | None = None
    hands: HandSet = (Hand(), Hand(), Hand(), Hand())
    melds: MeldRows = ((), (), (), ())
    rivers: TileRows = ((), (), (), ())
    flowers: TileRows = ((), (), (), ())
    winning: tuple[Tile | None, Tile | None, Tile | None, Tile | None] = (None,) * 4
    statuses: Statuses = (Status.PLAYING,) * 4
    entries: tuple[str, str, str, str] = ("", "", "", "")
    extra: tuple[int, int, int, int] = (0, 0, 0, 0)
    opened: tuple[bool, bool, bool, bool] = (False,) * 4
    wins: tuple[Win, ...] = ()
    ended: str = ""
    last: Event | None = None

    @classmethod
    def begin(
        cls,
        rules: RuleSet,
        number: int,
        dealer: Seat,
        options: Mapping[str, str] | None = None,
        before: Deal | None = None,
    ) -> Deal:
        """A deal before its walls stand. `options` default to the page's own;
        `before`: the deal that was played before it in the same match."""
        chosen = rules.choose(options)
        flow: Flow = rules.flow
        tiles = TileSet.of(rules.tiles(chosen))
        page = flow.page_state(chosen)
        return cls(
            rules=rules,
            options=chosen,
            tiles=tiles,
            number=number,
            dealer=dealer,
            step=flow.first_step(dealer),
            wall=flow.wall(chosen),
            page=page if before is None else flow.continued(page, before),
            unseen=tiles.counts,
        )

    @property
    def flow(self) -> Flow:
        """The page's course of play."""
        flow: Flow = self.rules.flow
        return flow

    @property
    def phase(self) -> Phase:
        return self.step.phase

    @property
    def is_over(self) -> bool:
        """Nothing more is played: hands open and are settled."""
        return bool(self.ended)

    def active(self, seat: Seat) -> bool:
        """还在行牌: neither won, removed nor stopped."""
        return self.statuses[seat] in (Status.PLAYING, Status.DEAD_HAND)

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in SEATS if self.active(seat))

    def next_active(self, seat: Seat) -> Seat | None:
        """The next seat in the order of play that still plays."""
        for steps in range(1, 4):
            other = seat.offset(steps)
            if self.active(other):
                return other
        return None

    def may_hold(self, seat: Seat, tiles: Iterable[Tile]) -> bool:
        """Whether the hand holds these tiles, or could by what is unseen."""
        hand = self.hands[seat]
        missing = hand.missing(tiles)
        if not missing:
            return True
        if len(missing) > hand.hidden:
            return False
        unseen = self.unseen
        if len(missing) == 1:
            only = missing[0]
            return only.is_known and unseen[only.index] > 0
        return all(tile.is_known and unseen[tile.index] >= missing.count(tile) for tile in missing)

    def holdable(self, seat: Seat) -> Iterator[Tile]:
        """Kinds of which the seat's hand holds one, or could."""
        hand = self.hands[seat]
        if hand.hidden:
            known = set(hand.known)
            for tile in KINDS:
                if self.unseen[tile.index] or tile in known:
                    yield tile
        else:
            yield from dict.fromkeys(hand.known)

    def forget(self) -> None:
        """Let go of what was worked out and can be worked out again."""
        for name in [name for name in self.__dict__ if name[0] == "_"]:
            del self.__dict__[name]

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name[0] != "_"}

    def _lapses(self) -> Iterator[Deal]:
        """This deal, and as it stands when each open window in turn closes."""
        state: Deal | None = self
        while state is not None:
            yield state
            state = state.lapsed()

    def lapsed(self) -> Deal | None:
        """The deal when the window now open closes unused; None: none is open."""
        if "_lapsed" not in self.__dict__:
            self.__dict__["_lapsed"] = self.flow.lapse(self)
        found: Deal | None = self.__dict__["_lapsed"]
        return found

    def legal(self) -> tuple[Event, ...]:
        """All legal next events, those of the open window first.

        A draw is listed with `?`, and stands for that draw of any tile that
        is still unseen.
        """
        if "_legal" not in self.__dict__:
            found: list[Event] = []
            for state in self._lapses():
                check = state.flow.check
                here = [e for e in state.flow.candidates(state) if check(state, e) is None]
                earlier = set(found) if found and here else set()
                found += here if not earlier else [e for e in here if e not in earlier]
            self.__dict__["_legal"] = tuple(found)
        legal: tuple[Event, ...] = self.__dict__["_legal"]
        return legal

    def objection(self, event: Event) -> Objection | None:
        """Why `event` may not come next; None when it may."""
        first: Objection | None = None
        for state in self._lapses():
            objection = state.flow.check(state, event)
            if objection is None:
                return None
            if first is None or (objection.relevant and not first.relevant):
                first = objection
        return first

    def apply(self, event: Event) -> Deal:
        """The deal after `event`; raises `IllegalEvent`, this deal unchanged."""
        after = self.tried(event)
        if after is None:
            why = self.objection(event)
            assert why is not None
            raise IllegalEvent(event, (why.zh, why.en), why.clause, self.legal())
        return after

    def tried(self, event: Event) -> Deal | None:
        """The deal after `event`; None where it may not come next."""
        for state in self._lapses():
            if state.flow.check(state, event) is None:
                draft = Draft(state)
                state.flow.apply(draft, event)
                return draft.freeze(event)
        return None

    def then(self, event: Event) -> Deal:
        """`apply`, remembered: for events that are tried at every look."""
        tried: dict[Event, Deal] = self.__dict__.setdefault("_tried", {})
        if event not in tried:
            tried[event] = self.apply(event)
        return tried[event]

    def settlement(self) -> Settlement:
        """What the deal comes to; `missing` is empty when that is final."""
        if "_settlement" not in self.__dict__:
            self.__dict__["_settlement"] = self.flow.settlement(self)
        made: Settlement = self.__dict__["_settlement"]
        return made

    def visible(self) -> Iterator[Tile]:
        """Every tile whose place and face are known to the books."""
        for seat in SEATS:
            yield from self.hands[seat].known
            for meld in self.melds[seat]:
                yield from (tile for tile in meld.tiles if tile.is_known)
            yield from self.rivers[seat]
            yield from self.flowers[seat]
            if self.winning[seat] is not None:
                yield self.winning[seat]  # type: ignore[misc]
        yield from (tile for _, tile in self.wall.face_up)

    def validate(self) -> list[Text]:
        """Every contradiction in the books, all at once; empty when sound."""
        faults: list[Text] = []
        seen = list(self.visible())
        for tile in self.tiles.surplus(seen):
            faults.append(
                Text(f"{tile.chinese}多于应有张数", f"more {tile.english} than there are")
            )
        unseen = bytearray(self.tiles.counts)
        for tile in seen:
            if unseen[tile.index]:
                unseen[tile.index] -= 1
        if bytes(unseen) != self.unseen:
            faults.append(Text("未见牌数与账不符", "the count of unseen tiles is off"))
        hidden = sum(hand.hidden for hand in self.hands)
        covered = sum(
            1 for row in self.melds for meld in row for tile in meld.tiles if not tile.is_known
        )
        in_wall = self.wall.remaining - len(self.wall.face_up)
        # A dead hand's missing or surplus tile lies where nobody booked it.
        booked = sum(self.unseen) + sum(self.extra)
        if hidden + covered + in_wall != booked:
            faults.append(
                Text(
                    f"牌数不守恒：暗手{hidden}＋暗杠{covered}＋墙{in_wall}，应为{booked}",
                    f"tiles are not conserved: {hidden} hidden + {covered} covered + "
                    f"{in_wall} in the wall, {booked} unseen",
                )
            )
        faults.extend(self.flow.faults(self))
        return faults
