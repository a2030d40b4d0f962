/* Builds the stacked bars of time classes, one for each IPU. */
#include "pages/core/time-chart.h"

#include "analysis/time/time-replay.h"
#include "base/format.h"
#include "pages/core/page-private.h"
#include "pages/core/look.h"

#include <string.h>

/* Prefix of the keys of series, so that the location's "hide" does not confuse them with series of
 * other charts. */
static const char prefix[] = "time-";

/* Tile cycles of each time class on one IPU. */
typedef guint64 Classes[POPLENS_N_TIMES];

/* Returns for each IPU the mean of the cycles that its tiles spend in @class. NULL if all means are
 * 0. For an IPU, the rounded means of all classes add up to the cycles of the selected range.
 * (transfer full): [n_ipus] */
static guint64 *
means_of (const PoplensTime *time, const Classes *of, PoplensTimeClass class)
{
  guint64 *means = g_new0 (guint64, time->n_ipus);
  gboolean any = FALSE;

  for (guint i = 0; i < time->n_ipus; i++) {
    const guint64 *classes = of[i];
    guint64 before = time->tiles / 2;
    for (PoplensTimeClass c = 0; c < class; c++)
      before += classes[c];
    means[i] = (before + classes[class]) / time->tiles - before / time->tiles;
    any = any || classes[class];
  }
  if (!any)
    g_clear_pointer (&means, g_free);
  return means;
}

static char *
note_of (gconstpointer notes, gsize item)
{
  return g_strdup (((const char *const *) notes)[item]);
}

double
poplens_time_utilisation (const PoplensTime *time, const guint64 *classes, guint64 program)
{
  double all = (double) program * time->tiles;

  return all > 0 ? (double) classes[POPLENS_TIME_COMPUTE] / all : 0;
}

/* Adds a note to each bar: program time, and the IPU's utilisation. */
static void
add_notes (PoplensChart *chart, const PoplensTime *time, const Classes *of, guint64 program)
{
  char **notes = g_new0 (char *, time->n_ipus + 1);
  PoplensNumber cycles, share;

  for (guint i = 0; i < time->n_ipus; i++)
    notes[i] = g_strdup_printf (
        "Program time\t%s cycles\nUtilisation\t%s", poplens_format_count (cycles, program),
        poplens_format_percent (share, poplens_time_utilisation (time, of[i], program)));
  poplens_chart_set_item_notes (chart, note_of, notes, (GDestroyNotify) g_strfreev);
}

PoplensChart *
poplens_time_chart_new (const PoplensTime *time, guint64 from, guint64 to,
                        const PoplensLocation *location, PoplensByteUnit unit)
{
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Where the time went", time->n_ipus,
                                           POPLENS_CHART_UNIT_CYCLES, unit);
  char **texts = g_new0 (char *, time->n_ipus + 1);
  g_autofree Classes *of = g_new0 (Classes, time->n_ipus + 1);

  for (guint i = 0; i < time->n_ipus; i++) {
    texts[i] = g_strdup_printf (time->ipus[i].by_tile ? "IPU %u" : "≈ IPU %u", time->ipus[i].ipu);
    poplens_time_classes (time, i, from, to, of[i]);
  }
  poplens_chart_set_item_axis (chart, NULL, "IPU");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_shares (chart, TRUE);
  add_notes (chart, time, of, to - from - poplens_time_outside (time, from, to));
  poplens_chart_set_source (chart, poplens_time_is_by_tile (time)
                                       ? "derived by Poplens; mean cycles of a tile"
                                       : "≈ approximated, as cycles by tile are not recorded");
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    /* Time outside the program has no bar: the page describes it in words. */
    if (c == POPLENS_TIME_OUTSIDE)
      continue;
    PoplensTimeLook look = poplens_time_look (c);
    g_autofree char *key = g_strconcat (prefix, poplens_time_class_key (c), NULL);
    g_autofree char *title = g_strconcat (poplens_time_is_guess (time, c) ? "≈ " : "",
                                          poplens_time_class_title (c), NULL);
    guint64 *means = means_of (time, of, c);
    if (means)
      poplens_chart_add_series (chart, look.kind, key, title, look.ink, 0, means,
                                poplens_page_hides (location, key));
  }
  return chart;
}

const char *
poplens_time_chart_class (const PoplensChart *chart, int series)
{
  return series < 0 ? NULL : poplens_chart_get_series_key (chart, (guint) series) + strlen (prefix);
}
