"""What a tap means while a deal is entered by finger: no Kivy, no rules.

A view offers choices; the pad turns taps into one of them. A tile's key is the
discard of the seat on turn unless a verb was armed before; a claim belongs to
the seat whose button was tapped. Where one tap could mean several things they
are `offered`, to be told apart by a second one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from enum import StrEnum

from engine.entering import Choice, Verb
from engine.events import DiceRolled, Discarded, Event, HandOpened, Konged, Punged, Won
from engine.seat import SEATS, Seat
from engine.tile import UNKNOWN, Tile
from engine.view import Phase, TableView

COPIES = 4
"""No set has more of a kind."""
CLAIMS = (Verb.CHOW, Verb.PUNG, Verb.KONG, Verb.WIN)
BY_KEY = (Verb.FLIP, Verb.FLOWER, Verb.DISCARD, Verb.ACTION)
"""What a tile's key may mean when no verb is armed, the likeliest first."""
UNNAMED = (Verb.FLIP, Verb.FLOWER, Verb.BREACH, Verb.WALLS, Verb.OPEN, Verb.BEGIN)
"""Verbs that need no button: a key does it, or another place of the screen."""


class Mode(StrEnum):
    """What the pad asks for."""

    BEGIN = "begin"
    DICE = "dice"
    DEAL = "deal"
    TILE = "tile"
    HAND = "hand"


class Pad:
    """Taps in, events out. Each `tap_…` gives the event to enter, or None."""

    def __init__(self) -> None:
        self.view: TableView | None = None
        self.armed: Choice | None = None
        self.winners: tuple[Seat, ...] = ()
        self.offered: tuple[Choice, ...] = ()
        self.joker = False
        self.opening: Seat | None = None
        self.focus: Seat | None = None
        self.hand: tuple[Tile, ...] = ()
        self._by_verb: dict[Verb, list[Choice]] = {}
        self._claims: list[Choice] = []
        self._moves: list[Choice] = []

    def show(self, view: TableView) -> None:
        """A new view: what was half tapped is forgotten, unless nothing has changed."""
        if self.view is not None and self.view.choices == view.choices:
            self.view = view
            return
        self.view = view
        self._sort(view)
        self.forget()
        self.hand = ()
        if self.focus is not None and not self._flowers_of(self.focus):
            self.focus = None
        seats = [choice.seat for choice in self._with(Verb.OPEN)]
        if self.opening not in seats:
            self.opening = seats[0] if seats else None

    def _sort(self, view: TableView) -> None:
        """Choices by verb, claims apart from what is nobody else's tile."""
        self._by_verb, self._claims, self._moves = {}, [], []
        for choice in view.choices:
            self._by_verb.setdefault(choice.verb, []).append(choice)
            (self._claims if _is_claim(choice) else self._moves).append(choice)

    @property
    def is_half_tapped(self) -> bool:
        """Whether something is armed or offered that a second tap would end."""
        return bool(self.armed or self.winners or self.offered or self.joker)

    def forget(self) -> None:
        """Nothing is armed or offered any more."""
        self.armed = None
        self.winners = ()
        self.offered = ()
        self.joker = False

    def _with(self, verb: Verb) -> list[Choice]:
        return self._by_verb.get(verb, [])

    @property
    def mode(self) -> Mode:
        for verb, mode in (
            (Verb.BEGIN, Mode.BEGIN), (Verb.DICE, Mode.DICE), (Verb.DEAL, Mode.DEAL),
            (Verb.OPEN, Mode.HAND),
        ):  # fmt: skip
            if self._with(verb):
                return mode
        return Mode.TILE

    @property
    def actor(self) -> Seat | None:
        """Whose tiles the keys are: the seat that was tapped, else who lays flowers
        in the opening round, who discards next, or who acts at all."""
        if self.focus is not None:
            return self.focus
        round_of_flowers = self.view is not None and self.view.phase is Phase.FLOWERS
        usual = (Verb.DISCARD, Verb.FLOWER, Verb.ACTION)
        for verb in (Verb.FLOWER, *usual) if round_of_flowers else usual:
            for choice in self._with(verb):
                return choice.seat
        return None

    def _flowers_of(self, seat: Seat) -> bool:
        """Whether `seat` may lay flowers now; in the opening round several may."""
        return any(choice.seat is seat for choice in self._with(Verb.FLOWER))

    def tap_seat(self, seat: Seat) -> None:
        """The keys are `seat`'s, if it may lay flowers."""
        self.focus = seat if self._flowers_of(seat) else None

    # -- keys ------------------------------------------------------------------

    def _keyed(self) -> list[Choice]:
        """What the keys stand for now."""
        keyed = [choice for choice in self._own() if choice.key is not None]
        if not any(choice.verb is Verb.DISCARD for choice in keyed):
            # Whoever throws a tile ends the round of flowers.
            keyed = keyed + self._with(Verb.DISCARD)
        armed = self.armed
        if armed is not None:
            return [choice for choice in keyed if _same_deed(choice, armed)]
        return [choice for choice in keyed if choice.verb in BY_KEY]

    def _own(self) -> list[Choice]:
        """Choices of the seat on turn, and those that are nobody's."""
        actor = self.actor
        return [choice for choice in self._moves if choice.seat in (None, actor)]

    @property
    def lit(self) -> frozenset[Tile]:
        """Tiles whose keys can be tapped."""
        if self.mode is Mode.HAND:
            return frozenset(t for t in self._kinds() if self.hand.count(t) < COPIES)
        if self.mode is not Mode.TILE:
            return frozenset()
        return frozenset(choice.key for choice in self._keyed() if choice.key is not None)

    def _kinds(self) -> tuple[Tile, ...]:
        return self.view.kinds if self.view is not None else ()

    def tap_tile(self, tile: Tile) -> Event | None:
        if self.mode is Mode.HAND:
            if tile in self.lit and len(self.hand) < self.hand_size:
                self.hand = (*self.hand, tile)
            return None
        found = [choice for choice in self._keyed() if choice.key is tile]
        if self.armed is None:
            usual = [c for c in found if c.verb is Verb.FLOWER] or [c for c in found if _plain(c)]
            found = usual or found
        return self._one_of(found)

    def _one_of(self, found: list[Choice]) -> Event | None:
        if len(found) == 1:
            return found[0].event
        self.offered = tuple(found)
        return None

    # -- verbs -----------------------------------------------------------------

    @property
    def verbs(self) -> tuple[Choice, ...]:
        """Buttons for the seat on turn: what the bare keys do not reach."""
        own = self._own()
        thrown = {choice.key for choice in own if _plain(choice)}
        found: list[Choice] = []
        for choice in own:
            if choice.verb in UNNAMED:
                continue
            by_key = choice.key is not None and choice.key not in thrown
            if choice.verb is Verb.ACTION and by_key:
                continue
            if not any(_same_deed(choice, other) for other in found):
                found.append(choice)
        return tuple(found)

    def tap_verb(self, choice: Choice) -> Event | None:
        """A verb with tiles is armed (or put down again); one without is entered."""
        if choice.key is None:
            return choice.event
        same = self.armed is not None and _same_deed(self.armed, choice)
        self.forget()
        self.armed = None if same else choice
        if self.armed is not None and len(self._keyed()) == 1:
            return self._one_of(self._keyed())
        return None

    def is_armed(self, choice: Choice) -> bool:
        """Whether the keys now stand for this deed; to throw a tile is the usual one."""
        if self.armed is None:
            return choice.verb is Verb.DISCARD and not self.winners
        return _same_deed(self.armed, choice)

    def tap_offered(self, choice: Choice) -> Event:
        return choice.event

    # -- claims ----------------------------------------------------------------

    def claims(self, seat: Seat) -> frozenset[Verb]:
        """What `seat` may claim of the tile that was thrown."""
        found = set()
        for choice in self._claims:
            event = choice.event
            if isinstance(event, Won):
                if seat in event.seats:
                    found.add(Verb.WIN)
            elif choice.seat is seat:
                found.add(choice.verb)
        return frozenset(found)

    def tap_claim(self, seat: Seat, verb: Verb) -> Event | None:
        if verb is Verb.WIN:
            return self._tap_win(seat)
        found = [c for c in self._claims if c.verb is verb and c.seat is seat]
        natural = [c for c in found if _natural(c.event)]
        if self.joker:
            return self._one_of([c for c in found if c not in natural] or found)
        return self._one_of(natural or found)

    def _tap_win(self, seat: Seat) -> Event | None:
        """Winners are gathered; the button for exactly these is offered."""
        chosen = set(self.winners) ^ {seat}
        self.winners = tuple(s for s in SEATS if s in chosen)
        self.armed = None
        self.offered = tuple(
            c for c in self._claims if isinstance(c.event, Won) and set(c.event.seats) == chosen
        )  # fmt: skip
        return None

    @property
    def has_joker_claims(self) -> bool:
        return any(not _natural(choice.event) for choice in self._claims)

    def toggle_joker(self) -> None:
        self.joker = not self.joker
        self.offered = ()

    # -- dice and hands --------------------------------------------------------

    def tap_dice(self, one: int, two: int) -> Event | None:
        for choice in self._with(Verb.DICE):
            if isinstance(choice.event, DiceRolled):
                return replace(choice.event, dice=(one, two))
        return None

    @property
    def to_open(self) -> tuple[Choice, ...]:
        return tuple(self._with(Verb.OPEN))

    def _hand_choice(self) -> Choice | None:
        return next((c for c in self._with(Verb.OPEN) if c.seat is self.opening), None)

    @property
    def known(self) -> tuple[Tile, ...]:
        """Tiles of the hand being opened that are known already."""
        choice = self._hand_choice()
        if choice is None or not isinstance(choice.event, HandOpened):
            return ()
        return tuple(tile for tile in choice.event.tiles if tile.is_known)

    @property
    def hand_size(self) -> int:
        """How many tiles are still to be named."""
        choice = self._hand_choice()
        if choice is None or not isinstance(choice.event, HandOpened):
            return 0
        return choice.event.tiles.count(UNKNOWN)

    def choose_hand(self, seat: Seat) -> None:
        self.opening, self.hand = seat, ()

    def take_back(self, at: int) -> None:
        """Remove the tile `at` from the hand being entered."""
        self.hand = self.hand[:at] + self.hand[at + 1 :]

    def lay(self, tiles: tuple[Tile, ...]) -> bool:
        """Take over a hand that was read as a whole; whether it holds all tiles that are
        known of it. What is known needs no naming and is left out."""
        rest = list(tiles)
        for tile in self.known:
            if tile in rest:
                rest.remove(tile)
        self.hand = tuple(rest)
        return len(rest) == self.hand_size

    def open_hand(self) -> Event | None:
        """The hand as it was entered, once it is whole."""
        if self.opening is None or len(self.hand) != self.hand_size:
            return None
        return HandOpened(self.opening, tuple(sorted((*self.known, *self.hand))))


def _plain(choice: Choice) -> bool:
    """A tile simply thrown: neither a flower nor announced."""
    event = choice.event
    thrown = isinstance(event, Discarded) and event.announced is None
    return thrown and choice.key is not None and not choice.key.is_flower


def _same_deed(one: Choice, other: Choice) -> bool:
    """The same button stands for both: jokers and announcements make no other deed."""
    if one.verb is not other.verb:
        return False
    if isinstance(one.event, Konged) and isinstance(other.event, Konged):
        return one.event.kind is other.event.kind
    return one.verb is Verb.DISCARD or one.label == other.label


def _is_claim(choice: Choice) -> bool:
    """Takes a tile that another seat has put down."""
    if choice.verb not in CLAIMS:
        return False
    return getattr(choice.event, "source", None) is not None


def _natural(event: Event) -> bool:
    """A claim without jokers."""
    if isinstance(event, Punged | Konged):
        return Counter(event.used)[event.tile] == len(event.used)
    return True


__all__ = ["CLAIMS", "Mode", "Pad"]
