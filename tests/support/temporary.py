"""Folders that end with a test: unittest's enterContext () is of Python 3.11."""
import tempfile


def temporary_folder(test, prefix='poplens-'):
    """The path of a new one."""
    folder = tempfile.TemporaryDirectory(prefix=prefix)
    test.addCleanup(folder.cleanup)
    return folder.name
