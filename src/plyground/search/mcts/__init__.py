"""Monte Carlo tree search with UCB1 and proofs (MCTS-Solver)."""
