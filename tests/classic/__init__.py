"""The five programs as their documents describe them."""
