"""A tile that was turned or thrown and that nobody could read is asked for, and the deal
goes on; so it does on a table on which something lies in disorder."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.deal import Deal
from engine.events import Acted, Discarded, Drew, Event, Flipped, HandOpened, Punged
from engine.evidence import Memory, View
from engine.gap import find_gap
from engine.observations import SeenTile, Sighting, Zone
from engine.open_questions import OpenQuestion, settles
from engine.reconcile import Effort, Limits, explain
from engine.rules import load
from engine.tile import NUMBERS, Tile, parse_tiles
from engine.view import Candidate, QuestionView, Text
from tests.engine.looking import Follower, Looker, told
from tests.engine.test_tracking import first_discard, seen, unseen_pair
from tests.random_play import play

RULES = load("mzhz")


class Following(Follower):
    """A tracker that sees one table after the other, each through a change."""

    def __init__(self, deal: Deal) -> None:
        super().__init__(deal)
        self.see(deal, 0.4)

    def answer(self, event: Event) -> None:
        (question,) = self.tracker.questions
        labels = [candidate.label for candidate in question.candidates]
        verdict = self.tracker.answer(question.id, labels.index(told(event)))
        assert verdict is not None
        self.given[verdict.keep :] = verdict.events

    @property
    def shown(self) -> list[Event]:
        return [event for event in self.given if isinstance(event, Flipped | Discarded)]


def turned_and_gone_on() -> tuple[Deal, Flipped, Deal]:
    """Before the bonus tile is turned, its turning, and at the first discard."""
    for seed in range(20):
        start: tuple[Deal, Flipped] | None = None
        for before, event, after in play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}):
            if isinstance(event, Flipped):
                start = (before, event) if start is None and event.tile.is_number else None
                if start is None:
                    break
            if isinstance(event, Discarded) and start is not None:
                return (*start, after)
    raise AssertionError("no bonus tile was turned at once")


def test_a_turned_tile_that_nobody_read_is_asked_for() -> None:
    before, turned, after = turned_and_gone_on()

    def unread(sighting: Sighting) -> Sighting:
        tiles = tuple(t for t in sighting.tiles if t.zone is not Zone.WALL)
        return replace(sighting, tiles=tiles)

    following = Following(before)
    following.see(after, 4.0, unread)
    assert not following.tracker.questions
    following.see(after, 4.0, unread)
    (question,) = following.tracker.questions
    assert "turned" in question.text.en
    assert not question.by_rule
    # Every kind that may lie there can be said.
    kinds = {tile for tile in before.tiles.kinds if before.unseen[tile.index]}
    assert {t for c in question.candidates for t in c.tiles} == kinds
    assert following.given == []
    following.answer(turned)
    following.see(after, 5.0, unread)
    assert [type(event) for event in following.shown] == [Flipped, Discarded]
    assert following.shown[0] == turned
    assert following.tracker.discrepancy is None


def test_no_tile_is_asked_for_before_anything_shows_that_it_was_turned() -> None:
    before, _, _ = turned_and_gone_on()
    following = Following(before)
    following.see(before, 20.0)
    assert not following.tracker.questions
    assert following.tracker.discrepancy is None


@pytest.mark.parametrize("lies", [True, False], ids=["lies unread", "is not seen"])
def test_a_thrown_tile_that_nobody_read_is_asked_for(lies: bool) -> None:
    deal = first_discard()
    one, other = unseen_pair(deal)
    thrown = Discarded(deal.step.actor, Tile.parse(one))
    after = deal.apply(thrown)
    draw = next(event for event in after.legal() if isinstance(event, Drew))
    then = Discarded(draw.seat, Tile.parse(other))
    last = after.apply(draw).apply(then)

    def unread(sighting: Sighting) -> Sighting:
        tiles: list[SeenTile] = []
        for tile in sighting.tiles:
            if (tile.zone, tile.seat) == (Zone.RIVER, thrown.seat):
                if lies:
                    tiles.append(replace(tile, faces=((Tile.parse("5z"), 0.1),), back=0.6))
                continue
            tiles.append(tile)
        return replace(sighting, tiles=tuple(tiles))

    following = Following(deal)
    following.see(last, 8.0, unread)
    (question,) = following.tracker.questions
    assert "discard" in question.text.en
    assert following.given == []
    following.answer(thrown)
    following.see(last, 4.0, unread)
    assert following.shown == [thrown, then]
    assert following.tracker.discrepancy is None
    # Once it can be read after all nothing more happens.
    following.see(last, 4.0)
    assert following.shown == [thrown, then]
    assert not following.tracker.questions


def test_a_gap_closes_by_itself_when_the_tile_is_read() -> None:
    before, turned, after = turned_and_gone_on()
    following = Following(before)
    following.see(
        after, 8.0,
        lambda s: replace(s, tiles=tuple(t for t in s.tiles if t.zone is not Zone.WALL)),
    )  # fmt: skip
    assert following.tracker.questions
    following.see(after, 3.0)
    assert following.shown[0] == turned
    assert not following.tracker.questions


def strewn(deal: Deal, count: int) -> View:
    """A table on which `count` tiles lie where nothing explains them."""
    rng = random.Random(3)
    kinds = parse_tiles("123456789m123456789p123456789s")
    look = Looker(random.Random(1)).look(deal, 0.0)
    strays = tuple(
        seen(900 + number, rng.choice([Zone.RIVER, Zone.MELDS, Zone.FLOWERS]),
             rng.choice(list(type(deal.step.actor))), (rng.choice(kinds).code, 0.6),
             (rng.choice(kinds).code, 0.3))
        for number in range(count)
    )  # fmt: skip
    return View.of(replace(look, tiles=(*look.tiles, *strays)))


def test_a_table_in_disorder_costs_no_more_than_its_share() -> None:
    deal, view = first_discard(), strewn(first_discard(), 14)
    limits, effort = Limits(work=500), Effort(10**6)
    found = explain(deal, view, Memory(), limits, effort)
    used = 10**6 - effort.left
    free = Effort(10**6)
    explain(deal, view, Memory(), Limits(work=10**6), free)
    # The last step begun is brought to its end.
    assert 250 < used < 1000 < 10**6 - free.left
    assert min(found, key=lambda e: e.cost).visible
    # No clock: the same again.
    assert explain(deal, view, Memory(), limits)[0].events == found[0].events
    assert explain(deal, view, Memory(), limits, Effort(0))[0].events == ()


def test_what_nobody_could_read_does_not_hold_up_what_is_clear() -> None:
    deal = first_discard()
    one, _ = unseen_pair(deal)
    thrown = Discarded(deal.step.actor, Tile.parse(one))
    ghost = seen(900, Zone.HAND, deal.step.actor.across, ("7z", 0.12), ("3m", 0.09))
    following = Following(deal)
    following.see(deal.apply(thrown), 1.2, lambda s: replace(s, tiles=(*s.tiles, ghost)))
    assert following.given == [thrown]
    assert following.tracker.discrepancy is None


def test_a_doubt_on_a_table_in_disorder_is_asked() -> None:
    deal = first_discard()
    one, other = unseen_pair(deal)
    stray = seen(901, Zone.FLOWERS, deal.step.actor.across, ("5m", 0.97))
    doubtful = seen(900, Zone.RIVER, deal.step.actor, (one, 0.8), (other, 0.15))
    following = Following(deal)
    following.see(deal, 6.0, lambda s: replace(s, tiles=(*s.tiles, stray, doubtful)))
    (question,) = following.tracker.questions
    assert {t.code for c in question.candidates for t in c.tiles} == {one, other}
    following.tracker.answer(question.id, 0)
    assert following.given == [Discarded(deal.step.actor, Tile.parse(one))]
    assert following.tracker.discrepancy is not None


def test_what_is_put_right_in_doubt_is_asked() -> None:
    """The tile taken for a discard was another; which, is not clear."""
    deal = first_discard()
    wrong, one, other = [
        tile.code for tile in parse_tiles("123456789s123456789p") if deal.unseen[tile.index] == 4
    ][:3]
    following = Following(deal)
    first = seen(900, Zone.RIVER, deal.step.actor, (wrong, 0.99))
    following.see(deal, 1.0, lambda s: replace(s, tiles=(*s.tiles, first)))
    assert following.given == [Discarded(deal.step.actor, Tile.parse(wrong))]
    second = seen(901, Zone.RIVER, deal.step.actor, (one, 0.55), (other, 0.4))
    following.see(deal, 6.0, lambda s: replace(s, tiles=(*s.tiles, second)))
    (question,) = following.tracker.questions
    assert {t.code for c in question.candidates for t in c.tiles} == {one, other}


def last_hand() -> tuple[Deal, HandOpened, Deal, Tile]:
    """The opening of the last hand of a deal, after which it is settled, and a kind of
    tile that it does not hold."""
    for seed in range(60):
        for before, event, after in play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}):
            if not (isinstance(event, HandOpened) and len(event.tiles) > 3 and settles(after)):
                continue
            other = next((t for t in NUMBERS if after.unseen[t.index] > 1), None)
            if other is not None and other not in event.tiles:
                return before, event, after, other
    raise AssertionError("no deal ended by opening hands")


def test_a_doubtful_hand_is_known_before_the_deal_is_settled() -> None:
    before, event, after, other = last_hand()
    true = next(t for t in event.tiles if event.tiles.count(t) == 1)

    def doubtful(sighting: Sighting) -> Sighting:
        one = next(
            t for t in sighting.tiles
            if t.zone is Zone.HAND and t.seat is event.seat and t.face == true
        )  # fmt: skip
        read = replace(one, faces=((other, 0.5), (true, 0.45)))
        return replace(sighting, tiles=tuple(read if t is one else t for t in sighting.tiles))

    following = Following(before)
    following.see(after, 6.0, doubtful)
    (question,) = following.tracker.questions
    assert following.given == []
    # It is no other question when somebody has reached over the hand.
    covered = frozenset({(Zone.HAND, event.seat)})
    following.see(before, 0.8, lambda s: replace(s, covered=covered))
    following.see(after, 2.5, doubtful)
    assert following.tracker.questions == (question,)
    at = [true in candidate.tiles for candidate in question.candidates].index(True)
    verdict = following.tracker.answer(question.id, at)
    assert verdict is not None
    (opened,) = verdict.events
    assert isinstance(opened, HandOpened)
    assert sorted(opened.tiles) == sorted(event.tiles)


def test_a_settlement_does_not_wait_for_ever() -> None:
    before, event, after, other = last_hand()
    true = next(t for t in event.tiles if event.tiles.count(t) == 1)

    def doubtful(sighting: Sighting) -> Sighting:
        changed = tuple(
            replace(t, faces=((true, 0.5), (other, 0.45)))
            if t.zone is Zone.HAND and t.seat is event.seat and t.face == true
            else t
            for t in sighting.tiles
        )
        return replace(sighting, tiles=changed)

    following = Following(before)
    following.see(after, 20.0, doubtful)
    (opened,) = following.given
    assert isinstance(opened, HandOpened)


def test_what_settles_a_deal_waits_while_a_hand_is_asked_about() -> None:
    before, event, after, other = last_hand()
    tracker = Following(before).tracker
    misread = HandOpened(event.seat, (*event.tiles[1:], other))
    words = Text("哪一张？", "Which?")
    view = QuestionView("q1", 0, words, (Candidate(words), Candidate(words)), False)
    assert not tracker._awaits_hands(after, 1.0)
    tracker._ways.asked = [OpenQuestion(view, ((event,), (misread,)))]
    # Other hands may still be opened meanwhile.
    assert not tracker._awaits_hands(before, 2.0)
    assert tracker._awaits_hands(after, 3.0)
    assert tracker._awaits_hands(after, 17.0)
    assert not tracker._awaits_hands(after, 18.5)


def test_hands_opened_at_one_time_are_one_way() -> None:
    """In whatever order they were opened: nothing hangs on it, nothing is asked."""
    for seed in range(60):
        steps = list(play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}))
        at = [n for n, (_, event, _) in enumerate(steps) if isinstance(event, HandOpened)]
        if len(at) >= 3 and at[2] == at[0] + 2:
            break
    before, after = steps[at[0]][0], steps[at[2]][2]
    following = Following(before)
    following.see(after, 4.0)
    opened = [steps[number][1] for number in at[:3]]
    assert _hands(following.given) == _hands(opened)
    assert not following.tracker.questions


def _hands(events: list[Event]) -> dict[int, list[Tile]]:
    return {e.seat: sorted(e.tiles) for e in events if isinstance(e, HandOpened)}


def claimed_unseen() -> tuple[Deal, Discarded, Punged, Discarded, Deal]:
    """A discard that was claimed, the claim, the discard after it, and the deal then."""
    for seed in range(30):
        steps = list(play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}))
        for (before, thrown, _), (_, claim, _), (_, then, last) in zip(
            steps, steps[1:], steps[2:], strict=False
        ):
            plain = isinstance(claim, Punged) and not any(t.is_joker for t in claim.used)
            if plain and isinstance(thrown, Discarded) and isinstance(then, Discarded):
                assert isinstance(claim, Punged)
                return before, thrown, claim, then, last
    raise AssertionError("nobody claimed a discard")


def test_whose_unseen_discard_was_claimed_is_asked_on_a_table_in_disorder() -> None:
    before, thrown, claim, then, last = claimed_unseen()
    stray = seen(901, Zone.FLOWERS, thrown.seat.across, ("5z", 0.97))

    def strewn_with(sighting: Sighting) -> Sighting:
        return replace(sighting, tiles=(*sighting.tiles, stray))

    following = Following(before)
    following.see(last, 20.0, strewn_with)
    assert following.given == []
    (question,) = following.tracker.questions
    assert question.candidates[-1].label.en == "None of these"
    labels = [candidate.label.zh for candidate in question.candidates]
    at = labels.index("，".join(str(event) for event in (thrown, claim, then)))
    verdict = following.tracker.answer(question.id, at)
    assert verdict is not None
    assert [e for e in verdict.events if not isinstance(e, Drew)] == [thrown, claim, then]
    # What is denied is not asked again.
    other = Following(before)
    other.see(last, 20.0, strewn_with)
    (question,) = other.tracker.questions
    assert other.tracker.answer(question.id, len(question.candidates) - 1) is None
    # Nor is another claim asked about at once: nobody wants to say "nothing" every second.
    other.see(last, 3.0, strewn_with)
    assert not [*other.tracker.questions]
    other.see(last, 10.0, strewn_with)
    assert other.given == []
    assert question.candidates not in [asked.candidates for asked in other.tracker.questions]


def test_a_back_beside_a_river_is_no_tile_that_was_thrown_unread() -> None:
    deal = first_discard()
    actor = deal.step.actor
    following = Following(deal)
    main, look = following.tracker._ways.main, following.looker.look(deal, 0.0)
    for back, asked in ((0.6, True), (0.99, False)):
        blank = replace(seen(970, Zone.RIVER, actor), back=back, looks=9)
        tiles = (*look.tiles, blank)
        sighting = replace(look, tiles=tiles, standing=(None,) * 4, time=20.0)
        # What has just come may yet be read.
        for since, lies in ((10.0, asked), (19.0, False)):
            view = View.of(sighting, {970: since})
            best = explain(deal, view, main.memory)[0]
            gap = find_gap(main, best, view, Limits(), Effort(300))
            assert (gap is not None) is lies
