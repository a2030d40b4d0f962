/* Tests of archive.a and debug.cbor as parts of a report: alone, beside a profile, changed, and
 * damaged. */
#include "archive/tile-archive.h"
#include "debuginfo/cbor-text.h"
#include "report/report.h"
#include "support/mini-profile.h"

#include <elf.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  char *dir, *archive, *debug;
} SideFiles;

/* Writes an archive with two images for ipu2, one with a symbol, and a debug.cbor with two
 * contexts. */
static void
side_files_set_up (SideFiles *f, gconstpointer data)
{
  static const Segment segments[] = {{0x4c010, 1000}, {0x4c010, 2000}};
  static const Symbol symbol = {"main", 0x4c010, 4, STT_FUNC};
  Image plain = {.flags = 2, .segments = segments, .n_segments = 1};
  Image named = {
      .flags = 2, .segments = segments + 1, .n_segments = 1, .symbols = &symbol, .n_symbols = 1};
  g_autoptr (GByteArray) ar = ar_new (), cbor = c_begin ();

  ar_add_image (ar, "t0", &plain);
  ar_add_image (ar, "t1", &named);
  c_context (cbor, 2, 1, "poplar", 1);
  c_context (cbor, 1, 0, "popart", 2);
  c_end (cbor);
  f->dir = temp_dir_new ();
  f->archive = temp_dir_write (f->dir, "archive.a", (const char *) ar->data, ar->len);
  f->debug = temp_dir_write (f->dir, "debug.cbor", (const char *) cbor->data, cbor->len);
}

static void
side_files_tear_down (SideFiles *f, gconstpointer data)
{
  temp_dir_remove (f->dir);
  g_free (f->dir);
  g_free (f->archive);
  g_free (f->debug);
}

static PoplensReport *
side_files_open (SideFiles *f)
{
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open (f->dir, &error);

  g_assert_no_error (error);
  return report;
}

static void
test_side_alone (SideFiles *f, gconstpointer data)
{
  g_autoptr (PoplensReport) report = side_files_open (f);
  g_autoptr (GError) error = NULL;
  const PoplensTarget *target = poplens_report_load_target (report, NULL, &error);
  const PoplensMemory *memory = poplens_report_load_memory (report, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (target->architecture, ==, "ipu2");
  g_assert_true (memory->from_archive);
  g_assert_cmpuint (memory->n_tiles, ==, 2);
  g_assert_cmpuint (memory->total_including_gaps[1], ==, 2016);
  for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++)
    if (part != POPLENS_PART_TARGET && part != POPLENS_PART_MEMORY) {
      g_assert_null (poplens_report_load (report, part, NULL, &error));
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
      g_clear_error (&error);
    }
  for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++) {
    g_assert_null (poplens_report_get_slice (report, kind, 0, NULL, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
    g_clear_error (&error);
  }
  g_assert_null (poplens_report_describe_change (report));
}

static void
test_slices (SideFiles *f, gconstpointer data)
{
  g_autoptr (PoplensReport) report = side_files_open (f);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensSlice) symbols =
      poplens_report_get_slice (report, POPLENS_SLICE_SYMBOLS, 1, NULL, &error);
  g_autoptr (PoplensSlice) body =
      poplens_report_get_slice (report, POPLENS_SLICE_BODY, 2, NULL, &error);
  g_autoptr (PoplensSlice) none =
      poplens_report_get_slice (report, POPLENS_SLICE_SYMBOLS, G_MAXUINT64, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (symbols->n, ==, 1);
  g_assert_cmpstr (poplens_strings_get (symbols->strings, symbols->symbols[0].name), ==, "main");
  g_assert_cmpuint (body->nodes[0].n_children, ==, 4);
  g_assert_cmpuint (none->n, ==, 0);
}

/* With a profile, memory is that of the profile. */
static void
test_beside (SideFiles *f, gconstpointer data)
{
  g_autofree char *path = temp_dir_write (f->dir, "profile.pop", "", 0);

  mini_profile_write (path, NULL);
  g_autoptr (PoplensReport) report = side_files_open (f);
  g_autoptr (GError) error = NULL;
  const PoplensArchive *archive = poplens_report_load_archive (report, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (archive->n, ==, 2);
  g_assert_false (poplens_report_load_memory (report, NULL, &error)->from_archive);
  g_assert_cmpuint (poplens_report_load_debug (report, NULL, &error)->n, ==, 2);
  g_assert_no_error (error);
}

static void
test_side_changed (SideFiles *f, gconstpointer data)
{
  g_autoptr (PoplensReport) report = side_files_open (f);
  g_autoptr (GError) error = NULL;
  g_autofree char *change = NULL;

  g_assert_nonnull (poplens_report_load_archive (report, NULL, &error));
  g_assert_cmpint (truncate (f->debug, 20), ==, 0);
  g_assert_null (poplens_report_load_debug (report, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
  g_clear_error (&error);
  g_assert_false (poplens_report_is_whole_since (report, 0, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
  g_clear_error (&error);
  g_assert_cmpint (unlink (f->archive), ==, 0);
  g_assert_null (poplens_report_get_slice (report, POPLENS_SLICE_SYMBOLS, 1, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
  g_assert_nonnull (strstr (error->message, "was deleted"));
  change = poplens_report_describe_change (report);
  g_assert_nonnull (change);
}

/* Damage to these files does not affect the profile. */
static void
test_broken (SideFiles *f, gconstpointer data)
{
  g_autofree char *path = temp_dir_write (f->dir, "profile.pop", "", 0);

  mini_profile_write (path, NULL);
  g_free (temp_dir_write (f->dir, "archive.a", "!<thin>\n", -1));
  g_free (temp_dir_write (f->dir, "debug.cbor", "rubbish", -1));
  g_autoptr (PoplensReport) report = side_files_open (f);
  for (guint part = POPLENS_PART_ARCHIVE; part <= POPLENS_PART_DEBUG; part++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (poplens_report_get_absence (report, part));
    g_assert_null (poplens_report_load (report, part, NULL, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  }
  g_assert_nonnull (poplens_report_load_memory (report, NULL, NULL));
  g_assert_true (poplens_report_is_whole_since (report, 0, NULL));
  g_autoptr (GPtrArray) damage = poplens_report_list_damage (report);
  g_autoptr (GPtrArray) notices = poplens_report_list_notices (report);
  g_assert_cmpuint (damage->len, ==, 2);
  g_assert_cmpuint (notices->len, ==, poplens_report_get_notices (report)->len + 2);
}

static void
test_side_absent (SideFiles *f, gconstpointer data)
{
  g_autofree char *path = temp_dir_write (f->dir, "profile.pop", "", 0);

  mini_profile_write (path, NULL);
  unlink (f->archive);
  unlink (f->debug);
  g_autoptr (PoplensReport) report = side_files_open (f);
  g_assert_nonnull (
      strstr (poplens_report_get_absence (report, POPLENS_PART_ARCHIVE), "outputArchive"));
  g_assert_nonnull (
      strstr (poplens_report_get_absence (report, POPLENS_PART_DEBUG), "outputDebugInfo"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test)                                                                            \
  g_test_add ("/report/side/" name, SideFiles, NULL, side_files_set_up, test, side_files_tear_down)
  ADD ("alone", test_side_alone);
  ADD ("slices", test_slices);
  ADD ("beside", test_beside);
  ADD ("changed", test_side_changed);
  ADD ("broken", test_broken);
  ADD ("absent", test_side_absent);
  return g_test_run ();
}
