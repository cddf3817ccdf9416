"""What is to be heard: which step makes which sound, and machines that are mute."""

from __future__ import annotations

import io
import os
import sys
import threading
import time
import wave
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.seat import SEATS
from engine.view import TableView
from tests.ui.fingers import texts
from tests.ui.rooms import Room
from ui.bridge import Bridge
from ui.desk import KeepSettings, Settings, SetupSheet, SoundSheet
from ui.gallery import endings, sheets, views
from ui.gallery.pieces import pung, river
from ui.sound import voice
from ui.sound.cues import Call, Cue, call_between
from ui.sound.heard import Heard
from ui.sound.player import NO_AUDIO, SoundPlayer
from ui.sound.tones import RATE, samples, wav
from ui.sound.voice import NO_VOICE, NOT_INSTALLED, Voice, voice_for

A, B, C, D = SEATS


def seated(view: TableView, at: int, **changes: Any) -> TableView:
    """The view one entry later, one seat changed."""
    seats = list(view.seats)
    seats[at] = replace(seats[at], **changes)
    return replace(view, seq=view.seq + 1, seats=(seats[0], seats[1], seats[2], seats[3]))


def thrown(view: TableView, at: int, code: str) -> TableView:
    return seated(view, at, river=(*view.seats[at].river, *river(code, last=True)))


def test_each_step_has_its_sound_and_its_word() -> None:
    view = views.playing()
    discard = thrown(view, B, "7m")
    assert call_between(view, discard) == Call(Cue.DISCARD, ("七万", "7 characters"))
    claimed = seated(discard, C, melds=(*view.seats[C].melds, pung("7m", B)))
    claimed = replace(claimed, seats=(*claimed.seats[:1], view.seats[B], *claimed.seats[2:]))
    call = call_between(discard, claimed)
    assert call is not None
    assert (call.cue, call.said.zh) == (Cue.CLAIM, "碰")
    won = call_between(view, replace(endings.pending(), deal=view.deal, seq=99))
    assert won is not None
    assert won.cue is Cue.WIN
    assert "胡" in won.said.zh
    asked = call_between(view, replace(views.asking(), seq=view.seq))
    assert asked is not None
    assert (asked.cue, asked.said) == (Cue.QUESTION, views.asking().questions[0].text)


def test_what_is_taken_back_or_merely_shown_again_is_silent() -> None:
    view = views.playing()
    discard = thrown(view, B, "7m")
    assert call_between(None, discard) is None
    assert call_between(discard, discard) is None
    assert call_between(discard, replace(view, seq=discard.seq + 1)) is None
    assert call_between(views.asking(), replace(views.asking(), seq=20)) is None
    assert call_between(view, replace(thrown(view, B, "7m"), deal=view.deal + 1)) is None


@pytest.mark.parametrize("cue", Cue)
def test_the_sounds_are_short_clean_and_the_same_every_time(cue: Cue) -> None:
    made = samples(cue)
    assert 0.05 <= len(made) / RATE <= 1.2
    assert np.abs(made).max() <= 1.0
    # No click at either end.
    assert abs(made[0]) < 0.3
    assert np.abs(made[-20:]).max() < 0.06
    with wave.open(io.BytesIO(wav(cue))) as file:
        assert (file.getnchannels(), file.getframerate(), file.getnframes()) == (1, RATE, len(made))
    assert wav(cue) == wav(cue)


def test_a_machine_without_audio_says_so_and_goes_on(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.core.audio import SoundLoader

    monkeypatch.setattr(SoundLoader, "load", lambda _path: None)
    player = SoundPlayer()
    assert player.open() == NO_AUDIO
    assert not player.is_open
    player.play(Cue.WIN)


@dataclass
class Sound:
    """Counts how often it was played."""

    path: str
    played: int = 0
    length: float = 0.2

    def play(self) -> None:
        self.played += 1

    def stop(self) -> None:
        pass

    def unload(self) -> None:
        self.played = -1


def test_a_discard_is_heard_once_it_is_wanted(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.core.audio import SoundLoader

    made: list[Sound] = []

    def load(path: str) -> Sound:
        assert path.endswith(".wav")
        made.append(Sound(path))
        return made[-1]

    monkeypatch.setattr(SoundLoader, "load", load)
    heard = Heard()
    view = views.playing()
    heard.tell(view, thrown(view, B, "7m"), "zh")
    assert made == []
    assert heard.want(sounds=True, voice=False) == ()
    heard.tell(view, thrown(view, B, "7m"), "zh")
    assert [sound.played for sound in made if "discard" in sound.path] == [1]
    assert sum(sound.played for sound in made) == 1
    heard.want(sounds=False, voice=False)
    assert {sound.played for sound in made} == {-1}


class Engine:
    """A voice of a system that says into a list."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []
        self.voice = ""
        self.spoke = threading.Event()

    def getProperty(self, _name: str) -> list[Any]:
        return [Person("gmw/en", "English", [b"\x02en"]), Person("sit/cmn", "Mandarin", ["cmn"])]

    def setProperty(self, _name: str, value: str) -> None:
        self.voice = value

    def say(self, text: str) -> None:
        self.said.append((self.voice, text))

    def runAndWait(self) -> None:
        self.spoke.set()


@dataclass
class Person:
    id: str
    name: str
    languages: list[Any]


def test_calls_are_spoken_in_the_language_of_the_screen() -> None:
    engine = Engine()
    voice = Voice(lambda: engine)
    heard = Heard(voice=voice)
    assert heard.want(sounds=False, voice=True) == ()
    view = views.playing()
    for lang in ("zh", "en"):
        engine.spoke.clear()
        heard.tell(view, thrown(view, B, "7m"), lang)
        assert engine.spoke.wait(5)
    heard.close()
    assert engine.said == [("sit/cmn", "七万"), ("gmw/en", "7 characters")]
    assert not voice.is_open


def _without_extra() -> Any:
    raise ImportError("pyttsx3")


def _without_voice() -> Any:
    raise OSError("libespeak-ng.so.1")


@pytest.mark.parametrize(
    ("engine", "trouble"), [(_without_extra, NOT_INSTALLED), (_without_voice, NO_VOICE)]
)
def test_a_machine_without_a_voice_says_so(engine: Callable[[], Any], trouble: Any) -> None:
    voice = Voice(engine)
    assert voice.open() == trouble
    assert not voice.is_open
    voice.say("七万", "zh")


def test_a_linux_without_a_player_has_no_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The voice's library hands its sound to that program and does not notice its lack."""
    monkeypatch.setitem(sys.modules, "pyttsx3", SimpleNamespace(init=lambda: "engine"))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(voice.shutil, "which", lambda _name: None)
    assert Voice().open() is NO_VOICE
    monkeypatch.setattr(voice.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert voice.system_engine() == "engine"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="another voice there")
def test_a_real_voice_says_a_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the extra and eSpeak NG are installed: what would be played is no silence."""
    pytest.importorskip("pyttsx3")
    player = tmp_path / "aplay"
    part, heard = tmp_path / "said.part", tmp_path / "said.wav"
    player.write_text(f'#!/bin/sh\ncp "$1" "{part}"\nmv "{part}" "{heard}"\n')
    player.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    spoken = Voice()
    if spoken.open(20) is not None:
        pytest.skip("no eSpeak NG here")
    spoken.say("王建国碰三条", "zh")
    end = time.monotonic() + 20
    while not heard.exists() and time.monotonic() < end:
        threading.Event().wait(0.05)
    spoken.close()
    with wave.open(str(heard)) as sound:
        samples = np.frombuffer(sound.readframes(sound.getnframes()), np.int16).astype(float)
        seconds = len(samples) / sound.getframerate()
    assert 0.8 < seconds < 4
    assert np.sqrt((samples**2).mean()) > 300


def test_voices_are_told_by_their_languages() -> None:
    windows = [
        Person("HKEY\\Voices\\TTS_MS_EN-US_ZIRA_11.0", "Microsoft Zira - English", []),
        Person("HKEY\\Voices\\TTS_MS_ZH-CN_HUIHUI_11.0", "Huihui - Chinese (Simplified)", []),
    ]
    assert voice_for("zh", windows) == windows[1].id
    assert voice_for("en", windows) == windows[0].id
    assert voice_for("zh", windows[:1]) is None
    # Shenzhen speaks no language of that name.
    assert voice_for("en", [Person("x", "Zhenni", ["zh_CN"])]) is None


@pytest.fixture
def room(window: Any) -> Iterator[Callable[..., Room]]:
    yield from Room.rooms(window)


def test_sounds_are_off_until_they_are_turned_on(room: Callable[..., Room]) -> None:
    assert not Settings().sounds
    assert not Settings().voice
    here = room()
    screen = here.open("setup", view=views.empty(), sheet=sheets.setting_up())
    here.choose("sound")
    off = [chip for chip in screen.main.walk() if getattr(chip, "text", "") == "关"]
    assert [chip.state for chip in off] == ["down", "down"]
    on = [chip for chip in screen.main.walk() if getattr(chip, "text", "") == "开"]
    # The upper of the two rows is that of the sounds.
    here.tap(max(on, key=lambda chip: chip.to_window(*chip.center)[1]))
    kept = here.asked[-1]
    assert isinstance(kept, KeepSettings)
    assert (kept.settings.sounds, kept.settings.voice) == (True, False)
    screen.take(SoundSheet((NO_AUDIO,)))
    assert NO_AUDIO.zh in texts(screen)
    screen.take(SoundSheet())
    assert NO_AUDIO.zh not in texts(screen)


def test_what_one_part_changes_the_others_keep(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.window import QuebanApp

    app = QuebanApp(Bridge())
    taken: list[Any] = []
    monkeypatch.setattr(app, "_take", taken.append)
    app._ask(KeepSettings(Settings(sounds=True)))
    assert taken == []
    app._sheets[SetupSheet] = sheets.setting_up()
    app._ask(KeepSettings(Settings(sounds=True)))
    assert taken == [replace(sheets.setting_up(), settings=Settings(sounds=True))]
