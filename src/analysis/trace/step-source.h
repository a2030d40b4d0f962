/* Where the cycles of executed steps come from (formats.md 8.2). */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

/* The weakest last: a sum over steps has the highest of them. */
typedef enum {
  POPLENS_STEP_MEASURED,  /* compute sets, stream copies, exchanges between IPUs */
  POPLENS_STEP_ESTIMATED, /* a DoExchange: the compiler's estimate */
  POPLENS_STEP_DERIVED,   /* steps without a program */
} PoplensStepSource;

/* Of the row @step of the steps. */
PoplensStepSource poplens_step_source (const PoplensExecution *execution, guint32 step);
/* "measured", "estimated", "derived": as in a column "source" of a table. */
const char *poplens_step_source_name (PoplensStepSource source);

G_END_DECLS
