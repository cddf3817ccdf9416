"""What goes wrong at a table."""
