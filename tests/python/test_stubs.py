"""The type stubs say what there is: each class, attribute, method and member, and no other."""
import ast
import enum
import inspect
import pathlib
import unittest

import pva
import support

STUBS = pathlib.Path(pva.__file__).with_name('__init__.pyi')


def names_in(body):
    """What a class of the stubs has of its own."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield node.targets[0].id


class Stubs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tree = ast.parse(STUBS.read_text())
        cls.classes = {n.name: n for n in tree.body if isinstance(n, ast.ClassDef)}
        cls.functions = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}

    def plain(self, names):
        return {n for n in names if not n.startswith('_')}

    def said(self, name):
        """Names of a class in the stubs, with those of its bases."""
        found = set(names_in(self.classes[name].body))
        for base in self.classes[name].bases:
            if isinstance(base, ast.Name) and base.id in self.classes:
                found |= self.said(base.id)
        return found

    def test_classes(self):
        there = {n for n in pva.__all__ if isinstance(getattr(pva, n), type)}
        enumerations = {n for n, c in self.classes.items() if any(getattr(b, 'attr', '') == 'Enum' for b in c.bases)}
        self.assertEqual(set(self.classes) - enumerations, there)
        self.assertEqual(set(self.functions), {'openReport'})

    def test_attributes(self):
        for name in self.classes:
            found = getattr(pva, name, None)
            if found is None or issubclass(found, Exception):
                continue
            # Columns of a region or range stand in classes of the same name.
            there = self.plain(dir(found))
            if name == 'MemoryRegion':
                there = self.plain(dir(pva.TileMemory.total.class_))
            elif name == 'CycleRange':
                there = self.plain(dir(pva.ActiveCycles.cyclesTo.class_))
            self.assertEqual(self.plain(self.said(name)), there - {'index', 'count'}, name)

    def test_bases(self):
        for name, node in self.classes.items():
            found = getattr(pva, name, None)
            if found is not None:
                for base in node.bases:
                    if isinstance(base, ast.Name):
                        kind = getattr(pva, base.id, None) or __builtins__.__dict__.get(base.id)
                        self.assertTrue(issubclass(found, kind), (name, base.id))

    def test_enumerations(self):
        holders = {'ProgramType': pva.Program.Type, 'TargetType': pva.Target.Type, 'Architecture': pva.IPU.Architecture}
        for name in ('ComputeInstrumentation', 'ExternalExchangeInstrumentation', 'ControlFlowInstrumentation'):
            holders[name] = getattr(pva.InstrumentationSettings, name)
        for name, kind in holders.items():
            self.assertTrue(issubclass(kind, enum.Enum))
            said = {n.targets[0].id: n.value.value for n in self.classes[name].body if isinstance(n, ast.Assign)}
            self.assertEqual(said, {m.name: m.value for m in kind})

    def test_signatures(self):
        for name, node in [*self.functions.items(), *(
                (f'{c.name}.{f.name}', f) for c in self.classes.values() for f in c.body
                if isinstance(f, ast.FunctionDef) and not f.name.startswith('_'))]:
            found = pva
            for word in name.split('.'):
                found = getattr(found, word)
            arguments = [a.arg for a in node.args.args] + ([node.args.vararg.arg] if node.args.vararg else [])
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
                    if isinstance(line, ast.AnnAssign) and isinstance(line.annotation, ast.Subscript):
                        said = ast.unparse(line.annotation.slice)
                        value = getattr(item, line.target.id)
                        if said.split(' | ')[0] in plain and not (value is None and said.endswith('| None')):
                            self.assertIs(type(value), plain[said.split(' | ')[0]], (kind, line.target.id))
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


if __name__ == '__main__':
    unittest.main()
