# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # A first look: who wins, and how sure is that?
#
# Plays games of the standard edition, looks at roles and heroes, then changes one number of the rules and
# looks again. Open it with `jupytext --to ipynb notebooks/first_look.py`, or run it as it is.

# %%
import os

import pandas as pd

import reports
import sim

GAMES = 300 if os.environ.get("SHALAB_SHORT") else 200_000

# %% [markdown]
# ## Playing
# The first call of all compiles the game for this machine, about a minute; later ones start at once.

# %%
run = sim.simulate("sanguosha_official", players=5, games=GAMES, seed=1)
run.games().head()

# %% [markdown]
# A row a game, a row a seat: both are polars frames, and everything else is computed from them.

# %%
seats = run.seats()
seats.head()

# %% [markdown]
# ## Roles
# The rate of each role with its 95 % interval.

# %%
print(reports.role_rates(run, lang="en").to_string(index=False))

# %% [markdown]
# ## Heroes
# `diff` is the difference to the mean of the role; a hero is flagged only if it survives the correction for
# having looked at all of them.

# %%
rates = reports.win_rates(run, lang="en")
lords = rates[rates["role"] == "lord"].sort_values("diff", ascending=False)
print(lords[["hero_name", "games", "rate", "low", "high", "diff", "flag"]].head(8).to_string(index=False))

# %% [markdown]
# ## Changing the rules
# One value by its path, the same seed: the deals are the same, so the difference is the rule's.

# %%
changed = sim.simulate("sanguosha_official", players=5, games=GAMES, seed=1, set={"heroes.caocao.hp": 3})
columns = ["role", "rate", "low", "high"]
both = [
    frame[frame["hero"] == "caocao"][columns].assign(hp=hp)
    for hp, frame in ((4, rates), (3, reports.win_rates(changed, lang="en")))
]
print(pd.concat(both).sort_values(["role", "hp"]).to_string(index=False))
