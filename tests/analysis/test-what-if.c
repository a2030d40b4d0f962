/* Tests of what-if changes against recomputation from scratch, step by step and variable by
 * variable. */
#include "analysis/insights/what-if.h"
#include "analysis/liveness/peaks.h"
#include "base/error.h"
#include "live-fixture.h"

#include <math.h>
#include <string.h>

#define TILES 5

static const char *const names[] = {"weights", "gradient/Weights", "act;1", "bias"};
static const char *const categories[] = {"variable", "message", "instrumentationResults"};

/* Gives the variables categories and names: names 0 … 3 are those above, every fourth variable has
 * none. */
static void
dress (PoplensVariables *v, GRand *rand)
{
  v->n_categories = G_N_ELEMENTS (categories);
  v->category_id = g_new (guint32, v->n_categories);
  v->category_name = g_new (guint32, v->n_categories);
  for (guint32 c = 0; c < v->n_categories; c++) {
    v->category_id[c] = 10 + c;
    v->category_name[c] = poplens_strings_intern (v->strings, categories[c], -1);
  }
  v->n_unlowered = G_N_ELEMENTS (names);
  v->unlowered_id = g_new (guint32, v->n_unlowered);
  v->unlowered_name = g_new (guint32, v->n_unlowered);
  for (guint32 u = 0; u < v->n_unlowered; u++) {
    v->unlowered_id[u] = u;
    v->unlowered_name[u] = poplens_strings_intern (v->strings, names[u], -1);
  }
  for (guint32 i = 0; i < v->n; i++) {
    guint32 u = (guint32) g_rand_int_range (rand, 0, G_N_ELEMENTS (names) + 1);
    v->category[i] = (guint8) g_rand_int_range (rand, 0, G_N_ELEMENTS (categories));
    v->unlowered[i] = u < G_N_ELEMENTS (names) ? u : G_MAXUINT32;
  }
}

/* Names every seventh variable as instrumentation. */
static PoplensSlice *
name_some (const PoplensVariables *v)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (PoplensNamedVariable));
  PoplensStrings *strings = poplens_strings_new ();
  guint32 name = poplens_strings_intern (strings, "instrumentationStreamBuffer0", -1);
  guint32 other = poplens_strings_intern (strings, ".text.supervisor.host_exchange_1", -1);
  PoplensSlice *slice;

  for (guint32 t = 0; t < v->n_tiles; t++)
    for (guint32 i = v->tile_first[t]; i < v->tile_first[t + 1]; i++) {
      PoplensNamedVariable row = {.id = i,
                                  .tile = t,
                                  .name = i % 7 ? other : name,
                                  .size = v->size[i],
                                  .bits = v->bits[i],
                                  .is_result = FALSE};
      if (i % 7 < 2)
        g_array_append_val (rows, row);
    }
  guint n = rows->len;
  slice = poplens_slice_new (POPLENS_SLICE_NAMED_VARIABLES, 0,
                             g_array_free (g_steal_pointer (&rows), FALSE), n, 0);
  slice->strings = strings;
  return slice;
}

/* ---- by hand ---- */

/* TRUE if the change applies to the row, by the documented rules rather than by the tested code. */
static gboolean
row_matches (const PoplensVariables *v, const PoplensChange *change, guint32 row, guint32 tile)
{
  const char *category = categories[v->category[row]];
  gboolean anonymous = v->unlowered[row] == G_MAXUINT32;
  gboolean constant = v->bits[row] & POPLENS_VARIABLE_CONSTANT;
  const char *base = anonymous ? NULL : names[v->unlowered[row]];
  g_autofree char *name = anonymous               ? g_strdup (constant           ? "<const>"
                                                              : v->category[row] ? category
                                                                                 : "<anon>")
                          : v->category[row] == 1 ? g_strdup_printf ("<message:%s>", base)
                                                  : g_strdup (base);
  g_autofree char *low = g_ascii_strdown (name, -1);
  g_autofree char *wanted = change->name ? g_ascii_strdown (change->name, -1) : NULL;

  if (change->kind == POPLENS_CHANGE_WITHOUT_INSTRUMENTATION)
    return row % 7 == 0 || v->category[row] == 2;
  if (change->kind == POPLENS_CHANGE_HALVE_FLOATS)
    return v->unlowered[row] == 1;
  if ((change->tiles && !poplens_tile_set_contains (change->tiles, tile)) ||
      (change->category && strcmp (change->category, category)))
    return FALSE;
  return !wanted || (strpbrk (wanted, "*?") ? g_pattern_match_simple (wanted, low)
                                            : strstr (low, wanted) != NULL);
}

/* Returns millionths of the bytes of the row after the changes. @growth: factor in place of those
 * of SCALE changes, unless it is negative. */
static double
row_after (const PoplensVariables *v, const GPtrArray *changes, guint32 row, guint32 tile,
           double growth)
{
  double by = 1;
  gboolean scaled = FALSE;

  for (guint c = 0; c < changes->len; c++) {
    const PoplensChange *change = g_ptr_array_index (changes, c);
    if (!row_matches (v, change, row, tile))
      continue;
    if (change->kind == POPLENS_CHANGE_SCALE) {
      scaled = TRUE;
      by *= growth < 0 ? (double) change->factor / 1e6 : 1;
    } else {
      by *= change->kind == POPLENS_CHANGE_HALVE_FLOATS ? 0.5 : 0;
    }
  }
  return v->size[row] * by * (scaled && growth >= 0 ? growth : 1);
}

/* Returns the peak of live bytes over all steps, always-live bytes included. */
static double
most_live (const LiveProgram *p, const GPtrArray *changes, guint32 tile, double growth,
           guint32 *worst)
{
  const PoplensVariables *v = p->variables;
  double most = -1;

  for (guint32 s = 0; s < LIVE_STEPS; s++) {
    double live = 0;
    for (guint32 r = v->tile_first[tile]; r < v->tile_first[tile + 1]; r++)
      if (v->bits[r] & POPLENS_VARIABLE_ALLOCATED &&
          live_state (p->liveness, v->equivalence_class[r], s))
        live += row_after (v, changes, r, tile, growth);
    if (live > most + 1e-7) {
      most = live;
      *worst = s;
    }
  }
  return most;
}

static void
check_full (const LiveProgram *p, const GPtrArray *changes, const PoplensWhatIfTile *tile,
            guint64 capacity)
{
  guint32 step;
  double at = tile->full_at;

  if (at < 0)
    g_assert_true (!tile->matched || most_live (p, changes, tile->tile, 1e6, &step) <= capacity);
  else if (at == 0)
    g_assert_cmpfloat (most_live (p, changes, tile->tile, 1e-9, &step) + 1e-3, >=, capacity);
  else {
    /* At this factor the tile is exactly full: slightly less fits, slightly more does not. */
    g_assert_cmpfloat (fabs (most_live (p, changes, tile->tile, at, &step) - capacity), <, 1e-6);
    g_assert_cmpfloat (most_live (p, changes, tile->tile, at * 1.000001, &step), >, capacity);
  }
}

static void
check_tile_after_changes (const LiveProgram *p, const GPtrArray *changes,
                          const PoplensWhatIfTile *tile, guint64 capacity)
{
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();
  guint32 step;
  double after = most_live (p, changes, tile->tile, -1, &step);

  g_assert_cmpuint (tile->after, ==, (guint64) ceil (after - 1e-7));
  g_assert_cmpuint (tile->step_after, ==, step);
  g_assert_cmpuint (tile->before, ==, (guint64) most_live (p, nothing, tile->tile, -1, &step));
  g_assert_cmpint (tile->verdict_after, ==,
                   after > (double) capacity      ? POPLENS_VERDICT_OVER
                   : tile->needs_after > capacity ? POPLENS_VERDICT_TIGHT
                                                  : POPLENS_VERDICT_FITS);
  check_full (p, changes, tile, capacity);
}

/* ---- tests ---- */

typedef struct {
  LiveProgram p;
  PoplensMemory *memory;
  PoplensTarget *target;
  PoplensWhatIf *what;
} WhatIfFixture;

static void
what_if_fixture_init (WhatIfFixture *f, guint32 seed, guint64 capacity)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (PoplensSlice) named = NULL;
  PoplensTileBytes *bytes;

  f->p = live_random_program (seed);
  dress (f->p.variables, rand);
  named = name_some (f->p.variables);
  f->memory = poplens_memory_new (TILES);
  for (guint32 t = 0; t < TILES; t++) {
    f->memory->tile[t] = t;
    f->memory->total_including_gaps[t] = 1100 + 50 * t;
  }
  f->target = poplens_target_new ();
  f->target->bytes_per_tile = capacity;
  bytes = poplens_tile_bytes_new (f->p.liveness, f->p.variables, named, NULL, NULL, NULL);
  f->what = poplens_what_if_new (f->p.liveness, f->p.variables, bytes, f->memory, f->target);
}

static void
what_if_fixture_clear (WhatIfFixture *f)
{
  poplens_what_if_free (f->what);
  poplens_memory_free (f->memory);
  poplens_target_free (f->target);
  live_program_clear (&f->p);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WhatIfFixture, what_if_fixture_clear)

/* Marks the groups of the second variable as 32-bit floats, which can become halves. */
static guint8 *
make_halves (const PoplensTileBytes *bytes)
{
  guint8 *halves = g_new0 (guint8, MAX (bytes->n_groups, 1));

  for (guint32 g = 0; g < bytes->n_groups; g++)
    halves[g] = bytes->groups[g].unlowered == 1;
  return halves;
}

static void
check_first (const PoplensWhatIfResult *result)
{
  const PoplensWhatIfTile *tiles = (const PoplensWhatIfTile *) (gpointer) result->tiles->data;
  guint32 first = G_MAXUINT32;

  for (guint32 i = 0; i < result->tiles->len; i++)
    if (tiles[i].full_at >= 0 && (first == G_MAXUINT32 || tiles[i].full_at < tiles[first].full_at))
      first = i;
  g_assert_cmpuint (result->first, ==, first);
}

static void
check_what_if (const WhatIfFixture *f, const char *const *texts, gboolean without, gboolean half,
               guint64 capacity)
{
  g_autoptr (GPtrArray) changes =
      g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_change_free);
  g_autoptr (PoplensWhatIfResult) result = NULL;
  g_autofree guint8 *halves = make_halves (poplens_what_if_get_bytes (f->what));

  for (guint i = 0; texts && texts[i]; i++)
    g_ptr_array_add (changes, poplens_change_parse_scale (texts[i], NULL));
  if (without)
    g_ptr_array_add (changes, poplens_change_new (POPLENS_CHANGE_WITHOUT_INSTRUMENTATION));
  if (half)
    g_ptr_array_add (changes, poplens_change_new (POPLENS_CHANGE_HALVE_FLOATS));
  result = poplens_what_if_evaluate (f->what, changes, &(PoplensWhatIfFacts){.halves = halves}, 0,
                                     NULL, NULL);
  g_assert_cmpuint (result->tiles->len, ==, TILES);
  for (guint i = 0; i < TILES; i++)
    check_tile_after_changes (&f->p, changes, &g_array_index (result->tiles, PoplensWhatIfTile, i),
                              capacity);
  check_first (result);
}

static void
test_evaluate (void)
{
  static const char *const sets[][4] = {
      {"weights=2"}, {"WEIGHTS=0.5", "category:message=3"},      {"grad*=1.7", "act;1@1-3=2.25"},
      {"=1.3"},      {"<anon>=4", "bias=0", "w?ights=1.111111"}, {"weights"},
      {"nothing=2"},
  };

  for (guint32 seed = 0; seed < 40; seed++) {
    guint64 capacity = 400 + 40 * seed;
    g_auto (WhatIfFixture) f = {0};
    what_if_fixture_init (&f, seed, capacity);
    for (guint s = 0; s < G_N_ELEMENTS (sets); s++)
      check_what_if (&f, sets[s], s % 2, s % 3 == 0, capacity);
    check_what_if (&f, NULL, FALSE, FALSE, capacity);
    check_what_if (&f, NULL, TRUE, FALSE, capacity);
    check_what_if (&f, NULL, FALSE, TRUE, capacity);
  }
}

/* Returns the first step with more live bytes than the tile has, or G_MAXUINT32. */
static guint32
first_over (const LiveProgram *p, guint32 tile, guint64 capacity)
{
  const PoplensVariables *v = p->variables;

  for (guint32 s = 0; s < LIVE_STEPS; s++) {
    guint64 live = 0;
    for (guint32 r = v->tile_first[tile]; r < v->tile_first[tile + 1]; r++)
      if (v->bits[r] & POPLENS_VARIABLE_ALLOCATED &&
          live_state (p->liveness, v->equivalence_class[r], s))
        live += v->size[r];
    if (live > capacity)
      return s;
  }
  return G_MAXUINT32;
}

static void
test_first_over (void)
{
  for (guint32 seed = 0; seed < 40; seed++) {
    g_auto (WhatIfFixture) f = {0};
    guint64 capacity = 100 + 30 * seed;
    what_if_fixture_init (&f, seed, capacity);
    g_autoptr (GArray) peaks =
        poplens_tile_peaks (f.p.liveness, f.p.variables, f.memory, f.target, NULL);
    for (guint i = 0; i < TILES; i++)
      g_assert_cmpuint (g_array_index (peaks, PoplensTilePeak, i).first_over, ==,
                        first_over (&f.p, i, capacity));
  }
}

/* Peaks are the same computed from lowered variables and from bytes by tile and class. */
static void
test_peaks (void)
{
  for (guint32 seed = 0; seed < 20; seed++) {
    g_auto (WhatIfFixture) f = {0};
    what_if_fixture_init (&f, seed, 1000);
    g_autoptr (GArray) lowered =
        poplens_tile_peaks (f.p.liveness, f.p.variables, f.memory, NULL, NULL);
    g_autoptr (GArray) sums = poplens_tile_peaks_of (
        f.p.liveness, poplens_what_if_get_bytes (f.what), f.memory, NULL, NULL);
    for (guint i = 0; i < TILES; i++) {
      const PoplensTilePeak *a = &g_array_index (lowered, PoplensTilePeak, i);
      const PoplensTilePeak *b = &g_array_index (sums, PoplensTilePeak, i);
      g_assert_cmpuint (a->step, ==, b->step);
      g_assert_cmpuint (a->always_live, ==, b->always_live);
      g_assert_cmpuint (a->not_always_live, ==, b->not_always_live);
      f.memory->always_live[i] = (guint32) a->always_live;
      f.memory->not_always_live_max[i] = (guint32) a->not_always_live;
    }
    g_assert_true (poplens_tile_peaks_agree (sums, f.memory));
    f.memory->always_live[3]++;
    g_assert_false (poplens_tile_peaks_agree (sums, f.memory));
  }
}

static void
test_scope (void)
{
  g_auto (WhatIfFixture) f = {0};
  PoplensTileRange range = {1, 2};
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_new (&range, 1);
  g_autoptr (GPtrArray) nothing = g_ptr_array_new ();
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  what_if_fixture_init (&f, 1, 1000);
  g_autoptr (PoplensWhatIfResult) result =
      poplens_what_if_evaluate (f.what, nothing, NULL, 0, tiles, NULL);
  g_assert_cmpuint (result->tiles->len, ==, 2);
  g_assert_cmpuint (g_array_index (result->tiles, PoplensWhatIfTile, 0).tile, ==, 1);
  g_assert_cmpuint (result->first, ==, G_MAXUINT32);
  g_cancellable_cancel (cancelled);
  g_assert_null (poplens_what_if_evaluate (f.what, nothing, NULL, 0, NULL, cancelled));
}

static void
test_texts (void)
{
  static const char *const good[][2] = {
      {"a=2", "a=2"},
      {"a", "a=1"},
      {"a=b=0.5", "a=b=0.5"},
      {"=1.5", "=1.5"},
      {"a@0-3=2", "a@0-3=2"},
      {"a@b=2", "a@b=2"},
      {"category:message=0", "category:message=0"},
      {"a=1.000001", "a=1.000001"},
  };
  static const char *const bad[] = {"a=", "a=x", "a=-1", "a=1.0000001", "a=1001", "a=1.", "a=1e3"};

  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    g_autoptr (PoplensChange) change = poplens_change_parse_scale (good[i][0], NULL);
    g_autofree char *text = poplens_change_to_string (change);
    g_assert_cmpstr (text, ==, good[i][1]);
  }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (poplens_change_parse_scale (bad[i], &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  }
}

/* Keys are parsed as they are written, whatever the names in them contain. */
static void
test_change_keys (void)
{
  static const char *const good[] = {"recompute",      "io-tiles",
                                     "micro-batch=64", "serialise=4:Bwd/a:b/MatMul",
                                     "off-chip=x=1",   "spread=Fwd/embedding/table"};
  static const char *const bad[] = {
      "",           "recompute=2",   "micro-batch=1", "micro-batch=65",
      "serialise=", "serialise=a:4", "serialise=4:",  "serialise=4",
      "off-chip=",  "spread",        "io-tiles="};

  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    g_autoptr (PoplensChange) change = poplens_change_parse (good[i], NULL);
    g_autofree char *text = poplens_change_to_string (change);
    g_autofree char *words = poplens_change_describe (change);
    g_assert_cmpstr (text, ==, good[i]);
    g_assert_nonnull (words);
    g_assert_true (poplens_change_needs_kinds (change));
  }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (poplens_change_parse (bad[i], &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/what-if/evaluate", test_evaluate);
  g_test_add_func ("/analysis/what-if/keys", test_change_keys);
  g_test_add_func ("/analysis/what-if/peaks", test_peaks);
  g_test_add_func ("/analysis/what-if/first-over", test_first_over);
  g_test_add_func ("/analysis/what-if/scope", test_scope);
  g_test_add_func ("/analysis/what-if/texts", test_texts);
  return g_test_run ();
}
