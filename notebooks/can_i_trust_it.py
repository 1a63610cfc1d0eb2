# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Can I trust it?
# # 能信吗？
#
# A win rate is that of the bots that played. Four questions tell how far it can be believed: does a better bot win
# more, do bots know who is who, do they gain by the skills they use, and does the engine find the numbers that pen
# and paper find?

# %%
import os

import pandas as pd

import reports
import sim
from reports import measure

LANG = "en"
RULES = "sanguosha_official"
SHORT = bool(os.environ.get("SHALAB_SHORT"))
GAMES = 60 if SHORT else 2_000

# %% [markdown]
# ## Which bot is better? · 机器人的强弱
# Each bot in the place of each, camp by camp, in the same games: `delta` is what the camp gains, in win rate, by the
# better one. A bot that knows more of the game must gain in every camp; a step down would say that it plays some role
# badly.

# %%
ladder = measure.ladder(RULES, "random,greedy,standard", players=5, games=GAMES, seed=5)
ladder["ladder"].round(3)

# %% [markdown]
# How often each camp wins where all seats are the same bot, and the lord's chance if players died in random order:

# %%
ladder["rates"].round(3)

# %% [markdown]
# ## Do they know who is who? · 身份的推断
# After each round, how often the likeliest role is the true one (`right`), beside guessing the commonest hidden role
# (`common`); `gain` is the difference. At the start nobody can know; `right` must grow. Late in a game so does
# `common`: few are left to be told apart.

# %%
beliefs = measure.beliefs(RULES, players=5, games=GAMES, seed=5, lang=LANG)
beliefs["beliefs"][
    [
        "round",
        "games",
        "right",
        "right_low",
        "right_high",
        "common",
        "common_low",
        "common_high",
        "gain",
        "gain_low",
        "gain_high",
    ]
].head(6).round(3)

# %% [markdown]
# Do believed chances come true? On the diagonal they do; where the curve is steeper than it, the bots are too modest:
# what they hold for likely is more so, what they hold for unlikely less.

# %%
reports.draw(beliefs, "reliability", lang=LANG)

# %% [markdown]
# ## Do skills help who uses them? · 技能用得好不好
# The same games with and without a skill. Less than nothing would be a skill that is played badly.

# %%
worth = measure.worth(RULES, "sunquan,zhugeliang,diaochan", players=5, games=GAMES // 2, seed=5, lang=LANG)
skills = worth["worth"]
names = sim.load_ruleset(RULES)
skills["zh"] = [f"{names.name(row.hero, 'zh')} {names.name(row.skill, 'zh')}" for row in skills.itertuples()]
skills[["hero_name", "skill_name", "zh", "role", "pairs", "delta", "low", "high"]].round(3)

# %% [markdown]
# ## Pen and paper · 可以算出的数
# Probabilities that can be reckoned, and how often the engine finds them. 108 cards of four suits, 27 each; the card
# that is judged is another than that in front of the player.
#
# - 乐不思蜀 Indulgence, itself a heart: the play phase is lost unless a heart is judged, 81 of 107.
# - 闪电 Lightning, itself the spade ace: it strikes if a spade of 2 to 9 is judged, 17 of 107.

# %%
POSITIONS = {
    "乐不思蜀 Indulgence, play phase lost": ("indulgence@H6", 81 / 107),
    "闪电 Lightning, struck": ("lightning@SA", 17 / 107),
}
rows = []
for what, (card, exact) in POSITIONS.items():
    start = {
        "ruleset": RULES,
        "start": {"phase": "judge"},
        "seat": [{"role": "lord", "judge": [card]}, {"role": "rebel"}],
    }
    found = sim.simulate(start=start, stop="ask,turn", games=10 * GAMES, seed=5, bots="pass")
    if card.startswith("indulgence"):
        hits = (found.games()["stopped"] == "turn").to_numpy()
    else:
        hits = (found.seats().filter(seat=0)["damage_taken"] > 0).to_numpy()
    half = 1.96 * (exact * (1 - exact) / len(hits)) ** 0.5
    rows.append((what, len(hits), hits.mean(), hits.mean() - half, hits.mean() + half, exact))
pd.DataFrame(rows, columns=["what", "games", "found", "low", "high", "exact"]).round(4)

# %% [markdown]
# ## Does it hold under another bot? · 换一种机器人
# The same heroes between `greedy` bots. A hero that is strong under both is strong; the rest is the bot's.

# %%
runs = {bots: sim.simulate(RULES, players=5, games=5 * GAMES, seed=5, bots=bots) for bots in ("standard", "greedy")}
tables = {
    bots: reports.tiers(run, lang=LANG).query("role == 'all'").set_index("hero_name") for bots, run in runs.items()
}
shown = ["diff", "diff_low", "diff_high"]
both = tables["standard"][["hero", *shown]].join(tables["greedy"][shown], suffixes=("", "_greedy"))
both["zh"] = both["hero"].map(runs["standard"].info["names"]["zh"])
both[["zh", *both.columns.drop(["zh", "hero"])]].loc[both["diff"].abs().sort_values(ascending=False).index].head(
    10
).round(3)

# %% [markdown]
# The correlation of the two over all heroes, with its 95 % interval by Fisher's z. It is drawn toward 0 by the chance
# in both:

# %%
from math import atanh, sqrt, tanh

r = both["diff"].corr(both["diff_greedy"])
low, high = (tanh(atanh(r) + side * 1.96 / sqrt(len(both) - 3)) for side in (-1, 1))
print(f"r = {r:.2f} ({low:.2f} … {high:.2f}), {len(both)} heroes")

# %% [markdown]
# The words behind this are in [docs/bots.md](../docs/bots.md).
