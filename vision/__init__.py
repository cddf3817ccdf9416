"""The eyes: camera pictures in, settled sightings out."""
