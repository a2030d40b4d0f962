/* Reads the user's key files, and replaces keys that Poplens has renamed. */
#include "report/user-file.h"

#include "base/error.h"

#include <string.h>

/* ---- names that have changed ----------------------------------------------------------------- */

/* First words of the names of groups with renamed keys: dismissed findings, and tables with hidden
 * columns. */
#define FINDINGS "findings"
#define TABLES "hidden-columns"

static const struct {
  const char *group, *old, *now;
} renamed[] = {
    {FINDINGS, "few_tiles", "idle_tiles"},
    {FINDINGS, "unequal_load", "load_imbalance"},
    {FINDINGS, "straggler_tile", "straggler"},
    {FINDINGS, "exchange_bound", "exchange"},
    {FINDINGS, "host_copy", "host"},
    {FINDINGS, "sync_overhead", "sync"},
    {FINDINGS, "stages_unbalanced", "stage_imbalance"},
    {FINDINGS, "own_tiles", "tile_wait"},
    {FINDINGS, "host_started_late", "before_start"},
    {FINDINGS, "out-of-memory", "tiles-over"},
    {TABLES, "target", "summary"},
    {TABLES, "report-files", "files"},
    {TABLES, "framework", "metadata"},
    {TABLES, "insights", "findings"},
    {TABLES, "debug-chain", "contexts"},
    {TABLES, "debug-layers", "layers"},
    {TABLES, "insights-histogram", "memory-histogram"},
    {TABLES, "capacity", "memory-ipus"},
    {TABLES, "balance", "memory-imbalance"},
    {TABLES, "tile-contents", "contents"},
    {TABLES, "memory-vertices", "vertex-types"},
    {TABLES, "memory-compute-sets", "compute-sets"},
    {TABLES, "tile-exchanges", "exchanges"},
    {TABLES, "idle", "idle-variables"},
    {TABLES, "tile-peaks", "liveness-tiles"},
    {TABLES, "program-tiles", "tile-costs"},
    {TABLES, "sources", "source-lines"},
    {TABLES, "time-waterfall", "time-causes"},
    {TABLES, "time-classes", "time-ipus"},
    {TABLES, "time-path", "critical-path"},
    {TABLES, "trace-by-compute-set", "trace-costs"},
    {TABLES, "trace-last", "trace-slowest"},
    {TABLES, "trace-iterations", "trace-variation"},
    {TABLES, "trace-bookmarks", "bookmarks"},
};

/* Returns the new name of @key, which may end with a finding's escaped subject. @group: first word
 * of the group's name. (transfer full) (nullable): NULL if the key was not renamed */
static char *
find_new_name (const char *group, const char *key)
{
  gsize length = strcspn (key, "%");

  for (guint r = 0; r < G_N_ELEMENTS (renamed); r++)
    if (!strcmp (renamed[r].group, group) && strlen (renamed[r].old) == length &&
        !strncmp (key, renamed[r].old, length))
      return g_strconcat (renamed[r].now, key + length, NULL);
  return NULL;
}

static void
convert_group (GKeyFile *file, const char *group)
{
  g_autofree char *word = g_strndup (group, strcspn (group, " "));
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, NULL);

  for (guint k = 0; keys && keys[k]; k++) {
    g_autofree char *now = find_new_name (word, keys[k]);
    g_autofree char *value = now ? g_key_file_get_value (file, group, keys[k], NULL) : NULL;
    if (!value)
      continue;
    if (!g_key_file_has_key (file, group, now, NULL))
      g_key_file_set_value (file, group, now, value);
    g_key_file_remove_key (file, group, keys[k], NULL);
  }
}

/* ---- the file -------------------------------------------------------------------------------- */

static PoplensError
get_error_code (GFileError code)
{
  switch (code) {
  case G_FILE_ERROR_IO:
  case G_FILE_ERROR_NOMEM:
  case G_FILE_ERROR_MFILE:
  case G_FILE_ERROR_NFILE:
  case G_FILE_ERROR_INTR:
  case G_FILE_ERROR_AGAIN:
  case G_FILE_ERROR_FAILED:
    return POPLENS_ERROR_READ;
  default:
    return POPLENS_ERROR_NOT_FOUND;
  }
}

GKeyFile *
poplens_user_file_read (const char *path, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) wrong = NULL;

  if (g_key_file_load_from_file (file, path, G_KEY_FILE_KEEP_COMMENTS, &wrong)) {
    /* Rename old keys, unless the new name exists. */
    g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);
    for (guint g = 0; groups[g]; g++)
      convert_group (file, groups[g]);
    return g_steal_pointer (&file);
  }
  if (wrong->domain != G_FILE_ERROR || wrong->code == G_FILE_ERROR_NOENT)
    return g_key_file_new ();
  g_set_error (error, POPLENS_ERROR, get_error_code (wrong->code), "Cannot read %s: %s", path,
               wrong->message);
  return NULL;
}
