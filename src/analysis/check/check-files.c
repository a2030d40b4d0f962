/* The other files of a report against its profile: archive.a by tile, and ids of debug.cbor. */
#include "analysis/check/check-private.h"

#include "model/archive-memory.h"
#include "model/debug-contexts.h"

#include <string.h>

/* ---- archive.a --------------------------------------------------------------------------------
 */

static void
check_region (PoplensCheckRun *run, guint32 tile, const char *name, guint64 profile, guint64 gaps,
              guint64 image)
{
  /* Of an image the gaps inside of its segments are not to be told from bytes in use. */
  if (!poplens_check_within (run, CHECK_ARCHIVE_REGIONS, profile, profile + gaps, image,
                             "tile %u, %s", tile, name))
    poplens_check_link (run, CHECK_ARCHIVE_REGIONS, "memory?tile=", tile);
}

static void
check_image (PoplensCheckRun *run, const PoplensArchive *a, guint32 i)
{
  const PoplensMemory *m = run->memory;
  guint32 tile = a->tile[i], p = poplens_memory_find_tile (m, tile);

  if (!poplens_check_that (run, CHECK_ARCHIVE_TILES, p != POPLENS_NO_TILE)) {
    poplens_check_fail (run, CHECK_ARCHIVE_TILES, "a tile of the profile", "none", "%s, tile %u",
                        poplens_strings_get (a->strings, a->name[i]), tile);
    return;
  }
  if (!poplens_check_equal (run, CHECK_ARCHIVE_MEMORY, m->total_including_gaps[p],
                            a->including_gaps[i], "tile %u", tile))
    poplens_check_link (run, CHECK_ARCHIVE_MEMORY, "memory?tile=", tile);
  if (!a->has_regions)
    return;
  guint64 gaps =
      m->total_including_gaps[p] > m->total[p] ? m->total_including_gaps[p] - m->total[p] : 0;
  check_region (run, tile, "non-interleaved", m->non_interleaved[p], gaps, a->non_interleaved[i]);
  check_region (run, tile, "interleaved", m->interleaved[p], gaps, a->interleaved[i]);
  check_region (run, tile, "overflowed", m->overflowed[p], gaps, a->overflowed[i]);
}

void
poplens_check_images (PoplensCheckRun *run)
{
  const PoplensArchive *a = run->input->parts[POPLENS_PART_ARCHIVE];
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
  static const PoplensCheckId ids[] = {CHECK_ARCHIVE_TILES, CHECK_ARCHIVE_MEMORY,
                                       CHECK_ARCHIVE_REGIONS, CHECK_ARCHIVE_ARCHITECTURE};
  const PoplensArchive *a = run->input->parts[POPLENS_PART_ARCHIVE];
  const PoplensTarget *t = run->target;

  for (guint i = 0; i < G_N_ELEMENTS (ids) && run->memory->from_archive; i++)
    poplens_check_none (run, ids[i], "No profile: the memory shown comes from the archive.");
  if (run->memory->from_archive)
    return;
  if (a->incomplete) {
    for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
      poplens_check_none (run, ids[i], "archive.a is incomplete.");
    return;
  }
  for (guint32 i = 0; i < a->n; i++)
    check_image (run, a, i);
  poplens_check_within (run, CHECK_ARCHIVE_TILES, 0, run->memory->n_tiles, a->n,
                        "archive.a, number of images");
  if (!a->has_regions)
    poplens_check_none (run, CHECK_ARCHIVE_REGIONS, "Start of the regions not recorded.");
  if (!a->architecture_from_flags || !a->architecture || !t->architecture) {
    poplens_check_none (run, CHECK_ARCHIVE_ARCHITECTURE,
                        "Architecture of the images not recorded.");
    return;
  }
  if (!poplens_check_that (run, CHECK_ARCHIVE_ARCHITECTURE,
                           !strcmp (a->architecture, t->architecture)))
    poplens_check_fail (run, CHECK_ARCHIVE_ARCHITECTURE, t->architecture, a->architecture,
                        "archive.a");
}

/* ---- debug.cbor -------------------------------------------------------------------------------
 */

static void
check_id (PoplensCheckRun *run, const PoplensDebugContexts *d, guint64 id, const char *what,
          guint32 number)
{
  if (!id || poplens_check_that (run, CHECK_DEBUG_IDS,
                                 poplens_debug_contexts_find (d, id) != POPLENS_NO_CONTEXT))
    return;
  g_autofree char *found = g_strdup_printf ("no context %" G_GUINT64_FORMAT, id);
  poplens_check_fail (run, CHECK_DEBUG_IDS, "a context of debug.cbor", found, "%s %u", what,
                      number);
}

static void
check_ids (PoplensCheckRun *run, const PoplensDebugContexts *d)
{
  const PoplensPrograms *p = run->programs;
  const PoplensVertices *v = run->vertices;
  const PoplensVariables *vars = run->variables;

  for (guint32 r = 0; p && r < p->n; r++)
    check_id (run, d, p->debug_id[r], "program", p->id[r]);
  for (guint32 c = 0; v && c < v->n_compute_sets; c++)
    check_id (run, d, v->compute_set_debug_id[c], "compute set", v->compute_set_id[c]);
  for (guint32 i = 0; vars && i < vars->n_debug && poplens_check_go_on (run, 0, 0); i++) {
    g_autoptr (GArray) ids = poplens_lists_values (vars->debug_ids, i);
    for (guint j = 0; j < ids->len; j++)
      check_id (run, d, g_array_index (ids, guint64, j), "unlowered variable",
                vars->debug_variable[i]);
  }
}

void
poplens_check_debug (PoplensCheckRun *run)
{
  const PoplensDebugContexts *d = run->input->parts[POPLENS_PART_DEBUG];

  if (d->incomplete) {
    poplens_check_none (run, CHECK_DEBUG_IDS, "debug.cbor is incomplete.");
    poplens_check_none (run, CHECK_DEBUG_PARENTS, "debug.cbor is incomplete.");
    return;
  }
  check_ids (run, d);
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
