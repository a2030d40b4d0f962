/* The files of a report: written under names of their own, and renamed when all are finished. */
#pragma once

#include "demo/demo.h"

G_BEGIN_DECLS

/* In the order in which they get their names: the profile last, which makes it a report. */
typedef enum {
  DEMO_FILE_FRAMEWORK,
  DEMO_FILE_APP,
  DEMO_FILE_DEBUG,
  DEMO_FILE_ARCHIVE,
  DEMO_FILE_PROFILE,
  DEMO_FILES,
} DemoFile;

/* Makes @dir, or finds it there (*@is_new); refuses, before anything is written, where a file is
 * not ours unless @force. */
gboolean demo_files_prepare (const char *dir, gboolean force, gboolean *is_new, GError **error);
/* Where to write the file until it is finished (transfer full). */
char *demo_files_unfinished (const char *dir, DemoFile file);
/* Gives all that were written their names, and removes those that were not. */
gboolean demo_files_publish (const char *dir, GError **error);
/* Removes all that is not finished, and @dir if it is new. */
void demo_files_abandon (const char *dir, gboolean is_new);

G_END_DECLS
