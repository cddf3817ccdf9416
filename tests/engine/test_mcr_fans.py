"""国标麻将: for every fan an example and a near miss."""

from __future__ import annotations

import pytest

from engine.rules.mcr.fans import FANS
from engine.win import EntryCause, Win
from tests.engine.mcr_hands import counts, win

KONG = EntryCause.KONG
PLAIN = "567s34p789p11z + 2p 吃345m"
"""无番和: nothing at all."""
ORPHANS = "19m19p19s1234567z"

EXAMPLES: dict[str, tuple[Win, int, Win]] = {
    # fan: an example, how often it counts there, and a near miss
    "大四喜": (win("444z5p + 5p 碰111z 碰222z 碰333z"), 1, win("44z55p + 4z 碰111z 碰222z 碰666z")),
    "大三元": (win("12m99p + 3m 碰777z 碰666z 碰555z"), 1, win("12m55z + 3m 碰777z 碰666z 碰999p")),
    "绿一色": (win("23466s66z + 6z 碰333s 碰888s"), 1, win("23466s77z + 7z 碰333s 碰888s")),
    "九莲宝灯": (win("1112345678999m + 5m"), 1, win("1112345678899m + 9m")),
    "四杠": (win("5p + 5p 明1111m 加3333s 暗7777p 暗2222z"), 1,
           win("5p + 5p 明1111m 加3333s 暗7777p 碰222z")),
    "连七对": (win("2233445566778m + 8m"), 1, win("1133445566778m + 8m")),
    "十三幺": (win(ORPHANS + " + 1m"), 1, win("11199m99p + 9p 碰111z 碰222z")),
    "清幺九": (win("111m1199s + 9s 碰999m 碰111p"), 1, win("111m1188s + 8s 碰999m 碰111p")),
    "小四喜": (win("333z4z + 4z 碰111z 碰222z 碰222m"), 1, win("333z5z + 5z 碰111z 碰222z 碰222m")),
    "小三元": (win("234m678p5z + 5z 碰777z 碰666z"), 1, win("234m678p4z + 4z 碰777z 碰666z")),
    "字一色": (win("444z6z + 6z 碰111z 碰777z 碰333z"), 1, win("444z9m + 9m 碰111z 碰777z 碰333z")),
    "四暗刻": (win("222m555p777s111z8m + 8m"), 1, win("222m555p777s11z88m + 1z")),
    "一色双龙会": (win("1122335579m + 8m 吃789m"), 1, win("1122336679m + 8m 吃789m")),
    "一色四同顺": (win("223344m5p + 5p 吃234m 吃234m"), 1, win("233445m5p + 5p 吃234m 吃234m")),
    "一色四节高": (win("666s4z + 4z 碰333s 碰444s 碰555s"), 1,
             win("777s4z + 4z 碰333s 碰444s 碰555s")),
    "一色四步高": (win("45m88p + 6m 吃123m 吃234m 吃345m"), 1,
             win("56m88p + 7m 吃123m 吃234m 吃345m")),
    "三杠": (win("78s44z + 9s 明2222m 加9999p 暗3333m"), 1,
             win("78s44z + 9s 碰222m 加9999p 暗3333m")),
    "混幺九": (win("777z9s + 9s 碰111m 碰999p 碰111z"), 1, win("777z8s + 8s 碰111m 碰999p 碰111z")),
    "七对": (win("1133m5577p2299s1z + 1z"), 1, win("112233m456p555s1z + 1z")),
    "七星不靠": (win("1234567z14m25p36s + 9s"), 1, win("123456z147m25p36s + 9s")),
    "全双刻": (win("888m2s + 2s 碰222m 碰444p 碰666s"), 1, win("888m3s + 3s 碰222m 碰444p 碰666s")),
    "清一色": (win("2224565578p + 6p 吃123p"), 1, win("2224565578p + 6p 吃123m")),
    "一色三同顺": (win("34s345s789m11z + 5s 吃345s"), 1, win("34s456s789m11z + 5s 吃345s")),
    "一色三节高": (win("555p78s11z + 9s 碰333p 碰444p"), 1, win("666p78s11z + 9s 碰333p 碰444p")),
    "全大": (win("78789p888m99s + 9p 吃789s"), 1, win("78789p888m66s + 9p 吃789s")),
    "全中": (win("456p45s555m66p + 6s 吃456m"), 1, win("456p56s555m66p + 7s 吃456m")),
    "全小": (win("123p12s222m33p + 3s 吃123m"), 1, win("123p23s222m33p + 4s 吃123m")),
    "清龙": (win("45678m666p99s + 9m 吃123m"), 1, win("45678m666p99s + 9m 吃123s")),
    "三色双龙会": (win("789m123p78p55s + 9p 吃123m"), 1, win("789m123p78p55p + 9p 吃123m")),
    "一色三步高": (win("23434s111z77p + 5s 吃123s"), 1, win("23467s111z77p + 8s 吃123s")),
    "全带五": (win("45m567p34555s + 6m 吃345p"), 1, win("45m567p34566s + 6m 吃345p")),
    "三同刻": (win("777s23m11z + 4m 碰777m 碰777p"), 1, win("777s23m11z + 4m 碰777m 碰888p")),
    "三暗刻": (win("555p888s444z1z + 1z 吃234m"), 1, win("555p888s44z11z + 4z 吃234m")),
    "全不靠": (win("123456z147m258p3s + 6s"), 1, win("14723m258p369s11z + 4m")),
    "组合龙": (win("147234m258p36s11z + 9s"), 1, win(ORPHANS + " + 9s")),
    "大于五": (win("789p666s99m78s + 9s 吃678m"), 1, win("789p555s99m78s + 9s 吃678m")),
    "小于五": (win("234p444s11s23m + 4m 吃123m"), 1, win("234p555s11s23m + 4m 吃123m")),
    "三风刻": (win("23m55p + 4m 碰111z 碰222z 碰333z"), 1, win("23m55p + 4m 碰111z 碰222z 碰777z")),
    "花龙": (win("456p78s111z66m + 9s 吃123m"), 1, win("456p78s111z66m + 9s 吃123p")),
    "推不倒": (win("456s888p99s45p + 3p 吃123p"), 1, win("456s888p99s45p + 6p 吃123p")),
    "三色三同顺": (win("234p23s777m99p + 4s 吃234m"), 1, win("234p34s777m99p + 5s 吃234m")),
    "三色三节高": (win("555s67m11p + 8m 碰333m 碰444p"), 1, win("555s67m11p + 8m 碰333m 碰444s")),
    "无番和": (win(PLAIN), 1, win(PLAIN, last=True)),
    "妙手回春": (win(PLAIN, "自摸", last=True), 1, win(PLAIN, last=True)),
    "海底捞月": (win(PLAIN, last=True), 1, win(PLAIN, "自摸", last=True)),
    "杠上开花": (win("567s34p789p11z + 2p 加2222m", "自摸", entry=KONG), 1,
             win("567s34p789p11z + 2p 加2222m", "自摸", entry=EntryCause.FLOWER)),
    "抢杠和": (win(PLAIN, "抢杠"), 1, win(PLAIN)),
    "碰碰和": (win("111z9m + 9m 碰222m 碰555p 碰888s"), 1, win("123m9m + 9m 碰222m 碰555p 碰888s")),
    "混一色": (win("567m444z11z78m + 9m 吃123m"), 1, win("567m444z11z78p + 9p 吃123m")),
    "三色三步高": (win("234p34s777m99p + 5s 吃123m"), 1, win("345p56s777m99p + 7s 吃123m")),
    "五门齐": (win("44z45s + 6s 吃123m 吃567p 碰777z"), 1, win("55z45s + 6s 吃123m 吃567p 碰777z")),
    "全求人": (win("1z + 1z 吃123m 吃567p 碰888s 吃234s"), 1,
            win("1z + 1z 吃123m 吃567p 暗8888s 吃234s")),
    "双暗杠": (win("45678s44z + 9s 暗3333m 暗7777p"), 1, win("45678s44z + 9s 暗3333m 明7777p")),
    "双箭刻": (win("234m67p99s + 8p 碰777z 碰666z"), 1, win("234m67p99s + 8p 碰777z 碰444z")),
    "明暗杠": (win("45678s44z + 9s 暗3333m 明7777p"), 1, win("45678s44z + 9s 暗3333m 碰777p")),
    "全带幺": (win("444z79s11z + 8s 吃123m 吃789p"), 1, win("444z68s11z + 7s 吃123m 吃789p")),
    "不求人": (win("345m789p567s34p11z + 2p", "自摸"), 1, win("345m789p567s34p11z + 2p")),
    "双明杠": (win("45678s44z + 9s 明2222m 加9999p"), 1, win("45678s44z + 9s 明2222m 碰999p")),
    "和绝张": (win(PLAIN, last_of_kind=True), 1, win(PLAIN, "抢杠", last_of_kind=True)),
    "箭刻": (win("234m67p99s + 8p 碰777z 碰111z"), 1, win("234m67p99s + 8p 碰444z 碰111z")),
    "圈风刻": (win("234m67p99s + 8p 碰777z 碰111z"), 1,
            win("234m67p99s + 8p 碰777z 碰111z", round_wind="3z")),
    "门风刻": (win("234m67p99s + 8p 碰777z 碰222z"), 1,
            win("234m67p99s + 8p 碰777z 碰222z", wind="4z")),
    "门前清": (win("345m789p567s34p11z + 2p"), 1, win(PLAIN)),
    "平和": (win("234m234m567p56s88p + 7s"), 1, win("234m234m567p56s11z + 7s")),
    "四归一": (win("2224565578p + 6p 吃123p"), 1, win("123s45678p99s + 9p 明2222m")),
    "双同刻": (win("777s23m11z + 4m 碰777m 吃456p"), 1, win("777s23m11z + 4m 碰888m 吃456p")),
    "双暗刻": (win("555p888s234m1z + 1z 吃456m"), 1, win("555p88s234m11z + 8s 吃456m")),
    "暗杠": (win("34s567888p99m + 5s 暗1111z"), 1, win("34s567888p99m + 5s 碰111z")),
    "断幺": (win("234m234m567p56s88p + 7s"), 1, win("123m234m567p56s88p + 7s")),
    "一般高": (win("234m234m567p56s88p + 7s"), 1, win("234m345m678p56s88p + 7s")),
    "喜相逢": (win("234m567p56s88p + 7s 碰999m"), 1, win("234m678p56s88p + 7s 碰999m")),
    "连六": (win("45678s44z + 9s 碰222m 碰777p"), 1, win("345789s4z + 4z 碰222m 碰777p")),
    "老少副": (win("567m444z11z78m + 9m 吃123m"), 1, win("567m444z11z78s + 9s 吃123m")),
    "幺九刻": (win("45678s44z + 9s 碰111m 碰333z"), 2, win("45678s44z + 9s 碰222m 碰777z")),
    "明杠": (win("45678s44z + 9s 明2222m 碰777p"), 1, win("45678s44z + 9s 暗2222m 碰777p")),
    "缺一门": (win("345678s4z + 4z 碰222m 碰777m"), 1, win("345678s4z + 4z 碰222m 碰777p")),
    "无字": (win("45678m666p99s + 9m 吃123m"), 1, win("45678m666p11z + 9m 吃123m")),
    "边张": (win("12m99p + 3m 碰777z 碰666z 碰555z"), 1, win("23m99p + 1m 碰777z 碰666z 碰555z")),
    "嵌张": (win("444z79s11z + 8s 吃123m 吃789p"), 1, win("444z78s11z + 9s 吃123m 吃789p")),
    "单钓将": (win("345678s4z + 4z 碰222m 碰777p"), 1, win("3456s + 6s 碰222m 碰777p 碰444z")),
    "自摸": (win(PLAIN, "自摸"), 1, win(PLAIN)),
    "花牌": (win(PLAIN, flowers="15f"), 2, win(PLAIN)),
}  # fmt: skip


def test_every_fan_has_an_example() -> None:
    assert set(EXAMPLES) == {fan.name.zh for fan in FANS}
    assert len(FANS) == 82


@pytest.mark.parametrize("fan", list(EXAMPLES))
def test_example_and_near_miss(fan: str) -> None:
    example, times, miss = EXAMPLES[fan]
    assert counts(example).get(fan) == times
    assert fan not in counts(miss)
