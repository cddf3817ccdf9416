"""Labelling photos: a picture with marks, mended by keys and by drawing."""
