"""猫抓耗子: the state table of a deal (mzhz §16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Event, Penalised, Voided
from engine.flow import Action, Objection, RuleQuestion, Settlement, Step, WinLaw
from engine.play.checks import dealt_candidates, faults
from engine.play.page import Row, nothing, settled
from engine.rules.mzhz import (
    asking,
    ending,
    flower_windows,
    mouse,
    moves,
    opening,
    turn,
    windows,
)  # fmt: skip
from engine.rules.mzhz.actions import ACTIONS, WORDS
from engine.rules.mzhz.state import (
    DEFAULT_TEAMS,
    FIXED,
    MzhzState,
    Stage,
    state,
    step,
)  # fmt: skip
from engine.ruleset import Options
from engine.seat import Seat
from engine.tile import FLOWERS, Tile
from engine.view import Status, Text
from engine.wall import Wall
from engine.win import EntryCause

_TURN = Row(turn.check_turn, turn.apply_turn, turn.turn_candidates)
_CLAIMS = Row(
    windows.check_window, windows.apply_window, windows.window_candidates, windows.lapse_window
)
_DRAW = Row(moves.check_draw, moves.apply_draw, moves.draw_candidates)

TABLE: dict[str, Row] = {
    Stage.WALLS: Row(
        opening.check_walls, opening.apply_walls, opening.walls_candidates, opening.lapse_walls
    ),
    Stage.DICE: Row(opening.check_dice, opening.apply_dice, opening.dice_candidates),
    Stage.DEAL: Row(opening.check_dealt, opening.apply_dealt, dealt_candidates),
    Stage.FLIP: Row(opening.check_flip, opening.apply_flip, opening.flip_candidates),
    Stage.ROUND: Row(
        opening.check_round, opening.apply_round, opening.round_candidates, opening.lapse_round
    ),
    Stage.ACT: _TURN,
    Stage.ACT_CLAIMED: _TURN,
    Stage.DISCARD: _CLAIMS,
    Stage.KONG: _CLAIMS,
    Stage.SWAP: _CLAIMS,
    Stage.FLOWER: Row(
        flower_windows.check_flower, flower_windows.apply_flower, flower_windows.flower_candidates,
        flower_windows.lapse_flower,
    ),
    Stage.UNSAID: Row(
        flower_windows.check_unsaid, flower_windows.apply_unsaid, flower_windows.unsaid_candidates,
        flower_windows.lapse_flower,
    ),
    Stage.MOUSE: Row(
        mouse.check_mouse, mouse.apply_mouse, mouse.mouse_candidates, mouse.lapse_mouse
    ),
    Stage.PICK: Row(mouse.check_pick, mouse.apply_pick, mouse.pick_candidates),
    Stage.TAKEN: Row(windows.check_taken, windows.apply_taken, windows.taken_candidates),
    Stage.INGOT: Row(
        mouse.check_ingot, mouse.apply_ingot, mouse.ingot_candidates, mouse.lapse_ingot
    ),
    Stage.ROLL: Row(moves.check_roll, moves.apply_roll, moves.roll_candidates),
    Stage.CHOOSE: Row(moves.check_choose, moves.apply_choose, moves.choose_candidates),
    Stage.TAIL: _DRAW,
    Stage.DRAW: _DRAW,
    Stage.REMOVE: Row(
        moves.check_remove, moves.apply_remove, moves.remove_candidates, moves.lapse_remove
    ),
    Stage.OPENING: Row(
        ending.check_opening, ending.apply_opening, ending.opening_candidates
    ),
    Stage.OVER: Row(settled, ending.apply_opening, nothing),
}  # fmt: skip


class MzhzFlow:
    """The page's `engine.flow.Flow`."""

    @property
    def actions(self) -> Mapping[str, Action]:
        return ACTIONS

    @property
    def words(self) -> Mapping[str, Text]:
        return WORDS

    def wall(self, options: Options) -> Wall:
        return opening.wall_for(options)

    def first_step(self, dealer: Seat) -> Step:
        return step(Stage.WALLS, dealer)

    def win_law(self, options: Options) -> WinLaw:
        return WinLaw(
            chow=False, last_tile=False, flowers=frozenset(FLOWERS),
            bonus=Text("宝牌", "Bonus tile"),
        )  # fmt: skip

    def page_state(self, options: Options) -> MzhzState:
        return MzhzState(teams=DEFAULT_TEAMS if options["mode"] == FIXED else None)

    def continued(self, page: object, before: Deal) -> object:
        return page

    def check(self, deal: Deal, event: Event) -> Objection | None:
        if isinstance(event, Penalised):
            return ending.check_breach(deal, event)
        if isinstance(event, Voided):
            return ending.check_void(deal, event)
        return TABLE[deal.step.stage].check(deal, event)

    def apply(self, draft: Draft, event: Event) -> None:
        if isinstance(event, Penalised):
            ending.apply_breach(draft, event)
        elif isinstance(event, Voided):
            ending.apply_void(draft)
        else:
            TABLE[draft.base.step.stage].apply(draft, event)

    def lapse(self, deal: Deal) -> Deal | None:
        lapse = TABLE[deal.step.stage].lapse
        return lapse(deal) if lapse else None

    def candidates(self, deal: Deal) -> Iterator[Event]:
        return TABLE[deal.step.stage].candidates(deal)

    def settlement(self, deal: Deal) -> Settlement:
        return ending.settlement(deal)

    def indicators(self, deal: Deal) -> tuple[Tile, ...]:
        return state(deal).turned

    def marked(self, deal: Deal) -> tuple[tuple[Text, Tile], ...]:
        bonus = state(deal).bonus
        return ((Text("宝牌", "bonus"), bonus),) if bonus else ()

    def flower_kinds(self, deal: Deal) -> frozenset[Tile]:
        return frozenset(FLOWERS)

    def standing(self, deal: Deal) -> tuple[Text, ...]:
        return ()

    def said(self, deal: Deal, seat: Seat) -> tuple[Text, ...]:
        return ()

    def team(self, deal: Deal, seat: Seat) -> int | None:
        teams = ending.final_teams(deal) if deal.is_over else state(deal).teams
        return teams[seat] if teams else None

    def questions(self, deal: Deal) -> Iterator[RuleQuestion]:
        return asking.questions(deal)

    def unlikely(self, deal: Deal, event: Event) -> float:
        return asking.unlikely(deal, event)

    def resume(self, deal: Deal, turn: Seat, acts: bool, bonus: Tile | None) -> Deal:
        page = replace(state(deal), bonus=bonus, credited=tuple(
            tuple(dict.fromkeys(t for t in row if t.is_flower)) for row in deal.flowers
        ))  # fmt: skip
        entry = EntryCause.HEAD
        where = step(Stage.ACT, turn, entry=entry) if acts else step(Stage.DRAW, turn)
        return replace(deal, page=page, step=where, entries=(entry,) * 4)

    def faults(self, deal: Deal) -> Iterable[Text]:
        """Hand sizes (mzhz §5) and the sum of the settlement."""
        return faults(deal, hand_size)


def hand_size(deal: Deal, seat: Seat) -> int | None:
    """How many tiles must stand before a seat now; None where nothing follows."""
    where = deal.step
    if where.stage in (Stage.WALLS, Stage.DICE, Stage.DEAL):
        return 0
    if deal.is_over or deal.statuses[seat] not in (Status.PLAYING, Status.DEAD_HAND):
        return None
    size = 13 - 3 * len(deal.melds[seat]) + deal.extra[seat]
    before_play = where.stage in (Stage.FLIP, Stage.ROUND) or where.back == Stage.ROUND
    if (before_play and seat is deal.dealer and where.back != "robbed" and where.owner is None) or (
        seat is where.actor
        and (where.stage in (Stage.ACT, Stage.ACT_CLAIMED) or _is_owed_a_turn(where))
    ):
        size += 1
    if seat is where.actor and where.stage in (Stage.TAIL, Stage.FLOWER):
        size -= where.owed
    return size


def _is_owed_a_turn(where: Step) -> bool:
    """Still in a turn while tiles are taken from the tail, or a stolen one
    may have to be given back."""
    if where.stage == Stage.MOUSE:
        return where.back == "taken"
    return where.stage in (Stage.TAIL, Stage.FLOWER) and not where.back


FLOW = MzhzFlow()
