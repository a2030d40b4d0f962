#!/usr/bin/python3
"""A misbehaving SFTP server that replaces ssh (POPLENS_SSH, `sftp -S`); the name of the host
selects the behaviour.

  fake_sftp.py … -s -- HOST sftp

HOST is a method of Server below with "-" for "_", and ".N" to behave so from the Nth packet of its
kind on: "plain", "short-reads", "hang-read.3", "code-4". Requests are answered from this computer's
files; nothing is written."""
import os
import select
import struct
import sys
import time

INIT, VERSION = 1, 2
OPEN, CLOSE, READ, LSTAT, FSTAT = 3, 4, 5, 7, 8
OPENDIR, READDIR, REALPATH, STAT, READLINK, EXTENDED = 11, 12, 16, 17, 19, 200
STATUS, HANDLE, DATA, NAME, ATTRS, EXTENDED_REPLY = 101, 102, 103, 104, 105, 201
KINDS = {'version': INIT, 'open': OPEN, 'close': CLOSE, 'read': READ, 'lstat': LSTAT, 'fstat': FSTAT,
         'opendir': OPENDIR, 'readdir': READDIR, 'realpath': REALPATH, 'stat': STAT, 'readlink': READLINK,
         'extended': EXTENDED}
OK, END, NO_SUCH_FILE, DENIED, FAILURE, UNSUPPORTED = 0, 1, 2, 3, 4, 8
LIMITS = b'limits@openssh.com'


def text(value):
    return struct.pack('>I', len(value)) + value


class Fields:
    """Reads the fields of a packet in order."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self, layout='>I'):
        value, = struct.unpack_from(layout, self.data, self.at)
        self.at += struct.calcsize(layout)
        return value

    def text(self):
        n = self.number()
        self.at += n
        return self.data[self.at - n:self.at]


class Server:
    """Behaves correctly except for the selected behaviour."""

    def __init__(self, host):
        name, _, after = host.partition('.')
        self.after = int(after or 0)
        self.seen = {}
        self.handles = {}
        self.most = 261120
        self.extensions = text(LIMITS) + text(b'1')
        self.version = 3
        self.held = []
        # Functions that change a reply, replace the handling of a request, and change bytes that
        # are sent.
        self.spoil, self.instead, self.send = {}, {}, self.write
        word, _, argument = name.replace('-', '_').rpartition('_')
        if hasattr(self, f'be_{name.replace("-", "_")}'):
            getattr(self, f'be_{name.replace("-", "_")}')()
        elif hasattr(self, f'be_{word}'):
            getattr(self, f'be_{word}')(argument)
        else:
            sys.exit(f'fake_sftp: nobody behaves like {host}')

    # ---- behaviours -----------------------------------------------------------------------------

    def be_plain(self):
        pass

    def be_short_reads(self):
        self.spoil[READ] = lambda kind, n, body: (kind, self.shorten(body))

    def shorten(self, body):
        data = body[4:]
        return text(data[:max(1, len(data) * 2 // 3)])

    def be_reordered(self):
        self.send = self.hold

    def be_slow_drip(self):
        self.send = self.drip

    def be_most_32k(self):
        self.most, self.extensions = 32768, b''

    def be_no_limits(self):
        self.extensions = b''

    def be_limits(self, bytes_of_read):
        """limits-N: announces replies of N bytes; 0: no limit."""
        self.limit_said = int(bytes_of_read)
        self.spoil[EXTENDED] = lambda kind, n, body: (kind, struct.pack('>4Q', 262144, self.limit_said, 0, 0))

    def be_wrong_id(self):
        self.spoil[READ] = lambda kind, n, body: (kind, body, n + 1000)

    def be_same_answer_twice(self):
        self.spoil[READ] = lambda kind, n, body: (self.write(self.packet(kind, n, body)), (kind, body))[1]

    def be_wrong_kind(self):
        self.spoil[READ] = lambda kind, n, body: (HANDLE, body)

    def be_data_too_long(self):
        self.spoil[READ] = lambda kind, n, body: (kind, text(body[4:] + b'x'))

    def be_data_empty(self):
        self.spoil[READ] = lambda kind, n, body: (kind, text(b''))

    def be_data_one_byte(self):
        self.spoil[READ] = lambda kind, n, body: (kind, text(body[4:5]))

    def be_string_too_long(self):
        self.spoil[READ] = lambda kind, n, body: (kind, struct.pack('>I', 1 << 31) + body[4:])

    def be_end_too_early(self):
        """Every file ends at the first read."""
        self.spoil[READ] = lambda kind, n, body: self.status(END)

    def be_endless_names(self):
        names = b''.join(text(b'n%07d' % i) + text(b'') + struct.pack('>I', 0) for i in range(1000))
        self.instead[READDIR] = lambda n: self.write(self.packet(NAME, n, struct.pack('>I', 1000) + names))

    def be_odd_names(self):
        """Names that a folder may have."""
        self.add_names(b'..', b'.', b'\n', b'\xff\xfe', b'x' * 255, b'\x1b[2Jx', b'-x', b' ')

    def be_wild_names(self):
        """Names that a folder cannot have."""
        self.add_names(b'', b'a/b', b'../../etc/passwd', b'a\0b')

    def add_names(self, *wild):
        names = b''.join(text(name) + text(b'') + struct.pack('>I', 0) for name in wild)
        self.spoil[READDIR] = lambda kind, n, body: (kind, body) if kind == STATUS else (
            NAME, struct.pack('>I', struct.unpack('>I', body[:4])[0] + len(wild)) + names + body[4:])

    def be_many_names(self):
        """A count that exceeds the packet."""
        self.spoil[READDIR] = lambda kind, n, body: (NAME, struct.pack('>I', 0xffffffff) + body[4:])

    def be_many_attributes(self):
        attrs = struct.pack('>II', 0x80000000, 0xffffffff)
        for kind in (STAT, LSTAT, FSTAT):
            self.spoil[kind] = lambda kind, n, body: (ATTRS, attrs)

    def be_no_attributes(self):
        """Neither size nor time: the draft allows a server to leave out attributes."""
        for kind in (STAT, LSTAT, FSTAT):
            self.spoil[kind] = lambda kind, n, body: (ATTRS, struct.pack('>I', 0)) if kind == ATTRS else (kind, body)

    def be_huge_file(self):
        """2⁶⁴ − 1 bytes."""
        attrs = struct.pack('>IQ', 1, (1 << 64) - 1)
        for kind in (STAT, FSTAT):
            self.spoil[kind] = lambda kind, n, body: (ATTRS, attrs) if kind == ATTRS else (kind, body)

    def be_huge_packet(self):
        self.instead[READ] = lambda n: self.write(struct.pack('>IB', 0xffffffff, DATA) + bytes(1 << 16))

    def be_empty_packet(self):
        self.instead[READ] = lambda n: self.write(struct.pack('>I', 0))

    def be_cut_packet(self):
        self.instead[READ] = lambda n: (self.write(struct.pack('>IBI', 1000, DATA, n)), sys.exit(0))

    def be_end(self, kind):
        """end-KIND: ends at a request of that kind."""
        self.instead[KINDS[kind]] = lambda n: sys.exit(1)

    def be_hang(self, kind):
        """hang-KIND: hangs at a request of that kind."""
        self.instead[KINDS[kind]] = lambda n: time.sleep(3600)

    def be_mute(self, kind):
        """mute-KIND: never answers requests of that kind, but all others."""
        self.instead[KINDS[kind]] = lambda n: None

    def be_code(self, code):
        """code-N: answers each open with that status."""
        self.spoil[OPEN] = lambda kind, n, body: self.status(int(code))

    def be_read_code(self, code):
        self.spoil[READ] = lambda kind, n, body: self.status(int(code))

    def be_version(self, version):
        self.version = int(version)

    def be_noise(self):
        """A greeting printed by .bashrc."""
        self.instead[INIT] = lambda n: (self.write(b'Welcome to gc-01\nLast login: today\n'), self.answer_init())

    def be_noise_alone(self):
        self.instead[INIT] = lambda n: (self.write(b'This account is not available.\n'), sys.exit(1))

    def be_flood(self):
        """Sends data forever, without requests."""
        self.instead[INIT] = lambda n: self.flood()

    def flood(self):
        while True:
            self.write(struct.pack('>IBI', 1005, DATA, 0) + bytes(1000))

    def be_says(self, what):
        """says-WHAT: prints a message of ssh, and exits as ssh does."""
        sys.stderr.write({'denied': 'kim@gc-01: Permission denied (publickey).\r\n',
                          'refused': 'ssh: connect to host 127.0.0.1 port 1: Connection refused\r\n',
                          'wild': 'a\x1b]0;title\x07b\x9bc\xff' * 1000 + '\n'}.get(what, f'{what}\n'))
        sys.exit(255)

    # ---- sending bytes
    # ----------------------------------------------------------------------------

    def write(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(1, view):]

    def drip(self, data):
        for i in range(0, len(data), max(1, len(data) // 50)):
            self.write(data[i:i + max(1, len(data) // 50)])

    def hold(self, data):
        """Sends the replies of the last requests in reverse order."""
        self.held.append(data)
        if len(self.held) < 16 and select.select([0], [], [], 0.005)[0]:
            return
        for one in reversed(self.held):
            self.write(one)
        self.held = []

    def packet(self, kind, n, body):
        return struct.pack('>IBI', len(body) + 5, kind, n) + body

    # ---- answers -----------------------------------------------------------------------------------

    def answer_init(self):
        self.write(struct.pack('>IBI', 5 + len(self.extensions), VERSION, self.version) + self.extensions)

    def status(self, code):
        return STATUS, struct.pack('>I', code) + text(b'') + text(b'')

    def attrs(self, info):
        return struct.pack('>IQIII', 0xd, info.st_size, info.st_mode, int(info.st_atime), int(info.st_mtime))

    def names(self, *entries):
        return NAME, struct.pack('>I', len(entries)) + b''.join(text(name) + text(name) + attrs
                                                                for name, attrs in entries)

    def answer(self, kind, fields):
        try:
            return self.look(kind, fields)
        except FileNotFoundError:
            return self.status(NO_SUCH_FILE)
        except PermissionError:
            return self.status(DENIED)
        except OSError:
            return self.status(FAILURE)

    def look(self, kind, fields):
        if kind in (STAT, LSTAT):
            return ATTRS, self.attrs((os.stat if kind == STAT else os.lstat)(fields.text()))
        if kind == REALPATH:
            return self.names((os.path.realpath(fields.text()), struct.pack('>I', 0)))
        if kind == READLINK:
            return self.names((os.readlink(fields.text()), struct.pack('>I', 0)))
        if kind in (OPEN, OPENDIR):
            return self.open(kind, fields.text())
        if kind == EXTENDED and fields.text() == LIMITS:
            return EXTENDED_REPLY, struct.pack('>4Q', 262144, self.most, self.most, 0)
        return self.use(kind, fields) if kind in (CLOSE, READ, FSTAT, READDIR) else self.status(UNSUPPORTED)

    def open(self, kind, path):
        opened = iter(list(os.scandir(path))) if kind == OPENDIR else os.open(path, os.O_RDONLY)
        handle = b'%d-%d' % (kind, self.seen[kind])
        self.handles[handle] = opened
        return HANDLE, text(handle)

    def use(self, kind, fields):
        name = fields.text()
        handle = self.handles.get(name)
        if handle is None:
            return self.status(FAILURE)
        if kind == CLOSE:
            del self.handles[name]
            if isinstance(handle, int):
                os.close(handle)
            return self.status(OK)
        if kind == FSTAT:
            return ATTRS, self.attrs(os.fstat(handle))
        if kind == READDIR:
            entries = [(entry.name, self.attrs(entry.stat(follow_symlinks=False)))
                       for _, entry in zip(range(100), handle)]
            return self.names(*entries) if entries else self.status(END)
        offset, n = fields.number('>Q'), fields.number()
        data = os.pread(handle, min(n, self.most), offset)
        return (DATA, text(data)) if data else self.status(END)

    # ---- the conversation -------------------------------------------------------------------------

    def read(self, n):
        data = b''
        while len(data) < n:
            more = os.read(0, n - len(data))
            if not more:
                sys.exit(0)
            data += more
        return data

    def is_due(self, kind):
        self.seen[kind] = self.seen.get(kind, 0) + 1
        return self.seen[kind] > self.after

    def serve(self):
        while True:
            length, kind, n = struct.unpack('>IBI', self.read(9))
            fields = Fields(self.read(length - 5))
            due = self.is_due(kind)
            if due and kind in self.instead:
                self.instead[kind](n)
            elif kind == INIT:
                self.answer_init()
            else:
                self.reply(kind, n, fields, due)

    def reply(self, kind, n, fields, due):
        reply = self.answer(kind, fields)
        if due and kind in self.spoil and (reply[0] != STATUS or kind == OPEN):
            reply = self.spoil[kind](reply[0], n, reply[1])
        self.send(self.packet(reply[0], reply[2] if len(reply) > 2 else n, reply[1]))


if __name__ == '__main__':
    try:
        Server(sys.argv[-2]).serve()
    except OSError:
        sys.exit(1)
