"""The configuration file: what it takes, and the one line it gives for a fault."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.config import Config, describe, load_config, parse_config
from companion.errors import ConfigError


def test_reads_every_section(tmp_path: Path) -> None:
    path = tmp_path / "queban.toml"
    path.write_text(
        """
        players = ["张", "王", "李", "赵"]
        [camera]
        source = "rtsp://camera/stream"
        corners = [[1, 2], [100, 2], [100, 90], [1, 90]]
        bottom = "C"
        [line]
        port = "/dev/ttyUSB0"
        profile = "lines/other.toml"
        [rules]
        id = "mzhz"
        options = { cap = 64, mode = "single" }
        [record]
        dir = "evenings"
        """,
        encoding="utf-8",
    )
    config = load_config(path)
    assert config.players == ("张", "王", "李", "赵")
    assert config.camera.corners == ((1, 2), (100, 2), (100, 90), (1, 90))
    assert config.rules.options == {"cap": 64, "mode": "single"}
    assert config.line.profile == tmp_path / "lines" / "other.toml"
    assert config.record.dir == tmp_path / "evenings"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[camera]\nsorce = '1'", "camera.sorce"),
        ("playrs = []", "playrs"),
        ("[camera]\nwidth = -3", "camera.width"),
        ("[camera]\ncorners = [[1, 2]]", "camera.corners"),
        ("[camera]\nbottom = 'E'", "camera.bottom"),
        ("players = ['a', 'b', 'c']", "players"),
        ("players = ['a', 'b', 'c', '']", "players.3"),
        ("[line]\nbaud = 'fast'", "line.baud"),
        ("[screen]\nlanguage = 'fr'", "screen.language"),
        ("x =", "TOML"),
        ("[camera]\nsource = '99999999999999999999'", "camera.source"),
        ("[camera]\nsource = \"\\u0000\"", "camera.source"),
        ("[line]\nport = \"a\\nb\"", "line.port"),
        ("players = ['a', 'b', 'c', \"d\\ne\"]", "players.3"),
        ("[camera]\ncorners = [[nan, 1], [9, 1], [9, 9], [1, 9]]", "camera.corners"),
        ("[rules]\noptions = { cap = [1] }", "rules.options.cap"),
    ],
)
def test_a_fault_is_one_line_that_names_the_key(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "queban.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert said in caught.value.zh
    assert said in caught.value.en
    assert "\n" not in str(caught.value)


def test_an_unknown_key_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"bottom"):
        parse_config({"camera": {"bottum": "A"}})


def test_a_file_that_is_missing_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot open"):
        load_config(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"UTF-8"):
        load_config(tmp_path / "bytes.toml")


def test_the_described_file_is_the_default_configuration() -> None:
    lines = list(describe())
    assert parse_config(tomllib.loads("\n".join(lines))) == Config()
    settings = [line[2:] for line in lines if line.startswith("# ") and " = " in line]
    kept = [line for line in lines if line.startswith("[")]
    assert len(kept) == 5
    assert any(line.startswith("source = ") for line in settings)
