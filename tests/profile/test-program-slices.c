/* Tests of slices about programs: the variables that they move, their vertices and estimated
 * cycles, from a good file and from damaged ones. */
#include "fixture.h"

#include "base/error.h"
#include "support/mini-profile.h"
#include "support/work-time.h"

#include <string.h>

/* Returns ID, name and size of each variable: "0:weights/16 15:in/8". Tiles are checked against the
 * IDs. (transfer full) */
static char *
describe_named (const PoplensSlice *slice)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensNamedVariable *v = &slice->named[i];
    g_string_append_printf (text, "%s%u@%u:%s/%" G_GUINT64_FORMAT, i ? " " : "", v->id, v->tile,
                            poplens_strings_get (slice->strings, v->name), (guint64) v->size);
  }
  return g_string_free (text, FALSE);
}

typedef struct {
  const char *name;
  PoplensSliceKind kind;
  guint64 key;
  const char *sql;
  const char *expected; /* (nullable): the variables, as describe_named () writes them */
  const char *message;  /* (nullable): part of the error message */
} SliceCase;

#define WEIGHTS_0 "0@0:weights/16"
#define WEIGHTS_1 "2@1:weights/32"

static const SliceCase cases[] = {
    {"regions", POPLENS_SLICE_REGION_NAMES, 0, NULL, WEIGHTS_0, NULL},
    {"regions-of-two", POPLENS_SLICE_REGION_NAMES, 2, NULL, WEIGHTS_0 " " WEIGHTS_1, NULL},
    {"regions-of-none", POPLENS_SLICE_REGION_NAMES, 77, NULL, "", NULL},
    {"regions-no-table", POPLENS_SLICE_REGION_NAMES, 0, "DROP TABLE exchange_regions", "", NULL},
    {"regions-dangling", POPLENS_SLICE_REGION_NAMES, 2,
     "UPDATE exchange_regions SET var_id = 999 WHERE var_id = 0 AND id = 2", WEIGHTS_1, NULL},
    {"regions-no-names", POPLENS_SLICE_REGION_NAMES, 0, "DROP TABLE vars_string_table", "0@0:/16",
     NULL},
    {"regions-name-dangles", POPLENS_SLICE_REGION_NAMES, 0,
     "UPDATE vars_info SET name_base_id = 4000000000", "0@0:/16", NULL},
    {"regions-size", POPLENS_SLICE_REGION_NAMES, 0, "UPDATE vars_info SET size_bytes = 'x'", NULL,
     "vars_info, row 1: size_bytes is not a number"},
    {"regions-negative", POPLENS_SLICE_REGION_NAMES, 0, "UPDATE vars_info SET tile = -1", NULL,
     "vars_info, row 1: tile is negative"},
    {"regions-no-column", POPLENS_SLICE_REGION_NAMES, 0,
     "ALTER TABLE vars_info RENAME COLUMN size_bytes TO size", NULL, "has no column size_bytes"},

    {"set", POPLENS_SLICE_COMPUTE_SET_NAMES, 0,
     "UPDATE compute_sets SET var_ids_diff_rle = diff ('0,2')", WEIGHTS_0 " " WEIGHTS_1, NULL},
    {"set-in-its-order", POPLENS_SLICE_COMPUTE_SET_NAMES, 0,
     "UPDATE compute_sets SET var_ids_diff_rle = rle ('2,0')", WEIGHTS_1 " " WEIGHTS_1, NULL},
    {"set-none", POPLENS_SLICE_COMPUTE_SET_NAMES, 77, NULL, "", NULL},
    {"set-null", POPLENS_SLICE_COMPUTE_SET_NAMES, 0,
     "UPDATE compute_sets SET var_ids_diff_rle = NULL", "", NULL},
    {"set-dangling", POPLENS_SLICE_COMPUTE_SET_NAMES, 0,
     "UPDATE compute_sets SET var_ids_diff_rle = diff ('2,5000')", WEIGHTS_1, NULL},
    {"set-cut", POPLENS_SLICE_COMPUTE_SET_NAMES, 0,
     "UPDATE compute_sets SET var_ids_diff_rle = x'8501'", NULL, "compute_sets, row 1"},
    {"set-bomb", POPLENS_SLICE_COMPUTE_SET_NAMES, 0,
     "UPDATE compute_sets SET var_ids_diff_rle = x'7f7f7f7f7f7ffe81'", NULL, "compute_sets, row 1"},
    {"set-no-variables", POPLENS_SLICE_COMPUTE_SET_NAMES, 0, "DROP TABLE vars_info", "", NULL},
};

static void
test_slice_case (gconstpointer data)
{
  const SliceCase *c = data;
  g_autoptr (Mini) mini = mini_new (c->sql);
  g_autoptr (GError) error = NULL;
  gint64 start = work_time ();

  g_assert_no_error (mini->error);
  g_autoptr (PoplensSlice) slice =
      poplens_profile_read_slice (mini->profile, c->kind, c->key, NULL, &error);
  g_assert_cmpint (work_time () - start, <, 5 * G_USEC_PER_SEC);
  if (c->message) {
    g_assert_null (slice);
    g_test_message ("%s", error->message);
    g_assert_nonnull (strstr (error->message, c->message));
    g_assert_nonnull (strstr (error->message, mini->path));
    return;
  }
  g_assert_no_error (error);
  g_autofree char *text = describe_named (slice);
  g_assert_cmpstr (text, ==, c->expected);
}

static void
test_estimates (void)
{
  g_autoptr (Mini) mini =
      mini_new ("INSERT INTO compilation_cycles_by_tile VALUES (3, rle ('1,2,3,900')), "
                "(9000, rle ('7*4'))");
  g_autoptr (PoplensSlice) first = mini_slice (mini, POPLENS_SLICE_SCAN_ESTIMATES, 0);
  static const PoplensScanEstimate expected[] = {{0, 20, 5}, {1, 24, 6}, {3, 906, 900}};

  g_assert_cmpuint (first->n, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < first->n; i++) {
    g_assert_cmpuint (first->scan_estimates[i].id, ==, expected[i].id);
    g_assert_cmpuint (first->scan_estimates[i].sum, ==, expected[i].sum);
    g_assert_cmpuint (first->scan_estimates[i].longest, ==, expected[i].longest);
  }
  g_assert_cmpuint (first->next, !=, POPLENS_NO_SLICE);
  g_autoptr (PoplensSlice) second = mini_slice (mini, POPLENS_SLICE_SCAN_ESTIMATES, first->next);
  g_assert_cmpuint (second->n, ==, 1);
  g_assert_cmpuint (second->scan_estimates[0].id, ==, 9000);
  g_assert_cmpuint (second->next, ==, POPLENS_NO_SLICE);
}

static void
test_estimates_damaged (void)
{
  static const char *const values[] = {"x'8501'", "x'01'", "'text'", "NULL", "17"};

  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autofree char *sql = g_strdup_printf (
        "UPDATE compilation_cycles_by_tile SET cycles_by_tile_rle = %s WHERE id = 1", values[i]);
    g_autoptr (Mini) mini = mini_new (sql);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensSlice) slice =
        poplens_profile_read_slice (mini->profile, POPLENS_SLICE_SCAN_ESTIMATES, 0, NULL, &error);
    g_test_message ("%s: %s", values[i], error ? error->message : "read");
    if (!slice)
      g_assert_nonnull (strstr (error->message, "compilation_cycles_by_tile, row 2"));
    else /* no list: no cycles */
      g_assert_cmpuint (slice->scan_estimates[1].sum, ==, 0);
    g_assert_cmpint (slice != NULL, ==, !strcmp (values[i], "NULL"));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/profile/program-slices/", cases[i].name, NULL);
    g_test_add_data_func (path, &cases[i], test_slice_case);
  }
  g_test_add_func ("/profile/program-slices/estimates", test_estimates);
  g_test_add_func ("/profile/program-slices/estimates-damaged", test_estimates_damaged);
  return g_test_run ();
}
