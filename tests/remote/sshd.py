"""Remote computers for tests: Debian's sshd on 127.0.0.1 with its own keys, configuration and known
hosts.

  with Site() as site:
    host = site.host('gc-01')
    subprocess.run(['poplens-cli', 'summary', 'gc-01:/path'], env=site.env)

Nothing of the user's is read or written, and root is not needed. `Site.env` has a POPLENS_SSH that
uses the site's ssh_config; the names of its hosts are known only there."""
import contextlib
import os
import pathlib
import pwd
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

from proxy import Proxy

SSHD = '/usr/sbin/sshd'
SFTP_SERVER = '/usr/lib/openssh/sftp-server'
USER = pwd.getpwuid(os.getuid()).pw_name
PASSPHRASE = 'correct horse'


def why_not():
    """Returns why sshd cannot run, or None if it can."""
    for needed in (SSHD, SFTP_SERVER, '/usr/bin/ssh', '/usr/bin/ssh-keygen'):
        if not os.access(needed, os.X_OK):
            return f'{needed} is not installed (Debian: openssh-server, openssh-client)'
    if os.getuid() == 0:
        # When root starts sshd, it needs a folder that its service creates.
        try:
            os.makedirs('/run/sshd', 0o755, exist_ok=True)
        except OSError as error:
            return f'sshd started by root needs /run/sshd: {error}'
    return None


def descendants(pid):
    """Returns all descendants of a process; sessions of sshd have left its process group."""
    parents = {}
    for folder in pathlib.Path('/proc').glob('[0-9]*'):
        with contextlib.suppress(OSError):
            parents[int(folder.name)] = int((folder / 'stat').read_text().rsplit(')', 1)[1].split()[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def free_port():
    with socket.socket() as one:
        one.bind(('127.0.0.1', 0))
        return one.getsockname()[1]


def new_key(path, passphrase=''):
    path.unlink(missing_ok=True)
    subprocess.run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', passphrase, '-C', path.name, '-f', path], check=True)
    return path


class Sshd:
    """A computer. @sftp: command of its subsystem instead of one that logs; '' for none."""

    def __init__(self, folder, authorized, sftp=None, settings=()):
        folder.mkdir()
        self.folder, self.settings = folder, settings
        self.log = folder / 'sftp.log'
        self.log.touch()
        self.home = folder / 'home'
        self.home.mkdir()
        # internal-sftp would log only to syslog.
        self.sftp = sftp if sftp is not None else f'{SFTP_SERVER} -e -l VERBOSE -d {self.home} 2>>{self.log}'
        self.authorized = authorized
        self.key = new_key(folder / 'host_key')
        self.process = None
        self.port = None

    def start(self):
        for _ in range(5):
            self.port = self.port or free_port()
            if self.try_to_start():
                return
            self.port = None
        raise RuntimeError(f'sshd does not start: {(self.folder / "sshd.log").read_text()}')

    def try_to_start(self):
        config = self.folder / 'sshd_config'
        # OpenSSH 8.4 ignores KbdInteractiveAuthentication; newer versions accept
        # ChallengeResponseAuthentication for it.
        config.write_text('\n'.join((
            f'Port {self.port}', 'ListenAddress 127.0.0.1', f'HostKey {self.key}', 'PidFile none', 'UsePAM no',
            'PasswordAuthentication no', 'ChallengeResponseAuthentication no', 'PermitRootLogin prohibit-password',
            f'AuthorizedKeysFile {self.authorized}', 'StrictModes no', 'PrintMotd no', 'PrintLastLog no', 'UseDNS no',
            'MaxStartups 100', 'MaxSessions 100', f'Subsystem {"sftp" if self.sftp else "none"} {self.sftp or "/bin/false"}', *self.settings, '')))
        self.process = subprocess.Popen([SSHD, '-D', '-f', config, '-E', self.folder / 'sshd.log'],
                                        stdin=subprocess.DEVNULL, start_new_session=True)
        end = time.monotonic() + 20
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(('127.0.0.1', self.port), 5) as one:
                if one.recv(4) == b'SSH-':
                    return True
            time.sleep(0.02)
        self.stop()
        return False

    def change_key(self):
        """Replaces the host key, as another computer at the same address."""
        self.stop()
        new_key(self.key)
        self.start()

    def public_key(self):
        return (self.folder / 'host_key.pub').read_text()

    def stop(self):
        if self.process is None:
            return
        running = [*descendants(self.process.pid), self.process.pid]
        for pid in running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        self.process.wait()
        self.process = None

    def end_sessions(self):
        """Ends all connections on the computer."""
        for pid in descendants(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    # ---- log of requests
    # --------------------------------------------------------------------------

    def asked(self):
        """Returns the log of sftp-server: 'open "/x" flags READ mode 0666', 'close "/x" bytes read
        3 written 0'."""
        return self.log.read_text(errors='replace').splitlines()

    HARMLESS = re.compile(r'open ".*" flags READ mode 0\d+$|(forced )?close ".*" bytes read \d+ written 0$|'
                          r'((open|(forced )?close)dir|l?stat name|realpath|readlink) ".*"$|sent status |'
                          r'received client version 3$|session (opened|closed) for local user |$')

    def not_harmless(self):
        """Returns the lines that do more than read, or that are unknown."""
        return [line for line in self.asked() if not self.HARMLESS.match(line)]


class Site:
    """A user, and the computers that the user can reach."""

    def __init__(self):
        self.folder = None
        self.ends = contextlib.ExitStack()
        self.hosts, self.links, self.entries = {}, {}, {}

    def __enter__(self):
        # Names of sockets have at most 107 bytes: a deep TMPDIR is too long.
        top = tempfile.gettempdir()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='pl-', dir=top if len(top) < 30 else '/tmp'))
        self.ends.callback(shutil.rmtree, self.folder, ignore_errors=True)
        self.key = new_key(self.folder / 'id')
        self.locked_key = new_key(self.folder / 'id_locked', PASSPHRASE)
        self.stranger = new_key(self.folder / 'id_stranger')
        self.authorized = self.folder / 'authorized_keys'
        self.authorized.write_text(''.join(pathlib.Path(f'{key}.pub').read_text()
                                           for key in (self.key, self.locked_key)))
        self.known_hosts = self.folder / 'known_hosts'
        self.known_hosts.touch()
        self.config = self.folder / 'ssh_config'
        self.ssh = self.folder / 'ssh'
        # A jump starts `ssh` by the name that it was started with, with this -F.
        self.ssh.write_text(f'#!/bin/sh\necho "$@" >>{self.folder}/ssh.log\nexec /usr/bin/ssh -F {self.config} "$@"\n')
        self.ssh.chmod(0o755)
        plain = {k: v for k, v in os.environ.items()
                 if k not in ('SSH_AUTH_SOCK', 'SSH_ASKPASS', 'SSH_ASKPASS_REQUIRE', 'DISPLAY', 'WAYLAND_DISPLAY')}
        self.env = {**plain, 'LC_ALL': 'C.UTF-8', 'POPLENS_SSH': str(self.ssh), 'HOME': str(self.folder)}
        for name in ('cache', 'config', 'data', 'state', 'runtime'):
            (self.folder / name).mkdir(mode=0o700)
            variable = 'XDG_RUNTIME_DIR' if name == 'runtime' else f'XDG_{name.upper()}_HOME'
            self.env[variable] = str(self.folder / name)
        self.write_config()
        return self

    def __exit__(self, *problem):
        self.ends.close()

    def host(self, name, *, known=True, key=None, jump=None, sftp=None, settings=(), **link):
        """Starts a computer. @key: the user's key if not the one without a passphrase; @jump: name
        of the jump host; @link: arguments of Proxy; without, the link is fast."""
        host = self.hosts[name] = Sshd(self.folder / name, self.authorized, sftp, settings)
        host.start()
        self.ends.callback(host.stop)
        port = host.port
        if link:
            port = self.link(name, **link).port
        if known:
            self.know(name)
        self.name(name, port, key, jump)
        return host

    def name(self, name, port, key=None, jump=None, alias=None, more=()):
        """Adds @name to ssh_config. @alias: its name in known_hosts."""
        self.entries[name] = ('HostName 127.0.0.1', f'Port {port}', f'HostKeyAlias {alias or name}',
                              f'IdentityFile {key or self.key}', *([f'ProxyJump {jump}'] if jump else ()), *more)
        self.write_config()

    def link(self, name, **link):
        """Adds a slow link to a host, beside the fast one."""
        proxy = self.links[name] = self.ends.enter_context(Proxy(self.hosts[name].port, **link))
        return proxy

    def know(self, name, key=None):
        with self.known_hosts.open('a') as out:
            out.write(f'{name} {key or self.hosts[name].public_key()}')

    def write_config(self):
        lines = []
        for name, settings in self.entries.items():
            lines += [f'Host {name}', *(f'  {setting}' for setting in settings)]
        lines += ['Host *', f'  User {USER}', f'  UserKnownHostsFile {self.known_hosts}',
                  '  GlobalKnownHostsFile /dev/null', '  IdentitiesOnly yes', '  IdentityAgent none', '']
        self.config.write_text('\n'.join(lines))

    def share_connections(self):
        """Shares a connection between all programs started within a minute, as many users
        configure."""
        self.entries['*'] = ('ControlMaster auto', f'ControlPath {self.folder}/c-%C', 'ControlPersist 60')
        self.write_config()

        def end():
            for name in self.hosts:
                subprocess.run([self.ssh, '-O', 'exit', name], capture_output=True, check=False)
        self.ends.callback(end)

    def log_in(self, name):
        """Connects as poplens-cli does, greets and ends, to measure that alone."""
        child = subprocess.Popen([self.ssh, '-s', '--', name, 'sftp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 env=self.env)
        child.stdin.write(struct.pack('>IBI', 5, 1, 3))
        child.stdin.flush()
        child.stdout.read(9)
        child.communicate()

    def secret(self, *answers):
        """Returns an environment with an SSH_ASKPASS that gives these answers in turn, then none,
        and logs the prompts in `asked`."""
        script = self.folder / 'askpass'
        rest = self.folder / 'answers'
        rest.write_text(''.join(f'{answer}\n' for answer in answers))
        script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >>{self.folder}/asked\n[ -s {rest} ] || exit 1\n'
                          f'head -n 1 {rest}; sed -i 1d {rest}\n')
        script.chmod(0o755)
        return {**self.env, 'SSH_ASKPASS': str(script), 'SSH_ASKPASS_REQUIRE': 'force'}

    def asked(self):
        path = self.folder / 'asked'
        return path.read_text().splitlines() if path.exists() else []
