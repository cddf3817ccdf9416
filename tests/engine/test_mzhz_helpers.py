"""猫抓耗子: mouse, cat, ingot and god."""

from __future__ import annotations

from companion.cases.flow_course import throw
from companion.cases.scene import pung
from engine.deal import Deal
from engine.events import (
    Acted,
    DiceRolled,
    Discarded,
    Drew,
    Exhausted,
    Punged,
    WinKind,
    Won,
)  # fmt: skip
from engine.rules.mzhz.state import Stage, state
from engine.tile import CAT, GOD, INGOT, JOKER, MOUSE
from engine.view import Status
from engine.win import Effect, EntryCause
from tests.engine.mzhz_scenes import (
    FIRST,
    READY,
    SECOND,
    TAIL,
    A,
    B,
    C,
    D,
    actions,
    assert_sound,
    draws,
    lay,
    t,
    ts,
)


def test_a_stolen_meld_tile_leaves_the_mouse_in_its_place() -> None:
    melds = {C: (pung("8p", "8p1j8p"),)}
    start = lay(hands={A: "2h"}, melds=melds)
    deal = start.apply(Acted(A, "steal"))
    took = deal.apply(Acted(A, "steal_take", (JOKER,), C, 0, place="melds"))
    meld = took.melds[C][0]
    assert meld.tiles == ts("8p2h8p")
    assert meld.stands_for == ((1, JOKER),)
    assert JOKER in took.hands[A].known
    assert took.entries[A] == EntryCause.STEAL
    assert_sound(start, took)


def test_a_stolen_winning_tile_is_replaced_too() -> None:
    deal = lay(hands={A: "2h"}, winning={D: "9s"}, status={D: Status.WON})
    deal = deal.apply(Acted(A, "steal"))
    took = deal.apply(Acted(A, "steal_take", ts("9s"), D, place="winning"))
    assert took.winning[D] == MOUSE
    assert t("9s") in took.hands[A].known


def test_a_stolen_wall_tile_leaves_a_hole() -> None:
    deal = lay(hands={A: "2h"}, face_up="7m", left=40)
    slot = deal.wall.face_up[0][0]
    deal = deal.apply(Acted(A, "steal"))
    took = deal.apply(Acted(A, "steal_take", ts("7m"), slot=slot, place="wall"))
    assert took.wall.remaining == 39
    assert took.wall.is_empty(slot)
    assert took.rivers[A] == (MOUSE,)
    thrown = took.apply(Discarded(A, t("7m")))
    assert thrown.apply(Drew(B)).wall.remaining == 38
    assert_sound(took, thrown)


def test_a_caught_mouse_changes_hands_and_the_turn_is_over() -> None:
    deal = lay(hands={A: "2h", C: "1h"}).apply(Acted(A, "steal"))
    assert (C, "catch") in actions(deal)
    caught = deal.apply(Acted(C, "catch"))
    assert caught.rivers[C] == (CAT,)
    assert caught.flowers[A] == ()
    assert MOUSE in caught.hands[C].known
    assert draws(caught) == [Drew(B)]


def test_a_catch_after_the_choice_gives_the_tile_back() -> None:
    deal = lay(house={"catch_window": "after_choice"}, hands={A: "2h", C: "1h"}, rivers={D: "5s"})
    took = deal.apply(Acted(A, "steal")).apply(Acted(A, "steal_take", ts("5s"), D, place="river"))
    caught = took.apply(Acted(C, "catch"))
    assert caught.rivers[D] == ts("5s")
    assert MOUSE in caught.hands[C].known
    assert_sound(deal, caught)
    kept = took.apply(Discarded(A, t("5s")))
    assert kept.rivers[D] == ()


def test_a_cat_counts_over_those_who_play() -> None:
    deal = lay(hands={B: "1h"}, actor=B, status={C: Status.WON})
    rolled = deal.apply(Acted(B, "reduce")).apply(DiceRolled(B, (2, 3), "cat"))
    assert state(rolled).effects == (Effect("cat", B, D),)
    assert draws(rolled) == [Drew(D)]


def test_a_cat_counted_to_oneself_works_against_every_seat() -> None:
    deal = lay(hands={A: "1h"}).apply(Acted(A, "reduce"))
    rolled = deal.apply(DiceRolled(A, (4, 1), "cat"))
    assert state(rolled).effects == tuple(Effect("cat", A, seat) for seat in (B, C, D))
    one = lay(house={"cat_self": "one"}, hands={A: "1h"}).apply(Acted(A, "reduce"))
    one = one.apply(DiceRolled(A, (4, 1), "cat")).apply(Acted(A, "aim", target=D))
    assert state(one).effects == (Effect("cat", A, D),)


def test_effects_change_what_is_paid_afterwards() -> None:
    deal = lay(actor=B, hands={A: READY, B: "1h4p"})
    used = deal.apply(Acted(B, "reduce")).apply(DiceRolled(B, (1, 3), "cat"))  # 4: A
    assert state(used).effects == (Effect("cat", B, A),)
    thrown = throw(used, B, t("4p"))[0]
    won = thrown.apply(Won((A,), t("4p"), WinKind.DISCARD, B))
    (row,) = won.settlement().rows
    plain = lay(actor=B, hands={A: READY, B: "4p"}).apply(Discarded(B, t("4p")))
    (full,) = plain.apply(Won((A,), t("4p"), WinKind.DISCARD, B)).settlement().rows
    assert row.amount == full.amount / 2


def after_first(house: dict[str, str] | None = None) -> Deal:
    """A has used the ingot and drawn P1."""
    deal = lay(house=house, hands={A: "4h"}).apply(Acted(A, "use_ingot"))
    return deal.apply(Drew(A, TAIL, FIRST))


def test_the_second_tile_follows_the_first_discard() -> None:
    thrown = after_first().apply(Discarded(A, t("5p")))
    assert draws(thrown) == [Drew(A, TAIL, SECOND)]
    second = thrown.apply(Drew(A, TAIL, SECOND)).apply(Discarded(A, t("6p")))
    assert draws(second) == [Drew(B)]


def test_a_pung_of_the_first_discard_ends_the_ingot() -> None:
    thrown = after_first().apply(Discarded(A, t("5p")))
    claimed = thrown.apply(Punged(C, A, t("5p"), ts("55p"))).apply(Discarded(C, t("9s")))
    assert draws(claimed) == [Drew(D)]
    kept = after_first({"p2_after_pung": "yes"}).apply(Discarded(A, t("5p")))
    kept = kept.apply(Punged(C, A, t("5p"), ts("55p"))).apply(Discarded(C, t("9s")))
    assert draws(kept) == [Drew(A, TAIL, SECOND)]


def test_a_win_on_the_first_discard_leaves_the_second_tile() -> None:
    won = Won((C,), t("5p"), WinKind.DISCARD, A)
    thrown = after_first().apply(Discarded(A, t("5p"))).apply(won)
    assert draws(thrown) == [Drew(A, TAIL, SECOND)]
    lapsed = after_first({"p2_after_win": "no"}).apply(Discarded(A, t("5p"))).apply(won)
    assert draws(lapsed) == [Drew(D)]


def test_the_users_own_win_ends_the_ingot() -> None:
    won = after_first().apply(Won((A,), t("5p"), WinKind.SELF_DRAW))
    assert won.wins[0].entry is EntryCause.INGOT
    assert draws(won) == [Drew(B)]


def test_a_failed_swap_on_the_first_tile_leaves_the_second() -> None:
    deal = lay(hands={A: "4h"}, melds={B: (pung("4m", "4m1j4m"),)})
    deal = deal.apply(Acted(A, "use_ingot")).apply(Drew(A, TAIL, FIRST))
    deal = deal.apply(Acted(A, "swap", ts("4m"), B, 0))
    won = deal.apply(Won((D,), t("4m"), WinKind.FAILED_SWAP, A))
    assert draws(won) == [Drew(A, TAIL, SECOND)]


def test_two_ingots_owe_two_second_tiles() -> None:
    """The used ingot is stolen back and used again on P1."""
    deal = after_first().apply(Acted(A, "steal"))
    deal = deal.apply(Acted(A, "steal_take", (INGOT,), A, place="river"))
    deal = deal.apply(Acted(A, "use_ingot")).apply(Drew(A, TAIL, FIRST))
    for code in ("1s", "2s"):
        deal = deal.apply(Discarded(A, t(code)))
        assert draws(deal) == [Drew(A, TAIL, SECOND)]
        deal = deal.apply(Drew(A, TAIL, SECOND))
    assert draws(deal.apply(Discarded(A, t("3s")))) == [Drew(B)]


def test_a_collected_ingot_brings_nothing() -> None:
    deal = lay(hands={A: "4h", D: "3h"})
    for opened in (deal.apply(Acted(A, "use_ingot")), deal.apply(Discarded(A, INGOT, "no_ingot"))):
        taken = opened.apply(Acted(D, "collect"))
        assert taken.rivers[D] == (GOD,)
        assert INGOT in taken.hands[D].known
        assert draws(taken) == [Drew(B)]


def test_an_ingot_on_an_empty_wall_ends_the_deal() -> None:
    deal = lay(hands={A: "4h"}, left=0).apply(Acted(A, "use_ingot"))
    assert Exhausted() in deal.legal()
    assert not draws(deal)


def test_a_silent_helper_is_waste_or_used_as_the_house_says() -> None:
    waste = lay(hands={A: "1h"}).apply(Discarded(A, CAT))
    assert draws(waste) == [Drew(B)]
    used = lay(house={"silent_helper": "use"}, hands={A: "1h"}).apply(Discarded(A, CAT))
    assert used.step.stage == Stage.ROLL
    two = {B: Status.WON, C: Status.WON}
    last = lay(house={"silent_helper": "use"}, hands={A: "3h"}, status=two)
    assert state(last.apply(Discarded(A, GOD))).effects == (Effect("god", A, D),)
    silent = lay(house={"silent_helper": "use"}, hands={A: "4h"}).apply(Discarded(A, INGOT))
    assert draws(silent) == [Drew(A, TAIL, FIRST)]
