"""`python -m vision.train`: see `vision.train.plan`."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.onnx import MODELS_DIR
from vision.train.plan import TrainPlan, run_plan


def main() -> None:
    """Reads the command line and runs the plan."""
    parser = argparse.ArgumentParser("vision.train", description="训练识别 train the recogniser")
    add = parser.add_argument
    add("--data", type=Path, nargs="*", default=[], metavar="DIR", help="照片 YOLO folders")
    add("--art", type=Path, nargs="*", default=[], metavar="DIR", help="牌面 folders of tile faces")
    add("--synthetic", type=int, default=900, metavar="N", help="渲染场景数 rendered scenes")
    add("--minutes", type=float, default=60, metavar="M", help="两个网络合计 both networks")
    add("--val", type=Path, metavar="DIR", help="评测 folder to evaluate on")
    add("--run", type=Path, default=Path("runs/train"), metavar="DIR", help="中间结果 run folder")
    add("--models", type=Path, default=MODELS_DIR, metavar="DIR", help="输出 where models go")
    add("--threads", type=int, default=2)
    add("--resume", action="store_true", help="接着训练 go on with the run folder")
    given = parser.parse_args()
    run_plan(
        TrainPlan(
            run=given.run, data=tuple(given.data), art=tuple(given.art),
            synthetic=given.synthetic, minutes=given.minutes, val=given.val,
            models=given.models, threads=given.threads, resume=given.resume,
        )
    )  # fmt: skip


if __name__ == "__main__":
    main()
