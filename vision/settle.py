"""Tracks: what lies still, what a hand hides, what has gone.

Looks are matched to tracks by place. A tile's class is voted over looks (the
mean of log probabilities), so one flickering look changes nothing. A tile is
there when enough looks agree, and gone when its place is seen empty as often;
where the place shows neither the tile nor felt, something lies over it and
the tile is hidden, not gone. Another face in the same place replaces the tile
when looks insist. It knows nothing of time, threads or pictures: whoever
looks says where it looked and what the ground looks like there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.observations import Presence, SeenTile
from engine.tile import KINDS
from vision.detections import BACK_CLASS, CLASS_COUNT, box_iou
from vision.geometry import Calibration
from vision.measure import LIKE_AN_EDGE, Measured
from vision.settings import EyesSettings
from vision.track import Ground, Track
from vision.zones import PLACES

_LEAST_PROB: Final = 1e-4
_LEAST_TOLD: Final = 0.01
_FAIR: Final = 0.5
"""Confidence of another face where the place looks changed."""
_INSIST: Final = 4
"""Contradicting looks that replace a tile though its place hardly changed."""
_BURIED: Final = 0.6
"""Share of a hidden tile's box that another seen tile takes where it has gone."""
_A_ROW: Final = 4
"""Standing tiles that make a row."""
_STILL_LOOKS: Final = 8
"""Looks over which a position is averaged."""


class TrackBook:
    """All tiles on the table that the eyes know of."""

    def __init__(self, settings: EyesSettings | None = None) -> None:
        self.settings = settings or EyesSettings()
        self.tracks: list[Track] = []
        self.confirmed: set[int] = set()
        """Tracks whose tile the last look saw whole and as it was known."""
        self._next = 1

    def update(
        self,
        measured: Measured,
        looked: NDArray[np.bool_],
        judge: Callable[[Track], Ground],
        again: bool = False,
    ) -> None:
        """One look. `looked` (len(tracks),): whose whole place was looked at, at rest.

        `again`: at the same picture as before; nothing is gone because of that.
        """
        if len(looked) != len(self.tracks):
            raise ValueError(f"looked: expected ({len(self.tracks)},), got {looked.shape}")
        self.confirmed = set()
        pairs = self._matches(measured)
        taken = {row for _, row in pairs}
        matched = {index for index, _ in pairs}
        gone: set[int] = set()
        for index, row in pairs:
            if self._confirm(self.tracks[index], measured, row, judge):
                self.tracks[index] = self._successor(self.tracks[index], measured, row)
        missing = [int(i) for i in np.flatnonzero(looked) if int(i) not in matched]
        if not again:
            gone.update(index for index in missing if self._miss(self.tracks[index], judge))
        unexplained = [row for row in range(len(measured)) if row not in taken]
        away = [i for i in range(len(self.tracks)) if i not in matched and i not in gone]
        fresh = [row for row in unexplained if not self._moved(measured, row, away)]
        self.tracks = [track for i, track in enumerate(self.tracks) if i not in gone]
        self.tracks += [self._begin(measured, row) for row in fresh if not measured.partial[row]]
        self._supersede()

    def carry_over(self, before: Calibration, after: Calibration, height: float) -> None:
        """The same tiles in the pixels of another picture of the table."""
        for track in self.tracks:
            track.box = before.box_in(after, track.box, height)

    def measure_anew(
        self, held: tuple[Calibration, Calibration], holds: tuple[Calibration, Calibration],
        height: float,
    ) -> None:
        """Tiles that were measured with a camera that had been moved, in their true places.

        Both times the camera's calibration and that of the picture in which boxes are told.
        """
        for track in self.tracks:
            was = track.x, track.y
            there = held[0].to_pixel([was], height)
            (track.x, track.y) = (float(v) for v in holds[0].to_table(there, height)[0])
            # The box keeps its size on the table and goes where the tile is.
            box = held[1].box_in(holds[1], track.box, height)
            now, then = holds[1].to_pixel([(track.x, track.y), was], height)
            dx, dy = now - then
            track.box = box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy

    def standing_rows(self) -> list[int]:
        """Places most of whose tiles, and not only a few, stand."""
        stands = Counter(t.place for t in self.tracks if t.is_seen and t.standing)
        lies = Counter(t.place for t in self.tracks if t.is_seen and not t.standing)
        return [place for place, n in stands.items() if n >= _A_ROW and n > lies[place]]

    def seen(self, track: Track) -> SeenTile:
        """The track as a sighting tells it."""
        probs = track.probs
        zone, seat = PLACES[track.place]
        order = np.argsort(-probs[:BACK_CLASS], kind="stable")[: self.settings.faces]
        likely = [i for n, i in enumerate(order) if n == 0 or probs[i] >= _LEAST_TOLD]
        return SeenTile(
            track=track.id,
            zone=zone,
            seat=seat,
            x=track.x,
            y=track.y,
            yaw=track.yaw,
            faces=tuple((KINDS[i], float(probs[i])) for i in likely),
            back=float(probs[BACK_CLASS]),
            looks=track.looks,
            presence=Presence.HIDDEN if track.hidden else Presence.SEEN,
            box=track.box,
        )

    def _matches(self, measured: Measured) -> list[tuple[int, int]]:
        """Track and row pairs, nearest first, each used once."""
        if not self.tracks or not len(measured):
            return []
        places = np.array([(track.x, track.y) for track in self.tracks])
        distances = np.hypot(*(places[:, None] - measured.points[None]).transpose(2, 0, 1))
        near = np.argwhere(distances <= self.settings.gate)
        order = np.argsort(distances[near[:, 0], near[:, 1]], kind="stable")
        pairs: list[tuple[int, int]] = []
        used: tuple[set[int], set[int]] = (set(), set())
        for index, row in near[order]:
            if index not in used[0] and row not in used[1]:
                pairs.append((int(index), int(row)))
                used[0].add(int(index))
                used[1].add(int(row))
        return pairs

    def _confirm(
        self, track: Track, measured: Measured, row: int, judge: Callable[[Track], Ground]
    ) -> bool:
        """Vote; True where this is another tile by now."""
        track.hidden = False
        track.empties = track.misses = 0
        if measured.partial[row] or (track.settled and measured.touched[row]):
            return False
        logs = _logs(measured, row)
        new = int(logs.argmax())
        told = np.exp(logs)
        otherwise = track.settled and new != track.best and told[track.best] < 0.1
        elsewhere = otherwise and measured.weights[row] >= 1 and not track.badly_seen
        # However badly cut, a back does not show a clear face before it is turned.
        turned = otherwise and track.best == BACK_CLASS and not measured.standing[row]
        turned = turned and told[new] >= self.settings.sure
        # Where the place looks otherwise than before, a fair reading is enough.
        changed = (elsewhere or turned) and judge(track) is not Ground.SAME
        if (changed or elsewhere) and told[new] >= (_FAIR if changed else self.settings.sure):
            if track.rival is None or int(track.rival.argmax()) != new:
                track.rival, track.rival_looks = logs, 1
            else:
                track.rival, track.rival_looks = track.rival + logs, track.rival_looks + 1
            if track.rival_looks >= (self.settings.looks if changed else _INSIST):
                return True
        elif otherwise and not track.badly_seen:
            # A poor look that shows something else neither confirms nor decides.
            track.rival_looks = max(track.rival_looks, 1)
        else:
            track.rival, track.rival_looks = None, 0
            self.confirmed.add(track.id)
        self._vote(track, measured, row, logs)
        return False

    def _vote(
        self, track: Track, measured: Measured, row: int, logs: NDArray[np.float64]
    ) -> None:
        limit, weight = self.settings.vote_limit, float(measured.weights[row])
        keep = min(1.0, (limit - weight) / track.weight)
        track.votes = track.votes * keep + logs * weight
        track.weight = track.weight * keep + weight
        track.looks += 1
        track.score += (float(measured.scores[row]) - track.score) / track.looks
        x, y = measured.points[row]
        nudged = np.hypot(x - track.x, y - track.y) > self.settings.nudge
        track.still = 1 if nudged else min(track.still + 1, _STILL_LOOKS)
        share = 1 / track.still
        track.x += (float(x) - track.x) * share
        track.y += (float(y) - track.y) * share
        track.box = _box(measured, row)
        track.yaw = float(measured.yaws[row])
        # A tile known by its face lies, also where a look cut it as narrow as one that stands.
        known = not track.standing and track.best not in LIKE_AN_EDGE and track.looks > 1
        if not (measured.standing[row] and known):
            track.place = int(measured.places[row])
            track.standing = bool(measured.standing[row])
        track.faces_seen = [*track.faces_seen[-3:], int(logs.argmax())]
        if not track.settled:
            self._consider(track, bool(measured.touched[row]))

    def _consider(self, track: Track, touched: bool) -> None:
        """Believe a new tile once looks agree on it and no hand holds it, or after
        long hesitation."""
        wanted = self.settings.looks
        if track.looks < wanted or (track.badly_seen and track.looks < 2 * wanted):
            return
        # Standing tiles are only counted, and the row's length is asked as well.
        if track.score < self.settings.accept_score and not track.standing:
            # A faint find counts when it is found again and again; sooner as the same.
            alike = len(set(track.faces_seen[-2 * wanted :])) == 1
            if track.looks < (2 * wanted if alike else wanted + self.settings.more_looks - 1):
                return
        if touched and track.looks < wanted + self.settings.more_looks:
            return
        agree = track.standing or len(set(track.faces_seen[-wanted:])) == 1
        if agree or track.looks >= wanted + self.settings.more_looks:
            track.settled = True

    def _miss(self, track: Track, judge: Callable[[Track], Ground]) -> bool:
        """No tile was found in a place looked at; True where it has gone."""
        if not track.settled:
            track.misses += 1
            return track.misses > 1
        ground = judge(track)
        track.hidden = ground is Ground.COVERED
        track.empties = track.empties + 1 if ground is Ground.EMPTY else 0
        return track.empties >= self.settings.looks

    def _moved(self, measured: Measured, row: int, away: list[int]) -> bool:
        """Whether an unexplained box is a known tile pushed a little, or a part
        of one that something covers; then that track keeps its identity."""
        away_boxes = np.array([self.tracks[i].box for i in away], np.float32).reshape(-1, 4)
        shared = box_iou(measured.boxes[row : row + 1], away_boxes)[0]
        for index in [away[n] for n in np.flatnonzero(shared >= 0.15)]:
            track = self.tracks[index]
            if not track.settled:
                continue
            if measured.partial[row]:
                return True
            x, y = measured.points[row]
            distance = np.hypot(x - track.x, y - track.y)
            if distance <= 2 * self.settings.gate and measured.probs[row, track.best] > 0.5:
                track.x, track.y = float(x), float(y)
                track.hidden, track.empties = False, 0
                self._vote(track, measured, row, _logs(measured, row))
                away.remove(index)
                return True
        return False

    def _begin(self, measured: Measured, row: int) -> Track:
        logs = _logs(measured, row)
        x, y = measured.points[row]
        track = Track(
            id=self._next,
            x=float(x),
            y=float(y),
            yaw=float(measured.yaws[row]),
            place=int(measured.places[row]),
            standing=bool(measured.standing[row]),
            box=_box(measured, row),
            votes=logs * float(measured.weights[row]),
            weight=float(measured.weights[row]),
            score=float(measured.scores[row]),
            faces_seen=[int(logs.argmax())],
        )
        self._next += 1
        return track

    def _successor(self, track: Track, measured: Measured, row: int) -> Track:
        """The tile that lies by now where `track` lay, with the looks that told so."""
        new = self._begin(measured, row)
        if track.rival is not None:
            new.votes, new.weight, new.looks = track.rival, track.rival_looks, track.rival_looks
        new.settled = True
        return new

    def _supersede(self) -> None:
        """Two bodies cannot share a place: the one seen goes on, the hidden one went."""
        if not self.tracks:
            return
        places = np.array([(track.x, track.y) for track in self.tracks])
        distances = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
        older, newer = np.nonzero(np.triu(distances < self.settings.twin + 2, 1))
        over = {
            int(low)
            for low, high in zip(older, newer, strict=True)
            if self.tracks[low].settled and self.tracks[high].is_seen
        }
        over |= self._buried()
        self.tracks = [track for i, track in enumerate(self.tracks) if i not in over]


    def _buried(self) -> set[int]:
        """Hidden tracks over most of which another tile is seen: one that stood and
        lies now has its middle elsewhere in the picture, yet takes the same place."""
        seen = np.array([t.box for t in self.tracks if t.is_seen], np.float32).reshape(-1, 4)
        buried = set()
        for index, track in enumerate(self.tracks):
            if not track.hidden or not len(seen):
                continue
            x0, y0, x1, y1 = track.box
            width = np.minimum(seen[:, 2], x1) - np.maximum(seen[:, 0], x0)
            height = np.minimum(seen[:, 3], y1) - np.maximum(seen[:, 1], y0)
            shared = np.clip(width, 0, None) * np.clip(height, 0, None)
            if shared.max() > _BURIED * (x1 - x0) * (y1 - y0):
                buried.add(index)
        return buried


def _logs(measured: Measured, row: int) -> NDArray[np.float64]:
    probs = np.maximum(measured.probs[row].astype(np.float64), _LEAST_PROB)
    if probs.shape != (CLASS_COUNT,):
        raise ValueError(f"probs: expected ({CLASS_COUNT},), got {probs.shape}")
    return np.asarray(np.log(probs / probs.sum()), np.float64)


def _box(measured: Measured, row: int) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(v) for v in measured.boxes[row])
    return x0, y0, x1, y1
