"""Plays the four sounds through Kivy, or says why none can be heard here."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from engine.view import Text
from ui.sound.cues import Cue
from ui.sound.tones import wav

NO_AUDIO = Text(
    "这台机器没有声音设备，照常打，只是听不见。",
    "This machine has no audio device; all goes on without sound.",
)


class SoundPlayer:
    """Loads nothing until `open`; a machine without audio has a `trouble` and goes on."""

    def __init__(self) -> None:
        self.trouble: Text | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._sounds: dict[Cue, Any] = {}

    @property
    def is_open(self) -> bool:
        return bool(self._sounds)

    def open(self) -> Text | None:
        """Make the sounds ready; why they cannot be heard, or None."""
        if self.is_open:
            return None
        # Kivy opens the audio device with this import.
        from kivy.core.audio import SoundLoader

        self._folder = tempfile.TemporaryDirectory(prefix="queban-sound-")
        sounds: dict[Cue, Any] = {}
        for cue in Cue:
            path = Path(self._folder.name) / f"{cue}.wav"
            path.write_bytes(wav(cue))
            sound = SoundLoader.load(str(path))
            if sound is None or not sound.length:
                self.trouble = NO_AUDIO
                self.close()
                return self.trouble
            sounds[cue] = sound
        self._sounds, self.trouble = sounds, None
        return None

    def play(self, cue: Cue) -> None:
        """Play a sound; one that still sounds begins anew."""
        sound = self._sounds.get(cue)
        if sound is not None:
            sound.stop()
            sound.play()

    def close(self) -> None:
        for sound in self._sounds.values():
            sound.unload()
        self._sounds = {}
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
