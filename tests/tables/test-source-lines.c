/* Tests of finding lines of source code by the end of their paths. */
#include "derived/operations/sources-source.h"

#include "base/error.h"

static const PoplensSourceRow rows[] = {
    {.kind = POPLENS_SOURCE_LINE, .file = "/a/model.py", .line = 4, .function = "f"},
    {.kind = POPLENS_SOURCE_LINE, .file = "/a/model.py", .line = 4, .function = "g"},
    {.kind = POPLENS_SOURCE_LINE, .file = "/a/model.py", .line = 14},
    {.kind = POPLENS_SOURCE_LINE, .file = "/b/model.py", .line = 14},
    {.kind = POPLENS_SOURCE_LINE, .file = "model.py", .line = 20},
    {.kind = POPLENS_SOURCE_LINE, .file = "/b/model.py", .line = 20},
    {.kind = POPLENS_SOURCE_REST, .name = (char *) "(stack)"},
};

static guint32
find_source_line (const char *key, GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof rows[0]);
  const PoplensSourceLines lines = {.rows = all};

  g_array_append_vals (all, rows, G_N_ELEMENTS (rows));
  return poplens_source_lines_find (&lines, key, error);
}

static void
test_source_line_found (void)
{
  static const struct {
    const char *key;
    guint32 row;
  } found[] = {{"/a/model.py:4", 0},  {"model.py:4", 0},  {"a/model.py:14", 2},
               {"/b/model.py:14", 3}, {"model.py:20", 4}, {"b/model.py:20", 5},
               {"(stack)", 6}};

  for (guint i = 0; i < G_N_ELEMENTS (found); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_cmpuint (find_source_line (found[i].key, &error), ==, found[i].row);
    g_assert_no_error (error);
  }
}

/* A part of a name or of a number matches nothing; if several paths match, the error lists them. */
static void
test_not_found (void)
{
  static const char *const missing[] = {"", "/", "odel.py:4", "model.py", "4", "model.py:140"};
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (missing); i++) {
    g_autoptr (GError) local = NULL;
    g_assert_cmpuint (find_source_line (missing[i], &local), ==, G_MAXUINT32);
    g_assert_error (local, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  }
  g_assert_cmpuint (find_source_line ("model.py:14", &error), ==, G_MAXUINT32);
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_cmpstr (error->message, ==,
                   "several lines end with “model.py:14”; use /a/model.py:14, /b/model.py:14");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source-lines/found", test_source_line_found);
  g_test_add_func ("/source-lines/not-found", test_not_found);
  return g_test_run ();
}
