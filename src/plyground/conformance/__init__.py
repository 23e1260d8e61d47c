"""Whether a game keeps its promises."""
