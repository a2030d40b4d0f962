/* A document on a picture: sections below one another, in columns that end at about one height. */
#include "pages/picture/page-paint.h"

#include <math.h>

#define COLUMN_WIDTH 460.0 /* at least */
#define CHART_HEIGHT 220.0 /* of a chart among sections */

static double
paint_chart (const PoplensPainter *self, const PoplensSection *section, PoplensPageBox box)
{
  double want = POPLENS_TITLE_HEIGHT + poplens_chart_block_height (section->chart, CHART_HEIGHT);

  box.height = MIN (box.height, want);
  return box.height < 4 * 24 ? 0
                             : poplens_paint_chart (self, section, box, NULL) + POPLENS_PAGE_GAP;
}

/* What the section takes of @box; 0: it does not fit. */
static double
paint_section (const PoplensPainter *self, const PoplensSection *section, PoplensPageBox box)
{
  double width;

  if (section->kind == POPLENS_SECTION_CHART)
    return paint_chart (self, section, box);
  if (section->facts)
    return poplens_paint_findings (self, section, box);
  return poplens_paint_table (self, section, box, &width);
}

/* Those of the document; the ones that the window folds come last. (transfer container) */
static GPtrArray *
sections_of (const PoplensPage *page)
{
  GPtrArray *sections = g_ptr_array_new ();

  for (int folded = 0; folded < 2; folded++)
    for (guint i = 0; i < page->sections->len; i++) {
      const PoplensSection *section = g_ptr_array_index (page->sections, i);
      /* These are above all columns. */
      gboolean painted =
          section->kind != POPLENS_SECTION_FACTS && section->kind != POPLENS_SECTION_NOTICE;
      if (painted && !section->collapsed == !folded)
        g_ptr_array_add (sections, (gpointer) section);
    }
  return sections;
}

/* ---- how high ---------------------------------------------------------------------------------
 */

/* What each takes of a column of its own, painted where nobody looks. (transfer full) */
static double *
measure (const PoplensPainter *self, const GPtrArray *sections, double width, double height)
{
  g_autoptr (PoplensCanvas) nowhere =
      poplens_canvas_new (poplens_canvas_get_style (self->canvas), POPLENS_PICTURE_PNG, 1, 1, 1);
  PoplensPainter painter = *self;
  double *heights = g_new (double, MAX (sections->len, 1));

  painter.canvas = nowhere;
  for (guint i = 0; i < sections->len; i++)
    heights[i] = paint_section (&painter, g_ptr_array_index (sections, i),
                                (PoplensPageBox){0, 0, width, height});
  return heights;
}

/* How many columns of that height have room for all, one behind the other; G_MAXUINT where one does
 * not fit at all. */
static guint
count_columns (const double *heights, guint n_sections, double height)
{
  double used = 0;
  guint columns = 1;

  for (guint i = 0; i < n_sections; i++) {
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
balance (const double *heights, guint n_sections, guint n, double height)
{
  double low = 0, high = height;

  while (high - low > 1) {
    double middle = floor ((low + high) / 2);
    if (count_columns (heights, n_sections, middle) <= n)
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
  gboolean fit;             /* all sections do */
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
 * sections there are from this one on. */
static gboolean
place_section (Columns *self, const PoplensPainter *painter, const PoplensSection *section,
               double height, guint left)
{
  /* Where not all have room a table takes what is left of a column, but not while others stay
   * empty. */
  double most = self->fit || left < self->n - self->column ? self->most : G_MAXDOUBLE;
  Columns before = *self;
  double taken;

  if (self->used > 0 && self->used + height > most)
    next_column (self);
  while ((taken = paint_section (painter, section, box_of (self))) <= 0)
    if (!next_column (self)) {
      *self = before; /* a smaller section may still fit where this one did not */
      return FALSE;
    }
  self->used += taken;
  return TRUE;
}

/* As many columns as have room and are needed: fewer are wider. @heights: (out) (transfer full) */
static Columns
make_columns (const PoplensPainter *self, const GPtrArray *sections, PoplensPageBox body,
              double **heights)
{
  guint most = (guint) ((body.width + POPLENS_COLUMN_GAP) / (COLUMN_WIDTH + POPLENS_COLUMN_GAP));
  Columns columns = {.body = body, .n = CLAMP (most, 1, MAX (sections->len, 1))};
  guint needed;

  *heights = NULL;
  for (;;) {
    columns.width = floor ((body.width - (columns.n - 1) * POPLENS_COLUMN_GAP) / columns.n);
    g_free (*heights);
    *heights = measure (self, sections, columns.width, body.height);
    columns.fit = count_columns (*heights, sections->len, body.height) <= columns.n;
    columns.most =
        columns.fit ? balance (*heights, sections->len, columns.n, body.height) : body.height;
    needed = count_columns (*heights, sections->len, columns.most);
    if (needed >= columns.n)
      return columns;
    columns.n = needed;
  }
}

void
poplens_paint_columns (const PoplensPainter *self, PoplensPageBox body, GString *left_out)
{
  g_autoptr (GPtrArray) sections = sections_of (self->page);
  g_autofree double *heights = NULL;
  Columns columns = make_columns (self, sections, body, &heights);

  for (guint i = 0; i < sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (sections, i);
    if (!poplens_canvas_go_on (self->canvas, i, sections->len))
      return;
    if (!place_section (&columns, self, section, heights[i], sections->len - i))
      poplens_paint_leave_out (left_out, section);
  }
}
