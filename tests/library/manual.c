/* Compares the list of frames in docs/library-frames.md with the library. To write the page again:
 *
 *   POPLENS_BINDIR=BUILD/bin test-library-manual --write FILE */
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <poplens/poplens.h>
#include <string.h>

static const char head[] =
    "# Frames of libpoplens\n\n"
    "Frames of `poplens_report_get_frame ()` ([library.md](library.md)), "
    "and at the end those of other functions. The page is generated; a test\n"
    "compares it with the library. Names and types are the same for "
    "every report. A column with its type in brackets is\ncomputed on first "
    "use; the others are read from memory without a copy.\n";

static const char *
type_name (PoplensBufferType type)
{
  static const char *const names[] = {
      [POPLENS_BUFFER_UINT8] = "uint8",   [POPLENS_BUFFER_UINT16] = "uint16",
      [POPLENS_BUFFER_UINT32] = "uint32", [POPLENS_BUFFER_UINT64] = "uint64",
      [POPLENS_BUFFER_INT64] = "int64",   [POPLENS_BUFFER_DOUBLE] = "double",
      [POPLENS_BUFFER_BOOL] = "bool",     [POPLENS_BUFFER_TEXT] = "text",
      [POPLENS_BUFFER_LIST] = "list",
  };

  return names[type];
}

static void
write_frame (GString *out, PoplensFrame *frame, const PoplensFrameInfo *info)
{
  g_string_append_printf (out, "\n## %s\n\n%s.", info->name, info->doc);
  if (info->part)
    g_string_append_printf (out, " Part: %s.", info->part);
  if (info->key)
    g_string_append_printf (out, " Key: %s.", info->key);
  g_string_append (out, "\n\n| column | type | unit | description |\n|---|---|---|---|\n");
  for (guint c = 0; c < poplens_frame_n_columns (frame); c++) {
    const PoplensFrameColumn *column = poplens_frame_get_column (frame, c);
    PoplensBuffer buffer;
    poplens_frame_get_buffer (frame, c, &buffer);
    g_string_append_printf (
        out, buffer.is_copy ? "| %s | (%s) | %s | %s |\n" : "| %s | %s | %s | %s |\n", column->name,
        type_name (buffer.type), column->unit, column->doc);
  }
}

/* Writes the frames that have functions of their own. */
static void
write_asked (GString *out, PoplensReport *report)
{
  static const char *const rules[] = {"max-trace-cycles=1", NULL};
  static const PoplensFrameInfo infos[] = {
      {.name = "find",
       .doc = "Items by name or number, best match first: `poplens_report_find ()`"},
      {.name = "budget", .doc = "Limits and their results: `poplens_report_check_budget ()`"}};
  g_autoptr (PoplensFrame) found = poplens_report_find (report, "program", 1, NULL, NULL);
  g_autoptr (PoplensFrame) budget = poplens_report_check_budget (report, NULL, rules, NULL, NULL);

  write_frame (out, found, &infos[0]);
  write_frame (out, budget, &infos[1]);
}

static char *
write_manual (PoplensReport *report)
{
  GString *out = g_string_new (head);
  PoplensFrameInfo info;

  for (guint f = 0; poplens_describe_frame (f, &info); f++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensFrame) frame = poplens_report_get_frame (report, info.name, 0, NULL, &error);
    g_assert_no_error (error);
    write_frame (out, frame, &info);
  }
  write_asked (out, report);
  return g_string_free (out, FALSE);
}

/* Writes a demo report to a new directory, and opens it. @dir: (out) (transfer full); @options:
 * (nullable): NULL-terminated. (transfer full) */
static PoplensReport *
open_demo (char **dir, const char *const *options)
{
  g_autoptr (GError) error = NULL;

  *dir = temp_dir_new ();
  g_assert_true (run_demo (*dir, options));
  PoplensReport *report = poplens_report_open (*dir, &error);
  g_assert_no_error (error);
  return report;
}

/* Returns the page, from the demo report, which has all parts. (transfer full) */
static char *
make_page (void)
{
  g_autofree char *dir = NULL;
  g_autoptr (PoplensReport) report = open_demo (&dir, NULL);
  char *page = write_manual (report);

  temp_dir_remove (dir);
  return page;
}

/* Checks that a frame has the same columns in two reports: programs that cast buffer.values rely on
 * it. */
static void
check_same_columns (PoplensFrame *one, PoplensFrame *other)
{
  g_assert_cmpuint (poplens_frame_n_columns (one), ==, poplens_frame_n_columns (other));
  for (guint c = 0; c < poplens_frame_n_columns (one); c++) {
    PoplensBuffer a, b;
    g_test_message ("%s.%s", poplens_frame_get_name (one), poplens_frame_get_column (one, c)->name);
    g_assert_cmpstr (poplens_frame_get_column (one, c)->name, ==,
                     poplens_frame_get_column (other, c)->name);
    poplens_frame_get_buffer (one, c, &a);
    poplens_frame_get_buffer (other, c, &b);
    g_assert_cmpint (a.type, ==, b.type);
    g_assert_true (!a.n || !b.n || a.is_copy || b.is_copy || a.stride == b.stride);
  }
}

/* Checks that the columns of a frame are those described without a report. Tables are not
 * described. */
static void
check_described (PoplensFrame *frame)
{
  const char *name = poplens_frame_get_name (frame);
  PoplensFrameColumn column;
  guint c;

  for (c = 0; poplens_describe_frame_column (name, c, &column); c++) {
    const PoplensFrameColumn *there = poplens_frame_get_column (frame, c);
    g_assert_cmpstr (column.name, ==, there->name);
    g_assert_cmpstr (column.title, ==, there->title);
    g_assert_cmpstr (column.unit, ==, there->unit);
    g_assert_cmpstr (column.provenance, ==, there->provenance);
    g_assert_cmpstr (column.doc, ==, there->doc);
  }
  g_assert_cmpuint (c, ==, g_str_equal (name, "findings") ? 0 : poplens_frame_n_columns (frame));
}

static void
test_types (void)
{
  static const char *const lean[][5] = {
      {"--without", "execution,debug,liveness,archive", NULL},
      {"--instrumentation", "blocks", "--without", "variables,exchanges", NULL},
      {"--without", "profile", NULL},
  };
  g_autofree char *dir = NULL;
  g_autoptr (PoplensReport) full = open_demo (&dir, NULL);
  PoplensFrameInfo info;

  for (guint l = 0; l < G_N_ELEMENTS (lean); l++) {
    g_autofree char *other_dir = NULL;
    g_autoptr (PoplensReport) other = open_demo (&other_dir, lean[l]);
    guint there = 0;
    for (guint f = 0; poplens_describe_frame (f, &info); f++)
      for (guint64 key = 0; key < (info.key ? 2 : 1); key++) {
        g_autoptr (PoplensFrame) a = poplens_report_get_frame (full, info.name, 0, NULL, NULL);
        g_autoptr (PoplensFrame) b = poplens_report_get_frame (other, info.name, key, NULL, NULL);
        if (a && b)
          check_same_columns (a, b);
        if (a)
          check_described (a);
        there += a && b;
      }
    g_assert_cmpuint (there, >, 5);
    temp_dir_remove (other_dir);
  }
  temp_dir_remove (dir);
}

static void
test_manual (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", "docs", "library-frames.md", NULL);
  g_autofree char *page = make_page (), *there = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &there, NULL, &error);
  g_assert_no_error (error);
  if (strcmp (there, page))
    g_error ("%s differs from the library: POPLENS_BINDIR=BUILD/bin test-library-manual "
             "--write FILE writes it",
             path);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && !strcmp (argv[1], "--write")) {
    g_autofree char *page = make_page ();
    return g_file_set_contents (argv[2], page, -1, NULL) ? 0 : 1;
  }
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/library-manual/frames", test_manual);
  g_test_add_func ("/library-manual/types", test_types);
  return g_test_run ();
}
