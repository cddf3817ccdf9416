"""Words about wins and seats: what deals tell, `queban score` takes."""

from __future__ import annotations

import pytest

from companion.errors import UserError
from companion.page_words import check_words, words_of
from engine.events import Discarded
from engine.play import PlayState
from engine.rules import PAGES, load, module_of
from tests.random_play import play

ONE_OF_EACH = tuple({module_of(page): page for page in PAGES}.values())


@pytest.mark.parametrize("page", [page for page in ONE_OF_EACH if page != "mzhz"])
def test_every_word_that_deals_tell_is_taken(page: str) -> None:
    rules, known = load(page), words_of(page)
    won = 0
    for seed in (3, 4):
        for _, event, deal in play(rules, rules.choose(), seed):
            if isinstance(event, Discarded) or not isinstance(deal.page, PlayState):
                continue
            for marks in deal.page.marks:
                check_words(page, "--mark", marks, known.mark)
            for win in deal.wins:
                won += 1
                check_words(page, "--say", win.situation, known.say)
    assert won


@pytest.mark.parametrize(
    ("page", "word"),
    [
        ("mcr", "prevalent:5z"),
        ("mcr", "prevalent:"),
        ("gd_zhuama", "horse:back"),
        ("xuezhan", "kong_income:-1"),
        ("xuezhan", "last_tile:"),
        ("mzhz", "last_tile"),
    ],
)
def test_other_words_are_not(page: str, word: str) -> None:
    with pytest.raises(UserError, match=f"{page} has no word"):
        check_words(page, "--say", [word], words_of(page).say)
    check_words("mcr", "--say", ["prevalent:4z", "kongs:3", "fed:D"], words_of("mcr").say)
