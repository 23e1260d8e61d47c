"""Pattern networks (n-tuple networks): evaluations of many small tables, for games whose author
knows no features.

A pattern is a few squares. What stands on them is an index into the pattern's table of weights, and
the value of a position is the hyperbolic tangent of the sum of all weights found. Each seat has its
own weights; patterns that symmetries map to each other share theirs.
"""
