"""The bot that values effects and knows only the roles that are shown."""

from heuristics.decide import decide
from heuristics.table import Player

BOT = Player("greedy", decide, "greedy", reads="cards", unheeded=("no-belief",))
