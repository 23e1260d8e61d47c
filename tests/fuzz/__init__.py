"""Every parser against texts and files that nobody would write: `make fuzz`."""
