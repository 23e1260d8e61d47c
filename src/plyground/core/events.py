"""What happens deep inside that someone outside may want to show."""

from collections.abc import Callable

on_compile: list[Callable[[str, bool], None]] = []
"""Called with a kernel's name when it starts (True) and ends (False) compiling."""
