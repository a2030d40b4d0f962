/* Reads the user's file of bookmarks and dismissed findings, and names their groups and keys. */
#include "report/bookmarks.h"

#include "base/format.h"
#include "model/location-keys.h"
#include "report/report-private.h"
#include "report/user-file.h"

void
poplens_bookmark_free (PoplensBookmark *self)
{
  if (!self)
    return;
  g_free (self->note);
  g_free (self);
}

char *
poplens_bookmark_name (guint64 from, guint64 to)
{
  return from == to ? g_strdup_printf ("%" G_GUINT64_FORMAT, from)
                    : g_strdup_printf ("%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, from, to);
}

gboolean
poplens_bookmark_parse (const char *name, guint64 *from, guint64 *to)
{
  g_auto (GStrv) ends = g_strsplit (name, "-", 3);

  if (!ends[0] || (ends[1] && ends[2]) ||
      !g_ascii_string_to_unsigned (ends[0], 10, 0, G_MAXINT64, from, NULL))
    return FALSE;
  *to = *from;
  return !ends[1] ||
         (g_ascii_string_to_unsigned (ends[1], 10, 0, G_MAXINT64, to, NULL) && *from < *to);
}

char *
poplens_bookmarks_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "poplens", "bookmarks.ini", NULL);
}

/* Reads the user's file. If reading fails, returns an empty file, and counts the failure in
 * @report. (transfer full) */
static GKeyFile *
bookmarks_file (PoplensReport *report)
{
  g_autofree char *path = poplens_bookmarks_path ();
  g_autoptr (GError) wrong = NULL;
  GKeyFile *file = poplens_user_file_read (path, &wrong);

  poplens_report_note_error (report, wrong);
  return file ? file : g_key_file_new ();
}

/* Returns the group in the user's file for entries of kind @what ("trace") of @report. Its name
 * contains a hash of the compilation's ID or, if the ID is unknown, of the report's path and
 * profile size. (transfer full) */
static char *
user_group (PoplensReport *report, const char *what)
{
  const PoplensTarget *target = poplens_report_peek (report, POPLENS_PART_TARGET);
  const PoplensReportFile *profile = poplens_report_get_file (report, POPLENS_FILE_PROFILE);
  g_autofree char *text =
      target && target->compilation_id && *target->compilation_id
          ? g_strconcat ("id ", target->compilation_id, NULL)
          : g_strdup_printf ("path %s %" G_GUINT64_FORMAT, poplens_report_get_path (report),
                             (guint64) profile->size);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA1, text, -1);

  /* Use the hash: a group name cannot contain brackets, but a path can. */
  return g_strconcat (what, " ", sum, NULL);
}

char *
poplens_bookmarks_group (PoplensReport *report, PoplensBookmarkClock clock)
{
  static const char *const names[] = {[POPLENS_BOOKMARKS_STEPS] = "trace",
                                      [POPLENS_BOOKMARKS_BLOCKS] = "blocks",
                                      [POPLENS_BOOKMARKS_BLOCKS_FROM_FIRST] = "blocks-from-first"};

  return user_group (report, names[clock]);
}

static int
compare_bookmarks (gconstpointer a, gconstpointer b)
{
  const PoplensBookmark *x = *(PoplensBookmark *const *) a, *y = *(PoplensBookmark *const *) b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

GPtrArray *
poplens_bookmarks_of (GKeyFile *file, const char *group)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_bookmark_free);
  g_auto (GStrv) names = g_key_file_get_keys (file, group, NULL, NULL);

  for (guint i = 0; names && names[i]; i++) {
    g_autofree char *note = g_key_file_get_string (file, group, names[i], NULL);
    PoplensBookmark *entry;
    guint64 from, to;
    if (!note || !poplens_bookmark_parse (names[i], &from, &to))
      continue;
    entry = g_new (PoplensBookmark, 1);
    *entry = (PoplensBookmark){from, to, g_steal_pointer (&note)};
    g_ptr_array_add (list, entry);
  }
  g_ptr_array_sort (list, compare_bookmarks);
  return list;
}

GPtrArray *
poplens_bookmarks_read (PoplensReport *report, PoplensBookmarkClock clock)
{
  g_autoptr (GKeyFile) file = bookmarks_file (report);
  g_autofree char *group = poplens_bookmarks_group (report, clock);

  return poplens_bookmarks_of (file, group);
}

/* ---- dismissed findings ---------------------------------------------------------------------- */

char *
poplens_dismissed_group (PoplensReport *report)
{
  return user_group (report, "findings");
}

GHashTable *
poplens_dismissed_read (PoplensReport *report, GCancellable *cancellable)
{
  GHashTable *dismissed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GKeyFile) file = bookmarks_file (report);
  g_autofree char *first = g_key_file_get_start_group (file);

  if (!first)
    return dismissed;
  /* The group's name contains the compilation's ID, which is in the target. */
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
  g_autofree char *name = poplens_finding_name (kind, subject);

  return g_hash_table_lookup (dismissed, name);
}

char *
poplens_dismissed_text (guint n)
{
  PoplensNumber count;

  return n ? g_strdup_printf ("%s dismissed", poplens_format_items (count, n, "finding")) : NULL;
}
