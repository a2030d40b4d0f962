#include "database/columns.h"
#include "database/crew.h"
#include "profile/load-steps.h"

#include <string.h>

/* ---- names -------------------------------------------------------------------------------------
 */

/* Names of types, a few, in the order in which they came. */
typedef struct {
  guint n, last;
  struct {
    char *text;
    gsize size;
  } names[256];
} Names;

static void
names_clear (Names *self)
{
  for (guint i = 0; i < self->n; i++)
    g_free (self->names[i].text);
  self->n = 0;
}

static gboolean
is_name (const Names *self, guint i, const guint8 *text, gsize size)
{
  return self->names[i].size == size && (!size || !memcmp (self->names[i].text, text, size));
}

/* The text of @column, or "" for NULL; 256 where there is no more room. */
static guint
find_or_add (Names *self, PoplensQuery *q, int column)
{
  gsize size;
  const guint8 *text = poplens_query_blob (q, column, &size);

  if (self->last < self->n && is_name (self, self->last, text, size))
    return self->last;
  for (self->last = 0; self->last < self->n; self->last++)
    if (is_name (self, self->last, text, size))
      return self->last;
  if (self->n == G_N_ELEMENTS (self->names))
    return self->n;
  self->names[self->n].text = g_strndup ((const char *) text, size);
  self->names[self->n++].size = size;
  return self->last;
}

/* Adds the names to the part's; @place: which of them each one is. FALSE where they are too many.
 */
static gboolean
merge_names (PoplensStrings *strings, const Names *names, guint32 *ids, guint32 *n, guint most,
             guint8 *place)
{
  for (guint i = 0; i < names->n; i++) {
    guint32 id = poplens_strings_intern (strings, names->names[i].text, -1), at = 0;
    while (at < *n && ids[at] != id)
      at++;
    if (at == most)
      return FALSE;
    if (at == *n)
      ids[(*n)++] = id;
    place[i] = (guint8) at;
  }
  return TRUE;
}

static void
replace (guint8 *values, guint32 n, const guint8 *place, guint n_places)
{
  guint moved = 0;

  while (moved < n_places && place[moved] == moved)
    moved++;
  for (guint32 i = 0; moved < n_places && i < n; i++)
    values[i] = place[values[i]];
}

/* ---- steps -------------------------------------------------------------------------------------
 */

typedef struct {
  PoplensRange range;
  PoplensExecution *part; /* gets the names */
  guint8 *type, *sync;    /* of the two below; once joined, of the part's */
  guint32 *program;
  guint32 last_id;
  Names types, syncs;
} Steps;

static void
begin_steps (gpointer data)
{
  Steps *self = data;

  self->types = self->syncs = (Names){0};
  self->syncs.names[self->syncs.n++].text = g_strdup ("");
  self->part->n_types = 0;
  self->part->n_syncs = 1;
}

static void
end_steps (gpointer data)
{
  Steps *self = data;

  names_clear (&self->types);
  names_clear (&self->syncs);
}

static void
add_step (PoplensQuery *q, Steps *self)
{
  guint32 id = poplens_query_u32 (q, 0), n = self->range.n;
  guint type = find_or_add (&self->types, q, 1);
  guint sync = find_or_add (&self->syncs, q, 3);

  if (type > G_MAXUINT8 || sync > G_MAXUINT8)
    poplens_query_fail (q, "there are more than 256 types of steps or syncs");
  if (n && id <= self->last_id)
    poplens_query_fail (q, "duplicate step ID %u", id);
  self->last_id = id;
  if (!poplens_range_has_room (&self->range, q))
    return;
  poplens_range_take_id (&self->range, q, id);
  self->type[n] = (guint8) type;
  self->sync[n] = (guint8) sync;
  self->program[n] = poplens_query_u32_or (q, 2, G_MAXUINT32);
  self->range.n++;
}

static void
read_steps (PoplensQuery *q, gpointer data)
{
  while (poplens_query_next (q))
    add_step (q, data);
}

/* Names of its types become the part's. */
static gboolean
merge_types (PoplensExecution *part, Steps *self)
{
  guint8 types[256], syncs[256];
  guint32 known = part->n_types;

  if (!merge_names (part->strings, &self->types, part->type_name, &part->n_types, 256, types) ||
      !merge_names (part->strings, &self->syncs, part->sync_name, &part->n_syncs, 256, syncs))
    return FALSE;
  for (guint32 t = known; t < part->n_types; t++)
    part->type_kind[t] =
        poplens_step_kind_parse (poplens_strings_get (part->strings, part->type_name[t]));
  replace (self->type, self->range.n, types, self->types.n);
  replace (self->sync, self->range.n, syncs, self->syncs.n);
  return TRUE;
}

static gboolean
join_steps (gpointer data, gpointer range)
{
  Steps *whole = data;

  return merge_types (whole->part, range);
}

static const PoplensRangeKind steps_kind = {
    .table = "steps",
    .columns = "id!, type!, program, sync_type",
    .orders = {"id"},
    .rows = 1 << 15,
    .size = sizeof (Steps),
    .numbered = TRUE,
    .kept = {POPLENS_KEPT (Steps, type), POPLENS_KEPT (Steps, sync), POPLENS_KEPT (Steps, program)},
    .begin = begin_steps,
    .read = read_steps,
    .join = join_steps,
    .end = end_steps,
};

/* Which programs were executed, in order: one thread is done with it before the others are with
 * steps. */
static gboolean
read_trace (PoplensDatabase *database, gpointer data, GError **error)
{
  PoplensExecution *part = data;
  PoplensReading reading = {
      "program_trace",
      "id",
      &part->n_trace,
      {{"id!", POPLENS_NOT_KEPT}, {"program_id!", POPLENS_U32, &part->trace_program}}};

  g_clear_pointer (&part->trace_program, g_free);
  return poplens_read_columns (database, &reading, 1, NULL, error);
}

static gboolean
read_all (PoplensDatabase *database, PoplensExecution *part, PoplensRange *steps,
          PoplensRange *sums, GError **error)
{
  g_autoptr (GArray) jobs = g_array_new (FALSE, FALSE, sizeof (PoplensJob));

  /* Lists first: they take longest. */
  poplens_range_add_jobs (sums, database, jobs);
  poplens_crew_add (jobs, read_trace, part, 0, 1);
  poplens_range_add_jobs (steps, database, jobs);
  return (poplens_crew_run (database, jobs, "Loading executed steps", 0, 0.3) &&
          poplens_range_join (steps) && poplens_range_join (sums)) ||
         (poplens_range_read_whole (steps, database, error) &&
          poplens_range_read_whole (sums, database, error) && read_trace (database, part, error));
}

static void
take_steps (PoplensExecution *part, Steps *steps)
{
  PoplensRange *range = &steps->range;

  part->n_steps = range->n;
  part->step_type = g_steal_pointer (&steps->type);
  part->step_sync = g_steal_pointer (&steps->sync);
  part->step_program = g_steal_pointer (&steps->program);
  if (range->ids)
    part->step_id = poplens_column_steal (&range->ids);
  part->type_tile_cycles = g_new0 (guint64, MAX (part->n_types, 1));
}

gboolean
poplens_load_steps (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  PoplensCycleSums sums = {{&poplens_cycle_sums}, load->sizes};
  Steps steps = {{&steps_kind}, part};
  g_autoptr (PoplensRange) all_sums = &sums.range;
  g_autoptr (PoplensRange) all_steps = &steps.range;

  if (!read_all (load->database, part, all_steps, all_sums, error))
    return FALSE;
  /* Of those that were read in one go: no more than 256. */
  merge_types (part, &steps);
  take_steps (part, &steps);
  poplens_cycle_sums_tell_damage (&sums, part);
  return poplens_load_step_rows (load, part, &sums, error);
}

gboolean
poplens_load_first_steps (const PoplensLoad *load, PoplensExecution *part, guint32 most)
{
  Steps steps = {{&steps_kind}, part};
  g_autoptr (PoplensRange) range = &steps.range;

  if (!poplens_range_read_first (range, load->database, most))
    return FALSE;
  merge_types (part, &steps);
  take_steps (part, &steps);
  return poplens_load_first_step_rows (load, part, most);
}
