/* The two real files (formats.md 5.1), where they are at hand. */
#include "debuginfo/cbor-text.h"

#include <string.h>

static PoplensDebugContexts *
real (const char *report)
{
  const char *shared = g_getenv ("POPLENS_SHARED");
  g_autofree char *path =
      g_build_filename (shared ? shared : "/nowhere", "reports", report, "debug.cbor", NULL);
  g_autoptr (GError) error = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR)) {
    g_test_skip ("no ../shared/reports here");
    return NULL;
  }
  PoplensDebugContexts *contexts = poplens_debuginfo_read (path, NULL, &error);
  g_assert_no_error (error);
  for (guint32 i = 0; i < contexts->n; i++) {
    g_autoptr (PoplensSlice) body =
        poplens_debuginfo_read_body (path, contexts, contexts->id[i], NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (body->nodes[0].n_children, >=, 4);
  }
  return contexts;
}

static void
test_firehose (void)
{
  g_autoptr (PoplensDebugContexts) c = real ("firehose");

  if (!c)
    return;
  g_assert_false (c->incomplete);
  g_assert_cmpuint (c->n, ==, 107);
  g_assert_cmpuint (c->stopped_at, ==, 14744);
  for (guint32 i = 0; i < c->n; i++) {
    g_assert_cmpuint (c->id[i], ==, i + 1);
    g_assert_nonnull (poplens_debug_context_name (c, i));
    g_assert_nonnull (poplens_debug_context_file (c, i));
  }
  guint32 last = poplens_debug_contexts_find (c, 107);
  g_assert_cmpstr (poplens_debug_context_category (c, last), ==, "compilation");
  guint32 row = poplens_debug_contexts_find (c, 39);
  g_assert_cmpstr (poplens_debug_context_category (c, row), ==, "computeSet");
  g_assert_cmpstr (poplens_debug_context_name (c, row), ==, "rowCopySet");
}

static void
test_killed (void)
{
  g_autoptr (PoplensDebugContexts) c = real ("firehose-killed");

  if (!c)
    return;
  g_assert_true (c->incomplete);
  g_assert_cmpuint (c->n, ==, 68);
  g_assert_cmpuint (c->stopped_at, ==, 8193);
  g_assert_nonnull (strstr (c->reason, "at byte 8193, after 68 contexts"));
  g_assert_null (poplens_debug_context_name (c, 0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/debuginfo/real/firehose", test_firehose);
  g_test_add_func ("/debuginfo/real/killed", test_killed);
  return g_test_run ();
}
