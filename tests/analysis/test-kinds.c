/* Tests of the kinds of variables, which follow from names, from PopART's records and from
 * lifetimes. */
#include "analysis/memory/kinds-private.h"

#include <string.h>

/* ---- names ---- */

static void
reserved_names (void)
{
  static const struct {
    const char *name, *kind, *of;
  } cases[] = {
      {"Accl1___w", "optimiser", NULL},
      {"layer/Accum___layer/w", "weight-gradient", NULL},
      {"gradients/GradientAccumulatorCreate", "weight-gradient", NULL},
      {"Stashed___x", "activation", NULL},
      {"x/relu__re", "recomputed", NULL},
      {"Gradient___a/weight", "gradient", "a/weight"},
      {"learningRate___default___FLOAT", "optimiser", NULL},
      {"lossScaling_FLOAT16", "optimiser", NULL},
      {"encoder/Acclimatise", "unknown", NULL},
      {"a/my_Accl___w", "unknown", NULL},
      {"", "unknown", NULL},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *of;
    PoplensKind kind = poplens_kind_of_reserved (cases[i].name, &of);
    g_assert_cmpstr (poplens_kind_key (kind), ==, cases[i].kind);
    g_assert_cmpstr (of, ==, cases[i].of);
  }
}

static void
words (void)
{
  static const struct {
    const char *name, *always, *comes;
  } cases[] = {
      {"Fwd/dense/weights", "weights", "unknown"},
      {"bert.encoder.layer.0.dense.weight", "weights", "unknown"},
      {"dense/kernel:Adam_1", "optimiser", "unknown"},
      {"Bwd/dense/weightGradient", "unknown", "weight-gradient"},
      {"x/PreArrange", "unknown", "temporary"},
      {"x/weights/momentum", "optimiser", "optimiser"},
      {"weights/of", "unknown", "unknown"},
      {"", "unknown", "unknown"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_assert_cmpstr (poplens_kind_key (poplens_kind_of_word (cases[i].name, TRUE)), ==,
                     cases[i].always);
    g_assert_cmpstr (poplens_kind_key (poplens_kind_of_word (cases[i].name, FALSE)), ==,
                     cases[i].comes);
  }
}

static void
slots (void)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  guint64 w = 1000, near = 1100, far = 1101;

  g_hash_table_insert (by_name, (gpointer) "a/w", &w);
  g_hash_table_insert (by_name, (gpointer) "a/w/slot0", &near);
  g_hash_table_insert (by_name, (gpointer) "a/w/slot1", &far);
  g_hash_table_insert (by_name, (gpointer) "Xyz___a/w", &near);
  g_hash_table_insert (by_name, (gpointer) "b/Xyz___a/w", &near);
  g_hash_table_insert (by_name, (gpointer) "w", &w);
  g_assert_true (poplens_kind_is_slot (by_name, "a/w/slot0"));
  g_assert_false (poplens_kind_is_slot (by_name, "a/w/slot1"));
  g_assert_true (poplens_kind_is_slot (by_name, "Xyz___a/w"));
  g_assert_false (poplens_kind_is_slot (by_name, "b/Xyz___a/w"));
  g_assert_false (poplens_kind_is_slot (by_name, "a/w"));
  g_assert_false (poplens_kind_is_slot (by_name, "w"));
  g_assert_false (poplens_kind_is_slot (by_name, "not there"));
}

/* ---- a program of eight steps ---- */

enum { ROOT, F_A, F_B, B_B, B_B_AGAIN, B_A, UPDATE, UPDATE_COPY, N_STEPS };

static const char *const trained[] = {"",
                                      "cs1_Fwd/a/MatMul",
                                      "Fwd/b/Gelu/Op",
                                      "cs2_Bwd/b/Gelu/split0",
                                      "cs3_Bwd/b/Gelu/Reduce/OnTileCopy",
                                      "Bwd/a/MatMul",
                                      "Update/adam",
                                      "copy3_x_to_Update/adam/x"};
static const char *const inferred[] = {"", "cs1_a/MatMul", "b/Gelu/Op", "c", "d", "e", "f", "g"};
static const char *const copied[] = {"",
                                     "cs1_a/MatMul",
                                     "b/Gelu/Op",
                                     "copy3_c_to_d/gradient",
                                     "Copy_d/gradient_to_e/GlobalPre",
                                     "e",
                                     "f",
                                     "g"};

typedef struct {
  PoplensLiveness *liveness;
  PoplensPrograms *programs;
  PoplensVariables *variables;
  PoplensByteGroup groups[16];
  PoplensByteEntry entries[16];
  guint32 first[2];
  PoplensTileBytes bytes;
} KindsFixture;

static void
kinds_fixture_init (KindsFixture *f, const char *const *names)
{
  memset (f, 0, sizeof *f);
  f->liveness = poplens_liveness_new ();
  f->programs = poplens_programs_new ();
  f->variables = poplens_variables_new ();
  if (!f->programs->strings)
    f->programs->strings = poplens_strings_new ();
  if (!f->variables->strings)
    f->variables->strings = poplens_strings_new ();
  f->programs->n = f->liveness->n_steps = N_STEPS;
  f->programs->id = g_new (guint32, N_STEPS);
  f->programs->name = g_new (guint32, N_STEPS);
  f->liveness->program = g_new (guint32, N_STEPS);
  f->liveness->parent = g_new0 (guint32, N_STEPS);
  f->liveness->parent[0] = G_MAXUINT32;
  f->liveness->class_id = g_new (guint32, 16);
  f->liveness->class_always_live = g_new0 (guint8, 16);
  f->liveness->range_class = g_new (guint32, 32);
  f->liveness->range_from = g_new (guint32, 32);
  f->liveness->range_to = g_new (guint32, 32);
  f->variables->unlowered_id = g_new (guint32, 16);
  f->variables->unlowered_name = g_new (guint32, 16);
  for (guint32 s = 0; s < N_STEPS; s++) {
    f->programs->id[s] = f->liveness->program[s] = s;
    f->programs->name[s] = poplens_strings_intern (f->programs->strings, names[s], -1);
  }
  f->bytes = (PoplensTileBytes){1, f->first, f->entries, 0, f->groups};
}

static void
kinds_fixture_clear (KindsFixture *f)
{
  poplens_liveness_free (f->liveness);
  poplens_programs_free (f->programs);
  poplens_variables_free (f->variables);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KindsFixture, kinds_fixture_clear)

/* Adds a variable of a class of its own that is live in [from, to) and [again, end); @to == 0:
 * always. */
static void
add_variable (KindsFixture *f, const char *name, guint32 from, guint32 to, guint32 again,
              guint32 end)
{
  PoplensLiveness *l = f->liveness;
  guint32 row = f->bytes.n_groups++;
  const guint32 ranges[2][2] = {{from, to}, {again, end}};

  f->variables->unlowered_id[row] = row;
  f->variables->unlowered_name[row] = poplens_strings_intern (f->variables->strings, name, -1);
  f->variables->n_unlowered = l->n_classes = f->first[1] = row + 1;
  f->groups[row] = (PoplensByteGroup){
      .unlowered = row, .category = POPLENS_NO_GROUP_CATEGORY, .instrumentation = -1};
  f->entries[row] = (PoplensByteEntry){row, row, 100};
  l->class_id[row] = row + 1;
  l->class_always_live[row] = !to;
  for (guint r = 0; r < 2; r++)
    if (ranges[r][1]) {
      l->range_class[l->n_ranges] = row + 1;
      l->range_from[l->n_ranges] = ranges[r][0];
      l->range_to[l->n_ranges++] = ranges[r][1];
    }
}

static PoplensKinds *
kinds_of (KindsFixture *f, const PoplensTensorFact *facts)
{
  return poplens_kinds_new (&f->bytes, f->liveness, f->variables, f->programs, facts, NULL);
}

static void
assert_kind (const PoplensKinds *kinds, guint32 group, const char *kind, PoplensKindRule rule)
{
  g_assert_cmpstr (poplens_kind_key (kinds->kind[group]), ==, kind);
  g_assert_cmpuint (kinds->rule[group], ==, rule);
}

static void
shapes (void)
{
  static const char *const kinds[] = {"activation", "passing",    "gradient",
                                      "temporary",  "recomputed", "weight-gradient",
                                      "temporary",  "unknown",    "unknown"};
  g_auto (KindsFixture) f = {0};
  g_autoptr (PoplensKinds) found = NULL;

  kinds_fixture_init (&f, trained);
  add_variable (&f, "v0", F_A, B_B + 1, 0, 0);
  add_variable (&f, "v1", F_A, F_B + 1, 0, 0);
  add_variable (&f, "v2", B_B, B_A + 1, 0, 0);
  add_variable (&f, "v3", B_B, B_B_AGAIN + 1, 0, 0); /* split0 and Reduce belong to one operation */
  add_variable (&f, "v4", F_A, F_B + 1, B_B, B_A + 1);
  add_variable (&f, "v5", B_B, UPDATE_COPY + 1, 0, 0);
  add_variable (&f, "v6", UPDATE, UPDATE + 1, 0, 0);
  add_variable (&f, "v7", F_B, UPDATE + 1, 0, 0);
  add_variable (&f, "v8", 0, 0, 0, 0);
  found = kinds_of (&f, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    assert_kind (found, i, kinds[i],
                 strcmp (kinds[i], "unknown") ? POPLENS_KIND_BY_SHAPE : POPLENS_KIND_BY_NOTHING);
}

/* Without a backward pass, a tensor that stays live is neither an activation kept for it nor a
 * gradient. */
static void
no_phases (gconstpointer names)
{
  g_auto (KindsFixture) f = {0};
  g_autoptr (PoplensKinds) found = NULL;

  kinds_fixture_init (&f, names);
  add_variable (&f, "v0", F_A, B_B + 1, 0, 0);
  add_variable (&f, "v1", F_A, F_A + 1, 0, 0);
  found = kinds_of (&f, NULL);
  assert_kind (found, 0, "tensor", POPLENS_KIND_BY_SHAPE);
  assert_kind (found, 1, "temporary", POPLENS_KIND_BY_SHAPE);
}

/* Bytes without a variable id belong to many variables, so lifetimes say nothing. */
static void
nameless (void)
{
  g_auto (KindsFixture) f = {0};
  g_autoptr (PoplensKinds) found = NULL;

  kinds_fixture_init (&f, trained);
  add_variable (&f, "v0", F_A, B_B + 1, 0, 0);
  f.groups[0].unlowered = G_MAXUINT32;
  found = kinds_of (&f, NULL);
  assert_kind (found, 0, "unknown", POPLENS_KIND_BY_NOTHING);
}

static void
facts (void)
{
  static const PoplensTensorFact told[] = {
      {"Variable", "w"},   {"Variable", "Accl___w"}, {"ActGrad", "Gradient___w"},
      {"ActGrad", "x"},    {"Stream", "in"},         {NULL, NULL},
      {"Unheard of", NULL}};
  g_auto (KindsFixture) f = {0};
  g_autoptr (PoplensKinds) found = NULL;

  kinds_fixture_init (&f, trained);
  add_variable (&f, "w", 0, 0, 0, 0);
  add_variable (&f, "v1", 0, 0, 0, 0);
  add_variable (&f, "v2", B_B, B_A + 1, 0, 0);
  add_variable (&f, "v3", F_A, B_B + 1, 0, 0);
  add_variable (&f, "v4", F_A, F_A + 1, 0, 0);
  add_variable (&f, "Gradient___w", B_B, B_A + 1, 0, 0);
  add_variable (&f, "v6/bias", 0, 0, 0, 0);
  found = kinds_of (&f, told);
  assert_kind (found, 0, "weights", POPLENS_KIND_BY_CONTEXT);
  assert_kind (found, 1, "optimiser", POPLENS_KIND_BY_CONTEXT);
  assert_kind (found, 2, "weight-gradient", POPLENS_KIND_BY_CONTEXT);
  assert_kind (found, 3, "activation", POPLENS_KIND_BY_SHAPE);
  assert_kind (found, 4, "io", POPLENS_KIND_BY_CONTEXT);
  assert_kind (found, 5, "weight-gradient", POPLENS_KIND_BY_RESERVED);
  assert_kind (found, 6, "weights", POPLENS_KIND_BY_WORD);
}

/* The kind that the file records wins over the name. */
static void
recorded (void)
{
  g_auto (KindsFixture) f = {0};
  g_autoptr (PoplensKinds) found = NULL;

  kinds_fixture_init (&f, trained);
  for (guint i = 0; i < 4; i++)
    add_variable (&f, "a/weights", 0, 0, 0, 0);
  add_variable (&f, "v4", F_A, B_A + 1, 0, 0);
  f.groups[0].instrumentation = 0;
  f.groups[1].constant = TRUE;
  f.groups[2].streamed = TRUE; /* always live, so it is not a buffer */
  f.groups[4].streamed = TRUE;
  found = kinds_of (&f, NULL);
  assert_kind (found, 0, "profiler", POPLENS_KIND_BY_PROFILER);
  assert_kind (found, 1, "constant", POPLENS_KIND_BY_CONSTANT);
  assert_kind (found, 2, "weights", POPLENS_KIND_BY_WORD);
  assert_kind (found, 3, "weights", POPLENS_KIND_BY_WORD);
  assert_kind (found, 4, "io", POPLENS_KIND_BY_STREAM);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kinds/reserved-names", reserved_names);
  g_test_add_func ("/kinds/words", words);
  g_test_add_func ("/kinds/slots", slots);
  g_test_add_func ("/kinds/shapes", shapes);
  g_test_add_data_func ("/kinds/no-phases/none", inferred, no_phases);
  g_test_add_data_func ("/kinds/no-phases/copies-alone", copied, no_phases);
  g_test_add_func ("/kinds/nameless", nameless);
  g_test_add_func ("/kinds/facts", facts);
  g_test_add_func ("/kinds/recorded", recorded);
  return g_test_run ();
}
