/* Computes the headline of a report and the time of its program, in brief or from all executed
 * steps.
 */
#include "derived/headline.h"

#include "base/error.h"

/* ---- time of the program --------------------------------------------------------------------- */

static gboolean
compute_program_time (PoplensProgramTime *time, PoplensReport *report, const PoplensExecution *x,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  gconstpointer programs = x->copies;

  if (!programs &&
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return FALSE;
  const PoplensExchanges *exchanges =
      poplens_report_load_exchanges_brief (report, cancellable, &wrong);
  if (!exchanges && !g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  poplens_program_time_compute (time, x, programs, exchanges);
  return TRUE;
}

/* Key in the disk cache for the program time of a long trace. The cached time saves reading all
 * executed steps. */
#define PROGRAM_TIME "program-time"

gboolean
poplens_program_time_take (PoplensProgramTime *time, PoplensFigureStore *store,
                           const char *identity)
{
  g_autoptr (GVariant) cached =
      poplens_figure_store_read (store, PROGRAM_TIME, identity, G_VARIANT_TYPE_BYTESTRING);

  return cached && poplens_figures_unpack (cached, time, sizeof *time);
}

static gboolean
read_cached_time (PoplensReport *report, PoplensProgramTime *time)
{
  const char *identity;
  PoplensFigureStore *store = poplens_report_get_figures (report, &identity);

  return store && poplens_program_time_take (time, store, identity);
}

static gpointer
program_time_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution_brief (report, cancellable, error);
  guint n_lost = poplens_report_count_lost (report);
  PoplensProgramTime time;

  if (!x || !compute_program_time (&time, report, x, cancellable, error))
    return NULL;
  if (x->n_steps > POPLENS_EXECUTION_MOST_BRIEF &&
      poplens_report_is_whole_since (report, n_lost, NULL))
    poplens_report_cache_figures (report, PROGRAM_TIME, poplens_figures_pack (&time, sizeof time));
  return g_memdup2 (&time, sizeof time);
}

static const PoplensDerived derived_program_time = {"poplens-program-time", program_time_new, NULL,
                                                    g_free};

gboolean
poplens_report_program_time (PoplensReport *report, gboolean whole, PoplensProgramTime *time,
                             GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution_brief (report, cancellable, error);

  *time = (PoplensProgramTime){0};
  if (x && x->cut && read_cached_time (report, time))
    return TRUE;
  if (x && x->cut && whole)
    x = poplens_report_load_execution (report, cancellable, error);
  if (!x)
    return FALSE;
  /* Compute the time from the first steps only. Do not cache this estimate, as a later caller may
   * have loaded all steps. */
  if (x->cut)
    return compute_program_time (time, report, x, cancellable, error);
  const PoplensProgramTime *kept =
      poplens_report_derive (report, &derived_program_time, cancellable, error);
  if (kept)
    *time = *kept;
  return kept != NULL;
}

/* ---- headline -------------------------------------------------------------------------------- */

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)

/* Replaces *@kept by @wrong if @wrong is worse. Ignores ABSENT. Damage is less bad than any other
 * error. @wrong: (nullable) (transfer full) */
static void
keep_worst_error (GError **kept, GError *wrong)
{
  gboolean says = wrong && !g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_ABSENT);

  if (says && (!*kept || (poplens_error_is_lack (*kept) && !poplens_error_is_lack (wrong)))) {
    g_clear_error (kept);
    *kept = wrong;
  } else {
    g_clear_error (&wrong);
  }
}

/* Limit of the bytes of programs that are read from another computer to compute the program time.
 */
#define MOST_FAR (4 * 1024 * 1024)

static gboolean
can_compute_time (PoplensReport *report, GCancellable *cancellable)
{
  return poplens_report_is_near (report) || poplens_report_peek (report, POPLENS_PART_PROGRAMS) ||
         poplens_report_estimate (report, BIT (PROGRAMS), cancellable) <= MOST_FAR;
}

gboolean
poplens_headline_load (PoplensReport *report, guint32 bits, PoplensHeadlineParts *parts,
                       GCancellable *cancellable, GError **error)
{
  GError *wrong[5] = {NULL}, *worst = NULL;

  *parts = (PoplensHeadlineParts){0};
  parts->target = poplens_report_load_target (report, cancellable, &wrong[0]);
  if (bits & BIT (MEMORY))
    parts->memory = poplens_report_load_memory_brief (report, cancellable, &wrong[1]);
  if (bits & BIT (LIVENESS))
    parts->peak = poplens_report_load_peak (report, cancellable, &wrong[2]);
  if (bits & BIT (EXECUTION))
    parts->execution = poplens_report_load_execution_brief (report, cancellable, &wrong[3]);
  if (parts->execution && can_compute_time (report, cancellable))
    poplens_report_program_time (report, FALSE, &parts->time, cancellable, &wrong[4]);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    keep_worst_error (&worst, wrong[i]);
  if (!worst)
    return TRUE;
  g_propagate_error (error, worst);
  return FALSE;
}

void
poplens_headline_prepare (PoplensReport *report, GCancellable *cancellable)
{
  PoplensHeadlineParts parts;

  poplens_report_load_parts (report, BIT (OPTIONS) | BIT (MEMORY) | BIT (PROGRAMS), cancellable,
                             NULL);
  poplens_headline_load (report, POPLENS_HEADLINE_ALL, &parts, cancellable, NULL);
}
