/* Functions that the fuzz targets share (fuzz.h). */
#include "fuzz.h"

#include "base/error.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void
fuzz_fail (const char *what)
{
  fprintf (stderr, "fuzz: this does not hold: %s\n", what);
  abort ();
}

/* Returns the folder for files, in memory if possible: a run writes thousands of files a second. */
static const char *
folder (void)
{
  const char *chosen = g_getenv ("POPLENS_FUZZ_DIR");

  if (chosen)
    return chosen;
  return access ("/dev/shm", W_OK) == 0 ? "/dev/shm" : g_get_tmp_dir ();
}

const char *
fuzz_write (const char *name, const guint8 *data, gsize size)
{
  static char path[512];

  g_snprintf (path, sizeof path, "%s/poplens-fuzz-%d-%s", folder (), (int) getpid (), name);
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  fuzz_check (fd >= 0);
  for (gsize done = 0; done < size;) {
    gssize n = write (fd, data + done, size - done);
    fuzz_check (n > 0);
    done += n;
  }
  close (fd);
  return path;
}

void
fuzz_check_error (const GError *error)
{
  fuzz_check (error != NULL);
  fuzz_check (error->domain == POPLENS_ERROR);
  fuzz_check (*error->message != '\0');
  fuzz_check (g_utf8_validate (error->message, -1, NULL));
}

guint8
fuzz_byte (FuzzInput *input)
{
  return input->pos < input->size ? input->data[input->pos++] : 0;
}

guint64
fuzz_number (FuzzInput *input)
{
  guint n = fuzz_byte (input) % 10;
  guint64 value = 0;

  for (guint i = 0; i < MIN (n, 8u); i++)
    value = value << 8 | fuzz_byte (input);
  return n == 9 ? -value : value;
}
