/* What a location says of programs: "compilation", the compilation step whose programs are meant
 * (its id, or none; in a file with several), else the first; "root", the part of the tree that is
 * shown (all, entry:N, function:N, by their ids), and "program", the one that is selected. Private
 * to tables and pages.
 */
#pragma once

#include "analysis/programs/program-tree.h"
#include "model/exchanges.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Those of the location's compilation step. NULL with an error: POPLENS_ERROR_USAGE for one that is
 * not there, and as of the part. @location: (nullable) */
const PoplensPrograms *poplens_programs_of_location (PoplensReport *report,
                                                     const PoplensLocation *location,
                                                     GCancellable *cancellable, GError **error);
/* "Compilation step 3, name". (transfer full) */
char *poplens_programs_step_title (const PoplensPrograms *programs);
/* A location's text that selects program @id of them: "programs?program=12". (transfer full) */
char *poplens_program_link (const PoplensPrograms *programs, guint32 id);
/* FALSE with POPLENS_ERROR_USAGE for a root that is not there. @location: (nullable) */
gboolean poplens_program_root_of_location (const PoplensPrograms *programs,
                                           const PoplensLocation *location,
                                           PoplensProgramRoot *root, GError **error);
/* Row of the program that is selected, else of the first entry point, else the first;
 * POPLENS_NO_ROW where there are none. FALSE with POPLENS_ERROR_USAGE for one that is not there. */
gboolean poplens_program_of_location (const PoplensPrograms *programs,
                                      const PoplensLocation *location, guint32 *row,
                                      GError **error);
/* Said above a table about the selected program; NULL where the location names it. (transfer full)
 */
char *poplens_program_note (const PoplensPrograms *programs, const PoplensLocation *location,
                            guint32 row);

/* ---- texts ----------------------------------------------------------------------------------- */

/* Type and name of a program by id; NULL where @programs (nullable) lacks it. The name of a part of
 * a StreamCopy without known streams is its type; of others it may be "". */
const char *poplens_program_type_text (const PoplensPrograms *programs, guint32 id);
const char *poplens_program_name_text (const PoplensPrograms *programs, guint32 id);
/* "StreamCopyMid", "DoExchange copy/ExchangePre": type and name, or its id. (transfer full) */
char *poplens_program_title (const PoplensPrograms *programs, guint32 id);

/* ---- exchanges ------------------------------------------------------------------------------- */

/* The table of the exchange that the program at row @program (or POPLENS_NO_ROW) is, and its row
 * there; NULL and G_MAXUINT32 where it is none, or the file lacks it. Both parts: (nullable) */
const PoplensExchangeTable *poplens_exchange_of_program (const PoplensExchanges *exchanges,
                                                         const PoplensPrograms *programs,
                                                         guint32 program, guint32 *row);

/* What a list of such a table (nullable) says of the tile, or the IPU, @at; 0 without one. */
static inline guint64
poplens_exchange_value (const PoplensLists *lists, guint32 row, guint32 at)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_sum_at (lists, row, &at, 1)
                                                     : 0;
}

G_END_DECLS
