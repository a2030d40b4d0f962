#!/usr/bin/python3
"""Checks that no test needs a file outside the repository: where a test names a real report, it also names a generated
one.

    twins.py [ROOT]        prints violations as FILE:LINE: WHAT, and exits 1 if there are any
    twins.py --self-test   tests the check itself

In C, both must be in one statement ("integrals" and "demo-run" of report_fixture_add (), a list of both); a name that
is only compared does not count. In Python, both must be in one function, or a helper check…() must be called with both.
Reports that reports.like () of tests/end-to-end names are generated.
"""
import ast
import pathlib
import re
import sys
import tempfile
import unittest

from literals import JOINT, TOKENS

REAL = re.compile(r'(?:^|reports/)(integrals|firehose-killed|firehose|aborted|codelets|flame-reference)(?:/|$)')
GENERATED = re.compile(r'^demo(-[a-z]+)?$')
COMPARED = re.compile(r'strcmp0? \([^()]*\)')
# Names and functions in Python that stand for a generated report.
MADE = {'Demo', 'Small', 'Executed', 'Compiled', 'Killed', 'Aborted', 'demo', 'like', 'copy', 'one', 'small'}
# Names that need no generated report in the same place, and why.
EXCEPTIONS = {
    ('tests/analysis/test-flame.c', 'flame-reference'): 'output of another program; flame-rules.c holds the rules by themselves',
    ('tests/archive/test-images.c', 'codelets'): '/archive/images/codelets has objects of the same kind',
    ('tests/tables/test-time.c', 'integrals'): 'figures of the real report; what holds of any is held on demo-run too',
    ('tests/cli/take.py', 'integrals'): 'test_demo is the same test',
    ('tests/end-to-end/reports.py', 'aborted'): 'this makes it',
    ('tests/pages/test-summary.c', 'integrals'): 'figures of a prototype; /bars adds up those of generated ones',
    ('tests/profile/test-scan.c', None): '/profile/scan/demo and /no-rows, and mutants of tests/fuzz',
    ('tests/python/test_tutorial.py', 'integrals'): 'Script is the same on a generated report',
    ('tests/report/test-discovery.c', 'aborted'): 'a word of the message',
    ('tests/report/test-real.c', 'codelets'): '/report/discovery has folders that are no report',
    ('tests/report/test-real.c', 'flame-reference'): '/report/discovery has folders that are no report',
}


def statements(text):
    """Returns the (line, literal) lists of each statement of C."""
    text = re.sub(r'^#include[^\n]*', '', text, flags=re.MULTILINE)
    text = COMPARED.sub(lambda found: re.sub('[^\n]', ' ', found[0]), text)
    at, said = 0, []
    for token in TOKENS.finditer(text):
        if ';' in text[at:token.start()]:
            yield said
            said = []
        at = token.end()
        if token[1] is not None:
            said.append((text.count('\n', 0, token.start()) + 1, JOINT.sub('', token[1])[1:-1]))
    yield said


def in_c(text):
    for said in statements(text):
        if not any(GENERATED.search(word) for _, word in said):
            yield from ((line, REAL.search(word)[1]) for line, word in said if REAL.search(word))


def calls(function):
    """Returns the names of the functions that a function of Python calls."""
    return {getattr(node.func, 'attr', getattr(node.func, 'id', None)) for node in ast.walk(function)
            if isinstance(node, ast.Call)}


def in_python(text):
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    made = {f for f in functions if MADE & {getattr(n, 'id', getattr(n, 'attr', None)) for n in ast.walk(f)}}
    held = {name for f in made for name in {f.name, *calls(f)} if name and (name == f.name or re.match('check|compare', name))}
    for function in functions:
        if function in made or held & {function.name, *calls(function)}:
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and REAL.search(node.value):
                yield node.lineno, REAL.search(node.value)[1]


def wrong(root):
    for path in sorted(path for kind in ('*.c', '*.py') for path in (root / 'tests').rglob(kind)):
        name = str(path.relative_to(root))
        if name.startswith('tests/house/'):
            continue
        for line, report in (in_c if path.suffix == '.c' else in_python)(path.read_text(encoding='utf-8')):
            if not {(name, report), (name, None)} & set(EXCEPTIONS):
                yield f'{name}:{line}: “{report}” is no file of the repository: hold the same on a generated report too'


class SelfTest(unittest.TestCase):
    def found(self, text, name='tests/a/a.c'):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return [line.split(': ')[0] for line in wrong(pathlib.Path(folder))]

    def test_alone_in_c(self):
        for text in ('open ("integrals");', 'x = {"firehose",\n "x"};', 'f (a, "reports/aborted", 1);',
                     'f ("flame-reference/profile.pop");', 'f ("demo"); g ("firehose-killed");',
                     'if (!strcmp (name, "demo"))\n f ("integrals");'):
            self.assertEqual(len(self.found(text)), 1, text)
        self.assertEqual(self.found('int a;\n\nf ("integrals");'), ['tests/a/a.c:3'])

    def test_both_in_c(self):
        for text in ('add ("/x", test, "integrals",\n "demo-run", NULL);', 'x = {"firehose", "demo"};', '/* "integrals" */',
                     'if (strcmp (name, "integrals"))\n f (1);', 'f ("aborted before it had compiled");'):
            self.assertEqual(self.found(text), [], text)

    def test_alone_in_python(self):
        for text in ("def f():\n    run(REPORTS / 'integrals')", "def f():\n    run('reports/firehose')\ndef g():\n    run(Demo)",
                     "class A:\n    def test(self):\n        self.check('aborted')\n    def other(self):\n        self.check(3)"):
            self.assertEqual(len(self.found(text, 'tests/a/a.py')), 1, text)

    def test_both_in_python(self):
        for text in ("def f():\n    yield Demo.path()\n    yield REPORTS / 'integrals'", 'NAMES = ("firehose",)',
                     "def f():\n    like('integrals')",
                     "class A:\n    def a(self):\n        self.check('aborted')\n    def b(self):\n        self.check(Aborted.path())"):
            self.assertEqual(self.found(text, 'tests/a/a.py'), [], text)

    def test_exceptions_are_used(self):
        root = pathlib.Path(__file__).parents[2]
        for name, report in EXCEPTIONS:
            self.assertRegex((root / name).read_text(encoding='utf-8'), report or 'firehose', name)


def main(arguments):
    if arguments == ['--self-test']:
        return unittest.main(argv=[sys.argv[0]])
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2]).resolve()
    found = list(wrong(root))
    for text in found:
        print(text)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
