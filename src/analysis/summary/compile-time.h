/* Sums compile time by phase; phases of one name are summed together. */
#pragma once

#include "model/compilation.h"

G_BEGIN_DECLS

typedef struct {
  const char *name;  /* belongs to the part */
  guint64 self;      /* microseconds in which no phase that started later was open */
  guint64 inclusive; /* microseconds in which a phase of this name was open */
  guint32 calls;
  guint64 first_start; /* of the first call, as in the file */
} PoplensCompilePhase;

/* Sums the phases by name. Phases nest, and overlap if the compiler uses threads: every instant
 * counts for the open phase that started last. So the sum of .self is exactly @covered: (out)
 * (optional): the time in which any phase was open. @span: (out) (optional): time from the first
 * start to the last end. (transfer full): GArray of PoplensCompilePhase, by .self, most first; ties
 * by first start */
GArray *poplens_compile_phases (const PoplensCompilation *compilation, guint64 *covered,
                                guint64 *span);

G_END_DECLS
