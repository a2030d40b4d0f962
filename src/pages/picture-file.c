#include "pages/picture-file.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean
fail (const char *file, int code, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "%s cannot be written: %s", file,
               g_strerror (code));
  return FALSE;
}

/* 0 or errno; closes @fd. */
static int
write_all (int fd, const GByteArray *data)
{
  gsize done = 0;
  int code = 0;

  while (!code && done < data->len) {
    gssize n = write (fd, data->data + done, data->len - done);
    if (n >= 0)
      done += (gsize) n;
    else if (errno != EINTR)
      code = errno;
  }
  if (close (fd) < 0 && !code)
    code = errno;
  return code;
}

static gboolean
write_directly (const char *file, const GByteArray *data, GError **error)
{
  int fd = open (file, O_WRONLY | O_CLOEXEC);
  int code = fd < 0 ? errno : write_all (fd, data);

  return code ? fail (file, code, error) : TRUE;
}

/* What @file stands for: behind a link, the file that it leads to. (transfer full) */
static char *
resolve (const char *file)
{
  char *real = realpath (file, NULL);
  char *copy = g_strdup (real ? real : file);

  free (real);
  return copy;
}

gboolean
poplens_picture_file_write (const char *file, const GByteArray *data, GError **error)
{
  struct stat info;
  gboolean there = stat (file, &info) == 0;

  if (there && !S_ISREG (info.st_mode))
    return write_directly (file, data, error);
  /* A file that may not be written is not replaced either. */
  if (there && access (file, W_OK) < 0)
    return fail (file, errno, error);
  g_autofree char *target = resolve (file);
  g_autofree char *beside = g_strconcat (target, ".XXXXXX", NULL);
  int fd = g_mkstemp_full (beside, O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0)
    return fail (file, errno, error);
  int code = there && fchmod (fd, info.st_mode & 07777) < 0 ? errno : 0;
  int written = write_all (fd, data);
  if (!code)
    code = written;
  if (!code && g_rename (beside, target) < 0)
    code = errno;
  if (!code)
    return TRUE;
  g_unlink (beside);
  return fail (file, code, error);
}
