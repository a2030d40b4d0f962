/* Programs that a location selects, and texts about programs. The key "compilation" names a
 * compilation step; the default is the first. "root" names a part of its program tree: "all",
 * "entry:N" or "function:N". "program" names one program. */
#pragma once

#include "analysis/programs/program-tree.h"
#include "model/exchanges.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Returns the programs of the compilation step that the location's key "compilation" names, or of
 * the first step without this key. @location: (nullable). NULL with POPLENS_ERROR_USAGE if there is
 * no such step, or with another error of loading. */
const PoplensPrograms *poplens_programs_of_location (PoplensReport *report,
                                                     const PoplensLocation *location,
                                                     GCancellable *cancellable, GError **error);
/* Returns a title of the compilation step of @programs: "Compilation step 3, name". (transfer
 * full) */
char *poplens_programs_step_title (const PoplensPrograms *programs);
/* Returns the location that selects a program: "programs?program=12". @id: its id in @programs.
 * (transfer full) */
char *poplens_program_link (const PoplensPrograms *programs, guint32 id);
/* Finds the part of the program tree that the key "root" of @location (nullable) names. FALSE with
 * POPLENS_ERROR_USAGE if it does not exist. */
gboolean poplens_program_root_of_location (const PoplensPrograms *programs,
                                           const PoplensLocation *location,
                                           PoplensProgramRoot *root, GError **error);
/* Finds the row of the program that the location names. The default is the program of the first
 * entry point, else row 0. @row: (out): POPLENS_NO_ROW if there are no programs. FALSE with
 * POPLENS_ERROR_USAGE if the named program does not exist. */
gboolean poplens_program_of_location (const PoplensPrograms *programs,
                                      const PoplensLocation *location, guint32 *row,
                                      GError **error);
/* Returns a note that names the default program at @row: "Program 12, DoExchange copy". (transfer
 * full) (nullable): NULL if the location names a program, or @row is POPLENS_NO_ROW */
char *poplens_program_note (const PoplensPrograms *programs, const PoplensLocation *location,
                            guint32 row);

/* ---- texts ----------------------------------------------------------------------------------- */

/* Return the type and the name of the program with @id. A StreamCopy without known streams has its
 * type as name; names of other programs may be "". @programs: (nullable). (nullable): NULL if there
 * is no such program */
const char *poplens_program_type_text (const PoplensPrograms *programs, guint32 id);
const char *poplens_program_name_text (const PoplensPrograms *programs, guint32 id);
/* Returns type and name, "DoExchange copy/ExchangePre", or "program 12" if @programs (nullable)
 * lacks the id. (transfer full) */
char *poplens_program_title (const PoplensPrograms *programs, guint32 id);

/* ---- exchanges ------------------------------------------------------------------------------- */

/* Returns the table that contains the exchange of a program, and the row of the exchange.
 * @exchanges, @programs: (nullable). @program_row: row of the program (not its id), or
 * POPLENS_NO_ROW. @row: (out): G_MAXUINT32 if there is no exchange. (nullable): NULL if the program
 * executes no exchange, or the file lacks it */
const PoplensExchangeTable *poplens_exchange_of_program (const PoplensExchanges *exchanges,
                                                         const PoplensPrograms *programs,
                                                         guint32 program_row, guint32 *row);

/* Returns the value of the tile or IPU @at in a list. @lists: (nullable): lists of a
 * PoplensExchangeTable; NULL: the value is 0. @row: row of the list */
static inline guint64
poplens_exchange_value (const PoplensLists *lists, guint32 row, guint32 at)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_sum_at (lists, row, &at, 1)
                                                     : 0;
}

G_END_DECLS
