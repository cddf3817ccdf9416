"""What `queban run` does: which table, which screen, which way to run."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path

from companion.checkup import has_display
from companion.config import Config, load_config
from companion.errors import ConfigError, UserError
from companion.house import house_of, named_options, word_of
from companion.record import EVENTS, default_root
from companion.session import Plan
from engine.layout import DEFAULT_LAYOUT, TableLayout
from engine.tile import CLASS_CODES

VIRTUAL = "virtual"
_VIRTUAL_SURFACE = (800.0, 940.0)
"""Millimetres of play surface that fill the virtual camera's picture well."""
_FACES = (".svg", ".png")


@dataclasses.dataclass(frozen=True, slots=True)
class Wish:
    """The command line and the configuration together, checked.

    `answers`: `table`, `wait` or `first`. `speed` None: as fast as it goes.
    `profile`, `helpers`, `backs`: how the virtual table looks and is played.
    """

    config: Config
    plan: Plan
    root: Path
    virtual: bool
    seed: int
    deals: int | None
    answers: str
    speed: float | None
    art: Path | None
    models: Path | None
    lang: str
    screenshot: Path | None
    resume: Path | None
    profile: str = "clean"
    helpers: str = "none"
    backs: str = "blue"
    fps: int = 4
    """Pictures in a second of the virtual table's time, where it runs as fast as it can."""
    errors: bool = False
    """Whether the virtual players err."""
    keep_frames: int = 0
    """Bytes of pictures to keep beside the record."""
    layout: TableLayout = DEFAULT_LAYOUT
    """Of the virtual table; a real one's stands in `config`."""


def check_art(folder: Path | None) -> None:
    """Raise `UserError` where tile faces cannot be taken from `folder`."""
    if folder is None:
        return
    if not folder.is_dir():
        raise UserError(f"没有牌面夹 {folder}", f"no folder of tile faces {folder}")
    if not any((folder / f"{code}{kind}").is_file() for code in CLASS_CODES for kind in _FACES):
        raise UserError(
            f"{folder} 里没有按牌码取名的图，例如 5m.svg",
            f"{folder} has no picture named by a tile code, e.g. 5m.svg",
        )


def layout_in(path: Path | None) -> TableLayout:
    """The virtual table's measures, as the configuration in `path` has them; raises
    `ConfigError`."""
    from companion.devices import table_layout

    if path is None:
        return DEFAULT_LAYOUT
    layout = table_layout(load_config(path))
    least, most = _VIRTUAL_SURFACE
    if not least <= layout.surface <= most:
        raise ConfigError(
            f"虚拟桌的镜头装不下 layout.surface = {layout.surface:g}，写 {least:g} 到 {most:g}",
            f"the virtual table's camera is for a layout.surface from {least:g} to {most:g}, "
            f"not {layout.surface:g}",
        )
    return layout


def run_match(args: argparse.Namespace) -> int:
    """Run as `args` ask; raises `UserError`."""
    window = not args.headless and has_display()
    wish = wish_of(args, window)
    if wish.virtual and args.headless:
        from companion.virtual_run import run_headless

        return run_headless(wish)
    from companion.live_run import run_live

    return run_live(wish, window=window, text=args.headless)


def wish_of(args: argparse.Namespace, window: bool) -> Wish:
    """The checked wish; raises `UserError`."""
    virtual = args.table == VIRTUAL
    config = Config() if virtual else usable_config(Path(args.table))
    if virtual and args.resume is not None:
        raise UserError(
            "虚拟桌每次都是新的一场，不能接着旧记录；接自家桌的要写 --table 配置",
            "the virtual table always begins a new match; to go on with a record of your own "
            "table name its configuration with --table",
        )
    if args.resume is not None and not (args.resume / EVENTS).is_file():
        raise UserError(
            f"{args.resume} 里没有记录（{EVENTS}）", f"no record ({EVENTS}) in {args.resume}"
        )
    house = house_of(args.rules or config.rules.id)
    options = dict(house.options)
    options |= {name: word_of(value) for name, value in config.rules.options.items()}
    options |= named_options(args.option)
    check_art(args.art)
    _check_screenshot(args.screenshot)
    deals = args.deals
    if deals is None and virtual and args.headless:
        deals = 1
    keep_frames = args.keep_frames
    if keep_frames is None:
        keep_frames = config.record.keep_frames
    unattended = "table" if virtual else "wait"
    return Wish(
        config=config,
        plan=Plan.of(house.rules, options, config.players),
        root=args.record or config.record.dir or default_root(),
        virtual=virtual,
        seed=args.seed,
        deals=deals,
        answers=args.answers or ("wait" if window else unattended),
        speed=args.speed,
        art=args.art,
        models=args.models,
        lang=args.lang or config.screen.language,
        screenshot=args.screenshot,
        resume=args.resume,
        profile=args.profile,
        helpers=args.helpers,
        backs=args.backs,
        errors=args.errors,
        keep_frames=keep_frames,
        layout=layout_in(args.layout),
    )


def usable_config(path: Path) -> Config:
    """The configuration in `path`, its devices' settings checked; raises `ConfigError`."""
    from companion.devices import check_settings

    config = load_config(path)
    check_settings(config)
    return config


def _check_screenshot(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() != ".png" or path.is_dir() or not path.parent.is_dir():
        raise UserError(
            f"--screenshot 要一个 .png 文件，放在已有的文件夹里，不是 {path}",
            f"--screenshot wants a .png file in a folder that exists, not {path}",
        )
