"""Folding a record again: to resume it, to check it, to look back over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from engine.errors import IllegalEvent, ReplayMismatch
from engine.events import DealBegan, Settled, Source
from engine.log import Log
from engine.rules import load
from engine.standing import Standing, advance
from engine.timeline import Item, timeline


@dataclass(frozen=True, slots=True)
class Bad:
    """An item that is not legal where it stands; the fold leaves it out."""

    item: Item
    error: IllegalEvent


@dataclass(frozen=True, slots=True)
class Folded:
    """`states[i]` is the standing after `items[i]`. `bad`: left out. `derived`:
    settlements that came out otherwise than written, with what comes out."""

    items: tuple[Item, ...]
    states: tuple[Standing, ...]
    bad: tuple[Bad, ...]
    derived: tuple[tuple[Item, Settled], ...]


def fold(
    start: Standing,
    wanted: Iterable[Item],
    items: Iterable[Item] = (),
    states: Iterable[Standing] = (),
) -> Folded:
    """Fold `wanted` after `items` and `states` that are folded already.

    A settlement is derived anew; one that would now be incomplete is left out,
    unless another deal was begun after it.
    """
    done, reached = list(items), list(states)
    wanted = tuple(wanted)
    last_deal = max(
        (at for at, item in enumerate(wanted) if isinstance(item.event, DealBegan)), default=-1
    )
    bad: list[Bad] = []
    derived: list[tuple[Item, Settled]] = []
    for at, item in enumerate(wanted):
        standing = reached[-1] if reached else start
        event = item.event
        if isinstance(event, Settled):
            final = item.source is Source.RULE and at > last_deal
            now = settled(standing, complete=final)
            if now is None and final:
                why = ("尚有未明之处", "something is not known yet")
                bad.append(Bad(item, IllegalEvent(event, why, "record")))
                continue
            if now is not None and now != event:
                derived.append((item, now))
                item = replace(item, event=now)
        try:
            reached.append(advance(standing, item.event))
        except IllegalEvent as error:
            bad.append(Bad(item, error))
            continue
        done.append(item)
    return Folded(tuple(done), tuple(reached), tuple(bad), tuple(derived))


def settled(standing: Standing, *, complete: bool = False) -> Settled | None:
    """The settlement that a deal which is over comes to; None while it runs,
    or, asked for a `complete` one, while something is missing."""
    deal = standing.deal
    if deal is None or standing.is_between or not deal.is_over:
        return None
    made = deal.settlement()
    if complete and made.missing:
        return None
    return Settled(made.rows, made.net, made.next_dealer, made.reason)


def opening(log: Log) -> Standing:
    """The standing before a record's first entry."""
    rules = load(log.header.rules)
    header = log.header
    return Standing(rules, rules.choose(header.options), players=header.players)


def replayed(log: Log) -> Folded:
    """A record folded from its beginning."""
    return fold(opening(log), timeline(log.entries))


def verify(log: Log) -> Folded:
    """Fold again and compare; raises `ReplayMismatch` where the record holds
    something else: rules, a settlement, or an event that is not legal."""
    rules = load(log.header.rules)
    options = rules.choose(log.header.options)
    if log.header.digest and rules.digest(options) != log.header.digest:
        raise ReplayMismatch(
            "规则与记录时不同 / the rules are not those of the record "
            f"({rules.digest(options)[:12]} ≠ {log.header.digest[:12]})"
        )
    folded = replayed(log)
    for item, made in folded.derived:
        assert isinstance(item.event, Settled)
        raise ReplayMismatch(
            f"第{item.seq}条结算不符 / entry {item.seq}: settled {_amounts(item.event)}, "
            f"now {_amounts(made)}"
        )
    for bad in folded.bad:
        raise ReplayMismatch(f"第{bad.item.seq}条不合法 / entry {bad.item.seq}: {bad.error}")
    return folded


def _amounts(event: Settled) -> str:
    return " ".join(str(amount) for amount in event.net)


Visitor = Callable[[Item, Standing, Standing], None]
"""Called with each event that counts, the standing before and after it."""


def visit(log: Log, *visitors: Visitor) -> Folded:
    """Show every step of a record to the visitors, in order."""
    folded = replayed(log)
    for item, before, after in steps(folded, opening(log)):
        for visitor in visitors:
            visitor(item, before, after)
    return folded


def steps(folded: Folded, start: Standing) -> Iterator[tuple[Item, Standing, Standing]]:
    """Each folded item with the standing before and after."""
    before = start
    for item, after in zip(folded.items, folded.states, strict=True):
        yield item, before, after
        before = after
