"""Our players as other frameworks want them."""
