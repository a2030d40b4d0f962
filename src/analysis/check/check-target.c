/* The target's numbers, which everything else is measured by; and references between tables. */
#include "analysis/check/check-rules.h"

#include <string.h>

/* ---- target_info ------------------------------------------------------------------------------
 */

/* IDs of another compilation: steps and programs may not be those of the profile. */
static void
check_compilation (PoplensCheckRun *run)
{
  const char *compiled = run->target->compilation_id;
  const char *executed = run->target->execution_compilation_id;

  if (compiled && *compiled && executed && *executed &&
      !poplens_check_that (run, CHECK_COMPILATION, !strcmp (compiled, executed)))
    poplens_check_fail (run, CHECK_COMPILATION, compiled, executed,
                        "execution_info, compilation_id");
}

void
poplens_check_target (PoplensCheckRun *run)
{
  const PoplensTarget *t = run->target;

  check_compilation (run);
  if (run->memory && run->memory->from_archive) {
    poplens_check_none (run, CHECK_TARGET,
                        "No profile: the target is derived from the images of archive.a.");
    return;
  }
  poplens_check_hold (run, RULES_TARGET,
                      &(PoplensCheckMade){.clock = strcmp (t->type, "CPU") ? &t->clock_hz : NULL},
                      NULL);
  run->target_contradicts = !poplens_check_hold (run, RULES_TARGET_SIZES, NULL, NULL) ||
                            !t->num_ipus || !t->tiles_per_ipu || !t->num_tiles;
}

/* ---- references -------------------------------------------------------------------------------
 */

static void
tell_dangling (PoplensCheckRun *run, PoplensCheckId id, const PoplensScanReference *r)
{
  g_autofree char *expected = r->limit ? g_strdup_printf ("below %s of %s", r->limit, r->to)
                                       : g_strdup_printf ("a row of %s", r->to);

  for (guint i = 0; i < MIN (r->dangling, POPLENS_MOST_DANGLING); i++) {
    g_autofree char *found =
        g_strdup_printf ("%" G_GINT64_FORMAT "%s", r->value[i], r->limit ? "" : ", which has none");
    poplens_check_fail (run, id, expected, found, "%s, %s %" G_GINT64_FORMAT ": %s", r->table,
                        r->key ? r->key : "row", r->row[i], r->column);
  }
}

void
poplens_check_references (PoplensCheckRun *run, PoplensCheckId id, PoplensReferences references)
{
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, id, POPLENS_SLICE_SCAN_REFERENCES, references);

  for (guint32 i = 0; slice && i < slice->n; i++) {
    const PoplensScanReference *r = &slice->scan_references[i];
    run->checks[id]->cases += r->cases;
    run->checks[id]->failed += r->dangling;
    tell_dangling (run, id, r);
  }
}
