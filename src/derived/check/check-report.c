/* Runs the checks of a report on its parts and slices, and caches the result in the report. */
#include "derived/check/check-report.h"

#include "base/error.h"

#define KEY "poplens-checks"

static char *
describe_damage (gpointer reader)
{
  return poplens_report_describe_unknown_values (((const PoplensSliceReader *) reader)->report);
}

/* Loads the parts that checks need. @errors: [POPLENS_N_PARTS]: why a part is absent or damaged.
 * FALSE with @error for any other reason. */
static gboolean
load_checked_parts (PoplensReport *report, PoplensCheckInput *input, GError **errors,
                    GError **error)
{
  guint32 parts = poplens_check_parts ();

  /* Loads two parts at a time; errors are found below, where each part is loaded. */
  poplens_report_load_parts (report, parts, input->cancellable, NULL);
  for (guint p = 0; p < POPLENS_N_PARTS; p++) {
    if (!(parts & POPLENS_PART_BIT (p)))
      continue;
    input->parts[p] = poplens_report_load (report, p, input->cancellable, &errors[p]);
    if (!errors[p])
      continue;
    input->reasons[p] = errors[p]->message;
    if (g_error_matches (errors[p], POPLENS_ERROR, POPLENS_ERROR_DAMAGED)) {
      input->refused |= POPLENS_PART_BIT (p);
    } else if (!g_error_matches (errors[p], POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
      g_propagate_error (error, g_steal_pointer (&errors[p]));
      return FALSE;
    }
  }
  return TRUE;
}

static guint
list_missing_files (PoplensReport *report, PoplensCheckNoFile *no_files)
{
  guint n = 0;

  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    const PoplensReportFile *file = poplens_report_get_file (report, f);
    if (!file->path && file->instead)
      no_files[n++] = (PoplensCheckNoFile){file->name, file->instead};
  }
  return n;
}

static gpointer
ref_checks (gpointer checks, gpointer user_data)
{
  return checks ? g_ptr_array_ref (checks) : NULL;
}

GPtrArray *
poplens_report_check (PoplensReport *report, PoplensCheckProgressFunc progress,
                      gpointer progress_data, GCancellable *cancellable, GError **error)
{
  GPtrArray *checks = g_object_dup_data (G_OBJECT (report), KEY, ref_checks, NULL);
  GError *errors[POPLENS_N_PARTS] = {NULL};
  PoplensCheckNoFile no_files[POPLENS_N_FILES];
  PoplensSliceReader reader = {report, cancellable};
  PoplensCheckInput input = {.profile_error = poplens_report_get_profile_error (report),
                             .no_files = no_files,
                             .n_no_files = list_missing_files (report, no_files),
                             .unfinished = poplens_report_is_unfinished (report),
                             .get_slice = poplens_report_read_slice,
                             .describe_damage = describe_damage,
                             .slice_data = &reader,
                             .progress = progress,
                             .progress_data = progress_data,
                             .cancellable = cancellable};

  if (checks)
    return checks;
  guint n_lost = poplens_report_count_lost (report);
  if (load_checked_parts (report, &input, errors, error))
    checks = poplens_check_run (&input, error);
  if (checks && !poplens_report_is_whole_since (report, n_lost, error))
    g_clear_pointer (&checks, g_ptr_array_unref);
  for (guint p = 0; p < POPLENS_N_PARTS; p++)
    g_clear_error (&errors[p]);
  if (checks)
    g_object_set_data_full (G_OBJECT (report), KEY, g_ptr_array_ref (checks),
                            (GDestroyNotify) g_ptr_array_unref);
  return checks;
}

char *
poplens_checks_summary (const GPtrArray *checks)
{
  guint failed = poplens_checks_tally (checks, POPLENS_CHECK_FAIL);
  guint passed = poplens_checks_tally (checks, POPLENS_CHECK_PASS);

  if (failed)
    return g_strdup_printf ("%u of %u checks failed", failed, failed + passed);
  if (passed == checks->len)
    return g_strdup_printf ("All %u checks pass", passed);
  return g_strdup_printf (checks->len - passed == 1 ? "All %u checks pass, %u does not apply"
                                                    : "All %u checks pass, %u do not apply",
                          passed, checks->len - passed);
}
