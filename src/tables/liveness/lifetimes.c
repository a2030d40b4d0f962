/* From which step to which each variable is live. */
#include "tables/engine/builders.h"

#include "derived/liveness/lifetimes-source.h"
#include "tables/engine/kind-column.h"
#include "tables/engine/registry.h"

enum { NAME, ID, KIND, BYTES, ALWAYS, AT_PEAK, BORN, FREED, LENGTH, RANGES };

/* KIND has the description that all tables of variables have. */
static const PoplensColumn columns[] = {
    [NAME] = {"variable", "Variable", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the variable (unlowered_vars.name); empty if none is recorded"},
    [ID] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
            "ID of the variable, as numbered in var_bytes_by_eq_class"},
    [BYTES] = {"bytes", "Most at one step", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Most live bytes of the variable at one step, including always-live bytes. "
               "Variables have their maxima at different steps; the total is not a peak."},
    [ALWAYS] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                "Bytes that are live at every step (part of the previous column)", .total = TRUE},
    [AT_PEAK] =
        {"at_peak", "At the peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
         "Bytes of the variable that are live at the peak step, including always-live bytes",
         .total = TRUE},
    [BORN] =
        {"born", "Born at", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
         "First step at which the variable is live (eq_class_step.step_id_from); 0 if always live"},
    [FREED] = {"freed", "Freed at", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
               "Step after the last at which the variable is live (eq_class_step.step_id_to); the "
               "number of steps if live up to the end"},
    [LENGTH] = {"length", "Steps", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                "Number of steps at which the variable is live. Steps are not time."},
    [RANGES] = {"ranges", "Ranges", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                "Number of step ranges in which the variable is live"},
};

typedef struct {
  PoplensLifetimesSource of;
  guint32 *order;          /* rows, the largest at the peak first */
  PoplensKindIndex *kinds; /* (nullable): not at hand */
} Data;

static void
data_free (gpointer pointer)
{
  Data *data = pointer;

  poplens_lifetimes_source_clear (&data->of);
  poplens_kind_index_unref (data->kinds);
  g_free (data->order);
  g_free (data);
}

static const PoplensLifetime *
lifetime_at (const Data *data, guint32 row)
{
  return &g_array_index (data->of.lifetimes->rows, PoplensLifetime, data->order[row]);
}

/* Spans that touch are one range: they differ in what of it is always live. */
static guint
count_ranges (const Data *data, const PoplensLifetime *life)
{
  const PoplensLifeSpan *spans =
      &g_array_index (data->of.lifetimes->spans, PoplensLifeSpan, life->first_span);
  guint n = 1;

  for (guint32 s = 1; s < life->n_spans; s++)
    n += spans[s].from > spans[s - 1].to;
  return n;
}

static void
cell (gconstpointer pointer, guint32 row, guint column, PoplensValue *value)
{
  const Data *data = pointer;
  const PoplensLifetime *life = lifetime_at (data, row);

  switch (column) {
  case NAME:
    if (life->variable != POPLENS_NO_VARIABLE)
      poplens_cell_text (value, poplens_variable_name (data->of.source.variables, life->variable));
    break;
  case ID:
    if (life->variable != POPLENS_NO_VARIABLE)
      poplens_cell_int (value, life->variable);
    break;
  case KIND:
    poplens_cell_text (value,
                       poplens_kind_text (data->kinds, data->of.source.variables, life->variable));
    break;
  case BYTES:
    poplens_cell_int (value, (gint64) life->bytes);
    break;
  case ALWAYS:
    poplens_cell_int (value, (gint64) life->always_live);
    break;
  case AT_PEAK:
    poplens_cell_int (value, (gint64) life->at_step);
    break;
  case BORN:
    poplens_cell_int (value, life->born);
    break;
  case FREED:
    poplens_cell_int (value, life->freed);
    break;
  case LENGTH:
    poplens_cell_int (value, life->length);
    break;
  default:
    poplens_cell_int (value, count_ranges (data, life));
    break;
  }
}

static char *
link_to_birth (gconstpointer pointer, guint32 row)
{
  return g_strdup_printf ("liveness?step=%u", lifetime_at (pointer, row)->born);
}

static void
set_note (PoplensTable *table, const PoplensLifetimesSource *of)
{
  guint32 peak = of->lifetimes->step;
  g_autofree char *where = peak == POPLENS_NO_STEP
                               ? g_strdup ("No program steps")
                               : poplens_live_source_describe (&of->source, peak);
  g_autofree char *note = g_strdup_printf ("Peak: %s. Bytes are those of one replica.", where);

  poplens_table_set_note (table, note);
}

PoplensTable *
poplens_build_lifetimes (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  Data *data = g_new0 (Data, 1);
  PoplensTable *table;
  guint32 n;

  if (!poplens_lifetimes_source_init (&data->of, report, location, cancellable, error)) {
    data_free (data);
    return NULL;
  }
  n = data->of.lifetimes->rows->len;
  data->kinds = poplens_kinds_at_hand (report, cancellable);
  data->order = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    data->order[i] = i;
  poplens_lifetimes_sort (data->of.lifetimes, POPLENS_LIFETIMES_BY_BYTES, data->order, n);
  table = poplens_table_new ("lifetimes", poplens_tables_find ("lifetimes")->title, n, cell, data,
                             data_free, report);
  poplens_table_add_columns (table, columns, KIND);
  poplens_table_add_columns (table, &poplens_kind_column, 1);
  poplens_table_add_columns (table, columns + BYTES, G_N_ELEMENTS (columns) - BYTES);
  poplens_table_set_link (table, link_to_birth);
  set_note (table, &data->of);
  return table;
}
