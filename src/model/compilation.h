/* Records of the compiler about its own run: phases with their time, steps, and optimisation
 * counters. */
#pragma once

#include "base/strings.h"

G_BEGIN_DECLS

typedef struct {
  PoplensStrings *strings;
  /* Table compilation_trace, sorted by start; times in microseconds (inferred, formats.md 3.3) */
  guint32 n_phases;
  guint32 *phase_name; /* [n_phases] PoplensStrings id */
  guint64 *phase_start;
  guint64 *phase_duration;
  /* Table optimization_info */
  guint32 n_optimizations;
  guint32 *optimization_key; /* [n_optimizations] PoplensStrings id */
  double *optimization_value;
  /* Table compilation_steps */
  guint32 n_steps;
  gint64 *step_id;
  guint32 *step_name; /* [n_steps] PoplensStrings id */
} PoplensCompilation;

PoplensCompilation *poplens_compilation_new (void);
void poplens_compilation_free (PoplensCompilation *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCompilation, poplens_compilation_free)

G_END_DECLS
