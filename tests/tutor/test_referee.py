"""The referee: one truth, many seats, and a log that says everything before anybody hears of it."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue as scenarios
from engine import plain
from engine.chance import Seeded
from engine.errors import Problem
from engine.game import Game, Illegal
from engine.values import Action
from engine.words import catalogue as words
from tests.marks import rules
from tutor.referee import shelf
from tutor.referee.hosts import Hosts
from tutor.referee.referee import GONE_SECONDS, Referee
from tutor.referee.seat import Line, SeatGame, answered
from tutor.referee.shared import WATCHER, SharedGame
from tutor.store import Store

AMBUSH = "conflict-of-heroes/ambush"
RIVER, FOUR = "victory-awaits/river-line", "conflict-of-heroes/four-armies"
SEED = "which-nobody-knows"
HELD = words().say("referee.held")


class Wire(Line):
    """A line to a referee in the same process: what it sends is heard at once."""

    def __init__(self, hall: Hall, who: str, key: str = "") -> None:
        self.key, self.learner = key or who, who
        self._hall, self._who = hall, who.encode()
        self.on_news, self.busy = lambda told: None, False
        self.letters: list[str] = []
        hall.wires[self._who] = self

    @property
    def more(self) -> bool:
        """All that comes is heard at once."""
        return False

    def ask(self, do: str, **about: Any) -> dict[str, Any]:
        """Ask and be answered."""
        self._hall.referee.hear(self._who, json.dumps({"do": do, "re": 1, **about}).encode())
        self._hall.carry()
        return answered(json.loads(self.letters[-1]))

    def tell(self, do: str, **about: Any) -> None:
        """Say something."""
        self._hall.referee.hear(self._who, json.dumps({"do": do, **about}).encode())
        self._hall.carry()

    def heard(self, letter: str) -> None:
        """A letter comes."""
        self.letters.append(letter)
        told = json.loads(letter)
        if "news" in told:
            self.on_news(told)

    def close(self) -> None:
        """The page has gone."""
        del self._hall.wires[self._who]


class Hall:
    """A referee, and the pages that it talks to."""

    def __init__(self, where: Path | str) -> None:
        self.store, self.time = Store(where), 0.0
        self.wires: dict[bytes, Wire] = {}
        self.restart()

    def restart(self) -> None:
        """The referee is killed and started again: it knows what the database has."""
        self.referee = Referee(Hosts(self.store, shared=False), lambda: self.time)

    def carry(self) -> None:
        """Bring the letters."""
        letters, self.referee.post = self.referee.post, []
        for who, letter in letters:
            if who in self.wires:
                self.wires[who].heard(letter)

    def open(self, scenario: str, **players: str) -> str:
        """A new table."""
        made = Wire(self, "host").ask("open", scenario=scenario, switches={}, players=players)
        return str(made["code"])

    def sit(self, code: str, side: str, who: str = "") -> SeatGame:
        """Somebody takes a seat."""
        wire = Wire(self, who or f"{side} player")
        if side != WATCHER:
            wire.ask("sit", code=code, side=side, learner=wire.learner, key=wire.key)
        return SeatGame(wire, code, side)


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """With dice that fall the same way in every run."""
    monkeypatch.setattr(shelf.secrets, "token_hex", lambda length: SEED)
    return Hall(tmp_path / "hall.sqlite")


def both(hall: Hall, scenario: str) -> tuple[str, dict[str, SeatGame]]:
    """A table with everybody seated."""
    code = hall.open(scenario)
    people = hall.referee._round(code).game.people
    return code, {side: hall.sit(code, side) for side in people}


def truth(hall: Hall, code: str) -> SharedGame:
    return hall.referee._round(code).game


def play(games: dict[str, SeatGame], luck: random.Random, most: int) -> int:
    """Random actions by whoever may act, so many at the most."""
    for done in range(most):
        game = next((one for one in games.values() if one.mine), None)
        if game is None:
            return done
        action = game.sample(luck)
        assert action is not None
        try:
            game.apply(action)
        except Problem as problem:
            if problem.what != HELD:
                raise
    return most


@pytest.mark.parametrize("scenario", [AMBUSH, RIVER, FOUR, "pavlovs-house/three-at-the-table"])
def test_seats_play_to_the_end_and_the_log_leads_there_again(hall: Hall, scenario: str) -> None:
    code, games = both(hall, scenario)
    play(games, random.Random(1), 2000)
    assert truth(hall, code).game.decision is None
    for game in games.values():
        assert game.decision is None
        assert game.ending == truth(hall, code).game.ending
    end = truth(hall, code).game.state
    hall.restart()
    assert truth(hall, code).game.state == end
    assert hall.referee._round(code).game.number == truth(hall, code).number
    told = games[next(iter(games))].line.ask("record", **games[next(iter(games))]._me)
    assert json.loads(told["record"])["scenario"] == scenario


def test_a_seat_sees_what_its_side_may_know_and_hears_what_it_hears(hall: Hall) -> None:
    code, games = both(hall, AMBUSH)
    luck = random.Random(3)
    for _ in range(60):
        if not play(games, luck, 1):
            break
        game = truth(hall, code).game
        for side, seat in games.items():
            assert plain.dumps(seat.state) == plain.dumps(game.rules.sent(game.state, side))
            assert seat.told(side) == game.told(side)
            assert len(seat.history) == len(game.history)


def test_no_letter_names_what_is_hidden_nor_the_seed(hall: Hall) -> None:
    code, games = both(hall, AMBUSH)
    play(games, random.Random(5), 40)
    shared = truth(hall, code)
    state = shared.game.state
    hidden = {u for u, counter in state.counters.items() if counter.hidden}
    assert hidden
    for side, seat in games.items():
        assert isinstance(seat.line, Wire)
        wire = "\n".join(seat.line.letters)
        assert SEED not in wire
        for unit in hidden:
            if shared.game.rules.units[unit].side != side:  # type: ignore[attr-defined]
                assert state.position.place(unit) not in seat.state.position.place(unit)


def test_the_same_action_twice_is_done_once(hall: Hall) -> None:
    code, games = both(hall, RIVER)
    seat = next(one for one in games.values() if one.mine)
    action = seat.sample(random.Random(1))
    assert action is not None
    letter = {**seat._me, "number": seat.number, "action": action.to_json()}
    seat.line.ask("act", **letter)
    with pytest.raises(Problem, match="same moment"):
        seat.line.ask("act", **letter)
    assert len(truth(hall, code).game.history) == 2


def test_nobody_acts_for_another_seat(hall: Hall) -> None:
    code, games = both(hall, RIVER)
    seat = next(one for one in games.values() if one.mine)
    other = next(one for one in games.values() if not one.mine)
    action = seat.sample(random.Random(1))
    assert action is not None
    letter = {"number": seat.number, "action": action.to_json(), "code": code}
    with pytest.raises(Problem, match="somebody else's"):
        other.line.ask("act", side=seat.side, key=other.line.key, **letter)
    with pytest.raises(Problem, match="Another side decides"):
        other.line.ask("act", side=other.side, key=other.line.key, **letter)
    with pytest.raises(Problem, match="somebody else's"):
        other.line.ask("sit", code=code, side=seat.side, learner="x", key=other.line.key)
    assert truth(hall, code).number == 0


def test_an_illegal_action_is_refused_with_its_reasons_and_changes_nothing(hall: Hall) -> None:
    code, games = both(hall, RIVER)
    seat = next(one for one in games.values() if one.mine)
    with pytest.raises(Illegal):
        seat.apply(Action("move", unit="nobody", path=("0101",)))
    letter = {"number": 0, "action": {"do": "move", "unit": "nobody"}}
    with pytest.raises(Illegal):
        seat.line.ask("act", **seat._me, **letter)
    assert truth(hall, code).number == 0


def test_who_comes_back_after_the_referee_was_killed_misses_nothing(hall: Hall) -> None:
    code, games = both(hall, AMBUSH)
    luck = random.Random(7)
    play(games, luck, 20)
    before = {side: (game.state, game.log) for side, game in games.items()}
    hall.restart()
    for side, game in games.items():
        game.here()
        assert (game.state, game.log) == before[side]
    assert play(games, luck, 20) == 20
    late = hall.sit(code, "german", "german player")
    assert late.state == games["german"].state
    assert late.log == games["german"].log


def test_what_one_did_alone_and_nobody_learnt_from_is_taken_back_at_once(hall: Hall) -> None:
    code, games = both(hall, RIVER)
    seat = next(one for one in games.values() if one.mine)
    shared = truth(hall, code)
    luck = random.Random(2)
    while not shared.by or shared.game.history[-1].answers or not seat.mine:
        seat = next(one for one in games.values() if one.mine)
        action = seat.sample(luck)
        assert action is not None
        seat.apply(action)
    length = len(shared.game.history)
    seat.want("back")
    assert len(shared.game.history) == length - 1
    assert all(len(one.history) == length - 1 for one in games.values())


def test_a_die_is_taken_back_only_if_the_other_agrees(hall: Hall) -> None:
    code, games = both(hall, AMBUSH)
    luck, shared = random.Random(4), truth(hall, code)
    while not (shared.by and shared.game.history[-1].answers):
        assert play(games, luck, 1) == 1
    length, who = len(shared.game.history), games[shared.by[-1]]
    other = next(one for one in games.values() if one is not who)
    who.want("back")
    assert len(shared.game.history) == length
    assert other.proposal == {"what": "undo", "by": who.seat, "asks": True}
    other.want("refuse")
    assert who.proposal is None
    assert len(shared.game.history) == length
    who.want("back")
    other.want("agree")
    assert len(shared.game.history) == length - 1 == len(other.history)


def test_a_game_is_given_up_or_agreed_to_be_drawn(hall: Hall) -> None:
    code, games = both(hall, RIVER)
    one, other = games.values()
    one.want("draw")
    assert other.proposal is not None
    assert other.proposal["asks"]
    other.want("agree")
    assert one.result == ("draw", one.side)
    assert one.decision is other.decision is None
    with pytest.raises(Problem, match="is over"):
        one.want("resign")
    code, games = both(hall, RIVER)
    one, other = games.values()
    one.want("resign")
    assert other.result == ("resign", one.side)
    hall.restart()
    assert truth(hall, code).result == ("resign", one.side)


def test_a_bot_has_a_seat_and_goes_on_after_a_restart(hall: Hall) -> None:
    code = hall.open(RIVER, soviet="random")
    seat = hall.sit(code, hall.referee._round(code).game.people[0])
    luck = random.Random(1)
    while seat.decision is not None:
        if seat.mine:
            action = seat.sample(luck)
            assert action is not None
            seat.apply(action)
        else:
            if seat.number % 3 == 0:
                hall.restart()
                seat.here()
            assert hall.referee.work()
            hall.carry()
    assert seat.ending == truth(hall, code).game.ending
    assert set(truth(hall, code).by) == {seat.side, "soviet"}


def test_a_watcher_sees_what_everybody_may_and_does_nothing(hall: Hall) -> None:
    code, games = both(hall, AMBUSH)
    watcher = hall.sit(code, WATCHER, "passer-by")
    play(games, random.Random(1), 20)
    game = truth(hall, code).game
    assert plain.dumps(watcher.state) == plain.dumps(game.rules.sent(game.state, WATCHER))
    assert watcher.table["watching"] == 1
    with pytest.raises(Problem):
        watcher.want("resign")


def test_who_is_not_heard_for_long_is_not_there(hall: Hall) -> None:
    games = both(hall, RIVER)[1]
    one, other = games.values()
    assert one.table["seats"][other.side]["here"]
    hall.time += GONE_SECONDS - 1
    one.here()
    hall.time += 2
    hall.referee.look_round()
    hall.carry()
    assert not one.table["seats"][other.side]["here"]
    other.here()
    assert one.table["seats"][other.side]["here"]


@pytest.mark.parametrize(
    "letter", [b"", b"[", b"[]", b"{}", b'{"do": "dance"}', b'{"do": ["act"]}', b"\xff", b"1"]
)
def test_what_is_no_letter_is_not_answered(hall: Hall, letter: bytes) -> None:
    hall.referee.hear(b"x", letter)
    assert hall.referee.post == []


@pytest.mark.parametrize("more", [{}, {"code": 3}, {"code": "X", "y": 1}, {"code": None}])
@pytest.mark.parametrize("do", ["open", "look", "sit", "here", "act", "back", "record"])
def test_a_letter_that_makes_no_sense_is_answered(hall: Hall, do: str, more: Any) -> None:
    hall.referee.hear(b"x", json.dumps({"do": do, **more}).encode())
    [(_, letter)] = hall.referee.post
    assert json.loads(letter)["no"] in ("wrong", "no-code")


def test_what_cannot_be_written_has_not_been(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    code, games = both(hall, RIVER)
    seat = next(one for one in games.values() if one.mine)
    action = seat.sample(random.Random(1))
    assert action is not None

    def fails(work: Callable[[Any], Any]) -> Any:
        raise Problem("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "write", fails)
        with pytest.raises(Problem, match="disk is full"):
            seat.apply(action)
    assert truth(hall, code).number == 0
    seat.here()
    seat.apply(action)
    assert truth(hall, code).number == 1


def test_thinking_is_counted_where_that_is_wanted(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    asked = {"scenario": RIVER, "switches": {}, "players": {}}
    code = str(Wire(hall, "host").ask("open", **asked, clock=True)["code"])
    sides = hall.referee._round(code).game.people
    games = {side: hall.sit(code, side) for side in sides}
    thought = dict.fromkeys(sides, 0.0)
    luck = random.Random(1)
    for seconds in (5.0, 7.0, 11.0, 13.0):
        seat = next(one for one in games.values() if one.mine)
        now[0] += seconds
        thought[seat.side] += seconds
        action = seat.sample(luck)
        assert action is not None
        seat.apply(action)
    assert seat.table["clock"] == thought
    assert seat.table["since"] == now[0]
    hall.restart()
    assert hall.referee._round(code).game.clock == thought


@rules("victory-awaits", "19.2")
@pytest.mark.parametrize(
    ("scenario", "seats"),
    [("victory-awaits/campaign-controller", 4), ("victory-awaits/campaign-teams", 6)],
)
def test_every_player_of_a_campaign_has_a_seat_and_moves_his_own(
    hall: Hall, scenario: str, seats: int
) -> None:
    code, games = both(hall, scenario)
    shared, luck = truth(hall, code), random.Random(1)
    assert len(games) == seats
    acted, refused = set(), 0
    for _ in range(150):
        action = shared.game.sample(luck)
        assert action is not None
        may = set(shared.game.rules.acting(shared.game.state, action))
        assert may <= set(games)
        for seat in sorted(set(games) - may):
            # of the other side some do not even know that it could be done
            with pytest.raises((Problem, Illegal)):
                games[seat].apply(action)
            refused += 1
        seat = luck.choice(sorted(may))
        assert games[seat].mine
        games[seat].apply(action)
        acted.add(seat)
    assert len(acted) > 2
    assert refused > 100
    assert {one.side for one in games.values()} == {"axis", "soviet"}


def test_a_line_that_another_server_has_written_first_is_not_written_over(hall: Hall) -> None:
    code, games = both(hall, RIVER)
    seat = next(one for one in games.values() if one.mine)
    other = Hall.__new__(Hall)
    other.store, other.time, other.wires = hall.store, 0.0, {}
    other.restart()
    there = other.sit(code, seat.seat, f"{seat.seat} player")
    action = seat.sample(random.Random(1))
    assert action is not None
    there.apply(action)
    with pytest.raises(Problem, match="same moment"):
        seat.apply(action)
    seat.here()
    assert seat.number == 1
    assert plain.dumps(seat.state) == plain.dumps(there.state)


def test_a_game_that_is_over_is_not_taken_up_again(hall: Hall) -> None:
    """Its record tells the seed."""
    games = both(hall, RIVER)[1]
    play(games, random.Random(1), 2000)
    for game in games.values():
        assert game.decision is None
        assert SEED in game.record()
        with pytest.raises(Problem, match="nothing of yours"):
            game.want("back")


def test_agreement_of_three_outlives_the_referee(hall: Hall) -> None:
    code = hall.open("victory-awaits/campaign-controller")
    games = {seat: hall.sit(code, seat) for seat in ("P1", "P2", "P3")}
    games["P1"].want("draw")
    games["P2"].want("agree")
    hall.restart()
    for game in games.values():
        game.here()
    assert games["P3"].proposal == {"what": "draw", "by": "P1", "asks": True}
    games["P3"].want("agree")
    assert {game.result for game in games.values()} == {("draw", "P1")}, "P4 has nobody"


def test_nobody_gives_up_for_his_fellows(hall: Hall) -> None:
    games = both(hall, FOUR)[1]
    first, *others = games.values()
    first.want("resign")
    assert first.decision is not None
    for other in others:
        other.want("agree")
    assert first.result == ("resign", first.seat)


def test_a_bot_waits_for_what_persons_have_to_settle(hall: Hall) -> None:
    code = hall.open(FOUR, soviet="random")
    games = [hall.sit(code, seat) for seat in hall.referee._round(code).game.people]
    games[0].want("draw")
    assert not hall.referee.work()
    games[0].want("refuse")
    shared, luck = truth(hall, code), random.Random(1)
    while not set(shared.acting) & {"soviet"}:
        assert play({game.seat: game for game in games}, luck, 1) == 1
    assert hall.referee.work()


@pytest.mark.parametrize("players", [{"axis": "gremlin"}, {"axis": ["x"]}, {"axis": True}])
def test_an_unknown_bot_is_refused_and_breaks_no_other_table(hall: Hall, players: Any) -> None:
    code, games = both(hall, RIVER)
    letter = {"do": "open", "scenario": RIVER, "switches": {}, "players": players}
    hall.referee.hear(b"x", json.dumps(letter).encode())
    assert json.loads(hall.referee.post.pop()[1])["no"] == "wrong"
    assert play(games, random.Random(1), 5) == 5
    assert truth(hall, code).number == 5


def test_letters_that_were_lost_are_told_again(hall: Hall) -> None:
    games = both(hall, RIVER)[1]
    luck = random.Random(1)
    one, other = games.values()
    wire = other.line
    assert isinstance(wire, Wire)
    heard, wire.on_news = wire.on_news, lambda told: None
    deaf = 0
    while deaf < 3:
        if not one.mine:
            wire.on_news = heard
            other.here()
            play({other.side: other}, luck, 1)
            continue
        wire.on_news = lambda told: None
        deaf += play({one.side: one}, luck, 1)
    wire.on_news = heard
    other.here()
    assert other.number == one.number
    assert [step.events for step in other.history] == [step.events for step in one.history]


def test_what_a_probe_has_felt_is_not_taken_back_alone(hall: Hall) -> None:
    rules_: Any = scenarios.rules_of("stalingrad42/drills/masks-german")
    shared = SharedGame(Game(rules_, Seeded(1)), {}, seated=frozenset({"german", "soviet"}))
    move = Action("move", units=("376",), path=("0404", "0503", "0604"))
    entry = shared.act("german", move)
    assert entry is not None
    shared.do(entry)
    assert any(event.key == "s42.mask.felt" for event in shared.game.history[-1].events)
    assert shared.back("german").did == "propose"
