#include "derived/liveness/live-source.h"

#include "analysis/memory/memory-analysis.h"
#include "base/error.h"
#include "base/format.h"
#include "base/typed.h"
#include "derived/liveness/live-cache.h"
#include "derived/parts.h"
#include "derived/programs/program-text.h"
#include "derived/scope.h"

#include <string.h>

static const char *const kind_names[POPLENS_N_SOURCES] = {
    [POPLENS_SOURCE_ALL] = "all",         [POPLENS_SOURCE_IPU] = "ipu",
    [POPLENS_SOURCE_REPLICA] = "replica", [POPLENS_SOURCE_TILES] = "tile",
    [POPLENS_SOURCE_FULLEST] = "fullest",
};

const char *
poplens_source_kind_name (PoplensSourceKind kind)
{
  return kind_names[kind];
}

gboolean
poplens_source_kind_parse (const char *name, PoplensSourceKind *kind)
{
  for (guint k = 0; k < POPLENS_N_SOURCES; k++)
    if (!strcmp (name, kind_names[k])) {
      *kind = k;
      return TRUE;
    }
  return FALSE;
}

static gboolean
misuse (GError **error, const char *what, const char *value, guint32 n)
{
  poplens_scope_refuse (what, value, n, error);
  return FALSE;
}

static gboolean
read_steps (PoplensLiveSource *self, const PoplensLocation *location, GError **error)
{
  const char *text = location ? poplens_location_get (location, "step") : NULL;
  guint32 n = self->liveness->n_steps;

  if (!poplens_step_list_parse (&self->steps, text) || (self->steps.n && self->steps.highest >= n))
    return misuse (error, "step", text, n);
  self->has_step = self->steps.n > 0;
  self->step = self->has_step ? self->steps.step[0] : POPLENS_NO_STEP;
  return TRUE;
}

static gboolean
choose_ipu (PoplensLiveSource *self, const PoplensTarget *target, GError **error)
{
  const char *text = poplens_location_get (self->location, "ipu");
  guint32 per_ipu = target ? target->tiles_per_ipu : 0;
  guint32 n_ipus = per_ipu ? MAX (target->tiles_per_replica / per_ipu, 1) : 0;
  guint64 number;

  if (!text || !*text)
    return TRUE;
  if (!n_ipus || !poplens_typed_unsigned (text, 0, n_ipus - 1, &number))
    return misuse (error, "IPU", text, n_ipus);
  guint32 ipu = (guint32) number;
  self->number = ipu;
  self->label = g_strdup_printf ("IPU %u", ipu);
  /* An only IPU has all tiles: the file's own sums are to be had. */
  if (n_ipus > 1) {
    PoplensTileRange range = {ipu * per_ipu, ipu * per_ipu + per_ipu - 1};
    self->tiles = poplens_tile_set_new (&range, 1);
  }
  return TRUE;
}

/* Which source the location names, or where it names none which of its keys counts. */
static PoplensSourceKind
kind_of (const PoplensLocation *location, const PoplensTileSet *tiles)
{
  const char *named = location ? poplens_location_get (location, "scope") : NULL;
  const char *ipu = location ? poplens_location_get (location, "ipu") : NULL;
  PoplensSourceKind kind;

  if (named)
    return poplens_source_kind_parse (named, &kind) ? kind : POPLENS_SOURCE_ALL;
  if (tiles && tiles->n)
    return POPLENS_SOURCE_TILES;
  if (ipu && *ipu)
    return POPLENS_SOURCE_IPU;
  return location && poplens_location_get (location, "replica") ? POPLENS_SOURCE_REPLICA
                                                                : POPLENS_SOURCE_ALL;
}

static gboolean
choose_tiles (PoplensLiveSource *self, PoplensTileSet *tiles, const PoplensTarget *target,
              GError **error)
{
  guint32 n = self->variables ? self->variables->n_tiles : 0;
  PoplensNumber count;

  if (!tiles->n)
    return TRUE;
  n = target ? MAX (n, target->tiles_per_replica) : n;
  if (tiles->ranges[tiles->n - 1].last >= n)
    return misuse (error, "tile", poplens_location_get (self->location, "tile"), n);
  self->label = poplens_tile_set_count (tiles) == 1
                    ? g_strdup_printf ("tile %u", tiles->ranges[0].first)
                    : g_strdup_printf (
                          "%s tiles", poplens_format_count (count, poplens_tile_set_count (tiles)));
  self->tiles = poplens_tile_set_copy (tiles);
  return TRUE;
}

/* One that the file does not list is taken to be like the one it lists: all tiles. */
static gboolean
choose_replica (PoplensLiveSource *self, const PoplensTarget *target, GError **error)
{
  const char *text = poplens_location_get (self->location, "replica");
  guint32 n = target ? MAX (target->num_replicas, 1) : 1;
  guint32 listed = self->variables ? self->variables->n_tiles : 0;
  PoplensTileRange range;
  guint64 replica;

  if (!text)
    return TRUE;
  if (!poplens_typed_unsigned (text, 0, n - 1, &replica))
    return misuse (error, "replica", text, n);
  self->number = (guint32) replica;
  self->label = g_strdup_printf ("replica %u", self->number);
  if (target && listed > target->tiles_per_replica &&
      poplens_target_tiles_of_replica (target, listed, self->number, &range.first, &range.last))
    self->tiles = poplens_tile_set_new (&range, 1);
  return TRUE;
}

static gboolean
choose_fullest (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (self->report, cancellable, error);
  g_autoptr (GArray) fullest = memory ? poplens_memory_fullest (memory, 1, TRUE) : NULL;

  if (!fullest)
    return FALSE;
  if (!fullest->len)
    return TRUE;
  self->number = memory->tile[g_array_index (fullest, guint32, 0)];
  PoplensTileRange range = {self->number, self->number};
  self->tiles = poplens_tile_set_new (&range, 1);
  self->label = g_strdup_printf ("tile %u, the fullest", self->number);
  return TRUE;
}

static gboolean
choose_source (PoplensLiveSource *self, const PoplensTarget *target, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (PoplensTileSet) tiles =
      self->location ? poplens_location_get_tiles (self->location) : NULL;

  const char *named = self->location ? poplens_location_get (self->location, "scope") : NULL;

  if (named && !poplens_source_kind_parse (named, &self->kind)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid scope \u201c%s\u201d; use all, ipu, replica, tile or fullest", named);
    return FALSE;
  }
  self->kind = kind_of (self->location, tiles);
  switch (self->kind) {
  case POPLENS_SOURCE_TILES:
    return choose_tiles (self, tiles, target, error);
  case POPLENS_SOURCE_IPU:
    return choose_ipu (self, target, error);
  case POPLENS_SOURCE_REPLICA:
    return choose_replica (self, target, error);
  case POPLENS_SOURCE_FULLEST:
    return choose_fullest (self, cancellable, error);
  default:
    return TRUE;
  }
}

/* All tiles need no variables: the file has their sums. */
static gboolean
names_tiles (const PoplensLocation *location)
{
  g_autoptr (PoplensTileSet) tiles = location ? poplens_location_get_tiles (location) : NULL;

  return kind_of (location, tiles) != POPLENS_SOURCE_ALL;
}

/* Programs name steps: where they are damaged all else is answered without. */
static gboolean
load_programs (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failed = NULL;

  self->programs = poplens_report_load (self->report, POPLENS_PART_PROGRAMS, cancellable, &failed);
  if (self->programs || poplens_error_is_lack (failed))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

gboolean
poplens_live_source_init (PoplensLiveSource *self, PoplensReport *report,
                          const PoplensLocation *location, GCancellable *cancellable,
                          GError **error)
{
  gconstpointer variables = NULL, target;

  *self = (PoplensLiveSource){.report = report, .location = location, .step = POPLENS_NO_STEP};
  self->liveness = poplens_report_load_liveness (report, cancellable, error);
  if (!self->liveness ||
      !poplens_operation_filter_init (&self->only, report, location, cancellable, error) ||
      !load_programs (self, cancellable, error) ||
      (names_tiles (location) &&
       !poplens_load_optional (report, POPLENS_PART_VARIABLES, &variables, cancellable, error)) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return FALSE;
  self->variables = variables;
  if (!choose_source (self, target, cancellable, error) || !read_steps (self, location, error))
    return FALSE;
  if (!self->label)
    self->label = g_strdup ("all tiles");
  const char *jump = location ? poplens_location_get (location, "jump") : NULL;
  return !jump || poplens_live_source_jump (self, jump, cancellable, error);
}

void
poplens_live_source_clear (PoplensLiveSource *self)
{
  poplens_operation_filter_clear (&self->only);
  g_clear_pointer (&self->tiles, poplens_tile_set_free);
  g_clear_pointer (&self->label, g_free);
}

/* Says why there are no variables. */
static gboolean
need_variables (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  if (!self->variables)
    self->variables = poplens_report_load_variables (self->report, cancellable, error);
  return self->variables != NULL;
}

PoplensLiveCurve *
poplens_live_source_curve (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  if (!self->tiles)
    return poplens_live_curve_new_all (self->liveness);
  if (!need_variables (self, cancellable, error))
    return NULL;
  return poplens_live_cache_curve (self->report, self->liveness, self->variables, self->tiles,
                                   cancellable, error);
}

PoplensClassBytes *
poplens_live_source_all_bytes (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensSlice) slice = NULL;

  if (!need_variables (self, cancellable, error))
    return NULL;
  if (!self->tiles)
    return poplens_class_bytes_new (self->liveness, self->variables);
  if (poplens_tile_set_count (self->tiles) == 1) {
    slice = poplens_report_get_slice (self->report, POPLENS_SLICE_TILE_CLASS_BYTES,
                                      self->tiles->ranges[0].first, cancellable, error);
    return slice ? poplens_class_bytes_new_tile (self->liveness, slice) : NULL;
  }
  return poplens_live_cache_bytes (self->report, self->liveness, self->variables, self->tiles,
                                   cancellable, error);
}

PoplensClassBytes *
poplens_live_source_bytes (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  return poplens_operation_filter_bytes (&self->only,
                                         poplens_live_source_all_bytes (self, cancellable, error));
}

PoplensLiveCurve *
poplens_live_source_own_curve (PoplensLiveSource *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensClassBytes) bytes = NULL;

  if (!self->only.active)
    return poplens_live_source_curve (self, cancellable, error);
  bytes = poplens_live_source_bytes (self, cancellable, error);
  return bytes ? poplens_class_bytes_curve (self->liveness, bytes) : NULL;
}

/* The step asked for, or the peak of the source; POPLENS_NO_STEP where there is none. */
static gboolean
live_source_step (PoplensLiveSource *self, guint32 *step, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLiveCurve) curve = NULL;

  *step = self->step;
  if (self->has_step)
    return TRUE;
  curve = poplens_live_source_curve (self, cancellable, error);
  if (!curve)
    return FALSE;
  *step = curve->peak_step;
  return TRUE;
}

gboolean
poplens_live_source_steps (PoplensLiveSource *self, PoplensStepList *steps,
                           GCancellable *cancellable, GError **error)
{
  guint32 first;

  *steps = self->steps;
  steps->n = MIN (steps->n, POPLENS_MOST_STEPS);
  if (self->has_step)
    return TRUE;
  if (!live_source_step (self, &first, cancellable, error))
    return FALSE;
  if (first != POPLENS_NO_STEP)
    poplens_step_list_add (steps, first);
  return TRUE;
}

char *
poplens_live_source_program (const PoplensLiveSource *self, guint32 step)
{
  return poplens_program_title (self->programs, self->liveness->program[step]);
}

char *
poplens_live_source_describe (const PoplensLiveSource *self, guint32 step)
{
  g_autofree char *program = poplens_program_title (self->programs, self->liveness->program[step]);

  return g_strdup_printf ("Step %u, %s, %s", step, program, self->label);
}
