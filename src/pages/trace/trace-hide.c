/* What the legend of a trace hides: said in words, as tables count it all the same. */
#include "derived/trace/trace-location.h"
#include "pages/trace/trace-colour.h"
#include "pages/trace/trace-view.h"

typedef struct {
  guint64 blocks, cycles;
} Count;

guint
poplens_trace_class_of (const PoplensTraceLanes *lanes, guint32 row)
{
  const PoplensTraceModel *model = lanes->model;

  return lanes->colours
             ? lanes->colours->of_row[row]
             : model->location[poplens_trace_look (model, model->execution->row_step[row]).series];
}

static void
count_rows (const PoplensTraceLanes *lanes, const PoplensChart *chart, Count *hidden, Count *all)
{
  const PoplensExecution *x = lanes->model->execution;

  for (guint32 r = 0; r < x->n_rows; r++) {
    guint64 cycles;
    if (x->row_from[r] == G_MAXUINT64 || !lanes->shown[x->row_ipu[r]])
      continue;
    cycles = poplens_execution_row_to (x, r) - x->row_from[r];
    all->blocks++;
    all->cycles += cycles;
    if (!poplens_chart_is_series_hidden (chart, poplens_trace_class_of (lanes, r)))
      continue;
    hidden->blocks++;
    hidden->cycles += cycles;
  }
}

/* (nullable) (transfer full) */
static char *
list_hidden (const PoplensChart *chart)
{
  GString *names = g_string_new (NULL);

  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++)
    if (poplens_chart_is_series_hidden (chart, s))
      g_string_append_printf (names, "%s%s", names->len ? ", " : "",
                              poplens_chart_get_series_name (chart, s));
  return g_string_free (names, !names->len);
}

void
poplens_trace_say_hidden (PoplensPage *page, const PoplensTraceLanes *lanes,
                          const PoplensChart *chart)
{
  g_autofree char *names = list_hidden (chart);
  g_autoptr (PoplensLocation) all_location = NULL;
  g_autofree char *link = NULL;
  Count hidden = {0, 0}, all = {0, 0};
  PoplensNumber blocks, of, cycles, part;

  if (!names)
    return;
  count_rows (lanes, chart, &hidden, &all);
  g_autofree char *text = g_strdup_printf (
      "%s hidden: %s of %s steps on their IPUs, %s cycles (%s). Tables still include them.", names,
      poplens_format_count (blocks, hidden.blocks), poplens_format_count (of, all.blocks),
      poplens_format_count (cycles, hidden.cycles),
      poplens_format_percent (part, all.cycles ? (double) hidden.cycles / (double) all.cycles : 0));
  PoplensSection *notice = poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "hidden", text);
  all_location = poplens_location_with (page->location, "hide", NULL);
  link = poplens_location_to_string (all_location);
  poplens_page_add_link (notice, "Show All", link);
}

/* ---- a step that is selected -------------------------------------------------------------------
 */

static void
add_name (GString *names, const char *name)
{
  g_string_append_printf (names, "%s%s", names->len ? ", " : "", name);
}

/* Series of @chart that @hidden has and blocks of @step are drawn in, a bit each; none where one of
 * them is drawn. */
static guint32
find_hiding (const PoplensTraceLanes *lanes, const PoplensChart *chart, guint32 step,
             const GStrv hidden)
{
  const PoplensExecution *x = lanes->model->execution;
  guint32 first, end, series = 0;

  G_STATIC_ASSERT (POPLENS_LANE_MOST_SERIES <= 32);
  poplens_trace_rows_of (x, step, &first, &end);
  for (guint32 r = first; r < end; r++) {
    guint class = poplens_trace_class_of (lanes, r);
    if (x->row_from[r] == G_MAXUINT64 || !lanes->shown[x->row_ipu[r]])
      continue;
    if (!g_strv_contains ((const char *const *) hidden,
                          poplens_chart_get_series_key (chart, class)))
      return 0;
    series |= 1u << class;
  }
  return series;
}

char *
poplens_page_hides_selected (const PoplensPage *self, const PoplensLocation *location, char **names)
{
  const char *hide = poplens_location_get (location, "hide");
  g_auto (GStrv) hidden = g_strsplit (hide ? hide : "", ",", -1);
  const PoplensSection *section = poplens_page_get_chart (self);
  g_autoptr (GString) called = g_string_new (NULL);
  GString *keys;
  guint32 step, series;

  *names = NULL;
  if (!hide || !self->trace || !section ||
      !poplens_trace_executed (self->trace->lanes->model, location, &step))
    return NULL;
  series = find_hiding (self->trace->lanes, section->chart, step, hidden);
  if (!series)
    return NULL;
  keys = g_string_new (NULL);
  for (guint s = 0; s < poplens_chart_get_n_series (section->chart); s++)
    if (series >> s & 1) {
      add_name (called, poplens_chart_get_series_name (section->chart, s));
      g_string_append_printf (keys, "%s%s", keys->len ? "," : "",
                              poplens_chart_get_series_key (section->chart, s));
    }
  *names = g_strdup (called->str);
  return g_string_free (keys, FALSE);
}
