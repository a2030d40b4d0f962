"""A profile of two IPUs with two tiles each, small enough to be worked out on paper, and what the paper says.

    cycle      0        100     110  120     140   150  154 156 160    170  180    200
    IPU 0      copy of  A A A A A A A A A A A S S S E E E E E E I I I I I I I I I I
               the host A A A S S S S S S S S S S S E E E E I I I I I I I I I I I I
    IPU 1      copy of  A A A A A A A S S S S S S S E E B B B B B B B B B B I I I I
               the host S S S S S S S S S S S S S S E E B B B B B B B I I I I I I I

A, B: compute; E: exchange; S: external sync; I: internal sync. IPU 0 comes to the first join last, IPU 1 to the second.
"""
import sqlite3

TOTAL, TILES, IPUS = 200, 2, 2
TYPES = {1: 'Sequence', 2: 'OnTileExecute', 11: 'DoExchange', 17: 'StreamCopyBegin', 18: 'StreamCopyMid',
         19: 'StreamCopyEnd'}
PROGRAMS = 1, 17, 18, 19, 2, 11, 2      # types; the first is the parent of all others
# Type, type of sync, program, cycles of the tiles of each IPU that has the step.
STEPS = (('StreamCopyBegin', None, 1, {0: (90, 0), 1: (90, 0)}), ('StreamCopy', None, 2, {0: (8, 0), 1: (8, 0)}),
         ('StreamCopyEnd', None, 3, {0: (2, 0), 1: (2, 0)}), ('Sync', 'SyncAns', None, {0: (0, 100), 1: (0, 100)}),
         ('OnTileExecute', None, 4, {0: (40, 10), 1: (20, 0)}), ('Sync', 'External', None, {0: (10, 40), 1: (30, 50)}),
         ('DoExchange', None, 5, {0: (10, 6), 1: (4, 4)}), ('OnTileExecute', None, 6, {1: (26, 16)}),
         ('Sync', 'Internal', None, {0: (40, 44), 1: (20, 30)}))

CLASSES = ({'compute': 25, 'exchange': 8, 'load_imbalance': 15, 'exchange_wait': 2, 'ipu_wait': 20,
            'sync': 30, 'outside': 100},
           {'compute': 31, 'exchange': 4, 'idle_tiles': 10, 'load_imbalance': 5, 'ipu_wait': 20,
            'sync': 30, 'outside': 100})
# Only compute, perfectly balanced: 25 to the first barrier, 21 to the second; the mean of the IPUs
# is 28 of it.
BARS = {'compute': 28, 'ipu_wait': 18, 'tile_wait': 20, 'exchange': 4, 'sync': 30, 'outside': 100}
PATH = ((0, 0, 100, 'outside', None), (0, 100, 140, 'compute', 4), (0, 140, 150, 'sync', 5),
        (1, 150, 154, 'exchange', 6), (1, 154, 180, 'compute', 7), (1, 180, 200, 'sync', 8))
WAITS = ({'ipu': 0, 'last': 1, 'joins': 1, 'cycles': 20}, {'ipu': 1, 'last': 0, 'joins': 1, 'cycles': 20})

SCHEMA = '''
create table target_info (tiles_per_ipu, ipus_per_replica);
create table execution_cycle_totals (run_id, cycles);
create table programs (id, variant, variant_index, children, name);
create table program_types (id, name);
create table compute_sets (compute_set, name);
create table host_exchange_from_host (stream_copy_mid_id, stream);
create table host_exchange_to_host (stream_copy_mid_id, stream);
create table steps (id, type, sync_type, program, compute_set);
create table cycles_by_tile (id, cycles_by_tile_rle);
create table steps_by_ipu (step_id, ipu, cycles_base, active_cycles_from_min, active_cycles_from_max,
                           active_cycles_to_max, cycles, active_tiles, tile_balance, tile_cycles_id);
'''


def plain(*values):
    """Encodes values below 128: a byte each."""
    return bytes(value | 128 for value in values)


def one(path):
    """Writes the profile."""
    file = sqlite3.connect(path)
    file.executescript(SCHEMA)

    def put(table, *values):
        file.execute(f'insert into {table} values ({", ".join("?" * len(values))})', values)

    put('target_info', TILES, IPUS)
    put('execution_cycle_totals', 0, TOTAL)
    put('host_exchange_from_host', 0, 'programId0')
    for number, name in TYPES.items():
        put('program_types', number, name)
    for number, kind in enumerate(PROGRAMS):
        put('programs', number, kind, 0 if kind == 18 else None,
            plain(*range(1, len(PROGRAMS))) if number == 0 else None, None)
    now = [[0] * TILES for _ in range(IPUS)]
    for step, (kind, sync, program, cycles) in enumerate(STEPS):
        put('steps', step, kind, sync, program, None)
        for ipu, of_tiles in cycles.items():
            begin, now[ipu] = now[ipu], [at + more for at, more in zip(now[ipu], of_tiles)]
            base, active = min(begin), [tile for tile in range(TILES) if of_tiles[tile]]
            starts = [begin[tile] - base for tile in active]
            put('cycles_by_tile', step * IPUS + ipu, plain(2 * TILES + 1, *of_tiles))
            ends = [now[ipu][tile] - base for tile in active]
            put('steps_by_ipu', step, ipu, base, min(starts), max(starts), max(ends), max(of_tiles), len(active),
                sum(of_tiles) / TILES / max(of_tiles), step * IPUS + ipu)
    file.commit()
    file.close()
