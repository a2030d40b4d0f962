/* Records of the compiler about its own run: phases with their time, steps, and optimisation
 * counters. */
#pragma once

#include "base/strings.h"

G_BEGIN_DECLS

typedef struct {
  PoplensStrings *strings;
  /* compilation_trace, by start; microseconds (inferred, formats.md 3.3) */
  guint32 n_phases;
  guint32 *phase_name; /* string */
  guint64 *phase_start;
  guint64 *phase_duration;
  /* optimization_info */
  guint32 n_optimizations;
  guint32 *optimization_key; /* string */
  double *optimization_value;
  /* compilation_steps */
  guint32 n_steps;
  gint64 *step_id;
  guint32 *step_name; /* string */
} PoplensCompilation;

PoplensCompilation *poplens_compilation_new (void);
void poplens_compilation_free (PoplensCompilation *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCompilation, poplens_compilation_free)

G_END_DECLS
