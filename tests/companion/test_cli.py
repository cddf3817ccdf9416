"""The command line as a whole: help, version, light imports, one-line errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__
from companion.cli import build_parser, main
from companion.commands import available


def test_version_names_program_python_and_licence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["version"]) == 0
    said = capsys.readouterr().out
    assert f"雀伴 Queban {__version__}" in said
    assert "AGPL-3.0-or-later" in said


def test_the_version_is_the_one_of_the_package() -> None:
    text = Path("pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{__version__}"' in text


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    assert "doctor" in said
    assert "命令" in said


def test_every_command_has_help_in_both_languages() -> None:
    parser = build_parser()
    [commands] = [
        action for action in parser._actions if hasattr(action, "choices") and action.choices
    ]
    for action in commands._choices_actions:
        assert action.help, action.dest
        assert any("\u4e00" <= letter <= "\u9fff" for letter in action.help), action.dest
        assert any(letter.isascii() and letter.isalpha() for letter in action.help), action.dest


def test_the_parser_imports_no_heavy_room() -> None:
    """Kivy, OpenCV and ONNX Runtime take seconds; `queban version` must not wait for them."""
    heavy = ("kivy", "cv2", "onnxruntime", "numpy", "pydantic", "torch")
    code = (
        "import sys; from companion.cli import main; main(['version']); "
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_user_error_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("[camera]\nsorce = 1\n", encoding="utf-8")
    assert main(["doctor", str(bad)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "camera.sorce" in said


def test_commands_are_offered_once_each() -> None:
    names = [command.__name__ for command in available()]  # type: ignore[attr-defined]
    assert len(names) == len(set(names))
    assert "companion.commands.doctor" in names
