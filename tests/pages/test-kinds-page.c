/* Kinds of variables on pages: at once where they are quickly made, else the page goes ahead. */
#include "derived/insights/kinds-source.h"
#include "pages/core/page.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

static PoplensPage *
build (PoplensReport *report, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, &error);
  PoplensPage *page = poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
  return page;
}

static PoplensReport *
open_demo (const char *folder, const char *const *options)
{
  g_autoptr (GError) error = NULL;

  if (!run_demo (folder, options))
    g_error ("poplens-demo failed");
  PoplensReport *report = poplens_report_open (folder, &error);
  g_assert_no_error (error);
  return report;
}

/* Rows of a table of the page that have a kind. */
static guint32
count_kinds (const PoplensPage *page, const char *name)
{
  const PoplensTable *table = poplens_page_find_section (page, name)->table;
  guint column = (guint) poplens_table_find_column (table, "kind");
  guint32 n = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    n += poplens_table_get (table, row, column).type == POPLENS_VALUE_TEXT;
  return n;
}

static void
test_at_once (void)
{
  static const char *const options[] = {"--tiles=64", "--without=archive,debug,json", NULL};
  g_autofree char *folder = temp_dir_new ();
  g_autoptr (PoplensReport) report = open_demo (folder, options);
  g_autoptr (PoplensPage) page = build (report, "liveness");

  g_assert_false (page->kinds_later);
  g_assert_cmpuint (count_kinds (page, "live-variables"), >, 10);
  g_clear_object (&report);
  temp_dir_remove (folder);
}

static void
test_later (void)
{
  static const char *const options[] = {"--without=archive,debug,execution,json", NULL};
  g_autofree char *folder = temp_dir_new ();
  g_autoptr (PoplensReport) report = open_demo (folder, options);
  g_autoptr (PoplensPage) programs = build (report, "programs");
  g_autoptr (PoplensPage) early = build (report, "liveness");
  const PoplensVariables *variables = poplens_report_peek (report, POPLENS_PART_VARIABLES);

  g_assert_cmpuint (variables->n, >, POPLENS_KINDS_AT_ONCE);
  /* Variables are not loaded for a column. */
  g_assert_false (programs->kinds_later);
  g_assert_true (early->kinds_later && early->state == POPLENS_PARTIAL);
  g_assert_cmpuint (count_kinds (early, "live-variables"), ==, 0);
  g_assert_true (poplens_kinds_are_due (report));
  poplens_kind_index_unref (poplens_report_kind_index (report, NULL, NULL));
  g_assert_false (poplens_kinds_are_due (report));
  g_autoptr (PoplensPage) late = build (report, "liveness");
  g_assert_true (!late->kinds_later && late->state == POPLENS_WHOLE);
  const PoplensTable *table = poplens_page_find_section (late, "live-variables")->table;
  g_assert_cmpuint (count_kinds (late, "live-variables"), ==, poplens_table_n_rows (table));
  g_clear_object (&report);
  temp_dir_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/kinds/at-once", test_at_once);
  g_test_add_func ("/pages/kinds/later", test_later);
  return g_test_run ();
}
