"""Training of the recogniser; needs the extra `train` beyond data preparation."""
