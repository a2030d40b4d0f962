/* Live bytes by step, and bytes by class, held against the lowered variables. */
#include "analysis/check/check-rules.h"

#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"

#include <stdlib.h>

static PoplensLiveCurve *
curve_of (PoplensCheckRun *run, guint32 first, guint32 last)
{
  PoplensTileRange range = {first, last};
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_new (&range, 1);
  PoplensLiveCurve *curve =
      poplens_live_curve_new (run->liveness, run->variables, tiles, run->input->cancellable);

  if (!curve)
    poplens_check_go_on (run, 0, 0);
  return curve;
}

static gboolean
has_deltas (const PoplensCheckRun *run)
{
  const PoplensLiveness *l = run->liveness;

  for (guint32 s = 0; s < l->n_steps; s++)
    if (l->not_always_live[s])
      return TRUE;
  return l->n_ipus > 0;
}

/* What is born and freed at each step by the bytes that var_bytes_by_eq_class gives the classes. */
static void
check_born (PoplensCheckRun *run)
{
  const PoplensLiveness *l = run->liveness;
  g_autoptr (PoplensClassBytes) rows = poplens_class_bytes_new (l, run->variables);
  g_autofree guint64 *bytes = g_new0 (guint64, l->n_classes + 1);
  g_autofree guint64 *born = g_new0 (guint64, (gsize) l->n_steps + 1);
  g_autofree guint64 *freed = g_new0 (guint64, (gsize) l->n_steps + 1);
  guint64 before = 0;

  if (!rows->n) {
    poplens_check_none (run, CHECK_BORN_FREED, "var_bytes_by_eq_class has no row.");
    return;
  }
  for (guint32 i = 0; i < rows->n; i++)
    bytes[rows->class_row[i]] += rows->bytes[i];
  for (guint32 r = 0; r < l->n_ranges; r++) {
    guint32 c = poplens_liveness_find_class (l, l->range_class[r]);
    if (c == G_MAXUINT32 || l->class_always_live[c])
      continue;
    born[l->range_from[r]] += bytes[c];
    freed[l->range_to[r]] += bytes[c];
  }
  for (guint32 s = 0; s < l->n_steps; s++) {
    gint64 change = (gint64) (l->not_always_live[s] - before);
    before = l->not_always_live[s];
    if (poplens_check_that (run, CHECK_BORN_FREED, (gint64) (born[s] - freed[s]) == change))
      continue;
    g_autofree char *expected = g_strdup_printf (
        "%" G_GUINT64_FORMAT " born, %" G_GUINT64_FORMAT " freed", born[s], freed[s]);
    g_autofree char *found = g_strdup_printf ("a change of %" G_GINT64_FORMAT, change);
    poplens_check_fail (run, CHECK_BORN_FREED, expected, found, "step %u", s);
    poplens_check_link (run, CHECK_BORN_FREED, "liveness?step=", s);
  }
}

void
poplens_check_live_bytes (PoplensCheckRun *run)
{
  g_autoptr (PoplensLiveCurve) curve = NULL;

  if (!has_deltas (run) || !(curve = curve_of (run, 0, G_MAXUINT32 - 1)))
    return;
  poplens_check_hold (run, RULES_LIVE, &(PoplensCheckMade){.live = curve->not_always_live}, NULL);
  check_born (run);
}

void
poplens_check_live_ipus (PoplensCheckRun *run)
{
  const PoplensLiveness *l = run->liveness;
  guint32 tiles = run->target->tiles_per_ipu;

  for (guint32 i = 0; i < l->n_ipus && tiles && poplens_check_go_on (run, i, l->n_ipus); i++) {
    guint64 first = (guint64) l->ipu[i] * tiles;
    if (first + tiles > G_MAXUINT32)
      break;
    g_autoptr (PoplensLiveCurve) curve =
        curve_of (run, (guint32) first, (guint32) first + tiles - 1);
    if (curve)
      poplens_check_hold (run, RULES_LIVE_IPU,
                          &(PoplensCheckMade){.live = curve->not_always_live,
                                              .live_in_file = l->ipu_not_always_live[i]},
                          &(PoplensCheckScope){"IPU", l->ipu[i], NULL});
  }
}

/* ---- bytes by class ---------------------------------------------------------------------------
 */

typedef struct {
  guint64 key; /* variable and class */
  guint64 whole, parts;
} Sum;

typedef struct {
  Sum *sums;
  guint32 n;
  guint64 *by_class, *by_tile; /* bytes of rows by tile; by class row, by tile */
} ClassBytes;

static int
by_key (gconstpointer a, gconstpointer b)
{
  guint64 x = ((const Sum *) a)->key, y = ((const Sum *) b)->key;

  return x < y ? -1 : x > y;
}

static guint64
key_of (guint32 variable, guint32 class_id)
{
  return (guint64) variable << 32 | class_id;
}

/* The sums over all tiles, sorted; rows of one key are added up. */
static void
class_bytes_init (ClassBytes *self, const PoplensVariables *v, const PoplensLiveness *l)
{
  guint32 n = 0;

  self->sums = g_new0 (Sum, MAX (v->n_class_bytes, 1));
  self->by_class = g_new0 (guint64, l->n_classes + 1);
  self->by_tile = g_new0 (guint64, v->n_tiles + 1);
  for (guint32 i = 0; i < v->n_class_bytes; i++)
    self->sums[i] =
        (Sum){key_of (v->class_bytes_variable[i], v->class_bytes_class[i]), v->class_bytes[i], 0};
  if (v->n_class_bytes)
    qsort (self->sums, v->n_class_bytes, sizeof (Sum), by_key);
  for (guint32 i = 0; i < v->n_class_bytes; i++)
    if (n && self->sums[n - 1].key == self->sums[i].key)
      self->sums[n - 1].whole += self->sums[i].whole;
    else
      self->sums[n++] = self->sums[i];
  self->n = n;
}

static void
class_bytes_clear (ClassBytes *self)
{
  g_free (self->sums);
  g_free (self->by_class);
  g_free (self->by_tile);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ClassBytes, class_bytes_clear)

static void
add_row (PoplensCheckRun *run, ClassBytes *self, const PoplensScanClassBytes *row)
{
  Sum probe = {.key = key_of (row->variable, row->equivalence_class)};
  Sum *sum;
  guint32 c;

  /* Class 0 says nothing; sums over tiles are in the part. */
  if (row->tile == G_MAXUINT32 || !row->equivalence_class)
    return;
  sum = self->n ? bsearch (&probe, self->sums, self->n, sizeof (Sum), by_key) : NULL;
  if (sum) {
    sum->parts += row->bytes;
  } else {
    poplens_check_that (run, CHECK_CLASS_BYTES, FALSE);
    poplens_check_fail (run, CHECK_CLASS_BYTES, "a row for all tiles", "none",
                        "unlowered variable %u, class %u", row->variable, row->equivalence_class);
  }
  c = poplens_liveness_find_class (run->liveness, row->equivalence_class);
  if (c == G_MAXUINT32)
    return;
  self->by_class[c] += row->bytes;
  if (row->tile < run->variables->n_tiles)
    self->by_tile[row->tile] += row->bytes;
}

static void
check_sums (PoplensCheckRun *run, const ClassBytes *self)
{
  for (guint32 i = 0; i < self->n; i++) {
    const Sum *sum = &self->sums[i];
    guint32 variable = (guint32) (sum->key >> 32), class_id = (guint32) sum->key;
    if (class_id)
      poplens_check_hold (
          run, RULES_CLASS_BYTES,
          &(PoplensCheckMade){.ids = &class_id, .parts = sum->parts, .whole = sum->whole},
          &(PoplensCheckScope){"unlowered variable", variable, NULL});
  }
}

/* The same bytes from the lowered variables: by class, and by tile. */
static void
check_variables (PoplensCheckRun *run, const ClassBytes *self)
{
  const PoplensVariables *v = run->variables;
  const PoplensLiveness *l = run->liveness;
  g_autofree guint64 *by_class = g_new0 (guint64, l->n_classes + 1);
  g_autofree guint64 *by_tile = g_new0 (guint64, v->n_tiles + 1);
  const PoplensCheckMade made = {.by_class = by_class,
                                 .by_class_in_file = self->by_class,
                                 .by_tile = by_tile,
                                 .by_tile_in_file = self->by_tile};

  for (guint32 t = 0; t < v->n_tiles; t++)
    for (guint32 r = v->tile_first[t]; r < v->tile_first[t + 1]; r++) {
      guint32 c = v->bits[r] & POPLENS_VARIABLE_ALLOCATED && v->equivalence_class[r]
                      ? poplens_liveness_find_class (l, v->equivalence_class[r])
                      : G_MAXUINT32;
      if (c == G_MAXUINT32)
        continue;
      by_class[c] += v->size[r];
      by_tile[t] += v->size[r];
    }
  /* Class 0 says nothing. */
  for (guint32 c = 0; c < l->n_classes; c++)
    by_class[c] = l->class_id[c] ? by_class[c] : G_MAXUINT64;
  poplens_check_hold (run, RULES_CLASS_BYTES_TILES, &made, NULL);
  poplens_check_hold (run, RULES_CLASS_BYTES_CLASSES, &made, NULL);
}

void
poplens_check_class_bytes (PoplensCheckRun *run)
{
  g_auto (ClassBytes) self = {0};
  gboolean any = FALSE;

  class_bytes_init (&self, run->variables, run->liveness);
  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_check_slice (run, CHECK_CLASS_BYTES, POPLENS_SLICE_SCAN_CLASS_BYTES, key);
    if (!slice || !poplens_check_go_on (run, 0, 0))
      return;
    for (guint32 i = 0; i < slice->n; i++) {
      add_row (run, &self, &slice->scan_class_bytes[i]);
      any |= slice->scan_class_bytes[i].tile != G_MAXUINT32;
    }
    key = slice->next;
  }
  if (any) {
    check_sums (run, &self);
    check_variables (run, &self);
    return;
  }
  poplens_check_none_at_all (run, "var_bytes_by_eq_class has no row by tile.");
}
