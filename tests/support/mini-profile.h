/* A tiny but complete profile.pop: two IPUs of four tiles, 17 variables, nine programs, four
 * executed steps (mini-profile.sql says what is in it). A test changes it by SQL. */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

#define MINI_TILES 8

/* In SQL there are plain ('1,2,3'), rle ('0*4,7') and diff ('1,5,6'): the file's encodings of the
 * numbers in the text, where V*N is N times V. */

/* A file as in mini-profile.sql, then changed by @sql (nullable), under @path. */
void mini_profile_write (const char *path, const char *sql);
/* Changes a file that is there, in place. */
void mini_profile_alter (const char *path, const char *sql);
/* A process that writes into the file and dies: its journal is left beside it. */
void mini_profile_kill_writer (const char *path);
/* A connection that may write, with the functions above. */
sqlite3 *mini_profile_connect (const char *path);
void mini_profile_exec (sqlite3 *handle, const char *sql);

G_END_DECLS
