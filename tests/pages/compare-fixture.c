/* Builds pairs of small demo reports with different seeds, and compared pages of them. */
#include "pages/compare-fixture.h"

#include "support/run-demo.h"
#include "support/temp-dir.h"

/* Writes a small demo report to a new temporary folder. (transfer full): the folder */
static char *
write_demo (const char *seed, const char *tiles, const char *without)
{
  char *folder = temp_dir_new ();
  const char *const options[] = {seed, tiles, without, NULL};

  g_assert_true (run_demo (folder, options));
  return folder;
}

void
pair_open (Pair *pair, const char *tiles, const char *without)
{
  const char *const seeds[] = {"--seed=11", "--seed=12"};
  const char *const of_tiles[] = {"--tiles=48", tiles};

  for (guint s = 0; s < 2; s++) {
    g_autoptr (GError) error = NULL;
    pair->folder[s] = write_demo (seeds[s], of_tiles[s], s ? without : "--without=archive");
    pair->report[s] = poplens_report_open (pair->folder[s], &error);
    g_assert_no_error (error);
    pair->db[s] = report_fixture_open_sql (pair->report[s]);
  }
  poplens_report_set_other (pair->report[0], pair->report[1]);
}

/* Runs @sql on the profile of the second report, then reopens it. */
void
pair_alter (Pair *pair, const char *sql)
{
  g_autofree char *path = g_build_filename (pair->folder[1], "profile.pop", NULL);
  sqlite3 *file;

  g_object_unref (pair->report[1]);
  sqlite3_close (pair->db[1]);
  g_assert_cmpint (sqlite3_open (path, &file), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (file, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (file);
  pair->report[1] = poplens_report_open (pair->folder[1], NULL);
  g_assert_nonnull (pair->report[1]);
  pair->db[1] = report_fixture_open_sql (pair->report[1]);
  poplens_report_set_other (pair->report[0], pair->report[1]);
}

void
pair_close (Pair *pair)
{
  for (guint s = 0; s < 2; s++) {
    sqlite3_close (pair->db[s]);
    g_object_unref (pair->report[s]);
    temp_dir_remove (pair->folder[s]);
    g_free (pair->folder[s]);
  }
}

PoplensPage *
build (const Pair *pair, const char *text)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);
  g_autoptr (GError) error = NULL;
  PoplensPage *page =
      poplens_page_build (pair->report[0], location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
  g_assert_null (page->misuse);
  return page;
}

const char *
notice (const PoplensPage *page, const char *key)
{
  const PoplensSection *section = poplens_page_find_section (page, key);

  return section ? section->text : NULL;
}
