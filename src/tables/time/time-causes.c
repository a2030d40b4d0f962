/* From compute perfectly spread to what was measured, bar by bar. */
#include "analysis/time/time-replay.h"
#include "derived/time/time-source.h"
#include "tables/engine/builders.h"

typedef struct {
  const char *bar, *title;
  double cycles, share, up_to;
  const char *what;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, bar, "Key", TEXT, DERIVED, "Key of the bar", .for_scripts = TRUE),
    POPLENS_CELL (Row, title, "Cause", TEXT, DERIVED, "Name of the bar"),
    POPLENS_CELL (Row, cycles, "Cycles", CYCLES, DERIVED,
                  "Cycles that go if this goes too, once all bars below are gone; the lowest is "
                  "compute as measured",
                  .total = TRUE),
    POPLENS_CELL (Row, share, "Share", RATIO, DERIVED,
                  "Share of the program time; of a range, share of the range without outside"),
    POPLENS_CELL (Row, up_to, "Up to", CYCLES, DERIVED, "Cycles with all bars up to this one"),
    POPLENS_CELL (Row, what, "Meaning", TEXT, DERIVED, "Meaning of the bar"),
};

PoplensTable *
poplens_build_time_causes (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  double bars[POPLENS_N_BARS], up_to = 0;
  guint64 from, to;

  if (!time || !poplens_report_time_scope (report, location, &from, &to, cancellable, error))
    return NULL;
  poplens_time_waterfall (time, from, to, bars);
  double program = (double) (to - from) - bars[POPLENS_BAR_OUTSIDE];
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  for (guint b = 0; b < POPLENS_N_BARS; b++) {
    Row *row = poplens_records_add (rows);
    row->bar = poplens_time_bar_key (b);
    row->title = poplens_time_bar_title (b);
    row->what = poplens_time_bar_doc (b);
    row->cycles = bars[b];
    if (program > 0 && b != POPLENS_BAR_OUTSIDE)
      row->share = bars[b] / program;
    row->up_to = up_to += bars[b];
  }
  PoplensTable *table = poplens_records_finish (rows, "time-causes", "Causes of time", report);
  poplens_table_set_note (table, poplens_time_caveat (time));
  return table;
}
