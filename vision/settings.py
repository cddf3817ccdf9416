"""Every threshold of the eyes in one place."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.detections import BELIEF


def _described(default: float, text: str) -> float:
    return field(default=default, metadata={"description": text})


@dataclass(frozen=True, slots=True)
class EyesSettings:
    """How the eyes watch and when they believe. Lengths in millimetres on the
    table, times in seconds, brightness in grey levels 0…255. Each field's
    metadata holds its description."""

    watch_tile_px: float = _described(
        11.0, "Long side of a tile in the small picture that is watched for change."
    )
    noise_floor: float = _described(9.0, "Smallest difference that counts as a change.")
    noise_factor: float = _described(6.0, "A change is also this many times the picture's noise.")
    dark: float = _described(14.0, "A picture darker than this on average shows nothing.")
    flat: float = _described(4.0, "A picture whose brightness varies less shows nothing.")
    rest_s: float = _described(0.08, "How long a place must lie still before it is looked at.")
    whole_share: float = _described(
        0.3, "From this share of changed table on the whole table is looked at at once."
    )
    refresh_s: float = _described(
        6.0, "After this time without a look one seat's quarter of the table is looked at again."
    )
    looks: int = field(
        default=2,
        metadata={"description": "Looks after a change: agreeing ones make a tile or its absence."},
    )
    more_looks: int = field(
        default=4, metadata={"description": "Further looks spent on a place that stays doubtful."}
    )
    gate: float = _described(14.0, "A tile found within this distance is the same tile.")
    nudge: float = _described(
        3.0, "A tile found further off than this was pushed; its position is taken anew."
    )
    twin: float = _described(13.0, "Two boxes with middles closer than this are one tile.")
    sure: float = _described(0.8, "A single look this sure may contradict what was voted.")
    tile_score: float = _described(0.35, "Detections below this score are left out.")
    sure_score: float = _described(
        0.6, "A find of this score is no ghost, whatever the felt's colour says."
    )
    stray_score: float = _described(
        0.6, "Score given to a tile that was found by its outline on the felt alone."
    )
    stray_face: float = _described(
        0.85, "Least confidence of its face for a tile found by its outline alone."
    )
    belief: float = _described(
        BELIEF, "Least product of a find's score and its face's confidence that is believed."
    )
    blurred_belief: float = _described(
        0.12, "The same where the camera shows tiles so small that faces blur."
    )
    accept_score: float = _described(0.5, "Mean detection score that a new tile must reach.")
    vote_limit: float = _described(
        12.0, "Votes kept per tile: later looks go on having a say beyond it."
    )
    same_patch: float = _described(
        11.0, "Mean difference up to which a place still looks as when its tile was read."
    )
    felt_share: float = _described(0.7, "Share of felt-coloured pixels that makes a place empty.")
    felt_chroma: float = _described(0.045, "Distance in chromaticity up to which a pixel is felt.")
    felt_dim: float = _described(0.4, "Felt in shadow keeps at least this share of its light.")
    felt_bright: float = _described(1.35, "Felt in light has at most this multiple of its light.")
    cover_area: float = _described(
        900.0, "Square millimetres of a zone that something must hide to make it covered."
    )
    faces: int = field(
        default=4, metadata={"description": "How many likely kinds a sighting tells per tile."}
    )
    covered_every_s: float = _described(
        0.5, "Sightings in which only more is covered than before come at most this often."
    )
