/* Every check passes on a generated report, and fails, alone, on a copy that is damaged in the one
 * respect that it is about; and it says where. */
#include "base/codec.h"
#include "base/error.h"
#include "model/place.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"
#include "tables/check-report.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  const char *check;
  const char *sql;    /* NULL: damage_file() does it */
  const char *where;  /* in one of its failures */
  const char *others; /* that cannot but fail too, comma-separated, or NULL */
} Damage;

static const Damage damages[] = {
    {"parts-readable", "UPDATE eq_class_step SET step_id_to = 100000000 WHERE eq_class_id = 2",
     "part liveness", NULL},
    {"memory-total", "UPDATE memory_by_tile SET total = total + 4 WHERE tile = 7", "tile 7", NULL},
    {"memory-including-gaps",
     "UPDATE memory_by_tile SET total_including_gaps = total_including_gaps - 8 WHERE tile = 7",
     "tile 7", "archive-memory"},
    {"memory-regions",
     "UPDATE memory_by_tile SET interleaved = interleaved + 8, "
     "non_interleaved = non_interleaved - 8 WHERE tile = 9",
     "tile 9, non-interleaved", NULL},
    {"always-live-bytes",
     "UPDATE memory_by_tile SET always_live_bytes = always_live_bytes - 4 WHERE tile = 11",
     "tile 11", NULL},
    {"tile-peak",
     "UPDATE memory_by_tile SET not_always_live_max_bytes = not_always_live_max_bytes - 4 "
     "WHERE tile = 11",
     "tile 11", NULL},
    {"packing", "UPDATE memory_by_tile SET not_always_live_max_bytes = total WHERE tile = 12",
     "tile 12", "tile-peak"},
    {"memory-categories",
     "UPDATE memory_by_category SET non_interleaved_overlapped = "
     "edit_plain (non_interleaved_overlapped, 9, 4) WHERE category_id = 'variable'",
     "tile 9, category variable, non-interleaved, overlapped", NULL},
    {"category-totals", "UPDATE memory_by_tile SET total = 50000000 WHERE tile = 4", "tile 4",
     "memory-total,archive-regions"},
    {"fullest-tiles", "UPDATE memory_liveness_tiles SET tile = 5 WHERE position = 1", "position 1",
     NULL},
    {"alignment",
     "UPDATE vars_info SET alignment = 1048576 WHERE var_id = (SELECT min (var_id) FROM vars_info "
     "WHERE bitset & 1 AND offset % 1048576)",
     "tile 0, variable", NULL},
    {"allocation-order",
     "UPDATE allocation_order_by_tile SET \"order\" = edit_plain (\"order\", 0, 1) WHERE tile = 3",
     "tile 3", NULL},
    /* Of a tile's always-live variables the second is laid over the first. */
    {"overlap",
     "CREATE TEMP TABLE pair AS SELECT v.var_id, v.offset FROM vars_info v JOIN eq_classes c ON "
     "c.id = v.equivalence_class WHERE v.tile = 6 AND c.is_always_live AND v.bitset & 1 AND "
     "v.size_bytes AND v.alignment <= 8 ORDER BY v.offset LIMIT 2;"
     "UPDATE vars_info SET offset = (SELECT min (offset) FROM pair) WHERE var_id = "
     "(SELECT var_id FROM pair ORDER BY offset DESC LIMIT 1)",
     "tile 6", "memory-total,memory-regions,memory-categories"},
    {"class-ranges",
     "CREATE TEMP TABLE cut AS SELECT rowid AS r, * FROM eq_class_step WHERE step_id_to - "
     "step_id_from > 2 AND eq_class_id = 2 LIMIT 1;"
     "INSERT INTO eq_class_step SELECT eq_class_id, step_id_from + 1, step_id_to FROM cut;"
     "UPDATE eq_class_step SET step_id_to = step_id_from + 1 WHERE rowid = (SELECT r FROM cut)",
     "class 2", NULL},
    {"always-live-range",
     "INSERT INTO eq_classes (id, is_always_live) VALUES (999999, 1);"
     "INSERT INTO equivalence_class_interference (class_id, interference_class_ids) "
     "VALUES (999999, plain (''))",
     "class 999999", NULL},
    {"interference",
     "UPDATE equivalence_class_interference SET interference_class_ids = "
     "without (interference_class_ids, 3) WHERE class_id = 2;"
     "UPDATE equivalence_class_interference SET interference_class_ids = "
     "without (interference_class_ids, 2) WHERE class_id = 3",
     "class 2 and class 3", NULL},
    {"interference-symmetric",
     "UPDATE equivalence_class_interference SET interference_class_ids = "
     "without (interference_class_ids, 3) WHERE class_id = 2",
     "class 2", "interference"},
    {"live-bytes",
     "UPDATE memory_not_always_live_by_step_and_ipu SET delta_bytes = delta_bytes + 4 WHERE ipu "
     "IS NULL AND step_id = (SELECT min (step_id) FROM memory_not_always_live_by_step_and_ipu "
     "WHERE ipu IS NULL AND step_id > 0)",
     "step ", "born-freed"},
    {"live-bytes-by-ipu",
     "UPDATE memory_not_always_live_by_step_and_ipu SET delta_bytes = delta_bytes + 4 WHERE rowid "
     "= (SELECT min (rowid) FROM memory_not_always_live_by_step_and_ipu WHERE ipu = 1)",
     "IPU 1, step ", NULL},
    {"born-freed",
     "CREATE TEMP TABLE row AS SELECT max (rowid) AS r, * FROM var_bytes_by_eq_class WHERE tile "
     "= 8 AND eq_class_id IN (SELECT id FROM eq_classes WHERE NOT is_always_live);"
     "UPDATE var_bytes_by_eq_class SET bytes = bytes + 4 WHERE rowid = (SELECT r FROM row);"
     "UPDATE var_bytes_by_eq_class SET bytes = bytes + 4 WHERE tile IS NULL AND eq_class_id = "
     "(SELECT eq_class_id FROM row) AND unlowered_var_id = (SELECT unlowered_var_id FROM row)",
     "step ", "class-bytes-variables"},
    {"class-bytes",
     "UPDATE var_bytes_by_eq_class SET bytes = bytes + 4 WHERE rowid = (SELECT max (rowid) FROM "
     "var_bytes_by_eq_class WHERE tile IS NULL AND eq_class_id = 1)",
     "class 1", NULL},
    {"class-bytes-variables",
     "CREATE TEMP TABLE row AS SELECT max (rowid) AS r, * FROM var_bytes_by_eq_class WHERE tile "
     "= 8 AND eq_class_id = 1 AND bytes > 4;"
     "UPDATE var_bytes_by_eq_class SET tile = 9 WHERE rowid = (SELECT r FROM row)",
     "tile 8", NULL},
    {"program-ids",
     "INSERT INTO programs (id, variant, children) VALUES (99999, 1, plain (''));"
     "INSERT INTO function_programs (id, program) VALUES (99999, 99999)",
     "row ", NULL},
    {"program-parents",
     "INSERT INTO programs (id, variant, children) SELECT max (id) + 1, 1, plain ('') FROM "
     "programs",
     "number of parents", NULL},
    {"program-children",
     "UPDATE programs SET children = children || plain ('99999') WHERE id = "
     "(SELECT program FROM function_programs LIMIT 1)",
     "program ", NULL},
    {"program-variants",
     "UPDATE programs SET variant_index = 9999 WHERE id = "
     "(SELECT max (id) FROM programs WHERE variant = 11)",
     "type 11, variant_index 9999", NULL},
    {"step-order", "UPDATE depth_first_steps SET parent_step_id = 2 WHERE id = 9", "step 9", NULL},
    {"control-code",
     "UPDATE programs SET control_code_bytes_by_tile = edit_rle (control_code_bytes_by_tile, 5, "
     "-100000000) WHERE id = 0",
     "program 0, tile 5", NULL},
    {"vertex-counts",
     "UPDATE compute_sets SET vertex_counts = edit_plain (vertex_counts, 0, 1) WHERE compute_set "
     "= 3; UPDATE graph_info SET num_vertices = num_vertices + 1",
     "compute set 3, vertex type", NULL},
    {"vertex-state",
     "UPDATE vertex_types SET size = size + 4 WHERE id = (SELECT min (vertex_type) FROM "
     "vertex_instances)",
     "tile ", NULL},
    {"vertex-fields",
     "UPDATE memory_by_vertex_type SET padding_bytes = edit_plain (padding_bytes, 5, 4) WHERE "
     "vertex_type = (SELECT min (vertex_type) FROM memory_by_vertex_type);"
     "UPDATE memory_by_compute_set SET padding_bytes = edit_rle (padding_bytes, 5, 4) WHERE "
     "compute_set = (SELECT min (compute_set) FROM memory_by_compute_set)",
     "tile 5", NULL},
    {"vertex-descriptors",
     "UPDATE memory_by_vertex_type SET descriptor_bytes = edit_plain (descriptor_bytes, 5, 4) "
     "WHERE vertex_type = (SELECT min (vertex_type) FROM memory_by_vertex_type);"
     "UPDATE memory_by_compute_set SET descriptor_bytes = edit_rle (descriptor_bytes, 5, 4) WHERE "
     "compute_set = (SELECT min (compute_set) FROM memory_by_compute_set)",
     "tile 5", NULL},
    {"vertex-bytes",
     "UPDATE memory_by_compute_set SET edge_ptr_bytes = edit_rle (edge_ptr_bytes, 5, 4) WHERE "
     "compute_set = (SELECT min (compute_set) FROM memory_by_compute_set)",
     "tile 5, edge_ptr_bytes", NULL},
    {"compute-set-variables",
     "UPDATE compute_sets SET var_ids_diff_rle = diff ('99999999') WHERE compute_set = 3",
     "compute set 3", NULL},
    {"graph-counts", "UPDATE graph_info SET num_edges = num_edges - 1", "num_edges", NULL},
    {"exchange-regions",
     "UPDATE exchange_regions SET regions = '[1000000,1000004)' WHERE rowid = (SELECT min (rowid) "
     "FROM exchange_regions WHERE regions = '[0,4)')",
     "exchange_regions ", NULL},
    {"exchange-bytes",
     "UPDATE exchange_regions SET regions = '[0,2)' WHERE rowid = (SELECT min (rowid) FROM "
     "exchange_regions WHERE id IN (SELECT source_regions_id FROM program_type_do_exchange) AND "
     "regions <> '[0,2)')",
     "sent", NULL},
    {"host-bytes",
     "UPDATE exchange_regions SET regions = '[0,2)' WHERE rowid = (SELECT min (rowid) FROM "
     "exchange_regions WHERE id IN (SELECT regions_id FROM host_exchange_from_host) AND "
     "regions <> '[0,2)')",
     "received", NULL},
    {"exchange-bytes-by-ipu",
     "UPDATE program_type_do_exchange SET bytes_sent_by_ipu_rle = edit_rle (bytes_sent_by_ipu_rle, "
     "1, 4) WHERE id = 2",
     "exchange 2, IPU 1, sent", NULL},
    {"step-cycles",
     "UPDATE steps_by_ipu SET active_cycles_to_mean = active_cycles_to_mean + 1 WHERE step_id = "
     "30 AND ipu = 0",
     "step 30, IPU 0, active_cycles_to_mean", NULL},
    {"tiles-end",
     "DELETE FROM steps_by_ipu WHERE ipu = 1 AND step_id = (SELECT max (step_id) FROM "
     "steps_by_ipu WHERE ipu = 1)",
     "tile ", "tile-cycles,cycle-totals"},
    {"tile-cycles",
     "DELETE FROM steps_by_ipu WHERE ipu = 1 AND step_id = (SELECT max (step_id) FROM "
     "steps_by_ipu WHERE ipu = 1)",
     "tiles of", "tiles-end,cycle-totals"},
    {"cycle-totals", "UPDATE execution_cycle_totals SET tile_cycles_sync = 5 WHERE run_id = 0",
     "tile_cycles_sync", NULL},
    {"markers",
     "UPDATE absolute_markers SET cycles_by_tile = edit_plain (cycles_by_tile, 5, 1) WHERE id = 5",
     "marker 5, tile 5", NULL},
    {"marker-spacing", "UPDATE absolute_markers SET cycles_length = 1 WHERE id = 5", "marker 5",
     NULL},
    {"marker-lookup", "UPDATE absolute_markers SET cycles_by_tile = step_id_by_tile WHERE id = 5",
     "tile 0, cycle", "markers"},
    {"compute-set-cycles",
     "UPDATE compute_set_cycles_by_tile SET cycles_by_tile_ids = edit_plain (cycles_by_tile_ids, "
     "0, 1) WHERE compute_set_id = 4",
     "compute set 4, IPU 0", NULL},
    {"global-exchange-cycles",
     "UPDATE inter_ipu_exchange_cycles_by_tile SET exchange_cycles_by_tile_ids = edit_plain "
     "(exchange_cycles_by_tile_ids, 0, 1) WHERE inter_ipu_exchange_id = (SELECT min "
     "(inter_ipu_exchange_id) FROM inter_ipu_exchange_cycles_by_tile)",
     "exchange between IPUs", NULL},
    {"run-programs", "UPDATE runs SET num_programs = num_programs + 1 WHERE id = 1", "runs", NULL},
    {"trace-order",
     "UPDATE steps SET program = 0 WHERE id = (SELECT max (id) FROM steps WHERE type = "
     "'StreamCopyEnd')",
     "step ", NULL},
    {"archive-tiles", NULL, "tile_99999.elf", NULL},
    {"archive-memory",
     "UPDATE memory_by_tile SET total_including_gaps = total_including_gaps - 8 WHERE tile = 7",
     "tile 7", "memory-including-gaps"},
    {"archive-regions",
     "UPDATE memory_by_tile SET non_interleaved = 0, interleaved = interleaved + non_interleaved "
     "WHERE tile = 9",
     "tile 9, interleaved", "memory-regions"},
    {"archive-architecture", "UPDATE target_info SET architecture = 'ipu1'", "archive.a", NULL},
    {"debug-ids", "UPDATE programs SET debug_id = 99999999 WHERE id = 3", "program 3", NULL},
    {"debug-parents", NULL, "context ", NULL},
};

/* ---- SQL ---------------------------------------------------------------------------------------
 */

/* edit_plain (list, index, by) and edit_rle: the list with one value changed, not below 0. */
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

/* without (list, value): a plain list without that value, which is in it. */
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
  /* A damage that meets no row would show nothing. */
  g_assert_cmpint (sqlite3_total_changes (handle), >, before);
  sqlite3_close (handle);
}

/* ---- reports ----------------------------------------------------------------------------------
 */

typedef struct {
  char *dir;
  char *original, *copy; /* the report as generated, and the one that is damaged */
  char *profile;         /* of the copy */
} Fixture;

static void
generate (Fixture *fixture)
{
  g_autofree char *program = g_build_filename (g_getenv ("POPLENS_BINDIR"), "poplens-demo", NULL);
  const char *const argv[] = {program, "--seed", "7", "--tiles", "64", fixture->original, NULL};
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

static void
restore (const Fixture *fixture)
{
  static const char *const names[] = {"profile.pop", "archive.a", "debug.cbor"};

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

/* Writes @new over the first @old in a file of the copy. */
static void
replace (const Fixture *fixture, const char *name, const char *old, const char *new, gsize size)
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

static void
damage_file (const Fixture *fixture, const char *check)
{
  if (!strcmp (check, "archive-tiles"))
    replace (fixture, "archive.a", "tile_0.elf/     ", "tile_99999.elf/ ", 16);
  else /* a parent of two bytes becomes one that no context has */
    replace (fixture, "debug.cbor", "hparentId\x19", "hparentId\x19\xff\xfe", 12);
}

static GPtrArray *
check (const char *path)
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
find (const GPtrArray *checks, const char *key)
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

/* Whether @keys are @check and @others, in any order. */
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
  Fixture *fixture = ((gpointer *) data)[0];
  const Damage *d = ((gpointer *) data)[1];
  gboolean found = FALSE;

  restore (fixture);
  if (d->sql)
    damage (fixture->profile, d->sql);
  else
    damage_file (fixture, d->check);
  g_autoptr (GPtrArray) checks = check (fixture->copy);
  g_autofree char *keys = failing (checks);
  assert_failing (keys, d);
  const PoplensCheck *one = find (checks, d->check);
  g_assert_cmpuint (one->failed, >=, one->failures->len);
  g_assert_cmpuint (one->failures->len, >, 0);
  for (guint i = 0; i < one->failures->len; i++) {
    const PoplensCheckFailure *failure = g_ptr_array_index (one->failures, i);
    found |= strstr (failure->where, d->where) != NULL;
    g_test_message ("%s: expected %s, found %s", failure->where, failure->expected, failure->found);
    g_assert_nonnull (failure->expected);
    g_assert_nonnull (failure->found);
    if (failure->place) {
      g_autoptr (GError) error = NULL;
      g_autoptr (PoplensPlace) place = poplens_place_parse (failure->place, &error);
      g_assert_no_error (error);
    }
  }
  g_assert_true (found);
}

/* All pass, and each has a damage above: none is there that could not fail. */
static void
test_good (gconstpointer data)
{
  const Fixture *fixture = data;
  g_autoptr (GPtrArray) checks = check (fixture->original);
  g_autofree char *keys = failing (checks);

  g_assert_cmpstr (keys, ==, "");
  g_assert_cmpuint (checks->len, ==, poplens_check_count ());
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
test_cancel (gconstpointer data)
{
  const Fixture *fixture = data;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (fixture->original, &error);
  g_autoptr (GPtrArray) checks = NULL;

  g_assert_no_error (error);
  g_cancellable_cancel (cancellable);
  g_assert_null (poplens_report_check (report, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  /* The next call starts again. */
  checks = poplens_report_check (report, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (checks);
}

static void
test_real (gconstpointer data)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("POPLENS_SHARED"), "reports", (const char *) data, NULL);

  if (!g_file_test (path, G_FILE_TEST_IS_DIR)) {
    g_test_skip ("the real reports are not here");
    return;
  }
  g_autoptr (GPtrArray) checks = check (path);
  g_autofree char *keys = failing (checks);
  g_assert_cmpstr (keys, ==, "");
  g_assert_cmpuint (poplens_checks_tally (checks, POPLENS_CHECK_PASS), >, 35);
}

int
main (int argc, char **argv)
{
  static const char *const real[] = {"integrals", "firehose", "firehose-killed"};
  Fixture fixture = {.dir = temp_dir_new ()};
  gpointer data[G_N_ELEMENTS (damages)][2];

  g_test_init (&argc, &argv, NULL);
  fixture.original = g_build_filename (fixture.dir, "original", NULL);
  fixture.copy = g_build_filename (fixture.dir, "copy", NULL);
  fixture.profile = g_build_filename (fixture.copy, "profile.pop", NULL);
  generate (&fixture);
  g_test_add_data_func ("/check/good", &fixture, test_good);
  g_test_add_data_func ("/check/cancel", &fixture, test_cancel);
  for (guint d = 0; d < G_N_ELEMENTS (damages); d++) {
    g_autofree char *name = g_strdup_printf ("/check/damage/%s", damages[d].check);
    data[d][0] = &fixture;
    data[d][1] = (gpointer) &damages[d];
    g_test_add_data_func (name, data[d], test_damage);
  }
  for (guint r = 0; r < G_N_ELEMENTS (real); r++) {
    g_autofree char *name = g_strdup_printf ("/check/real/%s", real[r]);
    g_test_add_data_func (name, real[r], test_real);
  }
  int status = g_test_run ();
  temp_dir_remove (fixture.dir);
  g_free (fixture.dir);
  g_free (fixture.original);
  g_free (fixture.copy);
  g_free (fixture.profile);
  return status;
}
