"""The match: the one place that decides what happened.

`Match.submit(input, time)` takes what devices and people report and returns
the entries that follow from it, to be logged before anything is shown. It owns
the running deal, scores, names, questions, undo and corrections; the clock is
the caller's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from engine import signals
from engine.beginning import Beginning, hands_stand
from engine.deal import Deal
from engine.entering import is_implied, lead
from engine.errors import AmbiguousEvent, IllegalEvent
from engine.events import (
    Corrected,
    DealBegan,
    Dealt,
    DiceRolled,
    Entry,
    Event,
    Exhausted,
    Settled,
    Source,
    Voided,
    WallsRaised,
)  # fmt: skip
from engine.observations import Answer, Command, Correct, Enter, Sighting, Undo
from engine.questions import Question
from engine.reconciler import Reconciler
from engine.replay import Bad, fold
from engine.rewriting import rewriting
from engine.seat import Seat
from engine.signals import SignalReceived
from engine.standing import Amounts, Players, Standing, advance
from engine.throws import Throws
from engine.tile import UNKNOWN
from engine.timeline import DERIVED, UNDO, Item, last_to_undo, timeline
from engine.tracking import Verdict
from engine.view import Boxes, Phase, QuestionView, Text
from engine.wording import kept_reason

if TYPE_CHECKING:
    from engine.ruleset import Options, RuleSet

Input = SignalReceived | Command | Sighting


class Match:
    """A match from its first deal on. Not thread-safe: one writer owns it."""

    def __init__(
        self,
        rules: RuleSet,
        options: Mapping[str, str] | None = None,
        players: tuple[str, str, str, str] = ("A", "B", "C", "D"),
        reconciler: Reconciler | None = None,
        dealer: Seat = Seat.A,
    ) -> None:
        self.rules = rules
        self.entries: list[Entry] = []
        self.illegal: tuple[Bad, ...] = ()
        self._reconciler = reconciler
        self._start = Standing(rules, rules.choose(options), dealer, players=players)
        self._items: list[Item] = []
        self._states: list[Standing] = []
        self._lean = 0  # states before this one have let go of what they worked out
        self._throws = Throws()
        self._beginning = Beginning()
        self._given: list[int] = []
        self._walls: Question | None = None
        self._throw: Question | None = None

    @classmethod
    def resume(
        cls,
        rules: RuleSet,
        options: Mapping[str, str],
        players: tuple[str, str, str, str],
        entries: Iterable[Entry],
        reconciler: Reconciler | None = None,
        dealer: Seat = Seat.A,
    ) -> Match:
        """A match as a record left it; what no longer folds is in `illegal`."""
        match = cls(rules, options, players, reconciler, dealer)
        match.entries = list(entries)
        match._refold(match.entries[-1].time if match.entries else 0.0)
        match._restart_tracking(same_table=False)
        return match

    @property
    def standing(self) -> Standing:
        """Deal, scores and results now."""
        return self._states[-1] if self._states else self._start

    @property
    def options(self) -> Options:
        """The house options that hold now."""
        return self.rules.choose(self.standing.options)

    @property
    def players(self) -> Players:
        """Who sits at seats A…D now."""
        return self.standing.players

    @property
    def next_deal(self) -> DealBegan:
        """How the next deal begins."""
        return DealBegan(self.standing.next_number, self.standing.dealer)

    @property
    def deal(self) -> Deal | None:
        """The running deal, or the last one; None before the first."""
        return self.standing.deal

    @property
    def totals(self) -> Amounts:
        """What each seat would end with if the match stopped now (总分)."""
        return self.rules.judging.match_totals(self.standing.scores, None, self.options)

    @property
    def last_seq(self) -> int:
        return len(self.entries)

    @property
    def items(self) -> tuple[Item, ...]:
        """The events that count, in order (corrections applied)."""
        return tuple(self._items)

    def state_before(self, index: int) -> Standing:
        """The standing before item `index`."""
        return self._states[index - 1] if index else self._start

    @property
    def can_undo(self) -> bool:
        return last_to_undo(self.entries) is not None

    @property
    def discrepancy(self) -> tuple[Text, Boxes] | None:
        """What the eyes see and the rules cannot explain."""
        if self._reconciler is None or self._reconciler.discrepancy is None:
            return None
        return self._reconciler.discrepancy, self._reconciler.boxes

    @property
    def questions(self) -> tuple[QuestionView, ...]:
        """Open questions: by rule first, then those of the eyes."""
        asked = [question.view(self.last_seq) for question in self._rule_questions()]
        if self._reconciler is not None:
            asked += self._reconciler.questions
        return tuple(asked)

    def _rule_questions(self) -> list[Question]:
        found = [self._walls] if self._walls else []
        deal = self.deal
        if deal is not None and not self.standing.is_between:
            if self._throw is not None and deal.phase is Phase.WALLS:
                found.append(self._throw)
            found += [Question.of(q) for q in deal.flow.questions(deal)]
        return found

    def submit(self, observed: Input, time: float) -> list[Entry]:
        """What follows from an input; raises `IllegalEvent` or `AmbiguousEvent`.

        After an error the match is as it was before.
        """
        before = len(self.entries)
        if isinstance(observed, SignalReceived):
            self._signal(observed, time)
        elif isinstance(observed, Sighting):
            self._sighting(observed, time)
        else:
            self._command(observed, time)
        return self.entries[before:]

    def tick(self, time: float) -> list[Entry]:
        """Time passed without a new picture: what the tracker waited for may be due."""
        before = len(self.entries)
        if self._reconciler is not None and self.deal is not None and not self.standing.is_between:
            verdict = self._reconciler.tick(time, self.last_seq)
            if verdict is not None:
                self._follow(verdict, time, Source.CAMERA)
        return self.entries[before:]

    # -- signals ---------------------------------------------------------------

    def _signal(self, received: SignalReceived, time: float) -> None:
        signal = received.signal
        self._beginning.hear(signal)
        if isinstance(signal, signals.Hello):
            # A table that tells its throws need not be watched while dice still roll.
            if signals.Capability.THROWS_DICE in signal.capabilities:
                self._throws.trust_line()
        elif isinstance(signal, signals.WallsUp):
            self._walls_up(signal.stacks, time)
        elif isinstance(signal, signals.Dice):
            self._throws.from_line((signal.d1, signal.d2), time)
            self._use_dice(time)
        elif isinstance(signal, signals.Dealt):
            self._dealt(signal.counts, time)

    def _walls_up(self, stacks: tuple[int, int, int, int], time: float) -> None:
        deal = self.deal
        walls = WallsRaised(stacks)
        if deal is not None and not self.standing.is_between:
            if deal.phase is Phase.WALLS and deal.dice is None:
                if deal.objection(walls) is None:
                    self._accept((walls,), time, Source.LINE)
                return
            drawn = next((event for event in deal.legal() if isinstance(event, Exhausted)), None)
            if drawn is not None and not deal.apply(drawn).settlement().missing:
                # Nothing is left to draw and no hand to open: nobody has won.
                self._accept((drawn,), time, Source.RULE)
            elif deal.phase is not Phase.OPENING:
                self._walls = Question.walls_again(stacks)
                return
            else:
                made = deal.settlement()
                settled = Settled(made.rows, made.net, made.next_dealer, made.reason)
                self._accept((settled,), time, Source.LINE)
        began = self.next_deal
        try:
            self._accept((began, walls), time, Source.LINE)
        except IllegalEvent:
            self._accept((began,), time, Source.RULE)

    def _use_dice(self, time: float) -> None:
        """A throw goes to the play that asks for one, if any does (yet)."""
        throw, deal = self._throws.waiting(time), self.deal
        if throw is None or deal is None or self.standing.is_between:
            return
        asked = next((e for e in deal.legal() if isinstance(e, DiceRolled)), None)
        if asked is not None:
            self._throws.used()
            event = DiceRolled(asked.seat, throw.dice, asked.purpose)
            self._accept((event,), time, throw.source)

    def _dealt(self, counts: tuple[int, int, int, int], time: float) -> None:
        a, b, c, d = ((UNKNOWN,) * count for count in counts)
        event = Dealt((a, b, c, d))
        deal = self.deal
        if deal is not None and deal.objection(event) is None:
            self._accept((event,), time, Source.LINE)

    # -- pictures --------------------------------------------------------------

    def _sighting(self, sighting: Sighting, time: float) -> None:
        deal = self.deal
        if deal is None or self.standing.is_between:
            self._throws.lie(sighting.dice)
            if events := self._beginning.events(sighting, self.standing):
                self._accept(events, time, Source.CAMERA)
            return
        if sighting.deal not in (0, deal.number):
            return
        self._throws.from_dome(sighting.dice, time)
        self._use_dice(time)
        deal = self.deal
        assert deal is not None
        stand = deal.phase is Phase.WALLS and hands_stand(sighting)
        missed = self._throws.is_missed(time, stand=stand)
        throws = [e for e in deal.legal() if isinstance(e, DiceRolled)] if missed else []
        self._throw = Question.throw(throws) if throws else None
        if deal.phase is Phase.DEALING and hands_stand(sighting):
            dealt = next((e for e in deal.legal() if isinstance(e, Dealt)), None)
            if dealt is not None:
                self._accept((dealt,), time, Source.CAMERA)
        if self._reconciler is None:
            return
        verdict = self._reconciler.observe(sighting, self.last_seq)
        if verdict is not None:
            self._follow(verdict, time, Source.CAMERA)

    def _follow(self, verdict: Verdict, time: float, source: Source) -> None:
        """Write down what the tracker believes, taking back what it gave up."""
        try:
            if len(self._given) > verdict.keep:
                self._take_back(verdict, time, source)
            else:
                self._add(verdict.events, time, source, verdict.confidence)
        except IllegalEvent:
            # The books have moved on since the tracker looked: it looks again.
            self._restart_tracking()
            return
        length = self.last_seq
        self._consequences(time)
        if self.last_seq != length:
            self._restart_tracking()

    def _take_back(self, verdict: Verdict, time: float, source: Source) -> None:
        """What is believed otherwise now is written over what was given up."""
        put = rewriting(self._items, self._given, verdict)
        if put is None:
            self._restart_tracking()
            return
        reason = kept_reason(verdict.reason) if verdict.reason else ""
        self._given = []
        for piece in put.pieces:
            if isinstance(piece, int):
                self._given.append(piece)
            else:
                self._log(Corrected(piece.entry, piece.events, reason), time, source, 1.0)
                self._given += [self.last_seq] * len(piece.events)
        self._refold(time)
        self._add(put.more, time, source, verdict.confidence)

    def _add(self, events: tuple[Event, ...], time: float, source: Source, sure: float) -> None:
        """Write down what the tracker gives, after all that it gave."""
        self._given += range(self.last_seq + 1, self.last_seq + 1 + len(events))
        self._book(events, time, source, sure)

    # -- people ----------------------------------------------------------------

    def _command(self, command: Command, time: float) -> None:
        if isinstance(command, Enter):
            self._enter(command.event, time)
        elif isinstance(command, Undo):
            self._undo(command, time)
        elif isinstance(command, Correct):
            self._put_right(command, time)
        else:
            self._answer(command, time)

    def _enter(self, event: Event, time: float) -> None:
        if isinstance(event, DealBegan):
            self._check_dealer(event)
        needs_deal = self.standing.is_between and not isinstance(event, DealBegan)
        if needs_deal and isinstance(event, WallsRaised | DiceRolled | Dealt):
            self._accept((self.next_deal, event), time, Source.FINGER)
            return
        if self.deal is not None and not self.standing.is_between:
            self._book(lead(self.deal, event), time, Source.RULE, 1.0)
        self._accept((event,), time, Source.FINGER)

    def _check_dealer(self, event: DealBegan) -> None:
        """The rules say who deals next, unless the last deal leaves it in doubt."""
        results = self.standing.results
        made = results[-1].settlement if results else None
        dealer = self.standing.dealer
        if made is not None and not made.missing and event.dealer is not dealer:
            raise IllegalEvent(
                event,
                (f"应由{self.players[dealer]}坐庄", f"{self.players[dealer]} deals next"),
                "D2.18",
                (self.next_deal,),
            )

    def _undo(self, command: Undo, time: float) -> None:
        last = last_to_undo(self.entries)
        if last is None:
            raise IllegalEvent(None, ("没有可撤销的", "there is nothing to take back"), "record")
        newer = [e for e in self.entries[command.seen :] if e.source is not Source.RULE]
        if newer and last.seq > command.seen:
            raise AmbiguousEvent("其间有了新的记录 / something new came in between",
                                 tuple(e.event for e in newer))  # fmt: skip
        self._log(Corrected(last.seq, (), UNDO), time, Source.FINGER, 1.0)
        for entry in reversed(self.entries[: last.seq - 1]):
            if not is_implied(entry, last):
                break
            self._log(Corrected(entry.seq, (), UNDO), time, Source.FINGER, 1.0)
        self._refold(time)
        self._consequences(time)
        self._restart_tracking()

    def _put_right(self, command: Correct, time: float) -> None:
        """Replace an entry; a replacement that itself does not fit is refused."""
        counting = {item.seq for item in self._items}
        corrections = {e.seq for e in self.entries if isinstance(e.event, Corrected)}
        if command.entry not in counting | corrections:
            raise IllegalEvent(None, ("没有这条记录", "no such entry counts"), "record")
        event = Corrected(command.entry, command.events, command.reason)
        before = self.last_seq
        self._log(event, time, Source.FINGER, 1.0)
        self._refold(time)
        mine = [bad for bad in self.illegal if bad.item.seq == before + 1]
        if mine:
            del self.entries[before:]
            self._refold(time)
            raise mine[0].error
        self._consequences(time)
        self._restart_tracking()

    def _answer(self, answer: Answer, time: float) -> None:
        for question in self._rule_questions():
            if question.view(0).id == answer.question:
                if not 0 <= answer.candidate < len(question.candidates):
                    raise IllegalEvent(None, ("没有这个答案", "no such answer"), "record")
                events = question.candidates[answer.candidate][1]
                if question is self._walls:
                    self._walls = None
                self._throw = None
                if events:
                    self._accept(self._with_deal(events), time, Source.ANSWER)
                return
        if self._reconciler is not None:
            verdict = self._reconciler.answer(answer.question, answer.candidate)
            if verdict is not None:
                self._follow(verdict, time, Source.ANSWER)

    def _with_deal(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Events of an answer that begins a new deal after a void one."""
        if isinstance(events[0], Voided) and len(events) > 1 and self.deal is not None:
            number = self.deal.number + 1
            return (events[0], DealBegan(number, self.standing.dealer), *events[1:])
        return events

    # -- the books ---------------------------------------------------------------

    def _accept(self, events: tuple[Event, ...], time: float, source: Source) -> None:
        """Book events and what follows; tracking begins afresh from there."""
        new_table = any(isinstance(event, DealBegan) for event in events)
        self._book(events, time, source, 1.0)
        self._consequences(time)
        self._restart_tracking(same_table=not new_table)

    def _book(
        self, events: tuple[Event, ...], time: float, source: Source, confidence: float
    ) -> None:
        """Fold and log events, all or none."""
        states: list[Standing] = []
        standing = self.standing
        for event in events:
            standing = advance(standing, event)
            states.append(standing)
        for event, state in zip(events, states, strict=True):
            entry = self._log(event, time, source, confidence)
            self._items.append(Item(entry.seq, 0, event, source, time))
            self._states.append(state)
            if isinstance(event, DealBegan):
                self._forget_deals()

    def _forget_deals(self) -> None:
        """A new deal begins: what was worked out for moves of earlier ones is not kept."""
        for deal in [state.deal for state in self._states[self._lean : -2] if state.deal]:
            deal.forget()
        self._lean = max(len(self._states) - 2, 0)

    def _log(self, event: Event, time: float, source: Source, confidence: float) -> Entry:
        entry = Entry(self.last_seq + 1, time, source, confidence, event)
        self.entries.append(entry)
        return entry

    def _consequences(self, time: float) -> None:
        """What the rules alone bring about: an empty wall, the settlement."""
        while not self.standing.is_between:
            deal = self.deal
            assert deal is not None
            legal = deal.legal()
            due: Event | None = None
            if legal and all(isinstance(event, Exhausted) for event in legal):
                due = legal[0]
            elif deal.is_over:
                due = next((event for event in legal if isinstance(event, Settled)), None)
            if due is None:
                break
            self._book((due,), time, Source.RULE, 1.0)
        self._use_dice(time)

    def _refold(self, time: float) -> None:
        """Fold the timeline again from where it changed.

        Settlements that come out otherwise, or no longer at all, are put right
        in the log; other events that became illegal are named in `illegal`.
        """
        wanted = timeline(self.entries)
        same = 0
        while same < min(len(wanted), len(self._items)) and wanted[same] == self._items[same]:
            same += 1
        folded = fold(self._start, wanted[same:], self._items[:same], self._states[:same])
        mended: list[tuple[int, tuple[Event, ...]]] = [
            (item.seq, (made,)) for item, made in folded.derived
        ]
        mended += [(bad.item.seq, ()) for bad in folded.bad if bad.item.source is Source.RULE]
        if mended:
            for seq, events in mended:
                self._log(Corrected(seq, events, DERIVED), time, Source.RULE, 1.0)
            self._refold(time)
            return
        self._items, self._states = list(folded.items), list(folded.states)
        self._lean = min(self._lean, same)
        self.illegal = folded.bad

    def _restart_tracking(self, same_table: bool = True) -> None:
        self._given = []
        if self._reconciler is not None and self.deal is not None:
            self._reconciler.restart(self.deal, same_table=same_table)
