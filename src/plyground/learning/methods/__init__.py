"""Methods of learning: one file each."""
