/* The files of a report: written under temporary names, and renamed when all are complete. */
#pragma once

#include "demo/demo.h"

G_BEGIN_DECLS

/* In the order of renaming: the profile is last, as it makes the folder a report. */
typedef enum {
  DEMO_FILE_FRAMEWORK,
  DEMO_FILE_APP,
  DEMO_FILE_DEBUG,
  DEMO_FILE_ARCHIVE,
  DEMO_FILE_PROFILE,
  DEMO_FILES,
} DemoFile;

/* Creates @dir, unless it exists. @is_new: (out): it was created. FALSE with @error, before
 * anything is written, if a file is not ours, unless @force. */
gboolean demo_files_prepare (const char *dir, gboolean force, gboolean *is_new, GError **error);
/* Returns the temporary path of the file. (transfer full) */
char *demo_files_unfinished (const char *dir, DemoFile file);
/* Renames the files that were written, and removes earlier ones of those that were not. FALSE with
 * @error. */
gboolean demo_files_publish (const char *dir, GError **error);
/* Removes all unfinished files, and @dir if it is new. */
void demo_files_abandon (const char *dir, gboolean is_new);

G_END_DECLS
