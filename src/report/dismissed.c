#include "report/dismissed.h"

#include "base/format.h"
#include "report/bookmarks.h"

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
      g_hash_table_insert (dismissed, g_strdup (names[i]), reason);
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
