/* Tests of the program tree: it has every program once, children add up, and the sum is what was
 * executed. Expected values are from plain SQL and from the tree's own redundancy. */
#include "support/report-fixture.h"
#include "tables/engine/registry.h"

#include <string.h>

typedef struct {
  PoplensReport *report;
  sqlite3 *db;
  PoplensTable *table;
} ProgramTree;

static gboolean
tree_open (ProgramTree *tree, const char *name, const char *table, const char *location_text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = NULL;

  *tree = (ProgramTree){report_fixture_open (name), NULL, NULL};
  if (!tree->report)
    return FALSE;
  location = poplens_location_parse (location_text, &error);
  g_assert_no_error (error);
  tree->db = report_fixture_open_sql (tree->report);
  tree->table = poplens_tables_build (table, tree->report, location, NULL, &error);
  g_assert_no_error (error);
  return TRUE;
}

static void
tree_close (ProgramTree *tree)
{
  g_clear_pointer (&tree->table, poplens_table_unref);
  sqlite3_close (tree->db);
  g_clear_object (&tree->report);
}

static PoplensValue
tree_cell (const ProgramTree *tree, guint32 row, const char *column)
{
  int c = poplens_table_find_column (tree->table, column);

  g_assert_cmpint (c, >=, 0);
  return poplens_table_get (tree->table, row, (guint) c);
}

/* Returns an integer; 0 if it is not recorded. */
static gint64
tree_number (const ProgramTree *tree, guint32 row, const char *column)
{
  PoplensValue value = tree_cell (tree, row, column);

  return value.type == POPLENS_VALUE_INT ? value.integer : 0;
}

static gboolean
is_repeated (const ProgramTree *tree, guint32 row)
{
  const char *detail = tree_cell (tree, row, "detail").text;

  return strstr (detail, "listed above") || strstr (detail, "recursive");
}

/* Each program has its children only once; other occurrences say so. */
static void
test_once (gconstpointer name)
{
  ProgramTree tree;
  if (!tree_open (&tree, name, "programs", "programs"))
    return;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint32 row = 0; row < poplens_table_n_rows (tree.table); row++) {
    PoplensValue id = tree_cell (&tree, row, "id");
    if (id.type == POPLENS_VALUE_NULL)
      continue;
    gpointer key = GSIZE_TO_POINTER ((gsize) id.integer + 1);
    g_assert_cmpint (g_hash_table_contains (seen, key), ==, is_repeated (&tree, row));
    g_hash_table_add (seen, key);
  }
  g_assert_cmpint (g_hash_table_size (seen), ==,
                   report_fixture_ask (tree.db, "SELECT count(*) FROM programs"));
  tree_close (&tree);
}

/* In every row, own values and those of the children add up to the row's total, in each column that
 * has both. */
static void
test_adds_up (gconstpointer name)
{
  static const char *const columns[][2] = {
      {"tile_cycles", "own_tile_cycles"},
      {"cycles", "own_cycles"},
      {"estimated_tile_cycles", "own_estimated_tile_cycles"},
      {"control_code", "own_control_code"},
  };
  ProgramTree tree;
  if (!tree_open (&tree, name, "programs", "programs"))
    return;
  guint32 n = poplens_table_n_rows (tree.table), with_children = 0;

  for (guint32 row = 0; row < n; row++) {
    guint16 depth = poplens_table_get_depth (tree.table, row);
    gint64 sums[G_N_ELEMENTS (columns)] = {0};
    for (guint32 r = row + 1; r < n && poplens_table_get_depth (tree.table, r) > depth; r++)
      for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
        if (poplens_table_get_depth (tree.table, r) == depth + 1) {
          sums[c] += tree_number (&tree, r, columns[c][0]);
          with_children += c == 0;
        }
    for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
      g_assert_cmpint (tree_number (&tree, row, columns[c][0]), ==,
                       tree_number (&tree, row, columns[c][1]) + sums[c]);
  }
  g_assert_cmpuint (with_children, >, 0);
  tree_close (&tree);
}

static gint64
tree_total (const ProgramTree *tree, const char *column)
{
  PoplensValue value;
  int c = poplens_table_find_column (tree->table, column);

  g_assert_true (poplens_table_get_total (tree->table, (guint) c, &value));
  return value.integer;
}

/* Programs, and steps without one, have the cycles of the execution. Tile cycles are tiles ×
 * cycles. */
static void
test_executed_programs (gconstpointer name)
{
  ProgramTree tree;
  if (!tree_open (&tree, name, "programs", "programs"))
    return;
  guint32 n = poplens_table_n_rows (tree.table), checked = 0;

  /* Every tile is in some step from the first cycle to the last (formats.md 8.1). */
  g_assert_cmpint (
      tree_total (&tree, "tile_cycles"), ==,
      report_fixture_ask (tree.db,
                          "SELECT sum(last) * (SELECT tiles_per_ipu FROM target_info) FROM (SELECT "
                          "max(cycles_base + all_cycles_to_max) AS last FROM steps_by_ipu GROUP BY "
                          "ipu)"));
  g_assert_cmpint (tree_total (&tree, "cycles"), ==,
                   report_fixture_ask (tree.db, "SELECT sum(cycles) FROM steps_by_ipu"));
  for (guint32 row = 0; row < n; row++) {
    gint64 id = tree_cell (&tree, row, "id").type == POPLENS_VALUE_NULL
                    ? -1
                    : tree_number (&tree, row, "id");
    if (id >= 0 && is_repeated (&tree, row))
      continue;
    g_autofree char *where =
        id < 0 ? g_strdup ("IS NULL") : g_strdup_printf ("= %" G_GINT64_FORMAT, id);
    g_assert_cmpint (
        tree_number (&tree, row, "executed"), ==,
        report_fixture_ask (tree.db, "SELECT count(*) FROM steps WHERE program %s", where));
    g_assert_cmpint (tree_number (&tree, row, "own_cycles"), ==,
                     report_fixture_ask (tree.db,
                                         "SELECT coalesce(sum(cycles), 0) FROM steps_by_ipu JOIN "
                                         "steps ON id = step_id WHERE program %s",
                                         where));
    checked += tree_number (&tree, row, "executed") > 0;
  }
  g_assert_cmpuint (checked, >, 1);
  tree_close (&tree);
}

/* From the root down, each level has one hot row, which has the most cycles of its siblings. */
static void
test_hot (gconstpointer name)
{
  ProgramTree tree;
  if (!tree_open (&tree, name, "programs", "programs"))
    return;
  gboolean ran = report_fixture_ask (tree.db, "SELECT count(*) FROM steps") > 0;
  const char *by = ran ? "tile_cycles" : "control_code";
  guint32 n = poplens_table_n_rows (tree.table), hot = 0;
  int depth = -1;

  for (guint32 row = 0; row < n; row++) {
    if (!tree_number (&tree, row, "hot"))
      continue;
    g_assert_cmpint (poplens_table_get_depth (tree.table, row), ==, depth + 1);
    depth++;
    hot++;
    for (guint32 r = row + 1; r < n && poplens_table_get_depth (tree.table, r) >= depth; r++)
      if (poplens_table_get_depth (tree.table, r) == depth && tree_cell (&tree, r, "id").type)
        g_assert_cmpint (tree_number (&tree, r, by), <=, tree_number (&tree, row, by));
  }
  g_assert_cmpuint (hot, >, 2);
  tree_close (&tree);
}

/* The bytes of each exchange are those of the file, by tile and by variable. */
static void
test_bytes (gconstpointer name)
{
  ProgramTree tree;
  if (!tree_open (&tree, name, "programs", "programs"))
    return;
  guint32 checked = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (tree.table) && checked < 6; row++) {
    if (strcmp (tree_cell (&tree, row, "type").text, "DoExchange") || is_repeated (&tree, row))
      continue;
    g_autofree char *location =
        g_strdup_printf ("programs?program=%" G_GINT64_FORMAT, tree_number (&tree, row, "id"));
    ProgramTree by_tile, by_variable;
    g_assert_true (tree_open (&by_tile, name, "tile-costs", location));
    g_assert_true (tree_open (&by_variable, name, "program-variables", location));
    gint64 sides[2] = {0};
    for (guint32 r = 0; r < poplens_table_n_rows (by_variable.table); r++)
      sides[!strcmp (tree_cell (&by_variable, r, "side").text, "to")] +=
          tree_number (&by_variable, r, "bytes");
    g_assert_cmpint (sides[0], ==, tree_total (&by_tile, "sent_bytes"));
    g_assert_cmpint (sides[1], ==, tree_total (&by_tile, "received_bytes"));
    g_assert_cmpint (tree_total (&by_tile, "estimated_cycles"), ==,
                     tree_number (&tree, row, "own_estimated_tile_cycles"));
    if (tree_number (&tree, row, "executed") == 1)
      g_assert_cmpint (tree_total (&by_tile, "cycles"), ==,
                       tree_number (&tree, row, "own_tile_cycles"));
    checked++;
    tree_close (&by_tile);
    tree_close (&by_variable);
  }
  g_assert_cmpuint (checked, >, 0);
  tree_close (&tree);
}

/* Checks the vertices of each compute set, and the variables that they are connected to. */
static void
test_vertices (gconstpointer name)
{
  ProgramTree tree;
  if (!tree_open (&tree, name, "programs", "programs"))
    return;
  guint32 checked = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (tree.table) && checked < 4; row++) {
    if (strcmp (tree_cell (&tree, row, "type").text, "OnTileExecute") || is_repeated (&tree, row))
      continue;
    gint64 id = tree_number (&tree, row, "id");
    g_autofree char *location = g_strdup_printf ("programs?program=%" G_GINT64_FORMAT, id);
    ProgramTree types, tiles, variables;
    g_autofree char *by = g_strconcat (location, "&by=program", NULL);
    g_assert_true (tree_open (&types, name, "vertex-types", by));
    g_assert_true (tree_open (&tiles, name, "tile-costs", location));
    g_assert_true (tree_open (&variables, name, "program-variables", location));
    if (poplens_table_n_rows (types.table))
      g_assert_cmpint (tree_total (&types, "vertices"), ==, tree_total (&tiles, "vertices"));
    g_assert_cmpint (
        poplens_table_n_rows (types.table), ==,
        report_fixture_ask (tree.db,
                            "SELECT count(*) FROM vertex_instances v JOIN "
                            "program_type_on_tile_execute e ON e.compute_set = v.compute_set JOIN "
                            "programs p ON p.variant_index = e.id WHERE p.variant = 2 AND p.id = "
                            "%" G_GINT64_FORMAT,
                            id));
    g_assert_cmpuint (poplens_table_n_rows (variables.table), >, 0);
    checked++;
    tree_close (&types);
    tree_close (&tiles);
    tree_close (&variables);
  }
  g_assert_cmpuint (checked, >, 0);
  tree_close (&tree);
}

/* A function as root has the same tree as below its call. */
static void
test_roots (void)
{
  ProgramTree all, one;
  g_autoptr (GError) error = NULL;
  if (!tree_open (&all, "demo", "programs", "programs"))
    return;
  g_assert_true (tree_open (&one, "demo", "programs", "programs?root=function:0"));
  gint64 id = tree_number (&one, 0, "id");
  guint32 row = 0, calls = 0;

  g_assert_cmpint (id, ==,
                   report_fixture_ask (all.db, "SELECT program FROM function_programs WHERE id=0"));
  while (tree_number (&all, row, "id") != id)
    row++;
  g_assert_cmpstr (tree_cell (&all, row - 1, "type").text, ==, "Call");
  for (guint32 r = 0; r < poplens_table_n_rows (one.table); r++) {
    g_assert_cmpint (tree_number (&one, r, "id"), ==, tree_number (&all, row + r, "id"));
    g_assert_cmpint (tree_number (&one, r, "tile_cycles"), ==,
                     tree_number (&all, row + r, "tile_cycles"));
  }
  for (guint32 r = 0; r < poplens_table_n_rows (all.table); r++)
    calls += tree_number (&all, r, "id") == id;
  g_assert_cmpint (calls, ==,
                   report_fixture_ask (all.db, "SELECT count(*) FROM program_type_call"));

  g_autoptr (PoplensLocation) wrong = poplens_location_parse ("programs?root=function:99", NULL);
  g_assert_null (poplens_tables_build ("programs", all.report, wrong, NULL, &error));
  g_assert_nonnull (strstr (error->message, "function:99"));
  tree_close (&all);
  tree_close (&one);
}

/* Every program has details. */
static void
test_details (gconstpointer name)
{
  ProgramTree tree;
  if (!tree_open (&tree, name, "programs", "programs"))
    return;
  for (guint32 row = 0; row < poplens_table_n_rows (tree.table); row++) {
    if (tree_cell (&tree, row, "id").type == POPLENS_VALUE_NULL)
      continue;
    g_autofree char *location =
        g_strdup_printf ("programs?program=%" G_GINT64_FORMAT, tree_number (&tree, row, "id"));
    ProgramTree details;
    g_assert_true (tree_open (&details, name, "card", location));
    g_assert_cmpint (tree_number (&details, 0, "value"), ==, tree_number (&tree, row, "id"));
    for (guint32 r = 0; r < poplens_table_n_rows (details.table); r++)
      if (!strcmp (tree_cell (&details, r, "key").text, "executions"))
        g_assert_cmpint (tree_number (&details, r, "value"), ==,
                         tree_number (&tree, row, "executed"));
    tree_close (&details);
  }
  tree_close (&tree);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = {"integrals", "firehose", "demo", "demo-compiled"};

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    static const struct {
      const char *name;
      GTestDataFunc run;
      gboolean needs_execution;
    } tests[] = {{"once", test_once, FALSE},
                 {"adds-up", test_adds_up, FALSE},
                 {"executed", test_executed_programs, TRUE},
                 {"hot", test_hot, FALSE},
                 {"bytes", test_bytes, FALSE},
                 {"vertices", test_vertices, FALSE},
                 {"details", test_details, FALSE}};
    for (guint t = 0; t < G_N_ELEMENTS (tests); t++) {
      g_autofree char *path = g_strdup_printf ("/programs/%s/%s", tests[t].name, names[i]);
      gboolean ran = strcmp (names[i], "firehose") && strcmp (names[i], "demo-compiled");
      if (!tests[t].needs_execution || ran)
        g_test_add_data_func (path, names[i], tests[t].run);
    }
  }
  g_test_add_func ("/programs/roots/demo", test_roots);
  return g_test_run ();
}
