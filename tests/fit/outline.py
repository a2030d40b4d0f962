"""Computes the most that outlining repeated layers can save, in plain Python: shares no code with the program; rules in
src/derived/insights/fit-source.c."""
import collections
import re

from harness import rle, varints
from layers import NUMBERED, bare, families, numbers, without_count
from offers import kinds_reference


def layer_of(name, counting):
    """Returns (family, layer), without phase, of the outermost part that counts layers, or (None, None)."""
    path = without_count(name)
    if not re.match(r'copy\d+_', path):
        for base, _, upto, _ in numbers(path):
            if base in counting:
                return bare(base), bare(upto)
    return None, None


def type_family(name):
    found = NUMBERED.fullmatch(name)
    return found[1] if found else None


def add(sums, values, sign):
    for place, value in enumerate(values):
        sums[place] += sign * value


class Outline:
    """by_tile: bytes, by tile number"""

    def __init__(self, db):
        self.per_ipu, tiles = db.execute('SELECT tiles_per_ipu, num_tiles FROM target_info').fetchone()
        self.tiles = max(tiles, *(tile + 1 for tile, in db.execute('SELECT tile FROM memory_by_tile')))
        self.code = collections.defaultdict(lambda: [0] * self.tiles)
        self.members = collections.defaultdict(lambda: collections.defaultdict(set))
        self.add_programs(db)
        self.add_types(db)
        self.by_tile = [0] * self.tiles
        for family, sums in self.code.items():
            for tile, size in enumerate(sums):
                n = len(self.members[family][tile // self.per_ipu])
                if n > 1:
                    self.by_tile[tile] += max(0, size) * (n - 1) // n

    def add_member(self, family, member, sizes):
        add(self.code[family], sizes, 1)
        for tile, size in enumerate(sizes):
            if size:
                self.members[family][tile // self.per_ipu].add(member)

    def add_programs(self, db):
        steps = kinds_reference.Steps(db)
        counting, layer = families(set(steps.name.values())), {}
        for step, program in db.execute('SELECT id, program_id FROM depth_first_steps ORDER BY id'):
            layer.setdefault(program, layer_of(steps.name[step], counting))
        control, children = {}, {}
        for program, blob, below in db.execute('SELECT id, control_code_bytes_by_tile, children FROM programs'):
            control[program], children[program] = rle(blob), varints(below)
        for program, (family, _) in layer.items():
            if family:
                add(self.code['layers', family], control[program], 1)
                for child in children[program]:
                    add(self.code['layers', family], control[child], -1)
        for program, blob in db.execute(
                'SELECT p.id, code_bytes_by_tile_rle FROM programs p JOIN program_types t ON t.id = p.variant '
                'JOIN program_type_do_exchange e ON e.id = p.variant_index WHERE t.name = "DoExchange"'):
            family, member = layer.get(program, (None, None))
            if family:
                self.add_member(('layers', family), member, rle(blob))

    def add_types(self, db):
        for name, blob in db.execute('SELECT name, code_bytes FROM vertex_types JOIN memory_by_vertex_type ON id = vertex_type'):
            if (family := type_family(name)) is not None:
                self.add_member(('types', family), name, varints(blob))
