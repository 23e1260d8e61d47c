"""The functions of `import plyground`, with their typed results."""
