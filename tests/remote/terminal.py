"""Runs poplens-cli on a pseudo-terminal, and answers its prompts."""
import fcntl
import os
import pty
import select
import struct
import termios
import time

import harness

WIPE = '\r\x1b[K'


def run(words, env, answers=(), columns=100, stdout=None, then=None, term='xterm'):
    """Runs the command; (prompt, text) are answered in turn. @stdout: a path, instead of the
    terminal; @then(shown): called with the output so far. Returns status, output, and unused
    answers."""
    pid, terminal = pty.fork()
    if pid == 0:
        if stdout:
            os.dup2(os.open(stdout, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 1)
        os.execve(harness.BIN / 'poplens-cli', ['poplens-cli', *map(str, words)],
                  {**env, 'TERM': term})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    shown, waiting, end, answered = b'', list(answers), time.monotonic() + 240, 0
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 0.5)[0]:
            continue
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        shown += data
        if then:
            then(shown.decode(errors='replace'))
        if waiting and waiting[0][0].encode() in shown[answered:]:
            answered = len(shown)
            os.write(terminal, waiting.pop(0)[1].encode())
    else:
        os.kill(pid, 9)
    os.close(terminal)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return code, shown.decode(errors='replace'), waiting


def screen(shown):
    """Returns the lines that remain on the screen, as later output overwrites earlier."""
    lines = ['']
    at = 0
    for part in shown.replace('\x1b[K', '\0').replace('\r\n', '\n'):
        if part == '\n':
            lines.append('')
            at = 0
        elif part == '\r':
            at = 0
        elif part == '\0':
            lines[-1] = lines[-1][:at]
        else:
            lines[-1] = lines[-1][:at] + part + lines[-1][at + 1:]
            at += 1
    return lines
