/* The command line of poplens: PATH… and a location in them. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

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

G_END_DECLS
