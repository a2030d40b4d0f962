"""Tests that the type stubs declare exactly the existing classes, attributes, methods and members.
"""
import ast
import contextlib
import enum
import inspect
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import pva
import support

FOLDER = pathlib.Path(pva.__file__).parent
STUBS = [FOLDER / name for name in ('__init__.pyi', 'pva_core.pyi')]
MYPY = importlib.util.find_spec('mypy')


def names_in(body):
    """Yields the names that a class of the stubs declares itself."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield node.targets[0].id


def is_property(node):
    return any(getattr(decorator, 'id', '') == 'property' for decorator in node.decorator_list)


def attribute(node):
    """Returns name and type of an attribute of objects."""
    if isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Subscript):
        return node.target.id, ast.unparse(node.annotation.slice)
    if isinstance(node, ast.FunctionDef) and is_property(node):
        return node.name, ast.unparse(node.returns)
    return None, None


class Stubs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        body = [node for path in STUBS for node in ast.parse(path.read_text()).body]
        cls.classes = {n.name: n for n in body if isinstance(n, ast.ClassDef)}
        cls.functions = {n.name: n for n in body if isinstance(n, ast.FunctionDef)}

    def plain(self, names):
        return {n for n in names if not n.startswith('_')}

    def said(self, name):
        """Returns the names of a class in the stubs, including its bases."""
        found = set(names_in(self.classes[name].body))
        for base in self.classes[name].bases:
            if isinstance(base, ast.Name) and base.id in self.classes:
                found |= self.said(base.id)
        return found

    def test_classes(self):
        there = {n for n in pva.__all__ if isinstance(getattr(pva, n), type)}
        self.assertEqual(set(self.classes), there)
        self.assertEqual(set(self.functions), {'openReport'})

    def test_attributes(self):
        for name in self.classes:
            found = getattr(pva, name, None)
            if found is None or issubclass(found, Exception):
                continue
            # Columns of a region or range are in classes of the same name.
            there = self.plain(dir(found))
            if name == 'MemoryRegion':
                there = self.plain(dir(pva.TileMemory.total.class_))
            elif name == 'CycleRange':
                there = self.plain(dir(pva.ActiveCycles.cyclesTo.class_))
            self.assertEqual(self.plain(self.said(name)), there, name)

    def test_bases(self):
        for name, node in self.classes.items():
            found = getattr(pva, name, None)
            if found is not None:
                for base in node.bases:
                    if isinstance(base, ast.Name):
                        kind = getattr(pva, base.id, None) or __builtins__.__dict__.get(base.id)
                        self.assertTrue(issubclass(found, kind), (name, base.id))

    def test_enumerations(self):
        checked = 0
        for name, node in self.classes.items():
            for inner in node.body:
                if isinstance(inner, ast.ClassDef):
                    kind = getattr(getattr(pva, name), inner.name)
                    self.assertTrue(issubclass(kind, enum.Enum))
                    self.assertEqual(kind.__qualname__, f'{name}.{inner.name}')
                    said = {n.targets[0].id: n.value.value for n in inner.body if isinstance(n, ast.Assign)}
                    self.assertEqual(said, {m.name: m.value for m in kind})
                    checked += 1
        self.assertEqual(checked, 6)

    def test_signatures(self):
        for name, node in [*self.functions.items(), *(
                (f'{c.name}.{f.name}', f) for c in self.classes.values() for f in c.body
                if isinstance(f, ast.FunctionDef) and not f.name.startswith('_'))]:
            found = pva
            for word in name.split('.'):
                found = getattr(found, word)
            if is_property(node):
                self.assertFalse(callable(found), name)
                continue
            arguments = [re.sub('^__', '', a.arg) for a in node.args.args] + ([node.args.vararg.arg] if node.args.vararg else [])
            arguments += [a.arg for a in node.args.kwonlyargs]
            there = list(inspect.signature(found).parameters)
            self.assertEqual(arguments, there, name)

    def test_values_are_of_their_types(self):
        plain = {'int': int, 'str': str, 'bool': bool, 'float': float, 'Numbers': pva.Numbers}
        checked = 0

        def check(item):
            nonlocal checked
            for kind in type(item).__mro__:
                node = self.classes.get(kind.__name__) if kind.__module__ == 'pva' else None
                for line in node.body if node else ():
                    name, said = attribute(line)
                    if name:
                        value = getattr(item, name)
                        if said.split(' | ')[0] in plain and not (value is None and said.endswith('| None')):
                            self.assertIs(type(value), plain[said.split(' | ')[0]], (kind, name))
                            checked += 1
                        elif said in self.classes:
                            check(value)
        with pva.openReport(support.demo(*support.SMALL)) as report:
            compilation = report.compilation
            steps = report.execution.steps
            for item in (compilation.target, compilation.graph, report.poplarVersion, report.version, compilation.tiles[3],
                         steps[5].ipus[0], steps[5], compilation.livenessProgramSteps[4], report.execution.runs[0],
                         compilation.computeSets[1], compilation.loweredVariables.forTile(2)[0], report.execution,
                         compilation.livenessProgramSteps[4].notAlwaysLiveMemory.variables[0],
                         *{type(p): p for p in compilation.programs if p.type.name != 'Call'}.values()):
                check(item)
        self.assertGreater(checked, 150)


@unittest.skipUnless(MYPY, 'no mypy; script/bootstrap installs it')
@unittest.skipUnless(support.without_sanitizer(), 'slow there, and the answer is the same')
class Mypy(unittest.TestCase):
    def run_mypy(self, change=lambda text: text, script=None):
        """Runs mypy's stubtest, or mypy on a script, with a copy of the stubs alone. Returns (exit
        status, output)."""
        folder = support.scratch() / f'stubs-{self.id()}'
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(folder)
        (folder / 'pva').mkdir(parents=True)
        for path in STUBS:
            (folder / 'pva' / path.name).write_text(change(path.read_text()))
        if script:
            (folder / 'script.py').write_text(script)
        command = ['mypy.stubtest', 'pva'] if not script else ['mypy', '--cache-dir', os.devnull, 'script.py']
        made = subprocess.run([sys.executable, '-m', *command], cwd=folder, env={**os.environ, 'MYPYPATH': str(folder)},
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return made.returncode, made.stdout

    def test_stubs(self):
        status, said = self.run_mypy()
        self.assertEqual(status, 0, said)

    def test_what_is_wrong_is_found(self):
        changes = {'    numTiles: ': '    numberOfTiles: ', 'def openReport(profile:': 'def openReport(path:',
                   '    @property\n    def cyclesByIpu(self)': '    def cyclesByIpu(self)'}

        def change(text):
            for old, new in changes.items():
                text = text.replace(old, new)
            return text
        status, said = self.run_mypy(change)
        self.assertEqual(status, 1)
        for name in ('pva.Target.numTiles', 'pva.openReport', 'pva.Run.cyclesByIpu'):
            self.assertIn(f'error: {name} ', said)

    def test_script(self):
        lines = ('import pva', 'report = pva.openReport("profile.pop")', 'bytes = [0]',
                 'bytes += [tile.memory.total.includingGaps for tile in report.compilation.tiles]',
                 'bytes += [run.cyclesByIpu for run in report.execution.runs]',
                 'wrong = report.compilation.numTiles', 'report.compilation = None')
        status, said = self.run_mypy(script='\n'.join(lines))
        self.assertEqual({line.split(':')[1] for line in said.splitlines() if ' error: ' in line}, {'5', '6', '7'}, said)


if __name__ == '__main__':
    unittest.main()
