/* Two reports in numbers, and their engine options. */
#include "tables/compare/compare-table.h"

#include "analysis/compare/compare-summary.h"
#include "base/error.h"

/* ---- summary ----------------------------------------------------------------------------------
 */

enum { GROUP, WHAT, FIRST, SECOND, CHANGE, PART, STATE, KEY };

static const PoplensColumnSpec summary_columns[] = {
    [GROUP] = {"group", "Section", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "Subject of the figure"},
    [WHAT] = {"what", "Figure", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Compared figure"},
    [FIRST] = {"value_first", "Before", POPLENS_UNIT_MIXED, POPLENS_FROM_FILE,
               "Value in the report before"},
    [SECOND] = {"value_second", "After", POPLENS_UNIT_MIXED, POPLENS_FROM_FILE,
                "Value in the report after"},
    [CHANGE] = {"value_change", "Change", POPLENS_UNIT_MIXED, POPLENS_FROM_DERIVED,
                "After − before, for numbers"},
    [PART] = {"value_part", "Change in %", POPLENS_UNIT_SIGNED_RATIO, POPLENS_FROM_DERIVED,
              "Change in percent of before"},
    [STATE] = {"state", "State", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "changed, added, removed or same"},
    [KEY] = {"key", "Key", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Identifier, for scripts"},
};

static PoplensUnit
unit_of (PoplensFactUnit unit)
{
  static const PoplensUnit units[] = {
      [POPLENS_FACT_BYTES] = POPLENS_UNIT_BYTES,
      [POPLENS_FACT_CYCLES] = POPLENS_UNIT_CYCLES,
      [POPLENS_FACT_COUNT] = POPLENS_UNIT_COUNT,
      [POPLENS_FACT_TEXT] = POPLENS_UNIT_TEXT,
  };

  return units[unit];
}

static void
add_amount (PoplensRows *rows, const PoplensCompareFact *fact)
{
  PoplensUnit unit = unit_of (fact->unit);

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (fact->amount.of[s] != POPLENS_NO_AMOUNT) {
      poplens_rows_int (rows, FIRST + s, fact->amount.of[s]);
      poplens_rows_unit (rows, FIRST + s, unit);
    }
  if (!fact->amount.has_change)
    return;
  poplens_rows_int (rows, CHANGE, fact->amount.change);
  poplens_rows_unit (rows, CHANGE, poplens_unit_of_change (unit));
  if (fact->amount.has_part)
    poplens_rows_real (rows, PART, fact->amount.part);
}

static gboolean
has_side (const PoplensCompareFact *fact, PoplensSide side)
{
  return fact->unit == POPLENS_FACT_TEXT ? fact->text[side] != NULL
                                         : fact->amount.of[side] != POPLENS_NO_AMOUNT;
}

static void
add_fact (PoplensRows *rows, const PoplensCompareFact *fact)
{
  PoplensPair pair = {{has_side (fact, POPLENS_FIRST) ? 0 : POPLENS_NOT_THERE,
                       has_side (fact, POPLENS_SECOND) ? 0 : POPLENS_NOT_THERE}};

  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, GROUP, fact->group);
  poplens_rows_text (rows, WHAT, fact->title);
  poplens_rows_text (rows, KEY, fact->key);
  poplens_rows_text (rows, STATE, poplens_compare_state (&pair, !fact->same));
  if (fact->unit != POPLENS_FACT_TEXT) {
    add_amount (rows, fact);
    return;
  }
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    poplens_rows_text (rows, FIRST + s, fact->text[s]);
    poplens_rows_unit (rows, FIRST + s, POPLENS_UNIT_TEXT);
  }
}

/* What is absent is NULL: what it says is then not recorded. FALSE where one cannot be read. */
static gboolean
load_parts (PoplensReport *report, PoplensCompareParts *parts, GCancellable *cancellable,
            GError **error)
{
  GError *wrong[5] = {0};
  gboolean good = TRUE;

  parts->target = poplens_report_load_target (report, cancellable, &wrong[0]);
  parts->memory = poplens_report_load_memory (report, cancellable, &wrong[1]);
  parts->peak = poplens_report_load_peak (report, cancellable, &wrong[2]);
  parts->execution = poplens_report_load_execution_brief (report, cancellable, &wrong[3]);
  parts->programs = poplens_report_load_programs (report, cancellable, &wrong[4]);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    if (good && wrong[i] && !g_error_matches (wrong[i], POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
      g_propagate_error (error, g_steal_pointer (&wrong[i]));
      good = FALSE;
    }
    g_clear_error (&wrong[i]);
  }
  return good;
}

PoplensTable *
poplens_build_compare_summary (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  gboolean keep_same = location && poplens_location_get_bool (location, "same", FALSE);
  g_auto (PoplensCompareSource) source = {0};
  g_autoptr (GPtrArray) facts = NULL;
  g_autofree char *note = NULL;
  PoplensCompareParts parts[POPLENS_N_SIDES];
  PoplensRows *rows;
  PoplensTable *table;

  if (!poplens_compare_source_init (&source, report, error))
    return NULL;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!load_parts (source.of[s], &parts[s], cancellable, error)) {
      poplens_compare_source_blame (&source, s, error);
      return NULL;
    }
  facts = poplens_compare_facts (&parts[POPLENS_FIRST], &parts[POPLENS_SECOND], keep_same);
  rows = poplens_rows_new (G_N_ELEMENTS (summary_columns));
  for (guint f = 0; f < facts->len; f++)
    add_fact (rows, g_ptr_array_index (facts, f));
  table = poplens_rows_finish (rows, "compare-summary", "Changes", report, FALSE);
  poplens_table_add_columns (table, summary_columns, G_N_ELEMENTS (summary_columns));
  note = poplens_compare_names (&source);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- options ----------------------------------------------------------------------------------
 */

enum { SET, NAME, RUN, VALUE_FIRST, VALUE_SECOND, OPTION_STATE };

static const PoplensColumnSpec option_columns[] = {
    [SET] = {"set", "Set", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
             "Compilation, target or execution options"},
    [NAME] = {"name", "Option", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the engine option"},
    [RUN] = {"run", "Run", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
             "Run of an execution option, if recorded"},
    [VALUE_FIRST] = {"value_first", "Before", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                     "Value in the report before"},
    [VALUE_SECOND] = {"value_second", "After", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                      "Value in the report after"},
    [OPTION_STATE] = {"state", "State", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                      "changed, added, removed or same"},
};

/* Of each option what has to be alike for it to be the same one. (transfer full) */
static GPtrArray *
keys_of_options (const PoplensOptions *options)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);

  for (guint o = 0; o < options->rows->len; o++) {
    const PoplensOption *option = g_ptr_array_index (options->rows, o);
    g_ptr_array_add (keys, g_strdup_printf ("%d %" G_GINT64_FORMAT " %s", option->set, option->run,
                                            option->name));
  }
  return keys;
}

static const PoplensOption *
option_at (const PoplensOptions *options, guint32 index)
{
  return index == POPLENS_NOT_THERE ? NULL : g_ptr_array_index (options->rows, index);
}

static void
add_option (PoplensRows *rows, const PoplensPair *pair, const PoplensOption *first,
            const PoplensOption *second)
{
  const PoplensOption *any = first ? first : second;

  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, SET, poplens_option_set_name (any->set));
  poplens_rows_text (rows, NAME, any->name);
  if (any->run >= 0)
    poplens_rows_int (rows, RUN, any->run);
  poplens_rows_text (rows, VALUE_FIRST, first ? first->value : NULL);
  poplens_rows_text (rows, VALUE_SECOND, second ? second->value : NULL);
  poplens_rows_text (
      rows, OPTION_STATE,
      poplens_compare_state (pair, first && second && !g_str_equal (first->value, second->value)));
}

PoplensTable *
poplens_build_compare_options (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  gboolean keep_same = location && poplens_location_get_bool (location, "same", FALSE);
  g_auto (PoplensCompareSource) source = {0};
  gconstpointer parts[POPLENS_N_SIDES];

  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compare_source_load (&source, POPLENS_PART_OPTIONS, parts, cancellable, error))
    return NULL;
  const PoplensOptions *a = parts[POPLENS_FIRST], *b = parts[POPLENS_SECOND];
  g_autoptr (GPtrArray) first = keys_of_options (a);
  g_autoptr (GPtrArray) second = keys_of_options (b);
  const char *const *const keys[] = {(const char *const *) first->pdata,
                                     (const char *const *) second->pdata};
  const guint32 n[] = {first->len, second->len};
  g_autoptr (GArray) pairs = poplens_pairs_match (keys, n, NULL, NULL);
  PoplensRows *rows = poplens_rows_new (G_N_ELEMENTS (option_columns));
  for (guint p = 0; p < pairs->len; p++) {
    const PoplensPair *pair = &g_array_index (pairs, PoplensPair, p);
    const PoplensOption *x = option_at (a, pair->of[POPLENS_FIRST]);
    const PoplensOption *y = option_at (b, pair->of[POPLENS_SECOND]);
    if (keep_same || !x || !y || !g_str_equal (x->value, y->value))
      add_option (rows, pair, x, y);
  }
  guint32 n_rows = poplens_rows_count (rows);
  PoplensTable *table =
      poplens_rows_finish (rows, "compare-options", "Changed options", report, FALSE);
  poplens_table_add_columns (table, option_columns, G_N_ELEMENTS (option_columns));
  g_autofree char *names = poplens_compare_names (&source);
  g_autofree char *note = g_strdup_printf ("%u of %u options%s. %s", n_rows, pairs->len,
                                           keep_same ? "" : " changed", names);
  poplens_table_set_note (table, note);
  return table;
}
