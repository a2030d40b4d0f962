/* Hints of pages below the roots of tables, all of them together: on another computer each that is
 * come upon by itself costs a round trip. Nothing is asked for of a file of this computer. */
#pragma once

#include "database/database.h"

G_BEGIN_DECLS

/* Adds the page (guint32) that @table begins with; FALSE where there is none, or it has no row. */
gboolean poplens_database_add_root (PoplensDatabase *self, const char *table, GArray *roots);
/* These tables will be asked for their first row: @firsts; these will be read from end to end:
 * @wholes. Waits for the second of three levels. */
void poplens_database_will_need_rows (PoplensDatabase *self, GArray *firsts, GArray *wholes);

G_END_DECLS
