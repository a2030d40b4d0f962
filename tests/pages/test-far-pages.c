/* Tests of pages of a report on another computer while the connection is lost and comes back: the
 * page either says so or equals the page of the same report on this computer. A page never shows
 * data that could not be read as absent. */
#include "pages/core/page.h"

#include "base/error.h"
#include "support/far-storage.h"
#include "support/report-fixture.h"

static const char *const locations[] = {
    "summary",
    "insights",
    "insights?view=what-if",
    "memory?tile=0,5",
    "memory?layer=poplibs",
    "liveness",
    "operations",
    "operations?tab=operation-layers",
    "programs",
    "trace",
};

static PoplensReport *
open_far (FarStorage *storage, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *place = g_canonicalize_filename (path, NULL);
  PoplensReport *report = poplens_report_open_at (POPLENS_STORAGE (storage), place, NULL, &error);

  g_assert_no_error (error);
  return report;
}

static void
write_table (GString *out, const PoplensTable *table)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
  g_autoptr (GError) error = NULL;

  poplens_table_write (table, NULL, POPLENS_TABLE_CSV, NULL, sink, &error);
  g_assert_no_error (error);
  g_string_append_len (
      out, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)),
      (gssize) g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)));
}

/* Returns the text of the page without its charts. (transfer full) */
static char *
write_page (const PoplensPage *page)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint s = 0; s < page->sections->len; s++) {
    const PoplensSection *section = page->sections->pdata[s];
    g_string_append_printf (out, "== %s, %d, %s: %s\n", section->key, section->state,
                            section->title ? section->title : "",
                            section->text ? section->text : "");
    for (guint f = 0; section->facts && f < section->facts->len; f++) {
      const PoplensFact *fact = section->facts->pdata[f];
      g_string_append_printf (out, "%s: %s (%s)\n", fact->label, fact->value,
                              fact->detail ? fact->detail : "");
    }
    if (section->table)
      write_table (out, section->table);
  }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Builds the page at location @text, as text. (transfer full) (nullable): NULL with @error */
static char *
build_page_text (PoplensReport *report, const char *text, GError **error)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);
  g_autoptr (PoplensPage) page =
      poplens_page_build_whole (report, location, (PoplensPageDefaults){0}, FALSE, NULL, error);

  return page ? write_page (page) : NULL;
}

/* Fails if the texts differ. Removes "far:" first, which paths of remote files have. */
static void
assert_same (const char *location, const char *far, const char *near)
{
  g_auto (GStrv) pieces = g_strsplit (far, "far:", -1);
  g_autofree char *bare = g_strjoinv ("", pieces);
  gsize at = 0;

  while (bare[at] && bare[at] == near[at])
    at++;
  if (bare[at] || near[at])
    g_error ("%s: at byte %" G_GSIZE_FORMAT ": %.200s\n---- near:\n%.200s", location, at, bare + at,
             near + at);
}

static guint
count_questions (FarStorage *storage)
{
  FarCounts counts;

  far_storage_get_counts (storage, &counts);
  return counts.stats + counts.lists + counts.reads;
}

/* Builds the page with a gap in the connection: @n requests succeed, the next @lasts fail, and all
 * later ones succeed. */
static void
check_gap (const char *path, const char *location, const char *near, guint n, guint lasts)
{
  g_autoptr (FarStorage) storage = far_storage_new ();
  g_autoptr (PoplensReport) report = open_far (storage, path);
  g_autoptr (GError) error = NULL, again = NULL;

  far_storage_lose_for (storage, (int) n, lasts);
  g_autofree char *text = build_page_text (report, location, &error);
  if (text)
    assert_same (location, text, near);
  else if (!g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_LINK))
    g_error ("%s, %u lost after %u questions: %s", location, lasts, n, error->message);
  far_storage_lose_after (storage, -1);
  g_autofree char *whole = build_page_text (report, location, &again);
  g_assert_no_error (again);
  assert_same (location, whole, near);
}

#define GAPS 8

static void
test_connection_gaps (gconstpointer name)
{
  g_autofree char *path = report_fixture_path (name);

  for (guint l = 0; path && l < G_N_ELEMENTS (locations); l++) {
    g_autoptr (FarStorage) storage = far_storage_new ();
    g_autoptr (PoplensReport) far = open_far (storage, path), near = NULL;
    g_autoptr (GError) error = NULL;
    guint opening = count_questions (storage);
    g_autofree char *whole = build_page_text (far, locations[l], &error);
    g_assert_no_error (error);
    guint all = count_questions (storage) - opening;
    near = poplens_report_open (path, &error);
    g_assert_no_error (error);
    g_autofree char *of_near = build_page_text (near, locations[l], &error);
    g_assert_no_error (error);
    assert_same (locations[l], whole, of_near);
    for (guint k = 0; k < all; k += g_test_slow () ? 1 : MAX (1, all / GAPS)) {
      FarGap gap = far_gap ();
      for (guint lasts = gap.least; lasts <= gap.most; lasts++)
        check_gap (path, locations[l], of_near, k, lasts);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_add ("/pages/far/gaps", test_connection_gaps, "demo", NULL);
  return g_test_run ();
}
