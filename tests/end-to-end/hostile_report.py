"""Makes reports whose names are all hostile: markup, control characters, letters that change the
direction of text, invalid UTF-8, a megabyte."""

import json
import os
import sqlite3

import reports

# Texts that an SQLite or CBOR file can contain.
STRINGS = [
    b"<b>bold</b> <span foreground='red'>&amp;",
    b"a & b < c > d \"e\" 'f' &#0; &lt",
    b"</markup><a href='https://example.com'>click</a>",
    b"line\nbreak\r\ttab\x1b[31m\x07\x08bell",
    "\u202egnp.exe\u2066 left\u2067 right\u2069 \ufeff\u200b\u2028\u2029".encode(),
    b"not UTF-8: \xff\xfe\xc0\x80\xed\xa0\x80 end",
    b"100%s %n %d \\n $(reboot) `x` _mnemonic =1+1",
    b"",
    b" ",
    "e\u0301" .encode() * 40 + "\U0001f469\u200d\U0001f680\ufdfd\ua9c5".encode(),
]
LONG = b"long <b>&" * (1 << 17)

# Words of the format: other values make the part invalid, which is refused. All other texts are
# names.
WORDS = {
    ("target_info", "architecture"), ("target_info", "type_"), ("version_info", "file_type"),
    ("program_types", "name"), ("program_types", "program_type_table"), ("steps", "type"),
    ("memory_by_category", "category_id"), ("instrumentation_settings", "compute_level"),
    ("exchange_regions", "regions"), ("program_type_global_exchange", "sync_type"),
    ("program_type_sync", "sync_type"), ("compilation_info", "compilation_id"),
    ("execution_info", "compilation_id"), ("vars_info", "name_suffix"),
}


def hostile(number, old=b""):
    """Returns a hostile text instead of the name @old; its number keeps it unique."""
    if number == 13:
        return LONG + b"%d" % number
    return STRINGS[number % len(STRINGS)] + old[:40] + b" %d" % number


def spoil_profile(path, words):
    connection = sqlite3.connect(path, isolation_level=None)
    # Names with a number are unique, as are the originals.
    connection.text_factory = bytes
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for table, in [(t.decode(),) for t, in tables]:
        for column in connection.execute('PRAGMA table_info("%s")' % table).fetchall():
            column = column[1].decode()
            if words or (table, column) not in WORDS:
                spoil_column(connection, table, column)
    connection.execute("COMMIT")
    connection.close()


def spoil_column(connection, table, column):
    rows = connection.execute('SELECT rowid, "%s" FROM "%s" WHERE typeof("%s") = \'text\' LIMIT 5000' %
                              (column, table, column)).fetchall()
    for number, (rowid, old) in enumerate(rows):
        connection.execute('UPDATE OR IGNORE "%s" SET "%s" = CAST(? AS TEXT) WHERE rowid = ?' %
                           (table, column), (hostile(number, old), rowid))


class Cbor:
    """Rewrites a CBOR file with other texts; keys of maps do not change."""

    def __init__(self, data, words):
        self.data = data
        self.words = words
        self.at = 0
        self.out = []
        self.n = 0

    def head(self):
        first = self.data[self.at]
        kind, low = first >> 5, first & 31
        length = {24: 1, 25: 2, 26: 4, 27: 8}.get(low, 0)
        raw = self.data[self.at:self.at + 1 + length]
        self.at += 1 + length
        value = int.from_bytes(raw[1:], "big") if length else low
        return kind, (None if low == 31 else value), raw

    def item(self, change):
        """Copies one item; FALSE at the end of an indefinite one."""
        kind, value, raw = self.head()
        if kind == 7 and value is None:
            self.out.append(raw)
            return False
        if kind == 3:
            text = self.data[self.at:self.at + value]
            self.at += value
            self.text(text, change)
            return True
        self.out.append(raw)
        if kind == 4:
            self.children(value, lambda: self.item(change))
        elif kind == 5:
            self.children(value, lambda: self.pair())
        return True

    def pair(self):
        start = self.at
        if not self.item(False):
            return False
        key = self.data[start:self.at]
        return self.item(self.words or not key.endswith(b"layer") and not key.endswith(b"category"))

    def children(self, n, one):
        while n is None or n > 0:
            if not one():
                return
            n = None if n is None else n - 1

    def text(self, text, change):
        if change:
            self.n += 1
            text = hostile(self.n, text)
        self.out.append(b"\x7a" + len(text).to_bytes(4, "big") + text)


def spoil_cbor(path, words):
    with open(path, "rb") as file:
        cbor = Cbor(file.read(), words)
    cbor.item(True)
    with open(path, "wb") as file:
        file.write(b"".join(cbor.out))


def spoil_json(path):
    """Writes hostile keys and values in UTF-8; a JSON file in another encoding is refused."""
    texts = [s.decode("utf-8", "replace") for s in STRINGS] + [LONG.decode()]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({**{"%s %d" % (t, i): t for i, t in enumerate(texts)}, "list": texts}, file)


def make(words=False):
    """Makes a report with such names. @words: also replaces words of the format, so that parts are
    refused"""
    path = reports.copy("r <b>&amp;\u202e\n")
    spoil_profile(os.path.join(path, "profile.pop"), words)
    spoil_cbor(os.path.join(path, "debug.cbor"), words)
    for name in ("app.json", "framework.json"):
        spoil_json(os.path.join(path, name))
    return path
