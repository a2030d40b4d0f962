/* What Poplens shows on the word of a description only, since no real file has shown it: in one
 * place, for pages and tables to say once where such data is shown. formats.md 9 lists them with
 * what follows if they are wrong; the decoders' side is in profile/assumptions.h and
 * archive/assumptions.h. */
#pragma once

#include "model/execution.h"
#include "model/memory.h"
#include "model/target.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_ASSUMES_IPUS,
  POPLENS_ASSUMES_REPLICAS,
  POPLENS_ASSUMES_RUNS,
  POPLENS_ASSUMES_BLOCKS,
  POPLENS_ASSUMES_INTERLEAVED,
  POPLENS_ASSUMES_OVERFLOW,
  POPLENS_ASSUMES_SCHEMA,
  POPLENS_ASSUMES_ARCHIVE,
  POPLENS_N_ASSUMPTIONS,
} PoplensAssumption;

#define POPLENS_ASSUMES(name) (1u << POPLENS_ASSUMES_##name)

/* Which of them the report's data relies on, as POPLENS_ASSUMES() bits; each part may be NULL. */
guint32 poplens_assumptions_of (const PoplensTarget *target, const PoplensMemory *memory,
                                const PoplensExecution *execution);
/* One sentence on those of @bits; NULL where there are none. (transfer full) */
char *poplens_assumptions_sentence (guint32 bits);
/* The same of one, (transfer full), and what follows if it is wrong, in sentences. */
char *poplens_assumption_title (PoplensAssumption assumption);
const char *poplens_assumption_consequence (PoplensAssumption assumption);

G_END_DECLS
