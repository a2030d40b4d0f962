/* Contents of a tile, at one step, two steps or in two reports: a tree of kinds and variables, and
 * a sentence. */
#include "tables/liveness/tile-contents.h"

#include "base/format.h"
#include "derived/compare/compare-source.h"
#include "tables/engine/kind-column.h"

/* ---- rows ------------------------------------------------------------------------------------ */

#define CONTENTS "Kind, layer, operation or variable; “46 ×” counts the variables of a pattern"
#define VARIABLES                                                                                  \
  "Variables of the row; a piece of code or of vertex state, and bytes of one category without a " \
  "variable, count as one each"
#define LEVEL                                                                                      \
  "Level of the row: kind, layer, operation, variable, piece (of code or vertex state), smaller, " \
  "not-live, packing, gaps"
#define ID "ID of the variable, as numbered in unlowered_vars"

enum { NAME, N_VARIABLES, BYTES, SHARE, ALWAYS_LIVE, KIND, LEVEL_OF, VARIABLE_ID, N_COLUMNS };
enum {
  BEFORE = BYTES,
  AFTER,
  CHANGE,
  RATIO,
  STATE,
  KIND_OF_TWO,
  LEVEL_OF_TWO,
  ID_OF_TWO,
  N_COLUMNS_OF_TWO
};

static const PoplensColumn contents_columns[N_COLUMNS] = {
    [NAME] = {"name", "Contents", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, CONTENTS},
    [N_VARIABLES] = {"variables", "Variables", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, VARIABLES},
    [BYTES] = {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Bytes on these tiles at the step; rows at the top add up to bytes including gaps"},
    [SHARE] = {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
               "Bytes as a share of bytes including gaps"},
    [ALWAYS_LIVE] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                     "Bytes that are live at every step (part of Bytes)"},
    [KIND] = {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Purpose of the variables",
              .name_of = poplens_kind_name},
    [LEVEL_OF] = {"level", "Level", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, LEVEL,
                  .for_scripts = TRUE},
    [VARIABLE_ID] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE, ID},
};

static const PoplensColumn contents_columns_of_two[N_COLUMNS_OF_TWO] = {
    [NAME] = {"name", "Contents", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, CONTENTS},
    [N_VARIABLES] = {"variables", "Variables", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, VARIABLES},
    [BEFORE] = {"bytes_before", "Before", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Bytes before"},
    [AFTER] = {"bytes_after", "After", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Bytes after"},
    [CHANGE] = {"bytes_change", "Change", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED,
                "Bytes after minus bytes before"},
    [RATIO] = {"bytes_ratio", "Change in %", POPLENS_UNIT_SIGNED_RATIO, POPLENS_FROM_DERIVED,
               "Change in percent of before"},
    [STATE] = {"state", "State", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "changed, added, removed or same"},
    [KIND_OF_TWO] = {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                     "Purpose of the variables", .name_of = poplens_kind_name},
    [LEVEL_OF_TWO] = {"level", "Level", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, LEVEL,
                      .for_scripts = TRUE},
    [ID_OF_TWO] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE, ID},
};

typedef struct {
  PoplensContentsAnswer answer;
  PoplensLocation *location; /* location on the Liveness page, from which rows link */
  GArray *shown;             /* guint32 [rows]: row of .answer that the row of the table shows */
} ContentsTable;

static void
contents_free (gpointer data)
{
  ContentsTable *self = data;

  poplens_contents_answer_clear (&self->answer);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_clear_pointer (&self->shown, g_array_unref);
  g_free (self);
}

static const PoplensContentsRow *
contents_row (const ContentsTable *self, guint32 row)
{
  return &g_array_index (self->answer.contents->rows, PoplensContentsRow,
                         g_array_index (self->shown, guint32, row));
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Sets a cell of a column, such as the name, that does not depend on the number of compared sides.
 * @column: index of the column in the table of one side. */
static void
fill_common (const PoplensContentsRow *row, guint column, PoplensValue *value)
{
  if (column == NAME)
    poplens_cell_text (value, row->name);
  else if (column == N_VARIABLES && row->n_variables)
    poplens_cell_int (value, row->n_variables);
  else if (column == KIND && row->kind != POPLENS_N_KINDS)
    poplens_cell_text (value, poplens_kind_key (row->kind));
  else if (column == LEVEL_OF)
    poplens_cell_text (value, poplens_contents_level_key (row->level));
  else if (column == VARIABLE_ID && row->variable != G_MAXUINT32)
    poplens_cell_int (value, row->variable);
}

static void
contents_cell (gconstpointer data, guint32 at, guint column, PoplensValue *value)
{
  const ContentsTable *self = data;
  const PoplensContentsRow *row = contents_row (self, at);
  gint64 total = self->answer.contents->sums[0].total;

  if (column == BYTES)
    poplens_cell_int (value, row->bytes[0]);
  else if (column == SHARE && total)
    poplens_cell_real (value, (double) row->bytes[0] / (double) total);
  else if (column == ALWAYS_LIVE && row->n_variables)
    poplens_cell_int (value, row->always_live[0]);
  else
    fill_common (row, column, value);
}

static const char *
contents_row_state (const PoplensContentsRow *row)
{
  if (row->bytes[0] == row->bytes[1])
    return "same";
  return !row->bytes[0] ? "added" : !row->bytes[1] ? "removed" : "changed";
}

static void
contents_cell_of_two (gconstpointer data, guint32 at, guint column, PoplensValue *value)
{
  const PoplensContentsRow *row = contents_row (data, at);

  if (column == BEFORE || column == AFTER)
    poplens_cell_int (value, row->bytes[column - BEFORE]);
  else if (column == CHANGE)
    poplens_cell_int (value, row->bytes[1] - row->bytes[0]);
  else if (column == RATIO) {
    if (row->bytes[0])
      poplens_cell_real (value, (double) (row->bytes[1] - row->bytes[0]) / (double) row->bytes[0]);
  } else if (column == STATE)
    poplens_cell_text (value, contents_row_state (row));
  else
    fill_common (row, column < BEFORE ? column : column - KIND_OF_TWO + KIND, value);
}

/* Returns a link to the variable's lifetime. (transfer full) (nullable): NULL if the row is not a
 * variable */
static char *
contents_link (gconstpointer data, guint32 at)
{
  const ContentsTable *self = data;
  guint32 variable = contents_row (self, at)->variable;
  g_autofree char *id = g_strdup_printf ("%u", variable);

  if (variable == G_MAXUINT32)
    return NULL;
  g_autoptr (PoplensLocation) there = poplens_location_with (self->location, "variable", id);
  g_autoptr (PoplensLocation) shown = poplens_location_with (there, "tab", "variable-steps");
  return poplens_location_to_string (shown);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void
set_depths (PoplensTable *table, const ContentsTable *self)
{
  guint16 *depths = g_new (guint16, MAX (self->shown->len, 1));

  for (guint i = 0; i < self->shown->len; i++)
    depths[i] = contents_row (self, i)->depth;
  poplens_table_set_depths (table, depths);
  poplens_table_set_initial_depth (table, 0);
}

/* Returns the numbers of the rows to show. @changed: only rows that differ, and their ancestors.
 * (transfer full): GArray of guint32 */
static GArray *
list_contents_rows (const PoplensTileContents *contents, gboolean changed)
{
  guint32 n = contents->rows->len;
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree gboolean *is_shown = g_new (gboolean, MAX (n, 1));
  guint16 below = 0; /* depth of the nearest shown row below the current row */

  for (guint32 row = n; row-- > 0;) {
    const PoplensContentsRow *one = &g_array_index (contents->rows, PoplensContentsRow, row);
    is_shown[row] = !changed || one->bytes[0] != one->bytes[1] || one->depth < below;
    if (is_shown[row])
      below = one->depth;
  }
  for (guint32 row = 0; row < n; row++)
    if (is_shown[row])
      g_array_append_val (shown, row);
  return shown;
}

/* Makes the table. @self: (transfer full). @changed: TRUE leaves out rows that do not differ.
 * (transfer full) */
static PoplensTable *
make_contents_table (ContentsTable *self, const char *name, const char *title, gboolean changed,
                     const PoplensLocation *location, PoplensReport *report)
{
  const PoplensTileContents *contents = self->answer.contents;
  gboolean two = contents->n_sides > 1;
  g_autofree char *note = poplens_contents_sentence (&self->answer);

  self->shown = list_contents_rows (contents, changed);
  PoplensTable *table =
      poplens_table_new (name, title, self->shown->len, two ? contents_cell_of_two : contents_cell,
                         self, contents_free, report);

  self->location = poplens_location_on_page (location, POPLENS_PAGE_LIVENESS);
  poplens_table_add_columns (table, two ? contents_columns_of_two : contents_columns,
                             two ? N_COLUMNS_OF_TWO : N_COLUMNS);
  for (guint c = BYTES; c <= (two ? CHANGE : BYTES); c++)
    poplens_table_add_total (table, c);
  if (!two)
    poplens_table_set_bar (table, SHARE);
  set_depths (table, self);
  if (self->shown->len < contents->rows->len)
    poplens_table_set_total_label (table, "Total of changed rows");
  poplens_table_set_link (table, contents_link);
  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_contents (PoplensReport *report, const PoplensLocation *location,
                        GCancellable *cancellable, GError **error)
{
  ContentsTable *self = g_new0 (ContentsTable, 1);

  if (poplens_report_contents (report, location, &self->answer, cancellable, error))
    return make_contents_table (self, "contents", "Tile contents", FALSE, location, report);
  contents_free (self);
  return NULL;
}

static PoplensTable *
build_of_two (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
              GCancellable *cancellable, GError **error)
{
  gboolean same = location && poplens_location_get_bool (location, "same", FALSE);
  g_auto (PoplensCompareSource) source = {0};
  ContentsTable *self;

  if (!poplens_compare_source_init (&source, report, error))
    return NULL;
  self = g_new0 (ContentsTable, 1);
  if (poplens_reports_contents (source.of, location, &self->answer, cancellable, error))
    return make_contents_table (self, join->name, join->title, !same, location, report);
  contents_free (self);
  return NULL;
}

const PoplensJoin poplens_join_contents = {.name = "contents",
                                           .title = "Tile contents",
                                           .keys = "step, scope, tile, ipu, by",
                                           .build = build_of_two};

/* ---- the sentence ---------------------------------------------------------------------------- */

/* Returns the part of the sentence on steps: ", at step 37", ", at its peak step 1225" or, for many
 * tiles, ", each tile at its own peak step". (transfer full) */
static char *
step_text (const PoplensContentsScope *of)
{
  if (of->step != POPLENS_NO_STEP)
    return g_strdup_printf (", at step %u", of->step);
  if (of->n_tiles != 1)
    return g_strdup (", each tile at its own peak step");
  return g_strdup_printf (", at its peak step %u", of->at);
}

static void
add_term (GString *text, gint64 bytes, const char *what)
{
  PoplensNumber number;

  g_string_append_printf (text, "%s%s %s", bytes < 0 ? " − " : " + ",
                          poplens_format_count (number, (guint64) ABS (bytes)), what);
}

/* Returns the sum of all bytes: "1,133,036 live + 22,172 packing + 652 gaps = 1,155,860 of 638,976
 * B". (transfer full) */
static char *
sum_text (const PoplensContentsSums *sums, const PoplensContentsScope *of)
{
  GString *text = g_string_new (NULL);
  PoplensNumber live, total, capacity;

  g_string_append_printf (text, "%s live", poplens_format_count (live, (guint64) sums->live));
  if (sums->not_live)
    add_term (text, sums->not_live, "not live at this step");
  add_term (text, sums->packing, "packing");
  add_term (text, sums->gaps, "gaps");
  g_string_append_printf (text, " = %s", poplens_format_count (total, (guint64) sums->total));
  if (of->capacity)
    g_string_append_printf (text, " of %s",
                            poplens_format_count (capacity, of->capacity * of->n_tiles));
  g_string_append (text, " B");
  return g_string_free (text, FALSE);
}

static char *
side_text (const PoplensContentsAnswer *answer, guint side, const char *before)
{
  const PoplensContentsScope *of = &answer->of[side];
  g_autofree char *step = step_text (of);
  g_autofree char *sums = sum_text (&answer->contents->sums[side], of);

  return *before ? g_strdup_printf ("%s%s%s: %s.", before, of->scope, step, sums)
                 : g_strdup_printf ("%c%s%s: %s.", g_ascii_toupper (*of->scope), of->scope + 1,
                                    step, sums);
}

char *
poplens_contents_sentence (const PoplensContentsAnswer *answer)
{
  gboolean two = answer->contents->n_sides > 1;
  g_autofree char *first = side_text (answer, 0, two ? "Before: " : "");
  g_autofree char *second = two ? side_text (answer, 1, "After: ") : NULL;
  GString *text = g_string_new (first);
  PoplensNumber steps;

  if (second)
    g_string_append_printf (text, " %s", second);
  if (answer->n_steps > 2)
    g_string_append_printf (text, " First two of %s.",
                            poplens_format_items (steps, answer->n_steps, "step"));
  if (answer->of[0].replicas > 1)
    g_string_append_printf (text, " One of %u replicas.", answer->of[0].replicas);
  return g_string_free (text, FALSE);
}
