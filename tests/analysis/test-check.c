/* Tests of poplens-cli check: every check passes on a generated report. On a copy that is damaged
 * in one respect, only the check of that respect fails, and names the location. */
#include "analysis/check-damages.h"

#include "base/codec.h"
#include "base/error.h"
#include "derived/check/check-report.h"
#include "model/location.h"
#include "support/mini-profile.h"
#include "support/report-fixture.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <string.h>

/* ---- SQL functions ---- */

/* SQL functions edit_plain (list, index, by) and edit_rle: return the list with one value changed,
 * at least 0. */
static void
edit (sqlite3_context *context, int n, sqlite3_value **values)
{
  PoplensEncoding encoding = GPOINTER_TO_INT (sqlite3_user_data (context));
  gsize size = (gsize) sqlite3_value_bytes (values[0]), index = sqlite3_value_int (values[1]);
  g_autoptr (GArray) list = poplens_list_decode (encoding, sqlite3_value_blob (values[0]), size,
                                                 POPLENS_ANY_LENGTH, NULL);
  g_autoptr (GByteArray) out = g_byte_array_new ();

  g_assert_nonnull (list);
  g_assert_cmpuint (index, <, list->len);
  guint64 *value = &g_array_index (list, guint64, index);
  *value = (guint64) MAX ((gint64) *value + sqlite3_value_int64 (values[2]), 0);
  poplens_list_append (encoding, out, (guint64 *) (gpointer) list->data, list->len);
  sqlite3_result_blob (context, out->data, (int) out->len, SQLITE_TRANSIENT);
}

/* SQL function without (list, value): returns a plain list without the value, which the list must
 * contain. */
static void
without (sqlite3_context *context, int n, sqlite3_value **values)
{
  gsize size = (gsize) sqlite3_value_bytes (values[0]);
  g_autoptr (GArray) list = poplens_list_decode (
      POPLENS_ENCODING_PLAIN, sqlite3_value_blob (values[0]), size, POPLENS_ANY_LENGTH, NULL);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  guint before = list->len;

  for (guint i = list->len; i-- > 0;)
    if (g_array_index (list, guint64, i) == (guint64) sqlite3_value_int64 (values[1]))
      g_array_remove_index (list, i);
  g_assert_cmpuint (list->len, ==, before - 1);
  poplens_list_append (POPLENS_ENCODING_PLAIN, out, (guint64 *) (gpointer) list->data, list->len);
  sqlite3_result_blob (context, out->data, (int) out->len, SQLITE_TRANSIENT);
}

static void
damage (const char *path, const char *sql)
{
  sqlite3 *handle = mini_profile_connect (path);
  int before;

  sqlite3_create_function (handle, "edit_plain", 3, SQLITE_UTF8,
                           GINT_TO_POINTER (POPLENS_ENCODING_PLAIN), edit, NULL, NULL);
  sqlite3_create_function (handle, "edit_rle", 3, SQLITE_UTF8,
                           GINT_TO_POINTER (POPLENS_ENCODING_RLE), edit, NULL, NULL);
  sqlite3_create_function (handle, "without", 2, SQLITE_UTF8, NULL, without, NULL, NULL);
  before = sqlite3_total_changes (handle);
  mini_profile_exec (handle, sql);
  /* A damage that changes no row would test nothing. */
  g_assert_cmpint (sqlite3_total_changes (handle), >, before);
  sqlite3_close (handle);
}

/* ---- reports ---- */

typedef struct {
  char *dir;
  char *original, *copy; /* the generated report, and the damaged copy */
  char *profile;         /* profile.pop of the copy */
} CheckFixture;

static void
restore (const CheckFixture *fixture)
{
  static const char *const names[] = {"profile.pop", "archive.a", "debug.cbor", "framework.json",
                                      "app.json"};

  g_mkdir (fixture->copy, 0700);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *from = g_build_filename (fixture->original, names[i], NULL);
    g_autofree char *data = NULL;
    g_autoptr (GError) error = NULL;
    gsize size;
    g_file_get_contents (from, &data, &size, &error);
    g_assert_no_error (error);
    g_free (temp_dir_write (fixture->copy, names[i], data, (gssize) size));
  }
}

/* Replaces the first @old by @new in a file of the copy. Both have @size bytes. */
static void
replace (const CheckFixture *fixture, const char *name, const char *old, const char *new,
         gsize size)
{
  g_autofree char *path = g_build_filename (fixture->copy, name, NULL);
  g_autofree char *data = NULL;
  gsize length;
  char *at;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  at = memmem (data, length, old, strlen (old));
  g_assert_nonnull (at);
  memcpy (at, new, size);
  g_assert_true (g_file_set_contents (path, data, (gssize) length, NULL));
}

/* Overwrites the ELF magic number of the image of tile 5. */
static void
damage_image (const CheckFixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->copy, "archive.a", NULL);
  g_autofree char *data = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  char *at = memmem (data, length, "tile_5.elf/", strlen ("tile_5.elf/"));
  g_assert_nonnull (at);
  memset (at + 60, 0, 4);
  g_assert_true (g_file_set_contents (path, data, (gssize) length, NULL));
}

static void
damage_file (const CheckFixture *fixture, const Damage *d)
{
  if (!strcmp (d->check, "parts-readable"))
    g_free (temp_dir_write (fixture->copy, strrchr (d->where, ' ') + 1, "{\"a\": [1,", 9));
  else if (!strcmp (d->check, "archive-images"))
    damage_image (fixture);
  else if (!strcmp (d->check, "archive-tiles"))
    replace (fixture, "archive.a", "tile_0.elf/     ", "tile_99999.elf/ ", 16);
  else /* replaces a parent id of two bytes by one that no context has */
    replace (fixture, "debug.cbor", "hparentId\x19", "hparentId\x19\xff\xfe", 12);
}

static GPtrArray *
check_report (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (path, &error);
  GPtrArray *checks = NULL;

  g_assert_no_error (error);
  checks = poplens_report_check (report, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return checks;
}

static const PoplensCheck *
find_check (const GPtrArray *checks, const char *key)
{
  for (guint i = 0; i < checks->len; i++) {
    const PoplensCheck *one = g_ptr_array_index (checks, i);
    if (!strcmp (one->key, key))
      return one;
  }
  g_error ("there is no check %s", key);
}

static char *
failing (const GPtrArray *checks)
{
  GString *keys = g_string_new (NULL);

  for (guint i = 0; i < checks->len; i++) {
    const PoplensCheck *one = g_ptr_array_index (checks, i);
    if (one->result == POPLENS_CHECK_FAIL)
      g_string_append_printf (keys, "%s%s", keys->len ? "," : "", one->key);
  }
  return g_string_free (keys, FALSE);
}

/* Asserts that the failed checks @keys are exactly those that @d names. */
static void
assert_failing (const char *keys, const Damage *d)
{
  g_auto (GStrv) failed = g_strsplit (keys, ",", -1);
  g_auto (GStrv) others = g_strsplit (d->others ? d->others : "", ",", -1);

  if (g_strv_length (failed) != 1 + g_strv_length (others))
    g_test_fail_printf ("%s: these fail: %s", d->check, keys);
  for (guint i = 0; failed[i]; i++)
    if (strcmp (failed[i], d->check) && !g_strv_contains ((const char *const *) others, failed[i]))
      g_test_fail_printf ("%s: these fail: %s", d->check, keys);
}

static void
test_damage (gconstpointer data)
{
  CheckFixture *fixture = ((gpointer *) data)[0];
  const Damage *d = ((gpointer *) data)[1];
  gboolean found = FALSE;

  restore (fixture);
  if (d->sql)
    damage (fixture->profile, d->sql);
  else
    damage_file (fixture, d);
  g_autoptr (GPtrArray) checks = check_report (fixture->copy);
  g_autofree char *keys = failing (checks);
  assert_failing (keys, d);
  const PoplensCheck *one = find_check (checks, d->check);
  g_assert_cmpuint (one->failed, >=, one->failures->len);
  g_assert_cmpuint (one->failures->len, >, 0);
  for (guint i = 0; i < one->failures->len; i++) {
    const PoplensCheckFailure *failure = g_ptr_array_index (one->failures, i);
    found |= strstr (failure->where, d->where) != NULL;
    g_test_message ("%s: expected %s, found %s", failure->where, failure->expected, failure->found);
    g_assert_nonnull (failure->expected);
    g_assert_nonnull (failure->found);
    if (failure->location) {
      g_autoptr (GError) error = NULL;
      g_autoptr (PoplensLocation) location = poplens_location_parse (failure->location, &error);
      g_assert_no_error (error);
    }
  }
  g_assert_true (found);
}

static gboolean
has_key (gconstpointer check_report, gconstpointer key)
{
  return !strcmp (((const PoplensCheck *) check_report)->key, key);
}

/* All checks pass, and each has a damage in check-damages.h: no check exists that cannot fail. */
static void
test_all_checks_pass (gconstpointer data)
{
  const CheckFixture *fixture = data;
  g_autoptr (GPtrArray) checks = check_report (fixture->original);
  g_autofree char *keys = failing (checks);

  g_assert_cmpstr (keys, ==, "");
  for (guint d = 0; d < G_N_ELEMENTS (damages); d++)
    g_assert_true (g_ptr_array_find_with_equal_func (checks, damages[d].check, has_key, NULL));
  for (guint i = 0; i < checks->len; i++) {
    const PoplensCheck *one = g_ptr_array_index (checks, i);
    gboolean damaged = FALSE;
    g_test_message ("%s: %" G_GUINT64_FORMAT " %s", one->key, one->cases,
                    one->reason ? one->reason : "");
    g_assert_cmpint (one->result, ==, POPLENS_CHECK_PASS);
    g_assert_cmpuint (one->cases, >, 0);
    for (guint d = 0; d < G_N_ELEMENTS (damages); d++)
      damaged |= !strcmp (damages[d].check, one->key);
    g_assert_true (damaged);
  }
}

static void
test_cancel_checks (gconstpointer data)
{
  const CheckFixture *fixture = data;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (fixture->original, &error);
  g_autoptr (GPtrArray) checks = NULL;

  g_assert_no_error (error);
  g_cancellable_cancel (cancellable);
  g_assert_null (poplens_report_check (report, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  /* A second call starts again. */
  checks = poplens_report_check (report, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (checks);
}

static void
test_whole_report (gconstpointer data)
{
  g_autofree char *path = report_fixture_path (data);

  if (!path)
    return;
  g_autoptr (GPtrArray) checks = check_report (path);
  g_autofree char *keys = failing (checks);
  g_assert_cmpstr (keys, ==, "");
  g_assert_cmpuint (poplens_checks_tally (checks, POPLENS_CHECK_PASS), >, 35);
}

int
main (int argc, char **argv)
{
  static const char *const options[] = {"--seed", "7", "--tiles", "64", NULL};
  CheckFixture fixture = {.dir = temp_dir_new ()};
  gpointer data[G_N_ELEMENTS (damages)][2];

  g_test_init (&argc, &argv, NULL);
  fixture.original = g_build_filename (fixture.dir, "original", NULL);
  fixture.copy = g_build_filename (fixture.dir, "copy", NULL);
  fixture.profile = g_build_filename (fixture.copy, "profile.pop", NULL);
  g_assert_true (run_demo (fixture.original, options));
  g_test_add_data_func ("/check/good", &fixture, test_all_checks_pass);
  g_test_add_data_func ("/check/cancel", &fixture, test_cancel_checks);
  for (guint d = 0; d < G_N_ELEMENTS (damages); d++) {
    g_autofree char *name = g_strdup_printf ("/check/damage/%s/%u", damages[d].check, d);
    data[d][0] = &fixture;
    data[d][1] = (gpointer) &damages[d];
    g_test_add_data_func (name, data[d], test_damage);
  }
  report_fixture_add ("/check/whole", test_whole_report, "integrals", "firehose", "firehose-killed",
                      "demo-run", "demo-killed", NULL);
  int status = g_test_run ();
  temp_dir_remove (fixture.dir);
  g_free (fixture.dir);
  g_free (fixture.original);
  g_free (fixture.copy);
  g_free (fixture.profile);
  return status;
}
