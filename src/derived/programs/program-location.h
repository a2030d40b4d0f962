/* The programs that a location selects: "compilation" names the compilation step whose programs are
 * shown (its id, or none; the first by default), "root" the part of the tree (all, entry:N,
 * function:N, by their ids), and "program" the selected one. Also texts about programs. */
#pragma once

#include "analysis/programs/program-tree.h"
#include "model/exchanges.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Returns the programs of the compilation step that the location's key "compilation" names; those
 * of the first step without it. NULL with POPLENS_ERROR_USAGE if there is no such step, or with an
 * error of the part. @location: (nullable) */
const PoplensPrograms *poplens_programs_of_location (PoplensReport *report,
                                                     const PoplensLocation *location,
                                                     GCancellable *cancellable, GError **error);
/* Returns a title of the compilation step of @programs: "Compilation step 3, name". (transfer
 * full) */
char *poplens_programs_step_title (const PoplensPrograms *programs);
/* Returns the location that selects a program: "programs?program=12". @id: its id in @programs.
 * (transfer full) */
char *poplens_program_link (const PoplensPrograms *programs, guint32 id);
/* Finds the selected root. FALSE with POPLENS_ERROR_USAGE if it does not exist. @location:
 * (nullable) */
gboolean poplens_program_root_of_location (const PoplensPrograms *programs,
                                           const PoplensLocation *location,
                                           PoplensProgramRoot *root, GError **error);
/* Finds the row of the selected program; if the location names none, that of the program of the
 * first entry point, else row 0. @row: (out): POPLENS_NO_ROW if there are no programs. FALSE with
 * POPLENS_ERROR_USAGE if the named program does not exist. */
gboolean poplens_program_of_location (const PoplensPrograms *programs,
                                      const PoplensLocation *location, guint32 *row,
                                      GError **error);
/* Names the default program for the note of its table, if the location names no program: "Program
 * 12, DoExchange copy". (transfer full) (nullable): NULL if the location names one, or @row is
 * POPLENS_NO_ROW */
char *poplens_program_note (const PoplensPrograms *programs, const PoplensLocation *location,
                            guint32 row);

/* ---- texts ----------------------------------------------------------------------------------- */

/* Returns the type or the name of a program by its id. (nullable): NULL if @programs (nullable)
 * lacks it. A StreamCopy without known streams has its type as name; names of other programs may be
 * "". */
const char *poplens_program_type_text (const PoplensPrograms *programs, guint32 id);
const char *poplens_program_name_text (const PoplensPrograms *programs, guint32 id);
/* Returns type and name, "DoExchange copy/ExchangePre", or "program 12" if @programs (nullable)
 * lacks the id. (transfer full) */
char *poplens_program_title (const PoplensPrograms *programs, guint32 id);

/* ---- exchanges ------------------------------------------------------------------------------- */

/* Returns the table of the exchange that a program executes, and its row there. @program_row: row
 * of the program (not its ID), or POPLENS_NO_ROW. @row: (out): G_MAXUINT32 if there is none.
 * @exchanges, @programs: (nullable). (nullable): NULL if the program is not an exchange, or the
 * file lacks it */
const PoplensExchangeTable *poplens_exchange_of_program (const PoplensExchanges *exchanges,
                                                         const PoplensPrograms *programs,
                                                         guint32 program_row, guint32 *row);

/* Returns the value of a tile or IPU, at index @at, in list @row of a PoplensExchangeTable. @lists:
 * (nullable): NULL: returns 0 */
static inline guint64
poplens_exchange_value (const PoplensLists *lists, guint32 row, guint32 at)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_sum_at (lists, row, &at, 1)
                                                     : 0;
}

G_END_DECLS
