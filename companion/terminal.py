"""The table as text: for `--headless`, for a machine without a display, for replay.

A function of the same `TableView` that the tablet shows; nothing here knows
the match. Chinese first, English beside it.
"""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as RichText

from companion.typed_answer import HINT
from engine.meld import Meld
from engine.tile import Tile
from engine.view import (
    FAN_UNIT,
    Health,
    HealthState,
    LogLine,
    Phase,
    QuestionView,
    SeatView,
    Status,
    TableView,
    Text,
    WinView,
)
from ui.amounts import amount, signed

PAPER_WIDTH = 120
"""Columns where the output goes to a file or another program."""

MOST_CANDIDATES = 6
"""Candidates of a question on lines of their own; of more the likeliest, then tiles."""

Prompt = tuple[str, Text | None] | None
"""What stands typed before whoever answers, and what was said to the line before;
None where nobody can type."""

_PHASES = {
    Phase.IDLE: ("等开局", "idle"),
    Phase.WALLS: ("码牌", "walls"),
    Phase.DEALING: ("发牌", "dealing"),
    Phase.FLOWERS: ("补花", "flowers"),
    Phase.PLAY: ("行牌", "play"),
    Phase.OPENING: ("摊牌", "opening"),
    Phase.SETTLED: ("结算", "settled"),
}
_STATUSES = {
    Status.PLAYING: "",
    Status.WON: "胡 won",
    Status.REMOVED: "出局 removed",
    Status.DEAD_HAND: "相公 dead hand",
    Status.OUT: "离局 out",
}
_HEALTH_STYLES = {
    HealthState.GOOD: "green",
    HealthState.WAIT: "yellow",
    HealthState.BAD: "bold red",
    HealthState.ABSENT: "dim",
}


class _Paper(Console):
    """A console whose reader (head, less) may leave, as with everything else that is printed."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def open_console() -> Console:
    """The terminal as it is; where there is none, lines wide enough for a table."""
    console = _Paper(highlight=False)
    return console if console.is_terminal else _Paper(highlight=False, width=PAPER_WIDTH)


def both(text: Text) -> str:
    return f"{text.zh} · {text.en}" if text.en and text.en != text.zh else text.zh


def tile_names(tiles: tuple[Tile, ...]) -> str:
    return " ".join(tile.chinese if tile.is_known else "？" for tile in tiles)


def meld_name(meld: Meld) -> str:
    return f"[{tile_names(meld.tiles)}]"


def log_line(line: LogLine) -> RichText:
    """One event: its number, what happened, how sure and by whom it was learnt."""
    text = RichText(f"{line.seq:>4}  {both(line.text)}")
    if line.confidence < 0.995:
        text.append(f"  {line.confidence:.0%}", style="dim")
    if line.source:
        text.append(f"  ({line.source})", style="dim")
    if line.corrected:
        text.stylize("strike dim")
    return text


def question_lines(question: QuestionView) -> RichText:
    why = "只有牌手知道 by rule" if question.by_rule else "眼睛没看清 eyes unsure"
    text = RichText(f"  ？ {both(question.text)}  ({why})", style="yellow")
    numbered = list(enumerate(question.candidates, 1))
    if len(numbered) > MOST_CANDIDATES:
        numbered.sort(key=lambda each: -each[1].confidence)
    for number, candidate in numbered[:MOST_CANDIDATES]:
        text.append(f"\n      {number}. {both(candidate.label)}")
    rest = numbered[MOST_CANDIDATES:]
    if rest:
        tiles = tuple(dict.fromkeys(tile for _, candidate in rest for tile in candidate.tiles))
        text.append(f"\n      还有 {len(rest)} 种 · {len(rest)} more: {tile_names(tiles)}")
    return text


def _prompt_line(pending: str, said: Text | None) -> RichText:
    """Where an answer is typed."""
    text = RichText(f"  › {pending}▏", style="bold")
    text.append(f"  {both(said or HINT)}", style="red" if said is not None else "dim")
    return text


def discrepancy_line(discrepancy: Text) -> RichText:
    return RichText(f"  ！ {both(discrepancy)}", style="red")


def health_line(health: Health) -> RichText:
    text = RichText(f"  {both(health.part)}: ", style=_HEALTH_STYLES[health.state])
    text.append(both(health.detail))
    return text


def win_table(win: WinView, names: tuple[str, ...], unit: Text = FAN_UNIT) -> RenderableType:
    """A win with its fans, evidence and clause, and who pays whom."""
    source = f" ← {names[win.source]}" if win.source is not None else ""
    title = f"{names[win.seat]} {both(win.kind)} {tile_names((win.tile,))}{source}"
    if win.pending:
        return RichText(f"  ☆ {title}  摊牌时算 · scored when hands open", style="cyan")
    table = Table(title=title, title_justify="left", show_edge=False)
    table.add_column("番种 fan", overflow="fold")
    table.add_column(unit.zh, justify="right")
    table.add_column("牌 evidence", overflow="fold")
    table.add_column("条 clause", style="dim", overflow="fold")
    for fan in win.fans:
        times = f" ×{fan.count}" if fan.count > 1 else ""
        evidence = "  ".join(tile_names(group) for group in fan.tiles)
        table.add_row(both(fan.name) + times, str(fan.value * fan.count), evidence, fan.clause)
    total = f"{win.total} {unit.zh}" if win.total is not None else ""
    points = f" → {amount(win.points)}" if win.points is not None else ""
    parts: list[RenderableType] = [table, RichText(f"  合计 total: {total}{points}")]
    parts += [
        RichText(
            f"  {names[pay.payer]} → {names[pay.payee]}  {amount(pay.amount)}  {both(pay.cause)}"
        )
        for pay in win.payments
    ]
    return Group(*parts)


def seat_table(view: TableView) -> Table:
    """The four seats: score, hand, melds, flowers, river."""
    table = Table(show_edge=False, pad_edge=False, expand=True)
    table.add_column("座 seat", no_wrap=True, overflow="fold")
    table.add_column("分 score", justify="right", overflow="fold")
    table.add_column("牌 tiles", ratio=1, overflow="fold")
    for seat in view.seats:
        marks = ("庄 " if seat.dealer else "") + ("▶" if seat.turn else "")
        name = f"{seat.seat.name} {seat.name} {marks}".rstrip()
        score = f"{amount(seat.score)} ({signed(seat.change)})"
        table.add_row(name, score, _seat_tiles(seat))
    return table


def _seat_tiles(seat: SeatView) -> RichText:
    text = RichText(f"手 {seat.hand_count}")
    if _STATUSES[seat.status]:
        text.append(f"  {_STATUSES[seat.status]}", style="cyan")
    for said in seat.said:
        text.append(f"  {both(said)}", style="cyan")
    if seat.opened is not None:
        text.append(f"  {tile_names(seat.opened)}", style="bold")
    if seat.winning_tile is not None:
        text.append(f"  胡 {tile_names((seat.winning_tile,))}", style="cyan")
    if seat.melds:
        text.append("  " + " ".join(meld_name(meld) for meld in seat.melds), style="green")
    if seat.flowers:
        text.append(f"  花 {tile_names(seat.flowers)}", style="magenta")
    if seat.river:
        river = tuple(tile.tile for tile in seat.river)
        text.append(f"\n河 {tile_names(river)}", style="dim")
    return text


def payment_table(view: TableView) -> RenderableType:
    """Who pays whom at the end of the deal, and each seat's sum."""
    names = tuple(seat.name for seat in view.seats)
    table = Table(title=f"第 {view.deal} 盘结算 · settlement of deal {view.deal}", show_edge=False)
    for heading in ("付 payer", "收 payee", "因 cause"):
        table.add_column(heading, overflow="fold")
    table.add_column("分 points", justify="right", overflow="fold")
    for pay in view.payments:
        table.add_row(names[pay.payer], names[pay.payee], both(pay.cause), amount(pay.amount))
    sums = "  ".join(f"{seat.name} {signed(seat.change)}" for seat in view.seats)
    return Group(table, RichText(f"  {sums}"))


def match_table(view: TableView) -> RenderableType:
    """The finished deals and the score after them."""
    table = Table(title="全场 · match", show_edge=False)
    table.add_column("盘 deal", justify="right", overflow="fold")
    table.add_column("庄 dealer", overflow="fold")
    for seat in view.seats:
        table.add_column(seat.name, justify="right", overflow="fold")
    table.add_column("结果 result", overflow="fold")
    for row in view.deals:
        net = [signed(value) for value in row.net]
        dealer = view.seats[row.dealer].name
        table.add_row(str(row.number), dealer, *net, both(row.summary))
    scores = [amount(seat.score) for seat in view.seats]
    table.add_row("合计", "", *scores, "total", style="bold", end_section=True)
    return table


def table_panel(view: TableView, prompt: Prompt = None) -> RenderableType:
    """The whole table at one moment."""
    zh, en = _PHASES[view.phase]
    facts = [
        f"{zh} {en}",
        f"墙 wall {view.wall.remaining}/{view.wall.total}",
    ]
    if view.dice:
        facts.append(f"骰 dice {view.dice[0]}+{view.dice[1]}")
    facts += [f"{both(role)} {tile.chinese}" for role, tile in view.marked]
    facts += [both(text) for text in view.standing]
    parts: list[RenderableType] = [RichText("  ·  ".join(facts)), seat_table(view)]
    names = tuple(seat.name for seat in view.seats)
    parts += [win_table(win, names, view.unit) for win in view.wins]
    if view.last is not None:
        parts.append(log_line(view.last))
    parts += [question_lines(question) for question in view.questions]
    if prompt is not None and (view.questions or prompt[1] is not None):
        parts.append(_prompt_line(*prompt))
    if view.discrepancy is not None:
        parts.append(discrepancy_line(view.discrepancy))
    parts += [health_line(health) for health in view.health if health.state is HealthState.BAD]
    title = f"{both(view.rules)} · 第 {view.deal} 盘 deal {view.deal}"
    return Panel(Group(*parts), title=title, title_align="left")


def is_short(console: Console, wished: int | None, done: int) -> bool:
    """Whether fewer deals were settled than wished, which is then said."""
    if wished is None or done >= wished:
        return False
    console.print(
        f"只结算了 {done}/{wished} 盘 · only {done} of {wished} deals were settled", style="red"
    )
    return True


class TextLog:
    """Prints what is new in each view, line by line, and tables where a deal ends."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.view: TableView | None = None
        self._seq = 0
        self._questions: set[str] = set()
        self._health: dict[Text, Health] = {}
        self._settled = 0
        self._pending: set[tuple[int, int]] = set()
        self._discrepancy: Text | None = None

    def show(self, view: TableView) -> None:
        """Print what `view` adds to the ones shown before."""
        self.view = view
        out = self._console.print
        for line in view.log:
            if line.seq > self._seq:
                out(log_line(line), highlight=False, soft_wrap=True)
        self._seq = max(self._seq, view.seq)
        for question in view.questions:
            if question.id not in self._questions:
                self._questions.add(question.id)
                out(question_lines(question), highlight=False, soft_wrap=True)
        if view.discrepancy != self._discrepancy:
            self._discrepancy = view.discrepancy
            if view.discrepancy is not None:
                out(discrepancy_line(view.discrepancy), highlight=False, soft_wrap=True)
        for health in view.health:
            known = self._health.get(health.part)
            if known != health:
                # How many milliseconds a look took is no news while all is well.
                same = known is not None and known.state is health.state is HealthState.GOOD
                if health.state is not HealthState.ABSENT and not same:
                    out(health_line(health), highlight=False, soft_wrap=True)
                self._health[health.part] = health
        names = tuple(seat.name for seat in view.seats)
        for win in view.wins:
            key = (view.deal, win.seat)
            if win.pending and key not in self._pending:
                self._pending.add(key)
                out(win_table(win, names, view.unit), highlight=False)
        if view.phase is Phase.SETTLED and view.deal > self._settled:
            self._settled = view.deal
            out(table_panel(view), highlight=False)
            out(payment_table(view), highlight=False)
