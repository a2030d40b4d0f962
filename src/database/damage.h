/* Records values of a profile that are out of range. If such a value is not needed to read other
 * values, it counts as unknown, and a notice names it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Records a damaged value in row @row (from 1) of @table, @column. @damage: GPtrArray of
 * PoplensDamage. @what: the problem: "is out of range (-1)". Describes the first value of each
 * column, and only counts the values in later rows. A row that is read twice is counted once. */
void poplens_damage_note (GPtrArray *damage, const char *table, const char *column, guint64 row,
                          const char *what);
/* Returns a list for poplens_damage_note (). (transfer full): GPtrArray of PoplensDamage */
GPtrArray *poplens_damage_new (void);
/* Adds the entries of @more to @damage. If both have a column, stores the larger count, because
 * both may have counted the same values. */
void poplens_damage_merge (GPtrArray *damage, const GPtrArray *more);
/* Sorts @damage and returns a sentence that names all its columns. @path: path of the profile.
 * (transfer full) (nullable): NULL if @damage is empty */
char *poplens_damage_describe (GPtrArray *damage, const char *path);

G_END_DECLS
