"""`python -m plyground` is the program `plyground`."""

from plyground.cli.app import main

if __name__ == "__main__":
    main()
