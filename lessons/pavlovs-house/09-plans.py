# %% [markdown]
# # Pavlov's House 9: what plans are worth
#
# Seven plans, each played to the end through a thousand whole games by a simple player who looks
# one action ahead and leans as the plan says. The Germans have only their cards. Nobody here plays
# as well as you can; but they all play the same way but for the plan, so the *differences* tell.
#
# A game is **won** with a point or more, and **lost at once** when nobody is left, when a German
# breaks in, or when the army command post falls. Cards, counters and bands that the rulebook does
# not print are our reconstruction, and the figures hold for that.

# %%
from tutor.plans import PlanPage

PlanPage()

# %% [markdown]
# ## How to read it
#
# - The black part is games in which somebody counted the bread and nobody was left, or worse.
#   Compare the first two plans: a loaf in time is worth more than anything that shoots.
# - Few mouths are easy to feed and never fall to hunger. But every German left on the square costs
#   three points, and ten men do not shoot enough of them.
# - Points come from three places: men alive, storm cards, and Germans who are *not* there. The plan
#   that does a little for all three beats those that do much for one.
#
# Choose a plan and let it play twenty games more, with dice of their own; the chart follows while
# you read. Twenty games move a thousand very little. That is what a thousand are for.
#
# ## Try it yourself
#
# Play [the whole game](08-game.ipynb) with the plan you believe in, then look where your score
# stands in its bar. Or back to the [start](../index.ipynb).
