"""The match and the eyes: what a tracker believes, gives up and asks."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.deal import Deal
from engine.events import (
    Corrected,
    DealBegan,
    Dealt,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    Exhausted,
    Settled,
    Source,
)  # fmt: skip
from engine.match import Match
from engine.observations import Answer, Enter, Sighting
from engine.rules import load
from engine.seat import Seat
from engine.tableview import table_view
from engine.tile import Tile
from engine.tracking import Verdict
from engine.view import Candidate, QuestionView, Text
from engine.wording import told_reason
from tests.random_play import play

RULES = load("mzhz")
A, B, C, D = Seat
WHY = Text("看错了", "misread")


@dataclass
class Scripted:
    """A reconciler that says what a test tells it to."""

    verdicts: list[Verdict | None] = field(default_factory=list)
    questions: tuple[QuestionView, ...] = ()
    discrepancy: Text | None = None
    boxes: tuple[tuple[float, float, float, float], ...] = ()
    restarted: list[Deal] = field(default_factory=list)

    def restart(self, deal: Deal, *, same_table: bool = True) -> None:
        self.restarted.append(deal)

    def observe(self, sighting: Sighting, after: int) -> Verdict | None:
        return self.verdicts.pop(0) if self.verdicts else None

    def tick(self, now: float, after: int) -> Verdict | None:
        return self.verdicts.pop(0) if self.verdicts else None

    def answer(self, question: str, candidate: int) -> Verdict | None:
        return self.verdicts.pop(0) if question == "q1" else None


def look(match: Match, time: float = 1.0, deal: int = 1) -> None:
    match.submit(Sighting(0, time, deal, ()), time)


def begun(eyes: Scripted) -> Match:
    match = Match(RULES, reconciler=eyes)
    for event in (DealBegan(1, A), DiceRolled(A, (3, 4))):
        match.submit(Enter(event, match.last_seq), 0.0)
    for wanted in (Dealt, None):
        deal = match.deal
        assert deal is not None
        event = next(
            e for e in deal.legal()
            if (wanted and isinstance(e, wanted)) or getattr(e, "tile", None) == Tile.parse("7m")
        )  # fmt: skip
        match.submit(Enter(event, match.last_seq), 0.0)
    return match


def threw(seat: Seat, code: str) -> Discarded:
    return Discarded(seat, Tile.parse(code))


def events(match: Match) -> list[Event]:
    return [item.event for item in match.items][4:]


def test_what_is_believed_is_written_down() -> None:
    eyes = Scripted()
    match = begun(eyes)
    eyes.verdicts = [Verdict(0, (threw(A, "5p"), Drew(B), threw(B, "9s")), 0.97)]
    look(match)
    assert events(match) == [threw(A, "5p"), Drew(B), threw(B, "9s")]
    assert {(e.source, e.confidence) for e in match.entries[4:]} == {(Source.CAMERA, 0.97)}
    assert len(eyes.restarted) == 4


def test_what_is_given_up_is_corrected() -> None:
    eyes = Scripted()
    match = begun(eyes)
    eyes.verdicts = [
        Verdict(0, (threw(A, "5p"), Drew(B), threw(B, "9s"))),
        Verdict(1, (Drew(B), threw(B, "8s"), Drew(C), threw(C, "1m")), 1.0, WHY),
        Verdict(3, (Drew(C), threw(C, "2m")), 1.0, WHY),
        Verdict(5, (Drew(D),)),
    ]
    look(match)
    look(match)
    assert events(match) == [threw(A, "5p"), Drew(B), threw(B, "8s"), Drew(C), threw(C, "1m")]
    look(match)
    assert events(match) == [threw(A, "5p"), Drew(B), threw(B, "8s"), Drew(C), threw(C, "2m")]
    look(match)
    assert events(match)[-1] == Drew(D)
    assert not match.illegal
    corrections = [e.event for e in match.entries if isinstance(e.event, Corrected)]
    assert {told_reason(event.reason) for event in corrections} == {WHY}
    assert Match.resume(RULES, match.options, match.players, match.entries).standing == (
        match.standing
    )


def test_a_tracker_that_is_behind_looks_again() -> None:
    eyes = Scripted()
    match = begun(eyes)
    before = match.standing
    eyes.verdicts = [Verdict(0, (threw(C, "5p"),))]
    look(match)
    assert match.standing == before
    assert len(eyes.restarted) == 5


def test_a_finger_makes_the_tracker_begin_afresh() -> None:
    eyes = Scripted()
    match = begun(eyes)
    match.submit(Enter(threw(A, "5p"), match.last_seq), 1.0)
    assert eyes.restarted[-1] == match.deal
    eyes.verdicts = [Verdict(0, (Drew(B), threw(B, "9s")))]
    look(match)
    assert events(match)[-1] == threw(B, "9s")


def test_pictures_of_another_deal_are_not_looked_at() -> None:
    eyes = Scripted([Verdict(0, (threw(A, "5p"),))])
    match = begun(eyes)
    look(match, deal=7)
    assert eyes.verdicts


def test_time_that_passes_may_settle_a_doubt() -> None:
    eyes = Scripted()
    match = begun(eyes)
    eyes.verdicts = [Verdict(0, (threw(A, "5p"),), 0.8)]
    assert [entry.event for entry in match.tick(9.0)] == [threw(A, "5p")]


def test_questions_and_discrepancies_reach_the_view() -> None:
    text = Text("哪一张？", "Which?")
    eyes = Scripted(
        questions=(QuestionView("q1", 4, text, (Candidate(text), Candidate(text)), False),),
        discrepancy=WHY,
        boxes=((1.0, 2.0, 3.0, 4.0),),
    )
    match = begun(eyes)
    eyes.verdicts = [Verdict(0, (threw(A, "6p"),), 1.0, WHY)]
    view = table_view(match)
    assert view.questions == eyes.questions
    assert (view.discrepancy, view.discrepancy_boxes) == (WHY, eyes.boxes)
    match.submit(Answer("q1", 1, match.last_seq), 5.0)
    assert match.entries[-1].source is Source.ANSWER
    match.submit(Answer("gone", 1, match.last_seq), 6.0)
    assert events(match) == [threw(A, "6p")]


def test_the_end_follows_by_the_rules() -> None:
    """An empty wall and a complete settlement need nobody to enter them."""
    steps = [e for _, e, _ in play(RULES, {}, 3, hidden=True)]
    dealer = next(play(RULES, {}, 3))[0].dealer
    match = Match(RULES, dealer=dealer, reconciler=Scripted())
    for event in steps:
        deal = match.deal
        derived = isinstance(event, Settled) or (
            isinstance(event, Exhausted) and deal is not None and deal.is_over
        )
        if not derived:
            match.submit(Enter(event, match.last_seq), 0.0)
    assert match.standing.is_between
    assert match.entries[-1].source is Source.RULE
