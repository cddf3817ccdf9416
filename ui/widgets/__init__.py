"""Parts that screens are made of; each folder is one family."""
