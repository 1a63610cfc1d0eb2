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
# # A first look: who wins, and how sure is that?
# # 初看：谁赢，有多确定？
#
# Plays games of the standard edition of 三国杀 and looks at roles and heroes. Every rate has its 95 % interval: over
# many seeds, 19 of 20 such intervals hold the true rate of these bots.
# 每个胜率都带 95% 区间。
#
# `LANG = "zh"` below puts all names and figures into Chinese. 把 `LANG` 改成 `"zh"`，名称和图都是中文。

# %%
import os

import reports
import sim

LANG = "en"
GAMES = 300 if os.environ.get("SHALAB_SHORT") else 20_000

# %% [markdown]
# ## Playing · 对局
# The first call of all compiles the game for this machine, about a minute; later ones start at once.

# %%
run = sim.simulate("sanguosha_official", players=5, games=GAMES, seed=1)
run.games().select("game", "players", "winner", "turns", "rounds", "decisions").head()

# %% [markdown]
# A row a game, a row a seat: both are polars frames, and everything else is computed from them.

# %%
run.seats().select("game", "seat", "role", "hero", "won", "alive", "kills", "damage_dealt", "died_turn").head()

# %% [markdown]
# ## Roles · 身份
# The lord 主公 and the loyalists 忠臣 win together; the rebels 反贼 win if the lord dies; the renegade 内奸 must be
# the last one standing. `null` is the chance of the camp if players died in random order.

# %%
roles = reports.role_rates(run, lang=LANG)
roles[["role_name", "seats", "n", "rate", "low", "high", "null"]].round(3)

# %%
reports.draw(run, "outcomes", lang=LANG)

# %% [markdown]
# ## Heroes · 武将
# `diff` is the difference to the mean of the role, with its interval. Of 100 heroes that are all the same, five would
# stand outside their intervals by chance; a `flag` stands only where the correction for having looked at all of them
# lets it (q < 0.05).

# %%
zh = run.info["names"]["zh"]
rates = reports.win_rates(run, lang=LANG)
rates["zh"] = rates["hero"].map(zh)
lords = rates[rates["role"] == "lord"].sort_values("diff", ascending=False)
lords[["hero_name", "zh", "games", "rate", "low", "high", "diff", "diff_low", "diff_high", "flag"]].head(8).round(3)

# %% [markdown]
# All of them in order, the caterpillar: a dot, its interval, and a thin bar that holds for all heroes of the panel at
# once.

# %%
reports.draw(run, "caterpillar", lang=LANG)

# %% [markdown]
# ## Tiers · 强度分级
# S to D over all roles, only as far as the games tell; `?` needs more games.

# %%
tiers = reports.tiers(run, lang=LANG)
for tier, rows in tiers[tiers["role"] == "all"].groupby("tier", sort=False):
    print(tier or "?", ", ".join(f"{row.hero_name} {zh[row.hero]}" for row in rows.itertuples()))

# %% [markdown]
# ## How it goes on · 接下来
# `one_hero` looks at one hero in depth, `rule_change` changes a rule and plays the same games again,
# `which_role_pays` counts points, `can_i_trust_it` asks how far these numbers can be believed.
