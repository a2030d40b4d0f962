/* Looks for the files of a report by their names, on any computer. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

/* A search for files on @storage. If a request fails, its file seems to be absent, and .lost
 * records the failure. */
typedef struct {
  PoplensStorage *storage;
  int lost; /* ENOLINK or ECANCELED if a request got no answer, else 0 */
} FileSearch;

/* Ends a search. FALSE with LINK or CANCELLED if a request got no answer; that error replaces an
 * earlier @error. @path: path of the report, for the message. */
gboolean search_end (const FileSearch *self, const char *path, GError **error);

/* Gets the kind and size of a file. Returns 0 or an errno. */
int search_look (FileSearch *self, const char *path, PoplensFileInfo *info);
gboolean search_is_regular (FileSearch *self, const char *path);
gboolean search_is_directory (FileSearch *self, const char *path);
/* Lists up to @most names in @directory. (transfer full) (nullable): NULL with an errno in @code */
GPtrArray *search_list (FileSearch *self, const char *directory, guint most, int *code);
/* Returns the target of the link at @path. (transfer full) (nullable): NULL if it is not a link */
char *search_read_link (FileSearch *self, const char *path);
/* Returns @path as the user writes it. (transfer full) */
char *search_name (const FileSearch *self, const char *path);
/* Describes what is at @path if it is not a regular file: "is a link to x, which does not exist".
 * (transfer full) (nullable): NULL if it is a regular file, or if nothing is at @path */
char *search_describe_no_file (FileSearch *self, const char *path);
/* Describes the compressed copy of a missing file @path: "is there only as archive.a.gz (unpack it
 * first)". (transfer full) (nullable): NULL if there is no copy, and always on another computer */
char *search_describe_packed (FileSearch *self, const char *path);
/* Returns the path of the compressed file in @directory whose name sorts last, as profile.pop.gz
 * after archive.a.gz. (transfer full) (nullable) */
char *search_find_packed (FileSearch *self, const char *directory);

/* FALSE with NOT_FOUND if there is nothing at @path. */
gboolean search_check_exists (FileSearch *self, const char *path, GError **error);

/* TRUE for the name that Poplar uses while the engine runs: "profile_me5mjvuv.pop". */
gboolean search_is_unfinished_name (const char *name);
/* Returns the path of the profile in a directory: profile.pop, else the newest unfinished one.
 * (transfer full) (nullable) */
char *search_find_profile (FileSearch *self, const char *directory, guint *n_unfinished);
gboolean search_holds_report (FileSearch *self, const char *directory);

G_END_DECLS
