/* The other files of a report against its profile: archive.a by tile, and ids of debug.cbor. */
#include "analysis/check/check-rules.h"

#include <string.h>

/* ---- archive.a --------------------------------------------------------------------------------
 */

/* What each image says, held against its tile in the profile. */
static void
check_images (PoplensCheckRun *run)
{
  const PoplensArchive *a = run->archive;
  const PoplensMemory *m = run->memory;
  g_autofree guint32 *rows = g_new (guint32, MAX (a->n, 1));
  g_autofree guint64 *gaps = g_new0 (guint64, MAX (a->n, 1));
  PoplensCheckMade made = {.rows = rows, .gaps = gaps};

  for (guint32 i = 0; i < a->n; i++) {
    guint32 p = rows[i] = poplens_memory_find_tile (m, a->tile[i]);
    if (!poplens_check_that (run, CHECK_ARCHIVE_TILES, p != POPLENS_NO_TILE))
      poplens_check_fail (run, CHECK_ARCHIVE_TILES, "a tile of the profile", "none", "%s, tile %u",
                          poplens_strings_get (a->strings, a->name[i]), a->tile[i]);
    else if (m->total_including_gaps[p] > m->total[p])
      gaps[i] = m->total_including_gaps[p] - m->total[p];
  }
  poplens_check_hold (run, RULES_N_IMAGES, NULL, NULL);
  poplens_check_hold (run, RULES_IMAGES, &made, NULL);
  if (a->has_regions)
    poplens_check_hold (run, RULES_IMAGE_REGIONS, &made, NULL);
  else
    poplens_check_none (run, CHECK_ARCHIVE_REGIONS, "Start of the regions not recorded.");
}

void
poplens_check_images (PoplensCheckRun *run)
{
  const PoplensArchive *a = run->archive;
  PoplensCheck *check = run->checks[CHECK_ARCHIVE_IMAGES];

  if (a->incomplete)
    poplens_check_none (run, CHECK_ARCHIVE_IMAGES, "archive.a is incomplete.");
  if (a->incomplete && !a->n_unreadable)
    return;
  check->cases = (guint64) a->n + a->n_unreadable;
  check->failed = a->n_unreadable;
  for (guint i = 0; i < a->unreadable->len; i++)
    poplens_check_fail (run, CHECK_ARCHIVE_IMAGES, "a tile's image in ELF", "unreadable data", "%s",
                        (const char *) g_ptr_array_index (a->unreadable, i));
}

void
poplens_check_archive (PoplensCheckRun *run)
{
  const PoplensArchive *a = run->archive;
  const PoplensTarget *t = run->target;

  if (run->memory->from_archive)
    poplens_check_none_at_all (run, "No profile: the memory shown comes from the archive.");
  if (a->incomplete)
    poplens_check_none_at_all (run, "archive.a is incomplete.");
  if (run->memory->from_archive || a->incomplete)
    return;
  check_images (run);
  if (a->architecture_from_flags && a->architecture && t->architecture &&
      !poplens_check_that (run, CHECK_ARCHIVE_ARCHITECTURE,
                           !strcmp (a->architecture, t->architecture)))
    poplens_check_fail (run, CHECK_ARCHIVE_ARCHITECTURE, t->architecture, a->architecture,
                        "archive.a");
}

/* ---- debug.cbor -------------------------------------------------------------------------------
 */

void
poplens_check_debug (PoplensCheckRun *run)
{
  const PoplensDebugContexts *d = run->debug;
  const PoplensVariables *v = run->variables;

  if (d->incomplete) {
    poplens_check_none_at_all (run, "debug.cbor is incomplete.");
    return;
  }
  poplens_check_hold (run, RULES_DEBUG_PROGRAMS, NULL, NULL);
  poplens_check_hold (run, RULES_DEBUG_COMPUTE_SETS, NULL, NULL);
  if (v)
    poplens_check_hold_lists (run, RULES_DEBUG_VARIABLES, v->debug_ids, v->debug_variable,
                              v->n_debug, "unlowered variable", NULL);
  for (guint32 c = 0; c < d->n; c++) {
    guint32 parent = d->parent[c];
    if (poplens_check_that (run, CHECK_DEBUG_PARENTS,
                            parent != POPLENS_PARENT_DANGLING && parent != POPLENS_PARENT_CYCLE))
      continue;
    poplens_check_fail (run, CHECK_DEBUG_PARENTS, "an existing parent, without a cycle",
                        parent == POPLENS_PARENT_CYCLE ? "a cycle" : "no such parent",
                        "context %" G_GUINT64_FORMAT, d->id[c]);
  }
}
