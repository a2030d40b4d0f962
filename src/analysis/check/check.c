/* Runs the checks of a report, group by group, and records their cases and failures. */
#include "analysis/check/check.h"

#include "analysis/check/check-private.h"
#include "base/error.h"
#include "base/format.h"
#include "base/search.h"
#include "base/work.h"

/* ---- list of checks -------------------------------------------------------------------------- */

typedef struct {
  PoplensCheckGroupId group;
  const char *key, *title, *exceptions, *none;
} PoplensCheckSpec;

typedef struct {
  guint32 parts; /* bit set of the parts that must be present */
  guint weight;  /* share of the run in the progress, relative to other groups */
  void (*run) (PoplensCheckRun *run); /* NULL: the group has a single check, of the IDs in the
                                         tables of .references */
  PoplensReferences references;
} PoplensCheckGroup;

static const PoplensCheckSpec check_specs[N_CHECKS] = {
#define CHECK(id, group, key, title, exceptions, none)                                             \
  [CHECK_##id] = {GROUP_##group, key, title, exceptions, none},
#include "analysis/check/check-specs.h"
#undef CHECK
};

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)

static const PoplensCheckGroup check_groups[N_GROUPS] = {
    [GROUP_FILES] = {0, 0, poplens_check_files},
    [GROUP_TOGETHER] = {0, 1, poplens_check_together},
    [GROUP_KEYS] = {0, 1, poplens_check_keys},
    [GROUP_INDICES] = {0, 1, poplens_check_indices},
    [GROUP_TARGET] = {BIT (TARGET), 1, poplens_check_target},
    [GROUP_TILES] = {BIT (TARGET) | BIT (MEMORY) | BIT (VARIABLES), 20, poplens_check_tiles},
    [GROUP_MEMORY] = {BIT (MEMORY), 1, poplens_check_memory},
    [GROUP_LIVE_TILES] = {BIT (MEMORY) | BIT (VARIABLES) | BIT (LIVENESS), 8,
                          poplens_check_live_tiles},
    [GROUP_PLACES] = {BIT (VARIABLES), 4, poplens_check_places},
    [GROUP_ORDERS] = {BIT (VARIABLES), 6, poplens_check_orders},
    [GROUP_OVERLAP] = {BIT (VARIABLES) | BIT (LIVENESS), 20, poplens_check_overlap},
    [GROUP_RANGES] = {BIT (LIVENESS), 1, poplens_check_ranges},
    [GROUP_INTERFERENCE] = {BIT (LIVENESS) | BIT (VARIABLES), 2, poplens_check_interference},
    [GROUP_LIVE_BYTES] = {BIT (LIVENESS) | BIT (VARIABLES), 3, poplens_check_live_bytes},
    [GROUP_LIVE_IPUS] = {BIT (LIVENESS) | BIT (VARIABLES) | BIT (TARGET), 3,
                         poplens_check_live_ipus},
    [GROUP_CLASS_BYTES] = {BIT (VARIABLES) | BIT (LIVENESS), 10, poplens_check_class_bytes},
    [GROUP_VARIABLES_REFERENCES] = {BIT (VARIABLES), 8, NULL, POPLENS_REFERENCES_VARIABLES},
    [GROUP_PROGRAM_TREE] = {BIT (PROGRAMS), 6, poplens_check_program_tree},
    [GROUP_PROGRAMS_REFERENCES] = {BIT (PROGRAMS), 1, NULL, POPLENS_REFERENCES_PROGRAMS},
    [GROUP_PREORDER] = {BIT (PROGRAMS) | BIT (LIVENESS), 1, poplens_check_preorder},
    [GROUP_VERTICES] = {BIT (VERTICES), 2, poplens_check_vertices},
    [GROUP_VERTEX_MEMORY] = {BIT (VERTICES) | BIT (MEMORY), 2, poplens_check_vertex_memory},
    [GROUP_COMPUTE_SET_VARIABLES] = {BIT (VERTICES) | BIT (VARIABLES), 2,
                                     poplens_check_compute_set_variables},
    [GROUP_COMPUTE_SETS_REFERENCES] = {BIT (VERTICES), 1, NULL, POPLENS_REFERENCES_COMPUTE_SETS},
    [GROUP_COUNTS] = {BIT (TARGET) | BIT (VERTICES) | BIT (VARIABLES), 1, poplens_check_counts},
    [GROUP_REGIONS] = {BIT (EXCHANGES) | BIT (VARIABLES), 10, poplens_check_regions},
    [GROUP_BYTES_BY_IPU] = {BIT (EXCHANGES) | BIT (TARGET), 3, poplens_check_bytes_by_ipu},
    [GROUP_EXCHANGES_REFERENCES] = {BIT (EXCHANGES), 2, NULL, POPLENS_REFERENCES_EXCHANGES},
    [GROUP_STEPS] = {BIT (EXECUTION) | BIT (TARGET), 30, poplens_check_steps},
    [GROUP_TRACE] = {BIT (EXECUTION), 1, poplens_check_trace},
    [GROUP_STEP_PROGRAMS] = {BIT (EXECUTION), 3, poplens_check_step_programs},
    [GROUP_EXECUTION_REFERENCES] = {BIT (EXECUTION), 3, NULL, POPLENS_REFERENCES_EXECUTION},
    [GROUP_IMAGES] = {BIT (ARCHIVE), 1, poplens_check_images},
    [GROUP_ARCHIVE] = {BIT (ARCHIVE) | BIT (MEMORY) | BIT (TARGET), 1, poplens_check_archive},
    [GROUP_DEBUG] = {BIT (DEBUG), 4, poplens_check_debug},
    /* Runs after the groups that read tables: reading finds out why leaves cannot be read. */
    [GROUP_LEAVES] = {0, 1, poplens_check_leaves},
};

/* ---- check ----------------------------------------------------------------------------------- */

guint32
poplens_check_parts (void)
{
  /* Use all parts, as CHECK_PARTS_READABLE has a case for each part. */
  return (1u << POPLENS_N_PARTS) - 1;
}

const char *
poplens_check_result_name (PoplensCheckResult result)
{
  static const char *const names[] = {"pass", "fail", "not-applicable"};

  return names[result];
}

guint
poplens_checks_tally (const GPtrArray *checks, PoplensCheckResult result)
{
  guint n = 0;

  for (guint i = 0; i < checks->len; i++)
    n += ((PoplensCheck *) g_ptr_array_index (checks, i))->result == result;
  return n;
}

/* ---- state of all groups --------------------------------------------------------------------- */

struct _PoplensCheckShared {
  pthread_mutex_t lock;   /* protects .done and .error */
  PoplensCheckRun *start; /* state at the start of each group */
  GArray *order;          /* PoplensCheckGroupId: groups that run on two threads, in this order */
  double done, all;       /* weights of the groups: finished, total */
  GError *error;          /* (nullable): first error of a group, which ends the run */
};

/* Adds to the progress, and reports it. FALSE if another group ended the run. */
static gboolean
shared_report (PoplensCheckShared *self, const PoplensCheckInput *input, double more)
{
  pthread_mutex_lock (&self->lock);
  gboolean good = !self->error;
  self->done += more;
  if (input->progress && good)
    input->progress (self->done / self->all, "checks", input->progress_data);
  pthread_mutex_unlock (&self->lock);
  return good;
}

/* ---- recording ------------------------------------------------------------------------------- */

static void
failure_free (gpointer data)
{
  PoplensCheckFailure *self = data;

  g_free (self->where);
  g_free (self->expected);
  g_free (self->found);
  g_free (self->location);
  g_free (self);
}

static void
check_free (gpointer data)
{
  PoplensCheck *self = data;

  g_ptr_array_unref (self->failures);
  g_free (self->reason);
  g_free (self->exceptions);
  g_free (self);
}

guint
poplens_check_most_kept (PoplensCheckId id)
{
  return check_specs[id].group == GROUP_ARCHIVE ? G_MAXUINT : POPLENS_CHECK_MOST_FAILURES;
}

static void G_GNUC_PRINTF (5, 0)
    add_failure (PoplensCheckRun *run, PoplensCheckId id, const char *expected, const char *found,
                 const char *where, va_list arguments)
{
  PoplensCheck *check = run->checks[id];
  PoplensCheckFailure *failure;

  if (check->failures->len == poplens_check_most_kept (id))
    return;
  failure = g_new0 (PoplensCheckFailure, 1);
  failure->where = g_strdup_vprintf (where, arguments);
  failure->expected = g_strdup (expected);
  failure->found = g_strdup (found);
  g_ptr_array_add (check->failures, failure);
}

void
poplens_check_fail (PoplensCheckRun *run, PoplensCheckId id, const char *expected,
                    const char *found, const char *where, ...)
{
  va_list arguments;

  va_start (arguments, where);
  add_failure (run, id, expected, found, where, arguments);
  va_end (arguments);
}

gboolean
poplens_check_equal (PoplensCheckRun *run, PoplensCheckId id, guint64 expected, guint64 found,
                     const char *where, ...)
{
  PoplensNumber a, b;
  va_list arguments;

  if (poplens_check_that (run, id, expected == found))
    return TRUE;
  va_start (arguments, where);
  add_failure (run, id, poplens_format_count (a, expected), poplens_format_count (b, found), where,
               arguments);
  va_end (arguments);
  return FALSE;
}

void
poplens_check_link (PoplensCheckRun *run, PoplensCheckId id, const char *prefix, guint32 number)
{
  GPtrArray *failures = run->checks[id]->failures;
  PoplensCheckFailure *failure;

  if (!failures->len || run->checks[id]->failed > failures->len)
    return;
  failure = g_ptr_array_index (failures, failures->len - 1);
  g_free (failure->location);
  failure->location = g_strdup_printf ("%s%u", prefix, number);
}

void
poplens_check_none (PoplensCheckRun *run, PoplensCheckId id, const char *reason)
{
  if (!run->checks[id]->reason)
    run->checks[id]->reason = g_strdup (reason);
}

void
poplens_check_none_at_all (PoplensCheckRun *run, const char *reason)
{
  for (guint c = 0; c < N_CHECKS; c++)
    if (check_specs[c].group == run->group)
      poplens_check_none (run, c, reason);
}

void
poplens_check_except (PoplensCheckRun *run, PoplensCheckId id, const char *text)
{
  char **exceptions = &run->checks[id]->exceptions;
  char *more = *exceptions ? g_strconcat (*exceptions, " ", text, NULL) : g_strdup (text);

  g_free (*exceptions);
  *exceptions = more;
}

gboolean
poplens_check_go_on (PoplensCheckRun *run, guint64 done, guint64 all)
{
  const PoplensCheckInput *input = run->input;

  if (run->error || g_cancellable_set_error_if_cancelled (input->cancellable, &run->error))
    return FALSE;
  double before = run->done;
  run->done = all ? (double) done / (double) all : before;
  return shared_report (run->shared, input, (run->done - before) * check_groups[run->group].weight);
}

PoplensSlice *
poplens_check_slice (PoplensCheckRun *run, PoplensCheckId id, PoplensSliceKind kind, guint64 key)
{
  g_autoptr (GError) local = NULL;
  PoplensSlice *slice = run->input->get_slice (kind, key, run->input->slice_data, &local);

  if (slice)
    return slice;
  if (g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    poplens_check_none (run, id, local->message);
  } else if (g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_DAMAGED)) {
    poplens_check_that (run, id, FALSE);
    poplens_check_fail (run, id, "readable rows", local->message, "the file");
  } else if (!run->error) {
    run->error = g_steal_pointer (&local);
  }
  return NULL;
}

const PoplensSlice *
poplens_check_keep_slice (GHashTable *slices, guint most, PoplensCheckRun *run,
                          PoplensCheckId check, PoplensSliceKind kind, guint32 key)
{
  gpointer kept;

  if (g_hash_table_lookup_extended (slices, GUINT_TO_POINTER (key), NULL, &kept))
    return kept;
  if (g_hash_table_size (slices) >= most)
    g_hash_table_remove_all (slices);
  PoplensSlice *slice = poplens_check_slice (run, check, kind, key);
  /* A slice that cannot be read is stored as NULL, so that it is not read again for each tile. */
  g_hash_table_insert (slices, GUINT_TO_POINTER (key), slice);
  return slice;
}

/* ---- variables ------------------------------------------------------------------------------- */

static int
by_id (gconstpointer a, gconstpointer b, gpointer ids)
{
  guint32 x = ((const guint32 *) ids)[*(const guint32 *) a];
  guint32 y = ((const guint32 *) ids)[*(const guint32 *) b];

  return x < y ? -1 : x > y;
}

/* Returns the rows of variables by ID. (transfer full) (nullable): NULL if IDs are row numbers */
static guint32 *
sort_variables (const PoplensVariables *v)
{
  guint32 *rows;

  if (!v || !v->id)
    return NULL;
  rows = g_new (guint32, MAX (v->n, 1));
  for (guint32 r = 0; r < v->n; r++)
    rows[r] = r;
  g_qsort_with_data (rows, (int) MIN (v->n, G_MAXINT), sizeof (guint32), by_id, v->id);
  return rows;
}

guint32
poplens_check_variable (const PoplensCheckRun *run, guint32 id)
{
  const PoplensVariables *v = run->variables;
  guint32 low = 0, high = v->n;

  if (!v->id)
    return id < v->n ? id : G_MAXUINT32;
  POPLENS_SEARCH (low, high, at, v->id[run->variable_rows[at]] < id);
  return low < v->n && v->id[run->variable_rows[low]] == id ? run->variable_rows[low] : G_MAXUINT32;
}

guint32
poplens_check_tile_of (const PoplensCheckRun *run, guint32 row)
{
  const PoplensVariables *v = run->variables;
  guint32 low = 0, high = v->n_tiles;

  /* Find the last tile whose rows begin at or before @row. An empty tile begins where the next one
   * does. */
  POPLENS_SEARCH (low, high, middle, v->tile_first[middle] <= row);
  return low ? low - 1 : 0;
}

guint32
poplens_check_most_variables (const PoplensCheckRun *run)
{
  const PoplensVariables *v = run->variables;
  guint32 most = 0;

  for (guint32 t = 0; t < v->n_tiles; t++)
    most = MAX (most, v->tile_first[t + 1] - v->tile_first[t]);
  return most;
}

guint32
poplens_check_tile_at (const PoplensCheckRun *run, guint32 position)
{
  return run->memory && position < run->memory->n_tiles ? run->memory->tile[position] : position;
}

/* ---- running --------------------------------------------------------------------------------- */

/* Returns why a part that can be read is incomplete. (transfer full) (nullable): NULL if the part
 * is complete */
static char *
describe_cut (const PoplensCheckInput *input, PoplensPart part)
{
  const PoplensArchive *archive = input->parts[POPLENS_PART_ARCHIVE];
  const PoplensDebugContexts *debug = input->parts[POPLENS_PART_DEBUG];
  const PoplensExecution *execution = input->parts[POPLENS_PART_EXECUTION];

  if (part == POPLENS_PART_ARCHIVE && archive && archive->incomplete)
    return g_strdup (archive->reason);
  if (part == POPLENS_PART_EXECUTION && execution)
    return poplens_light_blocks_describe_damage (execution->light);
  return part == POPLENS_PART_DEBUG && debug && debug->incomplete ? g_strdup (debug->reason) : NULL;
}

static void
check_no_files (PoplensCheckRun *run)
{
  for (guint i = 0; i < run->input->n_no_files; i++) {
    const PoplensCheckNoFile *file = &run->input->no_files[i];
    poplens_check_that (run, CHECK_PARTS_READABLE, FALSE);
    poplens_check_fail (run, CHECK_PARTS_READABLE, "a file", file->instead, "%s", file->name);
  }
}

void
poplens_check_files (PoplensCheckRun *run)
{
  const PoplensCheckInput *input = run->input;

  /* If profile.pop cannot be opened, archive.a replaces it and no part counts as refused. So report
   * the profile itself. */
  if (input->profile_error) {
    poplens_check_that (run, CHECK_PARTS_READABLE, FALSE);
    poplens_check_fail (run, CHECK_PARTS_READABLE, "a readable profile", input->profile_error,
                        "profile.pop");
  }
  for (guint p = 0; p < POPLENS_N_PARTS; p++) {
    gboolean refused = input->refused & POPLENS_PART_BIT (p);
    if (!input->parts[p] && !refused)
      continue;
    g_autofree char *cut = input->unfinished ? NULL : describe_cut (input, p);
    if (!poplens_check_that (run, CHECK_PARTS_READABLE, !refused && !cut))
      poplens_check_fail (run, CHECK_PARTS_READABLE, cut ? "the complete file" : "a readable part",
                          cut ? cut : input->reasons[p], "part %s", poplens_part_name (p));
  }
  g_autofree char *damage =
      input->describe_damage ? input->describe_damage (input->slice_data) : NULL;
  if (damage) {
    poplens_check_that (run, CHECK_PARTS_READABLE, FALSE);
    poplens_check_fail (run, CHECK_PARTS_READABLE, "values in range", damage, "profile.pop");
  }
  check_no_files (run);
}

/* TRUE if the group needs lowered variables and the report has only unlowered ones. */
static gboolean
lacks_variables (const PoplensCheckRun *run, const PoplensCheckGroup *group)
{
  const PoplensVariables *variables = run->input->parts[POPLENS_PART_VARIABLES];

  return group->parts & POPLENS_PART_BIT (POPLENS_PART_VARIABLES) && variables && !variables->n;
}

/* TRUE if the group depends on sizes of the target, and the sizes contradict each other. Its checks
 * would only report the contradiction again. */
static gboolean
is_measured_by_target (const PoplensCheckRun *run, const PoplensCheckGroup *group)
{
  return run->target_contradicts && group->parts & POPLENS_PART_BIT (POPLENS_PART_TARGET);
}

/* TRUE if the parts that the group needs are present. If not, sets the reason of its checks. */
static gboolean
is_applicable (PoplensCheckRun *run, const PoplensCheckGroup *group)
{
  const PoplensCheckInput *input = run->input;

  for (guint p = 0; p < POPLENS_N_PARTS; p++) {
    if (!(group->parts & POPLENS_PART_BIT (p)) || input->parts[p])
      continue;
    gboolean refused = input->refused & POPLENS_PART_BIT (p);
    g_autofree char *reason =
        refused ? g_strdup_printf ("Cannot read the part %s.", poplens_part_name (p))
                : g_strdup (input->reasons[p] ? input->reasons[p] : "Not recorded in this report.");
    poplens_check_none_at_all (run, reason);
    return FALSE;
  }
  if (lacks_variables (run, group))
    poplens_check_none_at_all (run,
                               "No lowered variables recorded. Record them with the engine option "
                               "autoReport.outputLoweredVars=true.");
  if (is_measured_by_target (run, group))
    poplens_check_none_at_all (run, "Sizes in target_info are inconsistent; see the check target.");
  return !lacks_variables (run, group) && !is_measured_by_target (run, group);
}

static void
check_references_of (PoplensCheckRun *run, const PoplensCheckGroup *group)
{
  PoplensCheckId id = 0;

  while (check_specs[id].group != run->group)
    id++;
  poplens_check_references (run, id, group->references);
}

static void
run_group (PoplensCheckShared *shared, PoplensCheckGroupId g)
{
  const PoplensCheckGroup *group = &check_groups[g];
  PoplensCheckRun run = *shared->start;

  run.group = g;
  if (poplens_check_go_on (&run, 0, 1) && is_applicable (&run, group)) {
    if (group->run)
      group->run (&run);
    else
      check_references_of (&run, group);
  }
  if (g == GROUP_TARGET)
    shared->start->target_contradicts = run.target_contradicts;
  pthread_mutex_lock (&shared->lock);
  if (!shared->error)
    shared->error = g_steal_pointer (&run.error);
  pthread_mutex_unlock (&shared->lock);
  g_clear_error (&run.error);
  shared_report (shared, run.input, (1 - run.done) * group->weight);
}

static void
run_ordered_group (guint i, gpointer shared)
{
  PoplensCheckShared *self = shared;

  run_group (self, g_array_index (self->order, PoplensCheckGroupId, i));
}

static int
compare_weights (gconstpointer a, gconstpointer b)
{
  return (int) check_groups[*(const PoplensCheckGroupId *) b].weight -
         (int) check_groups[*(const PoplensCheckGroupId *) a].weight;
}

/* Runs all groups. Two threads run the longest groups first, so that both threads end at nearly the
 * same time. FALSE with @error. */
static gboolean
run_groups (PoplensCheckRun *start, GError **error)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (PoplensCheckGroupId));
  PoplensCheckShared shared = {.start = start, .order = order};

  start->shared = &shared;
  pthread_mutex_init (&shared.lock, NULL);
  for (PoplensCheckGroupId g = 0; g < N_GROUPS; g++) {
    shared.all += check_groups[g].weight;
    if (g != GROUP_TARGET && g != GROUP_LEAVES && g != GROUP_FILES)
      g_array_append_val (order, g);
  }
  g_array_sort (order, compare_weights);
  run_group (&shared, GROUP_TARGET);
  poplens_both ("poplens-check", run_ordered_group, &shared, order->len);
  /* Run these two groups last: they report damage that the other groups find while reading. */
  run_group (&shared, GROUP_LEAVES);
  run_group (&shared, GROUP_FILES);
  pthread_mutex_destroy (&shared.lock);
  if (!shared.error)
    return TRUE;
  g_propagate_error (error, shared.error);
  return FALSE;
}

static void
start (PoplensCheckRun *run, const PoplensCheckInput *input)
{
  run->input = input;
  run->target = input->parts[POPLENS_PART_TARGET];
  run->memory = input->parts[POPLENS_PART_MEMORY];
  run->variables = input->parts[POPLENS_PART_VARIABLES];
  run->vertices = input->parts[POPLENS_PART_VERTICES];
  run->programs = input->parts[POPLENS_PART_PROGRAMS];
  run->exchanges = input->parts[POPLENS_PART_EXCHANGES];
  run->liveness = input->parts[POPLENS_PART_LIVENESS];
  run->execution = input->parts[POPLENS_PART_EXECUTION];
  run->archive = input->parts[POPLENS_PART_ARCHIVE];
  run->debug = input->parts[POPLENS_PART_DEBUG];
  for (guint c = 0; c < N_CHECKS; c++) {
    PoplensCheck *check = run->checks[c] = g_new0 (PoplensCheck, 1);
    check->key = check_specs[c].key;
    check->title = check_specs[c].title;
    check->exceptions = g_strdup (check_specs[c].exceptions);
    check->failures = g_ptr_array_new_with_free_func (failure_free);
  }
}

static void
conclude (PoplensCheck *check, const PoplensCheckSpec *spec)
{
  check->result = check->failed  ? POPLENS_CHECK_FAIL
                  : check->cases ? POPLENS_CHECK_PASS
                                 : POPLENS_CHECK_NOT_APPLICABLE;
  if (check->result != POPLENS_CHECK_NOT_APPLICABLE)
    g_clear_pointer (&check->reason, g_free);
  else if (!check->reason)
    check->reason = g_strdup (spec->none ? spec->none : "No rows recorded.");
}

GPtrArray *
poplens_check_run (const PoplensCheckInput *input, GError **error)
{
  GPtrArray *checks = g_ptr_array_new_with_free_func (check_free);
  PoplensCheckRun run = {0};

  start (&run, input);
  g_autofree guint32 *rows = sort_variables (run.variables);
  run.variable_rows = rows;
  gboolean good = run_groups (&run, error);
  for (guint c = 0; c < N_CHECKS; c++) {
    conclude (run.checks[c], &check_specs[c]);
    g_ptr_array_add (checks, run.checks[c]);
  }
  if (!good)
    g_clear_pointer (&checks, g_ptr_array_unref);
  return checks;
}
