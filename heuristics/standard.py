"""The bot that also infers roles from who harms and helps whom, and looks one step further."""

from heuristics.decide import decide
from heuristics.table import Player

BOT = Player("standard", decide, "standard", reads="cards")
