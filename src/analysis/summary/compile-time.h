/* Where compile time went: phases of the same name together. */
#pragma once

#include "model/compilation.h"

G_BEGIN_DECLS

typedef struct {
  const char *name;  /* belongs to the part */
  guint64 self;      /* microseconds in which no phase that started later was open */
  guint64 inclusive; /* microseconds in which a phase of this name was open */
  guint32 calls;
  guint64 first_start; /* of the first call, as the file counts */
} PoplensCompilePhase;

/* Phases nest, and may overlap where the compiler uses threads: every instant counts for the phase
 * that started last, so that Σ self is exactly *@covered, the time in which any phase was open.
 * *@span is the time from the first start to the last end. Both nullable. Returns: (transfer full):
 * GArray of PoplensCompilePhase, most self time first, ties by first start */
GArray *poplens_compile_phases (const PoplensCompilation *compilation, guint64 *covered,
                                guint64 *span);

G_END_DECLS
