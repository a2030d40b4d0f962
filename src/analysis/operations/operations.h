/* What the operations of a layer of debug.cbor cost (formats.md 5.3, 8.9).
 *
 * A program belongs to the nearest context of the layer that made it; a variable to the nearest one
 * that made it whole, where it has several contexts. What the layer did not make is unattributed.
 * Every column adds up to a total of the report, because what belongs to no single operation stands
 * in rows of its own: code of several operations, code that no program or vertex names, steps
 * without a program. */
#pragma once

#include "analysis/liveness/live-step.h"
#include "analysis/operations/path-tree.h"
#include "model/cycle-column.h"
#include "model/debug-contexts.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/memory.h"
#include "model/programs.h"
#include "model/vertices.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_METRIC_PROGRAMS,              /* programs of the tree */
  POPLENS_METRIC_VARIABLES,             /* unlowered variables that hold bytes */
  POPLENS_METRIC_EXECUTIONS,            /* executed steps */
  POPLENS_METRIC_TILE_CYCLES,           /* executed, Σ over tiles and steps */
  POPLENS_METRIC_STEP_CYCLES,           /* executed, Σ over steps and IPUs of the longest tile's */
  POPLENS_METRIC_ESTIMATED_TILE_CYCLES, /* the compiler's, of each program once, Σ over tiles */
  POPLENS_METRIC_ESTIMATED_STEP_CYCLES, /* the same, Σ over IPUs of the longest tile's */
  POPLENS_METRIC_FLOPS,                 /* the compiler's estimate, of each program once */
  POPLENS_METRIC_CONTROL_CODE,          /* bytes, all tiles, as are those that follow */
  POPLENS_METRIC_EXCHANGE_CODE,         /* internal exchanges */
  POPLENS_METRIC_VERTEX_CODE,
  POPLENS_METRIC_VARIABLE_BYTES, /* allocated; what shares memory is counted for each */
  POPLENS_METRIC_PEAK_BYTES,     /* live at the step where most is */
  POPLENS_N_METRICS,
} PoplensMetric;

/* "tile_cycles": in tables, JSON and locations. */
const char *poplens_metric_key (PoplensMetric metric);
const char *poplens_metric_title (PoplensMetric metric); /* "Tile cycles": for a person */
/* FALSE where no metric has that key. */
gboolean poplens_metric_parse (const char *key, PoplensMetric *metric);
/* Values of a damaged file may be as large as they like: sums wrap, and are never undefined. */
static inline void
poplens_metric_add (gint64 *sum, guint64 value)
{
  *sum = (gint64) ((guint64) *sum + value);
}

/* Everything is nullable but what says not; what is absent makes the costs unknown that need it. */
typedef struct {
  const PoplensDebugContexts *contexts; /* without it all is unattributed */
  const PoplensPrograms *programs;      /* not NULL */
  const PoplensVertices *vertices;
  const PoplensExchanges *exchanges;
  const PoplensExecution *execution;
  const PoplensCycleColumn *row_tile_cycles; /* of each row of steps_by_ipu, Σ tiles */
  const PoplensCycleColumn *row_step_cycles; /* of its longest tile */
  const guint64 *estimated_tile;             /* by program: cycles; G_MAXUINT64: not estimated */
  const guint64 *estimated_longest;          /* the same, of the longest tile, Σ over IPUs */
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensMemory *memory;
} PoplensOperationInput;

/* What programs, variables and code cost and which contexts made them, whatever the layer. Made
 * once a report; changing the layer is then one pass. Immutable. */
typedef struct _PoplensOperationGround PoplensOperationGround;

/* The parts must outlive it; the four arrays need not. NULL only where @cancellable was cancelled.
 */
PoplensOperationGround *poplens_operation_ground_new (const PoplensOperationInput *input,
                                                      GCancellable *cancellable);
void poplens_operation_ground_free (PoplensOperationGround *self);
/* Whether the report has what @metric is made of. */
gboolean poplens_operation_ground_knows (const PoplensOperationGround *self, PoplensMetric metric);

/* What a program costs by itself, and a variable (an index below PoplensOperations.n_variables) in
 * bytes, in all and at the peak; 0 where that is not known. */
gint64 poplens_operation_ground_program (const PoplensOperationGround *self, guint32 program,
                                         PoplensMetric metric);
gint64 poplens_operation_ground_variable (const PoplensOperationGround *self, guint32 variable,
                                          PoplensMetric metric);

typedef enum {
  POPLENS_OPERATION_CONTEXT,
  POPLENS_OPERATION_UNATTRIBUTED,
  POPLENS_OPERATION_SHARED_CODE, /* of types and exchanges that several operations use */
  POPLENS_OPERATION_OTHER_CODE,  /* the category's, without all of the above: may be negative where
                                    exchanges share their code */
  POPLENS_OPERATION_NO_PROGRAM,  /* steps that the file gives no program */
} PoplensOperationKind;

typedef struct {
  PoplensOperationKind kind;
  guint32 context;                 /* POPLENS_OPERATION_CONTEXT: its index; else NO_CONTEXT */
  gint64 costs[POPLENS_N_METRICS]; /* 0 where the cost is not known */
} PoplensOperation;

typedef struct {
  char *layer;
  GArray *operations; /* PoplensOperation: contexts of the layer that made anything, by index; then
                         one row of each other kind */
  guint32 n_contexts; /* of the layer; those of them that made nothing are not listed */
  gint64 totals[POPLENS_N_METRICS]; /* Σ over all rows */
  guint32 *program_operation;       /* by program row: index in operations */
  guint32 n_variables;              /* unlowered ones that hold bytes */
  guint32 *variable_id;             /* rising; POPLENS_NO_VARIABLE: all that have no id */
  guint32 *variable_operation;      /* index in operations */
  guint32 *code_operation;          /* by piece of code of the ground: index in operations */
  guint32 *user_operation;          /* by user of a piece */
} PoplensOperations;

/* @layer: one that no context has gives no operations. */
PoplensOperations *poplens_operations_new (const PoplensOperationGround *ground, const char *layer);
void poplens_operations_free (PoplensOperations *self);
/* Index of the operation that @context is, or G_MAXUINT32. */
guint32 poplens_operations_find (const PoplensOperations *self, guint32 context);

/* The code of a vertex type or of an internal exchange. */
typedef struct {
  PoplensMetric metric;
  guint32 item; /* row of the type in PoplensVertices, of the exchange in PoplensExchanges */
  guint64 bytes;
  guint32 operation; /* index: the one that uses it, else the row of shared code */
  guint32 n_users;   /* operations that use it */
} PoplensOperationCode;

/* What the operation at index @operation uses, or with G_MAXUINT32 all there is; in the order of
 * the ground. (transfer full): GArray of PoplensOperationCode */
GArray *poplens_operations_code (const PoplensOperations *self,
                                 const PoplensOperationGround *ground, guint32 operation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationGround, poplens_operation_ground_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperations, poplens_operations_free)

/* ---- nodes ----------------------------------------------------------------------------------- */

/* The debug contexts that operations can be: those that made anything, and what made them. Of
 * millions in a file they are some ten thousand, so that to ask which of them are of a layer takes
 * next to nothing. Private to operation*.c. */

#define POPLENS_NO_NODE G_MAXUINT32

typedef struct {
  guint32 n;
  guint32 *context; /* of the report's contexts; rising */
  guint32 *parent;  /* node, or POPLENS_NO_NODE */
  guint16 *kind;    /* in the contexts' kinds */
  guint32 *order;   /* all nodes, each behind its parent */
} PoplensOperationNodes;

/* Of @used and their ancestors; what is none of the contexts counts for nothing. @nodes: n_used
 * values; (out): the node of each, or POPLENS_NO_NODE. Linear in the contexts of the file. */
PoplensOperationNodes *poplens_operation_nodes_new (const PoplensDebugContexts *contexts,
                                                    const guint32 *used, gsize n_used,
                                                    guint32 *nodes);
void poplens_operation_nodes_free (PoplensOperationNodes *self);

/* Of each node itself if its kind is among @of_layer, else the nearest such node that made it;
 * POPLENS_NO_NODE. (transfer full): n values */
guint32 *poplens_operation_nodes_owners (const PoplensOperationNodes *self,
                                         const gboolean *of_layer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationNodes, poplens_operation_nodes_free)

/* ---- layers ---------------------------------------------------------------------------------- */

/* The layers of debug.cbor whose operations can be asked for. */

typedef struct {
  guint32 name;         /* string of the contexts */
  guint32 n_contexts;   /* of the layer */
  guint32 n_programs;   /* that a context of it made */
  double mean_distance; /* contexts between a program's own and the nearest of the layer */
} PoplensOperationLayer;

/* Outermost first: by rising nearness to the programs; layers that made no program come last.
 * (transfer full): GArray of PoplensOperationLayer */
GArray *poplens_operation_layers (const PoplensOperationGround *ground);

/* The layer to begin with: the outermost of those that made most programs; a framework's even where
 * it made half as many. Index in @layers; G_MAXUINT where none made any. */
guint poplens_operation_layers_default (const PoplensOperationGround *ground, const GArray *layers);

/* ---- paths ----------------------------------------------------------------------------------- */

/* What operations are called, and the paths of names that they stand at. */

/* "shared-code", "Code of several operations": of a kind that is not CONTEXT. */
const char *poplens_operation_kind_key (PoplensOperationKind kind);
const char *poplens_operation_kind_name (PoplensOperationKind kind);
/* The context's name, else its function, else its kind and id: never empty. (transfer full) */
char *poplens_operation_context_name (const PoplensDebugContexts *contexts, guint32 context);

/* The paths of whatever can be an operation, in any layer. Immutable. */
typedef struct _PoplensOperationPaths PoplensOperationPaths;

/* Walks once over all contexts that made anything. @ground outlives it. */
PoplensOperationPaths *poplens_operation_paths_new (const PoplensOperationGround *ground);
void poplens_operation_paths_free (PoplensOperationPaths *self);
/* The operations of a layer, which are its things by their index, at their paths; those without a
 * name of their own below it, as poplens_operation_context_name() calls them. (transfer full) */
PoplensPathTree *poplens_operation_paths_tree (const PoplensOperationPaths *self,
                                               const PoplensOperations *operations);

G_END_DECLS
