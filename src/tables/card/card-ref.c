#include "tables/card/card-ref.h"

#include <string.h>

typedef enum { BY_NUMBER, BY_NAME, BY_KEY } How;

/* Kinds of things with a card, and how they are asked for; others have NULL. */
static const struct {
  const char *phrase;
  How how;
} kinds[POPLENS_N_FOUND] = {
    [POPLENS_FOUND_TILE] = {"tile", BY_NUMBER},
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

/* ---- links -------------------------------------------------------------------------------------
 */

/* Keys of a location that select one thing; the first that there is counts. */
static const struct {
  const char *key;
  PoplensFoundKind kind;
} keys[] = {
    {"variable", POPLENS_FOUND_VARIABLE}, {"compute-set", POPLENS_FOUND_COMPUTE_SET},
    {"program", POPLENS_FOUND_PROGRAM},   {"operation", POPLENS_FOUND_OPERATION},
    {"line", POPLENS_FOUND_SOURCE},       {"tile", POPLENS_FOUND_TILE},
};

/* "5" or "Tile 5" for 5. */
static gboolean
is_called (const char *label, const char *number)
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
    /* Several things; or of operations a rest that is none. */
    if (!g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT32 - 1, NULL, NULL) ||
        (keys[i].kind == POPLENS_FOUND_TILE && !is_called (label, value)))
      return NULL;
    if (kinds[keys[i].kind].how == BY_NAME)
      return label ? write_ref (keys[i].kind, label) : NULL;
    return write_ref (keys[i].kind, value);
  }
  return NULL;
}

/* ---- selections --------------------------------------------------------------------------------
 */

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

/* Names are by row; rows of tile variables are their numbers. */
static guint32
variable_of_lowered (PoplensReport *report, guint32 lowered)
{
  const PoplensVariables *v = poplens_report_peek (report, POPLENS_PART_VARIABLES);

  return v && !v->id && lowered < v->n && v->unlowered[lowered] < v->n_unlowered
             ? v->unlowered_id[v->unlowered[lowered]]
             : G_MAXUINT32;
}

/* Keys of a location that select something that is of a thing. */
static const struct {
  const char *key;
  PoplensFoundKind kind;
  guint32 (*thing_of) (PoplensReport *report, guint32 number);
} parts[] = {
    {"tile-variable", POPLENS_FOUND_VARIABLE, variable_of_lowered},
    {"executed", POPLENS_FOUND_PROGRAM, program_of_executed},
    {"step", POPLENS_FOUND_PROGRAM, program_of_step},
};

/* What the key selects in @with alone; NULL: nothing. */
static const char *
chosen (const PoplensLocation *with, const PoplensLocation *without, const char *key)
{
  const char *value = poplens_location_get (with, key);

  return g_strcmp0 (value, poplens_location_get (without, key)) ? value : NULL;
}

static char *
ref_of_part (PoplensReport *report, const PoplensLocation *with, const PoplensLocation *without)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    const char *value = chosen (with, without, parts[i].key);
    guint64 number;
    if (!value || !g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT32 - 1, &number, NULL))
      continue;
    guint32 thing = parts[i].thing_of (report, (guint32) number);
    g_autofree char *id = g_strdup_printf ("%u", thing);
    return thing == G_MAXUINT32 ? NULL : write_ref (parts[i].kind, id);
  }
  return NULL;
}

char *
poplens_card_ref_of_selection (PoplensReport *report, const PoplensLocation *with,
                               const PoplensLocation *without, const char *label)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    const char *value = chosen (with, without, keys[i].key);
    if (!value)
      continue;
    g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_SUMMARY);
    g_autoptr (PoplensLocation) bare = poplens_location_with (page, keys[i].key, value);
    g_autofree char *link = poplens_location_to_string (bare);
    /* An item that selects a tile is that tile. */
    return poplens_card_ref_of_link (link, keys[i].kind == POPLENS_FOUND_TILE ? value : label);
  }
  return ref_of_part (report, with, without);
}

/* ---- rows --------------------------------------------------------------------------------------
 */

/* Tables whose rows are things, wherever their links lead: the first column, and the one that asks
 * for the thing. */
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
