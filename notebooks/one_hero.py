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
# # One hero in depth: 孙权 Sun Quan
# # 细看一名武将：孙权
#
# Is a hero too strong, and where does it come from: the role, the size of the table, the seat, its skill, or who sits
# with it? Change `HERO` to look at another one; ids are those of `shalab rules show sanguosha_official heroes`.

# %%
import os

import matplotlib.pyplot as plt

import reports
import sim
from reports import measure

LANG = "en"
HERO = "sunquan"
SHORT = bool(os.environ.get("SHALAB_SHORT"))
GAMES = 600 if SHORT else 20_000
PAIRS = 30 if SHORT else 2_000

run = sim.simulate("sanguosha_official", players=[5, 8], games=GAMES, seed=2)
zh = run.info["names"]["zh"]
names = {"zh": zh[HERO], "en": run.info["names"]["en"][HERO]}
names

# %% [markdown]
# ## By role and size · 各身份、各人数
# `rate` is how often it wins, `diff` how much more than the mean of that role, both with 95 % intervals.

# %%
rates = reports.win_rates(run, lang=LANG)
own = rates[rates["hero"] == HERO].reset_index(drop=True)
own[["players", "role", "games", "rate", "low", "high", "diff", "diff_low", "diff_high", "q", "flag"]].round(3)

# %%
figure, axes = plt.subplots(figsize=(6, 2.6), layout="constrained")
for players, rows in own.groupby("players"):
    y = [i + (0.12 if players == 8 else -0.12) for i in range(len(rows))]
    error = [100 * (rows["diff"] - rows["diff_low"]), 100 * (rows["diff_high"] - rows["diff"])]
    axes.errorbar(100 * rows["diff"], y, xerr=error, fmt="o", capsize=2, label=f"{players} players")
axes.axvline(0, color="grey", linewidth=0.8)
axes.set(yticks=range(len(rows)), yticklabels=rows["role"], xlabel="points over the mean of the role, 95 % interval")
axes.set_title(f"{names['en']}, standard bots")
_ = axes.legend()
# %% [markdown]
# ## Seat effect · 座次
# The bare effect of sitting so many seats after the lord, for whoever sits there: a hero is dealt to all seats alike,
# so this is what to know before blaming a seat on a hero.

# %%
seats = reports.seat_effect(run, lang=LANG)
seats = seats[seats["players"] == 5]
seats[["role", "offset", "n", "rate", "low", "high", "diff", "diff_low", "diff_high", "q"]].round(3)

# %%
reports.draw(run, "seats", lang=LANG, players=5)

# %% [markdown]
# ## How often is the skill used? · 技能使用
# 制衡 Zhiheng changes any number of cards for as many new ones, once a turn. A bot that is offered a skill and never
# takes it makes its hero's rate untrusted (`doubt`). These are counts of this run, with its games beside them. 救援
# Jiuyuan, the lord's skill, acts by itself: it is used and never offered.

# %%
used = reports.skill_use(run, lang=LANG)
used = used[used["hero"] == HERO].assign(zh=lambda rows: rows["skill"].map(zh))
used[["players", "role", "skill_name", "zh", "games", "offered_a_game", "used_a_game", "used_share", "doubt"]].round(3)

# %% [markdown]
# ## What is the skill worth? · 技能的价值
# The same games with every offer of the skill declined: `delta` is the win rate with it less that without it, in
# pairs of games, so the interval is narrow for its few games. A skill that cannot be declined, locked or passive, is
# not measured.

# %%
worth = measure.worth("sanguosha_official", HERO, players=5, games=PAIRS, seed=2, lang=LANG)
worth["worth"][["skill_name", "role", "pairs", "delta", "low", "high", "changed", "used"]].round(3)

# %% [markdown]
# ## Allies and opponents · 队友与对手
# What the pair brings beyond what the two bring alone. `shrunk` is drawn toward nothing as far as chance explains
# what was seen; a `flag` stands where it is over 3 points and q < 0.05 over all pairs. None flagged is the usual
# answer.

# %%
pairs = reports.pairs(run, lang=LANG)
pairs["zh"] = [f"{zh[one]}, {zh[other]}" for one, other in zip(pairs["hero"], pairs["other"], strict=True)]
pairs = pairs[(pairs["players"] == 8) & ((pairs["hero"] == HERO) | (pairs["other"] == HERO))]
order = pairs["shrunk"].abs().sort_values(ascending=False).index
pairs.loc[
    order, ["kind", "hero", "other", "zh", "games", "rate", "expected", "effect", "low", "high", "shrunk", "q", "flag"]
].head(8).round(3)

# %% [markdown]
# ## What to do with it · 结论怎么用
# A cell that is strong with a narrow interval, at both sizes, whose skill is used and worth something, is a finding.
# One that is strong at one size only, or rests on a skill that bots play by rote, is a question: play more games, and
# ask again with other bots (`can_i_trust_it`).
