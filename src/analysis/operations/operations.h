/* Costs of the operations of a layer of debug.cbor (formats.md 5.3, 8.9).
 *
 * A program belongs to the nearest context of the layer that made it; a variable, which may have
 * several contexts, to the nearest one that made all of it. What the layer did not make is
 * unattributed. Every column adds up to a total of the report, because what belongs to no single
 * operation has rows of its own: code of several operations, code that no program or vertex names,
 * steps without a program. */
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
  POPLENS_METRIC_PROGRAMS,    /* programs of the tree */
  POPLENS_METRIC_VARIABLES,   /* unlowered variables that hold bytes */
  POPLENS_METRIC_EXECUTIONS,  /* executed steps */
  POPLENS_METRIC_TILE_CYCLES, /* executed; sum over tiles and steps */
  POPLENS_METRIC_STEP_CYCLES, /* executed; sum over steps and IPUs of the longest tile's */
  POPLENS_METRIC_ESTIMATED_TILE_CYCLES, /* estimated by the compiler, each program once; sum over
                                           tiles */
  POPLENS_METRIC_ESTIMATED_STEP_CYCLES, /* the same; sum over IPUs of the longest tile's */
  POPLENS_METRIC_FLOPS,                 /* estimated by the compiler, each program once */
  POPLENS_METRIC_CONTROL_CODE,          /* bytes on all tiles, as all that follow */
  POPLENS_METRIC_EXCHANGE_CODE,         /* of internal exchanges */
  POPLENS_METRIC_VERTEX_CODE,
  POPLENS_METRIC_VARIABLE_BYTES, /* allocated; variables that share memory count each */
  POPLENS_METRIC_PEAK_BYTES,     /* live at the step with the most live bytes */
  POPLENS_N_METRICS,
} PoplensMetric;

/* Returns the key in tables, JSON and locations: "tile_cycles". Static. */
const char *poplens_metric_key (PoplensMetric metric);
const char *poplens_metric_title (PoplensMetric metric); /* "Tile cycles"; static */
/* Finds a metric by its key. FALSE if none has it. */
gboolean poplens_metric_parse (const char *key, PoplensMetric *metric);
/* Adds @value to @sum. Values of a damaged file may have any size: the sum wraps around, which is
 * defined. */
static inline void
poplens_metric_add (gint64 *sum, guint64 value)
{
  *sum = (gint64) ((guint64) *sum + value);
}

/* Input. Each part is nullable unless it says otherwise; costs that need an absent part are
 * unknown. */
typedef struct {
  const PoplensDebugContexts *contexts; /* NULL: everything is unattributed */
  const PoplensPrograms *programs;      /* not NULL */
  const PoplensVertices *vertices;
  const PoplensExchanges *exchanges;
  const PoplensExecution *execution;
  const PoplensCycleColumn *row_tile_cycles; /* by row of steps_by_ipu: sum over tiles */
  const PoplensCycleColumn *row_step_cycles; /* by row: that of the longest tile */
  const guint64 *estimated_tile;    /* by program row: cycles; G_MAXUINT64: not estimated */
  const guint64 *estimated_longest; /* the same, of the longest tile, summed over IPUs */
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensMemory *memory;
} PoplensOperationInput;

/* Costs of programs, variables and code, and the contexts that made them, whatever the layer.
 * Computed once per report; another layer then takes one pass. Immutable. */
typedef struct _PoplensOperationGround PoplensOperationGround;

/* Computes the costs. The parts must outlive the result; the four arrays need not. NULL only if
 * cancelled. (transfer full) (nullable) */
PoplensOperationGround *poplens_operation_ground_new (const PoplensOperationInput *input,
                                                      GCancellable *cancellable);
void poplens_operation_ground_free (PoplensOperationGround *self);
/* TRUE if the report has the data for @metric. */
gboolean poplens_operation_ground_knows (const PoplensOperationGround *self, PoplensMetric metric);

/* Returns the cost of a program itself, without its children; 0 if unknown. The function below
 * returns that of a variable (an index below PoplensOperations.n_variables): its bytes, in all or
 * at the peak. */
gint64 poplens_operation_ground_program (const PoplensOperationGround *self, guint32 program,
                                         PoplensMetric metric);
gint64 poplens_operation_ground_variable (const PoplensOperationGround *self, guint32 variable,
                                          PoplensMetric metric);

typedef enum {
  POPLENS_OPERATION_CONTEXT,
  POPLENS_OPERATION_UNATTRIBUTED,
  POPLENS_OPERATION_SHARED_CODE, /* code of types and exchanges that several operations use */
  POPLENS_OPERATION_OTHER_CODE,  /* rest of the category's code; may be negative if exchanges share
                                    code */
  POPLENS_OPERATION_NO_PROGRAM,  /* steps without a program */
} PoplensOperationKind;

typedef struct {
  PoplensOperationKind kind;
  guint32 context;                 /* index of the context; POPLENS_NO_CONTEXT for other kinds */
  gint64 costs[POPLENS_N_METRICS]; /* 0 if unknown */
} PoplensOperation;

typedef struct {
  char *layer;
  GArray *operations; /* PoplensOperation: contexts of the layer that made anything, by index; then
                         one row of each other kind */
  guint32 n_contexts; /* of the layer, also those that made nothing and are not listed */
  gint64 totals[POPLENS_N_METRICS]; /* sum over all rows */
  guint32 *program_operation;       /* by program row: index in .operations */
  guint32 n_variables;              /* unlowered variables with bytes */
  guint32 *variable_id;        /* [n_variables] ascending; POPLENS_NO_VARIABLE: all without an ID */
  guint32 *variable_operation; /* [n_variables] index in .operations */
  guint32 *code_operation;     /* by piece of code: index in .operations */
  guint32 *user_operation;     /* by user of a piece of code: index in .operations */
} PoplensOperations;

/* Sums the costs by operation of @layer. A layer without contexts has no operations. (transfer
 * full) */
PoplensOperations *poplens_operations_new (const PoplensOperationGround *ground, const char *layer);
void poplens_operations_free (PoplensOperations *self);
/* Returns the index of the operation that is @context, or G_MAXUINT32. */
guint32 poplens_operations_find (const PoplensOperations *self, guint32 context);

/* Code of a vertex type or of an internal exchange. */
typedef struct {
  PoplensMetric metric;
  guint32 item; /* row of the type in PoplensVertices, or of the exchange in PoplensExchanges */
  guint64 bytes;
  guint32 operation; /* index of the operation that uses it, or of the row of shared code */
  guint32 n_users;   /* number of operations that use it */
} PoplensOperationCode;

/* Lists the code that the operation at index @operation uses, or all code if that is G_MAXUINT32.
 * (transfer full): GArray of PoplensOperationCode */
GArray *poplens_operations_code (const PoplensOperations *self,
                                 const PoplensOperationGround *ground, guint32 operation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationGround, poplens_operation_ground_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperations, poplens_operations_free)

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Debug contexts that can be operations: those that made anything, and their ancestors. A file with
 * millions of contexts has some ten thousand of these, so that a search for those of a layer is
 * fast. Private to operation*.c. */

#define POPLENS_NO_NODE G_MAXUINT32

typedef struct {
  guint32 n;
  guint32 *context; /* index in the report's contexts; ascending */
  guint32 *parent;  /* parent node, or POPLENS_NO_NODE */
  guint16 *kind;    /* index in the contexts' kinds */
  guint32 *order;   /* all nodes, each after its parent */
} PoplensOperationNodes;

/* Creates nodes for the contexts @used and their ancestors. Ignores values that are not contexts.
 * @nodes: (out): [@n_used] node of each, or POPLENS_NO_NODE. Takes linear time in the contexts of
 * the file. (transfer full) */
PoplensOperationNodes *poplens_operation_nodes_new (const PoplensDebugContexts *contexts,
                                                    const guint32 *used, gsize n_used,
                                                    guint32 *nodes);
void poplens_operation_nodes_free (PoplensOperationNodes *self);

/* Returns for each node: itself if its kind is in @of_layer, else its nearest ancestor of such a
 * kind, or POPLENS_NO_NODE. (transfer full): [n] */
guint32 *poplens_operation_nodes_owners (const PoplensOperationNodes *self,
                                         const gboolean *of_layer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationNodes, poplens_operation_nodes_free)

/* ---- layers ---------------------------------------------------------------------------------- */

/* A layer of debug.cbor whose operations can be listed. */

typedef struct {
  guint32 name;         /* string of the contexts */
  guint32 n_contexts;   /* number of contexts of the layer */
  guint32 n_programs;   /* number of programs that one of its contexts made */
  double mean_distance; /* mean number of contexts between a program's own and the nearest of the
                           layer */
} PoplensOperationLayer;

/* Lists the layers, outermost first: by falling distance from the programs. Layers that made no
 * program come last. (transfer full): GArray of PoplensOperationLayer */
GArray *poplens_operation_layers (const PoplensOperationGround *ground);

/* Returns the default layer, as an index in @layers: the outermost of those that made the most
 * programs; but a framework's if that made at least half as many. G_MAXUINT: none made any. */
guint poplens_operation_layers_default (const PoplensOperationGround *ground, const GArray *layers);

/* ---- paths ----------------------------------------------------------------------------------- */

/* Returns the key ("shared-code") of a kind other than POPLENS_OPERATION_CONTEXT; the function
 * below its name ("Code shared by operations"). Static. */
const char *poplens_operation_kind_key (PoplensOperationKind kind);
const char *poplens_operation_kind_name (PoplensOperationKind kind);
/* Returns the context's name, else its function, else its kind and ID: never empty. (transfer
 * full) */
char *poplens_operation_context_name (const PoplensDebugContexts *contexts, guint32 context);

/* Paths of all contexts that can be operations, in any layer. Immutable. */
typedef struct _PoplensOperationPaths PoplensOperationPaths;

/* Computes the paths in one pass over the contexts that made anything. @ground must outlive it.
 * (transfer full) */
PoplensOperationPaths *poplens_operation_paths_new (const PoplensOperationGround *ground);
void poplens_operation_paths_free (PoplensOperationPaths *self);
/* Returns the tree of paths of the operations of a layer; its things are indices of operations. An
 * operation without a name has the path and the name of poplens_operation_context_name ().
 * (transfer full) */
PoplensPathTree *poplens_operation_paths_tree (const PoplensOperationPaths *self,
                                               const PoplensOperations *operations);

G_END_DECLS
