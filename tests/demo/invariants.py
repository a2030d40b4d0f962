#!/usr/bin/python3
"""Checks what `poplens-cli check` does not: rules of the compiler and of hardware, with independent code.

    invariants.py PROFILE [--complete | --schema FILE]

Prints a line for each check: its name, the number of cases, and of those that failed. --complete: a check without cases
fails (the generator has to make cases of everything). --schema: instead, tables, columns, keys and indices must be
those that FILE lists. Exit status 0, 1 (a check failed), 2 (wrong use), 77 (no such file: skipped).
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from pop import Checks, Profile
import check_execution
import check_graph
import check_hardware
import check_memory
import check_schema


def main(args):
    complete = '--complete' in args
    args = [a for a in args if a != '--complete']
    schema = None
    if '--schema' in args:
        at = args.index('--schema')
        schema = args[at + 1]
        del args[at:at + 2]
    if len(args) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    if not os.path.exists(args[0]):
        print(f'skipped: {args[0]} is not here')
        return 77
    profile, checks = Profile(args[0]), Checks()
    if schema:
        check_schema.run(profile, check_schema.read(schema), checks)
    else:
        check_memory.run(profile, checks)
        check_graph.run(profile, checks)
        check_execution.run(profile, checks)
        check_hardware.run(profile, checks)
    return checks.report(complete)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
