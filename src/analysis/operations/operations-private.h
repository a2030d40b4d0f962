/* Costs of each program, variable and piece of code, and the debug context that made it.
 * operations.c sums these costs by operation. Private to operation*.c. */
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
  PoplensOperationNodes *nodes; /* contexts that made a program, a variable or code, and their
                                   ancestors; NULL: there are no contexts */
  guint32 *kind_contexts;       /* by kind of context: number of contexts in the file */
  gboolean known[POPLENS_N_METRICS];

  guint32 n_programs;
  guint32 *program_node; /* [n_programs] node that made the program, or POPLENS_NO_NODE */
  gint64 *program_costs; /* [n_programs × POPLENS_N_METRICS] costs of each program, by metric */

  guint32 n_variables;
  guint32 *variable_id;   /* [n_variables] unlowered IDs, ascending */
  guint32 *variable_node; /* [n_variables] nearest common ancestor of the contexts of the variable,
                             or POPLENS_NO_NODE */
  gint64 *variable_bytes, *variable_peak;

  GArray *code;  /* PoplensSharedCode */
  GArray *users; /* guint32: node of each user of code, or POPLENS_NO_NODE */

  gint64 no_program[POPLENS_N_METRICS]; /* costs of steps without a program */
  gint64 strange[POPLENS_N_METRICS];    /* costs of steps whose programs the file lacks */
  gint64 category[POPLENS_N_METRICS];   /* by metric of code: bytes on all tiles of the memory
                                           category of this code, such as vertexCode; −1: unknown */
};

G_END_DECLS
