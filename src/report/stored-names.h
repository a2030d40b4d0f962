/* Names that are keys of the user's own files, and have changed: of findings that were dismissed,
 * and of tables whose columns are hidden. Only these files are converted, when they are read. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Gives each entry of @file that has an old name the new one, unless that is there. */
void poplens_stored_names_convert (GKeyFile *file);

G_END_DECLS
