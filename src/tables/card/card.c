/* Builds cards: tables with the facts about one thing. Finds the thing to which a row, link or
 * selection belongs, and adds the rows that cards of all kinds share. */
#include "tables/card/card.h"

#include "base/error.h"
#include "base/format.h"
#include "base/visible.h"
#include "derived/insights/fit-source.h"
#include "tables/card/card-private.h"
#include "tables/engine/builders.h"
#include "tables/engine/registry.h"

#include <string.h>

/* ---- kinds of things ------------------------------------------------------------------------- */

typedef enum { BY_NUMBER, BY_NAME, BY_KEY } WordsKind;

/* Words before the number, name or key of a thing, by kind of thing: "tile" in "tile 5". Kinds of
 * things without cards have NULL. */
static const struct {
  const char *phrase;
  WordsKind how;
} kinds[POPLENS_N_FOUND] = {
    [POPLENS_FOUND_TILE] = {"tile", BY_NUMBER},
    [POPLENS_FOUND_EXECUTED] = {"executed step", BY_NUMBER},
    [POPLENS_FOUND_PROGRAM] = {"program", BY_NUMBER},
    [POPLENS_FOUND_COMPUTE_SET] = {"compute set", BY_NUMBER},
    [POPLENS_FOUND_VERTEX_TYPE] = {"vertex type", BY_NUMBER},
    [POPLENS_FOUND_VARIABLE] = {"variable", BY_NUMBER},
    [POPLENS_FOUND_OPERATION] = {"operation", BY_NAME},
    [POPLENS_FOUND_LAYER] = {"layer", BY_NAME},
    [POPLENS_FOUND_KIND] = {"kind", BY_NAME},
    [POPLENS_FOUND_SOURCE] = {"source", BY_KEY},
};

static char *
write_ref (PoplensFoundKind kind, const char *name)
{
  return g_strdup_printf ("%s %s", kinds[kind].phrase, name);
}

char *
poplens_card_ref_of_found (const PoplensFound *found)
{
  g_autofree char *id = g_strdup_printf ("%" G_GUINT64_FORMAT, found->id);

  if (found->is_pattern || !kinds[found->kind].phrase)
    return NULL;
  const char *names[] = {[BY_NUMBER] = id, [BY_NAME] = found->title, [BY_KEY] = found->key};
  const char *name = names[kinds[found->kind].how];
  return name ? write_ref (found->kind, name) : NULL;
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Keys of a location that select one thing. The first key that is set decides. */
static const struct {
  const char *key;
  PoplensFoundKind kind;
} keys[] = {
    {"variable", POPLENS_FOUND_VARIABLE}, {"compute-set", POPLENS_FOUND_COMPUTE_SET},
    {"program", POPLENS_FOUND_PROGRAM},   {"operation", POPLENS_FOUND_OPERATION},
    {"line", POPLENS_FOUND_SOURCE},       {"tile", POPLENS_FOUND_TILE},
};

/* TRUE if @label names tile @number: "5" or "Tile 5". */
static gboolean
is_label_of (const char *label, const char *number)
{
  gsize n = label ? strlen (label) : 0, tail = strlen (number);

  return n >= tail && !strcmp (label + n - tail, number) &&
         (n == tail || !g_ascii_strncasecmp (label, "tile ", n - tail));
}

char *
poplens_card_ref_of_link (const char *link, const char *label)
{
  g_autoptr (PoplensLocation) location = link ? poplens_location_parse (link, NULL) : NULL;

  for (guint i = 0; location && i < G_N_ELEMENTS (keys); i++) {
    const char *value = poplens_location_get (location, keys[i].key);
    if (!value)
      continue;
    if (kinds[keys[i].kind].how == BY_KEY)
      return write_ref (keys[i].kind, value);
    /* If the value is not a number, it selects several things: these have no card. */
    if (!g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT32 - 1, NULL, NULL) ||
        (keys[i].kind == POPLENS_FOUND_TILE && !is_label_of (label, value)))
      return NULL;
    if (kinds[keys[i].kind].how == BY_NAME)
      return label ? write_ref (keys[i].kind, label) : NULL;
    return write_ref (keys[i].kind, value);
  }
  return NULL;
}

/* ---- selections ------------------------------------------------------------------------------ */

static guint32
program_of_executed (PoplensReport *report, guint32 id)
{
  const PoplensExecution *execution = poplens_report_peek (report, POPLENS_PART_EXECUTION);
  guint32 step = execution ? poplens_execution_find_step (execution, id) : POPLENS_NO_ROW;

  return step == POPLENS_NO_ROW ? G_MAXUINT32 : execution->step_program[step];
}

static guint32
program_of_step (PoplensReport *report, guint32 step)
{
  const PoplensLiveness *liveness = poplens_report_peek (report, POPLENS_PART_LIVENESS);

  return liveness && step < liveness->n_steps ? liveness->program[step] : G_MAXUINT32;
}

/* Returns the ID of the unlowered variable to which the variable @lowered belongs. @lowered: ID.
 * G_MAXUINT32 if unknown. */
static guint32
variable_of_lowered (PoplensReport *report, guint32 lowered)
{
  const PoplensVariables *v = poplens_report_peek (report, POPLENS_PART_VARIABLES);

  return v && !v->id && lowered < v->n && v->unlowered[lowered] < v->n_unlowered
             ? v->unlowered_id[v->unlowered[lowered]]
             : G_MAXUINT32;
}

/* Keys of a location that select something without a card of its own: a tile variable or a step.
 * The function returns the ID of the variable or program to which it belongs. */
static const struct {
  const char *key;
  PoplensFoundKind kind;
  guint32 (*thing_of) (PoplensReport *report, guint32 number);
} parts[] = {
    {"tile-variable", POPLENS_FOUND_VARIABLE, variable_of_lowered},
    {"executed", POPLENS_FOUND_PROGRAM, program_of_executed},
    {"step", POPLENS_FOUND_PROGRAM, program_of_step},
};

/* Returns the value of @key in @with. (nullable): NULL if @without has the same value */
static const char *
get_selected_value (const PoplensLocation *with, const PoplensLocation *without, const char *key)
{
  const char *value = poplens_location_get (with, key);

  return g_strcmp0 (value, poplens_location_get (without, key)) ? value : NULL;
}

static char *
ref_of_part (PoplensReport *report, const PoplensLocation *with, const PoplensLocation *without)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const char *value = get_selected_value (with, without, parts[i].key);
    guint64 number;
    if (!value || !g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT32 - 1, &number, NULL))
      continue;
    guint32 thing = parts[i].thing_of (report, (guint32) number);
    g_autofree char *id = g_strdup_printf ("%u", thing);
    if (thing != G_MAXUINT32)
      return write_ref (parts[i].kind, id);
    return strcmp (parts[i].key, "executed") ? NULL : write_ref (POPLENS_FOUND_EXECUTED, value);
  }
  return NULL;
}

char *
poplens_card_ref_of_selection (PoplensReport *report, const PoplensLocation *with,
                               const PoplensLocation *without, const char *label)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    const char *value = get_selected_value (with, without, keys[i].key);
    if (!value)
      continue;
    g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_SUMMARY);
    g_autoptr (PoplensLocation) bare = poplens_location_with (page, keys[i].key, value);
    g_autofree char *link = poplens_location_to_string (bare);
    /* The card of a tile does not depend on the label of the chart's item. */
    return poplens_card_ref_of_link (link, keys[i].kind == POPLENS_FOUND_TILE ? value : label);
  }
  return ref_of_part (report, with, without);
}

/* ---- rows that are things -------------------------------------------------------------------- */

/* Tables in which each row is about a thing, even if the row links elsewhere: name of the table's
 * first column, and the column that identifies the thing. */
static const struct {
  const char *first, *column;
  PoplensFoundKind kind;
} columns[] = {
    {"variable", "id", POPLENS_FOUND_VARIABLE},
    {"compute_set", "id", POPLENS_FOUND_COMPUTE_SET},
    {"vertex_type", "vertex_type", POPLENS_FOUND_VERTEX_TYPE},
    {"source", "key", POPLENS_FOUND_SOURCE},
    {"source", "file", POPLENS_FOUND_SOURCE},
};

static char *
ref_of_columns (const PoplensTable *table, guint32 row)
{
  const char *first = poplens_table_get_column (table, 0)->name;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++) {
    int at = strcmp (first, columns[i].first)
                 ? -1
                 : poplens_table_find_column (table, columns[i].column);
    PoplensValue value = at < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) at);
    PoplensNumber number;
    const char *name = poplens_value_plain (&value, number);
    if (at >= 0 && *name)
      return write_ref (columns[i].kind, name);
  }
  return NULL;
}

static char *
ref_of_link_of_row (const PoplensTable *table, guint32 row, const char *link)
{
  PoplensValue name = poplens_table_get (table, row, 0);
  PoplensNumber number;

  return poplens_card_ref_of_link (link, poplens_value_plain (&name, number));
}

char *
poplens_card_ref_of_row (const PoplensTable *table, guint32 row)
{
  g_autofree char *link = poplens_table_get_link (table, row);
  char *ref = poplens_table_n_columns (table) ? ref_of_columns (table, row) : NULL;

  return ref || !link ? ref : ref_of_link_of_row (table, row, link);
}

gboolean
poplens_card_row_leads (const PoplensTable *table, guint32 row)
{
  g_autofree char *link = poplens_table_get_link (table, row);
  g_autofree char *ref = link ? NULL : poplens_card_ref_of_row (table, row);

  return link || ref;
}

/* ---- rows of a card -------------------------------------------------------------------------- */

void
poplens_card_take_error (PoplensCard *self, GError *error)
{
  if (error && !self->wrong && !poplens_error_is_lack (error))
    self->wrong = error;
  else
    g_clear_error (&error);
}

static void
add_card_fact (PoplensCard *self, const char *what, const PoplensValue *value, const char *detail,
               double share, char *location)
{
  PoplensCardFact *fact = poplens_card_facts_add (self->rows, 0, what, value);
  g_autofree char *link = location;

  fact->detail = poplens_records_text (self->rows, detail);
  fact->source = "derived";
  if (share > 0)
    fact->share = share;
  if (link)
    poplens_card_facts_link (self->rows, "%s", link);
}

void
poplens_card_add (PoplensCard *self, const char *what, const char *text, gint64 bytes, double share,
                  char *location)
{
  PoplensValue value = bytes > 0 ? poplens_value_int (bytes, POPLENS_UNIT_BYTES)
                       : text    ? poplens_value_text (text)
                                 : (PoplensValue){0};

  add_card_fact (self, what, &value, bytes > 0 ? text : NULL, share, location);
}

void
poplens_card_add_value (PoplensCard *self, const char *what, guint64 number, PoplensUnit unit,
                        const char *detail, char *location)
{
  PoplensValue value = poplens_value_int ((gint64) number, unit);

  add_card_fact (self, what, &value, detail, 0, location);
}

/* ---- numbers --------------------------------------------------------------------------------- */

void
poplens_card_add_number (PoplensCard *self, const char *what, guint64 number, char *location)
{
  if (number)
    poplens_card_add_value (self, what, number, POPLENS_UNIT_COUNT, NULL, location);
  else
    g_free (location);
}

void
poplens_card_add_items (PoplensCard *self, const char *what, guint64 n, const char *noun,
                        char *location)
{
  PoplensNumber text;

  if (n)
    poplens_card_add (self, what, poplens_format_items (text, n, noun), 0, 0, location);
  else
    g_free (location);
}

void
poplens_card_add_bytes (PoplensCard *self, const char *what, guint64 bytes, char *location)
{
  if (bytes)
    poplens_card_add (self, what, NULL, (gint64) bytes, 0, location);
  else
    g_free (location);
}

void
poplens_card_add_tile_bytes (PoplensCard *self, const char *what, const char *value, guint64 bytes,
                             char *location)
{
  double share = self->fit->capacity ? (double) bytes / (double) self->fit->capacity : 0;

  if (bytes)
    poplens_card_add (self, what, value, (gint64) bytes, share, location);
  else
    g_free (location);
}

/* ---- cells of other tables ------------------------------------------------------------------- */

static void
cells_init (PoplensCardCells *self, PoplensCard *card, const char *table, const char *location,
            gboolean compares)
{
  GError *error = NULL;
  g_autoptr (PoplensLocation) at = poplens_location_parse (location, &error);

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (at && !card->wrong)
    self->table = (compares ? poplens_tables_compare : poplens_tables_build) (
        table, card->report, at, card->cancellable, &error);
  poplens_card_take_error (card, error);
}

void
poplens_card_cells_init (PoplensCardCells *self, PoplensCard *card, const char *table,
                         const char *location)
{
  cells_init (self, card, table, location, FALSE);
}

void
poplens_card_cells_init_of_two (PoplensCardCells *self, PoplensCard *card, const char *table,
                                const char *location)
{
  cells_init (self, card, table, location, TRUE);
}

void
poplens_card_cells_clear (PoplensCardCells *self)
{
  g_clear_pointer (&self->table, poplens_table_unref);
  g_clear_pointer (&self->rows, g_array_unref);
}

static gboolean
is_value (const PoplensValue *value, const char *text, guint64 id)
{
  if (value->type == POPLENS_VALUE_TEXT)
    return text && !strcmp (value->text, text);
  return !text && value->type == POPLENS_VALUE_INT && (guint64) value->integer == id;
}

static void
choose_cells (PoplensCardCells *self, const char *column, const char *text, guint64 id)
{
  g_autoptr (GArray) before = self->rows;
  int at = self->table ? poplens_table_find_column (self->table, column) : -1;
  guint32 n = before->len ? before->len : self->table ? poplens_table_n_rows (self->table) : 0;

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; at >= 0 && i < n; i++) {
    guint32 row = before->len ? g_array_index (before, guint32, i) : i;
    PoplensValue value = poplens_table_get (self->table, row, (guint) at);
    if (is_value (&value, text, id))
      g_array_append_val (self->rows, row);
  }
}

void
poplens_card_cells_choose_text (PoplensCardCells *self, const char *column, const char *text)
{
  choose_cells (self, column, text, 0);
}

void
poplens_card_cells_choose_id (PoplensCardCells *self, const char *column, guint64 id)
{
  choose_cells (self, column, NULL, id);
}

static void
add_cell_value (PoplensCard *self, const char *what, const PoplensValue *value, char *location)
{
  if (value->type == POPLENS_VALUE_NULL ||
      (value->type == POPLENS_VALUE_TEXT ? !*value->text : !value->integer))
    g_free (location);
  else
    add_card_fact (self, what, value, NULL, 0, location);
}

void
poplens_card_add_cell (PoplensCard *self, const PoplensCardCells *cells, const char *column,
                       const char *what, char *location)
{
  int at = cells->table ? poplens_table_find_column (cells->table, column) : -1;
  PoplensValue value = {0};

  if (at >= 0 && cells->rows->len) {
    value = poplens_table_get (cells->table, g_array_index (cells->rows, guint32, 0), (guint) at);
    if (cells->rows->len > 1 && value.type != POPLENS_VALUE_TEXT)
      value = poplens_table_sum (cells->table, (guint) at,
                                 (const guint32 *) (gpointer) cells->rows->data, cells->rows->len);
  }
  add_cell_value (self, what, &value, location);
}

void
poplens_card_add_recorded (PoplensCard *self, const char *location, const char *const *but)
{
  enum { WHAT, VALUE, SOURCE, DOC, KEY, PLACE, N_COLUMNS };
  static const char *const names[N_COLUMNS] = {"what", "value", "source", "doc", "key", "location"};
  g_auto (PoplensCardCells) cells = {0};
  guint16 above = 1; /* levels by which facts below the skipped fact move up */

  poplens_card_cells_init (&cells, self, "card", location);
  for (guint32 row = 1; cells.table && row < poplens_table_n_rows (cells.table); row++) {
    PoplensValue values[N_COLUMNS];
    guint16 depth = (guint16) poplens_table_get_depth (cells.table, row);
    above = depth ? above : 0;
    for (guint c = 0; c < N_COLUMNS; c++)
      values[c] = poplens_table_get (cells.table, row,
                                     (guint) poplens_table_find_column (cells.table, names[c]));
    if (but && values[KEY].type == POPLENS_VALUE_TEXT && g_strv_contains (but, values[KEY].text))
      continue;
    PoplensCardFact *fact =
        poplens_card_facts_add (self->rows, depth - above, values[WHAT].text, &values[VALUE]);
    fact->doc = poplens_records_text (self->rows, values[DOC].text);
    fact->key = poplens_records_text (self->rows, values[KEY].text);
    fact->source = poplens_records_text (self->rows, values[SOURCE].text);
    poplens_card_facts_link (
        self->rows, "%s", values[PLACE].type == POPLENS_VALUE_TEXT ? values[PLACE].text : location);
  }
}

/* ---- changes --------------------------------------------------------------------------------- */

static gboolean
moves_any (const PoplensCard *self, PoplensMove move, const guint8 *hit)
{
  const PoplensTilesAlike *alike =
      poplens_what_if_get_alike (poplens_moves_get_what_if (self->moves));
  const PoplensMoveSet *set = poplens_moves_get (self->moves, move, POPLENS_ESTIMATE_OPTIMISTIC);

  for (guint32 p = 0; p < alike->n_pairs; p++)
    if (set->is_moved[p] && hit[alike->pairs[p].group])
      return TRUE;
  return FALSE;
}

static gboolean
is_profiler (const PoplensCard *self, const guint8 *hit)
{
  for (guint32 g = 0; g < self->kinds->n; g++)
    if (hit[g] && self->kinds->kind[g] == POPLENS_KIND_PROFILER)
      return TRUE;
  return FALSE;
}

static gboolean
change_touches (const PoplensCard *self, const PoplensChange *change, const guint8 *hit)
{
  switch (change->kind) {
  case POPLENS_CHANGE_OPTIMISER_OFF_CHIP:
    return moves_any (self, POPLENS_MOVE_OPTIMISER, hit);
  case POPLENS_CHANGE_ACCUMULATORS_OFF_CHIP:
    return moves_any (self, POPLENS_MOVE_ACCUMULATORS, hit);
  case POPLENS_CHANGE_RECOMPUTE:
    return moves_any (self, POPLENS_MOVE_RECOMPUTE, hit);
  case POPLENS_CHANGE_WITHOUT_INSTRUMENTATION:
    return is_profiler (self, hit);
  default:
    return poplens_what_if_shrinks (self->moves, change, hit);
  }
}

static gboolean
is_about (const PoplensCard *self, const PoplensFitChange *change, const guint8 *hit)
{
  for (guint32 g = 0; g < self->kinds->n; g++)
    if (hit[g] && g_strv_contains (change->about, poplens_kind_key (self->kinds->kind[g])))
      return TRUE;
  return FALSE;
}

/* Adds rows on suggested changes that make the thing smaller. Changes that may remove the first
 * cause of the excess over capacity come first. */
void
poplens_card_add_changes (PoplensCard *self, const guint8 *hit)
{
  for (guint i = 0; i < self->fit->changes->len; i++) {
    const PoplensFitChange *change = self->fit->changes->pdata[i];
    if (change->change ? change_touches (self, change->change, hit)
                       : change->is_answer && is_about (self, change, hit))
      poplens_card_add (self, "Change", change->title, 0, 0, g_strdup (change->location));
  }
}

void
poplens_card_add_scale (PoplensCard *self, const char *name)
{
  g_autofree char *half = g_strdup_printf ("%s=0.5", name);

  poplens_card_add (self, "Scale in What If", "\u00d7 0.5", 0, 0,
                    poplens_finder_location ("insights?view=what-if", "scale", half));
}

/* ---- the card -------------------------------------------------------------------------------- */

static void
add_card_head (PoplensCard *self)
{
  poplens_card_add (self, poplens_found_kind_title (self->found->kind), self->found->title, 0, 0,
                    g_strdup (self->found->location));
  if (self->found->detail && *self->found->detail)
    poplens_card_add (self, "Details", self->found->detail, 0, 0, g_strdup (self->found->location));
}

gboolean
poplens_card_load_memory (PoplensCard *self)
{
  GError *error = NULL;

  if (self->bytes)
    return TRUE;
  self->moves = poplens_report_moves (self->report, self->cancellable, &error);
  self->fit = self->moves ? poplens_report_fit (self->report, self->cancellable, &error) : NULL;
  if (self->fit)
    self->variables = poplens_report_load_lowered (self->report, self->cancellable, &error);
  poplens_card_take_error (self, error);
  if (!self->variables)
    return FALSE;
  self->liveness = poplens_report_peek (self->report, POPLENS_PART_LIVENESS);
  self->bytes = poplens_what_if_get_bytes (poplens_moves_get_what_if (self->moves));
  self->kinds = poplens_moves_get_kinds (self->moves);
  return TRUE;
}

/* Adds the rows for the kind of thing, and the row on similar names. */
static void
add_facts_of_kind (PoplensCard *self)
{
  static void (*const builders[POPLENS_N_FOUND]) (PoplensCard * self) = {
      [POPLENS_FOUND_VARIABLE] = poplens_card_add_variable,
      [POPLENS_FOUND_TILE] = poplens_card_add_tile,
      [POPLENS_FOUND_EXECUTED] = poplens_card_add_executed,
      [POPLENS_FOUND_PROGRAM] = poplens_card_add_program,
      [POPLENS_FOUND_COMPUTE_SET] = poplens_card_add_compute_set,
      [POPLENS_FOUND_VERTEX_TYPE] = poplens_card_add_vertex_type,
      [POPLENS_FOUND_OPERATION] = poplens_card_add_operation,
      [POPLENS_FOUND_LAYER] = poplens_card_add_layer,
      [POPLENS_FOUND_KIND] = poplens_card_add_kind,
      [POPLENS_FOUND_SOURCE] = poplens_card_add_source,
  };

  if (builders[self->found->kind])
    builders[self->found->kind](self);
  poplens_card_add_alike (self);
}

static void
card_clear (PoplensCard *self)
{
  g_clear_pointer (&self->rows, poplens_records_free);
  g_clear_pointer (&self->finder, poplens_finder_unref);
  g_clear_error (&self->wrong);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCard, card_clear)

PoplensTable *
poplens_card_new (PoplensReport *report, const PoplensFound *found, GCancellable *cancellable,
                  GError **error)
{
  g_auto (PoplensCard) self = {.report = report, .found = found, .cancellable = cancellable};

  self.finder = poplens_finder_of (report, cancellable, error);
  if (!self.finder)
    return NULL;
  self.rows = poplens_card_facts_new ();
  add_card_head (&self);
  add_facts_of_kind (&self);
  if (!self.wrong && !g_cancellable_set_error_if_cancelled (cancellable, error))
    return poplens_card_facts_finish (g_steal_pointer (&self.rows), found->title, report);
  if (self.wrong)
    g_propagate_error (error, g_steal_pointer (&self.wrong));
  return NULL;
}

/* ---- by words -------------------------------------------------------------------------------- */

#define MOST_OTHERS 3

/* Returns "First of 9 matches; for another: poplens-cli show REPORT 'tile 9' or 'executed step 9';
 * poplens-cli find lists all." @finds: at most MOST_OTHERS + 1 results; the first result is shown.
 * (transfer full) */
static char *
name_others (const PoplensFinds *finds)
{
  GString *text = g_string_new (NULL);
  PoplensNumber all;

  g_string_printf (text, "First of %s matches; for another: poplens-cli show REPORT",
                   poplens_format_count (all, finds->total));
  for (guint i = 1; i < finds->results->len; i++) {
    const PoplensFound *other = finds->results->pdata[i];
    g_autofree char *words =
        other->kind < POPLENS_FOUND_OPERATION
            ? g_strdup_printf ("%s %" G_GUINT64_FORMAT, poplens_found_kind_phrase (other->kind),
                               other->id)
            : g_strdup_printf ("%s %s", poplens_found_kind_phrase (other->kind), other->title);
    g_autofree char *argument = poplens_shell_argument (words);
    g_string_append_printf (text, "%s %s", i > 1 ? " or" : "", argument);
  }
  g_string_append (text,
                   finds->total > finds->results->len ? "; poplens-cli find lists all." : ".");
  return g_string_free (text, FALSE);
}

/* Returns the card of the best match of @query; its note names other matches. (transfer full)
 * (nullable): NULL with @error */
static PoplensTable *
card_of_words (PoplensReport *report, const char *query, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFinder) finder = poplens_finder_of (report, cancellable, error);
  g_autoptr (PoplensFinds) finds =
      finder ? poplens_finder_find (finder, query, 1 + MOST_OTHERS, POPLENS_BYTE_UNIT_BINARY,
                                    cancellable, error)
             : NULL;

  if (!finds)
    return NULL;
  if (!finds->results->len) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s",
                 finds->hint ? finds->hint : "nothing found");
    return NULL;
  }
  PoplensTable *table = poplens_card_new (report, finds->results->pdata[0], cancellable, error);
  if (table && finds->total > 1) {
    g_autofree char *note = name_others (finds);
    poplens_table_set_note (table, note);
  }
  return table;
}

/* ---- by location ----------------------------------------------------------------------------- */

/* Kinds of things whose cards only have recorded facts. .key: key of a location that selects the
 * thing. .word: (nullable): word before the number in the key "thing", for things that the finder
 * does not find. */
static const struct {
  const char *key, *word;
  PoplensTable *(*build) (PoplensReport *report, const PoplensLocation *location,
                          GCancellable *cancellable, GError **error);
} recorded[] = {
    {"executed", NULL, poplens_build_card_of_step},
    {"block", "block ", poplens_build_card_of_block},
    {"context", "context ", poplens_build_card_of_context},
    {"program", NULL, poplens_build_card_of_program},
};

static PoplensTable *
card_of_location (PoplensReport *report, const PoplensLocation *location, GCancellable *cancellable,
                  GError **error)
{
  PoplensPageId page = poplens_location_get_page (location);

  if (page == POPLENS_PAGE_PROGRAMS)
    return poplens_build_card_of_program (report, location, cancellable, error);
  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    if (poplens_location_get (location, recorded[i].key))
      return recorded[i].build (report, location, cancellable, error);
  if (page == POPLENS_PAGE_TRACE) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                         "Select a step or a block to see its details");
    return NULL;
  }
  PoplensTable *table = poplens_card_facts_finish (poplens_card_facts_new (), "Card", report);
  poplens_table_set_note (table, "Nothing selected. Set thing to words as find takes them.");
  return table;
}

/* Returns the card of the thing that the location's key "thing" finds or, without that key, of the
 * thing that its other keys select. */
PoplensTable *
poplens_build_card (PoplensReport *report, const PoplensLocation *location,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) nowhere = poplens_location_new (POPLENS_PAGE_SUMMARY);
  const PoplensLocation *at = location ? location : nowhere;
  const char *query = poplens_location_get (at, "thing");

  if (!query || !*query)
    return card_of_location (report, at, cancellable, error);
  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    if (recorded[i].word && g_str_has_prefix (query, recorded[i].word)) {
      g_autoptr (PoplensLocation) of =
          poplens_location_with (nowhere, recorded[i].key, query + strlen (recorded[i].word));
      return recorded[i].build (report, of, cancellable, error);
    }
  return card_of_words (report, query, cancellable, error);
}
