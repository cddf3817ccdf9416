"""Which execution provider runs which model here: measured, kept, used.

Kept in the user's data folder with the models' hashes; other models or another
build of the runtime make the choice void, and the processor runs them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from companion.checkup import model_hashes
from companion.errors import reason
from companion.record import default_root
from engine.view import Health, HealthState, Text
from vision.onnx import CPU, ModelMismatch
from vision.providers import Timing, fastest, installed, measure_providers


def choice_file() -> Path:
    """Where the choice is kept."""
    return default_root().parent / "runtime.json"


def _key() -> dict[str, object]:
    return {"models": model_hashes(), "providers": installed()}


def chosen_providers(path: Path | None = None) -> dict[str, str]:
    """Role → provider as last measured; empty where that no longer holds."""
    try:
        kept = json.loads((path or choice_file()).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(kept, dict) or kept.get("for") != _key():
        return {}
    chosen = kept.get("chosen")
    if not isinstance(chosen, dict):
        return {}
    return {str(role): str(name) for role, name in chosen.items()}


def keep_choice(chosen: Mapping[str, str], path: Path | None = None) -> None:
    """Write the choice down."""
    path = path or choice_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"for": _key(), "chosen": dict(chosen)}, indent=1), "utf-8")


def choose_runtime(clock: Callable[[], float], path: Path | None = None) -> Iterator[Health]:
    """Measure every installed provider, keep the fastest, tell it as `queban doctor` does."""
    try:
        timings = measure_providers(clock)
    except ModelMismatch as error:
        yield Health(_part("models"), HealthState.BAD, Text(str(error), str(error)))
        return
    chosen = fastest(timings)
    try:
        keep_choice(chosen, path)
    except OSError as error:
        zh, en = reason(error)
        where = Text(f"选择存不下，下次再量：{zh}", f"it cannot be kept, measured again: {en}")
        yield Health(_part("choice"), HealthState.WAIT, where)
    for role, name in chosen.items():
        said = ", ".join(_told(timing) for timing in timings if timing.role == role)
        yield Health(_part(role), HealthState.GOOD, Text(f"用 {_short(name)}：{said}",
                                                         f"{_short(name)}: {said}"))  # fmt: skip


def _told(timing: Timing) -> str:
    if timing.ms is None:
        return f"{_short(timing.provider)} ✗ {timing.problem}"
    return f"{_short(timing.provider)} {timing.ms:.1f} ms"


def _short(provider: str) -> str:
    return "CPU" if provider == CPU else provider.removesuffix("ExecutionProvider")


def _part(name: str) -> Text:
    return Text(f"推理 {name}", f"runtime {name}")
