#include "derived/insights/fit-source.h"

#include "analysis/memory/outline.h"
#include "base/error.h"
#include "base/typed.h"
#include "derived/insights/insights-ground.h"
#include "derived/insights/moves-source.h"
#include "derived/parts.h"

#include <string.h>

/* What a fit and its plans are evaluated with. */
typedef struct {
  PoplensMoves *moves;
  GBytes *halves; /* NULL where the report does not tell */
} Ground;

static void
ground_clear (Ground *self)
{
  g_clear_pointer (&self->moves, poplens_moves_unref);
  g_clear_pointer (&self->halves, g_bytes_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ground, ground_clear)

static gboolean
ground_load (Ground *self, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  self->moves = poplens_report_moves (report, cancellable, error);
  if (!self->moves)
    return FALSE;
  self->halves = poplens_report_float_groups (report, cancellable, &local);
  if (!local || poplens_error_is_lack (local))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static const guint8 *
halves_of (const Ground *self)
{
  return self->halves ? g_bytes_get_data (self->halves, NULL) : NULL;
}

/* ---- the fit -----------------------------------------------------------------------------------
 */

/* What outlining saves at most. FALSE: the parts cannot be loaded. */
static gboolean
find_outlined (PoplensReport *report, guint64 **out, GCancellable *cancellable, GError **error)
{
  const PoplensTarget *target = poplens_report_peek (report, POPLENS_PART_TARGET);
  PoplensOutlineInput in = {
      .liveness = poplens_report_peek (report, POPLENS_PART_LIVENESS),
      .programs = poplens_report_peek (report, POPLENS_PART_PROGRAMS),
      .memory = poplens_report_peek (report, POPLENS_PART_MEMORY),
      .tiles_per_ipu = target ? target->tiles_per_ipu : 0,
  };
  gconstpointer exchanges, vertices;

  if (!poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_VERTICES, &vertices, cancellable, error))
    return FALSE;
  in.exchanges = exchanges;
  in.vertices = vertices;
  *out = poplens_outline_bytes (&in);
  return TRUE;
}

static gpointer
make_fit (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_auto (Ground) ground = {0};
  const PoplensTarget *target;
  g_autofree guint64 *outlined = NULL;
  PoplensFit *fit;

  if (!ground_load (&ground, report, cancellable, error) ||
      !find_outlined (report, &outlined, cancellable, error))
    return NULL;
  target = poplens_report_peek (report, POPLENS_PART_TARGET);
  fit = poplens_fit_new (ground.moves, halves_of (&ground), outlined,
                         poplens_report_peek (report, POPLENS_PART_MEMORY),
                         target ? target->tiles_per_ipu : 0, cancellable);
  if (!fit)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return fit;
}

PoplensFit *
poplens_report_fit (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-fit", make_fit, (GBoxedCopyFunc) poplens_fit_ref,
                                         (GDestroyNotify) poplens_fit_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- its plan ----------------------------------------------------------------------------------
 */

static gpointer
find_plan (PoplensReport *report, const PoplensPlanOptions *options, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (PoplensFit) fit = poplens_report_fit (report, cancellable, error);
  g_auto (Ground) ground = {0};
  PoplensFitPlan *plan;

  if (!fit || !ground_load (&ground, report, cancellable, error))
    return NULL;
  plan = poplens_fit_plan_new (fit, ground.moves, halves_of (&ground), options, cancellable);
  if (!plan)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return plan;
}

static gpointer
make_plan (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensPlanOptions options = {0};

  return find_plan (report, &options, cancellable, error);
}

static gboolean
read_margin (const char *text, guint *margin, GError **error)
{
  g_autofree char *number = g_strdup (text);
  guint64 value;

  if (g_str_has_suffix (number, "%"))
    number[strlen (number) - 1] = '\0';
  if (!poplens_typed_unsigned (number, 0, 99, &value)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid margin \u201c%s\u201d; use percent of the capacity, for example 5%%",
                 text);
    return FALSE;
  }
  *margin = (guint) value;
  return TRUE;
}

/* NULL with USAGE where one is no change that a plan may have. (transfer full) */
static GStrv
read_keys (const char *text, GError **error)
{
  g_auto (GStrv) keys = g_strsplit_set (text, ",;", -1);

  if (!keys[0]) {
    g_autofree char *known = poplens_fit_plan_keys ();
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "no change is named; use %s or micro-batch", known);
    return NULL;
  }
  for (guint i = 0; keys[i]; i++) {
    g_autofree char *known = NULL;
    /* Behind a "=" is a name, which is as it is. */
    char *spelled = strchr (keys[i], '=') ? g_strdup (keys[i]) : poplens_kind_spelling (keys[i]);
    g_free (keys[i]);
    keys[i] = spelled;
    if (poplens_fit_plans_with (keys[i]))
      continue;
    known = poplens_fit_plan_keys ();
    g_set_error (
        error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
        "a plan cannot have the change \u201c%s\u201d, which is unknown or a bound; use %s "
        "or micro-batch",
        keys[i], known);
    return NULL;
  }
  return g_steal_pointer (&keys);
}

PoplensFitPlan *
poplens_report_fit_plan (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-fit-plan", make_plan,
                                         (GBoxedCopyFunc) poplens_fit_plan_ref,
                                         (GDestroyNotify) poplens_fit_plan_unref};
  const char *avoid = location ? poplens_location_get (location, "avoid") : NULL;
  const char *only = location ? poplens_location_get (location, "only") : NULL;
  const char *margin = location ? poplens_location_get (location, "margin") : NULL;
  g_auto (GStrv) avoided = NULL;
  g_auto (GStrv) allowed = NULL;
  PoplensPlanOptions options = {0};

  if (!avoid && !only && !margin)
    return poplens_report_derive (report, &derived, cancellable, error);
  if ((avoid && !(avoided = read_keys (avoid, error))) ||
      (only && !(allowed = read_keys (only, error))) ||
      (margin && !read_margin (margin, &options.margin, error)))
    return NULL;
  options.avoid = (const char *const *) avoided;
  options.only = (const char *const *) allowed;
  return find_plan (report, &options, cancellable, error);
}

guint32
poplens_report_fit_without (PoplensReport *report, const PoplensFitPlan *plan, guint index,
                            GCancellable *cancellable, GError **error)
{
  g_auto (Ground) ground = {0};
  g_autoptr (GPtrArray) changes = g_ptr_array_new ();
  g_autoptr (PoplensWhatIfResult) result = NULL;

  if (!ground_load (&ground, report, cancellable, error))
    return G_MAXUINT32;
  for (guint i = 0; i < plan->changes->len; i++)
    if (i != index)
      g_ptr_array_add (changes, ((const PoplensFitChange *) plan->changes->pdata[i])->change);
  const PoplensWhatIfFacts facts = {halves_of (&ground), ground.moves};
  result = poplens_what_if_evaluate (poplens_moves_get_what_if (ground.moves), changes, &facts,
                                     POPLENS_ESTIMATE_OPTIMISTIC, NULL, cancellable);
  if (!result)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return result ? poplens_fit_count_beyond (result, plan->capacity) : G_MAXUINT32;
}

PoplensLocation *
poplens_fit_plan_location (const PoplensFitPlan *plan, const PoplensLocation *location)
{
  g_autoptr (GPtrArray) changes = g_ptr_array_new ();

  for (guint i = 0; i < plan->changes->len; i++)
    g_ptr_array_add (changes, ((const PoplensFitChange *) plan->changes->pdata[i])->change);
  return poplens_what_if_location (location, changes);
}
