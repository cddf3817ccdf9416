"""What is kept between evenings: players, the last plan, how the screen looks.

One small JSON file beside the records. A file that cannot be read counts as
none; one that cannot be written costs the convenience, never the match.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from engine.errors import RuleSetError
from engine.rules import PAGES, load
from engine.seat import Seat
from ui.colours import worn
from ui.desk import MatchPlan, Settings

_LOG = logging.getLogger(__name__)
FILE = "kept.json"
MOST_PLAYERS = 24
MOST_ASIDE = 8
USUAL_SETTINGS = Settings()
USUAL = MatchPlan(("甲", "乙", "丙", "丁"), PAGES[0])


@dataclass(frozen=True, slots=True)
class Kept:
    """`known`: players of earlier evenings, the latest first. `port`: the
    line's, where one was chosen. `open_record`: the folder of
    the match that was not closed, empty where there is none. `set_aside`: the
    folders of those that were open when it was begun, the latest first. `colours`:
    what the known players wear."""

    plan: MatchPlan = USUAL
    known: tuple[str, ...] = ()
    settings: Settings = USUAL_SETTINGS
    port: str = ""
    open_record: str = ""
    colours: tuple[tuple[str, int], ...] = ()
    set_aside: tuple[str, ...] = ()

    def opened(self, record: str) -> Kept:
        """Once this match is open; the one that was open before waits."""
        before = (self.open_record, *self.set_aside)
        aside = tuple(name for name in before if name and name != record)
        return replace(self, open_record=record, set_aside=aside[:MOST_ASIDE])

    def closed(self) -> Kept:
        """Once the open match is closed; the one before it is open again."""
        first, *rest = self.set_aside or ("",)
        return replace(self, open_record=first, set_aside=tuple(rest))

    def after(self, plan: MatchPlan) -> Kept:
        """Once a match by `plan` has begun: its players are known first."""
        named = [name for name in plan.players if name not in USUAL.players]
        rest = [name for name in self.known if name not in named]
        known = tuple([*named, *rest][:MOST_PLAYERS])
        colours = dict(self.colours) | dict(zip(plan.players, plan.colours, strict=True))
        kept = tuple((name, colours[name]) for name in known if name in colours)
        return replace(self, plan=plan, known=known, colours=kept)


def read_kept(root: Path) -> Kept:
    """What lies under `root`; a file that does not hold is as none."""
    try:
        return _kept(json.loads((root / FILE).read_text(encoding="utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        return Kept()
    except (OSError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError,
            RecursionError) as error:  # fmt: skip
        _LOG.warning("%s is not used: %s", root / FILE, error)
        return Kept()


def write_kept(root: Path, kept: Kept) -> bool:
    """Keep it under `root`; False where the disk refuses."""
    path = root / FILE
    fresh = path.with_suffix(".new")
    try:
        root.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(_data(kept), ensure_ascii=False, indent=1), encoding="utf-8")
        os.replace(fresh, path)
    except OSError as error:
        _LOG.warning("%s is not written: %s", path, error)
        return False
    return True


def _data(kept: Kept) -> dict[str, Any]:
    plan, settings = kept.plan, kept.settings
    return {
        "players": list(plan.players),
        "rules": plan.rules,
        "options": dict(plan.options),
        "dealer": plan.dealer.name,
        "stake": str(plan.stake),
        "camera": plan.camera,
        "line": plan.line,
        "wear": list(plan.colours),
        "known": list(kept.known),
        "colours": dict(kept.colours),
        "lang": settings.lang,
        "theme": settings.theme,
        "auto_confirm": settings.auto_confirm,
        "sounds": settings.sounds,
        "voice": settings.voice,
        "port": kept.port,
        "open_record": kept.open_record,
        "set_aside": list(kept.set_aside),
    }


def _kept(data: Mapping[str, Any]) -> Kept:
    a, b, c, d = (str(name) for name in data["players"])
    page = str(data["rules"])
    rules = page if page in PAGES else PAGES[0]
    options = {str(name): str(value) for name, value in data["options"].items()}
    plan = MatchPlan(
        (a, b, c, d), rules, _still_there(rules, options), Seat.parse(str(data["dealer"])),
        Fraction(data["stake"]), bool(data["camera"]), bool(data["line"]),
        worn((a, b, c, d), dict(zip((a, b, c, d), data.get("wear", ()), strict=False))),
    )  # fmt: skip
    settings = Settings(
        lang if (lang := str(data["lang"])) in ("zh", "en") else USUAL_SETTINGS.lang,
        str(data["theme"]), bool(data["auto_confirm"]),
        bool(data.get("sounds", False)), bool(data.get("voice", False)),
    )  # fmt: skip
    return Kept(
        plan,
        tuple(str(name) for name in data["known"]),
        settings,
        str(data.get("port", "")),
        str(data["open_record"]),
        tuple((str(name), int(number)) for name, number in data.get("colours", {}).items()),
        tuple(str(name) for name in data.get("set_aside", ())),
    )


def _still_there(page: str, options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Options that the page still has; an update may have dropped some."""
    kept: dict[str, str] = {}
    rules = load(page)
    for name, value in options.items():
        try:
            rules.choose({name: value})
        except RuleSetError:
            continue
        kept[name] = value
    return tuple(kept.items())
