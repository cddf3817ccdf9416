"""What is wrong now, as cards above the live table's side panel."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from engine.view import Health, HealthState, Text
from ui.i18n import words
from ui.widgets.notices.disagreement import Agreement, agreement_card, disagreement_card
from ui.widgets.notices.health import Notice


class Notices(BoxLayout):
    """Takes no room when all is well."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.agreement = Agreement(self._draw)
        self._shown: tuple[tuple[Health, ...], Text | None, frozenset[int]] = (
            (), None, frozenset(),
        )  # fmt: skip

    def show(
        self,
        health: tuple[Health, ...],
        discrepancy: Text | None,
        opened: frozenset[int],
        deal: int = 0,
    ) -> None:
        """Everything bad, the discrepancy of this deal or that it has gone, and lamps
        that were tapped open."""
        self._shown = (health, discrepancy, opened)
        self.agreement.follow(discrepancy, deal)
        self._draw()

    def _draw(self) -> None:
        health, discrepancy, opened = self._shown
        self.clear_widgets()
        if discrepancy is not None:
            self.add_widget(disagreement_card(discrepancy))
        elif self.agreement.again:
            self.add_widget(agreement_card())
        for index, entry in enumerate(health):
            bad = entry.state is HealthState.BAD
            if bad or index in opened:
                kind = "bad" if bad else "plain"
                self.add_widget(
                    Notice(title=words.of(entry.part), detail=words.of(entry.detail), kind=kind)
                )
