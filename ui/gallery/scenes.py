"""The pictures to be drawn: a view, a language, a size, what was tapped before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.entering import Verb
from engine.seat import Seat
from engine.tile import parse_tiles
from engine.view import Text
from ui.desk import CameraSheet, Note, Settings, SoundSheet
from ui.gallery import played, sheets
from ui.gallery.disagreeing import disagreeing_scenes
from ui.gallery.endings import awkwardly_settled, exhausted, pending, settled
from ui.gallery.scene import Scene
from ui.gallery.setting_up import setup_scenes
from ui.gallery.standing import declared, standing_over
from ui.gallery.views import (
    asking,
    asking_rule,
    awkward,
    camera_lost,
    crowded,
    empty,
    playing,
    walls,
)
from ui.sound.player import NO_AUDIO


def _type_hand(screen: Any) -> None:
    for tile in parse_tiles("23456789m"):
        screen.keypad.dispatch("on_tile", tile)


def _fill_form(screen: Any) -> None:
    screen.form.bonus = parse_tiles("8m")[0]
    for tile in parse_tiles("23456789m55s234s1m"):
        screen.keypad.dispatch("on_tile", tile)


def _open_a_long_name(screen: Any) -> None:
    screen.take(CameraSheet(True))
    a, b, c, d = (
        replace(seat, name=awkward().seats[seat.seat].name) for seat in played.opening().seats
    )
    screen.show(replace(played.opening(), seats=(a, b, c, d)))
    screen.pad.choose_hand(Seat.B)
    screen.refresh()


def _claim_with_joker(screen: Any) -> None:
    screen.pad.toggle_joker()
    screen.pad.tap_claim(Seat.B, Verb.KONG)
    screen.refresh()


def _turn_sound_on(screen: Any) -> None:
    screen.choose("sound")
    settings = Settings(sounds=True, voice=True)
    screen.take(replace(sheets.setting_up(), settings=settings))
    screen.take(SoundSheet((NO_AUDIO,)))


def _see_picture(screen: Any) -> None:
    screen.toggle_picture()
    screen.watch(sheets.looking_back_with_pictures())


def _keep_score(screen: Any) -> None:
    path = "/home/wangjianguo/.local/share/queban/20260503-201500-mzhz/score-221530.png"
    screen.take(Note(Text(f"已存 {path}", f"Kept as {path}")))


def _aim(screen: Any) -> None:
    screen.take(CameraSheet(True))
    screen.begin_photo()
    screen.show_frame(sheets.hand_photo("23456789m55s234s").picture)


def _photograph(screen: Any) -> None:
    _aim(screen)
    screen.photo._read("")
    screen.take(sheets.hand_photo("23456789m55s234s", doubtful=4, unknown=9))


def _mend_photo(screen: Any) -> None:
    _photograph(screen)
    screen.photo._pick(9)


__all__ = ["Scene", "scenes"]


def scenes() -> tuple[Scene, ...]:
    """All pictures, in the order in which an evening shows them."""
    return (*_table_scenes(), *_side_scenes())


def _table_scenes() -> tuple[Scene, ...]:
    return (
        Scene("01-empty", empty()),
        Scene("02-walls", walls()),
        Scene("03-playing", playing()),
        Scene("04-crowded", crowded(), tab="log"),
        Scene("05-question", asking()),
        Scene("06-question-by-rule", asking_rule()),
        Scene("07-three-pending", pending()),
        Scene("08-settled", settled()),
        Scene("09-exhausted", exhausted(), tab="score"),
        Scene("10-long-names", awkward(), tab="score"),
        Scene("11-camera-lost", camera_lost()),
        Scene("12-english", asking(), lang="en"),
        Scene("13-english-settled", settled(), lang="en"),
        Scene("14-large", playing(), size=(1920, 1200)),
        Scene("15-from-c", playing(), bottom=Seat.C),
        Scene("16-laptop", settled(), size=(1366, 768)),
        Scene("17-light", playing(), palette="light"),
        Scene("18-clear", asking(), palette="clear"),
        Scene("19-standing-over", standing_over()),
    )


def _side_scenes() -> tuple[Scene, ...]:
    start = sheets.starting()
    return (
        Scene("20-start", empty(), screen="start", sheet=start),
        Scene("21-start-options", empty(), screen="start", sheet=start,
              taps=lambda s: s._toggle_options()),
        Scene("22-start-english", empty(), "en", screen="start", sheet=start, palette="light"),
        Scene("30-finger-begin", played.ready(), screen="entry"),
        Scene("31-finger-dice", played.throwing(), screen="entry"),
        Scene("32-finger-playing", played.claiming(), screen="entry"),
        Scene("33-finger-joker", played.claiming(), screen="entry", taps=_claim_with_joker),
        Scene("34-finger-hand", played.opening(), screen="entry", taps=_type_hand),
        Scene("35-finger-english", played.claiming(), "en", (1920, 1200), screen="entry"),
        Scene("36-quick", played.ready(), screen="quick", taps=_fill_form),
        Scene("45-finger-long-names", played.opening(), "en", screen="entry",
              taps=_open_a_long_name),
        Scene("46-finger-declared", declared(played.claiming()), screen="entry"),
        Scene("37-photo-aim", played.opening(), screen="entry", taps=_aim),
        Scene("38-photo-read", played.opening(), screen="entry", taps=_photograph),
        Scene("39-photo-mend", played.ready(), "en", screen="quick", taps=_mend_photo),
        Scene("40-win", settled(), screen="win"),
        Scene("41-win-counted", played.counted(), screen="win"),
        Scene("42-win-mending", played.counted(), screen="win",
              taps=lambda s: (s._toggle_mending(), s._pick(2))),
        Scene("43-win-pending", pending(), screen="win", palette="light"),
        Scene("44-win-long-names", awkwardly_settled(), "en", screen="win"),
        Scene("47-win-refused", played.refused(), screen="win"),
        Scene("50-score", played.late(), screen="score"),
        Scene("51-score-graph", played.late(), screen="score", taps=lambda s: s.choose("graph")),
        Scene("52-score-paid", played.late(), "en", screen="score",
              taps=lambda s: s.choose("paid")),
        Scene("53-score-kept", played.late(), screen="score", taps=_keep_score),
        Scene("60-events", played.claiming(), screen="events", taps=lambda s: s.choose(6)),
        Scene("61-void", played.claiming(), screen="trouble"),
        Scene("62-score-by-hand", played.ready(), screen="trouble",
              taps=lambda s: s.choose("score")),
        Scene("63-seats", played.ready(), screen="trouble", taps=lambda s: s.choose("seats")),
        Scene("64-breach", played.claiming(), screen="trouble", taps=lambda s: s.choose("breach")),
        *disagreeing_scenes(),
        Scene("70-records", empty(), screen="replay", sheet=sheets.archive()),
        Scene("71-looking-back", empty(), screen="watch", sheet=sheets.looking_back()),
        Scene("72-looking-at-the-picture", empty(), "en", screen="watch",
              sheet=sheets.looking_back_with_pictures(), taps=_see_picture),
        Scene("79-sound", empty(), screen="setup", sheet=sheets.setting_up(),
              taps=_turn_sound_on),
        *setup_scenes(),
    )  # fmt: skip
