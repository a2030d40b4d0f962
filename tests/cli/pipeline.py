#!/usr/bin/python3
"""Tests the scripts in examples/ci for pipelines, on generated reports that are equal, improved and worse."""
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
EXAMPLES = ROOT / 'examples/ci'
GATE = EXAMPLES / 'gate.sh'


def block(language):
    return re.search(rf'^```{language}\n(.*?)^```', PAGE, re.DOTALL | re.MULTILINE).group(1)


def lines_of(workflow):
    """Returns the commands in a workflow: after "run:" (GitHub), or in the list "script:" (GitLab)."""
    text = (EXAMPLES / workflow).read_text()
    script = re.search(r'^ *script:\n((?: +- .*\n)+)', text, re.MULTILINE)
    found = re.findall(r'^ +- (.*)', script[1], re.MULTILINE) if script else re.findall(r'\brun: (.*)', text)
    return [line.split('  #')[0].strip() for line in found]


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

    def test_page_has_the_gate(self):
        self.assertEqual(block('sh'), GATE.read_text())
        self.assertLessEqual(len(GATE.read_text().splitlines()), 10)

    def test_workflows(self):
        shutil.copytree(EXAMPLES, self.folder / 'examples/ci')
        for workflow in ('github.yml', 'gitlab.yml'):
            train, *ours = lines_of(workflow)
            self.assertEqual(train, './train.sh')
            done = [self.run_in('bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', line) for line in ours]
            # Reports of two seeds are two models: more changed than is allowed.
            self.assertEqual([d.returncode for d in done], [3, 0][:len(ours)], done)
            self.assertGreater(self.check_files('budget.xml', 'changes.txt', 'report.html'), 0)
        self.assertEqual((self.folder / 'summary.md').read_text(), (self.folder / 'changes.txt').read_text())

    def gate(self, *words):
        return self.run_in(GATE, *words)

    def test_gate(self):
        """With the limits of --init, equal and improved reports pass; a worse one and an unreadable one do not."""
        write_demo(self.folder / 'plain', '--preset=plain')
        write_demo(self.folder / 'slower', '--preset=plain', '--plant=host-wait=Input/tokens:2000000')
        for main, report, status in (('plain', 'plain', 0), ('slower', 'plain', 0), ('plain', 'slower', 3),
                                     ('plain', 'none', 1)):
            limits = self.run_in('poplens-cli', 'budget', '--init', main)
            self.assertEqual(limits.returncode, 0, limits.stderr)
            (self.folder / 'budget.ini').write_text(limits.stdout)
            done = self.gate(report, main)
            self.assertEqual(done.returncode, status, (main, report, done.stdout, done.stderr))
        (self.folder / 'budget.ini').write_text('[budget]\nmax-cycle = 1\n')
        self.assertNotEqual(self.gate('plain', 'plain').returncode, 0)


if __name__ == '__main__':
    unittest.main()
