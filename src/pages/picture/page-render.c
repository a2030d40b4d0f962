/* A page, or a chart of it, painted on a canvas. */
#include "pages/picture/page-paint.h"

#include <math.h>
#include <string.h>

#define LEAST_TABLE 300.0 /* tables beside one another */
/* Heights of a page's chart, and of what is below it; without room for that it has all. */
#define LEAST_CHART 110.0
#define GOOD_CHART 220.0
#define LEAST_BELOW 120.0
/* Parts of the page that its chart takes; beside a chart in the tab in front, which needs more than
 * the first rows of tables. */
#define CHART_PART 0.56
#define CHART_PART_OF_TWO 0.44

typedef struct {
  PoplensPainter painter;
  double height;       /* of the picture */
  PoplensPageBox body; /* what is left of the page */
  GString *left_out;   /* titles of sections that did not fit */
} Render;

static void
paint_header (Render *self, const char *report_name, const char *of)
{
  const PoplensPainter *painter = &self->painter;
  PoplensPageBox box = self->body;
  PoplensTextStyle name = {.size = POPLENS_TITLE_SIZE,
                           .bold = TRUE,
                           .color = poplens_painter_ink (painter, POPLENS_INK_FOREGROUND)};
  PoplensTextStyle title = {.size = POPLENS_TITLE_SIZE,
                            .color = poplens_painter_ink (painter, POPLENS_INK_DIM)};
  g_autofree char *what = g_strconcat (" · ", of, NULL);
  double rest = poplens_canvas_measure (painter->canvas, what, &title);
  double width = MIN (poplens_canvas_measure (painter->canvas, report_name, &name),
                      MAX (box.width - rest, 40));

  poplens_canvas_text (painter->canvas, report_name, &name, box.x, box.y, width + 1, 20);
  poplens_canvas_text (painter->canvas, what, &title, box.x + width, box.y, rest + 1, 20);
  self->body.y += 20 + POPLENS_PAGE_GAP;
  self->body.height -= 20 + POPLENS_PAGE_GAP;
}

static void
take (Render *self, double height)
{
  self->body.y += height;
  self->body.height = MAX (0, self->body.height - height);
}

void
poplens_paint_leave_out (GString *left_out, const PoplensSection *section)
{
  g_string_append_printf (left_out, "%s%s", left_out->len ? ", " : "",
                          section->title ? section->title : section->key);
}

/* Facts and notices, over the whole width. */
static void
paint_top (Render *self)
{
  const GPtrArray *sections = self->painter.page->sections;
  double notices = 0;

  for (guint i = 0; i < sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (sections, i);
    double taken = 0;
    if (section->kind == POPLENS_SECTION_FACTS)
      take (self, poplens_paint_facts (&self->painter, section->facts, self->body));
    else if (section->kind == POPLENS_SECTION_NOTICE)
      take (self, taken = poplens_paint_notice (&self->painter, section, self->body));
    notices += taken;
  }
  if (notices > 0)
    take (self, POPLENS_PAGE_GAP / 2);
}

/* The table comes first that is in front in the window. */
static GPtrArray *
tables_of (const PoplensPage *page, const PoplensLocation *location)
{
  GPtrArray *tables = g_ptr_array_new ();
  const char *tab = poplens_location_get (location, "tab");
  const char *first = tab ? tab : poplens_page_default_tab (page);

  for (guint i = 0; i < page->sections->len; i++) {
    PoplensSection *section = g_ptr_array_index (page->sections, i);
    if (poplens_section_is_tab (section))
      g_ptr_array_insert (tables, !g_strcmp0 (first, section->key) ? 0 : -1, section);
  }
  return tables;
}

/* The table that a row is chosen in. */
static void
paint_top_table (Render *self, const PoplensSection *top)
{
  PoplensPageBox box = self->body;
  double width;

  box.height = floor (self->body.height * 0.6);
  take (self, poplens_paint_table (&self->painter, top, box, &width));
}

/* Nothing is cut silently: rows that are not there are told with a height that has them. */
static void
leave_out_rows (Render *self, double height)
{
  g_string_append_printf (self->left_out, "lower rows of the chart (a height of %u shows them)",
                          (guint) ceil (height));
}

static void
paint_page_chart (Render *self, const PoplensSection *chart, const GPtrArray *tables)
{
  gboolean of_two = tables->len && ((const PoplensSection *) tables->pdata[0])->chart;
  double part = of_two ? CHART_PART_OF_TWO : CHART_PART, missing = 0;
  PoplensPageBox box = self->body;

  box.height = MAX (floor (self->body.height * part), MIN (GOOD_CHART, self->body.height));
  if (self->body.height - box.height - POPLENS_PAGE_GAP < LEAST_BELOW)
    box.height = self->body.height;
  if (box.height < LEAST_CHART) {
    poplens_paint_leave_out (self->left_out, chart);
    return;
  }
  double body = self->body.height;
  take (self, poplens_paint_chart (&self->painter, chart, box, &missing) + POPLENS_PAGE_GAP);
  if (missing > 0)
    leave_out_rows (self, self->height + (box.height + missing + 1) / part - body);
}

/* The chart, or the table in its place, above, and beside one another below it the tables that have
 * room. */
static void
paint_chart_page (Render *self)
{
  const PoplensSection *chart = poplens_page_get_chart (self->painter.page);
  const PoplensSection *top = poplens_page_get_top (self->painter.page);
  g_autoptr (GPtrArray) tables = tables_of (self->painter.page, self->painter.location);
  if (chart)
    paint_page_chart (self, chart, tables);
  if (top)
    paint_top_table (self, top);
  PoplensPageBox box = self->body;
  for (guint i = 0; i < tables->len; i++) {
    const PoplensSection *section = g_ptr_array_index (tables, i);
    double width;
    if (!poplens_canvas_go_on (self->painter.canvas, i, tables->len))
      return;
    /* A chart only in front: it takes all the room there is. */
    gboolean painted = section->chart
                           ? !i && poplens_paint_tab (&self->painter, section, box) > 0
                           : box.width >= LEAST_TABLE &&
                                 poplens_paint_table (&self->painter, section, box, &width) > 0;
    if (!painted) {
      poplens_paint_leave_out (self->left_out, section);
      continue;
    }
    width = section->chart ? box.width : width;
    box.x += width + POPLENS_COLUMN_GAP;
    box.width -= width + POPLENS_COLUMN_GAP;
  }
}

static void
paint_left_out (Render *self, double y)
{
  PoplensTextStyle dim = {.size = POPLENS_SMALL_SIZE,
                          .color = poplens_painter_ink (&self->painter, POPLENS_INK_DIM)};
  g_autofree char *text = g_strconcat ("Not in this image: ", self->left_out->str, NULL);

  if (self->left_out->len)
    poplens_canvas_text (self->painter.canvas, text, &dim, self->body.x, y, self->body.width, 16);
}

static Render
begin (const PoplensPainter *painter, double width, double height)
{
  double margin = POPLENS_PAGE_MARGIN;

  poplens_canvas_fill (painter->canvas, poplens_painter_page (painter), 0, 0, width, height, 0);
  return (Render){
      .painter = *painter,
      .height = height,
      .body = {margin, margin, MAX (width - 2 * margin, 1), MAX (height - 2 * margin - 20, 1)},
      .left_out = g_string_new (NULL)};
}

void
poplens_paint_page (const PoplensPainter *self, const char *report_name, double width,
                    double height)
{
  Render render = begin (self, width, height);

  paint_header (&render, report_name, self->page->title);
  paint_top (&render);
  if (self->page->layout != POPLENS_LAYOUT_DOCUMENT)
    paint_chart_page (&render);
  else
    poplens_paint_columns (self, render.body, render.left_out);
  paint_left_out (&render, height - POPLENS_PAGE_MARGIN - 12);
  g_string_free (render.left_out, TRUE);
}

void
poplens_paint_chart_alone (const PoplensPainter *self, const PoplensSection *section,
                           const char *report_name, double width, double height)
{
  Render render = begin (self, width, height);
  double missing;

  g_autofree char *of = section->tab.chart && section->tab.chart->shares_axis
                            ? g_strdup_printf ("%s: %s", poplens_chart_get_title (section->chart),
                                               section->tab.chart->text)
                            : g_strdup (poplens_chart_get_title (section->chart));
  paint_header (&render, report_name, of);
  missing = poplens_paint_chart_box (self, section, render.body);
  if (missing > 0)
    g_string_printf (render.left_out, "rows below; a height of %u shows all",
                     (guint) ceil (height + missing));
  paint_left_out (&render, height - POPLENS_PAGE_MARGIN - 12);
  g_string_free (render.left_out, TRUE);
}
