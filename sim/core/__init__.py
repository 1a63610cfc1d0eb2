"""The machine: jitted functions over one record a game. It knows no game by name."""
