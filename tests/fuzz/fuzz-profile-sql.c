/* Fuzz target for profile.pop as a valid database with up to six changes that the input chooses. It
 * gets past SQLite's own checks, which random bytes seldom do.
 *
 * The first byte chooses a theme: the tables of some parts, and those that every part needs. Each
 * connection parses the whole schema, which would be most of the work with all 70 tables. */
#include "read-profile.h"

#include "support/mini-profile.h"
#include "support/sql-mutant.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CHANGES 6

static const char always[] =
    "graph_info|target_info|date_time|poplar_version|version_info|program_types";
static const char *const themes[] = {
    ".*",
    "compilation_.*|target_parameters|execution_parameters|optimization_info|"
    "instrumentation_settings|relative_sync_delay|execution_info",
    "memory_by_(tile|category)|memory_liveness_tiles|relative_sync_delay",
    "vertex_.*|vertices|compute_set.*|memory_by_(compute_set|vertex_type)",
    "programs|program_type_(call|on_.*|repeat|sync|sans)|(control|function)_programs|compute_sets",
    "program_type_.*exchange|program_type_(code_copy|stream.*)|host_exchange.*|exchange_.*|"
    "vars_info|vars_string_table",
    "vars_.*|var_categories|unlowered_vars|allocation_order_by_tile|debug_ids",
    "depth_first_steps|eq_.*|equivalence_.*|var_bytes.*|memory_not.*|memory_liveness_tiles|"
    "programs|"
    "memory_by_tile",
    "runs|steps.*|cycles_by_tile|program_trace|execution_cycle_totals|absolute_markers|blocks|"
    "programs",
};

typedef struct {
  guint8 *image; /* database image of the mini profile's tables of a theme, with small pages */
  sqlite3_int64 size;
  SqlMutantSchema *schema;
} BaseProfile;

static void
drop_other_tables (sqlite3 *handle, const char *theme)
{
  g_autofree char *pattern = g_strdup_printf ("^(%s|%s)$", always, theme);
  g_autoptr (GString) sql = g_string_new (NULL);
  sqlite3_stmt *tables = NULL;

  sqlite3_prepare_v2 (handle, "SELECT name FROM sqlite_schema WHERE type = 'table'", -1, &tables,
                      NULL);
  while (sqlite3_step (tables) == SQLITE_ROW) {
    const char *name = (const char *) sqlite3_column_text (tables, 0);
    if (!g_regex_match_simple (pattern, name, 0, 0))
      g_string_append_printf (sql, "DROP TABLE %s;", name);
  }
  sqlite3_finalize (tables);
  g_string_append (sql, "PRAGMA page_size = 512; VACUUM");
  mini_profile_exec (handle, sql->str);
}

static const BaseProfile *
get_base (guint theme)
{
  static BaseProfile bases[G_N_ELEMENTS (themes)];
  BaseProfile *base = &bases[theme];

  if (base->image)
    return base;
  g_autofree char *path = g_strdup (fuzz_write ("base.pop", NULL, 0));
  mini_profile_write (path, NULL);
  sqlite3 *handle = mini_profile_connect (path);
  drop_other_tables (handle, themes[theme]);
  base->schema = sql_mutant_schema_new (handle);
  base->image = sqlite3_serialize (handle, "main", &base->size, 0);
  sqlite3_close (handle);
  g_unlink (path);
  fuzz_check (base->image != NULL);
  return base;
}

static guint32
next (gpointer data)
{
  return fuzz_byte (data);
}

/* Saves the profile as POPLENS_FUZZ_KEEP, to examine a finding. */
static void
keep (const guint8 *image, gsize size)
{
  const char *path = g_getenv ("POPLENS_FUZZ_KEEP");

  if (path)
    g_file_set_contents (path, (const char *) image, size, NULL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = {data, size, 0};
  const BaseProfile *base = get_base (fuzz_byte (&input) % G_N_ELEMENTS (themes));
  sqlite3_int64 n;
  sqlite3 *handle;

  guint8 *copy = sqlite3_malloc64 (base->size + 65536);
  memcpy (copy, base->image, base->size);
  fuzz_check (sqlite3_open (":memory:", &handle) == SQLITE_OK);
  sqlite3_deserialize (handle, "main", copy, base->size, base->size + 65536,
                       SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  for (guint i = 0; i < MOST_CHANGES && input.pos < size; i++) {
    g_autofree char *sql = sql_mutant_apply (base->schema, handle, next, &input);
    if (g_getenv ("POPLENS_FUZZ_KEEP"))
      g_printerr ("%s;\n", sql);
  }
  guint8 *image = sqlite3_serialize (handle, "main", &n, 0);
  fuzz_check (image != NULL);
  keep (image, n);
  fuzz_read_profile (fuzz_write ("profile.pop", image, n));
  sqlite3_free (image);
  sqlite3_close (handle);
  return 0;
}
