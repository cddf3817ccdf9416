"""The head of every screen: its name, where to go, the language."""
