"""The five programs as their documents describe them, each a thin layer over games and searches."""
