/* Loads the executed time and the cycles by path of two reports, limited to the same range and
 * IPU. */
#include "derived/compare/compare-time.h"

#include "analysis/trace/name-parts.h"
#include "base/error.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-costs-source.h"

#include <string.h>

/* Returns the value of the key "range". If it is not set and the traces are aligned at an
 * iteration, returns this iteration. (nullable) (transfer none) */
static const char *
find_range (const PoplensLocation *location)
{
  const char *scope = poplens_location_get (location, "range");
  const char *align = poplens_location_get (location, "align");
  const char *view = poplens_location_get (location, "view");

  if (scope || !align || !g_str_has_prefix (align, "iteration=") ||
      (view && strcmp (view, "traces")))
    return scope;
  return align;
}

PoplensLocation *
poplens_compared_time_scope (const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) bare = poplens_location_new (POPLENS_PAGE_TRACE);

  return poplens_location_with (bare, "range", location ? find_range (location) : NULL);
}

char *
poplens_compared_time_scope_note (const PoplensLocation *location)
{
  static const char *const names[][2] = {
      {"iteration=", "iteration"}, {"run=", "run"}, {"", "cycles"}};
  const char *scope = location ? find_range (location) : NULL;

  for (guint i = 0; scope && i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (scope, names[i][0]))
      return g_strdup_printf (" Only %s %s.", names[i][1], scope + strlen (names[i][0]));
  return NULL;
}

static gboolean
load_time_side (PoplensReport *report, const PoplensLocation *scope, PoplensTimeSide *side,
                const PoplensTimeIterations **iterations, GCancellable *cancellable, GError **error)
{
  gconstpointer programs;

  side->time = poplens_report_time (report, cancellable, error);
  if (!side->time ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return FALSE;
  side->programs = programs;
  *iterations = poplens_report_time_iterations (report, cancellable, error);
  return *iterations &&
         poplens_report_time_scope (report, scope, &side->from, &side->to, cancellable, error);
}

gboolean
poplens_compared_time_load (const PoplensCompareSource *source, const PoplensLocation *location,
                            PoplensComparedTime *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) scope = poplens_compared_time_scope (location);
  g_autofree char *why = NULL;
  gboolean has[POPLENS_N_SIDES];

  *self = (PoplensComparedTime){.whole = poplens_location_get (scope, "range") == NULL};
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_autoptr (GError) local = NULL;
    has[s] = load_time_side (source->of[s], scope, &self->of[s], &self->iterations[s], cancellable,
                             &local);
    if (!has[s] && !g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
      g_propagate_error (error, g_steal_pointer (&local));
      poplens_compare_source_blame (source, s, error);
      return FALSE;
    }
    if (!has[s] && !why)
      why = g_strdup (local->message);
  }
  return poplens_compare_source_require (source, has, why, error);
}

/* ---- cycles by path -------------------------------------------------------------------------- */

/* Costs of one report by program, and the paths of the programs. */
typedef struct {
  PoplensTraceCosts *costs;
  GPtrArray *names;
  guint64 *cycles;
  const char **paths;
  guint32 n_ipus;
} FlameSide;

static void
flame_side_clear (FlameSide *self)
{
  g_clear_pointer (&self->costs, poplens_trace_costs_free);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_free (self->cycles);
  g_free (self->paths);
}

static const PoplensTraceGroupCost *
get_group (const FlameSide *self, guint g)
{
  return &g_array_index (self->costs->groups, PoplensTraceGroupCost, g);
}

/* Returns a location with only the range and the IPU of @location. The visible cycles are left out,
 * as they fit only one trace. (transfer full) */
static PoplensLocation *
location_limits (const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) scope = poplens_compared_time_scope (location);

  return poplens_location_with (scope, "ipu",
                                location ? poplens_location_get (location, "ipu") : NULL);
}

/* Limits @wanted to the range in @limits, if there is one. FALSE with @error. */
static gboolean
limit_to_range (PoplensReport *report, const PoplensLocation *limits, PoplensTraceWanted *wanted,
                GCancellable *cancellable, GError **error)
{
  if (!poplens_location_get (limits, "range"))
    return TRUE;
  wanted->all = FALSE;
  return poplens_report_time_scope (report, limits, &wanted->from, &wanted->to, cancellable, error);
}

static void
name_groups (FlameSide *self, const PoplensTraceCostSource *source)
{
  guint n = self->costs->groups->len;

  self->names = g_ptr_array_new_full (n, g_free);
  self->cycles = g_new (guint64, MAX (n, 1));
  self->paths = g_new (const char *, MAX (n, 1));
  for (guint g = 0; g < n; g++) {
    char *name = poplens_trace_cost_source_name (source, get_group (self, g)->step);
    g_ptr_array_add (self->names, name);
    self->paths[g] = poplens_name_path (name);
    self->cycles[g] = get_group (self, g)->cost.cycles;
  }
}

static gboolean
load_flame_side (PoplensReport *report, const PoplensLocation *limits, FlameSide *self,
                 GCancellable *cancellable, GError **error)
{
  g_auto (PoplensTraceCostSource) source = {0};
  /* Remove the key "range", which may also be an iteration or a run: limit_to_range () reads it. */
  g_autoptr (PoplensLocation) whole = poplens_location_with (limits, "range", NULL);
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);

  if (!execution || !poplens_time_has_steps (execution, error) ||
      !poplens_trace_cost_source_init (&source, report, whole, cancellable, error) ||
      !limit_to_range (report, limits, &source.wanted, cancellable, error) ||
      !(self->costs = poplens_trace_cost_source_sum (&source, cancellable, error)))
    return FALSE;
  self->n_ipus = source.wanted.ipu < 0 ? poplens_execution_count_ipus (execution) : 1;
  name_groups (self, &source);
  return TRUE;
}

/* Returns the number of rows and a program for each distinct path of the tree, in the report @s.
 * (transfer full): [n_things] */
static PoplensFlameThing *
list_things (const PoplensComparedTree *tree, const FlameSide *side, guint s)
{
  PoplensFlameThing *things = g_new (PoplensFlameThing, MAX (tree->tree->n_things, 1));

  for (guint32 t = 0; t < tree->tree->n_things; t++)
    things[t] = (PoplensFlameThing){0, POPLENS_NO_PROGRAM};
  for (guint g = 0; g < side->costs->groups->len; g++) {
    PoplensFlameThing *thing = &things[tree->thing[s][g]];
    thing->rows += get_group (side, g)->cost.rows;
    if (thing->program == POPLENS_NO_PROGRAM)
      thing->program = get_group (side, g)->program;
  }
  return things;
}

static void
merge_flame_sides (PoplensComparedFlame *self, const FlameSide sides[POPLENS_N_SIDES])
{
  PoplensNamedAmounts of[POPLENS_N_SIDES];

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    of[s] = (PoplensNamedAmounts){sides[s].costs->groups->len, sides[s].paths, sides[s].cycles};
  self->tree = poplens_compared_tree_new (of);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    self->things[s] = list_things (self->tree, &sides[s], s);
    self->n_ipus[s] = sides[s].n_ipus;
  }
}

gboolean
poplens_compared_flame_load (const PoplensCompareSource *source, const PoplensLocation *location,
                             PoplensComparedFlame *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) limits = location_limits (location);
  g_autofree char *why = NULL;
  FlameSide sides[POPLENS_N_SIDES] = {0};
  gboolean has[POPLENS_N_SIDES], read = TRUE;

  *self = (PoplensComparedFlame){0};
  for (guint s = 0; s < POPLENS_N_SIDES && read; s++) {
    g_autoptr (GError) local = NULL;
    has[s] = load_flame_side (source->of[s], limits, &sides[s], cancellable, &local);
    read = has[s] || g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
    if (!has[s] && !why)
      why = g_strdup (local->message);
    if (!read) {
      g_propagate_error (error, g_steal_pointer (&local));
      poplens_compare_source_blame (source, s, error);
    }
  }
  read = read && poplens_compare_source_require (source, has, why, error);
  if (read)
    merge_flame_sides (self, sides);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    flame_side_clear (&sides[s]);
  return read;
}

void
poplens_compared_flame_clear (PoplensComparedFlame *self)
{
  g_clear_pointer (&self->tree, poplens_compared_tree_free);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_clear_pointer (&self->things[s], g_free);
}
