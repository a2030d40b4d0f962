#!/usr/bin/python3
"""Tests the program tree of poplens-cli against plain SQL: every program once, sums, depths, roots, cyclic calls, and
compilation steps."""
import collections
import unittest

from harness import Demo, Report, changed, output, reports, rle, rows, run, table, varints


def encode(numbers):
    out = b''
    for number in numbers:
        groups = [number & 0x7f | 0x80]
        while number > 0x7f:
            number >>= 7
            groups.insert(0, number & 0x7f)
        out += bytes(groups)
    return out


def programs(report, *options):
    return rows(output(report, 'programs', *options))


def listed(row):
    return 'listed above' in row['detail'] or 'recursive' in row['detail']


class Plain:
    """The tree by plain SQL: children, callees, cycles and control code of each program."""

    def __init__(self, path):
        report = Report(path)
        rows = report.all('select id, children, control_code_bytes_by_tile from programs')
        self.children = {i: varints(children) for i, children, _ in rows}
        code = {i: sum(rle(blob)) for i, _, blob in rows}
        self.own = {i: code[i] - sum(code[c] for c in self.children[i]) for i in code}
        function = dict(report.all('select id, program from function_programs'))
        self.callee = {i: function.get(f) for i, f in report.all(
            "select p.id, c.function_id from programs p join program_types t on t.id = p.variant "
            "join program_type_call c on c.id = p.variant_index where t.name = 'Call'")}
        self.entries = [p for p, in report.all('select program from control_programs order by id')]
        self.functions = function
        self.cycles = collections.Counter(dict(report.all(
            'select program, sum(cycles) from steps join steps_by_ipu on step_id = steps.id '
            'where program is not null group by program')))

    def below(self, program, seen):
        """Yields programs in preorder with depths; a program seen before is yielded without its children."""
        stack = [(program, 0)]
        while stack:
            at, depth = stack.pop()
            yield at, depth
            if at in seen:
                continue
            seen.add(at)
            called = [self.callee[at]] if self.callee.get(at) is not None else []
            stack += [(c, depth + 1) for c in called + self.children[at][::-1]]


class Programs(unittest.TestCase):
    def test_every_program_once(self):
        for path in reports():
            plain, tree = Plain(path), programs(path)
            ids = [row['id'] for row in tree if row['id'] is not None and not listed(row)]
            self.assertEqual(sorted(ids), sorted(plain.children), path)
            seen, order = set(), []
            for entry in plain.entries:
                order += plain.below(entry, seen)
            self.assertEqual([(row['id'], row['depth']) for row in tree[:len(order)]], order, path)

    def test_sums_of_the_root(self):
        for path in reports():
            plain, tree = Plain(path), programs(path)
            roots = [row for row in tree if row['depth'] == 0 and not listed(row)]
            self.assertEqual(sum(row['control_code'] or 0 for row in roots), sum(plain.own.values()), path)
            if plain.cycles:
                ran = [row for row in roots if row['id'] is not None]
                self.assertEqual(sum(row['cycles'] or 0 for row in ran), sum(plain.cycles.values()), path)
            for row in tree:
                if row['id'] is not None and not listed(row):
                    self.assertEqual(row['own_control_code'], plain.own[row['id']])
                    self.assertEqual(row['own_cycles'] or 0, plain.cycles[row['id']])

    def test_depth(self):
        whole = programs(Demo.path())
        for depth in 0, 1, 3, 60:
            cut = programs(Demo.path(), '--depth', depth)
            self.assertEqual(cut, [row for row in whole if row['depth'] <= depth])
        self.assertEqual(run('programs', Demo.path(), '--depth', '-1').returncode, 2)

    def test_roots(self):
        plain = Plain(Demo.path())
        for f, program in plain.functions.items():
            tree = programs(Demo.path(), '--root', f'function:{f}')
            self.assertEqual([(row['id'], row['depth']) for row in tree], list(plain.below(program, set())))
            self.assertEqual(tree[0]['cycles'] or 0, sum(plain.cycles[row['id']] for row in tree))
        wrong = run('programs', Demo.path(), '--root', 'function:99')
        self.assertEqual(wrong.returncode, 2)
        self.assertIn('function:99', wrong.stderr)


class Rings(unittest.TestCase):
    def ring(self, *statements):
        with changed(*statements) as report:
            tree = programs(report)
            ids = [row['id'] for row in tree if row['id'] is not None and not listed(row)]
            self.assertEqual(len(ids), len(set(ids)))
            self.assertEqual(sorted(ids), sorted(Plain(report).children))
            for name in 'card', 'tile-costs', 'program-variables':
                table(report, name, 'programs?program=0')
            return tree

    def test_a_child_holds_its_parent(self):
        last = max(Plain(Demo.path()).children)
        tree = self.ring(f"update programs set children = x'{encode([0, last]).hex()}' where id = {last}")
        self.assertTrue(any('recursive' in row['detail'] for row in tree))

    def test_a_function_calls_itself(self):
        program = Plain(Demo.path()).functions[0]
        tree = self.ring(f'update function_programs set program = 0 where id = 0')
        self.assertTrue(any('recursive' in row['detail'] for row in tree))
        self.assertTrue(any(row['id'] == program and not listed(row) for row in tree))

    def test_nothing_is_a_root(self):
        self.ring("update programs set children = x'80'", 'delete from control_programs',
                  'delete from function_programs')


SECOND = ("insert into compilation_steps values (7, 'second')",
          'insert into programs select 7, id, variant, variant_index, null, name, 0, control_code_bytes_by_tile '
          'from programs where id < 5',
          f"update programs set children = x'{encode([1, 2, 3, 4]).hex()}' where id = 0 and compilation_step_id = 7",
          'insert into control_programs values (7, 0, 0)')


class CompilationSteps(unittest.TestCase):
    def test_a_file_without(self):
        wrong = run('programs', Demo.path(), '--compilation', '3')
        self.assertEqual(wrong.returncode, 2)
        self.assertIn('compilation step', wrong.stderr)

    def test_each_whole(self):
        first = programs(Demo.path())
        with changed(*SECOND) as report:
            self.assertEqual(programs(report), first)
            second = programs(report, '--compilation', '7')
            self.assertEqual([(row['id'], row['depth']) for row in second],
                             [(0, 0), (1, 1), (2, 1), (3, 1), (4, 1)])
            self.assertEqual({row['cycles'] for row in second}, {None})
            self.assertEqual(programs(report, '--compilation', '7', '--root', 'entry:0'), second)
            text = run('programs', report, '--compilation', '7').stdout
            self.assertIn('Compilation step 7, second', text)
            for name in ('card', 'tile-costs', 'program-variables', 'vertex-types',
                         'programs', 'contexts'):
                by = {'vertex-types': '&by=program', 'programs': '&by=root'}.get(name, '')
                table(report, name, f'programs?compilation=7&program=2{by}')
            gone = run('table', 'card', report, '--location', 'programs?compilation=7&program=9')
            self.assertEqual(gone.returncode, 2)


if __name__ == '__main__':
    unittest.main()
