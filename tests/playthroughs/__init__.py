"""One long game of each game, every position of it in a text file: what rules, texts and
evaluations said when it was written."""
