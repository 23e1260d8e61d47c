"""The views of the page: one file each, with the messages that only it needs."""
