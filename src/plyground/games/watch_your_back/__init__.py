"""Watch Your Back!"""
