"""Builds the wheel of module pva. pip calls it for the checkout (PEP 517). It needs no network.

    pip install --no-index --no-build-isolation .
    pip install --config-settings=cmake=-DCMAKE_BUILD_TYPE=Debug .      another argument for cmake
    pip install --config-settings=build=build/release .                 what is built there already

The wheel contains the package and, beside the extension, libpoplens. CMake builds both without the window,
so they need GLib, SQLite, libelf, libcbor and json-glib, but no GTK.
"""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def _version():
    return re.search(r'project\(poplens VERSION ([\d.]+)', (ROOT / 'CMakeLists.txt').read_text())[1]


def _metadata():
    return (f'Metadata-Version: 2.1\nName: poplens-pva\nVersion: {_version()}\n'
            "Summary: Profiles of Graphcore's Poplar SDK, by the interface of libpva\n"
            'License: MIT\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n'
            + (ROOT / 'docs/python.md').read_text())


def _tag():
    python = f'cp{sys.version_info[0]}{sys.version_info[1]}'
    return f'{python}-{python}-{re.sub(r"[-.]", "_", sysconfig.get_platform())}'


def _run(*command):
    subprocess.run([str(word) for word in command], check=True)


def _make(build, arguments):
    """Builds only the parts of Poplens that the wheel needs."""
    make = ['-G', 'Ninja'] if shutil.which('ninja') else []
    _run('cmake', '-S', ROOT, '-B', build, *make, '-DCMAKE_BUILD_TYPE=Release', '-DBUILD_TESTING=OFF',
         '-DPOPLENS_WINDOW=OFF', '-DPOPLENS_TERMINAL=OFF', f'-DPython3_EXECUTABLE={sys.executable}', *arguments)
    _run('cmake', '--build', build, '--target', '_pva', '--parallel', os.cpu_count() or 1)


def _package(folder, settings):
    """Returns the folder pva with the library in it."""
    build, stage = pathlib.Path(settings.get('build', folder / 'build')), folder / 'stage'
    if 'build' not in settings:
        arguments = settings.get('cmake', [])
        _make(build, [arguments] if isinstance(arguments, str) else arguments)
    _run('cmake', '--install', build, '--component', 'python', '--prefix', stage, '--strip')
    package = next(stage.rglob('pva'))
    library = build / 'src/library/libpoplens.so.0'
    shutil.copy(library.resolve(), package / library.name)
    _run('strip', '--strip-unneeded', package / library.name)
    return package


def _record(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
    return f'{name},sha256={digest},{len(data)}\n'


def _info():
    """Returns the name of the metadata folder, and its files."""
    info = f'poplens_pva-{_version()}.dist-info'
    return info, {
        f'{info}/METADATA': _metadata().encode(),
        f'{info}/LICENSE': (ROOT / 'LICENSE').read_bytes(),
        f'{info}/WHEEL': f'Wheel-Version: 1.0\nGenerator: poplens\nRoot-Is-Purelib: false\nTag: {_tag()}\n'.encode(),
    }


def get_requires_for_build_wheel(config_settings=None):
    """Returns CMake from the package index if the system's is too old, as on Ubuntu 20.04."""
    version = None
    if shutil.which('cmake'):
        said = subprocess.run(['cmake', '--version'], check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
        version = re.search(r'(\d+)\.(\d+)', said)
    is_there = version and (int(version[1]), int(version[2])) >= (3, 18)
    return [] if is_there else ['cmake>=3.18', 'ninja']


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Writes the metadata of the package without building it."""
    info, files = _info()
    (pathlib.Path(metadata_directory) / info).mkdir()
    for path, data in files.items():
        (pathlib.Path(metadata_directory) / path).write_bytes(data)
    return info


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel. Returns its name."""
    info, said = _info()
    name = f'poplens_pva-{_version()}-{_tag()}.whl'
    with tempfile.TemporaryDirectory(prefix='poplens-wheel-') as folder:
        package = _package(pathlib.Path(folder), config_settings or {})
        files = {f'pva/{p.name}': p.read_bytes() for p in sorted(package.iterdir()) if p.is_file()}
    files.update(said)
    record = ''.join(_record(path, data) for path, data in files.items()) + f'{info}/RECORD,,\n'
    files[f'{info}/RECORD'] = record.encode()
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, 'w', zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """Not supported: the checkout is the source."""
    raise NotImplementedError('poplens-pva is built from the checkout')
