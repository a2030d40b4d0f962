#!/usr/bin/python3
"""mutations.py PROFILE: invariants.py notices what is made wrong in a copy of the profile.

Each mutation names the check that has to fail; all are made in one copy, so that it is read once."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

MUTATIONS = [
    ('update memory_by_tile set total = total + 4 where tile = 7', 'total = union of the variables'),
    ('update memory_by_tile set interleaved = interleaved - 8, non_interleaved = non_interleaved + 8 where tile = 9',
     'regions = that union, cut'),
    ('update memory_by_tile set not_always_live_max_bytes = not_always_live_max_bytes + 4 where tile = 11',
     'not_always_live_max_bytes = the most at one step'),
    ('update memory_liveness_tiles set tile = 13', 'memory_liveness_tiles = the two with the highest end'),
    ('update vars_info set alignment = 4096 where var_id = 20', 'offset divides by alignment'),
    ('update vars_info set category = 9 where category = 11 and tile = 12',
     'memory_by_category: alone or shared, by region'),
    ('delete from memory_not_always_live_by_step_and_ipu where rowid = 20',
     'running sum of deltas = live classes (an IPU)'),
    ('update var_bytes_by_eq_class set bytes = bytes + 4 where rowid = 5', 'bytes by class: the whole = its tiles'),
    ('update equivalence_class_interference set interference_class_ids = x\'81\' where class_id = 3',
     'interference = classes whose ranges meet'),
    ('update programs set variant_index = 9999 where id = 3', 'variant_index has a row, or is NULL without a table'),
    ('update depth_first_steps set parent_step_id = 2 where id = 9', 'depth_first_steps = preorder of program 0'),
    ('update graph_info set num_edges = num_edges - 1', 'graph_info counts'),
    ("update exchange_regions set regions = '[0,999999999)' where rowid = 4", 'regions parse and lie in their variable'),
    ("update exchange_regions set regions = '[0,2)' where rowid = 4000",
     'regions of internal exchanges = bytes by tile'),
    ('update program_type_do_exchange set bytes_received_by_tile_rle = bytes_sent_by_tile_rle, '
     'bytes_sent_by_tile_rle = bytes_received_by_tile_rle where id = 3',
     'an IPU receives in an exchange at least what it sends'),
    ('update steps_by_ipu set cycles = cycles / 20 where step_id in (select id from steps where inter_ipu_exchange = 0)',
     'links between IPUs carry what is sent in the time'),
    ('update steps_by_ipu set cycles = 3 where step_id in (select id from steps where host_exchange = 2)',
     'the host moves what is copied in the time'),
    ('update steps_by_ipu set active_cycles_to_mean = active_cycles_to_mean + 1 where step_id = 30',
     'steps_by_ipu = the gapless timelines of tiles'),
    ('update absolute_markers set cycles_by_tile = step_id_by_tile where id = 5', 'markers: step and rest, every tile'),
    ('update compute_set_cycles_by_tile set cycles_by_tile_ids = x\'8080\' where compute_set_id = 4',
     'compute_set_cycles_by_tile = the list of its step'),
    ('delete from program_trace where id = 40', "runs' programs = rows of program_trace"),
    ('update execution_cycle_totals set tile_cycles_sync = 5 where run_id = 0', 'execution totals = sums by type'),
    ('update blocks set cycles_to = 1 << 40 where rowid = 1', 'blocks lie in the time of their tile'),
]


def main(profile):
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, 'profile.pop')
        shutil.copy(profile, copy)
        db = sqlite3.connect(copy)
        for sql, _ in MUTATIONS:
            assert db.execute(sql).rowcount > 0, sql
        db.commit()
        db.close()
        checker = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'invariants.py')
        done = subprocess.run([sys.executable, checker, copy], capture_output=True, text=True)
    failed = {line[5:].split(None, 1)[1] for line in done.stdout.splitlines() if line.startswith('FAIL')}
    missed = [name for _, name in MUTATIONS if name not in failed]
    for name in missed:
        print('not noticed:', name)
    print('%d of %d mutations noticed, exit status %d' % (len(MUTATIONS) - len(missed), len(MUTATIONS),
                                                          done.returncode), done.stderr)
    return 1 if missed or done.returncode != 1 else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
