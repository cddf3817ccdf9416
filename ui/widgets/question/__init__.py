"""The bar at the bottom: last event, question, undo."""
