/* Damages a profile with SQL: tables and columns are dropped, emptied, renamed or exchanged, and
 * values become NULL, huge, negative, of another type, dangling or cyclic. */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* Returns the next random number: from a generator, or from the input of a fuzzer. */
typedef guint32 (*SqlMutantNext) (gpointer data);

/* The tables of a profile and their columns. */
typedef struct _SqlMutantSchema SqlMutantSchema;

SqlMutantSchema *sql_mutant_schema_new (sqlite3 *handle);
void sql_mutant_schema_free (SqlMutantSchema *self);

/* Runs one random statement on @handle; ignores it if SQLite refuses it (a column may already be
 * gone). Returns the statement. (transfer full) */
char *sql_mutant_apply (const SqlMutantSchema *self, sqlite3 *handle, SqlMutantNext next,
                        gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SqlMutantSchema, sql_mutant_schema_free)

G_END_DECLS
