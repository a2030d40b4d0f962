/* A chart in a tab, painted with what it says of its selection. */
#include "pages/picture/page-paint.h"

#include <math.h>

#define FACTS_WIDTH 290.0
#define LEAST_CHART 420.0
#define LEAST_HEIGHT 150.0
#define LABEL_WIDTH 104.0
#define LINE 17.0

static double
paint_text (const PoplensPainter *self, const char *text, PoplensPageBox box)
{
  PoplensTextStyle dim = {.size = POPLENS_LABEL_SIZE,
                          .color = poplens_painter_ink (self, POPLENS_INK_DIM)};

  return text ? poplens_canvas_paragraph (self->canvas, text, &dim, box.x, box.y, box.width, 5,
                                          TRUE) +
                    6
              : 0;
}

/* Facts as lines; those that do not fit are counted. */
static void
paint_facts (const PoplensPainter *self, const PoplensTabChart *tab, PoplensPageBox box)
{
  PoplensTextStyle label = {.size = POPLENS_LABEL_SIZE,
                            .color = poplens_painter_ink (self, POPLENS_INK_DIM)};
  PoplensTextStyle value = {.size = POPLENS_LABEL_SIZE,
                            .color = poplens_painter_ink (self, POPLENS_INK_FOREGROUND),
                            .shorten_at_start = TRUE};
  guint lines = (guint) MAX (box.height / LINE, 0);
  guint n = tab->facts->len > lines ? (lines ? lines - 1 : 0) : tab->facts->len;

  for (guint i = 0; i < n; i++) {
    const PoplensFact *fact = g_ptr_array_index (tab->facts, i);
    poplens_canvas_text (self->canvas, fact->label, &label, box.x, box.y, LABEL_WIDTH - 6, LINE);
    poplens_canvas_text (self->canvas, fact->value, &value, box.x + LABEL_WIDTH, box.y,
                         box.width - LABEL_WIDTH, LINE);
    box.y += LINE;
  }
  if (n == tab->facts->len || !lines)
    return;
  g_autofree char *more = g_strdup_printf ("%u of %u lines", n, tab->facts->len);
  poplens_canvas_text (self->canvas, more, &label, box.x, box.y, box.width, LINE);
}

/* Below the page's chart, and as wide: what it says of itself stands behind its title. */
static double
paint_wide (const PoplensPainter *self, const PoplensSection *section, PoplensPageBox box)
{
  PoplensPageBox chart = {box.x, box.y + POPLENS_TITLE_HEIGHT, box.width,
                          box.height - POPLENS_TITLE_HEIGHT};
  double missing = poplens_paint_chart_box (self, section, chart);
  g_autofree char *note =
      missing > 0 ? g_strconcat (section->tab.chart->text, " (more rows below)", NULL) : NULL;

  poplens_paint_title (self, section->title, note ? note : section->tab.chart->text, box);
  return box.height;
}

double
poplens_paint_tab (const PoplensPainter *self, const PoplensSection *section, PoplensPageBox box)
{
  gboolean beside = box.width >= LEAST_CHART + FACTS_WIDTH;
  PoplensPageBox chart = box, facts = box;

  if (box.height < LEAST_HEIGHT || box.width < LEAST_CHART)
    return 0;
  if (section->tab.chart->shares_axis)
    return paint_wide (self, section, box);
  chart.width -= beside ? FACTS_WIDTH + 2 * POPLENS_PAGE_GAP : 0;
  double title = poplens_paint_title (self, section->title, section->tab.chart->step_label, chart);
  chart.y += title;
  chart.height -= title;
  poplens_paint_chart_box (self, section, chart);
  if (!beside)
    return box.height;
  facts.x = chart.x + chart.width + 2 * POPLENS_PAGE_GAP;
  facts.width = FACTS_WIDTH;
  double taken = paint_text (self, section->tab.chart->lead, facts);
  facts.y += taken;
  facts.height -= taken;
  taken = poplens_paint_title (self, section->tab.chart->title, NULL, facts);
  facts.y += taken;
  facts.height -= taken;
  taken = paint_text (self, section->tab.chart->text, facts);
  facts.y += taken;
  facts.height -= taken;
  paint_facts (self, section->tab.chart, facts);
  return box.height;
}
