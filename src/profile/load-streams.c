/* What the parts of a StreamCopy are called: its streams. */
#include "profile/loaders.h"

/* Names that are joined; of more, how many there are is said. */
#define MOST_NAMES 8
/* Poplar's own, of how long the copy took. */
#define TIMING "streamCopyTimingInfoStream_"

typedef struct {
  GString *text;
  guint32 n; /* different names */
} Joined;

static void
joined_free (gpointer data)
{
  Joined *joined = data;

  g_string_free (joined->text, TRUE);
  g_free (joined);
}

typedef struct {
  GHashTable *by_copy; /* StreamCopyMid → Joined */
  GHashTable *names;   /* set of those that the copy being read has */
  guint32 copy;
} Streams;

static void
streams_clear (Streams *streams)
{
  g_hash_table_unref (streams->by_copy);
  g_hash_table_unref (streams->names);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Streams, streams_clear)

static void
add_name (Streams *streams, guint32 copy, char *name)
{
  gpointer key = GUINT_TO_POINTER (copy);
  Joined *joined = g_hash_table_lookup (streams->by_copy, key);

  if (copy != streams->copy)
    g_hash_table_remove_all (streams->names);
  streams->copy = copy;
  if (!*name || g_str_has_prefix (name, TIMING) || g_hash_table_contains (streams->names, name)) {
    g_free (name);
    return;
  }
  if (!joined) {
    joined = g_new0 (Joined, 1);
    joined->text = g_string_new (NULL);
    g_hash_table_insert (streams->by_copy, key, joined);
  }
  if (joined->n++ < MOST_NAMES)
    g_string_append_printf (joined->text, "%s%s", joined->text->len ? ", " : "", name);
  g_hash_table_add (streams->names, name);
}

/* A stream stands once for each piece that it copies. */
static gboolean
read_names (const PoplensLoad *load, const char *table, Streams *streams, GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (
      load->database, table, "stream_copy_mid_id!, stream!", "stream_copy_mid_id");

  g_hash_table_remove_all (streams->names);
  while (poplens_query_next (q))
    add_name (streams, poplens_query_u32 (q, 0), g_utf8_make_valid (poplens_query_text (q, 1), -1));
  return poplens_query_end (q, error);
}

static guint32
intern (PoplensStrings *strings, const Joined *joined)
{
  if (joined->n > MOST_NAMES)
    g_string_append_printf (joined->text, " and %u more", joined->n - MOST_NAMES);
  return poplens_strings_intern (strings, joined->text->str, -1);
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
  g_auto (Streams) streams = {g_hash_table_new_full (NULL, NULL, NULL, joined_free),
                              g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL)};

  if (!read_names (load, "host_exchange_from_host", &streams, error) ||
      !read_names (load, "host_exchange_to_host", &streams, error))
    return FALSE;
  part->streams = g_new0 (guint32, MAX (part->n, 1));
  for (guint32 row = 0; row < part->n; row++) {
    Joined *joined =
        part->kind[row] == POPLENS_PROGRAM_STREAM_COPY_MID
            ? g_hash_table_lookup (streams.by_copy, GUINT_TO_POINTER (part->variant_index[row]))
            : NULL;
    if (joined) {
      name_parts (part, row, intern (part->strings, joined));
      joined->n = MIN (joined->n, MOST_NAMES); /* said once */
    }
  }
  return TRUE;
}
