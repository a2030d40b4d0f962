"""Temporary folders of a test: unittest's enterContext () needs Python 3.11."""
import tempfile


def temporary_folder(test, prefix='poplens-'):
    """Creates a folder that is deleted after the test. Returns its path."""
    folder = tempfile.TemporaryDirectory(prefix=prefix)
    test.addCleanup(folder.cleanup)
    return folder.name
