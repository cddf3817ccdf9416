"""Colours, sizes and fonts of every screen, in one place.

Sizes in widgets are design pixels of a 1280 x 800 screen times `theme.unit`;
nothing is written smaller than `SMALLEST_TEXT` design pixels. Gains and losses
differ in hue and brightness, and always carry a sign as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from kivy.core.text import LabelBase
from kivy.event import EventDispatcher
from kivy.properties import NumericProperty, ObjectProperty
from kivy.resources import resource_find
from kivy.utils import get_color_from_hex

from engine.seat import Seat
from engine.view import HealthState
from ui.colours import Wear

DESIGN_SIZE = (1280, 800)
SMALLEST_TEXT = 18
FONT = "Queban"

RGBA = tuple[float, float, float, float]

_FONT_FOLDERS = (
    Path(__file__).parent.parent / "models" / "fonts",
    Path("/usr/share/fonts/opentype/noto"),
)
_FONT_FILES = ("NotoSansSC-{}.ttf", "NotoSansSC-{}.otf", "NotoSansCJK-{}.ttc")


def _colour(text: str) -> RGBA:
    red, green, blue, alpha = get_color_from_hex(text)
    return (red, green, blue, alpha)


@dataclass(frozen=True, slots=True)
class Palette:
    """One set of colours; every text colour reads on every ground beside it."""

    name: str
    ground: RGBA
    panel: RGBA
    raised: RGBA
    pressed: RGBA
    edge: RGBA
    felt: RGBA
    felt_edge: RGBA
    on_felt: RGBA
    on_felt_muted: RGBA
    on_felt_gold: RGBA
    text: RGBA
    muted: RGBA
    faint: RGBA
    gold: RGBA
    ink_on_gold: RGBA
    gain: RGBA
    loss: RGBA
    good: RGBA
    warn: RGBA
    bad: RGBA
    bad_ground: RGBA
    warn_ground: RGBA
    dealer: RGBA
    wall: RGBA
    wall_shade: RGBA
    people: tuple[RGBA, RGBA, RGBA, RGBA, RGBA, RGBA, RGBA, RGBA]
    """What players may wear; seats A to D wear the first four unless told otherwise."""
    wear: Wear = (0, 1, 2, 3)

    @property
    def seats(self) -> tuple[RGBA, RGBA, RGBA, RGBA]:
        a, b, c, d = (self.people[number] for number in self.wear)
        return a, b, c, d

    def seat(self, seat: Seat) -> RGBA:
        return self.people[self.wear[seat]]

    def health(self, state: HealthState) -> RGBA:
        return {
            HealthState.GOOD: self.good,
            HealthState.WAIT: self.warn,
            HealthState.BAD: self.bad,
            HealthState.ABSENT: self.muted,
        }[state]


DARK = Palette(
    name="dark",
    ground=_colour("#0C1311"),
    panel=_colour("#151F1C"),
    raised=_colour("#22312C"),
    pressed=_colour("#34483F"),
    edge=_colour("#31443D"),
    felt=_colour("#164A3D"),
    felt_edge=_colour("#0F352C"),
    on_felt=_colour("#F6F2E7"),
    on_felt_muted=_colour("#AEBDB6"),
    on_felt_gold=_colour("#F5C451"),
    text=_colour("#F6F2E7"),
    muted=_colour("#AEBDB6"),
    faint=_colour("#6F827A"),
    gold=_colour("#F5C451"),
    ink_on_gold=_colour("#231A05"),
    gain=_colour("#FFC857"),
    loss=_colour("#8CC2FF"),
    good=_colour("#5FD692"),
    warn=_colour("#FFB347"),
    bad=_colour("#FF7A6B"),
    bad_ground=_colour("#3F1C1A"),
    warn_ground=_colour("#3B2C12"),
    dealer=_colour("#D8392B"),
    wall=_colour("#3F9C7B"),
    wall_shade=_colour("#23614C"),
    people=(
        _colour("#FF9E8A"), _colour("#84CFF5"), _colour("#CDB2F7"), _colour("#A9E08F"),
        _colour("#6FE3D2"), _colour("#FFB0DC"), _colour("#D9D4C7"), _colour("#E9AC6F"),
    ),
)  # fmt: skip


LIGHT = Palette(
    name="light",
    ground=_colour("#EFEBE0"),
    panel=_colour("#FBF9F3"),
    raised=_colour("#E4DFD1"),
    pressed=_colour("#CFC8B4"),
    edge=_colour("#C9C2AF"),
    felt=_colour("#2C7A63"),
    felt_edge=_colour("#1F5F4C"),
    on_felt=_colour("#F6F2E7"),
    on_felt_muted=_colour("#CFE0D8"),
    on_felt_gold=_colour("#FFD46B"),
    text=_colour("#1B1A16"),
    muted=_colour("#5B574B"),
    faint=_colour("#8B8676"),
    gold=_colour("#7A5000"),
    ink_on_gold=_colour("#FFF9EA"),
    gain=_colour("#7E4300"),
    loss=_colour("#1D5C9E"),
    good=_colour("#1E7A45"),
    warn=_colour("#874800"),
    bad=_colour("#A8201A"),
    bad_ground=_colour("#F9DEDC"),
    warn_ground=_colour("#FBEBD0"),
    dealer=_colour("#C62F22"),
    wall=_colour("#79C6A8"),
    wall_shade=_colour("#4FA083"),
    people=(
        _colour("#A5341E"), _colour("#1D679A"), _colour("#6B3FB0"), _colour("#326A18"),
        _colour("#0A6460"), _colour("#A3246F"), _colour("#55514A"), _colour("#7D4707"),
    ),
)  # fmt: skip

CLEAR = replace(
    DARK,
    name="clear",
    gain=_colour("#F0E442"),
    loss=_colour("#56B4E9"),
    good=_colour("#56B4E9"),
    warn=_colour("#E69F00"),
    bad=_colour("#FF8A4C"),
    bad_ground=_colour("#40240F"),
    dealer=_colour("#D55E00"),
    felt=_colour("#17404F"),
    felt_edge=_colour("#0F2F3B"),
    wall=_colour("#4C93AE"),
    wall_shade=_colour("#2B5F74"),
    people=(
        _colour("#E69F00"), _colour("#56B4E9"), _colour("#F0E442"), _colour("#E59AC4"),
        _colour("#3FC79A"), _colour("#FF8A4C"), _colour("#F6F2E7"), _colour("#B9A7FF"),
    ),
)  # fmt: skip
"""For eyes that do not tell red from green (after Okabe and Ito's colours)."""

PALETTES = {palette.name: palette for palette in (DARK, LIGHT, CLEAR)}


class Theme(EventDispatcher):
    """The look in force; widgets bind to `unit` and `palette`."""

    unit = NumericProperty(1.0)
    palette = ObjectProperty(DARK)

    def fit(self, width: float, height: float) -> None:
        """Scale to a screen of `width` x `height` pixels."""
        self.unit = max(0.5, min(width / DESIGN_SIZE[0], height / DESIGN_SIZE[1]))

    def use(self, name: str) -> None:
        """Put on the palette `name`; raises `KeyError` for an unknown one."""
        self.palette = replace(PALETTES[name], wear=self.palette.wear)

    def wear(self, colours: Wear) -> None:
        """Seats A to D wear these colours from now on, in every palette."""
        self.palette = replace(self.palette, wear=colours)

    def px(self, design: float) -> float:
        """Screen pixels of `design` pixels, whole ones: tiles and lines stay sharp."""
        return float(round(design * self.unit))


theme = Theme()


def _font_file(weight: str) -> Path | None:
    for pattern in _FONT_FILES:
        for folder in _FONT_FOLDERS:
            path = folder / pattern.format(weight)
            if path.is_file():
                return path
    return None


@lru_cache(maxsize=1)
def register_fonts() -> bool:
    """Give the bundled font its name in Kivy; False where Chinese would be boxes."""
    regular, bold = _font_file("Regular"), _font_file("Bold")
    if regular is None:
        LabelBase.register(FONT, resource_find("data/fonts/Roboto-Regular.ttf"))
        return False
    LabelBase.register(FONT, str(regular), fn_bold=str(bold or regular))
    return True
