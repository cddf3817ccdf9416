"""Keys with tiles, dice and seats."""
