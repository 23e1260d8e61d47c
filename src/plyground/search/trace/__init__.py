"""The textbook searches of reference.py step by step: every line they execute, for students."""
