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
# # A rule change, paired: what if 反间 named a colour?
# # 改一条规则，配对比较：反间若是猜颜色？
#
# 周瑜 Zhou Yu, 反间 Fanjian: another player names a **suit** 花色, takes one of his cards unseen, and is hurt if the
# suit is another. Named a **colour** 颜色 instead, as rules document 001 words it, the guess is right about half the
# time and no longer a quarter.
#
# The same games are played by both texts, with the same seats, roles, heroes and order of cards, so a difference is
# the rule's doing. What cannot have met the rule is the same game, and is not played twice.

# %%
import os

import reports
import sim

LANG = "en"
GAMES = 300 if os.environ.get("SHALAB_SHORT") else 20_000

# %%
change = {"skills.fanjian.rows.0.naming": "their_colour"}
played = sim.compare("sanguosha_official", set=change, players=5, games=GAMES, seed=3)
fanjian = reports.compare(played, lang=LANG)
fanjian.games[["players", "games", "played", "same", "same_share", "flipped"]].round(3)

# %% [markdown]
# `played` games had to be played again, `same` are move by move one game, `flipped` ended with another winner.
#
# ## The hero · 武将
# `diff` is the win rate with the change less that before, `low` to `high` its paired 95 % interval; `q` corrects for
# having looked at every hero and role.

# %%
columns = ["players", "role", "n", "rate_a", "rate_b", "diff", "low", "high", "q", "moved"]
cells = fanjian.heroes[fanjian.heroes["hero"] == "zhouyu"]
cells[columns].round(3)

# %%
fanjian.overall[fanjian.overall["hero"] == "zhouyu"].assign(zh="周瑜")[["hero_name", "zh", *columns[2:]]].round(3)

# %% [markdown]
# ## Everyone · 所有武将
# Hollow is before, filled after; only what leaves 0 out of its interval has a colour, and a star where q < 0.05.

# %%
reports.draw(fanjian, "dumbbell", lang=LANG)

# %% [markdown]
# `saved` says how many games of two separate runs one pair is worth here: that is what pairing saves.

# %%
fanjian.roles[["role_name", "n", "rate_a", "rate_b", "diff", "low", "high", "saved"]].round(3)

# %% [markdown]
# ## A change of a number · 改一个数值
# 曹操 Cao Cao with 5 hp and not 4, in as many games.

# %%
played = sim.compare("sanguosha_official", set={"heroes.caocao.hp": 5}, players=5, games=GAMES, seed=3)
caocao = reports.compare(played, lang=LANG)
cells = caocao.heroes[caocao.heroes["hero"] == "caocao"]
cells[columns].round(3)

# %%
caocao.overall[caocao.overall["hero"] == "caocao"].assign(zh="曹操")[["hero_name", "zh", *columns[2:]]].round(3)

# %% [markdown]
# ## Did anyone else move? · 旁人变了吗？
# Heroes whose own text is the same move only through who sits at the table with them. Those with q < 0.05; of all that
# are marked so, about one in twenty is by chance.

# %%
others = caocao.overall[(caocao.overall["hero"] != "caocao") & caocao.overall["moved"]]
others.assign(zh=others["hero"].map(caocao.info["names"]["zh"]))[
    ["hero_name", "zh", "n", "rate_a", "rate_b", "diff", "low", "high", "q"]
].round(3)

# %% [markdown]
# The same from the command line, with a page to read:
#
# ```
# shalab compare sanguosha_official --games 20000 --set skills.fanjian.rows.0.naming=their_colour
# shalab compare sanguosha_official --games 20000 --set heroes.caocao.hp=5
# ```
