#include "profile/columns.h"
#include "profile/load-steps.h"

#include <string.h>

/* Row ids of a slice. */
#define SLICE (1u << 15)

/* ---- steps -------------------------------------------------------------------------------------
 */

/* Names of types, a few, in the order in which they came. */
typedef struct {
  guint n, last;
  struct {
    char *text;
    gsize size;
  } names[256];
} Names;

typedef struct {
  PoplensRowSpan span;
  guint8 *type, *sync; /* of the two below */
  guint32 *program;
  guint32 n, room;
  GArray *ids; /* NULL in a slice, where an id is its row's number */
  guint32 last_id;
  gboolean dense;
  Names types, syncs;
} Steps;

static void
names_clear (Names *self)
{
  for (guint i = 0; i < self->n; i++)
    g_free (self->names[i].text);
  self->n = 0;
}

static void
steps_clear_names (Steps *self)
{
  names_clear (&self->types);
  names_clear (&self->syncs);
}

static void
steps_clear (Steps *self)
{
  steps_clear_names (self);
  g_free (self->type);
  g_free (self->sync);
  g_free (self->program);
  g_clear_pointer (&self->ids, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Steps, steps_clear)

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

static void
grow_steps (Steps *self)
{
  self->room = poplens_slice_grown (self->room);
  self->type = g_renew (guint8, self->type, self->room);
  self->sync = g_renew (guint8, self->sync, self->room);
  self->program = g_renew (guint32, self->program, self->room);
}

/* Ids are written down from where they are not the rows' numbers: in no real file. */
static void
keep_id (Steps *self, guint32 id)
{
  if (self->dense && id != self->n)
    for (self->dense = FALSE; self->ids->len < self->n;)
      POPLENS_PUSH (self->ids, guint32, self->ids->len);
  if (!self->dense)
    POPLENS_PUSH (self->ids, guint32, id);
}

static void
add_step (PoplensQuery *q, Steps *self)
{
  guint32 id = poplens_query_u32 (q, 0);
  guint type = find_or_add (&self->types, q, 1);
  guint sync = find_or_add (&self->syncs, q, 3);

  if (type > G_MAXUINT8 || sync > G_MAXUINT8)
    poplens_query_fail (q, "there are more than 256 types of steps or syncs");
  if (self->n && id <= self->last_id)
    poplens_query_fail (q, "duplicate step ID %u", id);
  if (poplens_span_is_slice (self->span) && id != self->span.first + self->n)
    poplens_query_fail (q, "step ID %u differs from its row number", id);
  self->last_id = id;
  if (!poplens_slice_has_room (q, self->span, self->n, self->room))
    return;
  if (self->n == self->room)
    grow_steps (self);
  if (self->ids)
    keep_id (self, id);
  self->type[self->n] = (guint8) type;
  self->sync[self->n] = (guint8) sync;
  self->program[self->n++] = poplens_query_u32_or (q, 2, G_MAXUINT32);
}

static gboolean
read_steps (const PoplensLoad *load, gpointer data, GError **error)
{
  g_autofree Steps *self = g_memdup2 (data, sizeof *self);
  g_autoptr (PoplensQuery) q = poplens_load_slice_rows (
      load, "steps", "id!, type!, program, sync_type", "id", self->span, error);

  self->syncs.names[self->syncs.n++].text = g_strdup ("");
  while (q && poplens_query_next (q))
    add_step (q, self);
  *(Steps *) data = *self;
  return q && poplens_query_end (q, error);
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
  replace (self->type, self->n, types, self->types.n);
  replace (self->sync, self->n, syncs, self->syncs.n);
  return TRUE;
}

/* ---- in slices ---------------------------------------------------------------------------------
 */

/* The slices of @span, whose columns are those of @steps. (transfer full) */
static Steps *
cut_steps (Steps *steps, PoplensRowSpan span, guint n)
{
  Steps *slices = g_new0 (Steps, n);

  steps->room = poplens_span_length (span);
  steps->type = g_new (guint8, steps->room);
  steps->sync = g_new (guint8, steps->room);
  steps->program = g_new (guint32, steps->room);
  for (guint i = 0; i < n; i++) {
    PoplensRowSpan part = poplens_span_slice (span, SLICE, i);
    slices[i] = (Steps){.span = part,
                        .type = steps->type + part.first,
                        .sync = steps->sync + part.first,
                        .program = steps->program + part.first,
                        .room = poplens_span_length (part)};
  }
  return slices;
}

/* FALSE where a row id has no step, or there are too many types. */
static gboolean
join_steps (PoplensExecution *part, Steps *steps, Steps *slices, guint n)
{
  gboolean good = TRUE;

  for (guint i = 0; i < n; i++) {
    good = good && slices[i].n == slices[i].room && merge_types (part, &slices[i]);
    steps->n += slices[i].n;
    steps_clear_names (&slices[i]);
  }
  return good;
}

static void
take_steps (PoplensExecution *part, Steps *steps)
{
  part->n_steps = steps->n;
  part->step_type = g_renew (guint8, g_steal_pointer (&steps->type), MAX (steps->n, 1));
  part->step_sync = g_renew (guint8, g_steal_pointer (&steps->sync), MAX (steps->n, 1));
  part->step_program = g_renew (guint32, g_steal_pointer (&steps->program), MAX (steps->n, 1));
  if (steps->ids && !steps->dense)
    part->step_id = poplens_column_steal (&steps->ids);
}

/* Which programs were executed, in order: one thread is done with it before the others are with
 * steps. */
static gboolean
read_trace (const PoplensLoad *load, gpointer data, GError **error)
{
  PoplensExecution *part = data;
  PoplensReading reading = {
      "program_trace",
      "id",
      &part->n_trace,
      {{"id!", POPLENS_NOT_KEPT}, {"program_id!", POPLENS_U32, &part->trace_program}}};

  return poplens_read_columns (load, &reading, 1, NULL, error);
}

/* Steps, lists and the trace; FALSE where they are to be read in one go. */
static gboolean
read_steps_in_slices (const PoplensLoad *load, PoplensExecution *part, PoplensCycleSums *sums)
{
  g_auto (Steps) steps = {0};
  g_autoptr (GArray) jobs = g_array_new (FALSE, FALSE, sizeof (PoplensJob));
  PoplensRowSpan span;
  guint n_steps, n_lists = 0;
  g_autofree Steps *slices = NULL;
  g_autofree PoplensCycleSums *lists = NULL;
  gboolean good;

  if (!poplens_load_span (load, "steps", &span) || span.first)
    return FALSE;
  n_steps = poplens_span_slices (span, SLICE);
  slices = cut_steps (&steps, span, n_steps);
  /* Lists first: they take longest. */
  lists = poplens_cycle_sums_add_jobs (load, sums, jobs, &n_lists);
  poplens_crew_add (jobs, read_trace, part, 0, 1);
  poplens_crew_add (jobs, read_steps, slices, sizeof (Steps), n_steps);
  good = poplens_crew_run (load, jobs, "Loading executed steps", 0, 0.3);
  good = join_steps (part, &steps, slices, n_steps) && good &&
         poplens_cycle_sums_join (sums, lists, n_lists);
  if (good)
    take_steps (part, &steps);
  return good;
}

/* ---- in one go ---------------------------------------------------------------------------------
 */

static gboolean
read_steps_whole (const PoplensLoad *load, PoplensExecution *part, PoplensCycleSums *sums,
                  GError **error)
{
  g_auto (Steps)
      steps = {.span = poplens_span_whole, .ids = POPLENS_COLUMN (guint32), .dense = TRUE};

  part->n_types = 0;
  part->n_syncs = 1;
  g_clear_pointer (&part->trace_program, g_free);
  if (!read_steps (load, &steps, error) || !poplens_cycle_sums_read (load, sums, error) ||
      !read_trace (load, part, error))
    return FALSE;
  merge_types (part, &steps); /* no more than 256 */
  take_steps (part, &steps);
  return TRUE;
}

gboolean
poplens_load_steps (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_auto (PoplensCycleSums) sums = {0};

  if (!read_steps_in_slices (load, part, &sums) && !read_steps_whole (load, part, &sums, error))
    return FALSE;
  part->type_tile_cycles = g_new0 (guint64, MAX (part->n_types, 1));
  poplens_cycle_sums_tell_damage (&sums, part);
  return poplens_load_step_rows (load, part, &sums, error);
}
