"""Seats: who looks at a screen that people share, and the curtain between two of them."""

from __future__ import annotations

from tutor.desk.match import Match
from tutor.games import Hands

NOBODY = ""
"""At the screen while a curtain is down."""


class Seats:
    """Who sits at the screen now."""

    def __init__(self, screens: bool) -> None:
        self.screens = screens
        """Whether people who share this screen keep secrets from each other."""
        self.seated: str | None = None
        self.owner: str | None = None
        """Whose eyes look all the time, even while a bot plays for them."""

    def curtain(self, match: Match, hands: Hands) -> bool:
        """Whether the screen is to be handed over before the next decision: where who decides sees
        more than everybody may. What who decided before him had to hide is gone from the screen."""
        decision = match.game.decision
        if decision is None or not self.screens or len(match.people) < 2:
            return False
        return self.seated != decision.side and hands.secret(decision.side)

    def viewer(self, match: Match, hands: Hands) -> str | None:
        """Whose eyes look: the only person's, the seated one's, nobody's ("") or everybody's."""
        people, decision = match.people, match.game.decision
        if self.owner is not None and decision is not None:
            return self.owner
        if len(people) == 1:
            return people[0]
        if not people or not self.screens:
            return None
        if decision is None or self.curtain(match, hands):
            return NOBODY
        return decision.side

    def sit_down(self, match: Match) -> None:
        """The one who decides now sits at the screen."""
        self.seated = match.game.decision.side if match.game.decision else None
