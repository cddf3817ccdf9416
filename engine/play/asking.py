"""What only the players know: declarations, and that nobody wins on the last tile."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import Deal
from engine.events import Acted, Event, Exhausted
from engine.flow import RuleQuestion
from engine.play.opening import declaring
from engine.play.state import Stage, drawable, play_of, terms
from engine.view import Phase, Text
from engine.wording import word


def round_questions(deal: Deal) -> Iterator[RuleQuestion]:
    """One question for each seat that must still declare, or may say something
    that nobody else knows; who need not may say no."""
    if deal.step.stage != Stage.DECLARE:
        return
    page = play_of(deal)
    for declared in page.declared(deal):
        asked = declared.action.question
        if asked is None or not (declared.required or declared.action.spoken):
            continue
        no: tuple[tuple[Text, tuple[Event, ...]], ...] = ((Text("不", "no"), ()),)
        no = () if declared.required else no
        said = tuple(declared.candidates(deal))
        for seat in declaring(deal):
            own: list[tuple[Text, tuple[Event, ...]]] = [
                (_label(deal, act), (act,)) for act in said if act.seat is seat
            ]
            text = Text(f"{seat}：{asked.zh}", f"{seat}: {asked.en}")
            if own:
                yield RuleQuestion(f"{declared.action.name}-{seat}", text, (*no, *own))


def drawn_deal(deal: Deal) -> Iterator[RuleQuestion]:
    """Whether nobody wins when the wall is used up, or nobody takes the last tile.
    No picture tells it where no hand is opened then."""
    if deal.phase is not Phase.PLAY or drawable(deal) > 1 or terms(deal).ready_check:
        return
    ends = tuple(event for event in deal.legal() if isinstance(event, Exhausted))
    if ends:
        text = Text("没有人胡，荒牌吗？", "Does nobody win, and the deal is over?")
        yield RuleQuestion("exhausted", text, ((word(play_of(deal), "exhausted"), ends),))


def _label(deal: Deal, act: Acted) -> Text:
    """What tells the seat's answers apart: a word of the page, or tiles."""
    if act.place is not None:
        return word(play_of(deal), act.place)
    if act.tiles:
        return Text("".join(t.chinese for t in act.tiles), " ".join(t.english for t in act.tiles))
    return play_of(deal).actions[act.action].label
