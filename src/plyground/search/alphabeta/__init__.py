"""Minimax, alpha-beta, negamax and negascout (principal variation search): one kernel."""
