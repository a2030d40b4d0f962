#include "tables/time/time-answer.h"

#include "base/format.h"
#include "report/bookmarks.h"

#include <math.h>

static const char *
format_cycles (PoplensNumber buffer, double cycles)
{
  return poplens_format_count (buffer, cycles > 0 ? (guint64) (cycles + 0.5) : 0);
}

/* ---- findings ----------------------------------------------------------------------------------
 */

char *
poplens_time_iteration_text (const PoplensTimeIterations *iterations, guint64 hz)
{
  const PoplensTimeLoop *loop = &iterations->iterations;
  PoplensNumber median, time, least, most, turns;
  guint n = loop->length->len;

  if (!n)
    return NULL;
  poplens_format_cycles_as_time (time, loop->median, hz);
  g_autofree char *of = n == loop->turns->len ? NULL : g_strdup_printf ("%u of ", n);
  return g_strdup_printf ("One iteration: median %s cycles%s%s%s, from %s to %s; %s%s%s.",
                          poplens_format_count (median, loop->median), *time ? " (" : "", time,
                          *time ? " nominal)" : "",
                          poplens_format_count (least, g_array_index (loop->length, guint64, 0)),
                          poplens_format_count (most, g_array_index (loop->length, guint64, n - 1)),
                          of ? of : "", poplens_format_items (turns, loop->turns->len, "iteration"),
                          of ? ", the others are not whole" : "");
}

static gboolean
is_dismissed (const PoplensTimeFinding *finding, GHashTable *dismissed)
{
  return poplens_dismissed_reason (dismissed, poplens_time_kind_key (finding->kind),
                                   finding->subject) != NULL;
}

const PoplensTimeFinding *
poplens_time_first_finding (const PoplensTimeFindings *findings, GHashTable *dismissed)
{
  for (guint i = 0; i < findings->findings->len; i++) {
    const PoplensTimeFinding *one = g_ptr_array_index (findings->findings, i);
    if (!is_dismissed (one, dismissed))
      return one;
  }
  return NULL;
}

/* The one on all of a kind that saves most, as many actions together. NULL where @first saves as
 * much. */
static const PoplensTimeFinding *
find_largest (const PoplensTimeFindings *findings, GHashTable *dismissed,
              const PoplensTimeFinding *first)
{
  const PoplensTimeFinding *found = first;

  for (guint i = 0; i < findings->findings->len; i++) {
    const PoplensTimeFinding *one = g_ptr_array_index (findings->findings, i);
    if (one->largest && one->saving > found->saving && !is_dismissed (one, dismissed))
      found = one;
  }
  return found == first ? NULL : found;
}

char *
poplens_time_finding_title (const PoplensTimeFinding *finding)
{
  PoplensNumber saving, share;

  return g_strdup_printf (
      "%s%s%s: saves at most %s%s cycles (%s)", poplens_time_kind_title (finding->kind),
      *finding->subject ? ", " : "", finding->subject, finding->approximated ? "≈ " : "",
      format_cycles (saving, finding->saving), poplens_format_percent (share, finding->share));
}

char *
poplens_time_headline (const PoplensTimeFindings *findings, GHashTable *dismissed)
{
  const PoplensTimeFinding *first = poplens_time_first_finding (findings, dismissed);
  const PoplensTimeFinding *most = first ? find_largest (findings, dismissed, first) : NULL;
  PoplensNumber saving, share;

  if (!first || !findings->where)
    return g_strdup (findings->where);
  if (!most)
    return g_strdup_printf ("%s %s", findings->where, first->sentence);
  return g_strdup_printf (
      "%s Largest loss: %s, at most %s%s cycles (%s) in many places. Largest single saving: %s",
      findings->where, poplens_time_kind_title (most->kind), most->approximated ? "≈ " : "",
      format_cycles (saving, most->saving), poplens_format_percent (share, most->share),
      first->sentence);
}

char *
poplens_time_findings_note (const PoplensTimeFindings *findings)
{
  PoplensNumber threshold;

  poplens_format_percent (threshold, findings->threshold);
  if (!findings->findings->len)
    return g_strdup_printf ("Nothing saves %s of the program time.", threshold);
  return g_strdup_printf ("Largest single saving first, from %s of the program time on. Savings "
                          "overlap and do not add up.",
                          threshold);
}

static char *
noise_text (const PoplensTimeFindings *findings)
{
  PoplensNumber spread;

  if (isnan (findings->spread))
    return g_strdup ("Noise is unknown, as there are no two iterations to compare.");
  return g_strdup_printf ("The middle half of the iterations differs by %s.",
                          poplens_format_percent (spread, findings->spread));
}

char *
poplens_time_basis_text (const PoplensTimeFindings *findings)
{
  const PoplensTimeBasis *basis = &findings->basis;
  g_autofree char *noise = noise_text (findings);
  PoplensNumber iterations, runs, tiles, estimated, threshold;

  return g_strdup_printf (
      "From %s in %s; cycles of %s by tile; %s of the program time is estimated exchanges. %s "
      "Threshold: %s.",
      poplens_format_items (iterations, basis->iterations, "iteration"),
      poplens_format_items (runs, basis->runs, "run"),
      basis->tiles ? poplens_format_items (tiles, basis->tiles, "tile") : "no tile",
      poplens_format_percent (estimated, basis->estimated), noise,
      poplens_format_percent (threshold, findings->threshold));
}
