"""The three ways to solve: one position, each of its moves, or a file of positions."""
