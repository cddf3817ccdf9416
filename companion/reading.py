"""Text and TOML files that a user names."""

from __future__ import annotations

import errno
import os
import re
import tomllib
from pathlib import Path
from typing import Any

from companion.errors import UserError, cannot


def text_of(path: Path) -> str:
    """The text in `path`; raises `OSError`, also for a device, or `UnicodeDecodeError`."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), str(path))
    return path.read_text(encoding="utf-8")


def toml_of(
    path: Path, what: tuple[str, str], kind: type[UserError] = UserError
) -> dict[str, Any]:
    """The table in `path`; raises `kind`. `what` the file is, Chinese and English."""
    zh, en = what
    try:
        # Some editors begin a file with a mark that is no part of it.
        return tomllib.loads(text_of(path).removeprefix("\ufeff"))
    except (OSError, UnicodeDecodeError) as error:
        raise cannot(f"打不开{zh} {path}", f"cannot open the {en} {path}", error, kind) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        at = re.search(r"line (\d+), column (\d+)", str(error))
        place = f"第 {at[1]} 行第 {at[2]} 列" if at else "末尾"
        raise kind(
            f"{zh} {path} 不是 TOML，{place}写得不对", f"the {en} {path} is not TOML: {error}"
        ) from error
    except ValueError as error:  # an integer of more digits than Python takes
        raise kind(
            f"{zh} {path} 里有一个数长得读不了，请写短",
            f"a number in the {en} {path} is too long to be read: shorten it",
        ) from error
