"""The eyes: camera pictures in, settled sightings out."""

import os

# Read when OpenCV is loaded: a file that is no picture is told in our own words.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
# Read when ONNX Runtime is loaded: a table sends nothing to anybody.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
