/* Sums compile time by phase of the compiler. Phases with the same name are summed together. */
#pragma once

#include "model/compilation.h"

G_BEGIN_DECLS

typedef struct {
  const char *name;  /* name of the phase; owned by the part */
  guint64 self;      /* µs in which a phase of this name is the running phase that started last */
  guint64 inclusive; /* µs in which at least one phase of this name runs */
  guint32 calls;
  guint64 first_start; /* start of the first call, µs, as in the file */
} PoplensCompilePhase;

/* Sums compile time by name of phase. Phases nest, and phases of several threads overlap. So each
 * µs counts for one phase only: the running phase that started last. @covered: (out) (optional): µs
 * in which any phase ran, the sum of .self. @span: (out) (optional): µs from the first start to the
 * last end. (transfer full): GArray of PoplensCompilePhase, sorted by .self, largest first */
GArray *poplens_compile_phases (const PoplensCompilation *compilation, guint64 *covered,
                                guint64 *span);

G_END_DECLS
