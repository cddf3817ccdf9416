"""The companion's own errors: each is one plain line with what to do."""

from __future__ import annotations

import errno
from typing import Final

_REASONS: Final = {
    errno.ENOENT: ("没有这个文件或文件夹", "it does not exist"),
    errno.EACCES: ("没有权限", "not permitted"),
    errno.EPERM: ("没有权限", "not permitted"),
    errno.EISDIR: ("是文件夹", "it is a folder"),
    errno.ENOTDIR: ("路上有一段不是文件夹", "a part of the path is no folder"),
    errno.EEXIST: ("已经有了", "it exists already"),
    errno.ENOSPC: ("磁盘满了", "the disk is full"),
    errno.EROFS: ("磁盘只读", "the disk is read-only"),
    errno.ENAMETOOLONG: ("名字太长", "the name is too long"),
    errno.EBUSY: ("正被占用", "it is in use"),
    errno.EADDRNOTAVAIL: ("地址不是这台机器的", "the address is not of this machine"),
    errno.EADDRINUSE: ("地址已被占用", "the address is in use"),
    errno.ENODEV: ("是设备，不是文件", "it is a device, no file"),
    errno.EIO: ("磁盘或设备出错", "the disk or device fails"),
    errno.ELOOP: ("链接绕圈", "its links go in a circle"),
}


class UserError(Exception):
    """Something the user can mend; `zh` and `en` say what and how.

    The command line prints it as one line and ends with status 2.
    """

    def __init__(self, zh: str, en: str) -> None:
        zh, en = _one_line(zh), _one_line(en)
        super().__init__(f"{zh} / {en}")
        self.zh = zh
        self.en = en

    def __reduce__(self) -> tuple[type[UserError], tuple[str, str]]:
        """Another process may have met it."""
        return type(self), (self.zh, self.en)


class ConfigError(UserError):
    """A configuration that cannot be used."""


class RecordError(UserError):
    """A record folder that cannot be written or read."""


def reason(error: OSError) -> tuple[str, str]:
    """Why the system refused, Chinese and English."""
    known = _REASONS.get(error.errno or 0)
    return known or (error.strerror or str(error),) * 2


def in_both(error: Exception) -> tuple[str, str]:
    """The Chinese and the English of a room's error.

    Rooms write `Chinese / English`; one that speaks a single language is given twice.
    """
    if isinstance(error, OSError):
        return reason(error)
    if isinstance(error, UnicodeDecodeError):
        return "不是 UTF-8 文本", "it is not UTF-8 text"
    zh, slash, en = str(error).partition(" / ")
    return (zh, en) if slash else (zh, zh)


def cannot(zh: str, en: str, error: Exception, kind: type[UserError] = UserError) -> UserError:
    """What cannot be done (`zh`, `en`) and, from `error`, why."""
    why_zh, why_en = in_both(error)
    return kind(f"{zh}：{why_zh}", f"{en}: {why_en}")


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())
