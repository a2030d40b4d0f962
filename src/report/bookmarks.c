#include "report/bookmarks.h"

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

GKeyFile *
poplens_bookmarks_file (PoplensReport *report)
{
  g_autofree char *path = poplens_bookmarks_path ();
  g_autoptr (GError) wrong = NULL;
  GKeyFile *file = poplens_user_file_read (path, &wrong);

  poplens_report_note_error (report, wrong);
  return file ? file : g_key_file_new ();
}

char *
poplens_user_group (PoplensReport *report, const char *what)
{
  const PoplensTarget *target = poplens_report_peek (report, POPLENS_PART_TARGET);
  const PoplensReportFile *profile = poplens_report_get_file (report, POPLENS_FILE_PROFILE);
  g_autofree char *text =
      target && target->compilation_id && *target->compilation_id
          ? g_strconcat ("id ", target->compilation_id, NULL)
          : g_strdup_printf ("path %s %" G_GUINT64_FORMAT, poplens_report_get_path (report),
                             (guint64) profile->size);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA1, text, -1);

  /* Names of groups take no brackets, which paths may have. */
  return g_strconcat (what, " ", sum, NULL);
}

char *
poplens_bookmarks_group (PoplensReport *report, PoplensBookmarkClock clock)
{
  static const char *const names[] = {[POPLENS_BOOKMARKS_STEPS] = "trace",
                                      [POPLENS_BOOKMARKS_BLOCKS] = "blocks",
                                      [POPLENS_BOOKMARKS_BLOCKS_FROM_FIRST] = "blocks-from-first"};

  return poplens_user_group (report, names[clock]);
}

static int
compare (gconstpointer a, gconstpointer b)
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
  g_ptr_array_sort (list, compare);
  return list;
}

GPtrArray *
poplens_bookmarks_read (PoplensReport *report, PoplensBookmarkClock clock)
{
  g_autoptr (GKeyFile) file = poplens_bookmarks_file (report);
  g_autofree char *group = poplens_bookmarks_group (report, clock);

  return poplens_bookmarks_of (file, group);
}
