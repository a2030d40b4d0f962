/* Lists of cycles by tile, decoded once and kept while there is room. */
#include "analysis/trace/bsp-private.h"

/* What decoded lists take at most. */
#define MOST_BYTES ((gsize) 96 << 20)

#define PIECE ((guint64) 1 << POPLENS_SCAN_CYCLES_SHIFT)

/* The lists of a piece of the table, by id; NULL for an id that is not there. */
typedef struct {
  guint64 key;
  guint32 *list[1 << POPLENS_SCAN_CYCLES_SHIFT];
  GList link; /* of the queue: least recently used first */
} Piece;

struct _PoplensBspLists {
  const PoplensBspInput *input;
  guint32 first_tile, n_tiles;
  gsize list_bytes, bytes;
  GHashTable *pieces; /* key → Piece */
  GQueue used;
  guint64 *decoded; /* of one list, all tiles */
};

static void
piece_free (gpointer data)
{
  Piece *piece = data;

  for (guint i = 0; i < PIECE; i++)
    g_free (piece->list[i]);
  g_free (piece);
}

PoplensBspLists *
poplens_bsp_lists_new (const PoplensBspInput *input, guint16 ipu)
{
  PoplensBspLists *self = g_new0 (PoplensBspLists, 1);
  guint64 first = (guint64) ipu * input->tiles_per_ipu;

  self->input = input;
  self->first_tile = (guint32) MIN (first, input->n_tiles);
  self->n_tiles = MIN (input->tiles_per_ipu, input->n_tiles - self->first_tile);
  self->list_bytes = ((gsize) self->n_tiles + 1) * sizeof (guint32);
  self->pieces = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, piece_free);
  self->decoded = g_new (guint64, (gsize) self->first_tile + self->n_tiles + 1);
  return self;
}

void
poplens_bsp_lists_free (PoplensBspLists *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->pieces);
  g_free (self->decoded);
  g_free (self);
}

/* A list is of the IPU's tiles; one over all tiles is told by its length. */
static guint32 *
decode (PoplensBspLists *self, const PoplensLists *lists, gsize row)
{
  gsize n = poplens_lists_length (lists, row);
  guint32 skip = n == self->input->tiles_per_ipu ? 0 : self->first_tile;
  guint32 *list;

  if (!n || n < (gsize) skip + self->n_tiles)
    return NULL;
  list = g_malloc (self->list_bytes);
  poplens_lists_read (lists, row, self->decoded, (gsize) skip + self->n_tiles);
  list[self->n_tiles] = 0;
  for (guint32 t = 0; t < self->n_tiles; t++) {
    list[t] = (guint32) MIN (self->decoded[skip + t], G_MAXUINT32);
    list[self->n_tiles] = MAX (list[self->n_tiles], list[t]);
  }
  return list;
}

static void
make_room (PoplensBspLists *self)
{
  while (self->bytes > MOST_BYTES && self->used.length > 1) {
    GList *link = g_queue_pop_head_link (&self->used);
    Piece *piece = link->data;
    for (guint i = 0; i < PIECE; i++)
      self->bytes -= piece->list[i] ? self->list_bytes : 0;
    g_hash_table_remove (self->pieces, &piece->key);
  }
}

static Piece *
read_piece (PoplensBspLists *self, guint64 key, GError **error)
{
  g_autoptr (PoplensSlice) slice =
      self->input->get_slice (POPLENS_SLICE_SCAN_CYCLES, key, self->input->slice_data, error);
  Piece *piece;

  if (!slice)
    return NULL;
  piece = g_new0 (Piece, 1);
  piece->key = key;
  piece->link.data = piece;
  for (guint32 i = 0; i < slice->n; i++) {
    guint32 **list = &piece->list[slice->values[i] % PIECE];
    if (slice->values[i] / PIECE != key || *list)
      continue;
    *list = decode (self, slice->lists, i);
    self->bytes += *list ? self->list_bytes : 0;
  }
  g_hash_table_insert (self->pieces, &piece->key, piece);
  g_queue_push_tail_link (&self->used, &piece->link);
  make_room (self);
  return piece;
}

const guint32 *
poplens_bsp_lists_get (PoplensBspLists *self, gint64 id, GError **error)
{
  guint64 key = (guint64) id / PIECE;
  Piece *piece;

  if (id < 0)
    return NULL;
  piece = g_hash_table_lookup (self->pieces, &key);
  if (piece) {
    g_queue_unlink (&self->used, &piece->link);
    g_queue_push_tail_link (&self->used, &piece->link);
  } else {
    piece = read_piece (self, key, error);
  }
  return piece ? piece->list[(guint64) id % PIECE] : NULL;
}
