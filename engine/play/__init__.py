"""The course of play and the judging that rule pages share.

How to write a page `engine/rules/<id>/` (see `engine/rules/xuezhan` as a model):

1. `fans.py`: `FANS`, one `Fan(id, name, value, find, clause, text, excludes)` a
   line in the text's order. `find(context, reading)` gives `Evidence` for each
   time it counts; shared predicates are in `engine.patterns`. `context.win`
   says how it was won, `context.own/.loose` count kinds with/without kongs.
2. `options.py`: `OPTIONS` by `yes_no`, `choice`, `number` of `engine.authoring`;
   an open reading names its id (`OR1`), a gap of the text is `filled(…)`.
3. `page.py`: a subclass of `Judging` (set `fans`, `combine`, `pairs`; override
   `tiles`, `refuse`, `refuse_reading`, `points`, `pay`, `ready_rows` …), a
   subclass of `Play`, and `RULES = RuleSet(…, judging=…(), flow=…())`.
   `engine.rules` finds the page by its folder or module; a module that has
   variants exports `RULES = (first, second)` and `IDS = ("first_id", …)`.
4. `clauses.py`: `CLAUSES`, `ASKED` (what only players know), zh and en.

The course of play (`Play`) is a state table, `Stage` → `Row`:

    WALLS (THROW…) DECLARE before_deal → DICE → DEAL → (THROW_AFTER…) → FLIP…
    → ROUND (flowers) → DECLARE before_play → ACT
    ACT → DISCARD window → DRAW → ACT; claim → ACT_CLAIMED; kong → KONG window
    (an added one) → TAIL (replacement) → ACT; win → next DRAW, or BIRDS → OPENING
    DRAW with nothing left → OPENING (`ended="exhausted"`) → OVER

`Play.terms(options)` returns `Terms`: walls, flips, flowers, which claims, how
many winners, tiles kept, ends of the wall, bar (过胡), birds, ready check and
the page's own actions. All else is a method to override, pure, each with a
docstring in `play.hooks`. Those most used:

* indicator: `flip_slot`, `wild_by` (→ `state.wild`, `Win.wild`), `roles`;
  dice of one's own: `Terms.throws/throws_after`, `thrower`, `on_throw` (set
  `draft.dealer` there if the dice choose the dealer; keep facts with
  `set_page(draft, own=…)`).
* money at once: `kong_rows` (booked when the kong stands; a robbed one never
  books); `book(draft, cause, seat, rows)` for anything else; `make_void` takes
  a booked item back by reversal rows. `state.booked` is the history.
* payment of a win: `Judging.pay(scored, options)` (also used by the case runner
  and `queban score`); what is known only later (birds) is put into the win by
  `completed(deal, win)` as `situation` words; `win_rows` may look at the deal.
* at the end: `opens` (whose hands), `checks_ready`, `Judging.ready_rows`,
  `end_rows` (refunds, voids), `next_dealer`, `carry` (→ next `state.carry`).
* words about a win: `situation` (base: `first_turn`, `first_discard`,
  `last_tile`, `fed:D`, `kongs:2`), `effects` (relations between seats), `mark(draft, seat, word)`
  (→ `PublicSeat.marks`). `Win.entry` tells the replacement draw
  (`EntryCause.KONG`): of the winner when self-drawn, else of the payer.
* on the screen: `RuleSet.unit` (what fans count), `standing` (what earlier deals
  left), and every mark of a seat that has a word in `words`.
* wins alone: `win_law` (what the screen offers where only wins are scored).
* restraint: `refuses_win`, `refuses_discard`, `refuses_kong`, `refuses_claim`, `may_claim`,
  `frozen` (default: mark `ready`), `compulsory`, `implausible`.

An action of the page is a `Declared` in `Terms.acts`: `candidates(deal)` lists
every event that is legal (or might be, `deal.may_hold`), `apply(draft, event)`
does it; `stages` where, or `round="before_play"` to ask every seat. All
`Acted` so far: `acted(deal, name, seat)`. To end in a replacement draw call
`owe_replacement(draft, seat)`; else set `draft.step`, or leave it as it is.
A page's own stage: `rows = {**ROWS, "offer": Row(check, apply, candidates,
lapse)}` and a method that leads there (`before_draw`, `on_win` …).

Hidden hands: in play hands are `?`. Candidates list what some hidden content
allows (`deal.holdable`, `deal.may_hold`); a win with `?` is booked and judged
when `HandOpened`. Never look at `hands[seat].known` without `is_known`. What a
known hand forbids (compulsory wins, bars) a hidden one must allow.

Wild tiles: `Judging.wild` (default `win.wild`), `stand`, `is_hard`; hands without
sets: `shapes.scattered`. Many wild tiles make many readings: narrow `stand`, or
override `readings` and put hands together with `engine.play.wildhand`. Fans that
Sichuan pages share are in `engine.play.listed`, 缺门 in `engine.play.missing`.

Cases: `companion/cases/pages/<id>.py` answers what the generic runner cannot
(see `companion/cases/pages/__init__.py`). Soak: `python -m tests.soak --rules
<id> --deals 300 [--hidden]`.
"""

from __future__ import annotations

from engine.play.ending import ready_check_of
from engine.play.firsts import heaven, is_earth
from engine.play.hand import SortedHand, is_hard, known_suits
from engine.play.hooks import Clauses
from engine.play.judging import Judging
from engine.play.money import KONG, book, booked_rows, make_void, owe_replacement, stand_kong
from engine.play.page import ROWS, Play, Row
from engine.play.state import (
    BEFORE_DEAL,
    BEFORE_PLAY,
    Batch,
    Booked,
    PlayState,
    Stage,
    acted,
    drawable,
    from_payer,
    mark,
    set_of,
    set_page,
    state,
    step,
    terms,
)
from engine.play.terms import ALL_FLOWERS, EVEN_108, EVEN_136, EVEN_144, Declared, Terms
from engine.play.wins import (
    FED,
    FIRST_DISCARD,
    FIRST_TURN,
    KONGS,
    LAST_TILE,
    facts,
    finish,
    go_on,
    plain_situation,
    playing,
)
from engine.play.words import WORDS

__all__ = [
    "ALL_FLOWERS", "BEFORE_DEAL", "BEFORE_PLAY", "EVEN_108", "EVEN_136", "EVEN_144", "FED",
    "FIRST_DISCARD", "FIRST_TURN", "KONG", "KONGS", "LAST_TILE", "ROWS", "WORDS", "Batch",
    "Booked", "Clauses", "Declared", "Judging", "Play", "PlayState", "Row", "SortedHand", "Stage",
    "Terms", "acted", "book", "booked_rows", "drawable", "facts", "finish", "from_payer", "go_on",
    "heaven", "is_earth", "is_hard", "known_suits", "make_void", "mark", "owe_replacement",
    "plain_situation", "playing", "ready_check_of", "set_of", "set_page", "stand_kong", "state",
    "step", "terms",
]  # fmt: skip
