#!/usr/bin/python3
"""What goes to a terminal is seen and never obeyed: one gate for text, JSON and CSV; files keep the bytes."""
import json
import os
import pty
import subprocess
import tempfile
import tty
import unicodedata
import unittest

from harness import BIN, changed, run
from harness import Small as Demo

# Colour, title of the window, C1, text turned round, and what is not seen.
BAD = '\x1b[31m\x1b]0;title\x07\x08\x7f\u009b31m\u202egpj\u2066\u200b'
NAMED = ("update unlowered_vars set name = name || '" + BAD + "'", "update programs set name = name || '" + BAD + "'",
         "update compilation_parameters set value = '" + BAD + "'", "update vertex_types set name = name || '" + BAD + "'")
COMMANDS = (('summary', '--all'), ('variables',), ('programs', '--all'), ('trace', '--all'), ('find', 'R', 'matmul'), ('fill',),
            ('insights', '--all'), ('kinds', '--all'), ('time', '--all'), ('fit', '--all'), ('memory', '--tile', '3', '--all'))


def shown(*arguments, env=None, width=120):
    """What the command writes to a terminal, byte by byte."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    child = subprocess.Popen([BIN / 'poplens-cli', *map(str, arguments)], stdout=theirs, stderr=subprocess.PIPE,
                             env={**os.environ, 'LC_ALL': 'C.UTF-8', 'TERM': 'xterm', 'COLUMNS': str(width), **(env or {})})
    os.close(theirs)
    out = b''
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    os.close(ours)
    assert child.wait() == 0, child.stderr.read()
    child.stderr.close()
    return out.decode()


def hidden(text):
    """Characters that a terminal obeys or does not show, other than ends of lines."""
    return {c for c in text if unicodedata.category(c) in ('Cc', 'Cf') and c not in '\n'}


class Gate(unittest.TestCase):
    def arguments(self, report):
        for command, *rest in COMMANDS:
            yield command, report, *[r for r in rest if r != 'R']

    def test_text_and_json(self):
        with changed(*NAMED, of=Demo) as report:
            seen = 0
            for arguments in self.arguments(report):
                plain = {'NO_COLOR': '1'}
                text = shown(*arguments, env=plain)
                self.assertEqual(hidden(text), set(), arguments)
                seen += '\\x1b' in text
                if '--all' in arguments and arguments[0] != 'find':
                    arguments = [a for a in arguments if a != '--all']
                machine = shown(*arguments, '--json', env=plain)
                self.assertEqual(hidden(machine), set(), arguments)
                # It says the same as in a file.
                self.assertEqual(json.loads(machine), json.loads(run(*arguments, '--json').stdout), arguments)
                seen += '\\u009b' in machine
            self.assertGreater(seen, 8)

    def test_tables(self):
        with changed(*NAMED, of=Demo) as report:
            for name in ('tile-variables', 'programs', 'memory-vertices', 'live-variables', 'operations'):
                for form in ('text', 'csv', 'json'):
                    there = shown('table', name, report, '--format', form, '--limit', '50', env={'NO_COLOR': '1'})
                    self.assertEqual(hidden(there.replace('\r\n', '\n')), set(), (name, form))
                    if name == 'programs':
                        self.assertIn({'text': '\ufffd', 'csv': '\\u001b', 'json': '\\u001b'}[form], there)

    def test_files_keep_the_bytes(self):
        with changed(*NAMED, of=Demo) as report, tempfile.TemporaryFile() as file:
            subprocess.run([BIN / 'poplens-cli', 'table', 'programs', report, '--format', 'csv'], stdout=file, check=True)
            file.seek(0)
            self.assertIn(BAD, file.read().decode())

    def test_colours_are_ours_alone(self):
        """The program's own styles come through, those of a name do not."""
        with changed(*NAMED, of=Demo) as report:
            text = shown('programs', report, '--all')
            self.assertIn('\x1b[1m', text)
            styles = {piece.split('m')[0] for piece in text.split('\x1b[')[1:]}
            self.assertLessEqual(styles, {'0', '1', '2', '1;31', '1;32', '1;33'})
            self.assertNotIn('\x1b[31m', text)
            self.assertEqual(hidden(text), {'\x1b'})


if __name__ == '__main__':
    unittest.main()
