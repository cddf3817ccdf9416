"""Worked cases: files of hands, payments and situations with what they must
come to, run against the rule pages."""
