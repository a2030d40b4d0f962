#include "base/file.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int
poplens_file_open_regular (const char *path, const char *what, guint64 *size, GError **error)
{
  struct stat info;
  /* A pipe of that name must not make us wait for its writer. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

  if (fd < 0 || fstat (fd, &info) < 0) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot open %s: %s", path,
                 g_strerror (errno));
  } else if (!S_ISREG (info.st_mode)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "%s is not a file; put the %s of the report there", path, what);
  } else {
    *size = (guint64) info.st_size;
    return fd;
  }
  if (fd >= 0)
    close (fd);
  return -1;
}
