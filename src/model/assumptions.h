/* Assumptions about the format that no real file has confirmed, with their consequences, so that
 * pages and tables word them alike (formats.md 9). Assumptions of the decoders are in
 * profile/assumptions.h and archive/assumptions.h. */
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

/* Returns the assumptions that the data relies on, as POPLENS_ASSUMES() bits. Each part is
 * (nullable). */
guint32 poplens_assumptions_of (const PoplensTarget *target, const PoplensMemory *memory,
                                const PoplensExecution *execution);
/* Names the assumptions of @bits in one sentence. (transfer full) (nullable): NULL if @bits is 0 */
char *poplens_assumptions_sentence (guint32 bits);
/* Returns a sentence that names one assumption: "Unverified: layout of archive.a". (transfer full)
 */
char *poplens_assumption_title (PoplensAssumption assumption);
const char *poplens_assumption_consequence (PoplensAssumption assumption);

G_END_DECLS
