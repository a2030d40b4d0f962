/* The ground that operations of every layer stand on. Private to operations*.c. */
#pragma once

#include "analysis/operations/operations.h"

G_BEGIN_DECLS

/* Code that one or several contexts use: of a vertex type, of an exchange. */
typedef struct {
  PoplensMetric metric;
  guint32 item; /* row of the type or exchange */
  guint64 bytes;
  guint32 from, to; /* in `users` */
} PoplensSharedCode;

struct _PoplensOperationGround {
  const PoplensDebugContexts *contexts;
  PoplensOperationNodes *nodes; /* NULL: no contexts */
  guint32 *kind_contexts;       /* of each kind: how many contexts of the file it has */
  gboolean known[POPLENS_N_METRICS];

  guint32 n_programs;
  guint32 *program_node; /* [n_programs] or POPLENS_NO_NODE */
  gint64 *program_costs; /* [n_programs × POPLENS_N_METRICS] */

  guint32 n_variables;
  guint32 *variable_id;   /* rising */
  guint32 *variable_node; /* the nearest that made all of it, or POPLENS_NO_NODE */
  gint64 *variable_bytes, *variable_peak;

  GArray *code;  /* PoplensSharedCode */
  GArray *users; /* guint32: nodes, or POPLENS_NO_NODE */

  gint64 no_program[POPLENS_N_METRICS]; /* steps without one */
  gint64 strange[POPLENS_N_METRICS];    /* steps of programs that are not in the file */
  gint64 category[POPLENS_N_METRICS];   /* bytes that the three codes have to add up to */
};

G_END_DECLS
