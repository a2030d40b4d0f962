/* What the parts of a StreamCopy are called: its streams. */
#include "profile/loaders.h"

/* Names that are joined; of more, how many there are is said. */
#define MOST_NAMES 8
/* Poplar's own, of how long the copy took. */
#define TIMING "streamCopyTimingInfoStream_"

/* A stream, once for each piece that it copies. */
typedef struct {
  guint32 copy; /* StreamCopyMid */
  guint32 name; /* string of a pool of its own */
} Stream;

static gboolean
read_streams (const PoplensLoad *load, const char *table, PoplensStrings *names, GArray *streams,
              GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (
      load->database, table, "stream_copy_mid_id!, stream!", "stream_copy_mid_id");

  while (poplens_query_next (q)) {
    Stream stream = {poplens_query_u32 (q, 0), poplens_query_intern (q, 1, names)};
    if (stream.name && !g_str_has_prefix (poplens_strings_get (names, stream.name), TIMING))
      g_array_append_val (streams, stream);
  }
  return poplens_query_end (q, error);
}

static int
compare_copies (gconstpointer a, gconstpointer b)
{
  const Stream *x = a, *y = b;

  return x->copy < y->copy ? -1 : x->copy > y->copy;
}

/* The names of @streams, all of one copy, which are @n; each is said once. */
static guint32
join_names (const Stream *streams, guint n, const PoplensStrings *names, PoplensStrings *strings)
{
  g_autoptr (GHashTable) said = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    if (g_hash_table_add (said, GUINT_TO_POINTER (streams[i].name)) &&
        g_hash_table_size (said) <= MOST_NAMES)
      g_string_append_printf (text, "%s%s", text->len ? ", " : "",
                              poplens_strings_get (names, streams[i].name));
  if (g_hash_table_size (said) > MOST_NAMES)
    g_string_append_printf (text, " and %u more", g_hash_table_size (said) - MOST_NAMES);
  return poplens_strings_intern (strings, text->str, -1);
}

/* Begin, Mid and End of a copy stand one behind the other. */
static void
name_parts (PoplensPrograms *part, guint32 mid, guint32 streams)
{
  part->streams[mid] = streams;
  if (mid && part->kind[mid - 1] == POPLENS_PROGRAM_STREAM_COPY_BEGIN &&
      part->id[mid - 1] + 1 == part->id[mid])
    part->streams[mid - 1] = streams;
  if (mid + 1 < part->n && part->kind[mid + 1] == POPLENS_PROGRAM_STREAM_COPY_END &&
      part->id[mid + 1] == part->id[mid] + 1)
    part->streams[mid + 1] = streams;
}

gboolean
poplens_load_stream_names (const PoplensLoad *load, PoplensPrograms *part, GError **error)
{
  g_autoptr (PoplensStrings) names = poplens_strings_new ();
  g_autoptr (GArray) streams = g_array_new (FALSE, FALSE, sizeof (Stream));
  g_autoptr (GHashTable) by_copy = g_hash_table_new (NULL, NULL); /* string of the part */

  if (!read_streams (load, "host_exchange_from_host", names, streams, error) ||
      !read_streams (load, "host_exchange_to_host", names, streams, error))
    return FALSE;
  g_array_sort (streams, compare_copies);
  for (guint i = 0, n; i < streams->len; i += n) {
    const Stream *first = &g_array_index (streams, Stream, i);
    for (n = 1; i + n < streams->len && first[n].copy == first->copy; n++)
      ;
    g_hash_table_insert (by_copy, GUINT_TO_POINTER (first->copy),
                         GUINT_TO_POINTER (join_names (first, n, names, part->strings)));
  }
  part->streams = g_new0 (guint32, MAX (part->n, 1));
  for (guint32 row = 0; row < part->n; row++) {
    gpointer copy = GUINT_TO_POINTER (part->variant_index[row]), joined = NULL;
    if (part->kind[row] == POPLENS_PROGRAM_STREAM_COPY_MID &&
        g_hash_table_lookup_extended (by_copy, copy, NULL, &joined))
      name_parts (part, row, GPOINTER_TO_UINT (joined));
  }
  return TRUE;
}
