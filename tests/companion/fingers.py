"""A deal entered by finger alone: random legal moves, hands opened consistently."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import chain

from engine.events import DiceRolled, Discarded, Drew, Event, HandOpened, Penalised, Voided, Won
from engine.match import Match
from engine.observations import Answer, Enter
from engine.seat import SEATS
from engine.signals import Dice, Signal, SignalReceived, WallsUp
from engine.tile import KINDS
from engine.view import Phase

Input = Enter | Answer | SignalReceived


def play_deal(match: Match, take: Callable[[Input, float], object], seed: int = 1) -> float:
    """Give `take` the inputs of one whole deal, with their times; the last time.

    The line says walls and dice, fingers the rest. A `take` that swallows an
    input ends the deal early.
    """
    rng = random.Random(seed)
    clock = 100.0 * (match.standing.next_number + match.last_seq)

    def say(signal: Signal) -> None:
        nonlocal clock
        clock += 1
        take(SignalReceived(signal, clock, 0, b"\xaa\x55"), clock)

    say(WallsUp((16, 15, 16, 15)))
    say(Dice(rng.randint(1, 6), rng.randint(1, 6)))
    while not match.standing.is_between:
        clock += 1
        before = match.last_seq
        take(Enter(_choose(match, rng), before), clock)
        if match.last_seq == before:
            break
    return clock


def _choose(match: Match, rng: random.Random) -> Event:
    deal = match.deal
    assert deal is not None
    if deal.phase is Phase.OPENING:
        seat = next(seat for seat in SEATS if not deal.opened[seat])
        hand = deal.hands[seat]
        hidden = list(chain.from_iterable([t] * deal.unseen[t.index] for t in KINDS))
        return HandOpened(seat, tuple(sorted((*hand.known, *rng.sample(hidden, hand.hidden)))))
    legal = [e for e in deal.legal() if not isinstance(e, Voided | Penalised)]
    for event in legal:
        if isinstance(event, DiceRolled):
            return DiceRolled(event.seat, (rng.randint(1, 6), rng.randint(1, 6)), event.purpose)
    # Random claims would use the hands up; mostly draw and discard.
    quiet = [e for e in legal if isinstance(e, Drew | Discarded)]
    bold = [e for e in legal if not isinstance(e, Won)]
    return rng.choice(quiet if quiet and rng.random() < 0.8 else bold or legal)
