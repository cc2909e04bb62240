"""The referee's process: its sockets for pages and for other hosts.

Hosts speak to each other by CURVE with one pair of keys, which follows from the secret that lies in
their database. Even the public one is told to nobody: who does not know it cannot say a word.
"""

from __future__ import annotations

import hashlib
import logging
import os
import socket
import sys
import time
from contextlib import suppress

import zmq
from zmq.utils import z85

from engine.errors import Problem
from tutor.progress import Progress
from tutor.referee.hosts import LIFE, Hosts
from tutor.referee.referee import PASSED, Referee, is_passed

LOOK_MILLISECONDS = 1000
MOST_AT_ONCE = 100


def keys_of(secret: str) -> tuple[bytes, bytes]:
    """The public and the private key of all hosts that know a secret."""
    private = z85.encode(hashlib.sha256(f"referee/{secret}".encode()).digest())
    return zmq.curve_public(private), private


class Doors:
    """The sockets of one referee."""

    def __init__(self, referee: Referee, pages: str, secret: str) -> None:
        self.referee, self._life = referee, referee.hosts.life.encode()
        self._context, self.poller = zmq.Context(), zmq.Poller()
        self._context.setsockopt(zmq.LINGER, 0)
        self._context.setsockopt(zmq.IPV6, 1)
        self._keys = keys_of(secret) if secret else (b"", b"")
        self._pages = self._context.socket(zmq.ROUTER)
        self._pages.setsockopt(zmq.ROUTER_HANDOVER, 1)
        self._pages.bind(pages)
        self._hosts = self._context.socket(zmq.ROUTER)
        self._hosts.setsockopt(zmq.ROUTER_HANDOVER, 1)
        if referee.hosts.address:
            self._hosts.curve_server = True
            self._hosts.curve_publickey, self._hosts.curve_secretkey = self._keys
            self._hosts.bind(_bound(referee.hosts.address))
        self._others: dict[str, zmq.Socket[bytes]] = {}
        for door in (self._pages, self._hosts):
            self.poller.register(door, zmq.POLLIN)

    def hear(self) -> None:
        """Hear what has come."""
        for door in (self._pages, self._hosts, *self._others.values()):
            for _ in range(MOST_AT_ONCE):
                try:
                    parts = door.recv_multipart(zmq.NOBLOCK)
                except zmq.Again:
                    break
                self._heard(door, parts)

    def _heard(self, door: zmq.Socket[bytes], parts: list[bytes]) -> None:
        match parts:
            case [who, letter] if door is self._pages:
                # other names than those that the socket gives are nobody's
                if who.startswith(b"\0"):
                    self.referee.hear(who, letter)
            case [life, page, letter] if door is self._hosts and len(life) == LIFE:
                self.referee.hear(PASSED + life + page, letter)
            case [page, letter] if door is not self._hosts and page:
                self.referee.bring(page, letter.decode())

    def send(self) -> None:
        """Send what there is to send."""
        post, self.referee.post = self.referee.post, []
        passed, self.referee.passed = self.referee.passed, []
        for who, told in post:
            if is_passed(who):
                name = who.removeprefix(PASSED)
                self._hosts.send_multipart([name[:LIFE], name[LIFE:], told.encode()])
            else:
                self._pages.send_multipart([who, told.encode()])
        for address, page, letter in passed:
            with suppress(zmq.Again):
                self._other(address).send_multipart([page, letter], zmq.NOBLOCK)

    def _other(self, address: str) -> zmq.Socket[bytes]:
        if address not in self._others:
            self._others[address] = other = self._context.socket(zmq.DEALER)
            other.setsockopt(zmq.IDENTITY, self._life)
            other.curve_serverkey = self._keys[0]
            other.curve_publickey, other.curve_secretkey = self._keys
            other.connect(f"tcp://{address}")
            self.poller.register(other, zmq.POLLIN)
        return self._others[address]

    def forget_others(self) -> None:
        """What has not been sent to a host that has gone never is."""
        there = {host.address for host in self.referee.hosts.others}
        for address in self._others.keys() - there:
            other = self._others.pop(address)
            self.poller.unregister(other)
            other.close(linger=0)

    def close(self) -> None:
        """Nothing more is said."""
        self._context.destroy(linger=0)


def _bound(address: str) -> str:
    """What ZeroMQ binds: numbers and no names."""
    host, _, port = address.rpartition(":")
    found = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)[0][4]
    number = f"[{found[0]}]" if ":" in str(found[0]) else found[0]
    return f"tcp://{number}:{port}"


def serve(pages: str, hosts_at: str = "") -> None:
    """Until the server goes: hear, write, tell."""
    progress = Progress()
    hosts = Hosts(progress.store, progress.store.path is None, hosts_at)
    referee = Referee(hosts)
    doors = Doors(referee, pages, progress.secret() if hosts.shared else "")
    doors.poller.register(sys.stdin.fileno(), zmq.POLLIN)
    busy, looked, failed = False, 0.0, False
    while True:
        found = dict(doors.poller.poll(0 if busy else LOOK_MILLISECONDS))
        if sys.stdin.fileno() in found and not os.read(sys.stdin.fileno(), 1):
            break
        if time.monotonic() - looked > LOOK_MILLISECONDS / 1000:
            # first of all: who was away for long may have lost what others ask him for
            looked = time.monotonic()
            try:
                referee.look_round()
                failed = False
            except Problem as problem:
                if not failed:
                    logging.getLogger("staffride").warning("%s", problem)
                failed = True
            doors.forget_others()
        doors.hear()
        busy = referee.work()
        doors.send()
    try:
        hosts.leave()
    finally:
        doors.close()
