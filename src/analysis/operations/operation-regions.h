/* Which operations run together on one IPU, or are one stage of a pipeline. */
#pragma once

#include "analysis/operations/operations.h"

G_BEGIN_DECLS

#define POPLENS_NO_IPU G_MAXUINT16

typedef struct {
  const PoplensOperations *operations;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;   /* (nullable) */
  const PoplensExecution *execution; /* (nullable) */
  guint32 tiles_per_ipu;             /* 0: not known */
} PoplensOperationIpuInput;

/* By operation the IPU on which at least nine tenths of it are, or POPLENS_NO_IPU: of the measured
 * cycles in which its programs work, and where none of them ran, of its vertices. (transfer full)
 */
guint16 *poplens_operation_ipus (const PoplensOperationIpuInput *input);

#define POPLENS_NO_REGION G_MAXUINT32

/* Immutable. */
typedef struct {
  guint32 n;             /* at least 2, or 0 */
  guint32 *of_operation; /* below n, or POPLENS_NO_REGION */
  GPtrArray *titles;     /* (element-type char *): "IPU 0", "Stage 3, IPU 1" */
} PoplensOperationRegions;

/* Stages that names of operations tell, where each is on one IPU, else IPUs. @ipus: (array
 * length=n); @stages: (array length=n): −1: the name tells none. (transfer full) */
PoplensOperationRegions *poplens_operation_regions_new (const guint16 *ipus, const int *stages,
                                                        guint32 n);
void poplens_operation_regions_free (PoplensOperationRegions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationRegions, poplens_operation_regions_free)

G_END_DECLS
