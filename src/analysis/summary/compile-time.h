/* Sums compile time by phase of the compiler. Phases with the same name are summed together. */
#pragma once

#include "model/compilation.h"

G_BEGIN_DECLS

typedef struct {
  const char *name; /* name of the phase; owned by the part */
  guint64 self;     /* µs in which a phase of this name is open, and no phase that started later */
  guint64 inclusive; /* µs in which at least one phase of this name is open */
  guint32 calls;
  guint64 first_start; /* start of the first call, µs, as in the file */
} PoplensCompilePhase;

/* Sums compile time by name of phase. Phases nest, and overlap if the compiler uses threads, so
 * every instant counts only for the open phase that started last. @covered: (out) (optional): µs in
 * which any phase was open; equals the sum of .self. @span: (out) (optional): µs from the first
 * start to the last end. (transfer full): GArray of PoplensCompilePhase, most .self first; ties by
 * first start */
GArray *poplens_compile_phases (const PoplensCompilation *compilation, guint64 *covered,
                                guint64 *span);

G_END_DECLS
