"""Kinds of question that only Conflict of Heroes has."""

from __future__ import annotations

from engine.conflict_of_heroes.practice.cards import CardDie, CardOn, CardTurn, Looking, Weapons
from engine.conflict_of_heroes.practice.ground import Drive, InSight, Reach, Step
from engine.conflict_of_heroes.practice.markers import Cup, MarkerDoes, MarkerFigure, Rallying
from engine.conflict_of_heroes.practice.paying import GroupPrice, Left, Stands
from engine.conflict_of_heroes.practice.planes import AirAttack, AirPower
from engine.conflict_of_heroes.practice.shots import (
    ColourMet,
    Defence,
    Firepower,
    Shelled,
    Thrown,
    WorkValue,
)
from engine.conflict_of_heroes.practice.troops import (
    Found,
    Mines,
    RolledFor,
    Spotters,
    Support,
    Suspected,
)
from engine.practice.kinds.kind import Kind

PRACTICE: tuple[Kind, ...] = (
    *(Defence(), Firepower(), Thrown(), Shelled(), WorkValue(), ColourMet()),
    *(MarkerDoes(), MarkerFigure(), Rallying(), Cup()),
    *(InSight(), Reach(), Step(), Drive()),
    *(CardOn(), CardTurn(), CardDie(), Looking(), Weapons()),
    *(Stands(), Left(), GroupPrice()),
    *(Support(), Spotters(), Mines(), Found(), AirAttack(), AirPower(), RolledFor(), Suspected()),
)
