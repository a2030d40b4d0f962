/* The exchange that a program is: of several tables. Private to the tables. */
#pragma once

#include "model/exchanges.h"
#include "model/programs.h"

G_BEGIN_DECLS

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
