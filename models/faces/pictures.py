"""The faces that are pictures: bird, white dragon, flowers, joker, helpers, back.

Each function gives the pieces of one face (see `brush`).
"""

from __future__ import annotations

import math

from models.faces.brush import (
    BLACK,
    BLUE,
    GOLD,
    GREEN,
    PAPER,
    RED,
    blossom,
    character,
    circle,
    ellipse,
    fill,
    group,
    leaf,
    line,
    n,
    ring,
    rosette,
    stick,
)  # fmt: skip

_BROWN = "#6b4423"
_PURPLE = "#7b2f8f"
_PINK = "#d4466a"
_ORANGE = "#d97a16"


def bird() -> list[str]:
    """一条: a peacock with its tail spread above it."""
    pieces: list[str] = []
    for row, (radius, count, span) in enumerate(((150, 9, 98), (104, 7, 100), (62, 5, 96))):
        for i in range(count):
            angle = -span / 2 + span * i / (count - 1)
            rad = math.radians(angle)
            x, y = 150 + radius * math.sin(rad), 212 - radius * math.cos(rad)
            pieces.append(
                line(f"M150 212L{n(x)} {n(y)}", GREEN, 5)
            )
            pieces.append(ellipse(x, y, 17, 25, GREEN, angle))
            pieces.append(circle(x, y - 2, 9, PAPER))
            pieces.append(circle(x, y - 2, 5.5, RED if row == 1 else BLUE))
    pieces += [
        fill("M96 214C60 244 66 306 150 318C234 306 240 244 204 214C190 250 110 250 96 214Z", BLUE),
        line("M92 262C110 284 128 290 146 292M208 262C190 284 172 290 154 292", PAPER, 6),
        line("M84 246C100 268 118 276 134 278M216 246C200 268 182 276 166 278", PAPER, 5),
        ellipse(150, 262, 34, 46, GREEN),
        fill("M128 262C120 214 118 190 150 176C182 190 180 214 172 262Z", GREEN),
        circle(150, 190, 26, GREEN),
        fill("M139 196H161L150 224Z", RED),
        circle(139, 186, 5.5, PAPER), circle(161, 186, 5.5, PAPER),
        circle(139, 186, 2.5, BLACK), circle(161, 186, 2.5, BLACK),
        line("M150 166V146M141 168L134 150M159 168L166 150", RED, 6),
        line("M134 314V356M134 356L112 372M134 356L138 374M134 356L154 368", RED, 8),
        line("M172 314V352M172 352L160 372M172 352L180 374M172 352L194 368", RED, 8),
    ]  # fmt: skip
    return pieces


def white_dragon() -> list[str]:
    """白板: an empty double frame with cut corners."""
    outer = "M62 34H238L266 62V338L238 366H62L34 338V62Z"
    inner = "M84 74H216L228 86V314L216 326H84L72 314V86Z"
    hatch = "".join(
        f"M{x} {y0}V{y1}" for x in range(88, 216, 14) for y0, y1 in ((48, 60), (340, 352))
    ) + "".join(f"M{x0} {y}H{x1}" for y in range(92, 316, 14) for x0, x1 in ((46, 58), (242, 254)))
    return [line(outer, BLUE, 13), line(inner, BLUE, 9), line(hatch, BLUE, 6)]


def flower(rank: int) -> list[str]:
    """The eight flowers: picture, character top right, number top left."""
    picture = (_spring, _summer, _autumn, _winter, _plum, _orchid, _chrysanthemum, _bamboo)
    season = rank <= 4
    ink = RED if season else BLUE
    return [
        *picture[rank - 1](),
        character("1234"[(rank - 1) % 4], 40, 34, 34, 64, ink, 6),
        character("春夏秋冬梅蘭菊竹"[rank - 1], 172, 26, 102, 106, ink, 3),
    ]


def _spring() -> list[str]:
    branch = "M150 374C140 320 196 286 150 232C128 206 118 182 128 150"
    return [
        line(branch, GREEN, 9), line("M160 300C200 292 222 268 232 240", GREEN, 7),
        leaf(150, 344, 84, 26, -62, GREEN), leaf(156, 350, 78, 24, 68, GREEN),
        leaf(168, 264, 60, 20, -70, GREEN), leaf(130, 196, 50, 17, 74, GREEN),
        blossom(112, 148, 52, _PINK), blossom(222, 222, 50, _PINK, start=20),
        blossom(74, 258, 44, _PINK, start=50),
    ]  # fmt: skip


def _summer() -> list[str]:
    petals = [
        leaf(150, 276, 128, 36, angle, _PINK if abs(angle) in (0, 52) else "#e48aa0")
        for angle in (-78, 78, -52, 52, -26, 26, 0)
    ]
    return [
        line("M150 276C146 310 158 340 150 376", GREEN, 10),
        *petals,
        fill("M116 264Q150 232 184 264Q180 288 150 290Q120 288 116 264Z", GOLD),
        ellipse(84, 338, 58, 24, GREEN, -8), ellipse(222, 344, 54, 22, GREEN, 10),
        line("M84 338L48 330M84 338L116 352M222 344L252 340M222 344L190 354", PAPER, 4),
        line("M30 374H130M170 376H272", BLUE, 6),
    ]  # fmt: skip


def _autumn() -> list[str]:
    def maple(x: float, y: float, size: float, turn: float, colour: str) -> str:
        shape = ((1, 0), (0.92, -52), (0.92, 52), (0.62, -108), (0.62, 108))
        lobes = [leaf(0, 0, size * s, size * 0.24, a, colour) for s, a in shape]
        return group(
            [*lobes, line(f"M0 0V{n(size * 0.62)}", colour, 6)],
            f"translate({n(x)} {n(y)}) rotate({n(turn)})",
        )

    return [
        maple(122, 270, 134, -14, _ORANGE), maple(226, 236, 84, 30, RED),
        maple(222, 350, 64, -34, GOLD), maple(66, 364, 40, 24, RED),
    ]  # fmt: skip


def _winter() -> list[str]:
    arms: list[str] = []
    for i in range(6):
        arms.append(
            group(
                [line("M0 0V-98M0 -52L-26 -78M0 -52L26 -78M0 -26L-18 -44M0 -26L18 -44", BLUE, 11)],
                f"translate(140 250) rotate({60 * i})",
            )
        )
    return [
        *arms, circle(140, 250, 14, RED), rosette(246, 334, 16, 6, 5, 14, BLUE),
        rosette(40, 352, 14, 6, 4.5, 12, BLUE), rosette(48, 150, 14, 6, 4.5, 12, BLUE),
    ]  # fmt: skip


def _plum() -> list[str]:
    trunk = (
        "M36 382C92 350 84 306 128 282C176 256 196 232 250 214L254 226C204 246 186 272 146 298"
        "C112 322 116 358 72 386Z"
    )
    return [
        fill(trunk, _BROWN), line("M128 286C110 240 96 214 98 160M190 250C206 216 206 190 200 164",
                                  _BROWN, 8),
        blossom(100, 156, 40, RED), blossom(84, 236, 40, RED, start=30),
        blossom(168, 214, 40, RED, start=12), blossom(246, 206, 36, RED, start=40),
        blossom(208, 306, 42, RED, start=24), circle(204, 160, 14, RED), circle(256, 268, 12, RED),
    ]  # fmt: skip


def _orchid() -> list[str]:
    blades = (
        "M130 376C120 290 78 222 30 196C84 206 140 276 142 376Z",
        "M138 376C140 280 190 210 268 176C208 226 160 290 154 376Z",
        "M146 376C158 320 204 290 274 288C224 306 176 330 160 376Z",
        "M128 376C114 336 76 312 28 310C70 320 104 344 118 376Z",
        "M136 376C132 290 112 200 100 130C132 200 152 290 150 376Z",
    )

    def bloom(x: float, y: float, size: float, turn: float) -> str:
        return group(
            [*(leaf(0, 0, size, size * 0.3, a, _PURPLE) for a in (-120, -60, 0, 60, 120)),
             leaf(0, 0, size * 0.6, size * 0.3, 180, RED), circle(0, 0, size * 0.14, GOLD)],
            f"translate({n(x)} {n(y)}) rotate({n(turn)})",
        )  # fmt: skip

    return [
        *(fill(d, GREEN) for d in blades),
        line("M144 372C150 290 150 240 172 200", GREEN, 6),
        bloom(176, 186, 56, 14), bloom(72, 160, 46, -22), bloom(214, 330, 42, 30),
    ]  # fmt: skip


def _chrysanthemum() -> list[str]:
    return [
        line("M150 260C146 310 156 340 150 378", GREEN, 10),
        leaf(150, 366, 104, 34, -66, GREEN), leaf(150, 366, 104, 34, 66, GREEN),
        rosette(138, 228, 66, 18, 11, 38, _ORANGE), rosette(138, 228, 42, 14, 10, 32, GOLD, 12),
        rosette(138, 228, 20, 9, 8, 18, _ORANGE), circle(138, 228, 12, RED),
        rosette(236, 306, 24, 11, 7, 18, GOLD), circle(236, 306, 12, _ORANGE),
    ]  # fmt: skip


def _bamboo() -> list[str]:
    return [
        stick(110, 300, 160, 34, GREEN), stick(110, 148, 138, 30, GREEN),
        stick(182, 322, 120, 30, GREEN), stick(182, 206, 106, 26, GREEN),
        leaf(118, 170, 92, 20, -76, GREEN), leaf(104, 210, 84, 20, -112, GREEN),
        leaf(190, 236, 94, 20, 62, GREEN), leaf(190, 240, 92, 20, 98, GREEN),
        leaf(190, 244, 80, 18, 132, GREEN), leaf(100, 306, 72, 18, -64, GREEN),
    ]  # fmt: skip


def _meander(colour: str) -> list[str]:
    """A frame of square hooks, as around the words of a joker."""
    hooks: list[str] = []
    for i in range(6):
        x = 40 + 38 * i
        hooks += [
            f"M{x} 58V30H{x + 26}V50H{x + 13}V42",
            f"M{x} 370V342H{x + 26}V362H{x + 13}V354",
        ]
    for i in range(6):
        y = 84 + 40 * i
        hooks += [
            f"M28 {y}H56V{y + 26}H36V{y + 13}H44",
            f"M244 {y}H272V{y + 26}H252V{y + 13}H260",
        ]
    return [line("".join(hooks), colour, 6)]


def joker() -> list[str]:
    return [
        *_meander(GREEN),
        character("百", 88, 80, 124, 112, RED, 8),
        character("搭", 82, 204, 136, 122, BLUE, 5),
    ]


def helper(rank: int) -> list[str]:
    return (_cat, _mouse, _god, _ingot)[rank - 1]()


def _cat() -> list[str]:
    return [
        fill("M66 92L78 26L132 62Q150 58 168 62L222 26L234 92Q246 128 232 160Q206 206 150 208"
             "Q94 206 68 160Q54 128 66 92Z", BLACK),
        fill("M84 76L88 48L112 66ZM216 76L212 48L188 66Z", _PINK),
        ellipse(110, 122, 24, 19, GOLD), ellipse(190, 122, 24, 19, GOLD),
        ellipse(110, 122, 7, 18, BLACK), ellipse(190, 122, 7, 18, BLACK),
        fill("M136 152H164L150 168Z", _PINK),
        line("M150 168Q146 186 126 182M150 168Q154 186 174 182", PAPER, 6),
        line("M108 162L26 150M108 174L30 186M192 162L274 150M192 174L270 186", RED, 6),
        character("貓", 78, 222, 144, 152, BLUE, 5),
    ]  # fmt: skip


def _mouse() -> list[str]:
    grey = "#6d7480"
    return [
        line("M62 186C20 190 18 140 48 128", _PINK, 9),
        ellipse(132, 152, 84, 54, grey),
        fill("M176 112Q236 112 274 166Q262 190 200 190Z", grey),
        circle(176, 92, 36, grey), circle(176, 92, 22, _PINK),
        circle(126, 90, 26, grey), circle(126, 90, 15, _PINK),
        circle(228, 146, 8, BLACK), circle(230, 144, 3, PAPER), circle(272, 168, 9, RED),
        line("M244 172L272 196M238 176L256 204", BLACK, 4),
        line("M96 202V212M120 204V214M176 198V210", _PINK, 9),
        character("老", 36, 234, 108, 134, BLACK, 5), character("鼠", 156, 234, 108, 134, BLACK, 2),
    ]  # fmt: skip


def _god() -> list[str]:
    skin = "#f0c39a"
    return [
        fill("M84 96Q84 34 150 28Q216 34 216 96Z", RED),
        fill("M20 84Q20 64 42 68L86 78V100L42 104Q20 106 20 84Z", BLACK),
        fill("M280 84Q280 64 258 68L214 78V100L258 104Q280 106 280 84Z", BLACK),
        circle(150, 60, 18, GOLD), line("M82 96H218", GOLD, 13),
        fill("M90 102H210Q216 196 150 208Q84 196 90 102Z", skin),
        line("M108 124Q120 114 134 124M166 124Q180 114 192 124", BLACK, 7),
        circle(121, 138, 7, BLACK), circle(179, 138, 7, BLACK),
        line("M150 134V156", _BROWN, 5), line("M134 178Q150 190 166 178", RED, 8),
        line("M142 166Q120 166 106 190M158 166Q180 166 194 190M150 196V218", BLACK, 9),
        character("財", 34, 232, 112, 138, RED, 4), character("神", 154, 232, 112, 138, RED, 4),
    ]  # fmt: skip


def _ingot() -> list[str]:
    return [
        ellipse(150, 96, 66, 52, GOLD),
        fill("M24 92Q30 76 52 84Q92 128 150 128Q208 128 248 84Q270 76 276 92Q258 196 196 204H104"
             "Q42 196 24 92Z", _ORANGE),
        line("M40 100Q86 146 150 146Q214 146 260 100", PAPER, 6),
        line("M112 84Q124 62 150 58", PAPER, 7),
        ring(150, 176, 15, PAPER, 5),
        character("元", 34, 236, 112, 132, GREEN, 7),
        character("寶", 152, 230, 116, 142, GREEN, 2),
    ]  # fmt: skip


def back() -> list[str]:
    """A plain coloured back with a woven lattice, filling the whole face."""
    lattice = "".join(f"M{x - 200} 0L{x + 200} 400M{x + 200} 0L{x - 200} 400"
                      for x in range(-150, 451, 50))  # fmt: skip
    return [
        '<clipPath id="body"><rect width="300" height="400" rx="26"/></clipPath>',
        '<g clip-path="url(#body)">',
        f'<rect width="300" height="400" fill="{GREEN}"/>',
        line(lattice, "#2a8a58", 4),
        f'<rect x="14" y="14" width="272" height="372" rx="18" fill="none" stroke="{PAPER}"'
        ' stroke-opacity="0.55" stroke-width="5"/>',
        "</g>",
    ]
