/* The target's numbers, which everything else is measured by; and references between tables. */
#include "analysis/check/check-private.h"

#include <string.h>

/* ---- target_info ------------------------------------------------------------------------------
 */

static void
check_positive (PoplensCheckRun *run, const char *column, guint64 value)
{
  if (!poplens_check_that (run, CHECK_TARGET, value > 0))
    poplens_check_fail (run, CHECK_TARGET, "1 or more", "0", "target_info, %s", column);
}

/* @a × @b, or 0 where that is more than any target has. */
static guint64
product (guint64 a, guint64 b)
{
  guint64 result;

  return __builtin_mul_overflow (a, b, &result) ? 0 : result;
}

/* FALSE where @column is not @a × @b; @how says what those are. */
static gboolean
check_product (PoplensCheckRun *run, const char *column, guint64 found, guint64 a, guint64 b,
               const char *how)
{
  /* What is 0 is told on its own. */
  return !found || !a || !b ||
         poplens_check_equal (run, CHECK_TARGET, product (a, b), found, "target_info, %s (%s)",
                              column, how);
}

static gboolean
check_sizes (PoplensCheckRun *run, const PoplensTarget *t)
{
  /* Each is told: which of two is wrong shows where several disagree with one. */
  return check_product (run, "num_tiles", t->num_tiles, t->num_ipus, t->tiles_per_ipu,
                        "num_ipus × tiles_per_ipu") &
         check_product (run, "num_ipus", t->num_ipus, t->num_replicas, t->ipus_per_replica,
                        "num_replicas × ipus_per_replica") &
         check_product (run, "num_tiles", t->num_tiles, t->num_replicas, t->tiles_per_replica,
                        "num_replicas × tiles_per_replica") &
         check_product (run, "bytes_per_ipu", t->bytes_per_ipu, t->tiles_per_ipu, t->bytes_per_tile,
                        "tiles_per_ipu × bytes_per_tile") &
         check_product (run, "total_memory", t->total_memory, t->num_ipus, t->bytes_per_ipu,
                        "num_ipus × bytes_per_ipu") &
         check_product (run, "total_memory", t->total_memory, t->num_replicas,
                        t->memory_per_replica, "num_replicas × memory_per_replica");
}

void
poplens_check_target (PoplensCheckRun *run)
{
  const PoplensTarget *t = run->target;
  const PoplensMemory *m = run->memory;

  if (m && m->from_archive) {
    poplens_check_none (run, CHECK_TARGET,
                        "No profile: the target is derived from the images of archive.a.");
    return;
  }
  if (strcmp (t->type, "CPU") != 0)
    check_positive (run, "clock_frequency", t->clock_hz);
  check_positive (run, "num_ipus", t->num_ipus);
  check_positive (run, "num_replicas", t->num_replicas);
  check_positive (run, "ipus_per_replica", t->ipus_per_replica);
  check_positive (run, "tiles_per_ipu", t->tiles_per_ipu);
  check_positive (run, "tiles_per_replica", t->tiles_per_replica);
  check_positive (run, "num_tiles", t->num_tiles);
  check_positive (run, "bytes_per_tile", t->bytes_per_tile);
  run->target_contradicts = !check_sizes (run, t);
  if (m && m->n_tiles &&
      !poplens_check_equal (run, CHECK_TARGET, m->n_tiles, t->tiles_per_replica,
                            "target_info, tiles_per_replica (rows of memory_by_tile)"))
    run->target_contradicts = TRUE;
  run->target_contradicts |= !t->num_ipus || !t->tiles_per_ipu || !t->num_tiles;
}

/* ---- references -------------------------------------------------------------------------------
 */

static void
tell_dangling (PoplensCheckRun *run, PoplensCheckId id, const PoplensScanReference *r)
{
  g_autofree char *expected = g_strdup_printf ("a row of %s", r->to);

  for (guint i = 0; i < MIN (r->dangling, POPLENS_MOST_DANGLING); i++) {
    g_autofree char *found = g_strdup_printf ("%" G_GINT64_FORMAT ", which has none", r->value[i]);
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
