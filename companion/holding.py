"""A file that one program writes is not opened by another at the same time."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt
    import os

    _FAR = 1 << 62
    """A byte beyond any record: Windows lets nobody read what is locked."""

    def hold_alone(descriptor: int) -> None:
        """Hold the file until it is closed; raises `BlockingIOError` where another does."""
        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(error.errno, error.strerror) from error
        finally:
            os.lseek(descriptor, at, os.SEEK_SET)

else:
    import errno
    import fcntl

    def hold_alone(descriptor: int) -> None:
        """Hold the file until it is closed; raises `BlockingIOError` where another does.

        Where the disk knows no locks (some network disks) the file is simply open.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError as error:
            if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.EINVAL, errno.ENOSYS):
                raise
