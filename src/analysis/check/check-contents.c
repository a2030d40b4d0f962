/* What fills a tile adds up: the tree of all tiles, each at its own peak. */
#include "analysis/check/check-private.h"

#include "analysis/memory/live-groups.h"

/* Of all tiles; FALSE where the file records no peaks. */
static gboolean
add_recorded (const PoplensMemory *memory, guint64 *live)
{
  *live = 0;
  for (guint32 p = 0; p < memory->n_tiles; p++) {
    if (memory->not_always_live_max[p] == G_MAXUINT32)
      return FALSE;
    *live += (guint64) memory->always_live[p] + memory->not_always_live_max[p];
  }
  return TRUE;
}

/* NULL where it was cancelled. */
static PoplensTileContents *
make_contents (const PoplensCheckRun *run)
{
  GCancellable *cancellable = run->input->cancellable;
  g_autoptr (PoplensTileBytes) bytes =
      poplens_tile_bytes_new (run->liveness, run->variables, NULL, NULL, cancellable);
  g_autoptr (PoplensKinds) kinds = bytes ? poplens_kinds_new (bytes, run->liveness, run->variables,
                                                              run->programs, NULL, cancellable)
                                         : NULL;
  g_autoptr (GArray) peaks =
      kinds ? poplens_tile_peaks_of (run->liveness, bytes, run->memory, NULL, cancellable) : NULL;
  g_autoptr (GArray) leaves = g_array_new (FALSE, TRUE, sizeof (PoplensContentsLeaf));

  if (!peaks)
    return NULL;
  g_autoptr (PoplensLiveGroups) groups =
      poplens_live_groups_new (bytes, run->liveness, run->memory, peaks, NULL, POPLENS_NO_STEP);
  for (guint32 g = 0; g < bytes->n_groups; g++) {
    PoplensContentsLeaf leaf = poplens_contents_leaf (bytes, kinds, run->variables, g);
    poplens_contents_leaf_add (&leaf, groups, g, 0);
    g_array_append_val (leaves, leaf);
  }
  return poplens_tile_contents_new ((const PoplensContentsLeaf *) (void *) leaves->data,
                                    leaves->len, &groups->sums, 1, POPLENS_CONTENTS_BY_KIND);
}

/* Bytes of the rows below each, and of those below none behind them. */
static guint64 *
add_up (const PoplensContentsRow *rows, guint n, guint64 *live)
{
  guint64 *below = g_new0 (guint64, MAX (n, 1));

  *live = 0;
  for (guint r = 0; r < n; r++)
    if (rows[r].parent != G_MAXUINT32)
      below[rows[r].parent] += (guint64) rows[r].bytes[0];
    else if (rows[r].level <= POPLENS_CONTENTS_SMALLER)
      *live += (guint64) rows[r].bytes[0];
  return below;
}

void
poplens_check_contents (PoplensCheckRun *run)
{
  g_autoptr (PoplensTileContents) contents = make_contents (run);
  guint64 recorded, live;

  if (!contents) {
    poplens_check_go_on (run, 0, 0);
    return;
  }
  const PoplensContentsRow *rows = (const PoplensContentsRow *) (void *) contents->rows->data;
  guint n = contents->rows->len;
  g_autofree guint64 *below = add_up (rows, n, &live);
  for (guint r = 0; r + 1 < n; r++)
    if (rows[r + 1].parent == r)
      poplens_check_equal (run, CHECK_CONTENTS, (guint64) rows[r].bytes[0], below[r], "%s",
                           rows[r].name);
  if (add_recorded (run->memory, &recorded))
    poplens_check_equal (run, CHECK_CONTENTS, recorded, live, "all tiles");
}
