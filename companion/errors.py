"""The companion's own errors: each is one plain line with what to do."""

from __future__ import annotations


class UserError(Exception):
    """Something the user can mend; `zh` and `en` say what and how.

    The command line prints it as one line and ends with status 2.
    """

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(f"{zh} / {en}")
        self.zh = zh
        self.en = en


class ConfigError(UserError):
    """A configuration that cannot be used."""


class RecordError(UserError):
    """A record folder that cannot be written or read."""
