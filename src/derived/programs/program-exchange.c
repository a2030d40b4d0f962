#include "derived/programs/program-exchange.h"

#include "analysis/insights/insights.h"

const PoplensExchangeTable *
poplens_exchange_of_program (const PoplensExchanges *exchanges, const PoplensPrograms *programs,
                             guint32 program, guint32 *row)
{
  PoplensExchangeKind kind = exchanges && programs && program != POPLENS_NO_ROW
                                 ? poplens_program_exchange (programs, program)
                                 : POPLENS_N_EXCHANGE_KINDS;

  *row = G_MAXUINT32;
  if (kind == POPLENS_N_EXCHANGE_KINDS)
    return NULL;
  *row = poplens_exchanges_find (exchanges, kind, programs->variant_index[program]);
  return *row == G_MAXUINT32 ? NULL : &exchanges->tables[kind];
}
