"""Reports to look at: the demo report, copies of it, and real ones where they are there."""

import os
import shutil
import subprocess
import tempfile

import driver

DEMO_REPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support", "demo-report")


def demo(name="demo", seed=1, extra=()):
    """Path of a demo report in a folder of its own, made with the options @extra; generated once a build."""
    path = os.path.join(tempfile.mkdtemp(prefix="r-", dir=driver.work()), name)
    subprocess.run([DEMO_REPORT, "--seed", str(seed), *extra, path], check=True, stdout=subprocess.DEVNULL)
    return path



_original = []


def copy(name="demo"):
    """Path of a copy of one demo report, for cases that do not care which."""
    if not _original:
        _original.append(demo("original"))
    path = os.path.join(tempfile.mkdtemp(prefix="r-", dir=driver.work()), name)
    shutil.copytree(_original[0], path)
    return path


def real(name):
    path = os.path.join(driver.SHARED, "reports", name)
    if not driver.SHARED or not os.path.isdir(path):
        raise driver.Skipped("no real report %s" % name)
    return path


def empty_folder(name="empty"):
    path = os.path.join(tempfile.mkdtemp(prefix="r-", dir=driver.work()), name)
    os.mkdir(path)
    return path
