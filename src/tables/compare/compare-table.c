/* Joins the base tables of two reports into a table with the values of both. */
#include "tables/compare/compare-table.h"

#include "derived/scope.h"

#include <string.h>

typedef enum {
  TEXT, /* one column: the text of the report before or, if it lacks the row, of the report after */
  BOTH, /* two columns, one for each report */
  MEASURE, /* four columns: before, after, change and ratio */
  STATE,   /* one column: "changed", "added", "removed" or "same"; the base tables lack it */
} Role;

/* Columns that each measure of the base tables becomes. A column with role BOTH becomes only FIRST
 * and SECOND. */
enum { FIRST, SECOND, CHANGE, PART, N_WHAT };

typedef struct {
  Role role;
  guint what, measure;
  guint column[POPLENS_N_SIDES]; /* number of the column in each base table */
} ComparedCell;

typedef struct {
  PoplensBases bases;
  PoplensComparison *comparison;
  GArray *cells; /* ComparedCell, by column */
  guint n_measures;
  gboolean sparse;
  char *link; /* (nullable): first part of a row's link, before the value of .linked; NULL: rows
                 have the links of the base table */
  guint linked;
  gboolean links_to_compared, links_added, links_to_more;
  PoplensLocation *at; /* (nullable): location of the page with the comparison */
} ComparedTable;

void
poplens_bases_clear (PoplensBases *self)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_clear_pointer (&self->of[s], poplens_table_unref);
    g_clear_pointer (&self->why[s], g_free);
  }
}

static void
compared_table_free (gpointer pointer)
{
  ComparedTable *self = pointer;

  poplens_bases_clear (&self->bases);
  poplens_comparison_free (self->comparison);
  g_array_unref (self->cells);
  g_free (self->link);
  g_clear_pointer (&self->at, poplens_location_unref);
  g_free (self);
}

PoplensTable *
poplens_base_new (GArray *records, const PoplensColumn *columns, guint n, PoplensReport *report)
{
  PoplensTable *table = poplens_table_new ("base", "Base", records->len, NULL, records,
                                           (GDestroyNotify) g_array_unref, report);

  poplens_table_add_records (table, columns, n, records->data, g_array_get_element_size (records));
  return table;
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

/* ---- cells ----------------------------------------------------------------------------------- */

static const char *
state_of_rows (const ComparedTable *self, guint32 row)
{
  gboolean changed = FALSE;

  for (guint m = 0; m < self->n_measures && !changed; m++)
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
compared_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const ComparedTable *self = data;
  const ComparedCell *c = &g_array_index (self->cells, ComparedCell, column);
  const PoplensPair *pair = poplens_comparison_pair (self->comparison, row);

  if (c->role == STATE) {
    poplens_cell_text (value, state_of_rows (self, row));
  } else if (c->role == MEASURE) {
    PoplensAmount amount = poplens_comparison_get (self->comparison, row, c->measure);
    amount_cell (&amount, c->what, value);
  } else {
    gboolean second =
        c->role == BOTH ? c->what == SECOND : pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE;
    PoplensSide side = second ? POPLENS_SECOND : POPLENS_FIRST;
    if (pair->of[side] != POPLENS_NOT_THERE)
      *value = poplens_table_get (self->bases.of[side], pair->of[side], c->column[side]);
  }
}

/* Returns the link of the row to the report of @side. (transfer full) (nullable): NULL if that
 * report lacks the row, or the row has no link */
static char *
link_in (const ComparedTable *self, const PoplensPair *pair, PoplensSide side)
{
  const PoplensTable *base = self->bases.of[side];
  guint32 thing = pair->of[side];

  if (thing == POPLENS_NOT_THERE)
    return NULL;
  if (!self->link)
    return poplens_table_get_link (base, thing);
  PoplensValue value = poplens_table_get (base, thing, self->linked);
  PoplensNumber buffer;
  return value.type == POPLENS_VALUE_NULL
             ? NULL
             : g_strconcat (self->link, poplens_value_plain (&value, buffer), NULL);
}

/* Returns a link to the report with more of the first measure. If the row has no link to this
 * report, returns the link to the other report. (transfer full) (nullable) */
static char *
link_to_more (const ComparedTable *self, guint32 row)
{
  const PoplensPair *pair = poplens_comparison_pair (self->comparison, row);
  PoplensSide most =
      poplens_comparison_get (self->comparison, row, 0).change > 0 ? POPLENS_SECOND : POPLENS_FIRST;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    PoplensSide side = s ? !most : most;
    g_autofree char *link = link_in (self, pair, side);
    char *alone = link ? poplens_compare_link (self->at, side, link) : NULL;
    if (alone)
      return alone;
  }
  return NULL;
}

static char *
compared_link (gconstpointer data, guint32 row)
{
  const ComparedTable *self = data;
  const PoplensPair *pair = poplens_comparison_pair (self->comparison, row);
  PoplensSide side = pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE ? POPLENS_SECOND : POPLENS_FIRST;

  if (self->links_to_more)
    return link_to_more (self, row);
  if (side == POPLENS_SECOND && !self->links_added)
    return NULL;
  g_autofree char *link = link_in (self, pair, side);
  if (!link || self->links_to_compared || side == POPLENS_SECOND)
    return g_steal_pointer (&link);
  /* While it compares, the linked page does not show things of the report before. Link to the
   * report before alone. */
  return poplens_location_before_alone (link);
}

/* ---- columns --------------------------------------------------------------------------------- */

static guint
find_base_column (const PoplensTable *base, const char *name)
{
  int column = poplens_table_find_column (base, name);

  g_return_val_if_fail (column >= 0, 0);
  return (guint) column;
}

static Role
column_role (const PoplensColumn *base, gboolean of_both)
{
  if (of_both)
    return BOTH;
  return base->unit == POPLENS_UNIT_BYTES || base->unit == POPLENS_UNIT_CYCLES ||
                 base->unit == POPLENS_UNIT_COUNT
             ? MEASURE
             : TEXT;
}

/* Lists the columns: one, two or four for each base column in @shown, by its role. The columns of a
 * measure begin with the change, because users look for it. */
static void
list_cells (ComparedTable *self, const char *shown)
{
  static const guint n_of[] = {[TEXT] = 1, [BOTH] = POPLENS_N_SIDES, [MEASURE] = N_WHAT};
  static const guint of_measure[N_WHAT] = {CHANGE, PART, FIRST, SECOND};
  g_auto (GStrv) names = g_strsplit (shown, " ", -1);

  for (guint i = 0; names[i]; i++) {
    ComparedCell c = {.measure = self->n_measures};
    gboolean of_both = g_str_has_suffix (names[i], "*");
    if (of_both)
      names[i][strlen (names[i]) - 1] = '\0';
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      c.column[s] = find_base_column (self->bases.of[s], names[i]);
    c.role = column_role (poplens_table_get_column (self->bases.of[POPLENS_FIRST], c.column[0]),
                          of_both);
    for (guint w = 0; w < n_of[c.role]; w++) {
      c.what = c.role == MEASURE ? of_measure[w] : w;
      g_array_append_val (self->cells, c);
    }
    if (c.role != MEASURE || self->n_measures++)
      continue;
    c.role = STATE;
    g_array_append_val (self->cells, c);
  }
}

/* Adds one of the columns of a measure: before, after, change or ratio. @levels: TRUE: added and
 * removed rows have no change. */
static void
add_measure_column (PoplensTable *table, const PoplensColumn *base, const ComparedCell *c,
                    gboolean levels)
{
  static const char *const sides[] = {"before", "after", "change", "ratio"};
  static const char *const titles[] = {"before", "after", "change", "%"};
  const char *const docs[] = {"Before", "After",
                              levels ? "After − before, empty for added and removed items"
                                     : "After − before, added and removed items in full",
                              "Change in percent of before"};
  const PoplensUnit units[] = {base->unit, base->unit, poplens_unit_of_change (base->unit),
                               POPLENS_UNIT_SIGNED_RATIO};
  g_autofree char *name = g_strconcat (base->name, "_", sides[c->what], NULL);
  g_autofree char *title = g_strdup_printf ("%s %s", base->title, titles[c->what]);
  g_autofree char *doc = g_strdup_printf ("%s: %s", docs[c->what], base->doc);

  PoplensColumn column = {.name = name,
                          .title = title,
                          .unit = units[c->what],
                          .provenance = c->what <= SECOND ? base->provenance : POPLENS_FROM_DERIVED,
                          .doc = doc,
                          .name_of = base->name_of};

  poplens_table_add_columns (table, &column, 1);
}

static void
add_compared_columns (const ComparedTable *self, PoplensTable *table, const PoplensJoin *join)
{
  static const PoplensColumn state = {"state", "State", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                                      "changed, added, removed or same"};

  for (guint i = 0; i < self->cells->len; i++) {
    const ComparedCell *c = &g_array_index (self->cells, ComparedCell, i);
    const PoplensColumn *base =
        poplens_table_get_column (self->bases.of[POPLENS_FIRST], c->column[POPLENS_FIRST]);
    if (c->role == TEXT || c->role == STATE)
      poplens_table_add_columns (table, c->role == STATE ? &state : base, 1);
    else
      add_measure_column (table, base, c, join->levels);
    if (c->role == MEASURE && join->adds && c->what != PART)
      poplens_table_add_total (table, i);
  }
}

/* ---- rows ------------------------------------------------------------------------------------ */

static gboolean
lacks_measure (const ComparedTable *self, const ComparedCell *c, PoplensSide side)
{
  const char *name = poplens_table_get_column (self->bases.of[side], c->column[side])->name;

  return self->bases.lacks[side] && strstr (self->bases.lacks[side], name);
}

/* Passes the values of a measure in the report of @side to the comparison, or NULL if the report
 * does not record the measure. */
static void
pass_measure (ComparedTable *self, const ComparedCell *c, PoplensSide side)
{
  const PoplensTable *base = self->bases.of[side];
  guint32 n = poplens_table_n_rows (base);
  g_autofree gint64 *amounts = g_new (gint64, MAX (n, 1));
  gboolean any = self->sparse || (!n && !lacks_measure (self, c, side));

  for (guint32 row = 0; row < n; row++) {
    PoplensValue value = poplens_table_get (base, row, c->column[side]);
    amounts[row] = value.type == POPLENS_VALUE_INT ? value.integer : POPLENS_NO_AMOUNT;
    any |= value.type == POPLENS_VALUE_INT;
  }
  poplens_comparison_take (self->comparison, c->measure, side,
                           any ? g_steal_pointer (&amounts) : NULL);
}

/* Returns the values of @column as texts, by row. @texts: owns them. (transfer full) */
static GPtrArray *
list_row_keys (const PoplensTable *base, const char *column, GStringChunk *texts)
{
  GPtrArray *keys = g_ptr_array_new ();
  guint at = find_base_column (base, column);

  for (guint32 row = 0; row < poplens_table_n_rows (base); row++) {
    PoplensValue value = poplens_table_get (base, row, at);
    PoplensNumber buffer;
    g_ptr_array_add (keys, g_string_chunk_insert (texts, poplens_value_plain (&value, buffer)));
  }
  return keys;
}

/* Matches the rows of both reports that have the same value in @column. If several rows have the
 * same value, matches the most similar rows. (transfer full): GArray of PoplensPair */
static GArray *
match_rows_by_key (const ComparedTable *self, const char *column, const guint32 n[POPLENS_N_SIDES])
{
  g_autoptr (GStringChunk) texts = g_string_chunk_new (4096);
  g_autoptr (GPtrArray) first = list_row_keys (self->bases.of[POPLENS_FIRST], column, texts);
  g_autoptr (GPtrArray) second = list_row_keys (self->bases.of[POPLENS_SECOND], column, texts);
  const char *const *const keys[] = {(const char *const *) first->pdata,
                                     (const char *const *) second->pdata};

  return poplens_pairs_match (keys, n, poplens_comparison_unlike, self->comparison);
}

/* ---- table ----------------------------------------------------------------------------------- */

char *
poplens_compare_names (const PoplensCompareSource *source)
{
  g_autofree char *before = poplens_compare_source_name (source, POPLENS_FIRST);
  g_autofree char *after = poplens_compare_source_name (source, POPLENS_SECOND);

  return g_strdup_printf ("Before: %s. After: %s.", before, after);
}

/* Returns the titles of shown measures that the report of @side does not record: "Cycles,
 * Executed". (transfer full) */
static char *
list_lacking (const ComparedTable *self, PoplensSide side)
{
  GString *titles = g_string_new (NULL);

  for (guint i = 0; i < self->cells->len; i++) {
    const ComparedCell *c = &g_array_index (self->cells, ComparedCell, i);
    if (c->role == MEASURE && c->what == FIRST && lacks_measure (self, c, side))
      g_string_append_printf (
          titles, "%s%s", titles->len ? ", " : "",
          poplens_table_get_column (self->bases.of[side], c->column[side])->title);
  }
  return g_string_free (titles, FALSE);
}

/* Returns sentences on measures that cannot be compared, because a report does not record them.
 * (transfer full) */
static char *
describe_missing_measures (const ComparedTable *self, const PoplensBases *bases,
                           const PoplensCompareSource *source)
{
  gboolean alike = !g_strcmp0 (bases->lacks[POPLENS_FIRST], bases->lacks[POPLENS_SECOND]);
  GString *text = g_string_new (NULL);

  for (guint s = 0; s < (alike ? 1 : POPLENS_N_SIDES); s++) {
    g_autofree char *titles = list_lacking (self, s);
    if (*titles)
      poplens_compare_source_say_lack (source, alike ? POPLENS_N_SIDES : s, titles, bases->why[s],
                                       text);
  }
  return g_string_free (text, FALSE);
}

static char *
make_comparison_note (const PoplensJoin *join, const PoplensComparison *comparison,
                      const PoplensCompareSource *source, const PoplensLocation *location,
                      const char *remarks, const char *lacks)
{
  PoplensCompareCounts counts = poplens_comparison_count (comparison);
  g_autofree char *scope = join->covers_all_tiles ? poplens_scope_note_all (location, NULL) : NULL;
  g_autofree char *more =
      g_strconcat (scope ? " " : "", scope ? scope : "", remarks ? remarks : "", lacks, NULL);
  g_autofree char *names = poplens_compare_names (source);
  PoplensNumber differ, all, changed, first, second;

  poplens_format_count (all, counts.all);
  if (counts.same == counts.all)
    return g_strdup_printf ("No changes in %s %s. %s%s", all, join->things, names, more);
  return g_strdup_printf ("%s of %s %s changed: %s modified, %s removed, %s added. %s%s",
                          poplens_format_count (differ, counts.all - counts.same), all,
                          join->things, poplens_format_count (changed, counts.changed),
                          poplens_format_count (first, counts.only[POPLENS_FIRST]),
                          poplens_format_count (second, counts.only[POPLENS_SECOND]), names, more);
}

static ComparedTable *
compared_table_new (const PoplensJoin *join, const PoplensBases *bases, GArray *pairs,
                    const PoplensLocation *at)
{
  ComparedTable *self = g_new0 (ComparedTable, 1);
  guint32 n[POPLENS_N_SIDES];

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    self->bases.of[s] = poplens_table_ref (bases->of[s]);
    self->bases.lacks[s] = bases->lacks[s];
    n[s] = poplens_table_n_rows (bases->of[s]);
  }
  self->sparse = join->sparse;
  self->cells = g_array_new (FALSE, FALSE, sizeof (ComparedCell));
  list_cells (self, join->shown);
  self->link = g_strdup (join->link);
  self->linked = join->link ? find_base_column (bases->of[POPLENS_FIRST], join->linked) : 0;
  self->links_to_compared = join->links_to_compared;
  self->links_added = join->links_added;
  self->links_to_more = join->links_to_more;
  self->at = at ? poplens_location_ref ((PoplensLocation *) at) : NULL;
  self->comparison = poplens_comparison_new (n, self->n_measures);
  for (guint i = 0; i < self->cells->len; i++) {
    const ComparedCell *c = &g_array_index (self->cells, ComparedCell, i);
    for (guint s = 0; s < POPLENS_N_SIDES && c->role == MEASURE && c->what == FIRST; s++)
      pass_measure (self, c, s);
  }
  if (join->levels)
    poplens_comparison_take_levels (self->comparison);
  poplens_comparison_take_pairs (self->comparison,
                                 pairs ? pairs : match_rows_by_key (self, join->match, n));
  return self;
}

PoplensTable *
poplens_compare_table_new (const PoplensJoin *join, const PoplensBases *bases, GArray *pairs,
                           const PoplensCompareSource *source, const PoplensLocation *location,
                           const char *remarks)
{
  gboolean same = location && poplens_location_get_bool (location, "same", FALSE);
  ComparedTable *self = compared_table_new (join, bases, pairs, location);
  g_autofree char *lacks = describe_missing_measures (self, bases, source);
  g_autofree char *note =
      make_comparison_note (join, self->comparison, source, location, remarks, lacks);
  PoplensTable *table;

  poplens_comparison_order (self->comparison, same);
  table = poplens_table_new (join->name, join->title, poplens_comparison_n_rows (self->comparison),
                             compared_cell, self, compared_table_free, source->of[POPLENS_FIRST]);
  add_compared_columns (self, table, join);
  if (!same && poplens_comparison_count (self->comparison).same)
    poplens_table_set_total_label (table, "Total of changed rows");
  poplens_table_set_link (table, compared_link);
  g_autofree char *names = poplens_compare_names (source);
  poplens_table_set_note (table, note);
  poplens_table_set_names (table, names);
  /* Say what a report lacks, unless both reports lack the same measures. */
  if (*lacks && g_strcmp0 (bases->lacks[POPLENS_FIRST], bases->lacks[POPLENS_SECOND]))
    poplens_table_set_lacks (table, lacks + 1);
  return table;
}
