"""The screen of `queban label`: the picture with its marks, the selected one large.

Shows a session and hands it keys, taps and drawn boxes; what they mean the
session decides (`vision.labelling.LabelSession` fits `Labelled`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from engine.tile import BACK_CODE, Tile
from ui.theme import theme
from ui.widgets.text.fit_label import FitLabel

__all__ = ["FitLabel", "LabelScreen", "Labelled", "MarkedPicture"]

KEYS = """\
5m 2z 1f 1j 3h  定牌 name the tile
b  牌背 back
空格 space  对 right
x  不是牌 no tile
?  认不得 nobody can tell
n v  下、上一个 next, previous
回车 Enter  全对，下一幅 all right, next
] [  换图 next, previous picture
拖 drag  画框 draw a box
u  撤销 undo    w  存 write"""
SMALLEST_BOX = 6
"""Screen pixels below which a drag was a tap."""
Box = tuple[float, float, float, float]


class ShownMark(Protocol):
    """One box on the picture."""

    @property
    def box(self) -> Box: ...
    @property
    def code(self) -> str: ...
    @property
    def read(self) -> str | None: ...
    @property
    def counts(self) -> bool: ...
    @property
    def doubtful(self) -> bool: ...


class Labelled(Protocol):
    """The picture being labelled. `image` is BGR, (height, width, 3) uint8."""

    index: int
    selected: int
    image: Any

    @property
    def paths(self) -> Sequence[Path]: ...
    @property
    def marks(self) -> Sequence[ShownMark]: ...
    @property
    def size(self) -> tuple[int, int]: ...
    def press(self, key: str, /) -> bool: ...
    def select_at(self, x: float, y: float, /) -> bool: ...
    def draw(self, box: Box, /) -> None: ...


Builder.load_file(str(Path(__file__).with_suffix(".kv")))


def texture_of(image: Any) -> Texture:
    """A BGR picture as a texture, its first row at the top."""
    height, width = image.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="bgr")
    texture.blit_buffer(image.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture


class MarkedPicture(Widget):
    """The whole picture, fitted, with every mark; a tap selects, a drag draws."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.session: Labelled | None = None
        self.changed: Any = None
        self._texture: Texture | None = None
        self._of: object = None
        self.bind(pos=self.redraw, size=self.redraw)

    def redraw(self, *_: Any) -> None:
        session = self.session
        if session is None:
            return
        if self._of is not session.image:
            self._texture, self._of = texture_of(session.image), session.image
        palette = theme.palette
        self.canvas.clear()
        with self.canvas:
            Color(1, 1, 1, 1)
            left, bottom, width, height = self._frame()
            Rectangle(texture=self._texture, pos=(left, bottom), size=(width, height))
            for n, mark in enumerate(session.marks):
                colour = palette.warn if mark.doubtful else palette.good
                if n == session.selected:
                    colour = palette.gold
                Color(*colour[:3], 1.0 if mark.counts or mark.doubtful else 0.5)
                x0, y0 = self._to_screen(mark.box[0], mark.box[3])
                x1, y1 = self._to_screen(mark.box[2], mark.box[1])
                Line(rectangle=(x0, y0, x1 - x0, y1 - y0), width=2 if n == session.selected else 1)

    def _frame(self) -> Box:
        """Left, bottom, width, height of the picture on the screen."""
        assert self.session is not None
        wide, high = self.session.size
        scale = min(self.width / wide, self.height / high)
        width, height = wide * scale, high * scale
        return self.center_x - width / 2, self.center_y - height / 2, width, height

    def _to_screen(self, x: float, y: float) -> tuple[float, float]:
        assert self.session is not None
        left, bottom, width, height = self._frame()
        wide, high = self.session.size
        return left + x / wide * width, bottom + (1 - y / high) * height

    def to_pixels(self, x: float, y: float) -> tuple[float, float]:
        """Screen → pixels of the picture."""
        assert self.session is not None
        left, bottom, width, height = self._frame()
        wide, high = self.session.size
        return (x - left) / width * wide, (1 - (y - bottom) / height) * high

    def on_touch_up(self, touch: Any) -> bool:
        if self.session is None or not self.collide_point(touch.ox, touch.oy):
            return bool(super().on_touch_up(touch))
        x, y = self.to_pixels(touch.x, touch.y)
        if max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) < SMALLEST_BOX:
            self.session.select_at(x, y)
        else:
            self.session.draw((*self.to_pixels(touch.ox, touch.oy), x, y))
        if self.changed is not None:
            self.changed()
        return True


class LabelScreen(Screen):
    """`press(key)` hands a key on and shows what came of it."""

    title = StringProperty("")
    said = StringProperty("")
    keys = StringProperty(KEYS)

    def __init__(self, session: Labelled, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.session = session
        self.ids.picture.session = session
        self.ids.picture.changed = self.show
        self.show()

    def press(self, key: str) -> bool:
        """Whether the session knew the key."""
        known = self.session.press(key)
        self.show()
        return known

    def show(self) -> None:
        """Bring the screen in line with the session."""
        session = self.session
        doubts = sum(mark.doubtful for mark in session.marks)
        self.title = (
            f"{session.index + 1}/{len(session.paths)} {session.paths[session.index].name}: "
            f"{len(session.marks)} 个框 boxes, {doubts} 个存疑 doubtful"
        )
        self.ids.picture.redraw()
        if not session.marks:
            self.said = "没有框 no boxes"
            return
        mark = session.marks[session.selected]
        self.said = named(mark.code)
        if mark.read is not None and mark.read != mark.code:
            self.said += f"\n读作 read as {named(mark.read)}"
        self.ids.near.texture = texture_of(_around(session.image, mark.box))


def named(code: str) -> str:
    """A class for people: 五万 5m, or back."""
    return "牌背 back" if code == BACK_CODE else f"{Tile.parse(code).chinese} {code}"


def _around(image: Any, box: Box, margin: float = 0.4) -> Any:
    pad = margin * max(box[2] - box[0], box[3] - box[1])
    height, width = image.shape[:2]
    left, right = max(0, int(box[0] - pad)), min(width, int(box[2] + pad) + 2)
    top, bottom = max(0, int(box[1] - pad)), min(height, int(box[3] + pad) + 2)
    return image[top:bottom, left:right].copy()
