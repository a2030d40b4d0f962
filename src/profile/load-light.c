/* Blocks of lightweight profiling. */
#include "profile/loaders.h"

typedef struct {
  GArray *from, *length, *id, *type; /* by row */
  GArray *tile, *first;              /* by tile */
} Columns;

static void
columns_clear (Columns *self)
{
  GArray **all[] = {&self->from, &self->length, &self->id, &self->type, &self->tile, &self->first};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_clear_pointer (all[i], g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Columns, columns_clear)

static void
add_length (PoplensLightBlocks *part, Columns *columns, guint64 length)
{
  if (length >= G_MAXUINT32) {
    if (!part->long_lengths)
      part->long_lengths = g_hash_table_new_full (NULL, NULL, NULL, g_free);
    g_hash_table_insert (part->long_lengths, GUINT_TO_POINTER (columns->length->len),
                         g_memdup2 (&length, sizeof length));
    length = G_MAXUINT32;
  }
  POPLENS_PUSH (columns->length, guint32, length);
}

static void
add_row (PoplensQuery *q, PoplensLightBlocks *part, Columns *columns)
{
  guint32 tile = poplens_query_u32 (q, 0);
  guint64 from = poplens_query_u64 (q, 1), to = poplens_query_u64 (q, 2);

  if (to < from)
    poplens_query_fail (q, "the block ends before it starts");
  if (columns->from->len == G_MAXUINT32 - 1)
    poplens_query_fail (q, "there are more blocks than Poplens can count");
  if (!columns->tile->len ||
      g_array_index (columns->tile, guint32, columns->tile->len - 1) != tile) {
    POPLENS_PUSH (columns->tile, guint32, tile);
    POPLENS_PUSH (columns->first, guint32, columns->from->len);
  }
  POPLENS_PUSH (columns->from, guint64, from);
  add_length (part, columns, to >= from ? to - from : 0);
  POPLENS_PUSH (columns->id, gint64, poplens_query_is_null (q, 3) ? -1 : poplens_query_i64 (q, 3));
  POPLENS_PUSH (columns->type, guint8, MIN (poplens_query_u64 (q, 4), G_MAXUINT8));
}

gboolean
poplens_load_light_blocks (const PoplensLoad *load, PoplensLightBlocks *part, GError **error)
{
  g_auto (Columns)
      columns = {POPLENS_COLUMN (guint64), POPLENS_COLUMN (guint32), POPLENS_COLUMN (gint64),
                 POPLENS_COLUMN (guint8),  POPLENS_COLUMN (guint32), POPLENS_COLUMN (guint32)};
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, "blocks", "tile!, cycles_from!, cycles_to!, block_id, type!",
                         "tile, cycles_from, cycles_to DESC", error);

  while (q && poplens_query_next (q))
    add_row (q, part, &columns);
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  POPLENS_PUSH (columns.first, guint32, columns.from->len);
  part->n = columns.from->len;
  part->n_tiles = columns.tile->len;
  part->from = poplens_column_steal (&columns.from);
  part->length = poplens_column_steal (&columns.length);
  part->id = poplens_column_steal (&columns.id);
  part->type = poplens_column_steal (&columns.type);
  part->tile = poplens_column_steal (&columns.tile);
  g_free (part->first);
  part->first = poplens_column_steal (&columns.first);
  return TRUE;
}
