"""A page that no other file knows: tiles of three suits, and an action and a word
of its own. Tests put it beside the real ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.authoring import choice, clause, named_fan, only_best
from engine.combine import Combined
from engine.deal import Deal
from engine.draft import Draft
from engine.events import Acted
from engine.flow import Action
from engine.patterns import all_pungs, always
from engine.play import (
    BEFORE_PLAY,
    EVEN_108,
    WORDS,
    Clauses,
    Declared,
    Judging,
    Play,
    Terms,
    mark,
    playing,
)
from engine.ruleset import FanContext, Options, RuleSet
from engine.shapes import Reading
from engine.view import Text

WAGER = "wager"
_WAGER = Action(
    WAGER, Text("加注", "raises"), "3", "hand", Text("加注吗？", "a raise?"), spoken=True
)
_NAME = Text("加注麻将", "Wager mahjong")
FANS = only_best(
    named_fan("plain", "平胡", "Plain hand", 1, always, "1", "四副一对", "sets and a pair"),
    named_fan("all_pungs", "碰碰胡", "All pungs", 3, all_pungs, "2", "四副刻子", "four pungs"),
)


def _may_raise(deal: Deal) -> Iterator[Acted]:
    yield from (Acted(seat, WAGER) for seat in playing(deal))


def _raise(draft: Draft, event: Acted) -> None:
    mark(draft, event.seat, WAGER)


class WagerJudging(Judging):
    fans = FANS
    pairs = False

    def points(self, combined: Combined, context: FanContext, reading: Reading) -> Fraction:
        raised = WAGER in context.win.seats[context.win.seat].marks
        return Fraction(combined.total * int(context.options["stake"]) * (2 if raised else 1))


class WagerPlay(Play):
    clauses = Clauses(setup="1", win="1")
    actions: Mapping[str, Action] = {WAGER: _WAGER}
    words: Mapping[str, Text] = {**WORDS, WAGER: Text("加注", "raised")}

    def terms(self, options: Options) -> Terms:
        return Terms(EVEN_108, acts=(Declared(_WAGER, _may_raise, _raise, round=BEFORE_PLAY),))


RULES = RuleSet(
    id="wager",
    names=_NAME,
    judging=WagerJudging(),
    fans=FANS,
    options=(choice("stake", "底", "stake", "1", "", ("1", "1", "1"), ("2", "2", "2")),),
    clauses=(clause(_NAME, "1", "四副一对即胡", "sets and a pair win"),),
    source=Text("测试", "a test"),
    flow=WagerPlay(),
    unit=Text("倍", "times"),
)
