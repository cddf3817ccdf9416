"""Fields and choices: names, amounts, house options."""
