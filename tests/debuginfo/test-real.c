/* Tests on whole files: two real ones (formats.md 5.1), if they are available, and generated
 * ones. */
#include "debuginfo/cbor-text.h"
#include "support/local-file.h"
#include "support/report-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

static PoplensDebugContexts *
read_whole (const char *name, guint64 *size)
{
  g_autofree char *folder = report_fixture_path (name);
  g_autofree char *path = folder ? g_build_filename (folder, "debug.cbor", NULL) : NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf status;

  if (!path)
    return NULL;
  PoplensDebugContexts *contexts = local_debuginfo_read (path, NULL, &error);
  g_assert_no_error (error);
  for (guint32 i = 0; i < contexts->n; i++) {
    g_autoptr (PoplensSlice) body =
        local_debuginfo_read_body (path, contexts, contexts->id[i], NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (body->nodes[0].n_children, >=, 4);
  }
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  *size = (guint64) status.st_size;
  return contexts;
}

/* Each compute set of the profile is a context with the same name. */
static void
check_compute_sets (const char *name, const PoplensDebugContexts *c)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  sqlite3 *db = report_fixture_open_sql (report);
  guint n = 0;

  for (guint32 i = 0; i < c->n; i++) {
    const char *category = poplens_debug_context_category (c, i);
    if (g_strcmp0 (category, "computeSet"))
      continue;
    /* The full name of a compute set ends with the name of its context. */
    n += report_fixture_ask (
             db,
             "SELECT count(*) > 0 FROM compute_sets WHERE debug_id = %" G_GUINT64_FORMAT " AND "
             "substr(name, -length('%s')) = '%s'",
             c->id[i], poplens_debug_context_name (c, i), poplens_debug_context_name (c, i)) == 1;
  }
  g_assert_cmpint (n, ==,
                   report_fixture_ask (db, "SELECT count(*) FROM compute_sets WHERE debug_id"));
  g_assert_cmpuint (n, >, 0);
  sqlite3_close (db);
}

static void
test_complete (gconstpointer name)
{
  guint64 size;
  g_autoptr (PoplensDebugContexts) c = read_whole (name, &size);

  if (!c)
    return;
  g_assert_false (c->incomplete);
  g_assert_cmpuint (c->n, >, 100);
  g_assert_cmpuint (c->stopped_at, ==, size);
  for (guint32 i = 0; i < c->n; i++) {
    g_assert_cmpuint (c->id[i], ==, i + 1);
    g_assert_nonnull (poplens_debug_context_name (c, i));
    g_assert_nonnull (poplens_debug_context_file (c, i));
    g_assert_nonnull (poplens_debug_context_category (c, i));
    g_assert_cmpuint (poplens_debug_contexts_find (c, c->id[i]), ==, i);
  }
  check_compute_sets (name, c);
  if (strcmp (name, "firehose"))
    return;
  g_assert_cmpuint (c->n, ==, 107);
  g_assert_cmpuint (c->stopped_at, ==, 14744);
  guint32 last = poplens_debug_contexts_find (c, 107);
  g_assert_cmpstr (poplens_debug_context_category (c, last), ==, "compilation");
  guint32 row = poplens_debug_contexts_find (c, 39);
  g_assert_cmpstr (poplens_debug_context_category (c, row), ==, "computeSet");
  g_assert_cmpstr (poplens_debug_context_name (c, row), ==, "rowCopySet");
}

static void
test_killed (gconstpointer name)
{
  guint64 size;
  g_autoptr (PoplensDebugContexts) c = read_whole (name, &size);

  if (!c)
    return;
  g_autofree char *where = g_strdup_printf ("truncated after %u contexts", c->n);
  g_assert_true (c->incomplete);
  g_assert_cmpuint (c->n, >, 50);
  /* The file ends within the next context. */
  g_assert_cmpuint (c->stopped_at, <=, size);
  g_assert_nonnull (strstr (c->reason, where));
  g_assert_null (poplens_debug_context_name (c, 0));
  if (strcmp (name, "firehose-killed"))
    return;
  g_assert_cmpuint (c->n, ==, 68);
  g_assert_cmpuint (c->stopped_at, ==, 8193);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_add ("/debuginfo/complete", test_complete, "firehose", "demo-compiled", NULL);
  report_fixture_add ("/debuginfo/killed", test_killed, "firehose-killed", "demo-killed", NULL);
  return g_test_run ();
}
