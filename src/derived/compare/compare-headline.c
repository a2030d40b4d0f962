/* Writes the sentences on the most important differences between two reports, and finds the kinds
 * and names of variables that explain a change. */
#include "derived/compare/compare-headline.h"

#include "analysis/liveness/live-step.h"
#include "analysis/trace/name-parts.h"
#include "derived/headline.h"
#include "derived/insights/contents-source.h"
#include "derived/insights/kinds-source.h"

#include <math.h>
#include <string.h>

void
poplens_compared_headlines (const PoplensCompareSource *source, PoplensHeadline of[POPLENS_N_SIDES],
                            GCancellable *cancellable)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    PoplensHeadlineParts parts;
    poplens_headline_load (source->of[s],
                           POPLENS_PART_BIT (POPLENS_PART_MEMORY) |
                               POPLENS_PART_BIT (POPLENS_PART_LIVENESS),
                           &parts, cancellable, NULL);
    poplens_headline_compute (&of[s], parts.target, parts.memory, parts.peak, NULL);
  }
}

char *
poplens_compared_fit (const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit)
{
  const PoplensHeadline *a = &of[POPLENS_FIRST], *b = &of[POPLENS_SECOND];
  PoplensNumber first, second, over_first, over_second, capacity;

  if (!a->has_memory || !b->has_memory || !a->fit_known || !b->fit_known || (a->fits && b->fits))
    return NULL;
  gboolean same = a->fullest_bytes == b->fullest_bytes;
  const char *verdict = a->fits   ? "The program no longer fits"
                        : b->fits ? "The program fits now"
                                  : "The program still does not fit";
  gboolean one_capacity = b->tile_capacity && a->tile_capacity == b->tile_capacity;
  g_autofree char *over =
      a->tiles_over == b->tiles_over
          ? g_strdup_printf ("%s over capacity as before",
                             poplens_format_items (over_first, b->tiles_over, "tile"))
          : g_strdup_printf ("tiles over capacity %s → %s",
                             poplens_format_count (over_first, a->tiles_over),
                             poplens_format_count (over_second, b->tiles_over));
  return g_strdup_printf (
      "%s: fullest tile %s%s%s, %s%s%s%s.", verdict,
      same ? "unchanged at "
           : poplens_format_bytes_beside (first, a->fullest_bytes, b->fullest_bytes, unit),
      same ? "" : " → ",
      poplens_format_bytes_beside (second, b->fullest_bytes, a->fullest_bytes, unit), over,
      one_capacity ? " (capacity " : "",
      one_capacity ? poplens_format_bytes (capacity, b->tile_capacity, unit) : "",
      one_capacity ? ")" : "");
}

char *
poplens_compared_peak (const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                       PoplensAmount *peak)
{
  const PoplensHeadline *a = &of[POPLENS_FIRST], *b = &of[POPLENS_SECOND];
  PoplensNumber first, second, change;

  *peak = (PoplensAmount){0};
  if (!a->has_peak || !b->has_peak || a->always_unknown || b->always_unknown)
    return NULL;
  PoplensAmount amount = poplens_amount_of ((gint64) MIN (a->peak_bytes, POPLENS_MOST_AMOUNT),
                                            (gint64) MIN (b->peak_bytes, POPLENS_MOST_AMOUNT));
  *peak = amount;
  if (!amount.change)
    return NULL;
  poplens_format_bytes_beside (first, a->peak_bytes, b->peak_bytes, unit);
  poplens_format_bytes_beside (second, b->peak_bytes, a->peak_bytes, unit);
  if (poplens_amount_is_noise (amount))
    return g_strdup_printf ("Peak live memory is the same within 0.1 %% (%s%s%s).", first,
                            g_str_equal (first, second) ? "" : " → ",
                            g_str_equal (first, second) ? "" : second);
  GString *text = g_string_new (NULL);
  g_string_printf (text, "Peak live memory %s by %s", amount.change > 0 ? "rose" : "fell",
                   poplens_format_bytes (change, (guint64) ABS (amount.change), unit));
  poplens_amount_append_part (amount, text);
  g_string_append_printf (text, ": %s → %s.", first, second);
  return g_string_free (text, FALSE);
}

/* ---- the fullest tile ------------------------------------------------------------------------ */

static gint64
row_change (const PoplensContentsRow *row)
{
  return row->bytes[POPLENS_SECOND] - row->bytes[POPLENS_FIRST];
}

static const PoplensContentsRow *
get_contents_row (const PoplensTileContents *contents, guint row)
{
  return &g_array_index (contents->rows, PoplensContentsRow, row);
}

/* Returns the child of row @parent that grew most; G_MAXUINT32 if none grew. @parent: G_MAXUINT32:
 * the first level */
static guint32
find_row_grown_most (const PoplensTileContents *contents, guint32 parent)
{
  guint32 largest = G_MAXUINT32;

  for (guint32 r = 0; r < contents->rows->len; r++)
    if (get_contents_row (contents, r)->parent == parent &&
        row_change (get_contents_row (contents, r)) >
            (largest == G_MAXUINT32 ? 0 : row_change (get_contents_row (contents, largest))))
      largest = r;
  return largest;
}

/* Appends a sentence such as " Mostly +1.2 MB weights.": @before, then the row's change and name.
 * @is_title: TRUE: the name is the title of a kind of variables */
static void
append_row (GString *text, const char *before, const PoplensContentsRow *row, gboolean is_title,
            PoplensByteUnit unit)
{
  PoplensNumber number;

  /* Begin the title of a kind with a small letter, but leave a variable's name as it is. */
  g_string_append_printf (text, " %s %s %c%s.", before,
                          poplens_format_signed_bytes (number, row_change (row), unit),
                          is_title ? g_ascii_tolower (*row->name) : *row->name, row->name + 1);
}

/* Appends the row of the first level that grew most, and the variable in this row that grew most.
 */
static void
append_contents (GString *text, const PoplensTileContents *contents, PoplensByteUnit unit)
{
  guint32 first = find_row_grown_most (contents, G_MAXUINT32), at = first;

  if (first == G_MAXUINT32)
    return;
  append_row (text, "Mostly", get_contents_row (contents, first), TRUE, unit);
  for (guint32 next = first; next != G_MAXUINT32; next = find_row_grown_most (contents, next))
    at = next;
  if (at != first)
    append_row (text, "Largest:", get_contents_row (contents, at), FALSE, unit);
}

/* Returns the bytes of @tile including gaps, 0 if the report lacks the tile. */
static guint64
get_tile_bytes (PoplensReport *report, guint32 tile)
{
  const PoplensMemory *memory = poplens_report_peek (report, POPLENS_PART_MEMORY);

  for (guint32 t = 0; memory && t < memory->n_tiles; t++)
    if (memory->tile[t] == tile)
      return memory->total_including_gaps[t];
  return 0;
}

char *
poplens_compared_fullest (const PoplensCompareSource *source,
                          const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                          GCancellable *cancellable)
{
  const PoplensHeadline *a = &of[POPLENS_FIRST], *b = &of[POPLENS_SECOND];
  g_auto (PoplensContentsAnswer) answer = {0};
  PoplensNumber change;

  if (!a->has_memory || !b->has_memory || b->fullest_bytes <= a->fullest_bytes)
    return NULL;
  guint64 before = get_tile_bytes (source->of[POPLENS_FIRST], b->fullest_tile);
  GString *text = g_string_new (NULL);
  g_string_printf (
      text, "Tile %u, the fullest: %s.", b->fullest_tile,
      poplens_format_signed_bytes (change, (gint64) (b->fullest_bytes - before), unit));
  g_autofree char *place = g_strdup_printf ("liveness?tile=%u", b->fullest_tile);
  g_autoptr (PoplensLocation) location = poplens_location_parse (place, NULL);
  if (before && poplens_reports_contents (source->of, location, &answer, cancellable, NULL))
    append_contents (text, answer.contents, unit);
  return g_string_free (text, FALSE);
}

/* ---- the peak -------------------------------------------------------------------------------- */

/* Kinds are named from the largest change down. A kind is named if it is one of the first
 * MOST_KINDS, and has at least LEAST_PART of the largest change. More kinds are named while the
 * rest makes up at least MOST_REST of the total change. */
#define MOST_KINDS 3
#define LEAST_PART 0.1
#define MOST_REST (1.0 / 3)

typedef struct {
  PoplensKind kind;
  gint64 change;
} KindChange;

typedef struct {
  const PoplensKindIndex
      *kinds[POPLENS_N_SIDES]; /* [POPLENS_N_SIDES] kinds of the variables of both reports; NULL for
                                  both if one report has none */
  gint64 by_kind[POPLENS_N_KINDS + 1];
  gint64 sum[POPLENS_N_SIDES], change;
  GHashTable *names; /* maps a name such as "Fwd/layer*\/out" to a gint64: change in bytes of all
                        variables with this name */
} PeakChange;

static void
peak_change_clear (PeakChange *self)
{
  g_clear_pointer (&self->names, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PeakChange, peak_change_clear)

/* ---- sums ------------------------------------------------------------------------------------ */

static void
add_peak_variable (PeakChange *self, PoplensSide side, const char *name, guint32 id, gint64 bytes)
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

/* Adds the variables that are live at the report's peak. FALSE if the report lacks variables or
 * liveness. */
static gboolean
add_report_peak (PeakChange *self, PoplensReport *report, PoplensSide side, gboolean always,
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
    add_peak_variable (self, side, poplens_variable_name (variables, v->variable), v->variable,
                       (gint64) MIN (v->live + (always ? v->always_live : 0), POPLENS_MOST_AMOUNT));
  }
  return TRUE;
}

/* Gets the kinds of variables of both reports. Uses none if one report has no kinds, as all bytes
 * of the other report would seem to have changed. */
static void
get_both_kinds (PeakChange *self, const PoplensCompareSource *source, GCancellable *cancellable)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    self->kinds[s] = poplens_kinds_at_hand (source->of[s], cancellable);
  if (!self->kinds[POPLENS_FIRST] || !self->kinds[POPLENS_SECOND])
    self->kinds[POPLENS_FIRST] = self->kinds[POPLENS_SECOND] = NULL;
}

/* ---- sentences ------------------------------------------------------------------------------- */

static int
compare_kind_changes (gconstpointer a, gconstpointer b)
{
  gint64 x = ABS (((const KindChange *) a)->change), y = ABS (((const KindChange *) b)->change);

  return x < y ? 1 : -(x > y);
}

static gboolean
is_kind_named (const PeakChange *self, const GArray *kinds, guint n, gint64 rest)
{
  double largest = fabs ((double) g_array_index (kinds, KindChange, 0).change);

  return (n < MOST_KINDS &&
          fabs ((double) g_array_index (kinds, KindChange, n).change) >= LEAST_PART * largest) ||
         fabs ((double) rest) >= MOST_REST * fabs ((double) self->change);
}

/* Returns the kinds to name, by size of change. (transfer full): GArray of KindChange */
static GArray *
largest_kinds (const PeakChange *self)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (KindChange));
  gint64 rest = self->change;
  guint n = 0;

  for (PoplensKind kind = 0; kind < POPLENS_N_KINDS; kind++)
    if (self->by_kind[kind])
      g_array_append_val (kinds, ((KindChange){kind, self->by_kind[kind]}));
  g_array_sort (kinds, compare_kind_changes);
  for (; n < kinds->len && is_kind_named (self, kinds, n, rest); n++)
    rest -= g_array_index (kinds, KindChange, n).change;
  g_array_set_size (kinds, n);
  return kinds;
}

/* Appends "+904 MiB activations kept for backward". @what: a title, which begins with a capital
 * letter. */
static void
append_amount (GString *text, const char *before, gint64 change, const char *what,
               PoplensByteUnit unit)
{
  PoplensNumber number;

  g_string_append_printf (text, "%s%s %c%s", before,
                          poplens_format_signed_bytes (number, change, unit),
                          g_ascii_tolower (*what), what + 1);
}

/* Appends the kinds that changed most. Kinds that changed in the same direction as the total come
 * first. */
static void
append_kinds (const PeakChange *self, GString *text, PoplensByteUnit unit)
{
  g_autoptr (GArray) kinds = largest_kinds (self);

  for (guint against = 0; against < 2; against++)
    for (guint k = 0; k < kinds->len; k++) {
      const KindChange *one = &g_array_index (kinds, KindChange, k);
      if (((one->change > 0) != (self->change > 0)) == against)
        append_amount (text, text->len ? ", " : "Mostly ", one->change,
                       poplens_kind_title (one->kind), unit);
    }
  if (text->len)
    g_string_append_c (text, '.');
}

/* Appends the name with the largest change among those that changed in the same direction as the
 * total. Of equal changes, appends the first name in alphabetical order. */
static void
append_largest_name (const PeakChange *self, GString *text, PoplensByteUnit unit)
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
  g_auto (PeakChange)
      self = {.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free)};
  g_autoptr (GString) text = g_string_new (NULL);

  *change = 0;
  get_both_kinds (&self, source, cancellable);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!add_report_peak (&self, source->of[s], s, always, cancellable))
      return NULL;
  *change = self.change;
  if (poplens_amount_is_noise (
          poplens_amount_of (self.sum[POPLENS_FIRST], self.sum[POPLENS_SECOND])))
    return NULL;
  append_kinds (&self, text, unit);
  append_largest_name (&self, text, unit);
  return text->len ? g_strdup (text->str) : NULL;
}
