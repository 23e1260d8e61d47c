"""Games in a browser: a server for one person, and its page."""
