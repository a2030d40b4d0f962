/* A document on a picture: blocks below one another, in columns that end at about one height. */
#include "pages/picture/page-paint.h"

#include <math.h>

#define COLUMN_WIDTH 460.0 /* at least */
#define CHART_HEIGHT 220.0 /* of a chart among blocks */

/* What the block takes of @box; 0: it does not fit. */
static double
paint_block (const PoplensPainter *self, const PoplensBlock *block, PoplensPageBox box)
{
  double width;

  if (block->kind == POPLENS_BLOCK_CHART) {
    double want = POPLENS_TITLE_HEIGHT + poplens_chart_block_height (block->chart, CHART_HEIGHT);
    box.height = MIN (box.height, want);
    return box.height < 4 * 24 ? 0 : poplens_paint_chart (self, block, box) + POPLENS_PAGE_GAP;
  }
  if (block->kind == POPLENS_BLOCK_FINDINGS || block->kind == POPLENS_BLOCK_CHANGES)
    return poplens_paint_findings (self, block, box);
  return poplens_paint_table (self, block, box, &width);
}

/* Those of the document; the ones that the window folds come last. (transfer container) */
static GPtrArray *
blocks_of (const PoplensPage *page)
{
  GPtrArray *blocks = g_ptr_array_new ();

  for (int folded = 0; folded < 2; folded++)
    for (guint i = 0; i < page->blocks->len; i++) {
      const PoplensBlock *block = g_ptr_array_index (page->blocks, i);
      gboolean painted = block->kind == POPLENS_BLOCK_TABLE || block->kind == POPLENS_BLOCK_CHART ||
                         block->kind == POPLENS_BLOCK_FINDINGS ||
                         block->kind == POPLENS_BLOCK_CHANGES;
      if (painted && !block->collapsed == !folded)
        g_ptr_array_add (blocks, (gpointer) block);
    }
  return blocks;
}

/* ---- how high ---------------------------------------------------------------------------------
 */

/* What each takes of a column of its own, painted where nobody looks. (transfer full) */
static double *
measure (const PoplensPainter *self, const GPtrArray *blocks, double width, double height)
{
  g_autoptr (PoplensCanvas) nowhere =
      poplens_canvas_new (poplens_canvas_get_style (self->canvas), POPLENS_PICTURE_PNG, 1, 1, 1);
  PoplensPainter painter = *self;
  double *heights = g_new (double, MAX (blocks->len, 1));

  painter.canvas = nowhere;
  for (guint i = 0; i < blocks->len; i++)
    heights[i] = paint_block (&painter, g_ptr_array_index (blocks, i),
                              (PoplensPageBox){0, 0, width, height});
  return heights;
}

/* How many columns of that height have room for all, one behind the other; G_MAXUINT where one does
 * not fit at all. */
static guint
count_columns (const double *heights, guint n_blocks, double height)
{
  double used = 0;
  guint columns = 1;

  for (guint i = 0; i < n_blocks; i++) {
    if (heights[i] <= 0 || heights[i] > height)
      return G_MAXUINT;
    if (used > 0 && used + heights[i] > height) {
      columns++;
      used = 0;
    }
    used += heights[i];
  }
  return columns;
}

/* The least height at which @n columns have room for all; at @height they have. */
static double
balance (const double *heights, guint n_blocks, guint n, double height)
{
  double low = 0, high = height;

  while (high - low > 1) {
    double middle = floor ((low + high) / 2);
    if (count_columns (heights, n_blocks, middle) <= n)
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* ---- columns ----------------------------------------------------------------------------------
 */

typedef struct {
  PoplensPageBox body;
  guint n, column;
  double width, used, most; /* so much of a column is to be filled */
  gboolean fit;             /* all blocks do */
} Columns;

static PoplensPageBox
box_of (const Columns *self)
{
  return (PoplensPageBox){self->body.x + self->column * (self->width + POPLENS_COLUMN_GAP),
                          self->body.y + self->used, self->width,
                          MAX (0, self->body.height - self->used)};
}

static gboolean
next_column (Columns *self)
{
  if (self->column + 1 >= self->n)
    return FALSE;
  self->column++;
  self->used = 0;
  return TRUE;
}

/* FALSE where no column has room. @height: what it takes of a column of its own. @left: how many
 * blocks there are from this one on. */
static gboolean
place_block (Columns *self, const PoplensPainter *painter, const PoplensBlock *block, double height,
             guint left)
{
  /* Where not all have room a table takes what is left of a column, but not while others stay
   * empty. */
  double most = self->fit || left < self->n - self->column ? self->most : G_MAXDOUBLE;
  Columns before = *self;
  double taken;

  if (self->used > 0 && self->used + height > most)
    next_column (self);
  while ((taken = paint_block (painter, block, box_of (self))) <= 0)
    if (!next_column (self)) {
      *self = before; /* a smaller block may still fit where this one did not */
      return FALSE;
    }
  self->used += taken;
  return TRUE;
}

/* As many columns as have room and are needed: fewer are wider. @heights: (out) (transfer full) */
static Columns
make_columns (const PoplensPainter *self, const GPtrArray *blocks, PoplensPageBox body,
              double **heights)
{
  guint most = (guint) ((body.width + POPLENS_COLUMN_GAP) / (COLUMN_WIDTH + POPLENS_COLUMN_GAP));
  Columns columns = {.body = body, .n = CLAMP (most, 1, MAX (blocks->len, 1))};
  guint needed;

  *heights = NULL;
  for (;;) {
    columns.width = floor ((body.width - (columns.n - 1) * POPLENS_COLUMN_GAP) / columns.n);
    g_free (*heights);
    *heights = measure (self, blocks, columns.width, body.height);
    columns.fit = count_columns (*heights, blocks->len, body.height) <= columns.n;
    columns.most =
        columns.fit ? balance (*heights, blocks->len, columns.n, body.height) : body.height;
    needed = count_columns (*heights, blocks->len, columns.most);
    if (needed >= columns.n)
      return columns;
    columns.n = needed;
  }
}

void
poplens_paint_columns (const PoplensPainter *self, PoplensPageBox body, GString *left_out)
{
  g_autoptr (GPtrArray) blocks = blocks_of (self->page);
  g_autofree double *heights = NULL;
  Columns columns = make_columns (self, blocks, body, &heights);

  for (guint i = 0; i < blocks->len; i++) {
    const PoplensBlock *block = g_ptr_array_index (blocks, i);
    if (!poplens_canvas_go_on (self->canvas, i, blocks->len))
      return;
    if (!place_block (&columns, self, block, heights[i], blocks->len - i))
      poplens_paint_leave_out (left_out, block);
  }
}
