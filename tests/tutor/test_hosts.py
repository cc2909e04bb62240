"""Several servers, one database: tables and classes are found from any, each is at one alone, and
nothing is lost when that one dies."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import zmq
from zmq.utils.monitor import recv_monitor_message

from engine import plain
from engine.errors import Problem
from engine.words import trouble
from tests.tutor import postgres
from tests.tutor.test_referee import AMBUSH, RIVER, SEED, Hall, Wire, play, truth
from tests.tutor.test_school import BOARD, LESSON, Hour, answer, in_pairs, letters, looked, sit
from tutor.referee import shelf
from tutor.referee.hosts import GONE_BEATS, HOSTED, LIFE, Hosts
from tutor.referee.process import Doors, keys_of
from tutor.referee.referee import PASSED, Referee, is_passed
from tutor.referee.seat import SeatGame, answered
from tutor.referee.shared import Refused
from tutor.referee.shelf import LOG
from tutor.store import Store


class House(Hall):
    """A server of several: what it passes on, the street brings."""

    def __init__(self, street: Street, address: str) -> None:
        self.street, self.address, self.up = street, address, True
        super().__init__(street.where)

    def restart(self) -> None:
        hosts = Hosts(self.store, shared=True, address=self.address)
        self.referee = Referee(hosts, lambda: self.time)
        self.up = True
        self.beat()

    @property
    def hosts(self) -> Hosts:
        return self.referee.hosts

    def carry(self) -> None:
        self.street.carry()

    def beat(self, times: int = 1) -> None:
        for _ in range(times):
            self.referee.look_round()
            self.carry()

    def has(self, code: str) -> bool:
        """Whether a table or a class is here, as the database says."""
        asked = HOSTED.select().where(HOSTED.c.code == code)
        found = self.store.read(lambda db: db.execute(asked).first())
        return found is not None and found.life == self.hosts.life


class Street:
    """Servers that share a database."""

    def __init__(self, where: Path | str) -> None:
        self.where, self.houses = where, dict[str, House]()

    def build(self, *addresses: str) -> list[House]:
        for address in addresses:
            self.houses[address] = House.__new__(House)
            self.houses[address].__init__(self, address)  # type: ignore[misc]
        for house in self.houses.values():
            house.beat()
        return list(self.houses.values())

    def carry(self) -> None:
        """Bring all letters, those of a host that is not up to nobody."""
        moved = True
        while moved:
            moved = False
            for house in self.houses.values():
                if hasattr(house, "referee"):
                    moved |= self._from(house)

    def _from(self, house: House) -> bool:
        referee = house.referee
        post, referee.post = referee.post, []
        passed, referee.passed = referee.passed, []
        for who, letter in post if house.up else ():
            if is_passed(who):
                name = who.removeprefix(PASSED)
                for other in self.houses.values():
                    if other.hosts.life.encode() == name[:LIFE] and other.up and name[LIFE:]:
                        other.referee.bring(name[LIFE:], letter)
            elif who in house.wires:
                house.wires[who].heard(letter)
        for address, page, said in passed if house.up else ():
            if self.houses[address].up:
                who = PASSED + house.hosts.life.encode() + page
                self.houses[address].referee.hear(who, said)
        return bool(post or passed)


@pytest.fixture(params=["file", *(["server"] if postgres.ASKED else [])])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """A database; `make soak` has one of a PostgreSQL as well."""
    if request.param == "file":
        yield tmp_path / "street.sqlite"
    else:
        with postgres.running() as database:
            yield database


@pytest.fixture
def houses(where: Path | str) -> list[House]:
    return Street(where).build("a", "b")


def wire_of(game: SeatGame) -> Wire:
    assert isinstance(game.line, Wire)
    return game.line


def over_both(houses: list[House], scenario: str) -> tuple[str, dict[str, SeatGame]]:
    """A table at the first house, its seats taken by turns from all."""
    code = houses[0].open(scenario)
    people = truth(houses[0], code).people
    assert houses[0].referee.hosts.elsewhere(code) is None
    return code, {
        side: houses[number % len(houses)].sit(code, side) for number, side in enumerate(people)
    }


def test_a_table_is_joined_and_played_from_any_server(houses: list[House]) -> None:
    code, games = over_both(houses, AMBUSH)
    assert houses[0].has(code)
    assert play(games, random.Random(1), 60) == 60
    shared = truth(houses[0], code)
    for side, game in games.items():
        assert game.number == 60 == shared.number
        known = shared.game.rules.sent(shared.game.state, side)
        assert plain.dumps(game.state) == plain.dumps(known)
        assert game.told(side) == shared.game.told(side)
    assert not houses[1].referee._rounds
    assert all(seat["here"] for seat in games["german"].table["seats"].values())


def test_who_is_asked_first_for_what_nobody_has_takes_it(houses: list[House]) -> None:
    code = houses[0].open(RIVER)
    game = houses[1].sit(code, truth(houses[1], code).people[0])
    assert houses[1].has(code)
    late = houses[0].sit(code, "", "passer-by")
    assert late.state == game.state
    assert not houses[0].referee._rounds
    # who has nobody that listens leaves it to whoever is asked next
    for one in (game, late):
        one.leave()
    houses[1].beat()
    assert not houses[1].has(code)
    houses[0].beat()
    houses[0].sit(code, "", "somebody else")
    assert houses[0].has(code)


def test_what_there_is_not_is_told_and_kept_by_nobody(houses: list[House]) -> None:
    for do in ("look", "class-look"):
        with pytest.raises(Problem, match="of that code"):
            Wire(houses[1], "somebody").ask(do, code="ZZZZZ")
    houses[1].beat()
    assert not houses[1].has("ZZZZZ")


def test_when_a_server_dies_another_takes_its_tables_over(houses: list[House]) -> None:
    first, second = houses
    code, games = over_both(houses, AMBUSH)
    luck = random.Random(2)
    play(games, luck, 30)
    before = {side: (game.state, game.log) for side, game in games.items()}
    gone, left = list(games)
    first.up = False
    second.beat(GONE_BEATS - 1)
    assert not second.has(code)
    second.beat()
    # his page comes back at the other server
    back = second.sit(code, gone, f"{gone} player")
    assert second.has(code)
    games[left].here()
    games = {gone: back, left: games[left]}
    assert {side: (game.state, game.log) for side, game in games.items()} == before
    assert play(games, luck, 30) == 30
    assert truth(second, code).number == 60


def test_what_was_asked_of_a_server_that_died_is_answered_by_the_one_that_takes_over(
    houses: list[House],
) -> None:
    first, second = houses
    code, games = over_both(houses, RIVER)
    game = games["soviet"]
    far = wire_of(game)
    first.up = False
    letter = {"do": "here", "re": 7, **game._me}
    second.referee.hear(far._who, json.dumps(letter).encode())
    second.carry()

    def answers() -> int:
        return sum(one.startswith('{"re": 7') for one in far.letters)

    assert not answers()
    second.beat(GONE_BEATS)
    assert second.has(code)
    second.beat(2)
    assert answers() == 1


def test_a_server_that_was_only_slow_writes_nothing_and_becomes_the_go_between(
    houses: list[House],
) -> None:
    first, second = houses
    code, games = over_both(houses, RIVER)
    mine = next(game for game in games.values() if game.mine)
    action = mine.sample(random.Random(1))
    assert action is not None
    # the one that has it does not beat; the other is asked for it
    second.beat(GONE_BEATS)
    other = second.sit(code, mine.seat, f"{mine.seat} player")
    assert second.has(code)
    slow = Wire(first, f"{mine.seat} slow", f"{mine.seat} player")
    letter = {**mine._me, "key": slow.key, "number": 0, "action": action.to_json()}
    with pytest.raises(Problem, match="same moment"):
        slow.ask("act", **letter)
    assert truth(second, code).number == 0
    assert not first.referee._rounds
    # from then on it passes on what it is asked
    slow.ask("act", **letter)
    assert truth(second, code).number == 1
    other.here()
    assert other.number == 1


def test_a_slow_server_forgets_what_it_has_lost_before_it_is_asked(houses: list[House]) -> None:
    first, second = houses
    code, games = over_both(houses, RIVER)
    second.beat(GONE_BEATS)
    second.sit(code, "", "somebody")
    first.beat()
    assert not first.referee._rounds
    for game in games.values():
        game.here()
    assert play(games, random.Random(3), 20) == 20
    assert truth(second, code).number == 20


def test_a_server_that_comes_up_again_has_what_it_had(houses: list[House]) -> None:
    first, second = houses
    code, games = over_both(houses, RIVER)
    luck = random.Random(4)
    play(games, luck, 10)
    first.restart()
    second.beat()
    for game in games.values():
        game.here()
    assert first.has(code) or second.has(code)
    assert play(games, luck, 10) == 10


def test_a_server_that_ends_in_order_is_not_waited_for(houses: list[House]) -> None:
    first, second = houses
    code, _ = over_both(houses, RIVER)
    first.hosts.leave()
    first.up = False
    second.beat()
    second.sit(code, "", "somebody")
    assert second.has(code)


@pytest.mark.parametrize("letter", ["look", "act", "class-look"])
def test_what_was_passed_on_once_goes_no_further(houses: list[House], letter: str) -> None:
    code, _ = over_both(houses, RIVER)
    far = PASSED + b"0" * LIFE + b"page"
    houses[1].referee.hear(far, json.dumps({"do": letter, "re": 1, "code": code}).encode())
    assert houses[1].referee.passed == []
    [(who, told)] = houses[1].referee.post
    assert (who, json.loads(told)["no"]) == (far, "stale")


def test_a_server_that_no_other_reaches_says_so(where: Path | str) -> None:
    first, second = Street(where).build("", "b")
    code = first.open(RIVER)
    first.sit(code, "", "somebody")
    with pytest.raises(Problem, match="cannot reach"):
        Wire(second, "x").ask("look", code=code)


def test_two_that_say_they_are_at_one_address_never_both_write(
    where: Path | str, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(where)
    one, other = (Hosts(store, shared=True, address="a") for _ in range(2))
    one.beat()
    assert one.elsewhere("BCDFG") is None
    for late, now in ((one, other), (other, one)):
        now.beat()
        assert now.elsewhere("BCDFG") is None
        with pytest.raises(Refused):
            late.write("BCDFG", lambda db: None)
        now.write("BCDFG", lambda db: None)
    assert "is at a as well" in caplog.text


def test_one_server_alone_keeps_no_book_of_hosts(tmp_path: Path) -> None:
    hall = Hall(tmp_path / "hall.sqlite")
    hall.sit(hall.open(RIVER), "", "somebody")
    hall.referee.look_round()
    rows = hall.store.read(lambda db: list(db.execute(HOSTED.select())))
    assert rows == []


class Caller(Wire):
    """A page that notices when nobody answers it."""

    asked = 0

    def ask(self, do: str, **about: Any) -> dict[str, Any]:
        Caller.asked += 1
        letter = {"do": do, "re": Caller.asked, **about}
        self._hall.referee.hear(self._who, json.dumps(letter).encode())
        self._hall.carry()
        for letter_in in self.letters[::-1]:
            told = json.loads(letter_in)
            if told.get("re") == Caller.asked:
                return answered(told)
        raise trouble("referee.silent")


class Wanderer:
    """Somebody with a seat, at whatever server is up."""

    def __init__(self, code: str, seat: str) -> None:
        self.code, self.seat = code, seat
        self.game: SeatGame | None = None
        self.house: House | None = None

    def come(self, house: House) -> SeatGame:
        """Open the page anew."""
        caller = Caller(house, f"{self.seat} {Caller.asked}", self.seat)
        caller.ask("sit", code=self.code, side=self.seat, learner=self.seat, key=self.seat)
        self.game, self.house = SeatGame(caller, self.code, self.seat), house
        return self.game


@pytest.mark.parametrize("seed", range(12 if postgres.ASKED else 2))
def test_whatever_servers_do_what_was_answered_is_in_the_log(
    where: Path | str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three servers die, come up, or do not beat for a while; two play on at any that is up."""
    known_dice = SimpleNamespace(choice=secrets.choice, token_hex=lambda length: SEED)
    monkeypatch.setattr(shelf, "secrets", known_dice)
    street, luck = Street(where), random.Random(seed)
    houses = street.build("a", "b", "c")
    code = houses[0].open(AMBUSH)
    people = [Wanderer(code, seat) for seat in ("german", "soviet")]
    done: dict[int, Any] = {}
    tries = 0
    while len(done) < 40:
        tries += 1
        assert tries < 400
        up = [house for house in houses if house.up]
        match luck.randrange(12):
            case 0 if len(up) > 1:
                luck.choice(up).up = False
            case 1 if len(up) < len(houses):
                next(house for house in houses if not house.up).restart()
            case 2:
                # all but one have a long time, which that one sleeps through
                for house in luck.sample(up, len(up) - 1):
                    house.beat(GONE_BEATS + 1)
            case 3 | 4:
                for house in up:
                    house.beat()
        for one in people:
            try:
                if one.house is None or not one.house.up or luck.random() < 0.05:
                    one.come(luck.choice([house for house in houses if house.up]))
                assert one.game is not None
                one.game.here()
                if not one.game.mine:
                    continue
                action = one.game.sample(luck)
                assert action is not None
                before = one.game.number
                one.game.apply(action)
                done[before + 1] = action.to_json()
            except Problem:
                # nobody answers, or another is asked by now: he tries again
                for house in houses:
                    if house.up:
                        house.beat()
    log = houses[0].store.read(lambda db: list(db.execute(LOG.select().order_by(LOG.c.number))))
    assert [row.number for row in log] == [*range(1, len(log) + 1)]
    assert {n: json.loads(log[n - 1].action) for n in done} == done
    for house in houses:
        if not house.up:
            house.restart()
        house.beat(GONE_BEATS + 1)
    games = [one.come(luck.choice(houses)) for one in people]
    (owner,) = [house for house in houses if house.has(code)]
    shared = truth(owner, code)
    assert shared.number == len(log)
    for game in games:
        known = shared.game.rules.sent(shared.game.state, game.side)
        assert plain.dumps(game.state) == plain.dumps(known)


# -- classes --------------------------------------------------------------------------------------


class Hours(Hour):
    """A class whose pupils come from two servers."""

    def __init__(self, houses: list[House]) -> None:
        super().__init__(houses[0])
        self.houses = houses

    def there(self, name: str, key: str = "", who: str = "") -> Any:
        """A pupil comes to the other server."""
        self.hall, here = self.houses[1], self.hall
        try:
            return self.join(name, key, who)
        finally:
            self.hall = here


def test_a_class_has_pupils_at_any_server(houses: list[House]) -> None:
    hour = Hours(houses)
    ann, bob = hour.join("Ann"), hour.there("Bob")
    question = hour.ask(right="B")
    answer(ann, question, "A")
    answer(bob, question, "what-Bob-says")
    assert hour.teacher.news["answers"] == [[1, "A"], [2, "what-Bob-says"]]
    assert "what-Bob-says" not in letters(ann)
    hour.teacher.want("reveal", question=question)
    assert bob.on["revealed"]["right"] == "B"
    assert hour.names == {"Ann": True, "Bob": True}
    hour.teacher.want("work", title="Movement", lesson=LESSON)
    assert bob.line.ask("class-mine", key=bob.line.key)["attends"] == [hour.code]
    assert bob.line.ask("class-on", code=hour.code, key=bob.line.key)["on"]["lesson"] == LESSON


def test_a_pair_of_a_class_plays_where_the_class_is(houses: list[House]) -> None:
    hour = Hours(houses)
    ann, bob = hour.join("Ann"), hour.there("Bob")
    in_pairs(hour)
    games = {"axis": sit(hour, ann)}
    hour.hall = houses[1]
    games["soviet"] = sit(hour, bob)
    assert play(games, random.Random(1), 20) == 20
    assert not houses[1].referee._rounds
    assert not houses[0].has(games["axis"].code)
    assert houses[0].has(hour.code)
    (row,) = hour.teacher.news["pairs"]
    assert row["acting"] == [side for side, game in games.items() if game.mine]


def test_a_teacher_looks_over_the_shoulder_of_a_pupil_at_another_server(
    houses: list[House],
) -> None:
    hour = Hours(houses)
    bob = hour.there("Bob")
    seen = looked(hour)
    bob.on_peek = lambda: BOARD
    hour.teacher.want("peek", pupil=1)
    assert seen == [(1, BOARD)]
    bob.on_peek = lambda: {**BOARD, "about": "what came then"}
    bob.changed()
    assert [board["about"] for _, board in seen[1:]] == ["what came then"]


def test_a_class_goes_on_at_another_server_and_no_answer_is_lost(houses: list[House]) -> None:
    first, second = houses
    hour = Hours(houses)
    ann, bob = hour.join("Ann"), hour.there("Bob")
    in_pairs(hour)
    hour.hall = second
    game = sit(hour, bob)
    hour.hall = first
    play({"soviet": game, "axis": sit(hour, ann)}, random.Random(1), 10)
    table, number = game.code, game.number
    question = hour.ask()
    answer(ann, question, "A")
    answer(bob, question, "B")
    first.up = False
    second.beat(GONE_BEATS)
    hour.hall = second
    # all come back where there is somebody
    hour.teacher = hour.member("teacher", "chalk")
    again = hour.join("Ann", who="Ann again")
    bob.here()
    assert hour.teacher.news["answers"] == [[1, "A"], [2, "B"]]
    assert again.news["you"]["answer"] == "A"
    assert hour.names == {"Ann": True, "Bob": True}
    answer(bob, question, "C")
    assert hour.teacher.news["answers"] == [[1, "A"], [2, "C"]]
    # the table of the pair has come along
    game.here()
    assert (game.number, truth(second, table).number) == (number, number)
    # the one that was thought dead is alive, and changes nothing
    first.up = True
    late = Wire(first, "late", "key of Ann")
    for given in ("late", "later"):
        about = {"code": hour.code, "key": late.key, "question": question, "answer": given}
        if given == "late":
            with pytest.raises(Problem, match="same moment"):
                late.ask("class-answer", **about)
            assert hour.teacher.news["answers"] == [[1, "A"], [2, "C"]]
        else:
            assert late.ask("class-answer", **about)["counted"]
            assert hour.teacher.news["answers"] == [[1, "later"], [2, "C"]]


def test_who_watches_hears_of_what_was_done_at_any_server(houses: list[House]) -> None:
    watcher = Wire(houses[1], "teacher")
    heard: list[Any] = []
    watcher.on_news = lambda told: heard.append(told["news"])
    watcher.tell("watch", number=0)
    Wire(houses[0], "Ann").tell("came-on")
    assert heard == [{"came-on": 1}]
    Wire(houses[1], "Bob").tell("came-on")
    assert heard == [{"came-on": 1}, {"came-on": 2}]


def test_a_database_that_fails_for_a_while_gives_nobody_away(
    houses: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = houses
    code, _ = over_both(houses, RIVER)

    def fails(work: Callable[[Any], Any]) -> Any:
        raise Problem("no database")

    with monkeypatch.context() as patch:
        for house in houses:
            patch.setattr(house.store, "write", fails)
        for _ in range(3 * GONE_BEATS):
            with pytest.raises(Problem, match="no database"):
                second.referee.look_round()
    second.beat()
    Wire(second, "x").ask("look", code=code)
    assert first.has(code)


# -- what they say to each other ------------------------------------------------------------------

FAILED = (
    zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
    | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
    | zmq.EVENT_HANDSHAKE_FAILED_AUTH
    | zmq.EVENT_DISCONNECTED
)
PATIENCE = 10_000


def host(folder: Path, name: str) -> Doors:
    """The sockets of a host whose database has the secret `chalk`."""
    address = f"127.0.0.1:{postgres.free_port()}"
    hosts = Hosts(Store(folder / "street.sqlite"), shared=True, address=address)
    hosts.beat()
    return Doors(Referee(hosts), f"ipc://{folder / name}", "chalk")


@pytest.fixture
def doors(tmp_path: Path) -> Iterator[Doors]:
    opened = host(tmp_path, "pages")
    yield opened
    opened.close()


@contextmanager
def caller(doors: Doors, secret: str | None) -> Iterator[tuple[Any, Any]]:
    """Somebody who speaks as a host does, by some secret or by none, and what befalls him."""
    one: Any
    befalls: Any
    with zmq.Context.instance().socket(zmq.DEALER) as one:
        befalls = one.get_monitor_socket(FAILED)
        one.setsockopt(zmq.LINGER, 0)
        one.setsockopt(zmq.IDENTITY, b"0" * LIFE)
        if secret is not None:
            public, private = keys_of(secret)
            one.curve_serverkey, one.curve_publickey, one.curve_secretkey = public, public, private
        one.connect(f"tcp://{doors.referee.hosts.address}")
        one.send_multipart([b"page", b'{"do": "look", "re": 1, "code": "ZZZZZ"}'])
        yield one, befalls
        one.disable_monitor()


def test_a_host_of_the_same_database_is_answered(doors: Doors) -> None:
    with caller(doors, "chalk") as (one, _):
        assert doors.poller.poll(PATIENCE)
        doors.hear()
        doors.send()
        assert one.poll(PATIENCE)
        page, told = one.recv_multipart()
        assert (page, json.loads(told)["no"]) == (b"page", "no-code")


def test_a_letter_goes_to_the_host_that_has_it_and_the_answer_comes_back(
    doors: Doors, tmp_path: Path
) -> None:
    other = host(tmp_path, "others")
    page: Any
    with zmq.Context.instance().socket(zmq.DEALER) as page:
        page.setsockopt(zmq.LINGER, 0)
        page.connect(f"ipc://{tmp_path / 'others'}")
        code = doors.referee.begin(RIVER, {})
        doors.referee.hear(b"\0here", json.dumps({"do": "look", "code": code}).encode())
        doors.referee.post.clear()
        page.send(json.dumps({"do": "look", "re": 1, "code": code}).encode())
        for one in 200 * (other, doors):
            one.poller.poll(20)
            one.hear()
            one.send()
            if page.poll(0):
                break
        assert json.loads(page.recv())["about"]["code"] == code
    assert not other.referee._rounds
    # to a host that has gone nothing is kept for later
    doors.referee.hosts.leave()
    other.referee.hosts.beat()
    other.forget_others()
    assert not other._others
    other.close()


@pytest.mark.parametrize("secret", [None, "cheese"])
def test_whoever_does_not_know_the_secret_of_the_database_is_not_heard(
    doors: Doors, secret: str | None
) -> None:
    with caller(doors, secret) as (_, befalls):
        assert befalls.poll(PATIENCE)
        assert recv_monitor_message(befalls)["event"] & FAILED
        assert not doors.poller.poll(0)
