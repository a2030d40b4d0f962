/* Measures reading the index of debug.cbor against a bare loop of cbor_stream_decode () over the
 * same bytes.
 *
 *     bench-debuginfo [MEGABYTES [FILE]]   350 MB in the temporary directory, removed afterwards
 *
 * Contexts are like those of a real file: popart, poplibs and poplar layers, children first. */
#include "debuginfo/debuginfo.h"

#include <cbor.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RUNS 5
#define BUFFER_BYTES ((gsize) 1 << 18)

static void
head (FILE *out, guint major, guint64 value)
{
  guint8 bytes[9];
  size_t n = cbor_encode_uint (value, bytes, sizeof bytes);

  bytes[0] |= (guint8) (major << 5);
  fwrite (bytes, 1, n, out);
}

static void
text (FILE *out, const char *word)
{
  head (out, 3, strlen (word));
  fputs (word, out);
}

static void
pair (FILE *out, const char *key, guint64 value)
{
  text (out, key);
  head (out, 0, value);
}

static void
context (FILE *out, guint64 id, guint32 n_texts)
{
  static const char *const layers[] = {"poplar", "poplibs", "popart"};
  static const char *const categories[] = {"var", "program", "computeSet", "op"};
  const char *layer = layers[id % 8 < 5 ? 0 : id % 8 < 7 ? 1 : 2];

  head (out, 5, id % 8 < 5 ? 8 : 7);
  if (id % 8 < 5) {
    text (out, "category");
    text (out, categories[id % 3]);
  }
  pair (out, "id", id);
  text (out, "layer");
  text (out, layer);
  text (out, "location");
  head (out, 5, 3);
  pair (out, "fileName", id % 40);
  pair (out, "functionName", 40 + id % 400);
  pair (out, "lineNumber", 100 + id % 900);
  pair (out, "name", id % n_texts);
  pair (out, "parentId", id + 8 - id % 8);
  text (out, "shape");
  head (out, 4, 2);
  head (out, 0, 128);
  head (out, 0, id % 4096);
  text (out, "type");
  text (out, "half");
}

static void
generate (const char *path, guint64 bytes)
{
  FILE *out = fopen (path, "wb");
  const guint32 n_texts = (guint32) (bytes / 2000) + 1000;
  guint64 id = 0;

  if (!out)
    g_error ("%s cannot be written", path);
  head (out, 5, 2);
  text (out, "contexts");
  fputc (0x9f, out);
  while ((guint64) ftell (out) < bytes)
    context (out, ++id, n_texts);
  fputc (0xff, out);
  text (out, "stringTable");
  head (out, 4, n_texts);
  for (guint32 i = 0; i < n_texts; i++) {
    char word[64];
    g_snprintf (word, sizeof word, "encoder/layer%u/attention/matmul_%u", i % 24, i);
    text (out, word);
  }
  fclose (out);
}

static double
bare (const char *path)
{
  gint64 begin = g_get_monotonic_time ();
  int fd = open (path, O_RDONLY);
  g_autofree guint8 *buffer = g_malloc (BUFFER_BYTES);
  gsize filled = 0, at = 0;

  for (;;) {
    struct cbor_decoder_result r =
        cbor_stream_decode (buffer + at, filled - at, &cbor_empty_callbacks, NULL);
    if (r.status == CBOR_DECODER_FINISHED) {
      at += r.read;
      continue;
    }
    memmove (buffer, buffer + at, filled - at);
    filled -= at;
    at = 0;
    ssize_t got = read (fd, buffer + filled, BUFFER_BYTES - filled);
    if (got <= 0)
      break;
    filled += (gsize) got;
  }
  close (fd);
  return (double) (g_get_monotonic_time () - begin) / 1e6;
}

static double
indexed (const char *path, guint32 *n, gsize *bytes)
{
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);
  g_autoptr (PoplensDebugContexts) contexts = poplens_debuginfo_read (file, NULL, &error);

  if (!contexts)
    g_error ("%s", error->message);
  *n = contexts->n;
  *bytes = poplens_debug_contexts_bytes (contexts);
  return (double) (g_get_monotonic_time () - begin) / 1e6;
}

static int
compare_seconds (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

int
main (int argc, char **argv)
{
  guint64 megabytes = argc > 1 ? strtoull (argv[1], NULL, 10) : 350;
  g_autofree char *own =
      g_strdup_printf ("%s/bench-debuginfo-%d.cbor", g_get_tmp_dir (), getpid ());
  const char *path = argc > 2 ? argv[2] : own;
  double plain[RUNS], index[RUNS];
  guint32 n = 0;
  gsize bytes = 0;

  if (argc < 3)
    generate (path, megabytes * 1000000);
  for (guint r = 0; r < RUNS; r++) {
    plain[r] = bare (path);
    index[r] = indexed (path, &n, &bytes);
  }
  qsort (plain, RUNS, sizeof *plain, compare_seconds);
  qsort (index, RUNS, sizeof *index, compare_seconds);
  printf ("%u contexts, %.1f bytes each with strings\n", n, n ? (double) bytes / n : 0.0);
  printf ("bare loop %.3f s, index %.3f s: %.2f\n", plain[RUNS / 2], index[RUNS / 2],
          index[RUNS / 2] / plain[RUNS / 2]);
  if (argc < 3)
    unlink (path);
  return 0;
}
