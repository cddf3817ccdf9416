"""Runs a model file with ONNX Runtime, after checking that it is one of ours.

A Queban model carries in its metadata: `role` (detector or classifier),
`classes` (comma-separated), `input` (side in pixels), `data` (hash of what it
was trained on), `made` (when, with what). A file without them is refused, for
a model with other classes would read tiles wrongly without any other sign.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime as ort

from vision.detections import FloatArray

CPU: Final = "CPUExecutionProvider"
MODELS_DIR = Path(__file__).resolve().parent.parent / "models"


class ModelMismatch(Exception):
    """A model that cannot be used here; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What a model file says of itself."""

    path: Path
    role: str
    classes: tuple[str, ...]
    input_size: int
    metadata: dict[str, str]

    @property
    def digest(self) -> str:
        """SHA-256 of the file, as the model card prints it."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()


class OnnxModel:
    """One session: float32 array (N, 3, H, W) in, float32 array out."""

    def __init__(self, session: ort.InferenceSession, info: ModelInfo) -> None:
        self._session = session
        self._input: str = session.get_inputs()[0].name
        self.outputs: tuple[str, ...] = tuple(out.name for out in session.get_outputs())
        self.info = info

    @classmethod
    def load(
        cls,
        path: Path,
        role: str,
        classes: Sequence[str],
        threads: int | None = None,
        provider: str = CPU,
    ) -> OnnxModel:
        """The model in `path`, or `ModelMismatch`.

        `threads` bounds the cores of one run; None takes what the machine has.
        `provider`: what runs it, with the processor for what that cannot.
        """
        if not path.is_file():
            raise ModelMismatch(f"没有模型文件 {path} / no model file: {path}")
        options = ort.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = threads or os.cpu_count() or 1
        options.inter_op_num_threads = 1
        # Spinning workers burn the core that the screen and the camera need.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        runners = [provider] if provider == CPU else [provider, CPU]
        try:
            session = ort.InferenceSession(str(path), options, providers=runners)
        except Exception as error:  # onnxruntime raises many unrelated types here
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ModelMismatch(
                f"模型 {path.name} 打不开：{reason} / not a usable model: {path.name}: {reason}"
            ) from error
        metadata: dict[str, str] = dict(session.get_modelmeta().custom_metadata_map)
        info = ModelInfo(
            path,
            metadata.get("role", ""),
            tuple(filter(None, metadata.get("classes", "").split(","))),
            int(metadata.get("input", "0")),
            metadata,
        )
        if info.role != role:
            raise ModelMismatch(
                f"{path.name} 是 {info.role or '外来的模型'}，要的是 {role} / "
                f"{path.name} is a {info.role or 'foreign model'}, expected a {role}"
            )
        if info.classes != tuple(classes):
            raise ModelMismatch(
                f"{path.name} 认 {len(info.classes)} 类，要的是 {len(classes)} 类，或次序不同 / "
                f"{path.name} knows {len(info.classes)} classes, "
                f"not the {len(classes)} expected, or in another order"
            )
        return cls(session, info)

    def run(self, batch: FloatArray) -> FloatArray:
        """The first output for `batch`."""
        return self.run_all(batch)[0]

    def run_all(self, batch: FloatArray) -> list[FloatArray]:
        """Every output for `batch`, in the order of `outputs`."""
        outputs: list[Any] = self._session.run(None, {self._input: batch})
        return [np.asarray(output, np.float32) for output in outputs]
