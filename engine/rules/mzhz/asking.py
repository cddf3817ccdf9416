"""猫抓耗子: what only the players know and the deal hangs on (mzhz §18)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import Deal
from engine.events import Acted, Discarded, Event
from engine.flow import RuleQuestion
from engine.rules.mzhz.actions import REMOVE
from engine.rules.mzhz.aftermath import may_remove
from engine.rules.mzhz.state import Stage, state
from engine.view import Text


def questions(deal: Deal) -> Iterator[RuleQuestion]:
    """Open questions at this moment."""
    if deal.step.stage == Stage.REMOVE:
        yield _removal(deal)


ALMOST_SEVEN = 6
"""Flower kinds from which a flower thrown without a word may be won on (D4.(五)18)."""


def unlikely(deal: Deal, event: Event) -> float:
    """A flower thrown without 不补花 counts as laid (D3.九); unless somebody is
    near seven kinds nothing hangs on the word, and it is taken as said."""
    if isinstance(event, Discarded) and event.tile.is_flower and event.announced is None:
        near = any(len(kinds) >= ALMOST_SEVEN for kinds in state(deal).credited)
        return 0.0 if near else 5.0
    return 0.0


def _removal(deal: Deal) -> RuleQuestion:
    winner = deal.step.actor
    nobody: tuple[Text, tuple[Event, ...]] = (Text("不带", "nobody"), ())
    targets: list[tuple[Text, tuple[Event, ...]]] = [
        (Text(f"带{target}", f"{target} leaves"), (Acted(winner, REMOVE, target=target),))
        for target in may_remove(deal, state(deal).batches[-1], None)
    ]
    return RuleQuestion(
        f"remove-{winner}",
        Text(f"{winner}带人吗？", f"Does {winner} order a player out?"),
        (nobody, *targets),
    )
