"""The model card: what the weights are, what they learnt from, what they can do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.classifier import Classifier
from vision.detector import Detector

FIGURES = (
    ("located_recall", "找到 located recall"),
    ("correct_recall", "读对 correct recall"),
    ("precision", "精度 precision"),
    ("calibration_error", "校准误差 calibration error"),
)

ATTRIBUTION = """\
| 数据 data | 许可 licence |
|---|---|
| Roboflow Universe, riichimahjongdetection / chinese-mahjong-detection v4 | CC BY 4.0 |
| Roboflow Universe, leomiurarobot / mahjong-bmblq v4 | CC BY 4.0 |
| 牌面 faces: samoheen/mahjong-tiles | CC0 |
| 牌面 faces: FluffyStuff/riichi-mahjong-tiles | CC0 |
| 牌面 faces: GL-MahjongTile SVG | Unlicense |
| 牌面 faces: lietxia/mahjong_graphic | 可任意使用 free for any use |
| 牌面 faces: `models/faces` | 本项目 this project |
"""


NOTES = """\
## 看过的错 Faults looked at one by one

一百张评测照片上多出的框、读错与漏掉的牌逐张看过（约 300 张）：
Every extra box, misread and missed tile of a hundred evaluation photos was looked at (about 300):

| 是什么 what it was | 张 count | 怎么办 what was done |
|---|---|---|
| 牌堆、牌河里没标注的真牌，读得对 real unlabelled tiles of piles and discards, read right | 168 | \
标注补上 labels mended (`models/label_fixes/`) |
| 牌盒旁的木纹当白板 wood grain beside a case as 5z | 56 | \
教“不是牌” taught as no tile |
| 浅色牌背、牌侧当白板 pale backs and sides as 5z | 35 | 不计 left out: alike even to the eye |
| 台布的织纹当六条、八条 the weave of felt as 6s, 8s | 13 | 教“不是牌” taught as no tile |
| 被画面切掉一半、太糊 half cut off by the picture's edge, or blurred | 14 | 不计 left out |
| 盒里的布当八筒 a case's cloth between tiles as 8p | 3 | 教“不是牌” taught as no tile |
| 标注错 labels that were wrong | 3 | 改正 mended |
| 漏掉 missed: 牌盒最上一排 top row of a case | 5 | 未解决 open |
| 九万当六万，四条当六条 9m as 6m, 4s as 6s | 2 | \
框短了切掉一行时按邻牌补齐 boxes that cut a row off are brought to their neighbours' length |

虚拟桌上读错的六十张也逐张看过：六张是自己的牌面（二十四桌），五十四张是程序画的怪牌面（两桌）：
Sixty misread tiles of virtual tables were looked at, too: six of our own faces (24 tables), 54 of
an odd set drawn by a program (2 tables):

| 是什么 what it was | 张 count | 怎么办 what was done |
|---|---|---|
| 自己的七筒当六筒：框短了切掉三个点 our own 7p as 6p: a short box cuts dots off | 3 | \
还没改好，桌上会问 open; at the table it is asked |
| 漏掉、说不认识，骰子当五筒 missed, said unknown, a die as 5p | 3 | \
骰子在桌心不当牌 a die in the middle is no tile; 其余 the rest open |
| 没见过的花、幺鸡、百搭和四宝 flowers, birds, jokers and helpers of a look never seen | 45 | \
训练的牌面画得更杂（`motifs.py`），一部分改说不认识；登记牌面 more manners are drawn for training, \
some are said unknown now; enrol the set |
| 没见过的筒、条数错 dots and bamboos of a look never seen, miscounted | 9 | \
登记牌面 enrol the set |

## 已知不足 Known limits

* 百搭、猫、老鼠、财神、元宝与牌背只见过渲染图；实物上的读数没有测过。
  The joker, the four helper tiles and backs were learnt from rendered scenes only; how real
  ones are read was not measured.
* 花牌的实拍样式很少。
  Flowers come from few real designs.
* 评测照片与训练照片部分同桌同夜，成绩偏好看。
  The evaluation photos share tables and evenings with training, which flatters.
* 立着的牌从上面看只是一道白边，有时读成白板；浅色的牌背也会。
  A standing tile seen from above is a white edge and is sometimes read as a white dragon, and
  so are pale backs.

## 再训练 Training again

`queban train --data DIR --art DIR… --fonts FILE… --synthetic 1400 --minutes 130 --val DIR`
(`pip install 'queban[train]'`)；中断后加 `--resume` 接着训练。
Add `--resume` to go on after a stop; with the minutes already spent only the heads (unknown,
foot), the source vectors and the export are made anew.
`--fonts` 是带中文字的字体文件：渲染时用它们画没人做过的牌，没有也能练。
`--fonts` takes font files with Chinese characters, of which sets that nobody has made are drawn;
training goes without them too.
从不镜像；照片里标注以外可能有牌的地方被涂掉，不当作背景教。
Nothing is ever mirrored; where a photo may hide unlabelled tiles it is painted over, never
taught as background.
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of figures: on which pictures, and what was counted."""

    name: str
    figures: Mapping[str, Any]


def write_card(folder: Path, measured: Iterable[Measured], facts: Mapping[str, str]) -> Path:
    """Writes `MODEL_CARD.md` beside the two models in `folder`."""
    detector = Detector.load(folder / "detector.onnx").model.info
    reads = Classifier.load(folder / "classifier.onnx").model
    classifier = reads.info
    lines = [
        "# 识别模型 Recogniser",
        "",
        "两级：`detector.onnx`（单类小 YOLO，用 YOLO11 的积木）找牌，"
        "`classifier.onnx`（小卷积网）认 48 类。",
        "Two stages: `detector.onnx` (a small one-class YOLO of YOLO11's blocks) finds tiles, "
        "`classifier.onnx` "
        "(a small convolutional net) tells 48 classes apart. Both were trained from fresh weights.",
        "",
        "| 文件 file | SHA-256 | MB | 训练尺寸 input |",
        "|---|---|---|---|",
    ]
    for info in (detector, classifier):
        size = info.path.stat().st_size / 1e6
        lines.append(
            f"| `{info.path.name}` | `{info.digest}` | {size:.1f} | {info.input_size} px |"
        )
    lines += ["", f"数据指纹 data digest: `{detector.metadata.get('data', '')}`", ""]
    lines += [f"* {name}: {value}" for name, value in facts.items()]
    if "foot" not in reads.outputs:
        lines.append("* 牌脚朝向 foot direction: 这份权重不报 not told by these weights")
    lines += ["", "## 成绩 Figures", ""]
    lines.append("| 图片 pictures | 牌 tiles | " + " | ".join(label for _, label in FIGURES) + " |")
    lines.append("|---" * (2 + len(FIGURES)) + "|")
    for row in measured:
        cells = " | ".join(f"{row.figures.get(key, 0):.4f}" for key, _ in FIGURES)
        lines.append(f"| {row.name} | {row.figures.get('tiles', 0)} | {cells} |")
    lines += ["", "## 数据与许可 Data and licences", "", ATTRIBUTION]
    lines += [
        "照片与牌面不随本项目分发；这里只有权重与成绩。",
        "Photos and foreign art are not part of this project; only weights and figures are.",
        "",
        NOTES.strip(),
        "",
    ]
    path = folder / "MODEL_CARD.md"
    path.write_text("\n".join(lines), "utf-8")
    return path
