/* Tests of archive.a and debug.cbor in tables and on pages: alone, beside a profile, truncated. */
#include "archive/tile-archive.h"
#include "base/error.h"
#include "debuginfo/cbor-text.h"
#include "derived/operations/debug-source.h"
#include "model/assumptions.h"
#include "pages/core/page.h"
#include "pages/trace-fixture.h"
#include "support/mini-profile.h"
#include "support/table-cells.h"
#include "tables/engine/registry.h"

#include <string.h>
#include <unistd.h>

/* Parts that a page can load later, from files beside the profile. */
#define SIDES (POPLENS_PART_BIT (POPLENS_PART_ARCHIVE) | POPLENS_PART_BIT (POPLENS_PART_DEBUG))

typedef struct {
  char *dir;
} SideFixture;

/* Writes an archive with images of tiles 0, 1, … from offset @from to @ends. */
static void
write_archive (SideFixture *f, guint32 from, const guint32 *ends, guint n)
{
  g_autoptr (GByteArray) ar = ar_new ();

  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf ("t%u", i);
    Segment segment = {0x4c000 + from, ends[i] - from};
    Image image = {.flags = 2, .segments = &segment, .n_segments = 1};
    ar_add_image (ar, name, &image);
  }
  g_free (temp_dir_write (f->dir, "archive.a", (const char *) ar->data, ar->len));
}

/* Writes the contexts popart 1 > popart 2 > poplibs 3 > poplar 4 and 5; the parent of 6 does not
 * exist. @cut: whether to truncate the file */
static void
write_debug (SideFixture *f, gboolean cut)
{
  g_autoptr (GByteArray) cbor = c_begin ();

  c_context (cbor, 4, 3, "poplar", 1);
  c_context (cbor, 5, 3, "poplar", 2);
  c_context (cbor, 3, 2, "poplibs", 1);
  c_context (cbor, 2, 1, "popart", 2);
  c_context (cbor, 1, 0, "popart", 1);
  c_context (cbor, 6, 77, "poplar", 1);
  if (!cut)
    c_end (cbor);
  g_free (temp_dir_write (f->dir, "debug.cbor", (const char *) cbor->data, cbor->len));
}

static void
write_profile (SideFixture *f, const char *more)
{
  g_autofree char *path = temp_dir_write (f->dir, "profile.pop", "", 0);

  mini_profile_write (path, more);
}

static void
side_set_up (SideFixture *f, gconstpointer data)
{
  f->dir = temp_dir_new ();
}

static void
side_tear_down (SideFixture *f, gconstpointer data)
{
  temp_dir_remove (f->dir);
  g_free (f->dir);
}

static PoplensReport *
side_open_report (SideFixture *f)
{
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open (f->dir, &error);

  g_assert_no_error (error);
  return report;
}

static PoplensTable *
build_side_table (PoplensReport *report, const char *name, const char *location_text,
                  GError **error)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (location_text, error);

  g_assert_nonnull (location);
  return poplens_tables_build (name, report, location, NULL, error);
}

static gboolean
is_null (const PoplensTable *table, guint32 row, const char *column)
{
  return poplens_table_get (table, row, poplens_table_find_column (table, column)).type ==
         POPLENS_VALUE_NULL;
}

/* ---- archive.a alone ------------------------------------------------------------------------- */

static void
test_side_alone (SideFixture *f, gconstpointer data)
{
  static const guint32 ends[] = {1016, 0x9c100};
  static const char *const unknown[] = {"total", "gaps", "always_live", "not_always_live_max",
                                        "shared"};
  g_autoptr (GError) error = NULL;

  write_archive (f, 16, ends, 2);
  g_autoptr (PoplensReport) report = side_open_report (f);
  g_autoptr (PoplensTable) tiles = build_side_table (report, "memory-tiles", "memory", &error);
  g_assert_no_error (error);
  g_assert_cmpint (table_int (tiles, 0, "total_including_gaps"), ==, 1016);
  g_assert_cmpint (table_int (tiles, 0, "non_interleaved"), ==, 1000);
  g_assert_cmpint (table_int (tiles, 1, "overflowed"), ==, 0x100);
  for (guint u = 0; u < G_N_ELEMENTS (unknown); u++)
    g_assert_true (is_null (tiles, 0, unknown[u]));
  g_assert_null (build_side_table (report, "memory-categories", "memory", &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  g_clear_error (&error);

  g_autoptr (PoplensPage) memory = trace_any_page (report, "memory?breakdown=region");
  g_assert_nonnull (poplens_page_find_section (memory, "overflow"));
  g_assert_null (memory->misuse);
  g_assert_cmpuint (poplens_page_find_control (memory, "breakdown")->n_options, ==, 2);
  g_autoptr (PoplensPage) wrong = trace_any_page (report, "memory?breakdown=liveness");
  g_assert_nonnull (wrong->misuse);
  g_autoptr (PoplensPage) summary = trace_any_page (report, "summary");
  g_assert_nonnull (strstr (poplens_page_find_section (summary, "assumption")->text, "archive.a"));
  g_autoptr (PoplensPage) insights = trace_any_page (report, "insights");
  g_assert_null (poplens_page_find_control (insights, "gaps"));
}

/* If the profile cannot be read, the archive is opened instead, with a notice; but not if a journal
 * could recover the profile. */
static void
test_fall_back (SideFixture *f, gconstpointer data)
{
  static const guint32 ends[] = {1016};
  g_autoptr (GError) error = NULL;

  write_archive (f, 16, ends, 1);
  g_free (temp_dir_write (f->dir, "profile.pop", "", 0));
  g_autoptr (PoplensReport) report = side_open_report (f);
  g_assert_true (poplens_report_load_memory (report, NULL, NULL)->from_archive);
  g_assert_cmpuint (poplens_report_get_notices (report)->len, ==, 1);
  g_assert_nonnull (
      strstr (g_ptr_array_index (poplens_report_get_notices (report), 0), "profile.pop"));
  g_assert_nonnull (
      strstr (poplens_report_get_absence (report, POPLENS_PART_LIVENESS), "Cannot read"));
  g_free (temp_dir_write (f->dir, "profile.pop-journal", "x", 1));
  g_assert_null (poplens_report_open (f->dir, &error));
  g_assert_nonnull (error);
}

/* ---- beside a profile ------------------------------------------------------------------------ */

/* Fills @ends with up to @most ends of tile memory from the profile. Returns their number. */
static guint
profile_ends (SideFixture *f, guint32 *ends, guint most)
{
  g_autoptr (PoplensReport) report = side_open_report (f);
  const PoplensMemory *memory = poplens_report_load_memory (report, NULL, NULL);

  for (guint i = 0; i < MIN (most, memory->n_tiles); i++)
    ends[i] = memory->total_including_gaps[i];
  return MIN (most, memory->n_tiles);
}

static void
test_beside (SideFixture *f, gconstpointer data)
{
  guint32 ends[16];
  g_autoptr (GError) error = NULL;

  write_profile (f, NULL);
  guint n = profile_ends (f, ends, 16);
  g_assert_cmpuint (n, >, 1);
  for (guint i = 0; i < n; i++)
    ends[i] += 32;
  write_archive (f, 0, ends, n);
  g_autoptr (PoplensReport) report = side_open_report (f);
  g_autoptr (PoplensTable) table = build_side_table (report, "checks", "summary", &error);
  g_assert_no_error (error);
  guint found = 0;
  for (guint32 r = 0; r < poplens_table_n_rows (table); r++)
    if (poplens_table_get_depth (table, r) &&
        !strcmp (table_text (table, r, "key"), "archive-memory")) {
      g_autofree char *where = g_strdup_printf ("tile %u", found);
      PoplensNumber expected, in_file;
      g_assert_cmpstr (table_text (table, r, "where"), ==, where);
      g_assert_cmpstr (table_text (table, r, "expected"), ==,
                       poplens_format_count (expected, ends[found] - 32));
      g_assert_cmpstr (table_text (table, r, "found"), ==,
                       poplens_format_count (in_file, ends[found]));
      found++;
    }
  g_assert_cmpuint (found, ==, n);
  for (guint p = 0; p < 2; p++) {
    g_autoptr (PoplensPage) page = trace_any_page (report, p ? "memory" : "summary");
    g_assert_cmpint (poplens_page_find_section (page, "archive")->notice.tone, ==,
                     POPLENS_TONE_WARNING);
  }
}

/* ---- debug.cbor ------------------------------------------------------------------------------ */

static void
test_chain (SideFixture *f, gconstpointer data)
{
  static const char *const layers[] = {"poplar", "poplibs", "popart", "popart"};
  g_autoptr (GError) error = NULL;

  write_profile (f, NULL);
  write_debug (f, FALSE);
  g_autoptr (PoplensReport) report = side_open_report (f);
  g_autoptr (PoplensTable) chain =
      build_side_table (report, "contexts", "summary?context=4", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (poplens_table_n_rows (chain), ==, G_N_ELEMENTS (layers));
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++) {
    g_assert_cmpint (table_int (chain, i, "level"), ==, i);
    g_assert_cmpstr (table_text (chain, i, "layer"), ==, layers[i]);
    /* The operation is the nearest context of the outermost layer. */
    g_assert_cmpint (table_int (chain, i, "operation"), ==, i == 2);
  }
  g_assert_cmpstr (table_text (chain, 0, "name"), ==, "one");
  g_autoptr (PoplensTable) dangling =
      build_side_table (report, "contexts", "summary?context=6", &error);
  g_assert_nonnull (strstr (poplens_table_get_note (dangling), "is not recorded"));
  g_autoptr (PoplensTable) unknown =
      build_side_table (report, "contexts", "summary?context=99", &error);
  g_assert_cmpstr (table_text (unknown, 0, "name"), ==, "(not recorded)");
  g_assert_null (build_side_table (report, "contexts", "summary?program=4000000", &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_clear_error (&error);
  g_autoptr (PoplensTable) body = build_side_table (report, "card", "summary?context=2", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (poplens_table_n_rows (body), ==, 5);
  g_autoptr (PoplensTable) counts = build_side_table (report, "layers", "summary?by=type", &error);
  PoplensValue total;
  g_assert_true (poplens_table_get_total (counts, 2, &total));
  g_assert_cmpint (total.integer, ==, 6);
  g_assert_cmpstr (table_text (counts, 0, "layer"), ==, "poplar");
}

/* Finds the fact on debug.cbor. (transfer none): valid as long as @report or until the next call */
static const PoplensFact *
debug_fact (PoplensReport *report)
{
  GPtrArray *facts = poplens_page_summary_facts (report, (PoplensPageDefaults){0}, NULL, NULL);

  g_object_set_data_full (G_OBJECT (report), "facts", facts, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (facts, i);
    if (!strcmp (fact->label, "Debug contexts"))
      return fact;
  }
  return NULL;
}

static void
test_side_cut (SideFixture *f, gconstpointer data)
{
  write_profile (f, NULL);
  write_debug (f, TRUE);
  g_autoptr (PoplensReport) report = side_open_report (f);
  g_autoptr (PoplensTable) chain = build_side_table (report, "contexts", "summary?context=4", NULL);
  g_assert_cmpstr (table_text (chain, 0, "name"), ==, "Unnamed (1)");
  g_assert_nonnull (strstr (poplens_table_get_note (chain), "incomplete"));
  g_autoptr (PoplensLocation) summary = poplens_location_parse ("summary", NULL);
  g_autoptr (PoplensPage) page =
      poplens_page_build_whole (report, summary, (PoplensPageDefaults){0}, FALSE, NULL, NULL);
  g_assert_nonnull (strstr (poplens_page_find_section (page, "files")->answer, "6 (incomplete)"));
  g_assert_cmpstr (debug_fact (report)->value, ==, "6");
  g_assert_cmpint (debug_fact (report)->tone, ==, POPLENS_TONE_WARNING);
  g_assert_nonnull (strstr (debug_fact (report)->detail,
                            "names are missing. Let the run finish and record again."));
}

/* A large file is not loaded for Summary, which adds its facts later. */
static void
test_large (SideFixture *f, gconstpointer data)
{
  g_autofree char *debug = g_build_filename (f->dir, "debug.cbor", NULL);

  write_profile (f, NULL);
  write_debug (f, TRUE);
  g_assert_cmpint (truncate (debug, 5 << 20), ==, 0);
  g_autoptr (PoplensReport) report = side_open_report (f);
  g_autoptr (PoplensPage) page = trace_any_page (report, "summary");
  g_assert_null (poplens_report_peek (report, POPLENS_PART_DEBUG));
  g_assert_cmpuint (page->later & SIDES, ==, POPLENS_PART_BIT (POPLENS_PART_DEBUG));
  g_assert_cmpstr (debug_fact (report)->value, ==, "5,120 KiB");
  g_assert_nonnull (poplens_report_load_debug (report, NULL, NULL));
  g_autoptr (PoplensPage) again = trace_any_page (report, "summary");
  g_assert_cmpuint (again->later & SIDES, ==, 0);
  g_assert_cmpstr (debug_fact (report)->value, ==, "6");
}

/* A large file that turns out to be damaged is reported after loading, and not loaded again. */
static void
test_large_damaged (SideFixture *f, gconstpointer data)
{
  static const struct {
    const char *name;
    PoplensPart part;
  } files[] = {{"debug.cbor", POPLENS_PART_DEBUG}, {"archive.a", POPLENS_PART_ARCHIVE}};

  write_profile (f, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *path = temp_dir_write (f->dir, files[i].name, "nothing of the kind", 19);
    g_assert_cmpint (truncate (path, 7 << 20), ==, 0);
  }
  g_autoptr (PoplensReport) report = side_open_report (f);
  g_autoptr (PoplensPage) page = trace_any_page (report, "summary");
  g_assert_cmpuint (page->later & SIDES, ==,
                    POPLENS_PART_BIT (POPLENS_PART_DEBUG) |
                        POPLENS_PART_BIT (POPLENS_PART_ARCHIVE));
  g_assert_null (poplens_page_find_section (page, "archive-damage"));
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_assert_null (poplens_report_peek_damage (report, files[i].part));
    g_assert_null (poplens_report_load (report, files[i].part, NULL, NULL));
    g_assert_nonnull (poplens_report_peek_damage (report, files[i].part));
  }
  g_autoptr (PoplensPage) again = trace_any_page (report, "summary");
  g_assert_cmpuint (again->later & SIDES, ==, 0);
  g_assert_cmpstr (debug_fact (report)->value, ==, "Not readable");
  g_assert_cmpint (debug_fact (report)->tone, ==, POPLENS_TONE_WARNING);
  g_assert_nonnull (
      strstr (poplens_page_find_section (again, "archive-damage")->text, "archive.a"));
}

/* The state of the index says what it leaves out, and what it shows differently from the file. */
static void
test_debug_state (SideFixture *f, gconstpointer data)
{
  PoplensDebugContexts contexts = {.has_string_table = TRUE};
  g_autofree char *whole = poplens_debug_state (&contexts), *lost = NULL;

  g_assert_cmpstr (whole, ==, "Complete.");
  contexts.n_without_id = 2;
  contexts.n_kinds_lost = 1234;
  lost = poplens_debug_state (&contexts);
  g_assert_nonnull (strstr (lost, "Ignored without an ID: 2."));
  g_assert_nonnull (
      strstr (lost, "Contexts of too many kinds, counted under the last kind: 1,234."));
}

/* ---- assumptions ----------------------------------------------------------------------------- */

static void
test_assumptions (SideFixture *f, gconstpointer data)
{
  g_autofree char *none = poplens_assumptions_sentence (0);

  g_assert_null (none);
  for (guint a = 0; a < POPLENS_N_ASSUMPTIONS; a++) {
    g_autofree char *sentence = poplens_assumptions_sentence (1u << a);
    for (guint b = 0; b < a; b++) {
      g_autofree char *other = poplens_assumptions_sentence (1u << b);
      g_assert_cmpstr (sentence, !=, other);
    }
  }
}

/* Two numbers of a pair have the same unit, and all cards on memory are red if the model does not
 * fit. */
static void
test_too_full (SideFixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  guint seen = 0;

  write_profile (f, "UPDATE target_info SET bytes_per_tile = 624 * 1024;"
                    "UPDATE memory_by_tile SET total = 1126 * 1024, "
                    "total_including_gaps = 1152 * 1024;");
  g_autoptr (PoplensReport) report = side_open_report (f);
  g_autoptr (GPtrArray) facts = poplens_page_headline (
      report, POPLENS_PART_BIT (POPLENS_PART_MEMORY), (PoplensPageDefaults){0}, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (facts, i);
    g_assert_cmpint (fact->tone, ==, POPLENS_TONE_BAD);
    if (!strcmp (fact->label, "Fullest tile")) {
      g_assert_cmpstr (fact->value, ==, "1,152 KiB of 624 KiB");
      g_assert_cmpstr (fact->detail, ==, "tile 0 on IPU 0, 1,126 KiB excluding gaps");
      seen++;
    }
    if (!strcmp (fact->label, "Memory used")) {
      g_assert_cmpstr (fact->value, ==, "9,008 KiB of 4,992 KiB");
      seen++;
    }
  }
  g_assert_cmpuint (seen, ==, 2);
}

/* If debug.cbor is unreadable, a page works without it and says so once. */
static void
test_junk_debug (SideFixture *f, gconstpointer data)
{
  static const char *const locations[] = {"summary", "operations", "memory"};

  write_profile (f, NULL);
  g_free (temp_dir_write (f->dir, "debug.cbor", "rubbish", -1));
  g_autoptr (PoplensReport) report = side_open_report (f);
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++) {
    g_autoptr (PoplensPage) page = trace_any_page (report, locations[i]);
    guint n = 0;
    for (guint s = 0; s < page->sections->len; s++) {
      const PoplensSection *section = g_ptr_array_index (page->sections, s);
      n += section->kind == POPLENS_SECTION_NOTICE && strstr (section->text, "debug.cbor");
    }
    g_assert_cmpuint (n, ==, 1);
  }
}

/* Returns the tone of the fact @label if the fullest tile uses @kib of 624 KiB. */
static PoplensTone
tone_at (SideFixture *f, guint kib, const char *label)
{
  g_autofree char *change = g_strdup_printf (
      "UPDATE target_info SET bytes_per_tile = 624 * 1024; UPDATE memory_by_tile SET "
      "total = %u * 1024, total_including_gaps = %u * 1024;",
      kib, kib);

  write_profile (f, change);
  g_autoptr (PoplensReport) report = side_open_report (f);
  g_autoptr (GPtrArray) facts = poplens_page_headline (
      report, POPLENS_PART_BIT (POPLENS_PART_MEMORY), (PoplensPageDefaults){0}, NULL, NULL);
  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (facts, i);
    if (!strcmp (fact->label, label))
      return fact->tone;
  }
  g_assert_not_reached ();
}

/* A model that fits with almost no free memory is not green. */
static void
test_nearly_full (SideFixture *f, gconstpointer data)
{
  g_assert_cmpint (tone_at (f, 622, "Memory fit"), ==, POPLENS_TONE_WARNING);
  g_assert_cmpint (tone_at (f, 622, "Fullest tile"), ==, POPLENS_TONE_WARNING);
  g_assert_cmpint (tone_at (f, 592, "Memory fit"), ==, POPLENS_TONE_GOOD);
  g_assert_cmpint (tone_at (f, 592, "Fullest tile"), ==, POPLENS_TONE_NEUTRAL);
  g_assert_cmpint (tone_at (f, 625, "Memory fit"), ==, POPLENS_TONE_BAD);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test)                                                                            \
  g_test_add ("/pages/side/" name, SideFixture, NULL, side_set_up, test, side_tear_down)
  ADD ("alone", test_side_alone);
  ADD ("fall-back", test_fall_back);
  ADD ("beside", test_beside);
  ADD ("chain", test_chain);
  ADD ("cut", test_side_cut);
  ADD ("large", test_large);
  ADD ("large-damaged", test_large_damaged);
  ADD ("junk-debug", test_junk_debug);
  ADD ("too-full", test_too_full);
  ADD ("nearly-full", test_nearly_full);
  ADD ("debug-state", test_debug_state);
  ADD ("assumptions", test_assumptions);
  return g_test_run ();
}
