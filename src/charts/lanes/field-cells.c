/* Cells by line and column, and ever larger groups of lines added up, so that a pixel that shows
 * hundreds of lines asks a few rows. */
#include "charts/lanes/field-private.h"

#define PIECE 16

static gsize
row_bytes (const PoplensFieldCells *self)
{
  return (gsize) self->n_columns * self->n_series;
}

/* Line @line of @level; 0: the cells themselves. */
static const guint8 *
row_of (const PoplensFieldCells *self, guint level, guint line)
{
  if (level)
    return self->levels[level - 1] + line * row_bytes (self);
  return self->cells + (self->order ? self->order[line] : line) * row_bytes (self);
}

/* In pieces of a known length, which compilers make vectors of. */
static void
add_row (guint16 *restrict sums, const guint8 *restrict row, gsize n)
{
  gsize i = 0;

  for (; i + PIECE <= n; i += PIECE)
    for (gsize k = 0; k < PIECE; k++)
      sums[i + k] += row[i + k];
  for (; i < n; i++)
    sums[i] += row[i];
}

/* Means; what is there at all stays there. */
static void
build_level (PoplensFieldCells *self, guint level, guint n_below)
{
  guint n = (n_below + POPLENS_FIELD_FAN - 1) / POPLENS_FIELD_FAN;
  gsize bytes = row_bytes (self);
  g_autofree guint16 *sums = g_new (guint16, bytes);

  self->levels[level] = g_malloc (n * bytes);
  for (guint line = 0; line < n; line++) {
    guint first = line * POPLENS_FIELD_FAN, end = MIN (first + POPLENS_FIELD_FAN, n_below);
    guint8 *out = self->levels[level] + line * bytes;
    for (gsize i = 0; i < bytes; i++)
      sums[i] = 0;
    for (guint l = first; l < end; l++)
      add_row (sums, row_of (self, level, l), bytes);
    for (gsize i = 0; i < bytes; i++)
      out[i] = (guint8) ((sums[i] + (sums[i] < end - first ? end - first - 1 : (end - first) / 2)) /
                         (end - first));
  }
  self->n_levels = level + 1;
}

PoplensFieldCells *
poplens_field_cells_new (guint n_lines, guint32 *order, guint n_columns, const guint64 *edges,
                         guint n_series, const guint8 *cells, gpointer owner,
                         GDestroyNotify free_owner)
{
  PoplensFieldCells *self = g_new0 (PoplensFieldCells, 1);
  guint below = n_lines;

  g_return_val_if_fail (n_columns && n_series && n_series <= POPLENS_FIELD_MOST_SERIES, NULL);
  g_atomic_ref_count_init (&self->refs);
  self->n_lines = n_lines;
  self->n_columns = n_columns;
  self->n_series = n_series;
  self->order = order;
  self->edges = edges;
  self->cells = cells;
  self->owner = owner;
  self->free_owner = free_owner;
  for (guint level = 0; below > POPLENS_FIELD_FAN && level < POPLENS_FIELD_LEVELS; level++) {
    build_level (self, level, below);
    below = (below + POPLENS_FIELD_FAN - 1) / POPLENS_FIELD_FAN;
  }
  return self;
}

PoplensFieldCells *
poplens_field_cells_ref (PoplensFieldCells *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
poplens_field_cells_unref (PoplensFieldCells *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint level = 0; level < self->n_levels; level++)
    g_free (self->levels[level]);
  g_free (self->order);
  if (self->free_owner)
    self->free_owner (self->owner);
  g_free (self);
}

/* From lines to groups and back, as the ends of the range allow. */
guint
poplens_field_cells_pieces (const PoplensFieldCells *self, guint from, guint to,
                            PoplensFieldPiece *pieces)
{
  guint n = 0, times = 1;

  to = MIN (to, self->n_lines);
  for (guint level = 0; from < to; level++, times *= POPLENS_FIELD_FAN) {
    gboolean last = level == self->n_levels;
    while (from < to && (last || from % POPLENS_FIELD_FAN))
      pieces[n++] = (PoplensFieldPiece){row_of (self, level, from++), times};
    while (from < to && !last && to % POPLENS_FIELD_FAN)
      pieces[n++] = (PoplensFieldPiece){row_of (self, level, --to), times};
    from /= POPLENS_FIELD_FAN;
    to /= POPLENS_FIELD_FAN;
  }
  return n;
}
