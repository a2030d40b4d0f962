/* Lists the program tree in preorder, and sums values over its nodes. Also finds the depth of
 * liveness steps in the tree of steps. */
#pragma once

#include "model/liveness.h"
#include "model/programs.h"
#include "model/vertices.h"

G_BEGIN_DECLS

typedef struct {
  guint32 row;   /* row of the program in PoplensPrograms */
  guint16 depth; /* depth in the tree; 0: a root */
  int entry;     /* index of the entry point whose root this node is; −1: not an entry point */
  int function;  /* index of the function that begins at this node, as a root or below a Call; −1:
                    none */
  gboolean repeated; /* TRUE: the program was listed before, so its children are not listed again */
  gboolean recursive; /* TRUE: the program is repeated, and is one of its own ancestors */
} PoplensProgramNode;

/* Selects which roots of the program tree are listed. */
typedef enum {
  POPLENS_ROOT_ALL,
  POPLENS_ROOT_ENTRY,    /* only the entry point PoplensProgramRoot.index */
  POPLENS_ROOT_FUNCTION, /* only the function PoplensProgramRoot.index */
} PoplensRootKind;

typedef struct {
  PoplensRootKind kind;
  guint32 index; /* index of the entry point or function */
} PoplensProgramRoot;

/* Lists the program tree in preorder. The program of a function is listed below each Call of the
 * function. The children of a program are listed only once, so the list is finite. Skips children
 * that the file lacks. @root: POPLENS_ROOT_ALL lists control programs, then the remaining
 * functions, then the remaining programs. (transfer full): GArray of PoplensProgramNode */
GArray *poplens_program_tree (const PoplensPrograms *programs, PoplensProgramRoot root);

/* Returns the row of the program of the function that a Call calls; POPLENS_NO_ROW if @row is not a
 * Call, or the file lacks the function. @function: (out) (optional): index of the function */
guint32 poplens_program_callee (const PoplensPrograms *programs, guint32 row, int *function);

/* Finds the programs in @in, and all programs that these hold or call, directly or not. @in:
 * [programs->n] TRUE for the programs to start with. (transfer full): [programs->n] TRUE for the
 * found programs */
guint8 *poplens_program_reach (const PoplensPrograms *programs, const guint8 *in);

/* Returns for each node the sum of @own over the node and all nodes below it. Repeated nodes count
 * 0. @own: by row of the program. (transfer full): one value per node */
guint64 *poplens_program_cumulate (const GArray *nodes, const guint64 *own);

/* Marks the hot path: the root with the largest sum, then its child with the largest sum, and so
 * on. On a tie, the first is taken. The path ends at a node whose children all have 0. @cumulated:
 * from poplens_program_cumulate (). (transfer full): TRUE for each node on the path */
guint8 *poplens_program_hot_path (const GArray *nodes, const guint64 *cumulated);

/* Returns the bytes of control code of a program on all tiles, without its children; at least 0.
 * The file records the bytes of program and children together. */
guint64 poplens_program_own_code (const PoplensPrograms *programs, guint32 row);
/* Sums the bytes of control code of all programs, functions included. The memory category Control
 * code is larger, because it includes code without a program. FALSE if no program records control
 * code. */
gboolean poplens_programs_sum_code (const PoplensPrograms *programs, guint64 *bytes);

/* Returns the row of the compute set that a program executes; G_MAXUINT32 if it executes none, or
 * the file lacks it. @vertices: (nullable): NULL: the result is G_MAXUINT32 */
guint32 poplens_program_compute_set (const PoplensPrograms *programs,
                                     const PoplensVertices *vertices, guint32 row);

/* Returns the depth of each liveness step in the tree of steps. A step without an earlier step as
 * its parent has depth 0. (transfer full): [n_steps] */
guint16 *poplens_liveness_depths (const PoplensLiveness *liveness);

/* Returns the peak of not-always-live bytes on one IPU over all steps. @index: index of the IPU in
 * liveness->ipu. @step: (out): first step at the peak */
guint64 poplens_liveness_ipu_peak (const PoplensLiveness *liveness, guint32 index, guint32 *step);

G_END_DECLS
