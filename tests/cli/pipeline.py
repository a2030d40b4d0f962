#!/usr/bin/python3
"""What docs/guide/pipeline.md says of pipelines, run: its workflow's steps and the script of examples/ci, over two generated reports."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

from harness import BIN, ROOT, Demo, write_demo

PAGE = (ROOT / 'docs/guide/pipeline.md').read_text()
SCRIPT = ROOT / 'examples/ci/check-profile.sh'
GENEROUS = '[budget]\nmax-tile-bytes = 624 KiB\nmin-free-bytes = 0 %\n'


def block(language):
    return re.search(rf'^```{language}\n(.*?)^```', PAGE, re.DOTALL | re.MULTILINE).group(1)


def steps():
    """What each step runs: behind "run:" on its line, or indented below "run: |"."""
    found = []
    for match in re.finditer(r'^( *)(?:- )?run: (?:\|\n((?:\1 {2,}.*\n)+)|(.*)\n)', block('yaml'), re.MULTILINE):
        lines = (match[2] or match[3]).splitlines()
        indent = len(lines[0]) - len(lines[0].lstrip())
        found.append('\n'.join(line[indent:] for line in lines))
    return found


class Pipeline(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix='poplens-ci-')
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)
        shutil.copytree(Demo.path(), self.folder / 'main-report')
        write_demo(self.folder / 'report', '--seed', '2')
        (self.folder / 'budget.ini').write_text(block('ini'))

    def run_in(self, *command):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=600,
                              env={**os.environ, 'PATH': f'{BIN.resolve()}:{os.environ["PATH"]}', 'GITHUB_SHA': 'abc123',
                                   'GITHUB_STEP_SUMMARY': str(self.folder / 'summary.md')})

    def check_files(self, junit, markdown, page):
        suite = xml.etree.ElementTree.parse(self.folder / junit).getroot()[0]
        failures = int(suite.get('failures'))
        self.assertEqual(len(suite.findall('testcase/failure')), failures)
        self.assertIn('| ', (self.folder / markdown).read_text())
        text = (self.folder / page).read_text()
        self.assertTrue(text.startswith('<!DOCTYPE html>') and text.endswith('</html>\n'))
        self.assertIn('id="comparison"', text)
        return failures

    def test_workflow(self):
        train, *ours = steps()
        self.assertIn('train.sh', train)
        self.assertEqual(len(ours), 2)
        done = [self.run_in('bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', step) for step in ours]
        # Reports of two seeds are two models: both steps say that more changed than may.
        self.assertEqual([d.returncode for d in done], [3, 3], done)
        self.assertGreater(self.check_files('budget.xml', 'summary.md', 'report.html'), 0)

    def test_script(self):
        run = lambda *words: self.run_in(SCRIPT, *words)
        self.assertEqual(run('report').returncode, 2)
        done = run('report', 'main-report', 'budget.ini', 'out')
        self.assertEqual((done.returncode, done.stderr), (3, ''))
        self.assertGreater(self.check_files('out/budget.xml', 'out/changes.md', 'out/report.html'), 0)
        self.assertIn('![Change of the waterfall](waterfall.svg)', (self.folder / 'out/changes.md').read_text())
        self.assertIn('</svg>', (self.folder / 'out/waterfall.svg').read_text())
        # The same again is good; what cannot be read or judged is no verdict, even beside a failure.
        (self.folder / 'budget.ini').write_text(GENEROUS)
        self.assertEqual(run('report', 'report', 'budget.ini', 'same').returncode, 0)
        self.assertEqual(run('report', 'none', 'budget.ini', 'none-there').returncode, 1)
        (self.folder / 'budget.ini').write_text('[budget]\nmax-cycle = 1\n')
        self.assertEqual(run('report', 'none', 'budget.ini', 'wrong').returncode, 2)


if __name__ == '__main__':
    unittest.main()
