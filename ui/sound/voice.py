"""Spoken calls by an offline voice of the machine, in a thread of its own.

`pyttsx3` (extra `voice`) speaks through what the system has: SAPI on Windows,
NSSpeechSynthesizer on macOS, eSpeak NG and `aplay` on Linux. Where it is missing, or the
system has no voice, there is a `trouble` and everything else goes on.
"""

from __future__ import annotations

import importlib
import logging
import queue
import shutil
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any

from engine.view import Text

_LOG = logging.getLogger(__name__)
NOT_INSTALLED = Text(
    "没有装语音：pip install 'queban[voice]'，Linux 还要 espeak-ng 和 alsa-utils。",
    "No voice is installed: pip install 'queban[voice]', on Linux espeak-ng and alsa-utils too.",
)
NO_VOICE = Text(
    "系统里没有能用的语音（Linux 请装 espeak-ng 和 alsa-utils）。",
    "The system has no voice that works (on Linux install espeak-ng and alsa-utils).",
)
PLAYER = "aplay"
"""What plays on Linux, a part of alsa-utils."""
TONGUES = {"zh": ("zh", "cmn", "chinese", "mandarin"), "en": ("en", "english")}
"""By what the voices of a language are known, the surest first."""


def system_engine() -> Any:
    """The system's voice; raises `ImportError` without the extra, `OSError` or
    `RuntimeError` without a voice."""
    made = importlib.import_module("pyttsx3")
    if sys.platform.startswith("linux") and shutil.which(PLAYER) is None:
        # Calls would be lost there, and nothing would say so.
        raise OSError(f"{PLAYER} is missing")
    return made.init()


class Voice:
    """Says the newest call; what could not be said in time is left out."""

    def __init__(self, engine: Callable[[], Any] = system_engine) -> None:
        self.trouble: Text | None = None
        self._engine = engine
        self._calls: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._ready = threading.Event()

    @property
    def is_open(self) -> bool:
        return self._thread is not None

    def open(self, patience: float = 2.0) -> Text | None:
        """Begin to speak when told to; why it cannot, or None.

        `patience`: seconds for the system's voice to come up.
        """
        if self._thread is not None:
            return None
        self._ready.clear()
        self._thread = threading.Thread(target=self._speak, name="voice", daemon=True)
        self._thread.start()
        self._ready.wait(patience)
        if self.trouble is not None:
            self._thread.join()
            self._thread = None
        return self.trouble

    def say(self, text: str, lang: str) -> None:
        """Speak `text` of the language `lang` (`zh`, `en`) soon; never waits."""
        if self._thread is not None:
            self._calls.put((text, lang))

    def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._calls.put(None)
            thread.join(timeout=2.0)

    def _speak(self) -> None:
        try:
            engine = self._engine()
            self.trouble = None
        except ImportError:
            self.trouble = NOT_INSTALLED
        except Exception as error:
            # A voice of the system may fail in ways of its own; the game goes on.
            _LOG.warning("no voice: %s", error)
            self.trouble = NO_VOICE
        self._ready.set()
        if self.trouble is None:
            self._say_all(engine)

    def _say_all(self, engine: Any) -> None:
        spoken = ""
        while (call := self._newest()) is not None:
            text, lang = call
            try:
                if lang != spoken:
                    voice = voice_for(lang, engine.getProperty("voices") or ())
                    if voice is not None:
                        engine.setProperty("voice", voice)
                    spoken = lang
                engine.say(text)
                engine.runAndWait()
            except Exception as error:
                _LOG.warning("a call was not spoken: %s", error)

    def _newest(self) -> tuple[str, str] | None:
        """The last call that waits; those before it are old news."""
        call = self._calls.get()
        while call is not None and not self._calls.empty():
            call = self._calls.get()
        return call


def voice_for(lang: str, voices: Iterable[Any]) -> str | None:
    """The id of a voice that speaks `lang`, None where the system has none."""
    known = [(str(voice.id), _described(voice)) for voice in voices]
    for tongue in TONGUES[lang]:
        for name, words in known:
            if any(
                word == tongue or word.startswith((f"{tongue}-", f"{tongue}_")) for word in words
            ):
                return name
    return None


def _described(voice: Any) -> list[str]:
    """The words by which a voice tells its language."""
    told = [str(voice.id), str(getattr(voice, "name", "") or "")]
    for language in getattr(voice, "languages", None) or ():
        # eSpeak gives bytes with a priority before the letters.
        plain = language.decode("utf-8", "ignore") if isinstance(language, bytes) else str(language)
        told.append(plain.strip("\x05\x02 "))
    lowered = " ".join(told).lower()
    return [word.strip("()") for word in lowered.replace("/", " ").replace("\\", " ").split()]
