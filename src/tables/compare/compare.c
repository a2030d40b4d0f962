/* Compares the figures and engine options of two reports. */
#include "tables/compare/compare-table.h"

#include "analysis/compare/compare-summary.h"
#include "derived/headline.h"

/* ---- summary --------------------------------------------------------------------------------- */

typedef struct {
  const char *section, *name;
  PoplensValue values[POPLENS_N_SIDES], value_change;
  double value_ratio;
  const char *verdict, *state, *key;
} ComparedFigureRow;

static const PoplensColumn summary_columns[] = {
    POPLENS_CELL (ComparedFigureRow, section, "Section", TEXT, DERIVED, "Subject of the figure"),
    POPLENS_CELL (ComparedFigureRow, name, "Figure", TEXT, DERIVED, "Compared figure"),
    POPLENS_CELL (ComparedFigureRow, value_change, "Change", MIXED, DERIVED,
                  "After − before, for numbers"),
    POPLENS_CELL (ComparedFigureRow, value_ratio, "Change in %", SIGNED_RATIO, DERIVED,
                  "Change in percent of before"),
    POPLENS_CELL_NAMED (ComparedFigureRow, values[POPLENS_FIRST], "value_before", "Before", MIXED,
                        FILE, "Value in the report before"),
    POPLENS_CELL_NAMED (ComparedFigureRow, values[POPLENS_SECOND], "value_after", "After", MIXED,
                        FILE, "Value in the report after"),
    POPLENS_CELL (ComparedFigureRow, verdict, "Verdict", TEXT, DERIVED,
                  "worse or better; empty for figures without a direction"),
    POPLENS_CELL (ComparedFigureRow, state, "State", TEXT, DERIVED,
                  "changed or same; not recorded before or not recorded after, where one report "
                  "does not have it",
                  .for_scripts = TRUE),
    POPLENS_CELL (ComparedFigureRow, key, "Key", TEXT, DERIVED, "Identifier, for scripts",
                  .for_scripts = TRUE),
};

static PoplensUnit
fact_unit (PoplensFactUnit unit)
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
set_row_amount (ComparedFigureRow *row, const PoplensCompareFact *fact)
{
  PoplensUnit unit = fact_unit (fact->unit);

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (fact->amount.of[s] != POPLENS_NO_AMOUNT)
      row->values[s] = poplens_value_int (fact->amount.of[s], unit);
  if (!fact->amount.has_change)
    return;
  row->value_change = poplens_value_int (fact->amount.change, poplens_unit_of_change (unit));
  if (fact->amount.has_part)
    row->value_ratio = fact->amount.part;
}

static gboolean
has_side (const PoplensCompareFact *fact, PoplensSide side)
{
  return fact->unit == POPLENS_FACT_TEXT ? fact->text[side] != NULL
                                         : fact->amount.of[side] != POPLENS_NO_AMOUNT;
}

/* Returns the state of an engine option or figure: "same", "changed", "not recorded before" or "not
 * recorded after". */
static const char *
option_state (const PoplensCompareFact *fact)
{
  if (!has_side (fact, POPLENS_FIRST))
    return "not recorded before";
  if (!has_side (fact, POPLENS_SECOND))
    return "not recorded after";
  return fact->same ? "same" : "changed";
}

/* Returns "worse" or "better". (nullable): NULL if the figure did not change, or if no direction
 * counts as worse */
static const char *
fact_verdict (const PoplensCompareFact *fact)
{
  if (!fact->direction || !fact->amount.has_change || !fact->amount.change)
    return NULL;
  return (fact->amount.change > 0) == (fact->direction == POPLENS_MORE_IS_WORSE) ? "worse"
                                                                                 : "better";
}

static void
add_compared_fact (PoplensRecords *rows, const PoplensCompareFact *fact)
{
  ComparedFigureRow *row = poplens_records_add (rows);

  row->section = poplens_records_text (rows, fact->group);
  row->name = poplens_records_text (rows, fact->title);
  row->key = poplens_records_text (rows, fact->key);
  row->state = option_state (fact);
  row->verdict = fact_verdict (fact);
  if (fact->unit != POPLENS_FACT_TEXT) {
    set_row_amount (row, fact);
    return;
  }
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    row->values[s] = poplens_value_text (poplens_records_text (rows, fact->text[s]));
}

/* Loads the parts that the figures need. Figures of absent parts count as not recorded. FALSE with
 * @error if a part cannot be read. */
static gboolean
load_compared_parts (PoplensReport *report, PoplensCompareParts *parts, GCancellable *cancellable,
                     GError **error)
{
  PoplensHeadlineParts headline;

  if (!poplens_report_load_parts (
          report, POPLENS_PART_BIT (POPLENS_PART_MEMORY) | POPLENS_PART_BIT (POPLENS_PART_PROGRAMS),
          cancellable, error) ||
      !poplens_headline_load (report, POPLENS_HEADLINE_ALL, &headline, cancellable, error))
    return FALSE;
  *parts = (PoplensCompareParts){.target = headline.target,
                                 .memory = headline.memory,
                                 .peak = headline.peak,
                                 .execution = headline.execution,
                                 .programs = poplens_report_peek (report, POPLENS_PART_PROGRAMS),
                                 .time = headline.time};
  /* Compute iterations for the figures, except for a report on another computer: that would take
   * too long. */
  if (headline.execution && !(headline.time.known && headline.time.iterations_known))
    poplens_report_program_time (report, poplens_report_is_near (report), &parts->time, cancellable,
                                 NULL);
  return TRUE;
}

/* Returns the reason why the report does not record figures of @part. (nullable): NULL if no reason
 * is known. Figures of liveness also need the memory part, because the peak includes always-live
 * bytes. */
static const char *
find_reason (PoplensReport *report, PoplensPart part)
{
  const char *why = poplens_report_get_absence (report, part);
  const PoplensMemory *memory = poplens_report_peek (report, POPLENS_PART_MEMORY);
  const PoplensExecution *execution = poplens_report_peek (report, POPLENS_PART_EXECUTION);

  if (part == POPLENS_PART_MEMORY && memory && memory->incomplete)
    return poplens_memory_caveat (memory);
  if (part == POPLENS_PART_EXECUTION && execution && !why)
    return poplens_execution_lacks_rows (execution) ? "The trace is incomplete."
                                                    : "No cycles by tile.";
  return why || part != POPLENS_PART_LIVENESS
             ? why
             : poplens_report_get_absence (report, POPLENS_PART_MEMORY);
}

/* Appends which @facts the report of @side lacks and the other report has, part by part. */
static void
describe_missing_figures (const PoplensCompareSource *source, const GPtrArray *facts,
                          PoplensSide side, GString *text)
{
  static const struct {
    const char *group;
    PoplensPart part;
  } groups[] = {{"Memory", POPLENS_PART_MEMORY},    {"Liveness", POPLENS_PART_LIVENESS},
                {"Cycles", POPLENS_PART_EXECUTION}, {"Poplar", POPLENS_PART_TARGET},
                {"Target", POPLENS_PART_TARGET},    {"Programs", POPLENS_PART_PROGRAMS},
                {"Graph", POPLENS_PART_TARGET}};

  for (guint g = 0; g < G_N_ELEMENTS (groups); g++) {
    g_autoptr (GString) titles = g_string_new (NULL);
    for (guint f = 0; f < facts->len; f++) {
      const PoplensCompareFact *fact = facts->pdata[f];
      if (g_str_equal (fact->group, groups[g].group) && !has_side (fact, side))
        g_string_append_printf (titles, "%s%s", titles->len ? ", " : "", fact->title);
    }
    if (titles->len)
      poplens_compare_source_say_lack (source, side, titles->str,
                                       find_reason (source->of[side], groups[g].part), text);
  }
}

/* Makes the table of figures. A figure that only one report records does not count as a difference.
 */
static PoplensTable *
build_figures (const PoplensJoin *join, const PoplensCompareSource *source, const GPtrArray *facts,
               gboolean keep_same)
{
  PoplensRecords *rows = POPLENS_RECORDS (ComparedFigureRow, summary_columns);
  g_autofree char *names = poplens_compare_names (source);
  g_autoptr (GString) lacks = g_string_new (NULL);

  for (guint f = 0; f < facts->len; f++) {
    const PoplensCompareFact *fact = facts->pdata[f];
    if (keep_same || (has_side (fact, POPLENS_FIRST) && has_side (fact, POPLENS_SECOND)))
      add_compared_fact (rows, fact);
  }
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    describe_missing_figures (source, facts, s, lacks);
  PoplensTable *table =
      poplens_records_finish (rows, join->name, join->title, source->of[POPLENS_FIRST]);
  g_autofree char *note = g_strconcat (names, lacks->str, NULL);
  poplens_table_set_note (table, note);
  poplens_table_set_names (table, names);
  if (lacks->len)
    poplens_table_set_lacks (table, lacks->str + 1);
  return table;
}

static PoplensTable *
compare_figures (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
                 GCancellable *cancellable, GError **error)
{
  gboolean keep_same = location && poplens_location_get_bool (location, "same", FALSE);
  g_auto (PoplensCompareSource) source = {0};
  PoplensCompareParts parts[POPLENS_N_SIDES];

  if (!poplens_compare_source_init (&source, report, error))
    return NULL;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!load_compared_parts (source.of[s], &parts[s], cancellable, error)) {
      poplens_compare_source_blame (&source, s, error);
      return NULL;
    }
  g_autoptr (GPtrArray) facts =
      poplens_compare_facts (&parts[POPLENS_FIRST], &parts[POPLENS_SECOND], keep_same);
  return build_figures (join, &source, facts, keep_same);
}

const PoplensJoin poplens_join_summary = {
    .name = "summary", .title = "Figures", .build = compare_figures};

/* ---- options --------------------------------------------------------------------------------- */

typedef struct {
  const char *set, *name;
  gint64 run;
  const char *value_before, *value_after, *state;
} ComparedOptionRow;

static const PoplensColumn option_columns[] = {
    POPLENS_CELL (ComparedOptionRow, set, "Set", TEXT, FILE,
                  "Compilation, target or execution options"),
    POPLENS_CELL (ComparedOptionRow, name, "Name", TEXT, FILE, "Name of the engine option"),
    POPLENS_CELL (ComparedOptionRow, run, "Run", ID, FILE,
                  "Run of an execution option, if recorded"),
    POPLENS_CELL (ComparedOptionRow, value_before, "Before", TEXT, FILE,
                  "Value in the report before"),
    POPLENS_CELL (ComparedOptionRow, value_after, "After", TEXT, FILE, "Value in the report after"),
    POPLENS_CELL (ComparedOptionRow, state, "State", TEXT, DERIVED,
                  "changed, added, removed or same"),
};

/* Returns a key for each option, by which it is matched with the same option of the other report.
 * (transfer full) */
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
add_compared_option (PoplensRecords *rows, const PoplensPair *pair, const PoplensOption *first,
                     const PoplensOption *second)
{
  const PoplensOption *any = first ? first : second;
  ComparedOptionRow *row = poplens_records_add (rows);

  row->set = poplens_option_set_name (any->set);
  row->name = poplens_records_text (rows, any->name);
  if (any->run >= 0)
    row->run = any->run;
  row->value_before = poplens_records_text (rows, first ? first->value : NULL);
  row->value_after = poplens_records_text (rows, second ? second->value : NULL);
  row->state =
      poplens_compare_state (pair, first && second && !g_str_equal (first->value, second->value));
}

static PoplensTable *
compare_options (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
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
  PoplensRecords *rows = POPLENS_RECORDS (ComparedOptionRow, option_columns);
  for (guint p = 0; p < pairs->len; p++) {
    const PoplensPair *pair = &g_array_index (pairs, PoplensPair, p);
    const PoplensOption *x = option_at (a, pair->of[POPLENS_FIRST]);
    const PoplensOption *y = option_at (b, pair->of[POPLENS_SECOND]);
    if (keep_same || !x || !y || !g_str_equal (x->value, y->value))
      add_compared_option (rows, pair, x, y);
  }
  guint32 n_rows = poplens_records_count (rows);
  PoplensTable *table = poplens_records_finish (rows, join->name, join->title, report);
  g_autofree char *names = poplens_compare_names (&source);
  g_autofree char *note =
      n_rows ? g_strdup_printf ("%u of %u options%s. %s", n_rows, pairs->len,
                                keep_same ? "" : " changed", names)
             : g_strdup_printf ("All %u options are the same. %s", pairs->len, names);
  poplens_table_set_note (table, note);
  poplens_table_set_names (table, names);
  return table;
}

const PoplensJoin poplens_join_options = {
    .name = "options", .title = "Engine options", .build = compare_options};
