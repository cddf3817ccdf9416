"""Lets what happens be heard, as far as it is wanted."""

from __future__ import annotations

from engine.view import TableView, Text
from ui.sound.cues import call_between
from ui.sound.player import SoundPlayer
from ui.sound.voice import Voice


class Heard:
    """Sounds and spoken calls over one screen; both are silent until wanted."""

    def __init__(self, player: SoundPlayer | None = None, voice: Voice | None = None) -> None:
        self.player = player or SoundPlayer()
        self.voice = voice or Voice()

    def want(self, *, sounds: bool, voice: bool) -> tuple[Text, ...]:
        """Open what is wanted, close the rest; why something cannot be heard."""
        troubles: list[Text | None] = []
        if sounds:
            troubles.append(self.player.open())
        else:
            self.player.close()
        if voice:
            troubles.append(self.voice.open())
        else:
            self.voice.close()
        return tuple(trouble for trouble in troubles if trouble is not None)

    def tell(self, before: TableView | None, after: TableView, lang: str) -> None:
        """Sound and say what happened between two views."""
        if not (self.player.is_open or self.voice.is_open):
            return
        call = call_between(before, after)
        if call is not None:
            self.player.play(call.cue)
            self.voice.say(call.said.zh if lang == "zh" else call.said.en, lang)

    def close(self) -> None:
        self.player.close()
        self.voice.close()
