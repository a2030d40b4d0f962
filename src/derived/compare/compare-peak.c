#include "derived/compare/compare-peak.h"

#include "analysis/liveness/live-step.h"
#include "analysis/trace/name-pattern.h"
#include "derived/insights/kinds-source.h"

#include <math.h>
#include <string.h>

/* So many kinds are named, and none of less than a tenth of the largest; more only where what they
 * leave is a third of the change and more: they are most of it. */
#define MOST_KINDS 3
#define LEAST_PART 0.1
#define MOST_REST (1.0 / 3)

typedef struct {
  PoplensKind kind;
  gint64 change;
} KindChange;

typedef struct {
  PoplensKindIndex *kinds[POPLENS_N_SIDES]; /* both or none */
  gint64 by_kind[POPLENS_N_KINDS + 1];
  gint64 sum[POPLENS_N_SIDES], change;
  GHashTable *names; /* "Fwd/layer*\/out" → gint64: change of all variables of that name */
} Peak;

static void
peak_clear (Peak *self)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_clear_pointer (&self->kinds[s], poplens_kind_index_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
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

  self->sum[side] += bytes;
  self->change += change;
  self->by_kind[kind] += change;
  if (!name || !*name)
    return;
  g_autofree char *starred = poplens_name_starred (name);
  gint64 *sum = g_hash_table_lookup (self->names, starred);
  if (sum)
    *sum += change;
  else
    g_hash_table_insert (self->names, g_steal_pointer (&starred),
                         g_memdup2 (&change, sizeof change));
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

static int
by_size (gconstpointer a, gconstpointer b)
{
  gint64 x = ABS (((const KindChange *) a)->change), y = ABS (((const KindChange *) b)->change);

  return x < y ? 1 : -(x > y);
}

static gboolean
is_told (const Peak *self, const GArray *kinds, guint n, gint64 rest)
{
  double largest = fabs ((double) g_array_index (kinds, KindChange, 0).change);

  return (n < MOST_KINDS &&
          fabs ((double) g_array_index (kinds, KindChange, n).change) >= LEAST_PART * largest) ||
         fabs ((double) rest) >= MOST_REST * fabs ((double) self->change);
}

/* The kinds that are told: those that changed most. (transfer full) */
static GArray *
largest_kinds (const Peak *self)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (KindChange));
  gint64 rest = self->change;
  guint n = 0;

  for (PoplensKind kind = 0; kind < POPLENS_N_KINDS; kind++)
    if (self->by_kind[kind])
      g_array_append_val (kinds, ((KindChange){kind, self->by_kind[kind]}));
  g_array_sort (kinds, by_size);
  for (; n < kinds->len && is_told (self, kinds, n, rest); n++)
    rest -= g_array_index (kinds, KindChange, n).change;
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

/* Those that changed as the whole did go first. */
static void
say_kinds (const Peak *self, GString *text, PoplensByteUnit unit)
{
  g_autoptr (GArray) kinds = largest_kinds (self);

  for (guint against = 0; against < 2; against++)
    for (guint k = 0; k < kinds->len; k++) {
      const KindChange *one = &g_array_index (kinds, KindChange, k);
      if (((one->change > 0) != (self->change > 0)) == against)
        say_amount (text, text->len ? ", " : "Mostly ", one->change, poplens_kind_title (one->kind),
                    unit);
    }
  if (text->len)
    g_string_append_c (text, '.');
}

/* The name that changed most in the direction of the whole; of equal ones that which comes first.
 */
static void
say_name (const Peak *self, GString *text, PoplensByteUnit unit)
{
  gint64 most = 0;
  const char *largest = NULL;
  GHashTableIter iter;
  gpointer key, value;
  PoplensNumber number;

  g_hash_table_iter_init (&iter, self->names);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    gint64 change = *(const gint64 *) value;
    if (!change || (change > 0) != (self->change > 0) || ABS (change) < ABS (most) ||
        (change == most && strcmp (key, largest) > 0))
      continue;
    most = change;
    largest = key;
  }
  if (largest)
    g_string_append_printf (text, "%sLargest: %s %s.", text->len ? " " : "",
                            poplens_format_signed_bytes (number, most, unit), largest);
}

char *
poplens_compared_peak_why (const PoplensCompareSource *source, gboolean always,
                           PoplensByteUnit unit, gint64 *change, GCancellable *cancellable)
{
  g_auto (Peak) self = {.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free)};
  g_autoptr (GString) text = g_string_new (NULL);

  *change = 0;
  take_kinds (&self, source, cancellable);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!add_side (&self, source->of[s], s, always, cancellable))
      return NULL;
  *change = self.change;
  if (poplens_amount_is_noise (
          poplens_amount_of (self.sum[POPLENS_FIRST], self.sum[POPLENS_SECOND])))
    return NULL;
  say_kinds (&self, text, unit);
  say_name (&self, text, unit);
  return text->len ? g_strdup (text->str) : NULL;
}
