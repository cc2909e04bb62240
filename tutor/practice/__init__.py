"""Mastery by rule: answers are kept; what is due, weak, known and hard is worked out from them.

Nothing else is kept: schedule, diagnosis and ratings are functions of the answers, so that no
second record can be lost or disagree. No widgets here; a page stands on `Practice`.
"""

from __future__ import annotations

from tutor.practice.answers import Answered, Answers
from tutor.practice.choosing import Posed
from tutor.practice.mastery import LEVELS, Practice

__all__ = ["LEVELS", "Answered", "Answers", "Posed", "Practice"]
