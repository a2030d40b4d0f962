/* Blocks of lightweight profiling. */
#include "database/columns.h"
#include "profile/loaders.h"

static void
add_length (PoplensLightBlocks *part, guint32 row, guint64 length)
{
  if (length >= G_MAXUINT32) {
    if (!part->long_lengths)
      part->long_lengths = g_hash_table_new_full (NULL, NULL, NULL, g_free);
    g_hash_table_insert (part->long_lengths, GUINT_TO_POINTER (row),
                         g_memdup2 (&length, sizeof length));
  }
  part->length[row] = (guint32) MIN (length, G_MAXUINT32);
}

/* Notes that the block in row @id of the table is damaged. */
static void
add_damaged (PoplensLightBlocks *part, gint64 id)
{
  if (!part->n_damaged++)
    part->damaged = id;
}

gboolean
poplens_load_light_blocks (const PoplensLoad *load, PoplensLightBlocks *part, GError **error)
{
  PoplensReading reading = {"blocks",
                            "tile, cycles_from, cycles_to DESC",
                            &part->n,
                            {{"tile!"},
                             {"cycles_from!", POPLENS_U64, &part->from},
                             {"cycles_to!", POPLENS_ROOM, &part->length, 0, sizeof (guint32)},
                             {"block_id", POPLENS_I64, &part->id, -1},
                             {"type!", POPLENS_ROOM, &part->type, 0, sizeof (guint8)},
                             {"rowid!"}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, NULL);
  g_autoptr (GArray) tiles = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) firsts = POPLENS_COLUMN (guint32);

  while (poplens_rows_next (&rows)) {
    gint64 tile = poplens_query_i64 (rows.query, 0);
    guint32 row = rows.n;
    gint64 from = poplens_query_i64 (rows.query, 1), to = poplens_query_i64 (rows.query, 2);
    if (tile < 0 || tile > G_MAXUINT32 || from < 0 || to < from ||
        to - from > POPLENS_MOST_CYCLES) {
      add_damaged (part, poplens_query_i64 (rows.query, 5));
      continue;
    }
    if (row == G_MAXUINT32 - 1)
      poplens_query_fail (rows.query, "there are more blocks than Poplens can count");
    if (!row || g_array_index (tiles, guint32, tiles->len - 1) != tile) {
      POPLENS_PUSH (tiles, guint32, (guint32) tile);
      POPLENS_PUSH (firsts, guint32, row);
    }
    poplens_rows_take (&rows);
    add_length (part, row, (guint64) (to - from));
    part->type[row] = poplens_query_is_known (rows.query, 4)
                          ? (guint8) poplens_query_i64 (rows.query, 4)
                          : G_MAXUINT8;
  }
  if (!poplens_rows_end (&rows, error))
    return FALSE;
  POPLENS_PUSH (firsts, guint32, part->n);
  part->n_tiles = tiles->len;
  part->tile = poplens_column_steal (&tiles);
  g_free (part->first);
  part->first = poplens_column_steal (&firsts);
  return TRUE;
}
