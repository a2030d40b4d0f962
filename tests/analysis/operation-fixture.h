/* Random reports with debug contexts, for tests of the operations that programs and variables
 * belong to. */
#pragma once

#include "analysis/operations/operations.h"
#include "live-fixture.h"

#define OPERATION_LAYERS 3 /* "layer 0" … */

typedef struct {
  PoplensDebugContexts *contexts;
  PoplensPrograms *programs;
  PoplensVertices *vertices;
  PoplensExchanges *exchanges;
  PoplensExecution *execution;
  PoplensMemory *memory;
  LiveProgram live;
  PoplensCycleColumn *row_tile_cycles, *row_step_cycles;
} OperationFixture;

OperationFixture operation_fixture_new (guint32 seed);
void operation_fixture_clear (OperationFixture *f);
PoplensOperationInput operation_fixture_input (const OperationFixture *f);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OperationFixture, operation_fixture_clear)
