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
# # Which role pays? 英雄杀 by its points
# # 哪个身份划算？英雄杀的得分
#
# 英雄杀 Yingxiongsha gives points at the end of a game: a renegade 内奸 who wins gets at least 18, others 6, with
# more for kills and for friends alive; who loses gets 3 and more for kills. So a role that seldom wins may still pay
# best.

# %%
import os

import polars as pl

import reports
import sim

LANG = "en"
GAMES = 300 if os.environ.get("SHALAB_SHORT") else 15_000

run = sim.simulate("yingxiongsha", players=[5, 8], games=GAMES, seed=4)

# %% [markdown]
# ## How often each role wins · 各身份胜率
# Beside it `null`: the chance of the camp if players died in random order.

# %%
roles = reports.role_rates(run, lang=LANG)
roles[["players", "role", "role_name", "seats", "n", "rate", "low", "high", "null"]].round(3)

# %%
reports.draw(run, "outcomes", lang=LANG)

# %% [markdown]
# ## What each role gets · 各身份得分
# Mean points of a seat of the role. Seats of one game share its end, so the game is the unit: first the mean over the
# seats of the role in a game, then over games, with the normal 95 % interval of that. `sd` is how far games lie
# apart: the same mean with more of it is a gamble.

# %%
games = (
    run.seats().filter(pl.col("score").is_not_null()).group_by("players", "role", "game").agg(pl.col("score").mean())
)
pay = games.group_by("players", "role").agg(
    n=pl.len(), score=pl.col("score").mean(), sd=pl.col("score").std(), error=pl.col("score").std() / pl.len().sqrt()
)
pay = pay.with_columns(low=pl.col("score") - 1.96 * pl.col("error"), high=pl.col("score") + 1.96 * pl.col("error"))
pay = pay.sort("players", "score", descending=[False, True]).to_pandas()
pay[["players", "role", "n", "score", "low", "high", "sd"]].round(2)

# %%
import matplotlib.pyplot as plt

sizes = sorted(set(pay["players"]))
figure, panels = plt.subplots(1, len(sizes), figsize=(8, 2.4), sharex=True, layout="constrained")
for axes, players in zip(panels, sizes, strict=True):
    rows = pay[pay["players"] == players].iloc[::-1]
    axes.errorbar(rows["score"], rows["role"], xerr=1.96 * rows["error"], fmt="o", capsize=3)
    axes.set(title=f"{players} players", xlabel="points a game, 95 % interval")
    axes.grid(axis="x", color="#e6e8eb")

# %% [markdown]
# ## For which hero · 哪名武将
# Mean points by hero and role, best first; `role_score` is the mean of the role. The best of many are partly the
# luckiest: read the interval, not the place.

# %%
scores = reports.mean_scores(run, lang=LANG)
best = scores[scores["players"] == 8].sort_values("score", ascending=False)
best["zh"] = best["hero"].map(run.info["names"]["zh"])
best[["role", "hero_name", "zh", "n", "score", "low", "high", "role_score"]].head(10).round(2)

# %% [markdown]
# ## What if it paid less? · 改分
# Points are values of the ruleset: `--set scores.win.renegade.base=12` changes them. Bots do not play for points, so
# the games stay the same, move by move, and only the pay moves.

# %%
less = sim.simulate("yingxiongsha", players=[5, 8], games=GAMES, seed=4, set={"scores.win.renegade.base": 12})
assert run.games()["digest"].equals(less.games()["digest"])
for players in sizes:
    scores = less.seats().filter(role="renegade", players=players)["score"].drop_nulls()
    half = 1.96 * scores.std() / len(scores) ** 0.5
    told = f"{scores.mean():.2f} points a game ({scores.mean() - half:.2f} … {scores.mean() + half:.2f})"
    print(f"renegade 内奸, {players} players: {told}")
