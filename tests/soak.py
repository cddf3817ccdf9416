"""Many deals of random legal play, checked after every event.

    python -m tests.soak --rules mzhz --deals 2000 --mode solo [--hidden] [--seed 0]

Without `--rules` every page is played, `--deals` of each.

Checked: tiles are conserved, hand sizes, wall count, amounts that sum to zero,
that every listed event can be applied, and with `--hidden` that a companion
which sees no hidden tile comes to the very same settlement.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.deal import Deal
from engine.events import Acted, Drew, Event, Flipped, Konged, Settled, Won
from engine.rules import PAGES, load
from engine.ruleset import RuleSet
from engine.tile import UNKNOWN
from tests.random_play import Gather, play


@dataclass(slots=True)
class Tally:
    """What came about: deals, events, kinds of event, ends, slowest listing."""

    deals: int = 0
    events: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)


def kind_of(event: Event) -> str:
    """An event's type, with the action, kong or win it is."""
    name = type(event).__name__
    if isinstance(event, Acted):
        return f"{name} {event.action}"
    if isinstance(event, Konged | Won):
        return f"{name} {event.kind.value}"
    return name


def check_listed(deal: Deal, rng: random.Random) -> None:
    """One of the listed events, picked at random, can be applied and leaves
    sound books."""
    listed = [e for e in deal.legal() if not _open_ended(e)]
    if listed:
        event = rng.choice(listed)
        faults = deal.apply(event).validate()
        assert not faults, (event, faults)


def _open_ended(event: Event) -> bool:
    """Listed with `?` to be filled in, which needs the wall's or a hand's tiles."""
    if isinstance(event, Drew | Flipped):
        return True
    tiles = getattr(event, "tiles", ())
    return UNKNOWN in tiles if isinstance(tiles, tuple) else False


def soak(rules: RuleSet, options: Mapping[str, str], seeds: range, hidden: bool = False) -> Tally:
    """Play one deal for each seed; raises `AssertionError` with the seed."""
    tally = Tally()
    for seed in seeds:
        try:
            _one(rules, options, seed, hidden, tally)
        except Exception as error:
            raise AssertionError(f"seed {seed}, {dict(options)}: {error}") from error
    return tally


def is_said_at_the_end(before: Deal, event: Event) -> bool:
    """Something only players know that they say when hands are open: chance may
    have it said otherwise where the hands were not seen."""
    return before.is_over and isinstance(event, Acted) and before.flow.actions[event.action].spoken


def rigged(seed: int) -> Gather | None:
    """Two deals in five give flowers, helpers, jokers or one suit to one seat."""
    by_turn: dict[int, Gather] = {
        0: lambda tile: tile.is_flower,
        3: lambda tile: tile.is_helper or tile.is_wind,
        5: lambda tile: tile.is_joker or tile.rank == 5,
        8: lambda tile: tile.suit == "p",
    }
    return by_turn.get(seed % 10)


def _one(rules: RuleSet, options: Mapping[str, str], seed: int, hidden: bool, tally: Tally) -> None:
    rng = random.Random(seed)
    last: Deal | None = None
    said: list[Event] = []
    for before, event, after in play(rules, options, seed, hidden, gather=rigged(seed)):
        faults = after.validate()
        assert not faults, (before.step, event, faults)
        if rng.random() < 0.05:
            check_listed(after, rng)
        tally.events += 1
        tally.kinds[kind_of(event)] += 1
        if is_said_at_the_end(before, event):
            said.append(event)
        last = after
    assert last is not None
    assert isinstance(last.last, Settled), last.step
    assert sum(last.last.net) == 0
    tally.deals += 1
    tally.ends[last.ended] += 1
    if hidden:
        steps = list(play(rules, options, seed, gather=rigged(seed)))
        true = [event for before, event, _ in steps if is_said_at_the_end(before, event)]
        assert steps[-1][1] == last.last or true != said, "hidden play settles otherwise"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.soak")
    parser.add_argument("--rules", choices=PAGES, action="append")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--mode", action="append", help="of pages that have modes; default all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--hidden", action="store_true")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args(argv)
    chosen = dict(pair.split("=", 1) for pair in args.option)
    for page in args.rules or PAGES:
        rules = load(page)
        for mode in args.mode or modes(rules):
            options = {**chosen, "mode": mode} if mode else chosen
            began = time.perf_counter()
            seeds = range(args.seed, args.seed + args.deals)
            tally = soak(rules, options, seeds, args.hidden)
            seconds = time.perf_counter() - began
            print(
                f"{page} {mode}: {tally.deals} deals, {tally.events} events, {seconds:.1f} s, "
                "none broken",
                flush=True,
            )
            print("  ends: " + ", ".join(f"{k} {n}" for k, n in tally.ends.most_common()))
            print("  events: " + ", ".join(f"{k} {n}" for k, n in tally.kinds.most_common()))
    return 0


def modes(rules: RuleSet) -> tuple[str, ...]:
    """The values of the page's option `mode`; one empty word where it has none."""
    option = next((option for option in rules.options if option.name == "mode"), None)
    return tuple(choice.value for choice in option.choices) if option else ("",)


if __name__ == "__main__":
    sys.exit(main())
