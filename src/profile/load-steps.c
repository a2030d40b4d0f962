/* Loads the executed steps and the trace of programs into a part. Two threads read the large tables
 * in ranges, and sum the lists of cycles. */
#include "database/columns.h"
#include "database/crew.h"
#include "profile/load-steps.h"

#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

/* Names of step types or syncs in a range of rows, numbered in the order of their appearance.
 * merge_type_names () converts these numbers to those of the part. */
typedef struct {
  guint n, last;
  struct {
    char *text;
    gsize size;
  } names[256];
} TypeNames;

static void
type_names_clear (TypeNames *self)
{
  for (guint i = 0; i < self->n; i++)
    g_free (self->names[i].text);
  self->n = 0;
}

static gboolean
type_names_equal (const TypeNames *self, guint i, const guint8 *text, gsize size)
{
  return self->names[i].size == size && (!size || !memcmp (self->names[i].text, text, size));
}

/* Returns the number of the name in @column ("" for NULL); adds the name if it is new. Returns 256
 * if there are too many names. */
static guint
type_names_intern (TypeNames *self, PoplensQuery *q, int column)
{
  gsize size;
  const guint8 *text = poplens_query_blob (q, column, &size);

  if (self->last < self->n && type_names_equal (self, self->last, text, size))
    return self->last;
  for (self->last = 0; self->last < self->n; self->last++)
    if (type_names_equal (self, self->last, text, size))
      return self->last;
  if (self->n == G_N_ELEMENTS (self->names))
    return self->n;
  self->names[self->n].text = g_strndup ((const char *) text, size);
  self->names[self->n++].size = size;
  return self->last;
}

/* Merges @names into the part's names, whose *@n string ids are in @ids. @place: (out): index in
 * @ids of each of @names. FALSE if @ids would exceed @most. */
static gboolean
merge_type_names (PoplensStrings *strings, const TypeNames *names, guint32 *ids, guint32 *n,
                  guint most, guint8 *place)
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
renumber (guint8 *values, guint32 n, const guint8 *place, guint n_places)
{
  guint moved = 0;

  while (moved < n_places && place[moved] == moved)
    moved++;
  for (guint32 i = 0; moved < n_places && i < n; i++)
    values[i] = place[values[i]];
}

/* ---- steps ----------------------------------------------------------------------------------- */

typedef struct {
  PoplensRange range;
  PoplensExecution *part; /* receives the names */
  guint8 *type, *sync;    /* indices into .types, .syncs; merge_types () converts them for .part */
  guint32 *program;
  guint32 last_id;
  TypeNames types, syncs;
} StepRange;

static void
begin_steps (gpointer data)
{
  StepRange *self = data;

  self->types = self->syncs = (TypeNames){0};
  self->syncs.names[self->syncs.n++].text = g_strdup ("");
  self->part->n_types = 0;
  self->part->n_syncs = 1;
}

static void
end_steps (gpointer data)
{
  StepRange *self = data;

  type_names_clear (&self->types);
  type_names_clear (&self->syncs);
}

static void
add_step_row (PoplensQuery *q, StepRange *self)
{
  guint32 id = poplens_query_u32 (q, 0), n = self->range.n;
  guint type = type_names_intern (&self->types, q, 1);
  guint sync = type_names_intern (&self->syncs, q, 3);

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
step_range_read (PoplensQuery *q, gpointer data)
{
  while (poplens_query_next (q))
    add_step_row (q, data);
}

/* Adds the type and sync names of @self to @part, and converts .type and .sync of @self to the
 * part's indices. FALSE if there are too many names. */
static gboolean
merge_types (PoplensExecution *part, StepRange *self)
{
  guint8 types[256], syncs[256];
  guint32 known = part->n_types;

  if (!merge_type_names (part->strings, &self->types, part->type_name, &part->n_types, 256,
                         types) ||
      !merge_type_names (part->strings, &self->syncs, part->sync_name, &part->n_syncs, 256, syncs))
    return FALSE;
  for (guint32 t = known; t < part->n_types; t++)
    part->type_kind[t] =
        poplens_step_kind_parse (poplens_strings_get (part->strings, part->type_name[t]));
  renumber (self->type, self->range.n, types, self->types.n);
  renumber (self->sync, self->range.n, syncs, self->syncs.n);
  return TRUE;
}

static gboolean
join_steps (gpointer data, gpointer range)
{
  StepRange *whole = data;

  return merge_types (whole->part, range);
}

static const PoplensRangeKind steps_kind = {
    .table = "steps",
    .columns = "id!, type!, program, sync_type",
    .orders = {"id"},
    .rows = 1 << 15,
    .size = sizeof (StepRange),
    .numbered = TRUE,
    .kept = {POPLENS_KEPT (StepRange, type), POPLENS_KEPT (StepRange, sync),
             POPLENS_KEPT (StepRange, program)},
    .begin = begin_steps,
    .read = step_range_read,
    .join = join_steps,
    .end = end_steps,
};

/* Reads the ids of executed programs, in order. Runs as a separate job, while the other thread
 * reads ranges of steps. */
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
read_step_tables (PoplensDatabase *database, PoplensExecution *part, PoplensRange *steps,
                  PoplensRange *sums, GError **error)
{
  g_autoptr (GArray) jobs = g_array_new (FALSE, FALSE, sizeof (PoplensJob));

  /* Add the lists of cycles first: they take longest. */
  poplens_range_add_jobs (sums, database, jobs);
  poplens_crew_add (jobs, read_trace, part, 0, 1);
  poplens_range_add_jobs (steps, database, jobs);
  return (poplens_crew_run (database, jobs, "Loading executed steps", 0, 0.3) &&
          poplens_range_join (steps) && poplens_range_join (sums)) ||
         (poplens_range_read_whole (steps, database, error) &&
          poplens_range_read_whole (sums, database, error) && read_trace (database, part, error));
}

static void
move_steps (PoplensExecution *part, StepRange *steps)
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
  StepRange steps = {{&steps_kind}, part};
  g_autoptr (PoplensRange) all_sums = &sums.range;
  g_autoptr (PoplensRange) all_steps = &steps.range;

  if (!read_step_tables (load->database, part, all_steps, all_sums, error))
    return FALSE;
  /* This cannot fail: a range has at most 256 names. */
  merge_types (part, &steps);
  move_steps (part, &steps);
  poplens_cycle_sums_tell_damage (&sums, part);
  return poplens_load_step_rows (load, part, &sums, error);
}

gboolean
poplens_load_first_steps (const PoplensLoad *load, PoplensExecution *part, guint32 most)
{
  StepRange steps = {{&steps_kind}, part};
  g_autoptr (PoplensRange) range = &steps.range;

  if (!poplens_range_read_first (range, load->database, most))
    return FALSE;
  merge_types (part, &steps);
  move_steps (part, &steps);
  return poplens_load_first_step_rows (load, part, most);
}
