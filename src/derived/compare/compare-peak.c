#include "derived/compare/compare-peak.h"

#include "analysis/liveness/live-step.h"
#include "analysis/trace/name-pattern.h"
#include "derived/insights/kinds-source.h"

#include <math.h>
#include <string.h>

/* So many kinds are named, and none of less than a tenth of the largest. */
#define MOST_KINDS 3
#define LEAST_PART 0.1

typedef struct {
  char *name;       /* of a group of variables: "Fwd/layer*\/out" */
  PoplensKind kind; /* POPLENS_N_KINDS: not known */
  gint64 change;
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->name);
  g_free (group);
}

typedef struct {
  PoplensKindIndex *kinds[POPLENS_N_SIDES]; /* both or none */
  gint64 by_kind[POPLENS_N_KINDS + 1], sum;
  GHashTable *groups; /* "KIND NAME" → Group */
} Peak;

static void
peak_clear (Peak *self)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_clear_pointer (&self->kinds[s], poplens_kind_index_unref);
  g_clear_pointer (&self->groups, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Peak, peak_clear)

/* ---- sums --------------------------------------------------------------------------------------
 */

static void
add_variable (Peak *self, PoplensSide side, const char *name, guint32 id, gint64 bytes)
{
  PoplensKind kind = self->kinds[side]
                         ? poplens_kind_index_of_variable (self->kinds[side], id, name)
                         : POPLENS_N_KINDS;
  gint64 change = side == POPLENS_FIRST ? -bytes : bytes;

  self->sum += change;
  self->by_kind[kind] += change;
  if (!name || !*name)
    return;
  g_autofree char *starred = poplens_name_starred (name);
  g_autofree char *key = g_strdup_printf ("%d %s", kind, starred);
  Group *group = g_hash_table_lookup (self->groups, key);
  if (!group) {
    group = g_new (Group, 1);
    *group = (Group){g_steal_pointer (&starred), kind, 0};
    g_hash_table_insert (self->groups, g_steal_pointer (&key), group);
  }
  group->change += change;
}

/* FALSE where the report does not tell what is live at its peak. */
static gboolean
add_side (Peak *self, PoplensReport *report, PoplensSide side, gboolean always,
          GCancellable *cancellable)
{
  const PoplensVariables *variables =
      poplens_report_load_variables_brief (report, cancellable, NULL);
  const PoplensLiveness *liveness =
      variables ? poplens_report_load_liveness (report, cancellable, NULL) : NULL;
  guint32 peak = liveness ? poplens_liveness_peak_step (liveness) : G_MAXUINT32;

  if (peak == G_MAXUINT32)
    return FALSE;
  g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new (liveness, variables);
  g_autoptr (PoplensLiveStep) step = poplens_live_step_new (liveness, bytes, peak);
  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    add_variable (self, side, poplens_variable_name (variables, v->variable), v->variable,
                  (gint64) MIN (v->live + (always ? v->always_live : 0), POPLENS_MOST_AMOUNT));
  }
  return TRUE;
}

/* Of one side alone they would say the wrong ones. */
static void
take_kinds (Peak *self, const PoplensCompareSource *source, GCancellable *cancellable)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    self->kinds[s] = poplens_kinds_at_hand (source->of[s], cancellable);
  if (self->kinds[POPLENS_FIRST] && self->kinds[POPLENS_SECOND])
    return;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_clear_pointer (&self->kinds[s], poplens_kind_index_unref);
}

/* ---- words -------------------------------------------------------------------------------------
 */

/* A kind as a group without a name, for sorting. */
static int
by_size (gconstpointer a, gconstpointer b)
{
  gint64 x = ABS (((const Group *) a)->change), y = ABS (((const Group *) b)->change);

  return x < y ? 1 : -(x > y);
}

/* The kinds that are told: those that changed most. (transfer full) */
static GArray *
largest_kinds (const Peak *self)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (Group));

  for (PoplensKind kind = 0; kind < POPLENS_N_KINDS; kind++)
    if (self->by_kind[kind])
      g_array_append_val (kinds, ((Group){NULL, kind, self->by_kind[kind]}));
  g_array_sort (kinds, by_size);
  guint n = MIN (kinds->len, MOST_KINDS);
  while (n && fabs ((double) g_array_index (kinds, Group, n - 1).change) <
                  LEAST_PART * fabs ((double) g_array_index (kinds, Group, 0).change))
    n--;
  g_array_set_size (kinds, n);
  return kinds;
}

/* "+904 MiB activations kept for backward": the titles of kinds begin sentences elsewhere. */
static void
say_amount (GString *text, const char *before, gint64 change, const char *what,
            PoplensByteUnit unit)
{
  PoplensNumber number;

  g_string_append_printf (text, "%s%s %c%s", before,
                          poplens_format_signed_bytes (number, change, unit),
                          g_ascii_tolower (*what), what + 1);
}

/* Those that changed as the whole did go first. The first of all, or POPLENS_N_KINDS. */
static PoplensKind
say_kinds (const Peak *self, GString *text, PoplensByteUnit unit)
{
  g_autoptr (GArray) kinds = largest_kinds (self);
  PoplensKind first = POPLENS_N_KINDS;

  for (guint against = 0; against < 2; against++)
    for (guint k = 0; k < kinds->len; k++) {
      const Group *one = &g_array_index (kinds, Group, k);
      if (((one->change > 0) != (self->sum > 0)) != against)
        continue;
      say_amount (text, text->len ? ", " : "Mostly ", one->change, poplens_kind_title (one->kind),
                  unit);
      first = first == POPLENS_N_KINDS ? one->kind : first;
    }
  if (text->len)
    g_string_append_c (text, '.');
  return first;
}

/* Of equal ones that whose name comes first. */
static gboolean
is_larger (const Group *group, const Group *than)
{
  if (!than || ABS (group->change) != ABS (than->change))
    return !than || ABS (group->change) > ABS (than->change);
  return strcmp (group->name, than->name) < 0;
}

/* The variables that changed most in the direction of the whole: of @kind, or of all where kinds
 * are not known. */
static void
say_group (const Peak *self, PoplensKind kind, GString *text, PoplensByteUnit unit)
{
  gint64 whole = kind == POPLENS_N_KINDS ? self->sum : self->by_kind[kind];
  const Group *largest = NULL;
  GHashTableIter iter;
  gpointer value;
  PoplensNumber number;

  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    const Group *group = value;
    if (group->kind == kind && group->change && (group->change > 0) == (whole > 0) &&
        is_larger (group, largest))
      largest = group;
  }
  if (largest)
    g_string_append_printf (text, "%sLargest: %s %s.", text->len ? " " : "",
                            poplens_format_signed_bytes (number, largest->change, unit),
                            largest->name);
}

char *
poplens_compared_peak_why (const PoplensCompareSource *source, gboolean always,
                           PoplensByteUnit unit, gint64 *change, GCancellable *cancellable)
{
  g_auto (Peak)
      self = {.groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, group_free)};
  g_autoptr (GString) text = g_string_new (NULL);

  *change = 0;
  take_kinds (&self, source, cancellable);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!add_side (&self, source->of[s], s, always, cancellable))
      return NULL;
  if (!self.sum)
    return NULL;
  *change = self.sum;
  say_group (&self, say_kinds (&self, text, unit), text, unit);
  return text->len ? g_strdup (text->str) : NULL;
}
