"""What a finger presses."""
