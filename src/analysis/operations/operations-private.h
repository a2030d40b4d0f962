/* Costs of programs, variables and code, and the debug contexts that made them. The costs of any
 * layer are summed from these. Private to operations*.c. */
#pragma once

#include "analysis/operations/operations.h"

G_BEGIN_DECLS

/* Code of a vertex type or exchange, which one or several contexts use. */
typedef struct {
  PoplensMetric metric;
  guint32 item; /* row of the vertex type or exchange */
  guint64 bytes;
  guint32 from, to; /* users of the code: range [from, to) in .users */
} PoplensSharedCode;

struct _PoplensOperationCosts {
  const PoplensDebugContexts *contexts;
  PoplensOperationNodes *nodes; /* contexts that made something, and their ancestors; NULL: none */
  guint32 *kind_contexts;       /* by kind of context: number of contexts in the file */
  gboolean known[POPLENS_N_METRICS];

  guint32 n_programs;
  guint32 *program_node; /* [n_programs] node that made the program, or POPLENS_NO_NODE */
  gint64 *program_costs; /* [n_programs × POPLENS_N_METRICS] costs */

  guint32 n_variables;
  guint32 *variable_id;   /* [n_variables] unlowered IDs, ascending */
  guint32 *variable_node; /* [n_variables] nearest common node of all contexts of the variable, or
                             POPLENS_NO_NODE */
  gint64 *variable_bytes, *variable_peak;

  GArray *code;  /* PoplensSharedCode */
  GArray *users; /* guint32: nodes that use code, or POPLENS_NO_NODE */

  gint64 no_program[POPLENS_N_METRICS]; /* costs of steps without a program */
  gint64 strange[POPLENS_N_METRICS];    /* costs of steps whose programs the file lacks */
  gint64 category[POPLENS_N_METRICS];   /* by metric of code: bytes of its memory category, such as
                                           vertexCode, on all tiles; −1: unknown */
};

G_END_DECLS
