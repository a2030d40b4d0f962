/* Costs and contexts from which the operations of every layer are computed. Private to
 * operations*.c. */
#pragma once

#include "analysis/operations/operations.h"

G_BEGIN_DECLS

/* Code of a vertex type or exchange, which one or several contexts use. */
typedef struct {
  PoplensMetric metric;
  guint32 item; /* row of the type or exchange */
  guint64 bytes;
  guint32 from, to; /* range [from, to) in .users */
} PoplensSharedCode;

struct _PoplensOperationGround {
  const PoplensDebugContexts *contexts;
  PoplensOperationNodes *nodes; /* NULL: no contexts */
  guint32 *kind_contexts;       /* by kind: number of contexts in the file */
  gboolean known[POPLENS_N_METRICS];

  guint32 n_programs;
  guint32 *program_node; /* [n_programs] node, or POPLENS_NO_NODE */
  gint64 *program_costs; /* [n_programs × POPLENS_N_METRICS] */

  guint32 n_variables;
  guint32 *variable_id;   /* [n_variables] ascending */
  guint32 *variable_node; /* [n_variables] nearest node that made all of it, or POPLENS_NO_NODE */
  gint64 *variable_bytes, *variable_peak;

  GArray *code;  /* PoplensSharedCode */
  GArray *users; /* guint32: nodes, or POPLENS_NO_NODE */

  gint64 no_program[POPLENS_N_METRICS]; /* steps without a program */
  gint64 strange[POPLENS_N_METRICS];    /* steps of programs that the file lacks */
  gint64 category[POPLENS_N_METRICS]; /* bytes of the category of each kind of code; −1: unknown */
};

G_END_DECLS
