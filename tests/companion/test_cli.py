"""The command line as a whole: help, version, light imports, one-line errors."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__
from companion.cases.runner import check_cases
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


@pytest.mark.parametrize(
    "words",
    [
        ["table", "--pty", "{file}"],
        ["table", "--pty", "{dir}"],
        ["table", "--pty", "{dir}/none/port"],
        ["table", "--art", "{dir}"],
        ["table", "--seed", "-1"],
        ["run", "--headless", "--art", "{dir}"],
        ["run", "--headless", "--seed", "-1"],
        ["replay", "--auto", "-1", "{dir}"],
    ],
)
def test_what_cannot_be_used_is_one_line_and_nothing_is_lost(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("keep me", encoding="utf-8")
    folder = tmp_path / "folder"
    folder.mkdir()
    status = main([word.format(file=mine, dir=folder) for word in words])
    said = capsys.readouterr().err
    assert status == 2
    assert said.count("\n") == 1
    assert " / " in said
    assert mine.read_text(encoding="utf-8") == "keep me"
    assert not mine.is_symlink()


def test_a_window_without_a_display_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert main(["tablet"]) == 2
    assert "没有显示器" in capsys.readouterr().err


@pytest.mark.parametrize("concealed", [["zz"], 5, None])
def test_a_malformed_case_fails_and_the_others_go_on(concealed: object, tmp_path: Path) -> None:
    golden = Path(__file__).parents[1] / "golden" / "mzhz.jsonl"
    first, second = golden.read_text(encoding="utf-8").splitlines()[:2]
    broken = {**json.loads(first), "concealed": concealed}
    path = tmp_path / "mzhz.jsonl"
    path.write_text(f"{json.dumps(broken)}\n{second}\n", encoding="utf-8")
    out = io.StringIO()
    assert check_cases([path], out) == 1
    assert out.getvalue().splitlines()[-1] == "1 passed, 1 failed, 0 skipped"
