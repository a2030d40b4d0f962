/* Finds the idle memory of a tile: chooses the tile and the step, collects the uses of variables,
 * and measures the time between uses if cycles were recorded. */
#include "derived/insights/idle-source.h"

#include "analysis/insights/insights.h"
#include "analysis/memory/tile-contents.h"
#include "analysis/liveness/idle.h"
#include "base/error.h"
#include "derived/insights/insights-source.h"
#include "derived/insights/kinds-source.h"
#include "derived/liveness/live-source.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "derived/variable-uses.h"
#include "report/report.h"

/* ---- tree cycles source ---------------------------------------------------------------------- */

/* Computes the measured cycles of the program tree, for the cache of the report. */

static gpointer
tree_cycles_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *liveness = poplens_report_load_liveness (report, cancellable, error);
  const PoplensExecution *x =
      liveness ? poplens_report_load_execution (report, cancellable, error) : NULL;
  const PoplensStepSums *sums = NULL;

  if (!x || !poplens_time_has_steps (x, error) ||
      !(sums = poplens_step_sums_get (report, cancellable, error)))
    return NULL;
  return poplens_tree_cycles_new (liveness, x, sums->cycles);
}

/* Returns the measured cycles of the program tree. NULL with ABSENT if the report lacks executed
 * steps or liveness. Cost at the first call: a pass over the cycles of all executed steps. */
static const PoplensTreeCycles *
report_tree_cycles (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-tree-cycles", tree_cycles_new, NULL,
                                         (GDestroyNotify) poplens_tree_cycles_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- uses of variables ----------------------------------------------------------------------- */

typedef struct {
  PoplensUseParts parts;
  guint32 least, most; /* lowest and highest ID of the variables of the tile */
  GHashTable *index;   /* maps the id of a variable to its index in .uses + 1 */
  GPtrArray *uses; /* for each variable of the tile: GArray of guint32, sorted steps that use the
                      variable */
} TileUses;

static void
tile_uses_clear (TileUses *self)
{
  g_clear_pointer (&self->index, g_hash_table_unref);
  g_clear_pointer (&self->uses, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TileUses, tile_uses_clear)

static void
tile_uses_init (TileUses *self, const PoplensSlice *variables)
{
  self->index = g_hash_table_new (NULL, NULL);
  self->uses = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->least = G_MAXUINT32;
  for (guint32 i = 0; i < variables->n; i++) {
    self->least = MIN (self->least, variables->variables[i].id);
    self->most = MAX (self->most, variables->variables[i].id);
    g_ptr_array_add (self->uses, g_array_new (FALSE, FALSE, sizeof (guint32)));
    g_hash_table_insert (self->index, GUINT_TO_POINTER (variables->variables[i].id),
                         GUINT_TO_POINTER (i + 1));
  }
}

/* Returns the index in .uses of the variable @id. POPLENS_NO_ITEM if the variable is on another
 * tile. */
static guint64
find_use_index (gconstpointer data, guint64 id, PoplensVariableUseKind kind)
{
  const TileUses *self = data;
  guint32 place = id < self->least || id > self->most
                      ? 0
                      : GPOINTER_TO_UINT (g_hash_table_lookup (self->index, GUINT_TO_POINTER (id)));

  return place ? place - 1 : POPLENS_NO_ITEM;
}

/* Appends @step to the uses of the variable at index @place. Several uses at one step are appended
 * once. */
static void
add_tile_use (gpointer data, guint32 step, guint32 program, guint64 place,
              PoplensVariableUseKind kind)
{
  GArray *uses = ((TileUses *) data)->uses->pdata[place];

  if (!uses->len || g_array_index (uses, guint32, uses->len - 1) != step)
    g_array_append_val (uses, step);
}

/* ---- choosing tile and step ------------------------------------------------------------------ */

static gboolean
choose_tile (PoplensIdleAnswer *answer, const PoplensLiveSource *source,
             const PoplensMemory *memory, const GArray *peaks, GError **error)
{
  guint32 row = poplens_memory_worst_tile (memory, peaks, source->tiles);
  const PoplensTilePeak *peak;

  if (row == G_MAXUINT32 || !source->liveness->n_steps) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                         "No tile with memory and no program step recorded.");
    return FALSE;
  }
  peak = &g_array_index (peaks, PoplensTilePeak, row);
  answer->tile = peak->tile;
  answer->is_worst = row == poplens_memory_worst_tile (memory, peaks, NULL);
  answer->step = source->steps.n ? source->steps.step[0] : peak->step;
  answer->is_peak = answer->step == peak->step;
  return TRUE;
}

static gboolean
choose_tile_and_step (PoplensReport *report, const PoplensLocation *location,
                      PoplensIdleAnswer *answer, GCancellable *cancellable, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (GArray) peaks = poplens_report_tile_peaks (report, cancellable, error);
  const PoplensMemory *memory =
      peaks ? poplens_report_load_memory (report, cancellable, error) : NULL;

  return memory && poplens_live_source_init (&source, report, location, cancellable, error) &&
         choose_tile (answer, &source, memory, peaks, error);
}

/* ---- cycles ---------------------------------------------------------------------------------- */

/* Reads the cycles of the tile's IPU. @cycles: (out) (transfer full) (nullable): by step; not
 * set if no cycles were measured. FALSE with @error. */
static gboolean
read_ipu_cycles (PoplensReport *report, guint32 tile, guint64 **cycles, GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (GError) lack = NULL;
  const PoplensTreeCycles *tree = report_tree_cycles (report, cancellable, &lack);
  gconstpointer target;
  guint32 ipu;

  *cycles = NULL;
  if (!tree && !poplens_error_is_lack (lack)) {
    g_propagate_error (error, g_steal_pointer (&lack));
    return FALSE;
  }
  if (!poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return FALSE;
  ipu = target ? poplens_target_ipu_of_tile (target, tile) : 0;
  if (!tree || ipu >= tree->n_ipus)
    return TRUE;
  *cycles = g_new0 (guint64, MAX (tree->n_steps, 1));
  for (guint32 s = 0; s < tree->n_steps; s++)
    (*cycles)[s] = poplens_tree_cycles_at (tree, s, ipu);
  return TRUE;
}

/* ---- the result ------------------------------------------------------------------------------ */

static int
compare_idle_variables (gconstpointer a, gconstpointer b)
{
  const PoplensIdleVariable *x = a, *y = b;
  guint64 of_x = x->variable->size * x->idle.steps, of_y = y->variable->size * y->idle.steps;

  if (of_x != of_y)
    return of_x > of_y ? -1 : 1;
  if (x->variable->size != y->variable->size)
    return x->variable->size > y->variable->size ? -1 : 1;
  return (x->variable->id > y->variable->id) - (x->variable->id < y->variable->id);
}

static PoplensKind
find_variable_kind (const PoplensKindIndex *kinds, const PoplensVariables *variables,
                    const PoplensSlice *slice, const PoplensTileVariable *variable)
{
  PoplensKindAsk ask = {
      .id = variable->id,
      .unlowered = variable->unlowered,
      .category = poplens_variables_find_category (variables, variable->category),
      .bits = variable->bits,
      .name = poplens_strings_get (slice->strings, variable->name),
  };

  return poplens_kind_index_of_tile_variable (kinds, &ask);
}

static void
add_idle_variables (PoplensIdleAnswer *answer, const TileUses *users,
                    const PoplensIdleSearch *search, const PoplensKindIndex *kinds,
                    const PoplensVariables *variables)
{
  for (guint32 i = 0; i < answer->slice->n; i++) {
    const PoplensTileVariable *variable = &answer->slice->variables[i];
    guint32 class =
        poplens_liveness_find_class (users->parts.liveness, variable->equivalence_class);
    const GArray *uses = users->uses->pdata[i];
    if (!(variable->bits & POPLENS_VARIABLE_ALLOCATED) || !variable->size || class == G_MAXUINT32 ||
        !poplens_idle_is_live (search, class))
      continue;
    PoplensIdleVariable row = {
        variable, find_variable_kind (kinds, variables, answer->slice, variable),
        poplens_idle_is_always_live (search, class),
        poplens_idle_find (search, class, (const guint32 *) (gconstpointer) uses->data, uses->len)};
    g_array_append_val (answer->variables, row);
    answer->live += variable->size;
    answer->bytes[row.idle.use] += variable->size;
  }
  g_array_sort (answer->variables, compare_idle_variables);
}

gboolean
poplens_report_idle (PoplensReport *report, const PoplensLocation *location,
                     PoplensIdleAnswer *answer, GCancellable *cancellable, GError **error)
{
  g_auto (TileUses) users = {0};
  const PoplensUseVisitor visitor = {find_use_index, G_MAXUINT64, add_tile_use, &users};
  const PoplensKindIndex *kinds = NULL;
  g_autoptr (PoplensIdleSearch) search = NULL;
  g_autofree guint64 *cycles = NULL;
  const PoplensVariables *variables;

  *answer = (PoplensIdleAnswer){0};
  if (!choose_tile_and_step (report, location, answer, cancellable, error) ||
      !poplens_use_parts_load (&users.parts, report, cancellable, error) ||
      !(variables = poplens_report_load_lowered (report, cancellable, error)) ||
      !(kinds = poplens_report_kind_index (report, cancellable, error)) ||
      !(answer->slice = poplens_report_get_slice (report, POPLENS_SLICE_TILE_VARIABLES,
                                                  answer->tile, cancellable, error)) ||
      !read_ipu_cycles (report, answer->tile, &cycles, cancellable, error))
    return FALSE;
  tile_uses_init (&users, answer->slice);
  if (!poplens_variable_uses_visit (&users.parts, report, &visitor, cancellable, error))
    return FALSE;
  answer->is_measured = cycles != NULL;
  answer->variables = g_array_new (FALSE, FALSE, sizeof (PoplensIdleVariable));
  search =
      poplens_idle_search_new (users.parts.liveness, users.parts.programs, answer->step, cycles);
  add_idle_variables (answer, &users, search, kinds, variables);
  return TRUE;
}

void
poplens_idle_answer_clear (PoplensIdleAnswer *self)
{
  g_clear_pointer (&self->variables, g_array_unref);
  g_clear_pointer (&self->slice, poplens_slice_unref);
}

char *
poplens_idle_sentence (const PoplensIdleAnswer *self, PoplensByteUnit unit)
{
  PoplensNumber live, here, later, again, never, unknown;

  return g_strdup_printf (
      "Tile %u%s, at %s %u: %s of %s live are used here, %s at a later step, %s in the next "
      "iteration, %s never again; %s have no recorded user. A hint: recorded users may be "
      "incomplete.",
      self->tile, self->is_worst ? ", the fullest" : "", self->is_peak ? "its peak step" : "step",
      self->step, poplens_format_bytes (here, self->bytes[POPLENS_USE_HERE], unit),
      poplens_format_bytes (live, self->live, unit),
      poplens_format_bytes (later, self->bytes[POPLENS_USE_LATER], unit),
      poplens_format_bytes (again, self->bytes[POPLENS_USE_AGAIN], unit),
      poplens_format_bytes (never, self->bytes[POPLENS_USE_NEVER], unit),
      poplens_format_bytes (unknown, self->bytes[POPLENS_USE_UNKNOWN], unit));
}
