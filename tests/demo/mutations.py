#!/usr/bin/python3
"""mutations.py PROFILE: tests that invariants.py notices damages in a copy of the profile.

Each mutation names the check that has to fail; all are made in one copy, so that it is read only once.
"""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

MUTATIONS = [
    ('update vars_info set offset = offset + 1000 where offset = (select max(offset) from vars_info where tile = 12 and '
     'bitset & 1) and tile = 12', 'gaps have a cause'),
    ('update vars_info set element_constraints = null where var_id = (select min(var_id) from vars_info where '
     'length(element_constraints) > 0 and tile = 14)', 'constraints go both ways'),
    ('insert into memory_not_always_live_by_step_and_ipu values (null, 3, 0)', 'deltas of nothing are not stored'),
    ('update programs set control_code_bytes_by_tile = (select control_code_bytes_by_tile from programs where id = 0) '
     'where id = 5', 'control code of a Sequence = that of its children'),
    ('update depth_first_steps set program_id = (select program from function_programs) where id = 9',
     'functions have no step'),
    ('update memory_by_category set non_interleaved_non_overlapped = interleaved_non_overlapped where category_id = '
     "'vertexCode'", 'code of vertex types <= vertexCode'),
    ('delete from exchange_regions where id = (select source_regions_id from program_type_do_exchange where id = 3)',
     'bytes that are exchanged have regions'),
    ("update program_type_do_exchange set cycles_by_tile_ids = x'80' where id = 4", 'estimated cycles: a list an IPU'),
    ('update steps_by_ipu set cycles = cycles / 20 where step_id in (select id from steps where inter_ipu_exchange = 0)',
     'links between IPUs carry what is sent in the time'),
    ('update steps_by_ipu set cycles = 3 where step_id in (select id from steps where host_exchange = 2)',
     'the host moves what is copied in the time'),
    ('update compilation_cycles_by_tile set cycles_by_tile_rle = (select cycles_by_tile_rle from compilation_cycles_by_tile '
     'where id = 0) where id = 3', 'DoExchange is as long as estimated'),
    ('update runs set num_programs = 0 where id = 1', 'a run begins with a program'),
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
