#include "analysis/trace/name-layers.h"

#include "analysis/trace/name-parts.h"
#include "base/search.h"

#include <string.h>

/* Of neighbours so much has to be the same: one in so many. */
#define ALIKE 2

struct _PoplensNameLayers {
  GHashTable *families; /* set of char *: "Fwd/encoder/layer", what siblings have in common */
};

/* A path that lies below a numbered part. */
typedef struct {
  guint64 base, below; /* hashes of the texts before the number and after the part */
  guint64 number;
  const char *path;
  gsize base_end, below_from; /* bytes of .path */
} Entry;

/* FNV-1a. Texts are compared by hashes of 64 bits alone: they overlap, so that to hash a path once
 * in each direction gives all of them, in time linear in its length. */
#define NO_BYTES G_GUINT64_CONSTANT (0xcbf29ce484222325)

static guint64
hash_byte (guint64 hash, char byte)
{
  return (hash ^ (guchar) byte) * G_GUINT64_CONSTANT (0x100000001b3);
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  if (x->number != y->number)
    return x->number < y->number ? -1 : 1;
  return x->below < y->below ? -1 : x->below > y->below;
}

static void
add_entries (GArray *entries, const char *name)
{
  const char *path = poplens_name_path (name);
  gsize stem = poplens_name_stem (path), end, at = 0;
  guint64 hash = NO_BYTES;
  guint n = 0, first = entries->len;

  if (poplens_name_is_copy (path))
    return;
  for (gsize from = 0; from < stem; from = end + 1) {
    Entry entry = {.path = path};
    gsize base;
    end = from + poplens_name_part_length (path + from, n++);
    if (end >= stem)
      break;
    if (!poplens_name_part_number (path + from, end - from, &base, &entry.number))
      continue;
    entry.base_end = from + base;
    entry.below_from = end + 1;
    while (at < entry.base_end)
      hash = hash_byte (hash, path[at++]);
    entry.base = hash;
    g_array_append_val (entries, entry);
  }
  hash = NO_BYTES;
  at = strlen (path);
  for (guint i = entries->len; i-- > first;) {
    Entry *entry = &g_array_index (entries, Entry, i);
    while (at > entry->below_from)
      hash = hash_byte (hash, path[--at]);
    entry->below = hash;
  }
}

/* ---- families ----------------------------------------------------------------------------------
 */

/* The paths below one number: entries [from, end), sorted, some of them several times. */
typedef struct {
  guint from, end;
} Below;

static guint
next_path (const Entry *entries, guint i, guint end)
{
  guint64 path = entries[i].below;

  while (i < end && entries[i].below == path)
    i++;
  return i;
}

static guint
count_paths (const Entry *entries, Below below)
{
  guint n = 0;

  for (guint i = below.from; i < below.end; i = next_path (entries, i, below.end))
    n++;
  return n;
}

/* What both have, as a part of what either has. */
static double
overlap (const Entry *entries, Below a, Below b)
{
  guint i = a.from, k = b.from, both = 0, n = count_paths (entries, a) + count_paths (entries, b);

  while (i < a.end && k < b.end) {
    guint64 x = entries[i].below, y = entries[k].below;
    both += x == y;
    i = x <= y ? next_path (entries, i, a.end) : i;
    k = y <= x ? next_path (entries, k, b.end) : k;
  }
  return (double) both / (n - both);
}

/* Entries [from, end) are of one base. */
static gboolean
is_family (const Entry *entries, guint from, guint end)
{
  g_autoptr (GArray) overlaps = g_array_new (FALSE, FALSE, sizeof (double));
  Below last = {0, 0};
  guint most = 0;

  for (guint i = from; i < end;) {
    Below below = {i, i};
    while (below.end < end && entries[below.end].number == entries[i].number)
      below.end++;
    most = MAX (most, count_paths (entries, below));
    if (i > from) {
      double part = overlap (entries, last, below);
      g_array_append_val (overlaps, part);
    }
    last = below;
    i = below.end;
  }
  if (!overlaps->len || most < 2)
    return FALSE;
  g_array_sort (overlaps, poplens_compare_real);
  return g_array_index (overlaps, double, (overlaps->len - 1) / 2) * ALIKE >= 1;
}

PoplensNameLayers *
poplens_name_layers_new (const char *const *names, guint n)
{
  PoplensNameLayers *self = g_new0 (PoplensNameLayers, 1);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  const Entry *all;

  self->families = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < n; i++)
    add_entries (entries, names[i]);
  g_array_sort (entries, compare_entries);
  all = (const Entry *) (const void *) entries->data;
  for (guint i = 0, end; i < entries->len; i = end) {
    for (end = i; end < entries->len && all[end].base == all[i].base;)
      end++;
    if (is_family (all, i, end))
      g_hash_table_add (self->families, g_strndup (all[i].path, all[i].base_end));
  }
  return self;
}

void
poplens_name_layers_free (PoplensNameLayers *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->families);
  g_free (self);
}

guint
poplens_name_layers_find (const PoplensNameLayers *self, const char *path, gsize length,
                          gsize *from, guint most)
{
  guint n = 0, n_parts = 0;

  if (!g_hash_table_size (self->families) || poplens_name_is_copy (path))
    return 0;
  for (gsize part = 0, end; part < length && n < most; part = end + 1) {
    guint64 number;
    gsize base;
    end = part + poplens_name_part_length (path + part, n_parts++);
    if (end >= length)
      break;
    if (!poplens_name_part_number (path + part, end - part, &base, &number))
      continue;
    g_autofree char *text = g_strndup (path, part + base);
    if (g_hash_table_contains (self->families, text))
      from[n++] = part;
  }
  return n;
}
