"""Path games: generalized tic-tac-toe."""
