"""The tracker follows hidden deals by looking: exactly when the eyes are clear,
with questions when they are in doubt, and never by a silent guess."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.compare import PublicEvent, public
from engine.deal import Deal
from engine.events import (
    Acted,
    Dealt,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    FlowersLaid,
    Konged,
    Punged,
    Settled,
    WallsRaised,
    Won,
)  # fmt: skip
from engine.observations import Presence, SeenTile, Sighting, Zone
from engine.proposals import likeliest
from engine.rules import load
from engine.seat import Seat
from engine.tile import UNKNOWN, Tile, parse_tiles
from engine.tracking import Tracker
from engine.view import Phase
from tests.engine.looking import Looker, Noise, told
from tests.random_play import play

RULES = load("mzhz")
NO_HELPERS = {Acted: 0.0}
MANY_HELPERS = {Acted: 400.0, Punged: 30.0, Won: 0.0}


def publics(events: Iterable[Event]) -> list[PublicEvent]:
    return [shown for event in events if (shown := public(event)) is not None]


class Evening:
    """A hidden deal played to its end and followed by looking."""

    def __init__(self, seed: int, noise: Noise, skip: float = 0.0) -> None:
        self.rng = random.Random(seed)
        self.looker = Looker(self.rng, noise)
        self.tracker = Tracker(told)
        self.true: list[Event] = []
        self.given: list[Event] = []
        self.asked: set[str] = set()
        self.by_eyes: set[str] = set()
        self.time = 0.0
        self.skip = skip
        steps = list(play(RULES, {}, seed, hidden=True, weights=NO_HELPERS))
        for number, (_, event, after) in enumerate(steps):
            if isinstance(event, Settled):
                break
            if isinstance(event, Dealt | WallsRaised | DiceRolled) or after.phase is Phase.WALLS:
                self.tracker.restart(after)
                continue
            self.true.append(event)
            if self.rng.random() >= skip or number >= len(steps) - 3:
                self._watch(after)

    def _watch(self, deal: Deal) -> None:
        for _ in range(4):
            self.time += 0.6
            verdict = self.tracker.observe(self.looker.look(deal, self.time), 0)
            if verdict is not None:
                self.given[verdict.keep :] = verdict.events
            for question in self.tracker.questions:
                self.asked.add(question.id)
                if not question.by_rule:
                    self.by_eyes.add(question.id)


@pytest.mark.parametrize("seed", [0, 2])
def test_clear_eyes_follow_a_whole_deal(seed: int) -> None:
    evening = Evening(seed, Noise())
    assert publics(evening.given) == publics(evening.true)
    assert not evening.by_eyes


@pytest.mark.parametrize("seed", [5])
def test_moves_between_two_looks_are_found(seed: int) -> None:
    evening = Evening(seed, Noise(), skip=0.35)
    assert publics(evening.given) == publics(evening.true)


def test_doubtful_tiles_are_asked_for() -> None:
    evening = Evening(2, Noise(doubt=0.05))
    wrong = [
        pair
        for pair in zip(publics(evening.given), publics(evening.true), strict=False)
        if pair[0] != pair[1]
    ]
    assert len(wrong) <= len(evening.by_eyes)


def first_discard() -> Deal:
    """A hidden deal at the dealer's first discard."""
    for _, _, after in play(RULES, {}, 3, hidden=True, weights=NO_HELPERS):
        if any(isinstance(event, Discarded) for event in after.legal()):
            return after
    raise AssertionError("the deal never began")


def seen(track: int, zone: Zone, seat: Seat, *faces: tuple[str, float]) -> SeenTile:
    read = tuple((Tile.parse(code), share) for code, share in faces)
    return SeenTile(track, zone, seat, 45.0 * track, 0.0, 0.0, read, 0.0, 3)


def picture(deal: Deal, tiles: tuple[SeenTile, ...], time: float) -> Sighting:
    base = Looker(random.Random(0)).look(deal, time)
    return replace(base, tiles=(*base.tiles, *tiles))


class At:
    """The tracker at the dealer's first discard, on a table seen clearly."""

    def __init__(self) -> None:
        self.deal = first_discard()
        self.actor = self.deal.step.actor
        self.looker = Looker(random.Random(1))
        self.tracker = Tracker(told)
        self.tracker.restart(self.deal)
        self.tracker.observe(self.looker.look(self.deal, 0.0), 0)

    def show(self, tile: SeenTile, start: float, until: float) -> list[Event]:
        got: list[Event] = []
        time = start
        while time <= until:
            base = self.looker.look(self.deal, time)
            verdict = self.tracker.observe(replace(base, tiles=(*base.tiles, tile)), 7)
            if verdict is not None:
                got[verdict.keep :] = verdict.events
            time += 0.5
        return got


def unseen_pair(deal: Deal) -> tuple[str, str]:
    """Two kinds of which all four tiles may still be anywhere."""
    codes = [t.code for t in parse_tiles("123456789s") if deal.unseen[t.index] == 4]
    return codes[0], codes[1]


def test_a_doubt_is_asked_and_the_answer_corrects() -> None:
    at = At()
    one, other = unseen_pair(at.deal)
    tile = seen(900, Zone.RIVER, at.actor, (one, 0.5), (other, 0.45))
    assert at.show(tile, 0.5, 4.5) == [Discarded(at.actor, Tile.parse(one))]
    (question,) = at.tracker.questions
    assert not question.by_rule
    assert {t.code for c in question.candidates for t in c.tiles} == {one, other}
    wanted = [c.tiles == (Tile.parse(other),) for c in question.candidates].index(True)
    verdict = at.tracker.answer(question.id, wanted)
    assert verdict is not None
    assert verdict.keep == 0
    assert verdict.events == (Discarded(at.actor, Tile.parse(other)),)
    assert at.tracker.questions == ()


@pytest.mark.parametrize(
    ("share", "against", "asked"),
    [(0.92, None, False), (0.85, None, True), (0.92, "3h", True)],
)
def test_only_the_number_of_a_throw_is_believed_with_less(
    share: float, against: str | None, asked: bool
) -> None:
    """And not before it was looked at for as long as a question would have waited."""
    at = At()
    one, other = unseen_pair(at.deal)
    tile = seen(900, Zone.RIVER, at.actor, (one, share), (against or other, 0.98 - share))
    assert at.show(tile, 0.5, 1.0) == []
    assert at.show(tile, 1.5, 4.5) == [Discarded(at.actor, Tile.parse(one))]
    assert bool(at.tracker.questions) is asked


def test_what_only_players_words_tell_is_asked_soon() -> None:
    """A helper tile thrown alone was discarded, or stands for what its owner called."""
    at = At()
    tile = seen(900, Zone.RIVER, at.actor, ("3h", 1.0))
    assert at.show(tile, 0.5, 0.5) == []
    (thrown,) = at.show(tile, 1.0, 1.0)
    assert isinstance(thrown, Discarded)
    (question,) = at.tracker.questions
    assert question.by_rule
    assert len(question.candidates) > 1


def test_confirming_the_likeliest_changes_nothing() -> None:
    at = At()
    one, other = unseen_pair(at.deal)
    at.show(seen(900, Zone.RIVER, at.actor, (one, 0.5), (other, 0.45)), 0.5, 4.5)
    (question,) = at.tracker.questions
    assert at.tracker.answer(question.id, 0) is None
    assert at.tracker.questions == ()


def test_a_clear_reading_waits_until_it_has_settled() -> None:
    at = At()
    one, _ = unseen_pair(at.deal)
    tile = seen(900, Zone.RIVER, at.actor, (one, 0.97))
    assert at.show(tile, 0.5, 0.5) == []
    assert at.show(tile, 1.0, 1.0) == [Discarded(at.actor, Tile.parse(one))]


def test_waiting_comes_due_without_a_new_picture() -> None:
    at = At()
    one, _ = unseen_pair(at.deal)
    at.show(seen(900, Zone.RIVER, at.actor, (one, 0.97)), 0.5, 0.5)
    verdict = at.tracker.tick(2.0, 7)
    assert verdict is not None
    assert verdict.events == (Discarded(at.actor, Tile.parse(one)),)
    assert at.tracker.tick(4.0, 8) is None


def test_what_no_rule_explains_is_named_and_withdrawn() -> None:
    at = At()
    stranger = seen(900, Zone.RIVER, at.actor.across, ("5m", 0.97))
    assert at.show(stranger, 0.5, 8.0) == []
    assert at.tracker.discrepancy is not None
    assert at.tracker.boxes
    base = at.looker.look(at.deal, 9.0)
    at.tracker.observe(base, 7)
    assert at.tracker.discrepancy is None


def test_a_hidden_tile_is_no_event() -> None:
    at = At()
    ghost = replace(seen(900, Zone.RIVER, at.actor.next, ("5m", 0.9)), presence=Presence.HIDDEN)
    assert at.show(ghost, 0.5, 3.0) == []


def test_the_last_events_are_read_anew_when_the_table_shows_them_wrong() -> None:
    """A pung that turns out to be a kong: the fourth tile was still in the hand."""
    for seed in range(30):
        steps = list(play(RULES, {}, seed, hidden=True, weights=NO_HELPERS))
        for before, event, after in steps:  # noqa: B007
            if isinstance(event, Konged) and event.source is not None:
                break
        else:
            continue
        tracker = Tracker(told)
        looker = Looker(random.Random(seed))
        tracker.restart(before)
        tracker.observe(looker.look(before, 0.0), 0)
        pung = Punged(event.seat, event.source, event.tile, event.used[:2])
        given: list[Event] = []
        for number, deal in enumerate([before.apply(pung)] * 4 + [after] * 12):
            verdict = tracker.observe(looker.look(deal, 0.5 * number + 0.5), 0)
            if verdict is not None:
                given[verdict.keep :] = verdict.events
        assert given == [event]
        return
    pytest.fail("no exposed kong in thirty deals")


def test_likeliest_never_takes_a_fifth_tile() -> None:
    row = [seen(n, Zone.HAND, Seat.A, ("5m", 0.9), ("6m", 0.08)) for n in range(5)]
    five, six = parse_tiles("56m")
    readings = likeliest(row, {five: 4, six: 4}, 5)
    assert readings
    assert all(tiles.count(five) <= 4 for tiles in readings)
    assert likeliest(row, {five: 4, six: 0}, 5) == []


def test_flowers_laid_together_are_one_event() -> None:
    """Two new flowers before a hand are explained by one laying of both."""
    for seed in range(40):
        for before, event, after in play(RULES, {}, seed, hidden=True, weights=NO_HELPERS):
            if isinstance(event, FlowersLaid) and len(event.tiles) > 1:
                tracker = Tracker(told)
                looker = Looker(random.Random(seed))
                tracker.restart(before)
                tracker.observe(looker.look(before, 0.0), 0)
                given: list[Event] = []
                for number in range(4):
                    verdict = tracker.observe(looker.look(after, 1.0 + number), 0)
                    if verdict is not None:
                        given[verdict.keep :] = verdict.events
                assert publics(given) == publics([event])
                return
    pytest.fail("nobody laid two flowers at once")


def test_unknown_tiles_never_become_public() -> None:
    evening = Evening(4, Noise())
    assert all(UNKNOWN not in event.tiles for event in publics(evening.given))


def test_nothing_is_invented_where_something_covers_the_place() -> None:
    """The next player's discard shows that something was thrown before it; what
    it was lies under a hand, so it is waited for."""
    at = At()
    one, _ = unseen_pair(at.deal)
    tile = seen(900, Zone.RIVER, at.actor.next, (one, 0.97))
    for number in range(5):
        base = at.looker.look(at.deal, 0.5 + number)
        covered = frozenset({(Zone.RIVER, at.actor)})
        shown = replace(base, tiles=(*base.tiles, tile), covered=covered)
        assert at.tracker.observe(shown, 7) is None


def test_the_clear_part_of_a_disordered_table_is_booked() -> None:
    """A stray tile elsewhere does not keep a clear discard out of the books."""
    at = At()
    one, other = unseen_pair(at.deal)
    stray = seen(901, Zone.RIVER, at.actor.across, (other, 0.97))
    clear = seen(900, Zone.RIVER, at.actor, (one, 0.97))
    got: list[Event] = []
    for number in range(16):
        base = at.looker.look(at.deal, 0.5 + number)
        verdict = at.tracker.observe(replace(base, tiles=(*base.tiles, stray, clear)), 7)
        if verdict is not None:
            got[verdict.keep :] = verdict.events
    assert got == [Discarded(at.actor, Tile.parse(one))]
    assert at.tracker.discrepancy is not None


def test_a_fifth_tile_makes_an_earlier_doubtful_one_another() -> None:
    """A discard read as a kind of which four more turn up was another tile."""
    at = At()
    one, other = unseen_pair(at.deal)
    wrong = seen(900, Zone.RIVER, at.actor, (one, 0.975), (other, 0.02))
    got = at.show(wrong, 0.5, 2.0)
    assert got == [Discarded(at.actor, Tile.parse(one))]
    deal, tiles, time = at.deal.apply(got[0]), [wrong], 3.0
    for number in range(4):
        draw = next(e for e in deal.legal() if isinstance(e, Drew))
        deal = deal.apply(draw)
        tiles.append(seen(901 + number, Zone.RIVER, draw.seat, (one, 0.98)))
        if number < 3:
            deal = deal.apply(Discarded(draw.seat, Tile.parse(one)))
        for _ in range(16 if number == 3 else 4):
            base = at.looker.look(at.deal, time)
            verdict = at.tracker.observe(replace(base, tiles=(*base.tiles, *tiles)), 7)
            if verdict is not None:
                got[verdict.keep :] = verdict.events
            time += 0.6
    discards = [event.tile.code for event in got if isinstance(event, Discarded)]
    assert discards == [other, one, one, one, one]


def open_draw() -> tuple[Deal, Drew, Deal]:
    """A draw that takes a tile lying open on the wall: deal, draw, deal after."""
    for seed in range(200):
        for before, event, after in play(RULES, {}, seed, hidden=True, weights=NO_HELPERS):
            if isinstance(event, Drew) and len(after.wall.face_up) < len(before.wall.face_up):
                return before, event, after
    raise AssertionError("no open tile was ever drawn")


def test_a_tile_that_lay_open_on_the_wall_is_seen_to_be_drawn() -> None:
    """mzhz §4.3: nothing else on the table changes, and the tile is known."""
    before, draw, after = open_draw()
    looker = Looker(random.Random(1))
    tracker = Tracker(told)
    tracker.restart(before)
    assert tracker.observe(looker.look(before, 0.0), 0) is None
    got: list[Event] = []
    for step in range(1, 8):
        verdict = tracker.observe(looker.look(after, 0.5 * step), 3)
        if verdict is not None:
            got[verdict.keep :] = verdict.events
    assert [type(event) for event in got] == [Drew]
    assert got[0].seat is draw.seat
    assert tracker.deal is not None
    assert tracker.deal.wall.face_up == after.wall.face_up
    assert tracker.discrepancy is None
    assert not tracker.questions


def swapped_meld() -> tuple[Deal, Deal]:
    """Before a pung with a joker, and after the joker was taken back at once."""
    for seed in range(300):
        start: Deal | None = None
        for before, event, after in play(RULES, {}, seed, hidden=True, weights=MANY_HELPERS):
            if isinstance(event, Punged) and any(tile.is_joker for tile in event.used):
                start = before
            elif isinstance(event, Acted) and event.action == "swap_take" and start is not None:
                return start, after
            elif isinstance(event, Discarded | Konged | FlowersLaid):
                start = start if isinstance(event, Discarded) else None
    raise AssertionError("no joker was ever taken back")


def test_a_meld_that_nobody_saw_is_not_laid_and_changed_at_once() -> None:
    """A joker that is taken back from a pung lay there first, and was to be seen."""
    start, after = swapped_meld()
    looker = Looker(random.Random(1))
    tracker = Tracker(told)
    tracker.restart(start)
    tracker.observe(looker.look(start, 0.0), 0)
    for step in range(1, 12):
        verdict = tracker.observe(looker.look(after, 0.5 * step), 3)
        given = verdict.events if verdict is not None else ()
        assert not any(isinstance(event, Acted) for event in given)
    assert tracker.discrepancy is not None
