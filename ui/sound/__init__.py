"""What can be heard: short sounds and spoken calls, both off by default."""
