#include "analysis/trace/step-source.h"

#include "model/programs.h"

PoplensStepSource
poplens_step_source (const PoplensExecution *execution, guint32 step)
{
  if (execution->step_program[step] == POPLENS_NO_PROGRAM)
    return POPLENS_STEP_DERIVED;
  return poplens_execution_step_kind (execution, step) == POPLENS_STEP_DO_EXCHANGE
             ? POPLENS_STEP_ESTIMATED
             : POPLENS_STEP_MEASURED;
}

const char *
poplens_step_source_name (PoplensStepSource source)
{
  static const char *const names[] = {"measured", "estimated", "derived"};

  return names[source];
}
