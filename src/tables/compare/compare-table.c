#include "tables/compare/compare-table.h"

#include <string.h>

enum { FIRST, SECOND, CHANGE, PART, N_COLUMNS };

typedef struct {
  PoplensCompareThings things; /* its texts belong to others */
  PoplensComparison *comparison;
  PoplensReport *second;
} Data;

static void
data_free (gpointer pointer)
{
  Data *self = pointer;

  if (self->things.free_data)
    self->things.free_data (self->things.data);
  poplens_comparison_free (self->comparison);
  g_object_unref (self->second);
  g_free (self);
}

const char *
poplens_compare_state (const PoplensPair *pair, gboolean changed)
{
  if (pair->of[POPLENS_SECOND] == POPLENS_NOT_THERE)
    return "removed";
  if (pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE)
    return "added";
  return changed ? "changed" : "same";
}

PoplensUnit
poplens_unit_of_change (PoplensUnit unit)
{
  switch (unit) {
  case POPLENS_UNIT_BYTES:
    return POPLENS_UNIT_SIGNED_BYTES;
  case POPLENS_UNIT_CYCLES:
    return POPLENS_UNIT_SIGNED_CYCLES;
  default:
    return POPLENS_UNIT_SIGNED_COUNT;
  }
}

/* ---- cells ------------------------------------------------------------------------------------
 */

static const char *
state_of (const Data *self, guint32 row)
{
  gboolean changed = FALSE;

  for (guint m = 0; m < self->things.n_measures && !changed; m++)
    changed = poplens_comparison_get (self->comparison, row, m).change != 0;
  return poplens_compare_state (poplens_comparison_pair (self->comparison, row), changed);
}

static void
amount_cell (const PoplensAmount *amount, guint what, PoplensValue *value)
{
  if (what <= SECOND && amount->of[what] != POPLENS_NO_AMOUNT)
    poplens_cell_int (value, amount->of[what]);
  else if (what == CHANGE && amount->has_change)
    poplens_cell_int (value, amount->change);
  else if (what == PART && amount->has_change && amount->has_part)
    poplens_cell_real (value, amount->part);
}

static void
cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Data *self = data;
  guint leading = self->things.n_leading;
  guint behind = leading + self->things.n_measures * N_COLUMNS + 1;

  if (column < leading || column >= behind) {
    column -= column < leading ? 0 : behind - leading;
    self->things.text (self->things.data, poplens_comparison_pair (self->comparison, row), column,
                       value);
    return;
  }
  column -= leading;
  /* The state stands behind the first measure. */
  if (column == N_COLUMNS) {
    poplens_cell_text (value, state_of (self, row));
    return;
  }
  column -= column > N_COLUMNS;
  PoplensAmount amount = poplens_comparison_get (self->comparison, row, column / N_COLUMNS);
  amount_cell (&amount, column % N_COLUMNS, value);
}

static char *
link_of (gconstpointer data, guint32 row)
{
  const Data *self = data;
  guint32 thing = poplens_comparison_pair (self->comparison, row)->of[POPLENS_FIRST];
  char *link;

  if (thing == POPLENS_NOT_THERE || !self->things.link)
    return NULL;
  link = self->things.link (self->things.data, thing);
  if (!link || self->things.links_to_compared)
    return link;
  /* What it names stands on the page of the first report alone. */
  g_autofree char *location = link;
  return g_strconcat (location, strchr (location, '?') ? "&" : "?", "compared=no", NULL);
}

/* ---- columns ----------------------------------------------------------------------------------
 */

static void
add_column (PoplensTable *table, const PoplensCompareMeasure *measure, guint what)
{
  static const char *const suffixes[] = {"first", "second", "change", "part"};
  static const char *const titles[] = {"1st", "2nd", "±", "%"};
  static const char *const docs[] = {"before", "after",
                                     "after − before; added and removed items count in full",
                                     "change in percent of before"};
  g_autofree char *name = g_strdup_printf ("%s_%s", measure->key, suffixes[what]);
  g_autofree char *title = g_strdup_printf ("%s %s", measure->title, titles[what]);
  g_autofree char *doc = g_strdup_printf ("%s: %s", measure->doc, docs[what]);
  PoplensUnit unit = what == PART     ? POPLENS_UNIT_SIGNED_RATIO
                     : what == CHANGE ? poplens_unit_of_change (measure->unit)
                                      : measure->unit;

  poplens_table_add_column (table, name, title, unit,
                            what <= SECOND ? measure->provenance : POPLENS_FROM_DERIVED, doc);
  if (measure->adds && what != PART)
    poplens_table_add_total (table, poplens_table_n_columns (table) - 1);
}

static void
add_columns (PoplensTable *table, const PoplensCompareThings *things)
{
  poplens_table_add_columns (table, things->texts, things->n_leading);
  for (guint m = 0; m < things->n_measures; m++) {
    for (guint what = 0; what < N_COLUMNS; what++)
      add_column (table, &things->measures[m], what);
    if (m == 0)
      poplens_table_add_column (table, "state", "State", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                                "changed, added, removed or same");
  }
  poplens_table_add_columns (table, things->texts + things->n_leading,
                             things->n_texts - things->n_leading);
}

/* ---- note -------------------------------------------------------------------------------------
 */

char *
poplens_compare_names (const PoplensCompareSource *source)
{
  return g_strdup_printf ("Before: %s. After: %s.",
                          poplens_report_get_name (source->of[POPLENS_FIRST]),
                          poplens_report_get_name (source->of[POPLENS_SECOND]));
}

static char *
make_note (const PoplensCompareThings *things, const PoplensComparison *comparison,
           const PoplensCompareSource *source)
{
  PoplensCompareCounts counts = poplens_comparison_count (comparison);
  g_autofree char *names = poplens_compare_names (source);
  PoplensNumber differ, all, changed, first, second;
  const char *remarks = things->remarks ? things->remarks : "";

  poplens_format_count (all, counts.all);
  if (counts.same == counts.all)
    return g_strdup_printf ("No changes in %s %s. %s%s", all, things->things, names, remarks);
  return g_strdup_printf ("%s of %s %s changed: %s modified, %s removed, %s added. %s%s",
                          poplens_format_count (differ, counts.all - counts.same), all,
                          things->things, poplens_format_count (changed, counts.changed),
                          poplens_format_count (first, counts.only[POPLENS_FIRST]),
                          poplens_format_count (second, counts.only[POPLENS_SECOND]), names,
                          remarks);
}

PoplensTable *
poplens_compare_table_new (const PoplensCompareThings *things, PoplensComparison *comparison,
                           const PoplensCompareSource *source, const PoplensLocation *location)
{
  g_autofree char *note = NULL;
  Data *self = g_new0 (Data, 1);
  PoplensTable *table;

  self->things = *things;
  self->things.remarks = NULL; /* in the note */
  self->comparison = comparison;
  self->second = g_object_ref (source->of[POPLENS_SECOND]);
  poplens_comparison_order (comparison,
                            location && poplens_location_get_bool (location, "same", FALSE));
  table = poplens_table_new (things->name, things->title, poplens_comparison_n_rows (comparison),
                             cell, self, data_free, source->of[POPLENS_FIRST]);
  add_columns (table, things);
  poplens_table_set_link (table, link_of);
  note = make_note (things, comparison, source);
  poplens_table_set_note (table, note);
  return table;
}
