/* Runs a fuzz target over files and folders of files, without libFuzzer. `script/test` does so with
 * the stored corpus. Exits with 1 if there are no files, so that a missing corpus is noticed. */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

static guint
replay_file (const char *path)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, &error)) {
    fprintf (stderr, "%s\n", error->message);
    return 0;
  }
  /* A block of exactly this size, so that ASan detects a read beyond the end. */
  g_autofree guint8 *exact = g_memdup2 (data, size);
  fprintf (stderr, "%s\n", path);
  LLVMFuzzerTestOneInput (exact, size);
  return 1;
}

static guint
replay (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  if (!dir)
    return replay_file (path);
  while ((name = g_dir_read_name (dir))) {
    g_autofree char *child = g_build_filename (path, name, NULL);
    n += replay (child);
  }
  return n;
}

int
main (int argc, char **argv)
{
  guint n = 0;

  for (int i = 1; i < argc; i++)
    n += replay (argv[i]);
  printf ("%u inputs\n", n);
  return n ? 0 : 1;
}
