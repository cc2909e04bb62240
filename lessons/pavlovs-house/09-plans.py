# %% [markdown]
# # Pavlov's House 9: what plans are worth
#
# Seven plans, each played to the end through hundreds of games by a simple player who looks
# one action ahead and leans as the plan says. The Germans have only their cards. Nobody here plays
# as well as you can; but they all play the same way but for the plan, so the *differences* tell.
#
# A game is **won** with a point or more, and **lost at once** when nobody is left, when a German
# breaks in, or when the army command post falls. Cards, counters and bands that the rulebook does
# not print are our reconstruction, and the figures hold for that.

# %%
from tutor.pages.plans import PlanPage

PlanPage()

# %% [markdown]
# ## How to read it
#
# - The black part is games that never came to a score. Somebody counted the bread and nobody was
#   left, three times in ten where nobody plans for it. **Bread first** makes that one in ten, and
#   wins one game in six.
# - **Few mouths** hardly ever lose at once, and win *not one* game: every German left
#   on the square costs three points, and ten men do not shoot enough of them.
# - **Mines** alone take cards and sappers away from everything else. **Storm groups** at even odds
#   come to much the same as careful ones: a card is five to ten points, but every man who does not
#   come back is one point less, and one gun the fewer.
# - The plan that does a little of everything wins most and has the best mean of all, and loses three
#   times as many games at the table as bread alone. If you must give something up, do not give up
#   the bread.
#
# Choose a plan and let it play twenty games more, with dice of their own; the chart follows while
# you read. Twenty games move hundreds very little. That is what hundreds are for.
#
# ## Try it yourself
#
# Play [the whole game](08-game.ipynb) with the plan you believe in, then look where your score
# stands in its bar. Or back to the [start](../index.ipynb).
