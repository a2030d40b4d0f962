/* Looking for the files of a report by their names, on any computer. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

/* Where is looked, and whether all that was asked was answered: what was not looks absent. */
typedef struct {
  PoplensStorage *storage;
  int lost; /* ENOLINK, ECANCELED; 0: all was */
} Search;

/* TRUE where all was answered; else @error is that, whatever was found before. @path: what was
 * looked for. */
gboolean search_end (const Search *self, const char *path, GError **error);

/* 0, or an errno. */
int search_look (Search *self, const char *path, PoplensFileInfo *info);
gboolean search_is_regular (Search *self, const char *path);
gboolean search_is_directory (Search *self, const char *path);
/* Up to @most names in it. (transfer full) (nullable) */
GPtrArray *search_list (Search *self, const char *directory, guint most, int *code);
/* What the link at @path says; NULL where it is none. (transfer full) (nullable) */
char *search_read_link (Search *self, const char *path);
/* As the user writes it. (transfer full) */
char *search_name (const Search *self, const char *path);
/* What stands under the name of a file without being one: "is a link to x, which is not there".
 * NULL where there is a file, or nothing. (transfer full) */
char *search_describe_no_file (Search *self, const char *path);
/* Describes the compressed file that is there in place of @path on this computer: "is there only as
 * archive.a.gz (unpack it first)". (transfer full) (nullable) */
char *search_describe_packed (Search *self, const char *path);
/* Returns the path of a compressed file in @directory, the last by name: profile.pop.gz rather than
 * archive.a.gz. (transfer full) (nullable) */
char *search_find_packed (Search *self, const char *directory);

/* FALSE with NOT_FOUND where there is nothing at @path. */
gboolean search_check_exists (Search *self, const char *path, GError **error);

/* "profile_me5mjvuv.pop": what Poplar writes while the engine lives. */
gboolean search_is_unfinished_name (const char *name);
/* The profile of a directory: a finished one wins over unfinished ones. (transfer full) (nullable)
 */
char *search_find_profile (Search *self, const char *directory, guint *n_unfinished);
gboolean search_holds_report (Search *self, const char *directory);

G_END_DECLS
