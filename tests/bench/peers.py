#!/usr/bin/python3
"""peers.py BIN REPORT NODE CHROMIUM SPEEDSCOPE [RUNS]: compares the trace of REPORT in Poplens with the same events in
speedscope, in a headless Chromium. BIN holds Poplens' programs, SPEEDSCOPE the unpacked npm package.

In each run, bench-window opens the trace of the report until its chart is drawn; then Chromium opens speedscope's page
with the exported file until the first frame with the profile. Memory: the peak resident size of Poplens, and the
sampled proportional set size of all Chromium processes. Prints rows as bench.py does."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent


def ours(binaries, report):
    """Returns (milliseconds, megabytes) of Poplens."""
    env = {**os.environ, 'BENCH_START': str(time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000)}
    child = subprocess.Popen([binaries / 'bench-window', 'trace', report], stdout=subprocess.PIPE, text=True, env=env)
    text = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        sys.exit('peers: bench-window failed')
    return float(text.split()[0]), usage.ru_maxrss * 1024 / 1e6


def theirs(node, chromium, speedscope, trace):
    done = subprocess.run([node, '--experimental-websocket', '--no-warnings', HERE / 'speedscope.mjs', chromium,
                           speedscope / 'dist/release', trace], stdout=subprocess.PIPE, text=True, timeout=900)
    if done.returncode:
        sys.exit('peers: speedscope could not be opened')
    answer = json.loads(done.stdout)
    return answer['milliseconds'], answer['megabytes']


def main():
    binaries, report = pathlib.Path(sys.argv[1]), sys.argv[2]
    node, chromium, speedscope = sys.argv[3], sys.argv[4], pathlib.Path(sys.argv[5])
    runs = int(sys.argv[6]) if len(sys.argv) > 6 else 3
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, 'poplens.trace.json')
        said = subprocess.run([binaries / 'poplens-cli', 'export', report, '-o', trace],
                              stderr=subprocess.PIPE, text=True, check=True).stderr
        print(f'{said.strip().removeprefix("poplens-cli: ")}; speedscope reads {os.path.getsize(trace) / 1e6:.0f} MB\n')
        pairs = [(ours(binaries, report), theirs(node, chromium, speedscope, trace)) for _ in range(runs)]
    print('| what | Poplens | speedscope | times |\n|---|---|---|---|')
    for at, (what, unit) in enumerate((('first view of the trace', 'ms'), ('peak memory until then', 'MB'))):
        a, b = (statistics.median(pair[side][at] for pair in pairs) for side in (0, 1))
        print(f'| {what} | {a:.0f} {unit} | {b:.0f} {unit} | {b / a:.1f} |')


if __name__ == '__main__':
    main()
