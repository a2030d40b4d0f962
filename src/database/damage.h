/* Records values of a profile that are out of range, but are not needed to read the rest: they
 * count as unknown, and a notice names them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds a value of @table, @column in row @row (from 1) to @damage, a GPtrArray of PoplensDamage.
 * @what: what is wrong with it: "is out of range (-1)". For each column the first value is
 * described, and values of later rows are counted. Reading the same row again does not count its
 * value again. */
void poplens_damage_note (GPtrArray *damage, const char *table, const char *column, guint64 row,
                          const char *what);
/* Returns a list for poplens_damage_note (). (transfer full): GPtrArray of PoplensDamage */
GPtrArray *poplens_damage_new (void);
/* Adds the entries of @more to @damage. Both may count the same values, so the larger count of each
 * column is stored. */
void poplens_damage_merge (GPtrArray *damage, const GPtrArray *more);
/* Sorts @damage and returns a sentence that names all its columns. @path: of the profile. (transfer
 * full) (nullable): NULL if @damage is empty */
char *poplens_damage_describe (GPtrArray *damage, const char *path);

G_END_DECLS
