#!/usr/bin/python3
"""Simulates a slow link for TCP connections to a local port: a delay, a rate, a cut after a number
of bytes.

  proxy.py PORT [--delay MS] [--rate MBIT]   listens, prints its port and, at the end, what it transferred

There is neither slow start nor loss. A chunk leaves when those before it have left at that rate,
and arrives after the delay. It does not need root."""
import argparse
import collections
import dataclasses
import select
import socket
import struct
import threading
import time

CHUNK = 1 << 16


class Way:
    """One direction of a connection."""

    def __init__(self, source, sink):
        self.source, self.sink = source, sink
        self.chunks = collections.deque()  # (time of arrival, depth, bytes)
        self.queued = 0
        self.free = 0.0  # time at which the last byte has left
        self.ended = False
        self.over = False


@dataclasses.dataclass
class Counted:
    down: int = 0  # bytes to the client
    up: int = 0
    connections: int = 0
    rounds: int = 0  # the longest chain of requests that each waited for the reply before
    turns: int = 0  # requests that came after a reply


class Connection:
    def __init__(self, near, far):
        self.near, self.far = near, far
        self.up, self.down = Way(near, far), Way(far, near)
        self.answered = True
        # Depth of the chain relative to that of the host (Proxy.depth).
        self.depth = 0


class Proxy:
    """Runs in a thread within `with`. @delay: seconds in each direction; @rate: bytes per second,
    0: no limit. These attributes can be set at any time:

      cut_after    bytes to the client, counted as in `counted`, after which its connection is reset
      stop_after   bytes after which nothing more is transferred
      refuses      whether new connections are ended at once"""

    def __init__(self, port, delay=0.0, rate=0.0):
        self.port_behind, self.delay, self.rate = port, delay, rate
        self.cut_after = self.stop_after = None
        self.refuses = False
        self.stopped = threading.Event()
        # Chain length counts round trips: a request is one longer than the longest chain of which
        # the client has had a reply, on any connection; a reply is as long as the last request.
        self.depth = 0
        self.counted = Counted()
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        self.waker, self.wakes = socket.socketpair()
        self.connections = []
        self.waiting = []  # (time, socket) of new connections: a handshake takes its time as well
        self.orders = collections.deque()
        self.thread = threading.Thread(target=self.work, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.order('end')
        self.thread.join()
        for one in (self.listener, self.waker, self.wakes):
            one.close()

    def order(self, what):
        self.orders.append(what)
        self.waker.send(b'.')

    def cut(self):
        """Resets all connections, as a cut link that is noticed."""
        self.order('cut')

    def stop(self):
        """Stops all transfers, and accepts new connections without a reply."""
        self.stopped.set()
        self.order('look')

    def go_on(self):
        self.stopped.clear()
        self.order('look')

    def start_counting(self):
        """Resets the counters. Chains begin again with connections."""
        self.depth = 0
        self.counted = Counted()

    def settle(self, quiet=0.2, most=10):
        """Returns the counters when nothing has arrived for a while."""
        before, end = None, time.monotonic() + most
        while before != dataclasses.astuple(self.counted) and time.monotonic() < end:
            before = dataclasses.astuple(self.counted)
            time.sleep(quiet)
        return dataclasses.replace(self.counted)

    # ---- the thread -------------------------------------------------------------------------------

    def most_queued(self):
        """Limit of queued bytes, as in a router: what is under way, and a little more."""
        return max(CHUNK * 4, int(self.rate * self.delay * 2))

    def work(self):
        while True:
            now = time.monotonic()
            readers, writers, soonest = [self.listener, self.wakes], [], None
            if not self.stopped.is_set():
                readers, writers, soonest = self.wanted(now)
            timeout = None if soonest is None else max(0, soonest - now)
            readable, writable, _ = select.select(readers, writers, [], timeout)
            if self.wakes in readable:
                self.wakes.recv(4096)
            while self.orders:
                order = self.orders.popleft()
                if order in ('cut', 'end'):
                    self.end_all()
                if order == 'end':
                    return
            self.serve(set(readable), set(writable))

    def wanted(self, now):
        readers, writers, times = [self.listener, self.wakes], [], [when for when, _ in self.waiting]
        for connection in self.connections:
            for way in (connection.up, connection.down):
                if not way.ended and way.queued < self.most_queued():
                    readers.append(way.source)
                if way.chunks and way.chunks[0][0] <= now:
                    writers.append(way.sink)
                elif way.chunks:
                    times.append(way.chunks[0][0])
        return readers, writers, min(times, default=None)

    def serve(self, readable, writable):
        if self.listener in readable:
            near = self.listener.accept()[0]
            if self.refuses:
                near.close()
                return
            self.waiting.append((time.monotonic() + 2 * self.delay, near))
        if self.stopped.is_set():
            return
        self.admit()
        for connection in list(self.connections):
            try:
                for way, up in ((connection.up, True), (connection.down, False)):
                    if way.source in readable and not way.ended:
                        self.take(connection, way, up)
                    if way.sink in writable:
                        self.deliver(connection, way, up)
            except OSError:
                self.end(connection)
                continue
            if connection in self.connections and connection.up.over and connection.down.over:
                self.end(connection, quietly=True)

    def admit(self):
        now = time.monotonic()
        due = [near for when, near in self.waiting if when <= now]
        self.waiting = [(when, near) for when, near in self.waiting if when > now]
        for near in due:
            try:
                far = socket.create_connection(('127.0.0.1', self.port_behind))
            except OSError:
                near.close()
                continue
            for one in (near, far):
                one.setblocking(False)
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.connections.append(Connection(near, far))
            self.counted.connections += 1

    def take(self, connection, way, up):
        data = way.source.recv(CHUNK)
        now = time.monotonic()
        if not data:
            way.ended = True
        way.free = max(way.free, now) + (len(data) / self.rate if self.rate else 0)
        depth = self.depth + 1 if up else connection.depth
        if up and data and connection.answered:
            connection.answered = False
            self.counted.turns += 1
        way.chunks.append((way.free + self.delay, depth, data))
        way.queued += len(data)

    def deliver(self, connection, way, up):
        now = time.monotonic()
        while way.chunks and way.chunks[0][0] <= now:
            due, depth, data = way.chunks[0]
            if not data:
                way.sink.shutdown(socket.SHUT_WR)
                way.over = True
                way.chunks.clear()
                return
            try:
                sent = way.sink.send(data if up else data[:self.left()])
            except BlockingIOError:
                return
            self.count(connection, up, sent, depth)
            way.queued -= sent
            way.chunks.popleft()
            if sent < len(data):
                way.chunks.appendleft((due, depth, data[sent:]))
            if not up and self.left() == 0:
                self.interrupt(connection)
                return

    def count(self, connection, up, sent, depth):
        if up:
            connection.depth = max(connection.depth, depth)
            self.counted.up += sent
        else:
            connection.answered = True
            self.depth = self.counted.rounds = max(self.depth, depth)
            self.counted.down += sent

    def left(self):
        """Returns the bytes until the next cut or stop, or None."""
        most = [after for after in (self.cut_after, self.stop_after) if after is not None]
        return max(0, min(most) - self.counted.down) if most else None

    def interrupt(self, connection):
        if self.stop_after is not None:
            self.stop_after = None
            self.stopped.set()
        else:
            self.cut_after = None
            self.end(connection)

    def end(self, connection, quietly=False):
        self.connections.remove(connection)
        for one in (connection.near, connection.far):
            if not quietly:
                # Resets at once, instead of ending after the data.
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
            one.close()

    def end_all(self):
        for connection in list(self.connections):
            self.end(connection)
        for _, near in self.waiting:
            near.close()
        self.waiting = []


def main():
    parser = argparse.ArgumentParser(description='A long way to a port of this computer.')
    parser.add_argument('port', type=int)
    parser.add_argument('--delay', type=float, default=0, help='ms there, and as many back')
    parser.add_argument('--rate', type=float, default=0, help='Mbit/s each way; 0: no limit')
    options = parser.parse_args()
    with Proxy(options.port, options.delay / 1000, options.rate * 1e6 / 8) as proxy:
        print(proxy.port, flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print(proxy.counted)


if __name__ == '__main__':
    main()
