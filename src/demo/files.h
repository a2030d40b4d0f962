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

/* Creates @dir unless it exists, and removes unfinished files of an earlier run. @force: FALSE:
 * fails, before anything is written, if @dir has a file that this program did not write. @is_new:
 * (out): TRUE if @dir did not exist. FALSE with @error. */
gboolean demo_files_prepare (const char *dir, gboolean force, gboolean *is_new, GError **error);
/* Returns the temporary path of the file. (transfer full) */
char *demo_files_unfinished (const char *dir, DemoFile file);
/* Renames the finished files to their final names. Removes files of an earlier report that the new
 * report lacks. FALSE with @error. */
gboolean demo_files_publish (const char *dir, GError **error);
/* Removes all unfinished files, and @dir if it is new. */
void demo_files_abandon (const char *dir, gboolean is_new);

G_END_DECLS
