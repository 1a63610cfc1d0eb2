"""The bot that does nothing it need not do: it passes where it may, else takes the first option."""

from heuristics.table import Player
from sim.core.jit import bot


@bot
def decide(g, rules, b, seat):
    """Return the first option: passing is option 0 wherever it is possible."""
    return 0


# It plays no card, so habits matter only where it has to aim at somebody.
BOT = Player(
    "pass", decide, reads="held", unheeded=("no-belief", "no-rescue", "no-counter", "no-equipment", "no-sweep")
)
