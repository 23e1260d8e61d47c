"""A game going on: the record, who sits at the board, the clocks, and who may do what now."""
