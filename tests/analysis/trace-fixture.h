/* Made-up executions. */
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

/* @rows: by step; each kind is a type of its own. */
PoplensExecution *fixture_execution (const FixtureRow *rows, guint32 n);
/* @n_ipus IPUs, all kinds; steps overlap, touch, leave gaps, and have no length at times. */
PoplensExecution *fixture_random_execution (guint32 n_rows, guint n_ipus);
