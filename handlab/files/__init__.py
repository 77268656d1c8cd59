"""Answers as files: written completely or not at all, in the format that their extension names."""
