/* Advice: what could be changed, with what that would save in this report. */
#include "analysis/insights/insights-finding.h"

#include <math.h>
#include <string.h>

/* Lives long: over more than this part of all steps at a time, and not over all but this part,
 * which is as good as always live. */
#define LONG_LIFE 10

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
  f = poplens_finding_add (out, "imbalance", POPLENS_FINDING_SAVING, "Memory imbalance", "balance");
  f->bytes = f->there = (guint64) round (all->excess);
  f->tile = fullest;
  f->cause = "The fullest tile decides whether the program fits.";
  f->location = g_strdup_printf ("memory?order=use&tile=%u", fullest);
  poplens_finding_say (f, "Tile {i} needs {b}, {b} more than the mean of {b}", (guint64) fullest,
                       all->fullest, (guint64) round (all->excess), (guint64) round (all->mean));
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
                           "vertex-variants");
  f->bytes = f->saves = most->saving;
  f->subject = g_strdup (most->name);
  f->tile = memory->tile[most->worst_tile];
  f->there = most->worst;
  f->cause = "Use the same element types and options so that operations share one variant.";
  f->location = g_strdup ("memory?tab=memory-vertices&sort.memory-vertices=-code");
  poplens_finding_say (f, "{s} has {n} variants with {b} of code; merging them saves {b}.",
                       most->name, (guint64) most->types, most->code, most->saving);
  if (rows->len > 1)
    poplens_finding_say (f, " All {n} vertex types with variants: {b}.", (guint64) rows->len,
                         saving);
}

/* ---- recomputation -----------------------------------------------------------------------------
 */

/* The steps that the class is live on around @step. */
static gboolean
range_at (const PoplensLiveness *l, guint32 class_row, guint32 step, guint32 *from, guint32 *to)
{
  for (guint32 r = 0; r < l->n_ranges; r++)
    if (l->range_class[r] == l->class_id[class_row] && l->range_from[r] <= step &&
        step < l->range_to[r]) {
      *from = l->range_from[r];
      *to = l->range_to[r];
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_long (guint32 steps, guint32 all)
{
  return steps > all / LONG_LIFE && steps < all - all / LONG_LIFE;
}

/* By class row: whether it is live at @step, and has been or will be for long. (transfer full) */
static guint8 *
long_lived (const PoplensLiveness *l, guint32 step)
{
  guint8 *out = g_new0 (guint8, MAX (l->n_classes, 1));
  guint32 row = 0;

  for (guint32 r = 0; r < l->n_ranges; r++) {
    while (row < l->n_classes && l->class_id[row] < l->range_class[r])
      row++;
    if (row < l->n_classes && l->class_id[row] == l->range_class[r] && !l->class_always_live[row] &&
        l->range_from[r] <= step && step < l->range_to[r] &&
        is_long (l->range_to[r] - l->range_from[r], l->n_steps))
      out[row] = TRUE;
  }
  return out;
}

/* Of what the program made itself: its variables, not code and buffers. */
static gboolean
is_tensor (const PoplensVariables *v, guint32 id)
{
  const char *name = poplens_variable_name (v, id);

  if (!name || *name == '<')
    return FALSE;
  for (guint32 c = 0; c < v->n_categories; c++)
    if (!strcmp (poplens_strings_get (v->strings, v->category_name[c]), name))
      return FALSE;
  return TRUE;
}

static void
add_recomputation (GPtrArray *out, const PoplensInsightsInput *in)
{
  const PoplensLiveness *l = in->liveness;
  guint32 peak = poplens_liveness_peak_step (l), from = 0, to = 0, n = 0;
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autofree guint8 *lasting = NULL;
  guint64 sum = 0;
  guint32 most = G_MAXUINT32;
  PoplensFinding *f;

  if (peak == G_MAXUINT32)
    return;
  bytes = poplens_class_bytes_new (l, in->variables);
  lasting = long_lived (l, peak);
  for (guint32 i = 0; i < bytes->n; i++) {
    if (!bytes->bytes[i] || !lasting[bytes->class_row[i]] ||
        !is_tensor (in->variables, bytes->variable[i]))
      continue;
    n++;
    sum += bytes->bytes[i];
    if (most == G_MAXUINT32 || bytes->bytes[i] > bytes->bytes[most])
      most = i;
  }
  if (most == G_MAXUINT32 || !range_at (l, bytes->class_row[most], peak, &from, &to))
    return;
  f = poplens_finding_add (out, "recomputation", POPLENS_FINDING_SAVING,
                           "Candidates for recomputation", "advice");
  f->bytes = f->saves = sum;
  f->subject = g_strdup (poplens_variable_name (in->variables, bytes->variable[most]));
  f->cause =
      "Recompute these variables where they are needed instead of keeping them across the peak.";
  f->location = g_strdup_printf ("liveness?step=%u&variable=%u", peak, bytes->variable[most]);
  if (n == 1)
    poplens_finding_say (f,
                         "Variable {s} ({b}) is live at the peak (step {i}) and for 10–90 % of the "
                         "program: steps {i} to {i}.",
                         f->subject, sum, (guint64) peak, (guint64) from, (guint64) to - 1);
  else
    poplens_finding_say (f,
                         "{n} variables ({b}) are live at the peak (step {i}) and for 10–90 % of "
                         "the program; largest: {s}, {b}, steps {i} to {i}.",
                         (guint64) n, sum, (guint64) peak, f->subject, bytes->bytes[most],
                         (guint64) from, (guint64) to - 1);
}

/* ---- half precision ----------------------------------------------------------------------------
 */

static void
add_half (GPtrArray *out, const PoplensInsightsInput *in)
{
  g_autoptr (GPtrArray) changes =
      g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_change_free);
  g_autoptr (PoplensWhatIfResult) result = NULL;
  const PoplensWhatIfTile *most = NULL;
  PoplensFinding *f;

  g_ptr_array_add (changes, poplens_change_new (POPLENS_CHANGE_HALVE_FLOATS));
  result = poplens_what_if_evaluate (in->what_if, changes,
                                     &(PoplensWhatIfFacts){.halves = in->halves}, 0, NULL, NULL);
  for (guint i = 0; result && i < result->tiles->len; i++) {
    const PoplensWhatIfTile *tile = &g_array_index (result->tiles, PoplensWhatIfTile, i);
    if (!most || tile->before > most->before)
      most = tile;
  }
  if (!most || result->after >= result->before)
    return;
  f = poplens_finding_add (out, "half-precision", POPLENS_FINDING_SAVING, "Half precision",
                           "what-if-tiles");
  f->bytes = f->saves = result->before - result->after;
  f->tile = most->tile;
  f->there = most->before - most->after;
  f->table_location = g_strdup ("insights?half=yes");
  f->location = g_strdup ("insights?half=yes");
  f->cause = "Variables recorded as float in debug.cbor use four bytes per element; half precision "
             "uses two.";
  poplens_finding_say (f,
                       "Halving all 32-bit floats lowers the sum of tile peaks by {b} ({b} of {b} "
                       "remain); worst tile {i}: {b} less",
                       f->saves, result->after, result->before, (guint64) most->tile, f->there);
  if (result->over_before == 1)
    poplens_finding_say (f, result->over_after ? "; the tile over capacity still does not fit"
                                               : "; the tile over capacity then fits");
  else if (result->over_before)
    poplens_finding_say (f, "; {n} of {n} tiles over capacity still do not fit",
                         (guint64) result->over_after, (guint64) result->over_before);
  poplens_finding_say (f, ".");
}

void
poplens_insights_add_advice (GPtrArray *out, const PoplensInsightsInput *in)
{
  if (in->memory && !in->memory->from_archive && in->memory->n_tiles > 1)
    add_imbalance (out, in->memory);
  if (in->vertices && in->memory)
    add_variants (out, in->vertices, in->memory);
  if (in->liveness && in->variables)
    add_recomputation (out, in);
  if (in->what_if && in->halves)
    add_half (out, in);
}
