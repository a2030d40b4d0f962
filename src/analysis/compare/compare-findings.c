#include "analysis/compare/compare-findings.h"

#include <math.h>

static void
change_free (gpointer data)
{
  g_free (((PoplensFindingChange *) data)->subject);
  g_free (data);
}

/* ---- matching ----------------------------------------------------------------------------------
 */

/* All that tiles wait for tiles: a report tells it as idle tiles or load imbalance where that is
 * most of it. */
static gboolean
is_of_all_tiles (PoplensTimeKind kind, const char *subject)
{
  return !*subject && (kind == POPLENS_TIME_OWN_TILES || kind == POPLENS_TIME_FEW_TILES ||
                       kind == POPLENS_TIME_UNEQUAL_LOAD);
}

/* The kind under which @finding is in the other report, too. */
static PoplensTimeKind
kind_in_both (const PoplensTimeFinding *finding, const PoplensTimeFindings *other)
{
  double cycles;

  return is_of_all_tiles (finding->kind, finding->subject) &&
                 !poplens_time_findings_look_up (other, finding->kind, "", &cycles)
             ? POPLENS_TIME_OWN_TILES
             : finding->kind;
}

static gboolean
is_told (const PoplensTimeFinding *finding)
{
  return finding && finding->state == POPLENS_CHECK_FOUND;
}

/* (transfer full) */
static char *
name_subject (const PoplensFindingChange *self, const char *subject)
{
  const PoplensTimeFinding *first = self->of[POPLENS_FIRST], *second = self->of[POPLENS_SECOND];

  if (!is_told (first) || !is_told (second) || g_str_equal (first->subject, second->subject))
    return g_strdup (subject);
  return g_strdup_printf ("%s → %s", first->subject, second->subject);
}

static void
add_change (GPtrArray *changes, GHashTable *known, const PoplensTimeFinding *finding,
            const PoplensTimeFindings *const of[POPLENS_N_SIDES], guint side)
{
  PoplensTimeKind kind = kind_in_both (finding, of[!side]);
  const char *subject = finding->subject;
  char *key = g_strdup_printf ("%u %s", kind, poplens_time_kind_is_single (kind) ? "" : subject);

  if (!g_hash_table_add (known, key))
    return;
  PoplensFindingChange *change = g_new0 (PoplensFindingChange, 1);
  change->kind = kind;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    change->of[s] = poplens_time_findings_look_up (of[s], kind, subject, &change->cycles[s]);
  change->subject = name_subject (change, subject);
  g_ptr_array_add (changes, change);
}

GPtrArray *
poplens_compare_time_findings (const PoplensTimeFindings *const of[POPLENS_N_SIDES])
{
  GPtrArray *changes = g_ptr_array_new_with_free_func (change_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const GPtrArray *lists[] = {of[s]->facts, of[s]->findings};
    for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
      for (guint i = 0; i < lists[l]->len; i++)
        add_change (changes, known, g_ptr_array_index (lists[l], i), of, s);
  }
  return changes;
}

/* ---- what became of it -------------------------------------------------------------------------
 */

gint64
poplens_finding_change_cycles (const PoplensFindingChange *self, PoplensSide side)
{
  return isnan (self->cycles[side]) ? 0 : (gint64) floor (self->cycles[side] + 0.5);
}

/* Both are held against the lower of their thresholds, which rise with how much iterations differ:
 * a cause that one report does not tell for that reason has not crossed anything. */
static gboolean
is_below (const PoplensFindingChange *self, PoplensSide side)
{
  const PoplensTimeFinding *one = self->of[side], *other = self->of[!side];

  return one && one->state == POPLENS_CHECK_BELOW && (!other || one->share < other->least);
}

const char *
poplens_finding_change_became (const PoplensFindingChange *self)
{
  gint64 before = poplens_finding_change_cycles (self, POPLENS_FIRST);
  gint64 after = poplens_finding_change_cycles (self, POPLENS_SECOND);

  if (isnan (self->cycles[POPLENS_FIRST]) || isnan (self->cycles[POPLENS_SECOND]))
    return isnan (self->cycles[POPLENS_FIRST]) ? "not checked before" : "not checked after";
  if (before == after)
    return "as before";
  if (poplens_time_kind_is_fact (self->kind))
    return after > before ? "more" : "less";
  if (!before || !after)
    return after ? "new" : "gone";
  if (is_below (self, POPLENS_SECOND))
    return "now below threshold";
  if (is_below (self, POPLENS_FIRST))
    return "now above threshold";
  return after > before ? "worse" : "better";
}
