#!/usr/bin/python3
"""What README and user guide say that the program prints: every command is run, and its words looked for."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from harness import BIN, REPORTS, Demo, needs_reports

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = ROOT / 'docs/user-guide.md'
FIGURE = r'(?<![\w.,_#])[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?: %)?(?!\w)'
# Reports that the texts speak of, beside the real ones.
NAMES = ('demo', 'report', 'bert-large', 'before', 'after')


def words(text):
    """Words, however lines are broken, with no other blanks than simple ones."""
    return ' '.join(text.split())


def blocks(path):
    """(command, what is to follow) of each console block; “…” stands for anything."""
    for block in re.findall(r'```console\n(.*?)```', path.read_text(encoding='utf-8'), re.S):
        for part in re.split(r'^ *\$ ', block, flags=re.M)[1:]:
            command, _, shown = part.partition('\n')
            yield command, [words(piece) for piece in shown.split('…\n')]


class Guide(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix='poplens-guide-')
        for name in NAMES:
            pathlib.Path(cls.folder.name, name).symlink_to(Demo.path())
        pathlib.Path(cls.folder.name, 'integrals').symlink_to(REPORTS / 'integrals')

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_line(self, line):
        """A line of the shell, where the reports are: its status and the words that it says."""
        kept = {k: v for k, v in os.environ.items() if k not in ('COLUMNS', 'LINES', 'NO_COLOR')}
        done = subprocess.run(line, shell=True, cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              encoding='utf-8', timeout=240, check=False,
                              env={**kept, 'LC_ALL': 'C.UTF-8', 'PATH': f'{BIN}:/usr/bin:/bin'})
        return done.returncode, words(done.stdout)

    @needs_reports
    def test_commands(self):
        """Each is right, and prints the lines that stand below it, in that order."""
        ran = 0
        for path in (ROOT / 'README.md', GUIDE):
            for command, shown in blocks(path):
                line = command.split('#')[0].split()
                if line[0] != 'poplens-cli' or 'DIR' in line:
                    continue
                with self.subTest(text=path.name, command=command):
                    status, said = self.run_line(command)
                    self.assertIn(status, (0, 3) if line[1] == 'diff' else (0,), said)
                    at = 0
                    for piece in shown:
                        self.assertIn(piece, said[at:])
                        at = said.index(piece, at) + len(piece)
                ran += 1
        self.assertGreater(ran, 25)

    @needs_reports
    def test_where_cycles_go(self):
        """The figures of “Where do my cycles go?” are those of the commands that it names."""
        text = GUIDE.read_text(encoding='utf-8').split('### Where do my cycles go?')[1].split('A large model has')[0]
        items = re.split(r'\n[0-9]\. ', text)[1:]
        self.assertEqual(len(items), 5)
        # How many tiles there are.
        said = self.run_line('poplens-cli summary integrals')[1]
        for item in items:
            for command in re.findall(r'`(poplens-cli [^`]*integrals)`', item):
                status, more = self.run_line(command)
                self.assertEqual(status, 0)
                said += f' {more}'
            # In millions, and the cycles of both exchanges together.
            figures = set(re.findall(FIGURE, said))
            long = [int(f.replace(',', '')) / 1e6 for f in figures if f.count(',') > 1]
            figures |= {f'{n:.{digits}f}' for n in long for digits in (0, 1)}
            figures |= {f'{181 + 128}'} if {'181', '128'} <= figures else set()
            for figure in re.findall(FIGURE, re.sub('`[^`]*`', '', words(item))):
                with self.subTest(item=item.split('?')[0], figure=figure):
                    self.assertIn(figure, figures)


if __name__ == '__main__':
    unittest.main()
