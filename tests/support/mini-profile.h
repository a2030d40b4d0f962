/* A tiny but complete profile.pop: two IPUs of four tiles, 17 variables, nine programs, four
 * executed steps (see mini-profile.sql). Tests change it with SQL. */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

#define MINI_TILES 8

/* SQL has the functions plain ('1,2,3'), rle ('0*4,7') and diff ('1,5,6'), which encode the numbers
 * of a text as in the file; V*N is N times V. */

/* Writes the mini profile to @path, then changes it with @sql. @sql: (nullable) */
void mini_profile_write (const char *path, const char *sql);
/* Changes an existing file. */
void mini_profile_alter (const char *path, const char *sql);
/* Starts a process that writes to the file and dies, so that its journal is left. */
void mini_profile_kill_writer (const char *path);
/* Opens a writable connection with the functions above. (transfer full) */
sqlite3 *mini_profile_connect (const char *path);
void mini_profile_exec (sqlite3 *handle, const char *sql);

G_END_DECLS
