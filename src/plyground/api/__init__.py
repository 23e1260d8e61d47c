"""What `import plyground` offers: one file a function, each with its typed result."""
