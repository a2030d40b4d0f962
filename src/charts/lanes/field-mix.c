/* What a pixel of many lines is made of: shares of series added up over lines, times inks. Cells of
 * one series lie side by side, so that a block of columns is a vector from end to end. */
#include "charts/lanes/field-private.h"

#include <string.h>

/* ---- field cells ----------------------------------------------------------------------------- */

/* Cells by line and column, and ever larger groups of lines added up, so that a pixel that shows
 * hundreds of lines asks a few rows. */

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

/* ---- field mix ------------------------------------------------------------------------------- */

#define BLOCK POPLENS_FIELD_BLOCK
/* Lines whose shares fit into a sum of 16 bits: 257 × 255. */
#define MOST_LINES 257

/* Sums beside noughts, as numbers of 32 bits have them. */
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define LOW_WORDS 0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_WORDS 4, 12, 5, 13, 6, 14, 7, 15
#else
#define LOW_WORDS 8, 0, 9, 1, 10, 2, 11, 3
#define HIGH_WORDS 12, 4, 13, 5, 14, 6, 15, 7
#endif

/* A block of shares, its halves as sums, a quarter as numbers. Wider vectors than the processor has
 * are taken apart badly. */
typedef guint8 Shares __attribute__ ((vector_size (BLOCK)));
typedef guint16 Wide __attribute__ ((vector_size (2 * BLOCK)));
typedef guint16 Sums __attribute__ ((vector_size (16)));
typedef gint32 Numbers __attribute__ ((vector_size (16)));
typedef float Floats __attribute__ ((vector_size (16)));

/* @n: of the block's columns; a constant but for the last. */
static inline void
add_shares (const PoplensFieldPiece *pieces, guint n_pieces, gsize offset, gsize n, Sums *sums)
{
  Sums low = {0}, high = {0};

  for (guint p = 0; p < n_pieces; p++) {
    Shares shares = {0};
    memcpy (&shares, pieces[p].row + offset, n);
    Wide wide = __builtin_convertvector(shares, Wide);
    low += __builtin_shufflevector (wide, wide, 0, 1, 2, 3, 4, 5, 6, 7) * (guint16) pieces[p].times;
    high += __builtin_shufflevector (wide, wide, 8, 9, 10, 11, 12, 13, 14, 15) *
            (guint16) pieces[p].times;
  }
  sums[0] = low;
  sums[1] = high;
}

static inline void
add_to (float *mix, Floats value)
{
  Floats sum;

  memcpy (&sum, mix, sizeof sum);
  sum += value;
  memcpy (mix, &sum, sizeof sum);
}

static inline void
add_half (Sums sums, const PoplensFieldInk *ink, gsize stride, float *mix)
{
  Sums zero = {0};
  /* Numbers below 65,536: the other half of each is nought. */
  Numbers a = (Numbers) __builtin_shufflevector (sums, zero, LOW_WORDS);
  Numbers b = (Numbers) __builtin_shufflevector (sums, zero, HIGH_WORDS);
  Floats first = __builtin_convertvector(a, Floats), last = __builtin_convertvector(b, Floats);

  for (guint k = 0; k < 3; k++) {
    add_to (mix + k * stride, first * ink->channel[k]);
    add_to (mix + k * stride + 4, last * ink->channel[k]);
  }
}

static inline void
mix_block (const PoplensFieldPiece *pieces, guint n_pieces, const PoplensFieldInk *ink,
           gsize offset, gsize n, gsize stride, float *mix)
{
  Sums sums[2];

  add_shares (pieces, n_pieces, offset, n, sums);
  add_half (sums[0], ink, stride, mix);
  add_half (sums[1], ink, stride, mix + 8);
}

static void
mix_series (const PoplensFieldPiece *pieces, guint n_pieces, const PoplensFieldInk *ink,
            gsize offset, guint n, float *mix)
{
  gsize stride = poplens_field_whole_blocks (n);
  guint c = 0;

  for (; c + BLOCK <= n; c += BLOCK)
    mix_block (pieces, n_pieces, ink, offset + c, BLOCK, stride, mix + c);
  if (c < n)
    mix_block (pieces, n_pieces, ink, offset + c, n - c, stride, mix + c);
}

/* So many of the pieces are added up at once. */
static guint
next_pieces (const PoplensFieldPiece *pieces, guint n_pieces)
{
  guint n = 0;

  for (guint lines = 0; n < n_pieces && lines + pieces[n].times <= MOST_LINES; n++)
    lines += pieces[n].times;
  return n;
}

static gboolean
is_ground (const PoplensFieldInk *ink)
{
  return !ink->channel[0] && !ink->channel[1] && !ink->channel[2];
}

void
poplens_field_mix (const PoplensFieldPiece *pieces, guint n_pieces, guint n_columns, guint n_series,
                   const PoplensFieldInk *inks, guint first, guint n, float *mix)
{
  guint at_once;

  memset (mix, 0, 3 * (gsize) poplens_field_whole_blocks (n) * sizeof *mix);
  for (; n_pieces; pieces += at_once, n_pieces -= at_once) {
    at_once = next_pieces (pieces, n_pieces);
    for (guint s = 0; s < n_series; s++)
      if (!is_ground (&inks[s]))
        mix_series (pieces, at_once, &inks[s], (gsize) s * n_columns + first, n, mix);
  }
}

/* 0 … 255, rounded. */
static inline void
to_channel (const float *mix, float ground, float scale, Numbers *channel)
{
  Floats value;
  Numbers below, above;

  memcpy (&value, mix, sizeof value);
  value = ground + value * scale;
  below = value < 0;
  above = value > 255;
  *channel = (__builtin_convertvector(value + 0.5f, Numbers) & ~below & ~above) | (above & 255);
}

void
poplens_field_mix_pixels (const float *mix, guint n, const PoplensFieldInk *ground, float scale,
                          guint32 *pixels)
{
  gsize stride = poplens_field_whole_blocks (n);

  for (gsize i = 0; i < stride; i += 4) {
    Numbers red, green, blue, pixel;
    to_channel (mix + i, ground->channel[0], scale, &red);
    to_channel (mix + stride + i, ground->channel[1], scale, &green);
    to_channel (mix + 2 * stride + i, ground->channel[2], scale, &blue);
    pixel = (gint32) 0xff000000 | red << 16 | green << 8 | blue;
    memcpy (pixels + i, &pixel, sizeof pixel);
  }
}
