/* Tests of how a file stores its tables: duplicate keys, indices without some rows, and which
 * reader a table needs. */
#include "fixture.h"
#include "page-edit.h"

#include "base/error.h"
#include "support/local-file.h"
#include "support/mini-profile.h"

#include <string.h>

static const PoplensScanStorage *
find_storage_row (const PoplensSlice *slice, const char *table)
{
  for (guint32 i = 0; i < slice->n; i++)
    if (g_str_equal (poplens_strings_get (slice->strings, slice->scan_storage[i].table), table))
      return &slice->scan_storage[i];
  return NULL;
}

static guint
count_failing (const PoplensSlice *slice)
{
  guint n = 0;

  for (guint32 i = 0; i < slice->n; i++)
    n += slice->scan_storage[i].fails;
  return n;
}

static const char *
row_detail (const PoplensSlice *slice, const PoplensScanStorage *row)
{
  return poplens_strings_get (slice->strings, row->what);
}

static void
reopen (Mini *mini)
{
  g_clear_pointer (&mini->profile, poplens_profile_free);
  mini->profile = local_profile_open (mini->path, &mini->error);
}

static void
test_storage_good (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);

  for (guint key = 0; key < POPLENS_N_STORAGE; key++) {
    g_autoptr (PoplensSlice) slice = mini_slice (mini, POPLENS_SLICE_SCAN_STORAGE, key);
    g_assert_cmpuint (slice->n, >, 5);
    g_assert_cmpuint (count_failing (slice), ==, 0);
  }
  g_autoptr (PoplensSlice) slice = mini_slice (mini, POPLENS_SLICE_SCAN_STORAGE, 0);
  g_assert_cmpuint (find_storage_row (slice, "programs")->rows, ==, 9);
  g_assert_cmpuint (find_storage_row (slice, "program_types")->rows, ==, 8);
  g_assert_cmpuint (find_storage_row (slice, "program_type_repeat")->rows, ==, 1);
  g_assert_null (find_storage_row (slice, "program_type_code_copy"));
}

/* If the schema does not enforce keys, the slice has the numbers of rows and of different keys, and
 * one duplicate key. */
static void
test_storage_keys (void)
{
  static const struct {
    const char *table, *index, *sql, *key;
    guint64 rows, different;
  } all[] = {
      {"programs", "sqlite_autoindex_programs_1",
       "INSERT INTO programs (id, variant) VALUES (3, 1), (3, 1), (8, 1)", "NULL, 3", 12, 9},
      {"execution_parameters", "sqlite_autoindex_execution_parameters_1",
       "INSERT INTO execution_parameters VALUES ('a', 'd', 1, 1), ('a', 'd', 1, 0)", "1, a", 5, 4},
      {"eq_classes", "none", "UPDATE eq_classes SET id = 2", "2", 2, 1},
      {"program_type_repeat", "none", "INSERT INTO program_type_repeat VALUES (5, 1), (5, 1)", "5",
       3, 2},
      {"runs", "none", "UPDATE runs SET id = NULL", "NULL", 2, 1},
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    g_autofree char *schema = g_strdup_printf (
        "PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE name = '%s'; UPDATE "
        "sqlite_schema SET sql = replace (replace (replace (sql, ', PRIMARY KEY "
        "(compilation_step_id, id)', ''), ', PRIMARY KEY (run, name)', ''), 'PRIMARY KEY', '') "
        "WHERE name = '%s'",
        all[i].index, all[i].table);
    g_autoptr (Mini) mini = mini_new (schema);
    mini_profile_alter (mini->path, all[i].sql);
    reopen (mini);
    g_autoptr (PoplensSlice) slice =
        mini_slice (mini, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_KEYS);
    const PoplensScanStorage *row = find_storage_row (slice, all[i].table);
    g_assert_cmpuint (count_failing (slice), ==, 1);
    g_assert_true (row->fails);
    g_assert_cmpuint (row->rows, ==, all[i].rows);
    g_assert_cmpuint (row->different, ==, all[i].different);
    g_assert_cmpstr (row_detail (slice, row), ==, all[i].key);
  }
}

static void
edit_index (const char *path, const char *index, guint way)
{
  guint32 page = page_edit_first_leaf (path, index);
  guint8 bytes[PAGE_BYTES];

  page_edit_read (path, page, bytes);
  g_assert_cmpuint (bytes[0], ==, 10);
  guint n = page_edit_u16 (bytes + 3);
  if (way == 0) /* the last entry is missing */
    bytes[4] = n - 1;
  else if (way == 1) /* the last entry repeats the first */
    memcpy (bytes + 8 + 2 * (n - 1), bytes + 8, 2);
  else if (way == 2) /* the page is not a B-tree page */
    memset (bytes, 0, sizeof bytes);
  else { /* the page is its own child */
    bytes[0] = 2;
    bytes[3] = bytes[4] = 0;
    bytes[10] = page >> 8;
    bytes[11] = page;
  }
  page_edit_write (path, page, bytes);
}

/* A damaged index is reported; its table is still read completely. */
static void
test_damaged_index (void)
{
  static const struct {
    const char *table, *index;
    PoplensPart part;
  } all[] = {
      {"exchange_regions", "sqlite_autoindex_exchange_regions_1", POPLENS_PART_EXCHANGES},
      {"programs", "sqlite_autoindex_programs_1", POPLENS_PART_PROGRAMS},
      {"steps_by_ipu", "by_step", POPLENS_PART_EXECUTION},
      {"vertex_instances", "sqlite_autoindex_vertex_instances_1", POPLENS_PART_VERTICES},
      {"memory_by_category", "sqlite_autoindex_memory_by_category_1", POPLENS_PART_MEMORY},
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    for (guint way = 0; way < 4; way++) {
      g_autoptr (Mini) mini = mini_new ("CREATE UNIQUE INDEX by_step ON steps_by_ipu (step_id, "
                                        "ipu)");
      edit_index (mini->path, all[i].index, way);
      reopen (mini);
      g_autoptr (PoplensSlice) slice =
          mini_slice (mini, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_INDICES);
      g_autoptr (PoplensSlice) keys =
          mini_slice (mini, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_KEYS);
      guint failing = count_failing (slice);
      g_assert_cmpuint (failing, ==, 1);
      for (guint32 r = 0; r < slice->n; r++)
        if (slice->scan_storage[r].fails) {
          const PoplensScanStorage *row = &slice->scan_storage[r];
          g_test_message ("%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT ", %s", all[i].index,
                          row->different, row->rows, row_detail (slice, row));
          g_assert_cmpstr (poplens_strings_get (slice->strings, row->table), ==, all[i].table);
          g_assert_cmpint (way == 0, ==, !*row_detail (slice, row));
          g_assert_null (strstr (row_detail (slice, row), "***"));
        }
      g_assert_cmpuint (find_storage_row (keys, "programs")->rows, ==, 9);
      gpointer part = mini_load (mini, all[i].part);
      if (all[i].part == POPLENS_PART_EXECUTION)
        g_assert_cmpuint (((PoplensExecution *) part)->n_steps, ==, 4);
      poplens_part_free (all[i].part, part);
    }
}

/* The index of a key is missing. */
static void
test_no_index (void)
{
  g_autoptr (Mini) mini = mini_new ("PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE "
                                    "name = 'sqlite_autoindex_exchange_regions_1'");
  g_autoptr (PoplensSlice) slice =
      mini_slice (mini, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_INDICES);
  const PoplensScanStorage *row = find_storage_row (slice, "exchange_regions");

  g_assert_cmpuint (count_failing (slice), ==, 1);
  g_assert_cmpstr (row_detail (slice, row), ==, "none");
}

/* SQLite is not made to scan partial indices and indices on expressions. */
static void
test_odd_indices (void)
{
  g_autoptr (Mini) mini = mini_new (
      "CREATE INDEX p ON exchange_regions (id) WHERE id > 1; CREATE INDEX q ON programs (hex "
      "(zeroblob (200000000))) WHERE id = 0; CREATE INDEX r ON debug_ids (variable_id || 'x')");
  g_autoptr (PoplensSlice) slice =
      mini_slice (mini, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_INDICES);

  g_assert_cmpuint (count_failing (slice), ==, 0);
  for (guint32 i = 0; i < slice->n; i++)
    g_assert_cmpuint (strlen (poplens_strings_get (slice->strings, slice->scan_storage[i].index)),
                      >, 1);
}

/* Swaps two rows of eq_classes, so that row IDs are not sorted. */
static void
swap_rows (const char *path)
{
  guint32 page = page_edit_root (path, "eq_classes");
  guint8 bytes[PAGE_BYTES], swap[2];

  page_edit_read (path, page, bytes);
  memcpy (swap, bytes + 8, 2);
  memcpy (bytes + 8, bytes + 10, 2);
  memcpy (bytes + 10, swap, 2);
  page_edit_write (path, page, bytes);
}

static void
check_reader (Mini *mini, const char *table, const char *why, gboolean fails)
{
  g_autoptr (PoplensSlice) slice =
      mini_slice (mini, POPLENS_SLICE_SCAN_STORAGE, POPLENS_STORAGE_READERS);
  const PoplensScanStorage *row = find_storage_row (slice, table);

  g_assert_nonnull (row);
  g_assert_cmpint (row->fails, ==, fails);
  g_assert_cmpuint (count_failing (slice), ==, fails);
  if (!strstr (row_detail (slice, row), why))
    g_error ("\"%s\" does not say \"%s\"", row_detail (slice, row), why);
}

static void
test_readers (void)
{
  g_autoptr (Mini) plain = mini_new ("CREATE TABLE x (id PRIMARY KEY) WITHOUT ROWID; INSERT INTO x "
                                     "VALUES (1)");
  g_autoptr (Mini) generated =
      mini_new ("CREATE TABLE x (id, y AS (id)); INSERT INTO x (id) VALUES "
                "(1)");
  g_autoptr (Mini) added = mini_new ("ALTER TABLE runs ADD COLUMN n DEFAULT 'x'");
  g_autoptr (Mini) swapped = mini_new (NULL);
  g_autoptr (GError) error = NULL;

  check_reader (plain, "x", "not a plain table", FALSE);
  check_reader (generated, "x", "the generated column y", TRUE);
  check_reader (added, "runs", "", FALSE);
  check_reader (swapped, "eq_classes", "", FALSE);
  swap_rows (swapped->path);
  reopen (swapped);
  /* The first reader of the table finds the damage, on any connection. */
  poplens_part_free (POPLENS_PART_LIVENESS,
                     poplens_profile_load (swapped->profile, POPLENS_PART_LIVENESS, NULL, &error));
  check_reader (swapped, "eq_classes", "are damaged", TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/storage/good", test_storage_good);
  g_test_add_func ("/profile/storage/keys", test_storage_keys);
  g_test_add_func ("/profile/storage/damaged-index", test_damaged_index);
  g_test_add_func ("/profile/storage/no-index", test_no_index);
  g_test_add_func ("/profile/storage/odd-indices", test_odd_indices);
  g_test_add_func ("/profile/storage/readers", test_readers);
  return g_test_run ();
}
