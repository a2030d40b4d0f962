/* Made-up and random executions, for tests of traces. */
#pragma once

#include "model/execution.h"

typedef struct {
  guint32 step;
  guint16 ipu;
  PoplensStepKind kind;
  guint32 program; /* G_MAXUINT32: implicit */
  guint64 from;    /* G_MAXUINT64: no tile was active */
  guint64 length;
} FixtureRow;

/* Returns an execution with @rows, which are sorted by step; each kind is a type of its own. */
PoplensExecution *fixture_execution (const FixtureRow *rows, guint32 n);
/* Returns random rows of all kinds on @n_ipus IPUs. Steps may overlap, touch, leave gaps or have no
 * length. */
PoplensExecution *fixture_random_execution (guint32 n_rows, guint n_ipus);
