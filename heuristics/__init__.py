"""Bots: jitted functions that answer the requests of the core from what a player sees."""
