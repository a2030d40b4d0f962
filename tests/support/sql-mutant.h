/* Damage done to a profile by SQL: tables and columns dropped, emptied, renamed or mixed up, and
 * values that are NULL, huge, negative, of another type, dangling or cyclic. */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* Where the choices come from: a random generator, or the input of a fuzzer. */
typedef guint32 (*SqlMutantNext) (gpointer data);

/* The tables of a profile and their columns. */
typedef struct _SqlMutantSchema SqlMutantSchema;

SqlMutantSchema *sql_mutant_schema_new (sqlite3 *handle);
void sql_mutant_schema_free (SqlMutantSchema *self);

/* Does one thing to @handle. What SQLite refuses (a column that is gone already) is left undone.
 * Returns: (transfer full): the statement. */
char *sql_mutant_apply (const SqlMutantSchema *self, sqlite3 *handle, SqlMutantNext next,
                        gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SqlMutantSchema, sql_mutant_schema_free)

G_END_DECLS
