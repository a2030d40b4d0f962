/* PoplensApplication: the program: its windows, and what they share. */
#pragma once

#include "app/window/window.h"

#include <adwaita.h>
#include <gio/gio.h>
#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_APPLICATION (poplens_application_get_type ())
G_DECLARE_FINAL_TYPE (PoplensApplication, poplens_application, POPLENS, APPLICATION, AdwApplication)

/* Unique on the session bus, but not where POPLENS_TEST is set. */
PoplensApplication *poplens_application_new (void);

/* Shows the report at @path: in the window that shows it already, else in @window where that is
 * empty, else in a new one. @location: (nullable): a written location. @window: (nullable). */
void poplens_application_open (PoplensApplication *self, PoplensWindow *window, const char *path,
                               const char *location);

/* Raises the window that shows or opens @path (absolute). (transfer none); NULL where there is
 * none.
 */
PoplensWindow *poplens_application_present (PoplensApplication *self, const char *path);

/* Makes templates, icons and styles known; before any widget of this room is made. */
void poplens_register_resources (void);

/* ---- the command line ------------------------------------------------------------------------ */

/* The command line of poplens: PATH… and a location in them. */

typedef struct {
  GPtrArray *files; /* GFile, in the order given */
  char *location;   /* (nullable): checked to be a location */
  gboolean version; /* --version: print it and end */
} PoplensCommandLine;

/* @arguments: with the program's name first. NULL with POPLENS_ERROR_USAGE or G_OPTION_ERROR for
 * what cannot be meant. --help prints and ends the program, as GOptionContext does. */
PoplensCommandLine *poplens_command_line_parse (char **arguments, GError **error);
void poplens_command_line_free (PoplensCommandLine *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCommandLine, poplens_command_line_free)

/* ---- how GTK paints -------------------------------------------------------------------------- */

/* Adds to @environment (transfer full) the variables by which GTK is told, before it starts, how to
 * paint; those that the user has set stay. @devices: the folder "/dev". @gtk_minor: from 4.16 on
 * the variable that switches OpenGL off has another name. (transfer full) */
char **poplens_renderer_choose (char **environment, const char *devices, guint gtk_minor);

G_END_DECLS
