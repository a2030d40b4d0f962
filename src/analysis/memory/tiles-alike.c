/* Tiles that hold the same, found by a hash of what they hold and compared byte by byte. */
#include "analysis/memory/tile-bytes.h"

#include "analysis/id-table.h"

#include <string.h>

typedef struct {
  const PoplensTileBytes *bytes;
  PoplensIdTable pair_of; /* group and class → pair */
  GArray *pairs;          /* PoplensBytePair */
  GArray *entries;        /* PoplensPairBytes, of the kinds so far and the tile that is due */
  GArray *first;          /* guint32, of the kinds so far */
  GArray *before;         /* guint32 by kind: the last one before it with the same hash */
  PoplensIdTable latest;  /* hash → place in `chains` */
  GArray *chains;         /* guint32: the last kind of a hash */
} Alike;

static guint32
pair_of (Alike *self, const PoplensByteEntry *entry)
{
  PoplensBytePair pair = {entry->group, entry->class_row};
  guint32 n = self->pairs->len;
  guint32 known =
      poplens_id_table_add (&self->pair_of, (guint64) pair.group << 32 | pair.class_row, n);

  if (known != POPLENS_NO_INDEX)
    return known;
  g_array_append_val (self->pairs, pair);
  return n;
}

/* Appends what the tile holds; its hash (FNV-1a over words). */
static guint64
add_tile (Alike *self, guint32 tile)
{
  const PoplensTileBytes *bytes = self->bytes;
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint32 e = bytes->first[tile]; e < bytes->first[tile + 1]; e++) {
    PoplensPairBytes entry = {pair_of (self, &bytes->entries[e]), bytes->entries[e].bytes};
    g_array_append_val (self->entries, entry);
    hash = (hash ^ ((guint64) entry.pair << 32 | entry.bytes)) *
           G_GUINT64_CONSTANT (0x00000100000001b3);
    hash ^= hash >> 29;
  }
  return hash >> 1; /* the table knows no G_MAXUINT64 */
}

static gboolean
is_same (const Alike *self, guint32 kind, guint32 begin)
{
  const PoplensPairBytes *entries = (const PoplensPairBytes *) (gpointer) self->entries->data;
  guint32 from = g_array_index (self->first, guint32, kind);
  guint32 n = g_array_index (self->first, guint32, kind + 1) - from;

  return n == self->entries->len - begin &&
         (!n || !memcmp (entries + from, entries + begin, n * sizeof *entries));
}

/* The kind of what was appended last, which is taken back where it is known. */
static guint32
find_kind (Alike *self, guint64 hash, guint32 begin)
{
  guint32 chain = poplens_id_table_add (&self->latest, hash, self->chains->len);
  guint32 n = self->before->len, none = G_MAXUINT32, last = none, end = self->entries->len;

  if (chain == POPLENS_NO_INDEX) {
    chain = self->chains->len;
    g_array_append_val (self->chains, none);
  }
  last = g_array_index (self->chains, guint32, chain);
  for (guint32 kind = last; kind != none; kind = g_array_index (self->before, guint32, kind))
    if (is_same (self, kind, begin)) {
      g_array_set_size (self->entries, begin);
      return kind;
    }
  g_array_append_val (self->before, last);
  g_array_append_val (self->first, end);
  g_array_index (self->chains, guint32, chain) = n;
  return n;
}

static void
alike_init (Alike *self, const PoplensTileBytes *bytes)
{
  guint32 zero = 0;

  self->bytes = bytes;
  self->pairs = g_array_new (FALSE, FALSE, sizeof (PoplensBytePair));
  self->entries = g_array_new (FALSE, FALSE, sizeof (PoplensPairBytes));
  self->first = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->before = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->chains = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (self->first, zero);
}

PoplensTilesAlike *
poplens_tiles_alike_new (const PoplensTileBytes *bytes)
{
  PoplensTilesAlike *out = g_new0 (PoplensTilesAlike, 1);
  Alike self = {0};

  alike_init (&self, bytes);
  out->n_tiles = bytes->n_tiles;
  out->of_tile = g_new (guint32, MAX (bytes->n_tiles, 1));
  for (guint32 t = 0; t < bytes->n_tiles; t++) {
    guint32 begin = self.entries->len;
    guint64 hash = add_tile (&self, t);
    out->of_tile[t] = find_kind (&self, hash, begin);
  }
  out->n_kinds = self.before->len;
  out->n_pairs = self.pairs->len;
  out->first = (gpointer) g_array_free (self.first, FALSE);
  out->entries = (gpointer) g_array_free (self.entries, FALSE);
  out->pairs = (gpointer) g_array_free (self.pairs, FALSE);
  g_array_unref (self.before);
  g_array_unref (self.chains);
  poplens_id_table_clear (&self.pair_of);
  poplens_id_table_clear (&self.latest);
  return out;
}

void
poplens_tiles_alike_free (PoplensTilesAlike *self)
{
  if (!self)
    return;
  g_free (self->of_tile);
  g_free (self->first);
  g_free (self->entries);
  g_free (self->pairs);
  g_free (self);
}
