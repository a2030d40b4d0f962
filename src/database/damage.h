/* Values of a profile that are out of range, but are not needed to read the rest: they count as
 * unknown, and a notice names them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds a value of @table, @column in row @row (from 1) to @damage, a GPtrArray of PoplensDamage.
 * @what: is wrong with it: "is out of range (-1)". Of each column the first one is described,
 * and those of later rows are counted: what reads a row again counts nothing twice. */
void poplens_damage_note (GPtrArray *damage, const char *table, const char *column, guint64 row,
                          const char *what);
/* (transfer full): a GPtrArray for poplens_damage_note () */
GPtrArray *poplens_damage_new (void);
/* Adds what is in @more to @damage. Both may count the same values: the larger number stays. */
void poplens_damage_merge (GPtrArray *damage, const GPtrArray *more);
/* Returns a sentence that names all columns in @damage, which it sorts. @path: of the profile.
 * (transfer full) (nullable): NULL if there is none */
char *poplens_damage_describe (GPtrArray *damage, const char *path);

G_END_DECLS
