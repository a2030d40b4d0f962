#!/usr/bin/python3
"""enlarge.py PROFILE COPY VARIABLES STEPS: a copy of a profile with about so many lowered variables and
executed steps, for script/bench. Sizes are those of a big model; sums by tile no longer fit."""
import shutil
import sqlite3
import sys


def main():
    source, copy, variables, steps = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    shutil.copyfile(source, copy)
    db = sqlite3.connect(copy)
    db.executescript('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TEMP TABLE k(n);')
    grow_variables(db, variables)
    grow_steps(db, steps)
    db.commit()


def copies(db, table, rows):
    """Fills k with one number a copy that is needed."""
    have = db.execute(f'select count(*) from {table}').fetchone()[0]
    db.execute('delete from k')
    db.executemany('insert into k values (?)', [(i,) for i in range(max(1, rows // max(have, 1)))])
    return have


def grow_variables(db, rows):
    copies(db, 'vars_info', rows)
    sql = db.execute("select sql from sqlite_schema where name = 'vars_info'").fetchone()[0]
    names = [r[1] for r in db.execute('pragma table_info(vars_info)') if r[1] != 'var_id']
    columns = ', '.join('o.' + n for n in names)
    db.execute('alter table vars_info rename to vars_old')
    db.execute(sql)
    db.execute(f'insert into vars_info (var_id, {", ".join(names)}) '
               f'select row_number() over (order by o.var_id, k.n) - 1, {columns} from vars_old o, k')
    db.execute('drop table vars_old')


def grow_steps(db, rows):
    have = copies(db, 'steps', rows)
    if not have:
        return
    length = db.execute('select max(cycles_base + all_cycles_to_max) from steps_by_ipu').fetchone()[0]
    names = [r[1] for r in db.execute('pragma table_info(steps)') if r[1] != 'id']
    db.execute(f'insert into steps (id, {", ".join(names)}) select id + k.n * {have}, {", ".join(names)} '
               'from steps, k where k.n > 0')
    names = [r[1] for r in db.execute('pragma table_info(steps_by_ipu)') if r[1] not in ('step_id', 'cycles_base')]
    db.execute(f'insert into steps_by_ipu (step_id, cycles_base, {", ".join(names)}) '
               f'select step_id + k.n * {have}, cycles_base + k.n * {length}, {", ".join(names)} '
               'from steps_by_ipu, k where k.n > 0')


if __name__ == '__main__':
    main()
