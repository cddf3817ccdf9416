"""What a rule page says about the course of a deal, as the core asks for it.

The core keeps the books (hands, walls, melds, rivers); a page's `Flow` is a
state table over `Step`s: which events are legal, and what follows them. A
window (somebody may claim) closes by the next physical event: `lapse` gives
the deal as it stands when nobody claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.events import Event, PaymentRow
from engine.seat import Seat
from engine.tile import Tile
from engine.view import Phase, Text
from engine.wall import Wall
from engine.win import Refusal, ScoredWin, Win

if TYPE_CHECKING:
    from engine.deal import Deal
    from engine.draft import Draft
    from engine.ruleset import Options


class Objection(NamedTuple):
    """Why an event is not legal. `relevant`: the event belongs to this step
    but is wrong; else the step does not know such an event at all."""

    zh: str
    en: str
    clause: str
    relevant: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """Where in the page's state table a deal stands.

    `stage`: the page's word. `phase`: the same, coarse enough for a screen.
    `actor`: whose turn, or who opened the window. `entry`: how the actor's
    last tile came. `tile`: the tile in question. `owed`: tiles still to be
    taken from the wall. `owner` and `meld`: the meld in question. `back`: the
    stage to return to, where a step interrupts another.
    """

    stage: str
    phase: Phase
    actor: Seat
    entry: str = ""
    tile: Tile | None = None
    owed: int = 0
    owner: Seat | None = None
    meld: int | None = None
    back: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """An action that a page declares: how `Acted.action` reads and looks.

    `zone`: where its tiles come to lie (`river`, `melds`, `flowers`, `hand`).
    `question`: asked when the eyes cannot tell, or None. `spoken`: only
    players know of it.
    """

    name: str
    label: Text
    clause: str
    zone: str = "river"
    question: Text | None = None
    spoken: bool = False


@dataclass(frozen=True, slots=True)
class JudgedWin:
    """A booked win after judging: `scored` when it stands, `refused` when it is
    a false win, neither while its hand is hidden. `rows` are what it pays."""

    win: Win
    scored: ScoredWin | None
    refused: Refusal | None
    rows: tuple[PaymentRow, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a deal comes to. `missing` says what is not yet known and would
    change it (an unopened hand), empty when the result is final. `wins`: all
    booked wins in order; `ready`: hands found ready at an exhausted wall."""

    rows: tuple[PaymentRow, ...]
    net: tuple[Fraction, Fraction, Fraction, Fraction]
    next_dealer: Seat
    reason: str
    missing: tuple[Text, ...] = ()
    wins: tuple[JudgedWin, ...] = field(default=(), compare=False)
    ready: tuple[ScoredWin, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class RuleQuestion:
    """Something only players know. Each candidate: what its button says and
    the events it stands for (none: nothing happened). `key` tells the same
    question from another one."""

    key: str
    text: Text
    candidates: tuple[tuple[Text, tuple[Event, ...]], ...]


@dataclass(frozen=True, slots=True)
class WinLaw:
    """What a win can be under a page's options, for whoever tells of it without the
    play before it.

    `chow`, `kong`: hands may hold claimed runs, and kongs. `discard`, `robbing`:
    another seat's discard or added kong may be won on. `last_tile`: a win on the
    wall's last tile counts apart. `flowers`: kinds that are laid and count. `bonus`:
    what the one tile is called that raises a win's worth (宝牌, 鸟). `wild_by`: the
    kinds that a turned tile makes wild. `apart`: what is settled besides and not
    with the win.
    """

    chow: bool
    kong: bool = True
    discard: bool = True
    robbing: bool = True
    last_tile: bool = True
    flowers: frozenset[Tile] = frozenset()
    bonus: Text | None = None
    wild_by: Callable[[tuple[Tile, ...]], tuple[Tile, ...]] | None = None
    apart: Text | None = None


class Flow(Protocol):
    """A page's course of play. All methods are pure."""

    @property
    def actions(self) -> Mapping[str, Action]: ...

    @property
    def words(self) -> Mapping[str, Text]:
        """The page's words in events: announcements, breaches, causes, ends."""
        ...

    def wall(self, options: Options) -> Wall:
        """The walls as they stand unless the table says otherwise."""
        ...

    def first_step(self, dealer: Seat) -> Step: ...

    def win_law(self, options: Options) -> WinLaw:
        """What a win can be that is only scored."""
        ...

    def page_state(self, options: Options) -> object:
        """What the page itself remembers of a deal, as it starts (frozen)."""
        ...

    def continued(self, page: object, before: Deal) -> object:
        """The same for a deal that follows `before` in its match (黄番 …)."""
        ...

    def check(self, deal: Deal, event: Event) -> Objection | None: ...

    def apply(self, draft: Draft, event: Event) -> None:
        """Book a checked event and name the next step."""
        ...

    def lapse(self, deal: Deal) -> Deal | None:
        """The deal when the open window closes unused; None: nothing to close."""
        ...

    def candidates(self, deal: Deal) -> Iterable[Event]:
        """Every event that might be legal at this very step."""
        ...

    def settlement(self, deal: Deal) -> Settlement: ...

    def indicators(self, deal: Deal) -> tuple[Tile, ...]:
        """Tiles that were turned to fix the bonus or wild tile."""
        ...

    def marked(self, deal: Deal) -> tuple[tuple[Text, Tile], ...]:
        """The tiles they fix, each with its role."""
        ...

    def flower_kinds(self, deal: Deal) -> frozenset[Tile]:
        """Kinds that are laid and replaced, some tables' dragons among them."""
        ...

    def standing(self, deal: Deal) -> tuple[Text, ...]:
        """What earlier deals or the dice left to this one (圈风, 黄番 …)."""
        ...

    def said(self, deal: Deal, seat: Seat) -> tuple[Text, ...]:
        """What was declared of the seat and holds (报听, 定缺 …)."""
        ...

    def team(self, deal: Deal, seat: Seat) -> int | None:
        """The seat's team now, None where there is none (yet)."""
        ...

    def questions(self, deal: Deal) -> Iterable[RuleQuestion]:
        """What only the players know and the deal now hangs on."""
        ...

    def unlikely(self, deal: Deal, event: Event) -> float:
        """By how much (natural logarithm) a legal event is less likely than its
        twin that leaves the same picture, where nothing hangs on the difference;
        0 where the players must be asked."""
        ...

    def resume(self, deal: Deal, turn: Seat, acts: bool, bonus: Tile | None) -> Deal:
        """A deal taken as it lies, with `turn` to draw, or to act when `acts`."""
        ...

    def faults(self, deal: Deal) -> Iterable[Text]:
        """What contradicts the page's own invariants."""
        ...
