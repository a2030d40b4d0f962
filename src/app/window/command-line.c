#include "app/window/command-line.h"

#include "app/remote/report-link.h"
#include "app/remote/report-path.h"
#include "base/error.h"
#include "pages/core/views.h"
#include "report/place.h"

void
poplens_command_line_free (PoplensCommandLine *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->files);
  g_free (self->location);
  g_free (self);
}

static gboolean
check_location (PoplensCommandLine *self, GError **error)
{
  if (!self->location)
    return TRUE;
  g_autoptr (PoplensLocation) location = poplens_location_parse (self->location, error);
  if (location && !self->files->len) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "--location needs a report");
    return FALSE;
  }
  return location != NULL;
}

/* --with, as a key of the location. FALSE where it is said twice, or there is no report to compare.
 */
static gboolean
add_other (PoplensCommandLine *self, const char *with, GError **error)
{
  g_autoptr (PoplensLocation) location = self->location
                                             ? poplens_location_parse (self->location, NULL)
                                             : poplens_location_new (POPLENS_PAGE_SUMMARY);
  g_autofree char *path = NULL;

  if (!with)
    return TRUE;
  if (self->files->len != 1 || poplens_location_get (location, "with")) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 self->files->len != 1 ? "--with needs one report before it"
                                       : "--with and the location both name a second report");
    return FALSE;
  }
  path = poplens_report_canonical_path (with);
  g_autoptr (PoplensLocation) both = poplens_location_with_other (location, path);
  g_free (self->location);
  self->location = poplens_location_to_string (both);
  return TRUE;
}

/* What one argument names: a report, or a link to a place in one. */
static gboolean
add_path (PoplensCommandLine *self, const char *path, GError **error)
{
  g_autoptr (PoplensReportLink) link = NULL;

  if (!poplens_report_link_is (path)) {
    g_ptr_array_add (self->files, poplens_report_path_get_file (path));
    return TRUE;
  }
  /* Who clicked a link looks at no terminal: a window says what is wrong with it. */
  link = poplens_report_link_parse (path, NULL);
  if (link && link->location && self->location) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "--location and the link both name a location");
    return FALSE;
  }
  g_ptr_array_add (self->files, g_file_new_for_uri (path));
  return TRUE;
}

PoplensCommandLine *
poplens_command_line_parse (char **arguments, GError **error)
{
  g_autoptr (PoplensCommandLine) self = g_new0 (PoplensCommandLine, 1);
  g_auto (GStrv) rest = g_strdupv (arguments);
  g_auto (GStrv) paths = NULL;
  g_autofree char *with = NULL;
  const GOptionEntry entries[] = {
      {"location", 'p', 0, G_OPTION_ARG_STRING, &self->location,
       "Location to open, for example 'memory?tile=5'", "LOCATION"},
      {"with", 0, 0, G_OPTION_ARG_FILENAME, &with, "Compare with a second report", "REPORT"},
      {"version", 0, 0, G_OPTION_ARG_NONE, &self->version, "Print the version", NULL},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &paths, NULL, "[REPORT…]"},
      {NULL},
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);

  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  g_option_context_set_summary (
      context, "Viewer for Graphcore Poplar profiles. Opens a report directory, a file in it, or "
               "a\ndirectory of several reports, each in its own window. HOST:PATH and\n"
               "ssh://USER@HOST:PORT/PATH are reports on other computers. A link is\n"
               "poplens:///PATH?location=LOCATION.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse_strv (context, &rest, error))
    return NULL;
  for (guint i = 0; paths && paths[i]; i++)
    if (!add_path (self, paths[i], error))
      return NULL;
  if (!self->version && (!check_location (self, error) || !add_other (self, with, error)))
    return NULL;
  return g_steal_pointer (&self);
}
