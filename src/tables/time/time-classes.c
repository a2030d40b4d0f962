/* Where the time of each IPU went: mean cycles a tile, by class. */
#include "analysis/time/time.h"
#include "derived/time/time-found.h"
#include "derived/time/time-source.h"
#include "tables/engine/builders.h"

#include <math.h>

typedef struct {
  gint64 ipu;
  double classes[POPLENS_N_TIMES];
  double total;
} Row;

static const PoplensColumn number = POPLENS_CELL (Row, ipu, "IPU", ID, FILE, "Number of the IPU");
static const PoplensColumn sum =
    POPLENS_CELL (Row, total, "Total", CYCLES, DERIVED,
                  "Sum of the classes: cycles of the scope, else of the trace");

/* Compute and copies are measured; of an exchange the trace has the compiler's estimate; waiting is
 * worked out (formats.md 8.2). */
static PoplensProvenance
provenance_of (PoplensTimeClass class)
{
  switch (class) {
  case POPLENS_TIME_COMPUTE:
  case POPLENS_TIME_HOST_TRANSFER:
    return POPLENS_FROM_MEASURED;
  case POPLENS_TIME_EXCHANGE:
  case POPLENS_TIME_INTER_IPU:
    return POPLENS_FROM_ESTIMATED;
  default:
    return POPLENS_FROM_DERIVED;
  }
}

/* @time: NULL: of blocks. */
static void
add_class (PoplensRecords *rows, const PoplensTime *time, PoplensTimeClass class)
{
  gboolean about = time && poplens_time_is_guess (time, class);
  g_autofree char *title = g_strconcat (about ? "≈ " : "", poplens_time_class_title (class), NULL);
  g_autofree char *doc = g_strdup_printf (
      "%s; mean cycles a tile%s", poplens_time_class_doc (class),
      about ? ". Approximated from the mean of each step, as cycles by tile are not recorded" : "");
  PoplensColumn column = {.name = poplens_time_class_key (class),
                          .title = title,
                          .unit = POPLENS_UNIT_CYCLES,
                          .provenance = provenance_of (class),
                          .doc = doc,
                          .holds = POPLENS_HOLDS_DOUBLE,
                          .offset = G_STRUCT_OFFSET (Row, classes) + class * sizeof (double)};

  poplens_records_add_column (rows, &column);
}

static Row *
add_row (PoplensRecords *rows, guint32 ipu, const guint64 *classes, guint32 tiles, guint64 total)
{
  Row *row = poplens_records_add (rows);

  row->ipu = ipu;
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    row->classes[c] = (double) classes[c] / tiles;
  row->total = (double) total;
  return row;
}

static void
leave_out_untold (Row *row)
{
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    if (!poplens_time_light_tells (c))
      row->classes[c] = NAN;
}

PoplensTable *
poplens_build_time_classes (PoplensReport *report, const PoplensLocation *location,
                            GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTimeLight) light = NULL;

  if (!poplens_report_time_light (report, &light, cancellable, error))
    return NULL;
  const PoplensTime *time = light ? NULL : poplens_report_time (report, cancellable, error);
  guint64 from = 0, to = 0;
  if (!light &&
      (!time || !poplens_report_time_scope (report, location, &from, &to, cancellable, error)))
    return NULL;
  PoplensRecords *rows = poplens_records_new (&number, 1, sizeof (Row));
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    add_class (rows, time, c);
  poplens_records_add_column (rows, &sum);
  for (guint i = 0; time && i < time->n_ipus; i++) {
    guint64 classes[POPLENS_N_TIMES];
    poplens_time_classes (time, i, from, to, classes);
    add_row (rows, time->ipus[i].ipu, classes, time->tiles, to - from);
  }
  for (guint i = 0; light && i < light->ipus->len; i++) {
    const PoplensTimeLightIpu *ipu = &g_array_index (light->ipus, PoplensTimeLightIpu, i);
    leave_out_untold (add_row (rows, ipu->ipu, ipu->classes, ipu->n_tiles, light->total));
  }
  PoplensTable *table =
      poplens_records_finish (rows, "time-classes", "Where the time went", report);
  poplens_table_set_note (table, light ? poplens_time_light_caveat () : poplens_time_caveat (time));
  return table;
}
