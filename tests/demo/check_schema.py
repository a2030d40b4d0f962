"""Checks that tables, columns, keys and indices are those of the format, schema 3.8.0, as listed in schema.jsonl.

A line is a table: name, columns (name, type, whether required, place in the key), foreign keys (to table, from, to) and
indices (name, whether unique, origin). The first line is the container.
"""
import json

PRAGMAS = 'page_size', 'encoding', 'user_version', 'application_id'


def shape(profile, table):
    columns = [row[1:4] + row[5:6] for row in profile.rows('pragma table_info(%s)' % table)]
    columns = [[name, kind.upper(), required, key] for name, kind, required, key in columns]
    keys = sorted([row[2], row[3], row[4]] for row in profile.rows('pragma foreign_key_list(%s)' % table))
    indices = sorted([name, unique, origin] for _, name, unique, origin, _ in
                     profile.rows('pragma index_list(%s)' % table))
    return [columns, keys, indices]


def of(profile):
    """Returns the container of a profile, and the shape of each table."""
    names = sorted(name for name, in profile.rows("select name from sqlite_master where type = 'table'"))
    return {'': [profile.row('pragma ' + pragma)[0] for pragma in PRAGMAS], **{name: shape(profile, name) for name in names}}


def read(path):
    with open(path, encoding='utf-8') as file:
        return {name: what for name, *what in map(json.loads, file)}


def run(profile, expected, checks):
    got = of(profile)
    checks.equal('tables are those of the format', set(got), set(expected))
    for table in sorted(set(got) & set(expected) - {''}):
        for what, mine, wanted in zip(('columns', 'foreign keys', 'indices'), got[table], expected[table]):
            checks.equal('%s are those of the format' % what, mine, wanted, table)
    for pragma, mine, wanted in zip(PRAGMAS, got[''], expected['']):
        checks.equal('container is that of the format', mine, wanted, pragma)
