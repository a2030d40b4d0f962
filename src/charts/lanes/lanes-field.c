/* Combines lines and blocks that are smaller than a pixel: lines of a field into mixed colours, and
 * narrow blocks of a row into shared boxes. Also lays out fields. */
#include "charts/lanes/field-private.h"
#include "charts/lanes/lanes-private.h"

#include <math.h>
#include <string.h>

/* ---- cells of a field ------------------------------------------------------------------------ */

/* Number of shares that lane_field_add_row () adds in a loop of constant length. */
#define PIECE 16

static gsize
row_bytes (const PoplensFieldCells *self)
{
  return (gsize) self->n_columns * self->n_series;
}

/* Returns the cells of a line, or the means of a group of lines. @level: 0: @line is a line; 1 or
 * more: @line is the index of a group of FAN^@level lines. */
static const guint8 *
lane_field_row_of (const PoplensFieldCells *self, guint level, guint line)
{
  if (level)
    return self->levels[level - 1] + line * row_bytes (self);
  return self->cells + (self->order ? self->order[line] : line) * row_bytes (self);
}

/* Adds @row to @sums. The inner loop has a constant length, so that compilers vectorize it. */
static void
lane_field_add_row (guint16 *restrict sums, const guint8 *restrict row, gsize n)
{
  gsize i = 0;

  for (; i + PIECE <= n; i += PIECE)
    for (gsize k = 0; k < PIECE; k++)
      sums[i + k] += row[i + k];
  for (; i < n; i++)
    sums[i] += row[i];
}

/* Computes a level: each line is the mean of FAN lines of the level below. @n_below: number of
 * lines of the level below. A share above 0 is not rounded to 0. */
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
      lane_field_add_row (sums, lane_field_row_of (self, level, l), bytes);
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

/* Covers the middle of lines [@from, @to) with the largest groups of lines, and both ends with
 * smaller groups and single lines. */
guint
poplens_field_cells_pieces (const PoplensFieldCells *self, guint from, guint to,
                            PoplensFieldPiece *pieces)
{
  guint n = 0, times = 1;

  to = MIN (to, self->n_lines);
  for (guint level = 0; from < to; level++, times *= POPLENS_FIELD_FAN) {
    gboolean last = level == self->n_levels;
    while (from < to && (last || from % POPLENS_FIELD_FAN))
      pieces[n++] = (PoplensFieldPiece){lane_field_row_of (self, level, from++), times};
    while (from < to && !last && to % POPLENS_FIELD_FAN)
      pieces[n++] = (PoplensFieldPiece){lane_field_row_of (self, level, --to), times};
    from /= POPLENS_FIELD_FAN;
    to /= POPLENS_FIELD_FAN;
  }
  return n;
}

/* ---- mixtures of a column -------------------------------------------------------------------- */

/* Number of columns that are mixed at once. In memory, the shares of a series in these columns
 * are adjacent, so that vector instructions can read them. */
#define BLOCK POPLENS_FIELD_BLOCK
/* Maximum number of lines whose shares (up to 255) can be summed in 16 bits: 257 × 255 = 65,535. */
#define MOST_LINES 257

/* Vector types for 8 columns (Shares, Sums) and for 4 columns. They fit into the processor's
 * vectors: compilers generate slow code for wider types. */
typedef guint8 Shares __attribute__ ((vector_size (8)));
typedef guint16 Sums __attribute__ ((vector_size (16)));
typedef guint16 HalfSums __attribute__ ((vector_size (8)));
typedef gint32 Numbers __attribute__ ((vector_size (16)));
typedef float Floats __attribute__ ((vector_size (16)));

/* Sums the shares of one series over the lines of @pieces, for a block of columns. @n: number of
 * columns: BLOCK, or fewer in the last block. */
static inline void
add_shares (const PoplensFieldPiece *pieces, guint n_pieces, gsize offset, gsize n, Sums *sums)
{
  Sums low = {0}, high = {0};

  for (guint p = 0; p < n_pieces; p++) {
    Shares shares[2] = {{0}, {0}};
    memcpy (shares, pieces[p].row + offset, n);
    low += __builtin_convertvector(shares[0], Sums) * (guint16) pieces[p].times;
    high += __builtin_convertvector(shares[1], Sums) * (guint16) pieces[p].times;
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
  HalfSums halves[2];

  memcpy (halves, &sums, sizeof sums);
  /* Convert to signed integers first: processors cannot convert unsigned integers directly to
   * floats. */
  Floats first = __builtin_convertvector(__builtin_convertvector(halves[0], Numbers), Floats);
  Floats last = __builtin_convertvector(__builtin_convertvector(halves[1], Numbers), Floats);

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

/* Returns how many of @pieces can be summed in 16 bits: at most MOST_LINES lines. */
static guint
next_pieces (const PoplensFieldPiece *pieces, guint n_pieces)
{
  guint n = 0;

  for (guint lines = 0; n < n_pieces && lines + pieces[n].times <= MOST_LINES; n++)
    lines += pieces[n].times;
  return n;
}

static gboolean
is_background (const PoplensFieldInk *ink)
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
      if (!is_background (&inks[s])) {
        const PoplensFieldInk *ink = &inks[s];
        gsize offset = (gsize) s * n_columns + first;
        gsize stride = poplens_field_whole_blocks (n);
        guint c = 0;
        for (; c + BLOCK <= n; c += BLOCK)
          mix_block (pieces, at_once, ink, offset + c, BLOCK, stride, mix + c);
        if (c < n)
          mix_block (pieces, at_once, ink, offset + c, n - c, stride, mix + c);
      }
  }
}

/* Rounds to integers and clamps to 0 … 255. */
static inline void
to_channel (const float *mix, float background, float scale, Numbers *channel)
{
  Floats value;
  Numbers below, above;

  memcpy (&value, mix, sizeof value);
  value = background + value * scale;
  below = value < 0;
  above = value > 255;
  *channel = (__builtin_convertvector(value + 0.5f, Numbers) & ~below & ~above) | (above & 255);
}

void
poplens_field_mix_pixels (const float *mix, guint n, const PoplensFieldInk *background, float scale,
                          guint32 *pixels)
{
  gsize stride = poplens_field_whole_blocks (n);

  for (gsize i = 0; i < stride; i += 4) {
    Numbers red, green, blue, pixel;
    to_channel (mix + i, background->channel[0], scale, &red);
    to_channel (mix + stride + i, background->channel[1], scale, &green);
    to_channel (mix + 2 * stride + i, background->channel[2], scale, &blue);
    pixel = (gint32) 0xff000000 | red << 16 | green << 8 | blue;
    memcpy (pixels + i, &pixel, sizeof pixel);
  }
}

/* ---- cells of rows --------------------------------------------------------------------------- */

/* Converts the blocks of a row to boxes (cells). A wide block has a box of its own; adjacent narrow
 * blocks share a box. Boxes are at least a pixel wide and do not overlap, so that the user can
 * click each. */
typedef struct {
  PoplensChartLayout *layout;
  const PoplensChart *chart;
  const PoplensLaneBlocks *blocks;
  PoplensLaneRow *row;
  double right;  /* right edge of the plot */
  double free_x; /* first pixel without a box */
  gsize summed;  /* .sums counts all blocks before this slot; G_MAXSIZE: .sums is not set */
  double sums[POPLENS_LANE_MIX];
} BoxMerger;

static double
begin_x (const BoxMerger *self, gsize slot)
{
  return poplens_item_axis_to_x (&self->layout->axis,
                                 (double) poplens_lane_from (self->blocks, slot), FALSE);
}

static double
end_x (const BoxMerger *self, gsize slot)
{
  return poplens_item_axis_to_x (&self->layout->axis, poplens_lane_end (self->blocks, slot), TRUE);
}

static gboolean
is_wide (const BoxMerger *self, gsize slot)
{
  return end_x (self, slot) - begin_x (self, slot) >= POPLENS_LANE_LEAST;
}

/* ---- cells of rows: mixtures ----------------------------------------------------------------- */

/* Appends the parts of a mixture to .mixes. If possible, each part is at least one pixel high: the
 * largest parts shrink for this. */
static void
lane_field_add_parts (BoxMerger *self, const double *mix, double sum)
{
  GArray *mixes = poplens_lanes_layout (self->layout)->mixes;
  PoplensLanePart end = {0, 0};
  guint first = mixes->len, largest = first;
  double height = self->row->height;
  int rest = (int) height;

  for (guint m = 0; m < POPLENS_LANE_MIX; m++) {
    PoplensLanePart part = {(guint8) m, 0};
    if (!(mix[m] > 0) || poplens_lane_is_hidden (self->chart, (guint8) m))
      continue;
    part.height = (guint8) MAX (mix[m] / sum * height, 1);
    rest -= part.height;
    g_array_append_val (mixes, part);
    if (part.height > g_array_index (mixes, PoplensLanePart, largest).height)
      largest = mixes->len - 1;
  }
  while (rest < 0) {
    PoplensLanePart *most = &g_array_index (mixes, PoplensLanePart, first);
    for (guint i = first; i < mixes->len; i++)
      if (g_array_index (mixes, PoplensLanePart, i).height > most->height)
        most = &g_array_index (mixes, PoplensLanePart, i);
    if (most->height <= 1)
      break;
    most->height--;
    rest++;
  }
  if (rest > 0)
    g_array_index (mixes, PoplensLanePart, largest).height += (guint8) rest;
  g_array_append_val (mixes, end);
}

/* Adds the cycles of slots [@first, @end) by series to @mix. Stores the sums at @end, because the
 * next cell usually begins there. */
static void
lane_field_add_up (BoxMerger *self, gsize first, gsize end, double mix[POPLENS_LANE_MIX])
{
  double before[POPLENS_LANE_MIX];

  if (end < first + POPLENS_LANE_FEW) {
    poplens_lane_add_mix (self->blocks, first, end, mix);
    return;
  }
  if (self->summed != first)
    poplens_lane_sums_before (self->blocks, first, self->sums);
  memcpy (before, self->sums, sizeof before);
  poplens_lane_sums_before (self->blocks, end, self->sums);
  self->summed = end;
  for (guint m = 0; m < POPLENS_LANE_MIX; m++)
    mix[m] += self->sums[m] - before[m];
}

/* Computes the mixture of the series that a cell shows. FALSE if all its blocks are hidden. */
static gboolean
mix_cell (BoxMerger *self, PoplensLaneCell *cell)
{
  double mix[POPLENS_LANE_MIX] = {0}, sum = 0;

  if (poplens_lane_has_parts (self->layout, self->row))
    poplens_lane_add_part_mix (self->chart, cell->first, cell->end, mix);
  else
    lane_field_add_up (self, cell->first, cell->end, mix);
  for (guint m = 0; m < POPLENS_LANE_MIX; m++)
    if (!poplens_lane_is_hidden (self->chart, (guint8) m))
      sum += MAX (mix[m], 0);
  if (!(sum > 0))
    return FALSE;
  cell->mix = (gint32) poplens_lanes_layout (self->layout)->mixes->len;
  lane_field_add_parts (self, mix, sum);
  return TRUE;
}

/* Appends the series in a group to .mixes, and returns the index of the first part. If all these
 * series are hidden, appends only one of them. Returns −1 if the slot is not a group, its contents
 * are unknown, or a row below shows them. */
static gint32
mix_inside (BoxMerger *self, gsize slot)
{
  gint32 first = (gint32) poplens_lanes_layout (self->layout)->mixes->len;
  double shares[POPLENS_LANE_MIX], sum = 0;
  int hidden = -1;

  if (!self->row->folded || poplens_lane_series (self->blocks, slot) != POPLENS_LANE_MOST_SERIES ||
      !poplens_lane_inside (self->blocks, poplens_lane_item (self->blocks, slot), shares))
    return -1;
  for (guint m = 0; m < POPLENS_LANE_MIX; m++) {
    if (shares[m] > 0 && poplens_lane_is_hidden (self->chart, (guint8) m))
      hidden = (int) m;
    else
      sum += shares[m];
  }
  if (sum > 0) {
    lane_field_add_parts (self, shares, sum);
    return first;
  }
  PoplensLanePart parts[] = {{(guint8) hidden, 1}, {0, 0}};
  g_array_append_vals (poplens_lanes_layout (self->layout)->mixes, parts, 2);
  return first;
}

/* ---- cells of rows: boxes -------------------------------------------------------------------- */

static PoplensLaneCell *
last_cell (BoxMerger *self)
{
  GArray *cells = poplens_lanes_layout (self->layout)->cells;

  return self->row->n_cells ? &g_array_index (cells, PoplensLaneCell, cells->len - 1) : NULL;
}

/* Frees one pixel at the right edge by shrinking the last cell. FALSE if that cell is too narrow.
 */
static gboolean
lane_field_make_room (BoxMerger *self)
{
  PoplensLaneCell *last = last_cell (self);

  if (!last || last->x1 - last->x0 < POPLENS_LANE_LEAST)
    return FALSE;
  last->x1 -= 1;
  self->free_x = last->x1;
  return TRUE;
}

/* Merges the blocks up to slot @end into the last cell of the row. */
static void
join_last (BoxMerger *self, gsize end)
{
  PoplensLaneCell *last = last_cell (self);

  if (!last)
    return;
  last->end = end;
  last->inside = -1;
  if (!mix_cell (self, last))
    last->mix = -1;
}

static void
add_cell (BoxMerger *self, double x0, double x1, gsize first, gsize end)
{
  PoplensLaneCell cell = {0, 0, first, end, -1, -1};

  if (end - first == 1
          ? poplens_lane_is_hidden (self->chart, poplens_lane_series (self->blocks, first))
          : FALSE)
    return;
  /* A block that begins at the right edge gets the last pixel, if it is free. */
  x0 = MIN (x0, self->right - 1);
  if (self->free_x >= self->right && !lane_field_make_room (self)) {
    join_last (self, end);
    return;
  }
  x0 = MAX (x0, self->free_x);
  x1 = MIN (MAX (x1, x0 + 1), self->right);
  cell.x0 = (float) x0;
  cell.x1 = (float) x1;
  if (end - first > 1 && !mix_cell (self, &cell))
    return;
  if (end - first == 1)
    cell.inside = mix_inside (self, first);
  g_array_append_val (poplens_lanes_layout (self->layout)->cells, cell);
  self->row->n_cells++;
  self->free_x = x1;
}

/* Returns the end of the slots that share a box with slot @first. Their blocks are narrow, and
 * begin within POPLENS_LANE_LEAST pixels of the box's left edge @x0. */
static gsize
find_run_end (const BoxMerger *self, gsize first, gsize end, double x0)
{
  const PoplensItemAxis *axis = &self->layout->axis;
  const PoplensAxisRun *run =
      poplens_lane_axis_run (axis, (double) poplens_lane_from (self->blocks, first));
  double limit = run->p1, reach = x0 + POPLENS_LANE_LEAST;
  gsize run_end;

  if (reach < run->x1)
    limit = poplens_item_axis_to_position (axis, reach);
  run_end = poplens_lane_first_from (self->blocks, first + 1, end, limit);
  /* Exclude the last block if it is wide: it gets a box of its own. */
  if (run_end - first > 1 && is_wide (self, run_end - 1))
    run_end--;
  return run_end;
}

/* Returns the first slot, from @slot on, that is not completely in a folded range of cycles. */
static gsize
skip_fold (const BoxMerger *self, gsize slot, gsize end)
{
  const PoplensAxisRun *run =
      poplens_lane_axis_run (&self->layout->axis, (double) poplens_lane_from (self->blocks, slot));

  if ((double) poplens_lane_from (self->blocks, slot) >= run->p0 ||
      poplens_lane_end (self->blocks, slot) > run->p0)
    return slot;
  return poplens_lane_first_ending (self->blocks, slot, end, run->p0);
}

void
poplens_lane_add_cells (PoplensChartLayout *layout, PoplensLaneRow *row)
{
  const PoplensRect *plot = &layout->plot;
  const PoplensLaneBlocks *blocks = poplens_lanes (layout->chart)->blocks;
  BoxMerger self = {layout,  layout->chart, blocks, row, plot->x + plot->width,
                    plot->x, G_MAXSIZE,     {0}};
  gsize slot, end;

  row->first_cell = poplens_lanes_layout (layout)->cells->len;
  row->n_cells = 0;
  if (!blocks || row->row >= blocks->n_rows)
    return;
  end = blocks->row_first[row->row + 1];
  slot = poplens_lane_first_ending (blocks, blocks->row_first[row->row], end, layout->view.from);
  end = poplens_lane_first_from (blocks, slot, end, layout->view.to);
  while (slot < end) {
    gsize next = skip_fold (&self, slot, end);
    double x0, x1;
    if (next > slot) {
      slot = next;
      continue;
    }
    x0 = begin_x (&self, slot);
    x1 = end_x (&self, slot);
    if (x1 - x0 >= POPLENS_LANE_LEAST) {
      add_cell (&self, round (x0), round (x1), slot, slot + 1);
      slot++;
      continue;
    }
    next = find_run_end (&self, slot, end, x0);
    x1 = end_x (&self, next - 1);
    add_cell (&self, floor (x0), ceil (x1), slot, next);
    slot = next;
  }
}

/* ---- fields: building ------------------------------------------------------------------------ */

static PoplensLaneGroup *
group_at (const PoplensChart *chart, guint i)
{
  return &g_array_index (poplens_lanes (chart)->groups, PoplensLaneGroup, i);
}

void
poplens_chart_set_lane_field (PoplensChart *self, guint group, guint n_lines,
                              const PoplensFieldClass *klass, gpointer data,
                              GDestroyNotify free_data)
{
  PoplensLaneField *field;

  g_return_if_fail (poplens_lanes (self) && group < poplens_lanes (self)->groups->len);
  field = g_new (PoplensLaneField, 1);
  *field =
      (PoplensLaneField){.klass = klass, .data = data, .free_data = free_data, .n_lines = n_lines};
  poplens_lane_field_free (group_at (self, group)->field);
  group_at (self, group)->field = field;
}

void
poplens_chart_set_lane_field_series (PoplensChart *self, guint group,
                                     const PoplensFieldSeries *series, guint n)
{
  PoplensLaneField *field = group_at (self, group)->field;

  g_return_if_fail (field && n <= POPLENS_FIELD_MOST_SERIES);
  field->n_series = n;
  for (guint s = 0; s < n; s++)
    field->series[s] = series[s];
}

void
poplens_lane_field_free (PoplensLaneField *self)
{
  if (self && self->free_data)
    self->free_data (self->data);
  g_free (self);
}

gboolean
poplens_chart_has_fields (const PoplensChart *self)
{
  for (guint i = 0; poplens_lanes (self) && i < poplens_lanes (self)->groups->len; i++)
    if (group_at (self, i)->field)
      return TRUE;
  return FALSE;
}

/* ---- fields: layout -------------------------------------------------------------------------- */

/* Least height in pixels of a field with all lines in view. */
#define LEAST_HEIGHT 96.0
/* Maximum height in pixels of a line. */
#define MOST_LINE 24.0

double
poplens_lane_field_height (const PoplensChartLayout *self, const PoplensLaneField *field,
                           double zoom)
{
  double most = field->n_lines * MOST_LINE;
  double share = MIN (MAX (poplens_lanes_layout (self)->field_share, LEAST_HEIGHT), most);

  return floor (CLAMP (share * MAX (zoom, 1), 1, MAX (most, 1)));
}

void
poplens_lane_add_field (PoplensChartLayout *self, guint group, double y)
{
  const PoplensLaneField *field = group_at (self->chart, group)->field;
  PoplensLaneFieldBox box = {group, field, y,
                             poplens_lane_field_height (self, field, self->view.line_zoom)};

  if (y < self->plot.y + self->plot.height && y + box.height > self->plot.y)
    g_array_append_val (poplens_lanes_layout (self)->fields, box);
}

static const PoplensLaneFieldBox *
lane_field_box_at (const PoplensChartLayout *self, double y)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (self);

  for (guint i = 0; lanes && i < lanes->fields->len; i++) {
    const PoplensLaneFieldBox *box = &g_array_index (lanes->fields, PoplensLaneFieldBox, i);
    if (y >= box->y && y < box->y + box->height)
      return box;
  }
  return NULL;
}

guint
poplens_lane_field_line_at (const PoplensLaneFieldBox *box, double y)
{
  guint end = poplens_lane_field_lines_above (box, floor (y - box->y) + 1);

  return MAX (end, 1) - 1;
}

guint
poplens_lane_field_lines_above (const PoplensLaneFieldBox *box, double y)
{
  /* Subtract a little, so that a rounding error does not count a line whose edge is exactly at @y.
   */
  double lines = ceil (y * box->field->n_lines / box->height - 1e-9);

  return (guint) CLAMP (lines, 0, box->field->n_lines);
}

/* ---- fields: zooming lines ------------------------------------------------------------------- */

/* Returns the y of the field of @group from the top of the plot, before scrolling. @zoom: zoom of
 * the lines. */
static double
content_y (const PoplensChartLayout *self, guint group, double zoom)
{
  double y = poplens_lane_group_y (self, group, zoom);

  return y + poplens_lane_row_y (self, poplens_lane_shown_rows (self, group));
}

static guint
first_group (const PoplensChartLayout *self)
{
  guint group = 0;

  while (!group_at (self->chart, group)->field)
    group++;
  return group;
}

gboolean
poplens_chart_layout_first_field (const PoplensChartLayout *self, double *y, double *height)
{
  const PoplensLaneGroup *group;
  guint i = 0;

  if (!poplens_lanes_layout (self) || self->empty || !poplens_chart_has_fields (self->chart))
    return FALSE;
  while (i < poplens_lanes (self->chart)->groups->len &&
         (!group_at (self->chart, i)->field || group_at (self->chart, i)->collapsed))
    i++;
  if (i == poplens_lanes (self->chart)->groups->len)
    return FALSE;
  group = group_at (self->chart, i);
  *y = self->plot.y + content_y (self, i, self->view.line_zoom);
  *height = poplens_lane_field_height (self, group->field, self->view.line_zoom);
  return TRUE;
}

PoplensChartView
poplens_chart_layout_zoom_lines (const PoplensChartLayout *self, double factor, double y)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (self);
  PoplensChartView view = self->view;
  const PoplensLaneFieldBox *box;
  const PoplensLaneField *field;
  double old = MAX (view.line_zoom, 1), most, part = 0;
  guint group;

  if (!lanes || !poplens_chart_has_fields (self->chart) || !(factor > 0))
    return view;
  box = lane_field_box_at (self, y);
  if (!box && lanes->fields->len)
    box = &g_array_index (lanes->fields, PoplensLaneFieldBox, 0);
  group = box ? box->group : first_group (self);
  field = group_at (self->chart, group)->field;
  if (box)
    part = CLAMP ((y - box->y) / box->height, 0, 1);
  /* Limit of the zoom, at which lines have their maximum height. */
  most = field->n_lines * MOST_LINE / poplens_lane_field_height (self, field, 1);
  view.line_zoom = CLAMP (old * factor, 1, MAX (most, 1));
  if (box)
    view.scroll += content_y (self, group, view.line_zoom) - content_y (self, group, old) +
                   part * (poplens_lane_field_height (self, field, view.line_zoom) - box->height);
  view.scroll = round (MAX (view.scroll, 0));
  return view;
}

/* ---- fields: hit tests and columns ----------------------------------------------------------- */

static guint64
cycle_at (const PoplensChartLayout *self, double x)
{
  return (guint64) MAX (floor (poplens_item_axis_to_position (&self->axis, x)), 0);
}

gboolean
poplens_chart_layout_field_at (const PoplensChartLayout *self, double x, double y,
                               PoplensFieldPlace *place)
{
  const PoplensRect *plot = &self->plot;
  const PoplensLaneFieldBox *box = lane_field_box_at (self, y);

  if (!box || self->empty || x < plot->x || x >= plot->x + plot->width || y < plot->y ||
      !box->field->n_lines)
    return FALSE;
  place->group = box->group;
  place->line = poplens_lane_field_line_at (box, y);
  place->from = cycle_at (self, floor (x));
  place->to = MAX (cycle_at (self, floor (x) + 1), place->from + 1);
  return TRUE;
}

char *
poplens_chart_layout_describe_field (const PoplensChartLayout *self, const PoplensFieldPlace *place)
{
  const PoplensLaneField *field = group_at (self->chart, place->group)->field;

  return field->klass->describe (field->data, place->line, place->from, place->to);
}

GArray *
poplens_chart_layout_field_edges (const PoplensChartLayout *self, guint most)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint width = (guint) MAX (self->plot.width, 1), step = (width + most - 1) / MAX (most, 1);
  guint64 last;

  for (guint x = 0; x <= width; x += MAX (step, 1)) {
    guint64 cycle = cycle_at (self, self->plot.x + x);
    if (!edges->len || cycle > g_array_index (edges, guint64, edges->len - 1))
      g_array_append_val (edges, cycle);
  }
  last = (guint64) MAX (ceil (self->view.to), 0);
  if (edges->len < 2 || last > g_array_index (edges, guint64, edges->len - 1)) {
    last = MAX (last, g_array_index (edges, guint64, edges->len - 1) + 1);
    g_array_append_val (edges, last);
  }
  return edges;
}
