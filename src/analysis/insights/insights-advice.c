/* Advice: what could be changed, with what that would save in this report. */
#include "analysis/insights/insights-finding.h"

#include <math.h>
#include <string.h>

/* ---- imbalance ---------------------------------------------------------------------------------
 */

static void
add_imbalance (GPtrArray *out, const PoplensMemory *memory)
{
  guint32 fullest;
  g_autoptr (GArray) rows = poplens_insights_balance (memory, NULL, 0, &fullest);
  const PoplensBalance *all = rows->len ? &g_array_index (rows, PoplensBalance, 0) : NULL;
  const PoplensBalance *most = rows->len > 1 ? &g_array_index (rows, PoplensBalance, 1) : NULL;
  PoplensFinding *f;

  if (!all || all->category || all->excess < 1)
    return;
  f = poplens_finding_add (out, "imbalance", POPLENS_FINDING_SAVING, "Memory imbalance",
                           "memory-imbalance");
  f->bytes = f->there = (guint64) round (all->excess);
  f->tile = fullest;
  f->cause = "The fullest tile decides whether the program fits.";
  f->location = g_strdup_printf ("memory?order=use&tile=%u", fullest);
  poplens_finding_say (f, "Tile {i} needs {b} more than the mean of {b}", (guint64) fullest,
                       f->bytes, (guint64) round (all->mean));
  if (most && most->category && most->excess >= 1)
    poplens_finding_say (f, "; largest category difference: {s}, {b}", most->category->title,
                         (guint64) round (most->excess));
  poplens_finding_say (f, ".");
}

/* ---- vertices ----------------------------------------------------------------------------------
 */

static void
add_variants (GPtrArray *out, const PoplensVertices *vertices, const PoplensMemory *memory)
{
  g_autoptr (GArray) rows = poplens_insights_variants (vertices, memory->n_tiles, NULL);
  const PoplensVariants *most = rows->len ? &g_array_index (rows, PoplensVariants, 0) : NULL;
  guint64 saving = 0;
  PoplensFinding *f;

  if (!most || !most->saving)
    return;
  for (guint i = 0; i < rows->len; i++)
    saving += g_array_index (rows, PoplensVariants, i).saving;
  f = poplens_finding_add (out, "vertex-variants", POPLENS_FINDING_SAVING, "Variants of a vertex",
                           "vertex-types");
  f->table_location = g_strdup ("memory?by=family");
  f->bytes = f->saves = most->saving;
  f->subject = g_strdup (most->name);
  f->tile = memory->tile[most->worst_tile];
  f->there = most->worst;
  f->cause = "Use the same element types and options so that operations share one variant.";
  f->location = g_strdup ("memory?tab=vertex-types&sort.vertex-types=-code_bytes");
  poplens_finding_say (f, "Merging the {n} variants of {s} saves {b} of their {b} of code.",
                       (guint64) most->types, most->name, most->saving, most->code);
  if (rows->len > 1)
    poplens_finding_say (f, " All {n} vertex types with variants: {b}.", (guint64) rows->len,
                         saving);
}

void
poplens_insights_add_advice (GPtrArray *out, const PoplensInsightsInput *in)
{
  if (in->memory && !in->memory->from_archive && in->memory->n_tiles > 1)
    add_imbalance (out, in->memory);
  if (in->vertices && in->memory)
    add_variants (out, in->vertices, in->memory);
}
