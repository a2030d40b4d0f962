"""The tables, columns, keys and indices are those of a real file."""


def tables(profile):
    return {name for name, in profile.rows("select name from sqlite_master where type = 'table'")}


def shape(profile, table):
    columns = [row[1:4] + row[5:6] for row in profile.rows('pragma table_info(%s)' % table)]
    columns = [(name, kind.upper(), required, key) for name, kind, required, key in columns]
    keys = sorted((row[2], row[3], row[4]) for row in profile.rows('pragma foreign_key_list(%s)' % table))
    indices = sorted((name, unique, origin) for _, name, unique, origin, _ in
                     profile.rows('pragma index_list(%s)' % table))
    return columns, keys, indices


def run(profile, real, checks):
    checks.equal('tables are those of the real file', tables(profile), tables(real))
    for table in sorted(tables(real)):
        for what, got, expected in zip(('columns', 'foreign keys', 'indices'), shape(profile, table), shape(real, table)):
            checks.equal('%s are those of the real file' % what, got, expected, table)
    for pragma in 'page_size', 'encoding', 'user_version', 'application_id':
        checks.equal('container is that of the real file', profile.row('pragma ' + pragma),
                     real.row('pragma ' + pragma), pragma)
