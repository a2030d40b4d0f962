#include "app/bookmarks.h"

#include <gtk/gtk.h>

/* Notes are a line. */
#define MOST_NOTE 1000

PoplensSettings *
poplens_bookmarks_get_default (void)
{
  GObject *host = G_OBJECT (gtk_settings_get_default ());
  PoplensSettings *self = g_object_get_data (host, "poplens-bookmarks");

  if (!self) {
    g_autofree char *path =
        g_build_filename (g_get_user_data_dir (), "poplens", "bookmarks.ini", NULL);
    self = poplens_settings_new (path);
    g_object_set_data_full (host, "poplens-bookmarks", self, g_object_unref);
  }
  return self;
}

char *
poplens_bookmarks_key (PoplensReport *report)
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
  return g_strconcat ("trace ", sum, NULL);
}

static void
bookmark_free (gpointer data)
{
  PoplensBookmark *self = data;

  g_free (self->note);
  g_free (self);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const PoplensBookmark *x = *(PoplensBookmark *const *) a, *y = *(PoplensBookmark *const *) b;

  return x->cycle < y->cycle ? -1 : x->cycle > y->cycle;
}

GPtrArray *
poplens_bookmarks_list (PoplensSettings *self, const char *key)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (bookmark_free);
  g_auto (GStrv) cycles = poplens_settings_list_keys (self, key);

  for (guint i = 0; cycles[i]; i++) {
    g_autofree char *note = poplens_settings_get_string (self, key, cycles[i]);
    PoplensBookmark *entry;
    guint64 cycle;
    /* What somebody else wrote there is none. */
    if (!note || !g_ascii_string_to_unsigned (cycles[i], 10, 0, G_MAXINT64, &cycle, NULL))
      continue;
    entry = g_new (PoplensBookmark, 1);
    *entry = (PoplensBookmark){cycle, g_steal_pointer (&note)};
    g_ptr_array_add (list, entry);
  }
  g_ptr_array_sort (list, compare);
  return list;
}

void
poplens_bookmarks_set (PoplensSettings *self, const char *key, guint64 cycle, const char *note)
{
  g_autofree char *name = g_strdup_printf ("%" G_GUINT64_FORMAT, cycle);
  g_autofree char *line =
      note ? g_utf8_substring (note, 0, MIN (g_utf8_strlen (note, -1), MOST_NOTE)) : NULL;

  poplens_settings_set_string (self, key, name, line);
}
