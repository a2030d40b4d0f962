"""Reports for the cases: the demo report, copies of it, and generated ones like real ones."""

import os
import shutil
import subprocess
import tempfile

import driver
from damage import empty

DEMO_REPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support", "demo-report")


def demo(name="demo", seed=1, extra=()):
    """Generates a demo report in a folder of its own, with the options @extra; once per build.
    Returns its path."""
    path = os.path.join(tempfile.mkdtemp(prefix="r-", dir=driver.work()), name)
    subprocess.run([DEMO_REPORT, "--seed", str(seed), *extra, path], check=True, stdout=subprocess.DEVNULL)
    return path



_original = []
_shaped = {}


def copy(name="demo"):
    """Copies the demo report, for cases that can use any. Returns the path."""
    if not _original:
        _original.append(demo("original"))
    path = os.path.join(tempfile.mkdtemp(prefix="r-", dir=driver.work()), name)
    shutil.copytree(_original[0], path)
    return path


SMALL = ("--tiles=32", "--without=archive,debug,json")
COMPILED = ("--tiles=32", "--without=archive,debug,execution,json")
SLOW = "--plant=inter-ipu=60000"  # a tenth of the cycles
NIGHTS = 6


def put(parent, name, *options):
    subprocess.run([DEMO_REPORT, *SMALL, *options, os.path.join(parent, name)], check=True, stdout=subprocess.DEVNULL)


def nightly(name="nightly", below=""):
    """Makes a folder with reports run-1 to run-6, of which the last is slower. Returns its path."""
    parent = os.path.join(tempfile.mkdtemp(prefix="r-", dir=driver.work()), name)
    for n in range(1, NIGHTS + 1):
        os.makedirs(os.path.join(parent, below), exist_ok=True)
        put(parent, os.path.join(below, "run-%d" % n), *[SLOW] * (n == NIGHTS))
    return parent


# Options and name of the profile to generate each real report's shape
# (tests/support/report-fixture.h).
SHAPES = {
    "integrals": (["--preset=mnist", "--runs=1", "--without=archive,debug,json"], "profile.pop"),
    "firehose": (["--preset=mnist", "--without=archive,execution,json"], "profile.pop"),
    "firehose-killed": (["--preset=mnist", "--without=archive,execution,json", "--cut-debug"], "profile_me5mjvuv.pop"),
    "aborted": (["--tiles=64", "--without=archive,debug,json"], "profile_tvsri9nv.pop"),
}


def like(name):
    """Returns a generated report with the shape and name of a real one; with --long the real one,
    if it is available."""
    path = os.path.join(driver.SHARED, "reports", name)
    if driver.LONG and driver.SHARED and os.path.isdir(path):
        return path
    if name not in _shaped:
        options, profile = SHAPES[name]
        path = _shaped[name] = os.path.join(tempfile.mkdtemp(prefix="r-", dir=driver.work()), name)
        subprocess.run([DEMO_REPORT, *options, path], check=True, stdout=subprocess.DEVNULL)
        os.rename(os.path.join(path, "profile.pop"), os.path.join(path, profile))
        if name == "aborted":
            empty(os.path.join(path, profile))
    return _shaped[name]


def empty_folder(name="empty"):
    path = os.path.join(tempfile.mkdtemp(prefix="r-", dir=driver.work()), name)
    os.mkdir(path)
    return path
