"""The documents, and the programs that draw and write parts of them."""
