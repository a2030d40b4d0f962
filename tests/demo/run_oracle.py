#!/usr/bin/python3
"""run_oracle.py ORACLE PROFILE: tests that the oracle's seven commands read the profile and print something."""
import json
import os
import subprocess
import sys

COMMANDS = 'summary memory liveness trace programs peaks variables'.split()


def main(oracle, profile):
    if not os.path.exists(oracle):
        print(f'skipped: {oracle} is not here')
        return 77
    failed = 0
    for command in COMMANDS:
        done = subprocess.run([sys.executable, oracle, profile, command], capture_output=True, text=True)
        answer = json.loads(done.stdout) if done.returncode == 0 else None
        good = bool(answer) and all(value not in ([], {}, None) for value in answer.values())
        failed += not good
        print('ok  ' if good else 'FAIL', command, len(done.stdout), done.stderr.strip())
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
