"""One folder per screen: its logic and its kv."""
