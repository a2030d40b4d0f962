"""Reference implementation of bytes and cycles by file and line in plain Python: reads only the
files, and shares no code with the program.

Rules are in docs/formats.md 8.12. A row is (file, line, function) of the user, or ('(name)', file
of the toolchain or None, None) for bytes and cycles without a line of the user."""
import collections
import contextlib
import importlib.util
import pathlib
import re
import sqlite3
import sys

from cbor import Cbor
from harness import rle, varints

SPEC = importlib.util.spec_from_file_location('executed', pathlib.Path(__file__).parents[1] / 'time/executed.py')
executed = sys.modules['executed'] = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(executed)

TOOLCHAIN = {'poplibs', 'poplar', 'popart', 'willow', 'poptorch', 'tensorflow', 'site-packages', 'dist-packages'}
LIBRARIES = {'popops', 'poplin', 'popnn', 'poputil', 'poprand'}
POTS = {'vertexCode': 'vertex code', 'controlCode': 'control code', 'internalExchangeCode': 'internal exchange code',
        'vertexInstanceState': 'vertex state', 'vertexFieldData': 'vertex state', 'copyDescriptor': 'vertex state',
        'vectorListDescriptor': 'vertex state'}
TITLES = {'hostExchangeCode': 'host exchange code', 'globalExchangeCode': 'global exchange code',
          'message': 'internal exchange buffers', 'hostMessage': 'host exchange buffers',
          'globalMessage': 'global exchange buffers', 'rearrangement': 'rearrangement buffers',
          'hostExchangePacketHeader': 'host exchange packet headers', 'outputEdge': 'output edges',
          'globalExchangePacketHeader': 'global exchange packet headers', 'controlId': 'program and sync IDs'}
STATE = ('copy_ptr', 'descriptor', 'edge_ptr', 'padding', 'vertex_data')
TENSORS = ('variable', 'multiple', 'constant')
UNATTRIBUTED = ('(unattributed)', None, None)
SHARED = ('(shared by several lines)', None, None)
PROFILER = ('(profiler)', None, None)
NO_PROGRAM = ('(no program: sync)', None, None)
OUTSIDE = ('(outside the program)', None, None)


def is_toolchain(file):
    parts = file.split('/')
    return bool(TOOLCHAIN & set(parts)) or any(a == 'src' and b in LIBRARIES for a, b in zip(parts, parts[1:]))


def is_profiler(name, category):
    return category == 'instrumentationResults' or name.startswith('instrumentationStreamBuffer') or \
        name.startswith('.text.supervisor.instrumentation_') or 'InstrumentationDumpStep' in name


def rest(category):
    return ('(%s)' % TITLES.get(category, category), None, None)


def connect(report):
    return sqlite3.connect('file:%s/profile.pop?mode=ro' % report, uri=True)


class Contexts:
    def __init__(self, report, innermost):
        self.of, self.texts, self.innermost = {}, [], innermost
        if (report / 'debug.cbor').exists():
            whole = Cbor((report / 'debug.cbor').read_bytes()).value()
            self.texts = whole.get('stringTable', [])
            for context in whole['contexts']:
                self.of.setdefault(context['id'], context)

    def chain(self, at):
        seen = []
        while at in self.of and at not in seen:
            seen.append(at)
            at = self.of[at].get('parentId')
        return seen

    def meet(self, ids):
        """Returns the nearest common ancestor of all contexts, or None."""
        chains = [self.chain(one) for one in set(ids)]
        if not chains or not all(chains):
            return None
        common = set(chains[0]).intersection(*chains[1:])
        return next((one for one in chains[0] if one in common), None)

    def row(self, context, otherwise):
        frames = []
        for one in self.chain(context):
            place = self.of[one].get('location')
            if place and self.texts[place['fileName']]:
                frames.append((self.texts[place['fileName']], place.get('lineNumber') or None,
                               self.texts[place['functionName']]))
        own = [frame for frame in frames if not is_toolchain(frame[0])]
        if own:
            return own[0] if self.innermost else own[-1]
        return ('(toolchain)', frames[0][0], None) if frames else otherwise


class Sources:
    """self.bytes, self.peak, self.cycles: Counters by row; self.categories: Counters by row and
    category."""

    def __init__(self, report, innermost=False):
        with contextlib.closing(connect(report)) as self.db:
            self.path = pathlib.Path(report) / 'profile.pop'
            self.contexts = Contexts(report, innermost)
            self.bytes, self.peak, self.cycles = (collections.Counter() for _ in range(3))
            self.read()
            self.add_variables()
            self.add_pots()
            self.add_cycles()

    def all(self, query):
        return self.db.execute(query).fetchall()

    def read(self):
        types = dict(self.all('SELECT id, name FROM program_types'))
        self.sets = {one: debug or 0 for one, debug in self.all('SELECT compute_set, debug_id FROM compute_sets')}
        set_of = dict(self.all('SELECT id, compute_set FROM program_type_on_tile_execute'))
        rows = self.all('SELECT id, variant, variant_index, children, debug_id, control_code_bytes_by_tile FROM programs')
        code = {row[0]: sum(rle(row[5])) for row in rows}
        self.programs = []  # (ID, type, variant index, compute set, context, own bytes)
        for one, variant, index, children, debug, _ in rows:
            own = max(code[one] - sum(code.get(child, 0) for child in varints(children)), 0)
            compute = set_of.get(index) if types.get(variant) == 'OnTileExecute' else None
            ids = [self.sets.get(compute, 0), debug or 0]
            context = next((i for i in ids if i in self.contexts.of), 0)
            self.programs.append((one, types.get(variant), index, compute, context, own))

    def users(self, kind):
        """Returns {ID of an exchange of that kind: common context of all programs that run it, 0:
        none}."""
        users = collections.defaultdict(list)
        for _, name, index, _, context, _ in self.programs:
            if name == kind:
                users[index].append(context)
        return {index: self.contexts.meet(ids) or 0 for index, ids in users.items()}

    def live(self):
        """Returns the classes that are live at the peak."""
        always = dict(self.all('SELECT id, is_always_live FROM eq_classes'))
        delta = dict(self.all('SELECT step_id, sum(delta_bytes) FROM memory_not_always_live_by_step_and_ipu '
                              'WHERE ipu IS NULL GROUP BY 1'))
        now, most, peak = 0, -1, 0
        for step, in self.all('SELECT id FROM depth_first_steps ORDER BY id'):
            now += delta.get(step, 0)
            if now > most:
                most, peak = now, step
        at_peak = {c for c, a, b in self.all('SELECT * FROM eq_class_step') if a <= peak < b}
        return at_peak | {c for c in always if always[c]}

    def add(self, row, size, peak):
        self.bytes[row] += size
        self.peak[row] += peak

    def writers(self):
        """Returns {lowered variable: common context of all internal exchanges that write it}."""
        users, out = self.users('DoExchange'), collections.defaultdict(set)
        for var, exchange in self.all('SELECT r.var_id, x.id FROM program_type_do_exchange x '
                                      'JOIN exchange_regions r ON r.id = x.destination_regions_id'):
            out[var].add(users.get(exchange, 0))
        return {var: self.contexts.meet(ids) or 0 for var, ids in out.items()}

    def add_variables(self):
        category = dict(self.all('SELECT id, name FROM var_categories'))
        debug = {var: varints(ids) for var, ids in self.all('SELECT variable_id, ids FROM debug_ids')}
        made = {var: self.contexts.meet(ids) for var, ids in debug.items()}
        live, writers, copies = self.live(), self.writers(), self.users('StreamCopyMid')
        self.pots = collections.defaultdict(lambda: [0, 0])
        for var, unlowered, cat, bits, base, suffix, cls, size in self.all(
                'SELECT var_id, unlowered_var_id, category, bitset, s.string, name_suffix, equivalence_class, size_bytes '
                'FROM vars_info JOIN vars_string_table s ON s.id = name_base_id'):
            if not bits & 1:
                continue
            cat, name, peak = category.get(cat), base + (suffix or ''), size if cls in live else 0
            if is_profiler(name, cat):
                self.add(PROFILER, size, peak)
                continue
            if cat in POTS:
                self.pots[POTS[cat]][0] += size
                self.pots[POTS[cat]][1] += peak
                continue
            context, otherwise = None, UNATTRIBUTED if cat in TENSORS else rest(cat)
            if cat == 'hostExchangeCode':
                found = re.match(r'\.text\.supervisor\.host_exchange_(\d+)', name)
                context = copies.get(int(found[1])) if found else None
            elif cat in ('message', 'rearrangement'):
                found = re.match(r'message-cs(\d+)_', name)
                context = writers.get(var) or (found and self.sets.get(int(found[1])))
            self.add(self.contexts.row(context or made.get(unlowered), otherwise), size, peak)

    def add_pots(self):
        pieces = [('control code', self.contexts.row(context, None), own)
                  for _, _, _, _, context, own in self.programs]
        pieces += [('vertex state', self.contexts.row(self.sets.get(row[0]), None), sum(sum(rle(b)) for b in row[1:]))
                   for row in self.all('SELECT compute_set, %s FROM memory_by_compute_set' %
                                       ', '.join(name + '_bytes' for name in STATE))]
        used = {}
        for _, kind, index, _, context, _ in self.programs:
            if kind == 'DoExchange':
                used.setdefault(index, set()).add(self.contexts.row(context, None))
        pieces += [('internal exchange code', self.one(used.get(one)), sum(rle(code)))
                   for one, code in self.all('SELECT id, code_bytes_by_tile_rle FROM program_type_do_exchange')]
        used, ran = collections.defaultdict(set), collections.defaultdict(list)
        for _, _, _, compute, context, _ in self.programs:
            ran[compute].append(context)
        for compute, types in self.all('SELECT compute_set, vertex_types FROM compute_sets'):
            for context in ran.get(compute, [self.sets[compute]]):
                for one in varints(types):
                    used[one].add(self.contexts.row(context, None))
        pieces += [('vertex code', self.one(used.get(one)), sum(varints(code)))
                   for one, code in self.all('SELECT vertex_type, code_bytes FROM memory_by_vertex_type')]
        for pot, row, size in pieces:
            all_live = self.pots[pot][0] == self.pots[pot][1]
            if row:
                self.add(row, size, size if all_live else 0)
                self.pots[pot + '*'][0] += size
                self.pots[pot + '*'][1] += size if all_live else 0
        for pot in {pot for pot in self.pots if pot[-1] != '*'}:
            (size, peak), (given, given_peak) = self.pots[pot], self.pots[pot + '*']
            self.add(('(%s)' % pot, None, None), size - given, peak - given_peak)

    @staticmethod
    def one(rows):
        """Returns the row of code with these users: their row, or SHARED if there are several."""
        return None if not rows else next(iter(rows)) if len(rows) == 1 else SHARED

    def add_cycles(self):
        cycles = {one: sum(rle(b)) for one, b in self.all('SELECT id, cycles_by_tile_rle FROM cycles_by_tile')}
        context = {row[0]: row[4] for row in self.programs}
        if not cycles:
            return
        profile = executed.Profile(self.path)
        outside = profile.outside()
        spans = {(row.step, row.ipu): (row.f1, row.t1) for row in profile.rows}
        for step, ipu, program, tiles in self.all('SELECT s.id, i.ipu, s.program, i.tile_cycles_id FROM steps s '
                                                  'JOIN steps_by_ipu i ON i.step_id = s.id AND i.ipu IS NOT NULL'):
            row = NO_PROGRAM if program not in context else self.contexts.row(context[program], UNATTRIBUTED)
            from_, to = spans[step, ipu]
            without = sum(max(0, min(to, end) - max(from_, start)) for start, end in outside)
            part = cycles.get(tiles, 0) * without // (to - from_) if without else 0
            self.cycles[OUTSIDE] += part
            self.cycles[row] += cycles.get(tiles, 0) - part


if __name__ == '__main__':
    for path in sys.argv[1:]:
        s = Sources(pathlib.Path(path))
        for title, sums in (('bytes', s.bytes), ('peak', s.peak), ('cycles', s.cycles)):
            total = sum(sums.values()) or 1
            own = {row: size for row, size in sums.items() if row[0][0] != '('}
            print(path, title, total, 'lines', len(own), '%.1f %%' % (100 * sum(own.values()) / total))
            for row, size in sums.most_common(400):
                if row[0][0] == '(' and row[0] != '(toolchain)' or size < 0:
                    print('   %-40s %14d %5.1f %%' % (row[0], size, 100 * size / total))
            print('   toolchain', sum(size for row, size in sums.items() if row[0] == '(toolchain)'))
