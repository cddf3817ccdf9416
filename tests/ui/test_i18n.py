"""Both catalogues hold every word of the screens, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

UI = Path(__file__).parents[2] / "ui"
SAID = re.compile(r"""\b(?:say|both)\(\s*(?:"([^"]+)"|'([^']+)')""")


def said() -> set[str]:
    found: set[str] = set()
    for path in (*UI.rglob("*.py"), *UI.rglob("*.kv")):
        found |= {one or two for one, two in SAID.findall(path.read_text("utf-8"))}
    return found


def catalogue(lang: str) -> dict[str, str]:
    with (UI / "locale" / lang / "LC_MESSAGES" / "queban.po").open("rb") as file:
        return {str(m.id): str(m.string) for m in read_po(file) if m.id}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_catalogue_is_complete(lang: str) -> None:
    words = catalogue(lang)
    assert set(words) == said()
    assert not [key for key, value in words.items() if not value]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_compiled_catalogue_is_fresh(lang: str) -> None:
    with (UI / "locale" / lang / "LC_MESSAGES" / "queban.mo").open("rb") as file:
        compiled = {str(m.id): str(m.string) for m in read_mo(file) if m.id}
    assert compiled == catalogue(lang)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_places_for_numbers_are_kept(lang: str) -> None:
    for key, value in catalogue(lang).items():
        assert re.findall(r"{\w+}", key) == re.findall(r"{\w+}", value)


def test_the_tongues_differ() -> None:
    zh, en = catalogue("zh"), catalogue("en")
    assert all(zh[key] != en[key] for key in zh)
