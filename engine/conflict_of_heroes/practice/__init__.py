"""Kinds of question that only Conflict of Heroes has."""

from __future__ import annotations

from engine.conflict_of_heroes.practice.cards import CardDie, CardOn, CardTurn, Looking, Weapons
from engine.conflict_of_heroes.practice.ground import Drive, InSight, Reach, Step
from engine.conflict_of_heroes.practice.markers import MarkerDoes, MarkerFigure, Rallying
from engine.conflict_of_heroes.practice.paying import GroupPrice, Left, Stands
from engine.conflict_of_heroes.practice.shots import Defence, Firepower, Shelled, Thrown, WorkValue
from engine.conflict_of_heroes.practice.troops import (
    AirAttack,
    AirPower,
    Found,
    Mines,
    RolledFor,
    Spotters,
    Support,
)
from engine.practice.kinds.kind import Kind

PRACTICE: tuple[Kind, ...] = (
    *(Defence(), Firepower(), Thrown(), Shelled(), WorkValue()),
    *(MarkerDoes(), MarkerFigure(), Rallying()),
    *(InSight(), Reach(), Step(), Drive()),
    *(CardOn(), CardTurn(), CardDie(), Looking(), Weapons()),
    *(Stands(), Left(), GroupPrice()),
    *(Support(), Spotters(), Mines(), Found(), AirAttack(), AirPower(), RolledFor()),
)
