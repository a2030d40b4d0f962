/* Costs of the operations of a layer of debug.cbor (formats.md 5.3, 8.9). A program belongs to its
 * nearest context in the layer. A variable belongs to the nearest common ancestor of its contexts
 * in the layer.
 *
 * Costs that belong to no single operation have rows of their own (PoplensOperationKind). So every
 * column adds up to a total of the report. */
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
  POPLENS_METRIC_PROGRAMS,    /* number of programs in the program tree */
  POPLENS_METRIC_VARIABLES,   /* number of unlowered variables that hold bytes */
  POPLENS_METRIC_EXECUTIONS,  /* number of executed steps */
  POPLENS_METRIC_TILE_CYCLES, /* measured cycles: sum over tiles and steps */
  POPLENS_METRIC_STEP_CYCLES, /* measured cycles of the slowest tile: sum over steps and IPUs */
  POPLENS_METRIC_ESTIMATED_TILE_CYCLES, /* cycles that the compiler estimates: sum over tiles; each
                                           program counts once */
  POPLENS_METRIC_ESTIMATED_STEP_CYCLES, /* estimated cycles of the slowest tile: sum over IPUs; each
                                           program counts once */
  POPLENS_METRIC_FLOPS, /* floating-point operations that the compiler estimates; each program
                           counts once */
  POPLENS_METRIC_CONTROL_CODE,  /* bytes of control code on all tiles */
  POPLENS_METRIC_EXCHANGE_CODE, /* bytes of the code of internal exchanges on all tiles */
  POPLENS_METRIC_VERTEX_CODE,
  POPLENS_METRIC_VARIABLE_BYTES, /* bytes of allocated variables on all tiles; shared bytes count
                                    for each variable */
  POPLENS_METRIC_PEAK_BYTES,     /* bytes of variables that are live at the step with the most live
                                    bytes */
  POPLENS_N_METRICS,
} PoplensMetric;

/* Returns the key in tables, JSON and locations: "tile_cycles". Static. */
const char *poplens_metric_key (PoplensMetric metric);
const char *poplens_metric_title (PoplensMetric metric); /* title: "Tile cycles"; static */
/* Finds the metric with this key. FALSE if there is none. */
gboolean poplens_metric_parse (const char *key, PoplensMetric *metric);
/* Adds @value to @sum. The sum wraps around without undefined behaviour, as values of a damaged
 * file may have any size. */
static inline void
poplens_metric_add (gint64 *sum, guint64 value)
{
  *sum = (gint64) ((guint64) *sum + value);
}

/* Input of poplens_operation_costs_new (). All pointers but .programs are (nullable). Costs that
 * need a missing part are unknown. */
typedef struct {
  const PoplensDebugContexts *contexts; /* (nullable): NULL: no cost belongs to an operation */
  const PoplensPrograms *programs;      /* not NULL */
  const PoplensVertices *vertices;
  const PoplensExchanges *exchanges;
  const PoplensExecution *execution;
  /* By row of steps_by_ipu: measured cycles, summed over tiles. */
  const PoplensCycleColumn *row_tile_cycles;
  /* By row of steps_by_ipu: measured cycles of the slowest tile. */
  const PoplensCycleColumn *row_step_cycles;
  const guint64 *estimated_tile;    /* by program row: estimated cycles, summed over tiles;
                                       G_MAXUINT64: not estimated */
  const guint64 *estimated_longest; /* by program row: estimated cycles of the slowest tile, summed
                                       over IPUs */
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensMemory *memory;
} PoplensOperationInput;

/* Costs of programs, variables and code, and the debug contexts that made them. Computed once per
 * report; poplens_operations_new () sums them for a layer. Immutable. */
typedef struct _PoplensOperationCosts PoplensOperationCosts;

/* Computes the costs. The parts of @input must outlive the result; the columns of cycles may be
 * freed earlier. NULL only if cancelled. (transfer full) (nullable) */
PoplensOperationCosts *poplens_operation_costs_new (const PoplensOperationInput *input,
                                                    GCancellable *cancellable);
void poplens_operation_costs_free (PoplensOperationCosts *self);
/* TRUE if the report has the data for @metric. */
gboolean poplens_operation_costs_knows (const PoplensOperationCosts *self, PoplensMetric metric);

/* Returns the cost of a program itself, without its children; 0 if unknown. */
gint64 poplens_operation_costs_program (const PoplensOperationCosts *self, guint32 program,
                                        PoplensMetric metric);
/* Returns the cost of a variable. Depending on @metric this is the number 1, its bytes on all
 * tiles, or its live bytes at the peak; 0 if @metric is not about variables. @variable: index, less
 * than PoplensOperations.n_variables */
gint64 poplens_operation_costs_variable (const PoplensOperationCosts *self, guint32 variable,
                                         PoplensMetric metric);

typedef enum {
  POPLENS_OPERATION_CONTEXT,
  POPLENS_OPERATION_UNATTRIBUTED,
  POPLENS_OPERATION_SHARED_CODE, /* code of vertex types and exchanges that several operations use
                                  */
  POPLENS_OPERATION_OTHER_CODE,  /* code that no program, exchange or vertex type accounts for;
                                    negative if shared code of exchanges is counted several times */
  POPLENS_OPERATION_NO_PROGRAM,  /* executed steps without a program */
} PoplensOperationKind;

typedef struct {
  PoplensOperationKind kind;
  guint32 context;                 /* index of the debug context; POPLENS_NO_CONTEXT if .kind is not
                                      POPLENS_OPERATION_CONTEXT */
  gint64 costs[POPLENS_N_METRICS]; /* by metric; 0 if unknown */
} PoplensOperation;

typedef struct {
  char *layer;
  GArray *operations; /* PoplensOperation: first one for each context of the layer that made
                         anything, ascending; then one for each kind without a context */
  guint32 n_contexts; /* number of contexts of the layer, including those that made nothing and are
                         not listed */
  gint64 totals[POPLENS_N_METRICS]; /* by metric: sum over all rows */
  guint32 *program_operation;       /* by program row: index in .operations */
  guint32 n_variables;              /* number of unlowered variables with bytes */
  guint32 *variable_id; /* [n_variables] unlowered IDs, ascending; POPLENS_NO_VARIABLE: sum of the
                           variables without an ID */
  guint32 *variable_operation; /* [n_variables] index in .operations */
  /* By piece of code (of a vertex type or exchange): index in .operations of the row that has its
   * bytes. */
  guint32 *code_operation;
  guint32 *user_operation; /* by use of a piece of code: index in .operations of the operation that
                              uses it */
} PoplensOperations;

/* Sums the costs by operation of @layer. A layer without contexts has no operations. (transfer
 * full) */
PoplensOperations *poplens_operations_new (const PoplensOperationCosts *costs, const char *layer);
void poplens_operations_free (PoplensOperations *self);
/* Returns the index of the operation whose debug context is @context; G_MAXUINT32: none. */
guint32 poplens_operations_find (const PoplensOperations *self, guint32 context);

/* Code of a vertex type or of an internal exchange. */
typedef struct {
  PoplensMetric metric;
  guint32 item; /* row of the type in PoplensVertices, or of the exchange in PoplensExchanges */
  guint64 bytes;
  guint32 operation; /* index of the operation that uses the code; if several do, index of the row
                        of shared code */
  guint32 n_users;   /* number of operations that use the code */
} PoplensOperationCode;

/* Lists the code that an operation uses. @operation: index of the operation; G_MAXUINT32: lists all
 * code. (transfer full): GArray of PoplensOperationCode */
GArray *poplens_operations_code (const PoplensOperations *self, const PoplensOperationCosts *costs,
                                 guint32 operation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationCosts, poplens_operation_costs_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperations, poplens_operations_free)

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Nodes: debug contexts that made something, and their ancestors. Only these can be operations. A
 * file with millions of contexts has some ten thousand nodes, so searching the nodes is fast.
 * Private to operation*.c. */

#define POPLENS_NO_NODE G_MAXUINT32

typedef struct {
  guint32 n;
  guint32 *context; /* [n] index in the report's contexts; ascending */
  guint32 *parent;  /* [n] parent node, or POPLENS_NO_NODE */
  guint16 *kind;    /* [n] kind of the context: index in PoplensDebugContexts.kinds */
  guint32 *order;   /* [n] node numbers, sorted so that parents come before their children */
} PoplensOperationNodes;

/* Creates a node for each context in @used and for its ancestors. Ignores values in @used that are
 * not contexts. @nodes: (out): [@n_used] number of each context's node, or POPLENS_NO_NODE.
 * (transfer full) */
PoplensOperationNodes *poplens_operation_nodes_new (const PoplensDebugContexts *contexts,
                                                    const guint32 *used, gsize n_used,
                                                    guint32 *nodes);
void poplens_operation_nodes_free (PoplensOperationNodes *self);

/* Returns for each node the node itself or its nearest ancestor whose kind is in @of_layer;
 * POPLENS_NO_NODE: there is none. (transfer full): [n] */
guint32 *poplens_operation_nodes_owners (const PoplensOperationNodes *self,
                                         const gboolean *of_layer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationNodes, poplens_operation_nodes_free)

/* ---- layers ---------------------------------------------------------------------------------- */

/* A layer of debug.cbor whose operations can be listed. */

typedef struct {
  guint32 name;         /* name of the layer: string number in PoplensDebugContexts.strings */
  guint32 n_contexts;   /* number of contexts of the layer */
  guint32 n_programs;   /* number of programs that a context of the layer made */
  double mean_distance; /* mean number of contexts between the context of a program and its nearest
                           ancestor in the layer */
} PoplensOperationLayer;

/* Lists the layers, outermost first: by .mean_distance, descending. Layers that made no program
 * come last. (transfer full): GArray of PoplensOperationLayer */
GArray *poplens_operation_layers (const PoplensOperationCosts *costs);

/* Returns the index in @layers of the default layer: the layer with the most programs. A layer of a
 * framework is preferred if it has at least half as many programs. On a tie, the outermost layer is
 * returned. G_MAXUINT: no layer made a program. */
guint poplens_operation_layers_default (const PoplensOperationCosts *costs, const GArray *layers);

/* ---- paths ----------------------------------------------------------------------------------- */

/* Returns the key of a kind other than POPLENS_OPERATION_CONTEXT: "shared-code". Static. */
const char *poplens_operation_kind_key (PoplensOperationKind kind);
/* Returns the name of a kind other than POPLENS_OPERATION_CONTEXT: "Code shared by operations".
 * Static. */
const char *poplens_operation_kind_name (PoplensOperationKind kind);
/* Returns the name of a context. If it has no name, returns its function. If it has no function,
 * returns its kind and ID. Never empty. (transfer full) */
char *poplens_operation_context_name (const PoplensDebugContexts *contexts, guint32 context);

/* Paths of all debug contexts that can be operations, in all layers. Immutable. */
typedef struct _PoplensOperationPaths PoplensOperationPaths;

/* Computes the paths in one pass over the nodes. @costs must outlive the result. (transfer full)
 */
PoplensOperationPaths *poplens_operation_paths_new (const PoplensOperationCosts *costs);
void poplens_operation_paths_free (PoplensOperationPaths *self);
/* Returns the tree of the paths of @operations. PoplensPathTree.thing is the index of an operation.
 * An operation without a name is shown by poplens_operation_context_name (). (transfer full) */
PoplensPathTree *poplens_operation_paths_tree (const PoplensOperationPaths *self,
                                               const PoplensOperations *operations);

G_END_DECLS
