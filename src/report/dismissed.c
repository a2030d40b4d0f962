#include "report/dismissed.h"

#include "base/format.h"
#include "report/bookmarks.h"

#include <string.h>

char *
poplens_dismissed_group (PoplensReport *report)
{
  return poplens_user_group (report, "findings");
}

char *
poplens_dismissed_name (const char *kind, const char *subject)
{
  g_autofree char *name = g_strconcat (kind, subject && *subject ? " " : "", subject, NULL);

  /* Names of keys take neither '=' nor brackets. */
  return g_uri_escape_string (name, " /*.:,", FALSE);
}

/* A finding that was dismissed under the name that its cause had before. (transfer full) */
static char *
read_name (const char *name)
{
  static const char *const renamed[][2] = {
      {"few_tiles", "idle_tiles"},        {"out-of-memory", "tiles-over"},
      {"unequal_load", "load_imbalance"}, {"straggler_tile", "straggler"},
      {"exchange_bound", "exchange"},     {"host_copy", "host"},
      {"sync_overhead", "sync"},          {"stages_unbalanced", "stage_imbalance"},
      {"own_tiles", "tile_wait"},         {"host_started_late", "before_start"}};
  gsize length = strcspn (name, "%");

  for (guint r = 0; r < G_N_ELEMENTS (renamed); r++)
    if (strlen (renamed[r][0]) == length && !strncmp (name, renamed[r][0], length))
      return g_strconcat (renamed[r][1], name + length, NULL);
  return g_strdup (name);
}

GHashTable *
poplens_dismissed_read (PoplensReport *report, GCancellable *cancellable)
{
  GHashTable *dismissed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GKeyFile) file = poplens_bookmarks_file (report);
  g_autofree char *first = g_key_file_get_start_group (file);

  if (!first)
    return dismissed;
  /* The group is named by what it says, where it says anything. */
  poplens_report_load_target (report, cancellable, NULL);
  g_autofree char *group = poplens_dismissed_group (report);
  g_auto (GStrv) names = g_key_file_get_keys (file, group, NULL, NULL);
  for (guint i = 0; names && names[i]; i++) {
    char *reason = g_key_file_get_string (file, group, names[i], NULL);
    if (reason)
      g_hash_table_insert (dismissed, read_name (names[i]), reason);
  }
  return dismissed;
}

const char *
poplens_dismissed_reason (GHashTable *dismissed, const char *kind, const char *subject)
{
  g_autofree char *name = poplens_dismissed_name (kind, subject);

  return g_hash_table_lookup (dismissed, name);
}

char *
poplens_dismissed_text (guint n)
{
  PoplensNumber count;

  return n ? g_strdup_printf ("%s dismissed", poplens_format_items (count, n, "finding")) : NULL;
}
