"""The house options of every page: whole and large enough in both languages."""

from __future__ import annotations

import pytest

from engine.rules import PAGES, load
from tests.screens.texts import check_texts
from ui.gallery.render import settle

NARROW = (585, 640)
"""Pixels of the list on the start screen, the narrowest there is."""


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_options_are_whole(page: str, lang: str) -> None:
    from ui.i18n import words
    from ui.theme import theme
    from ui.widgets.forms.option_list import OptionList

    theme.fit(1280, 800)
    words.use(lang)
    options = OptionList(size=NARROW)
    options.show(load(page), {})
    settle(4)
    words.use("zh")
    check_texts(options)
    assert set(options.chips) == {option.name for option in load(page).options}
    for row in options.chips.values():
        rows = sorted((chip.y, chip.top) for chip in row.chips.values())
        assert all(row.y - 1 <= low and high <= row.top + 1 for low, high in rows)


def test_a_number_of_the_table_s_own_is_chosen() -> None:
    from ui.widgets.forms.option_list import OptionList

    told: list[tuple[str, str]] = []
    options = OptionList(size=NARROW)
    options.bind(on_option=lambda _list, name, value: told.append((name, value)))
    options.show(load("sh_old"), {"limit": "none"})
    limit, chips = options.steppers["limit"], options.chips["limit"].chips
    assert (limit.shown, chips["none"].state, chips["40"].state) == ("40", "down", "normal")
    limit.move(limit.coarse)
    assert [chip.state for chip in chips.values()] == ["normal", "normal"]
    limit.move(-limit.coarse)
    assert chips["40"].state == "down"
    chips["none"].dispatch("on_release")
    assert told == [("limit", "50"), ("limit", "40"), ("limit", "none")]
    base = options.steppers["base"]
    base.move(-1)
    chosen = dict((*told[-1:], ("base", base.shown)))
    assert load("sh_old").choose(chosen)["base"] == "2"
    chips = options.chips["base"].chips
    chips["3"].dispatch("on_release")
    assert base.shown == "3"


def test_every_number_that_a_page_leaves_open_can_be_set() -> None:
    from ui.widgets.forms.option_list import OptionList

    for page in PAGES:
        rules = load(page)
        options = OptionList(size=NARROW)
        options.show(rules, {})
        for option in rules.options:
            if option.pattern == r"\d{1,6}":
                stepper = options.steppers[option.name]
                stepper.move(1)
                assert option.admits(stepper.shown), (page, option.name)


def test_buttons_are_as_wide_as_their_longest_word() -> None:
    from ui.widgets.buttons.push_button import longest_word

    assert longest_word("concealed kong") == longest_word("concealed") == 9
    assert longest_word("自摸") == longest_word("") == 6
    assert longest_word("带暗杠和明杠") == 12
