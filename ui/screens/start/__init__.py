"""Who plays what: the first screen."""
