/* PoplensApplication: the application object of the program. It opens the windows, and has the
 * actions that all windows share. */
#pragma once

#include "app/window/window.h"

#include <adwaita.h>
#include <gio/gio.h>
#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_APPLICATION (poplens_application_get_type ())
G_DECLARE_FINAL_TYPE (PoplensApplication, poplens_application, POPLENS, APPLICATION, AdwApplication)

/* Makes the application. A second process passes its arguments to the first process on the session
 * bus, unless POPLENS_TEST is set. */
PoplensApplication *poplens_application_new (void);

/* Opens the report at @path in the window that already shows it. If there is none, uses @window
 * (nullable) if it shows no report, else a new window. @location: (nullable): a location as a text.
 */
void poplens_application_open (PoplensApplication *self, PoplensWindow *window, const char *path,
                               const char *location);

/* Raises the window that shows @path (absolute), or is opening it, and returns it. (transfer none)
 * (nullable): NULL if there is none. */
PoplensWindow *poplens_application_present (PoplensApplication *self, const char *path);

/* Registers templates, icons and styles. Call before making any widget of this library. */
void poplens_register_resources (void);

/* ---- the command line ------------------------------------------------------------------------ */

/* Parsed command line of poplens: paths of reports, and a location. */

typedef struct {
  GPtrArray *files; /* of GFile: reports, in the order of the command line */
  char *location;   /* (nullable): a valid location */
  gboolean version; /* option --version: print the version and exit */
} PoplensCommandLine;

/* Parses the command line. @arguments: with the program's name first. (transfer full) (nullable):
 * NULL with POPLENS_ERROR_USAGE or G_OPTION_ERROR. --help prints and exits, as GOptionContext does.
 */
PoplensCommandLine *poplens_command_line_parse (char **arguments, GError **error);
void poplens_command_line_free (PoplensCommandLine *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCommandLine, poplens_command_line_free)

/* ---- choosing a renderer --------------------------------------------------------------------- */

/* Returns @environment with variables that choose GTK's renderer, unless the user has set them.
 * They must be set before GTK starts. @environment: (transfer full). @devices: the folder "/dev".
 * @gtk_minor: minor version of GTK, which decides how OpenGL is disabled. (transfer full) */
char **poplens_renderer_choose (char **environment, const char *devices, guint gtk_minor);

G_END_DECLS
