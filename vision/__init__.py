"""The eyes: camera pictures in, settled sightings out."""

import os

# Read when OpenCV is loaded: a file that is no picture is told in our own words.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
