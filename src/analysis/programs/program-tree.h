/* Lists the program tree in preorder, sums values over it, and finds the depths of liveness steps.
 */
#pragma once

#include "model/liveness.h"
#include "model/programs.h"
#include "model/vertices.h"

G_BEGIN_DECLS

typedef struct {
  guint32 row;   /* row of the program in PoplensPrograms */
  guint16 depth; /* depth in the tree; 0: a root */
  int entry;    /* of a root that is an entry point: index of its control program; otherwise −1 */
  int function; /* of the program of a function, as a root or below a call: index of the function;
                   otherwise −1 */
  gboolean repeated; /* TRUE: the program was listed before, so its children are not listed again */
  gboolean recursive; /* TRUE: .repeated, and the program is one of its own ancestors */
} PoplensProgramNode;

/* Selects which roots of the program tree are listed. */
typedef enum {
  POPLENS_ROOT_ALL,
  POPLENS_ROOT_ENTRY,    /* the entry point .index */
  POPLENS_ROOT_FUNCTION, /* the function .index */
} PoplensRootKind;

typedef struct {
  PoplensRootKind kind;
  guint32 index; /* index of the entry point or function */
} PoplensProgramRoot;

/* Lists the program tree in preorder: each program with its children and, below a call, the program
 * of the function. POPLENS_ROOT_ALL lists control programs first, then functions that none of these
 * holds or calls, then programs to which nothing refers. A program that is called again, is its own
 * ancestor, or has two parents (damaged files) is listed each time, but its children only once, so
 * the list is finite. Leaves out children that the file lacks. (transfer full): GArray of
 * PoplensProgramNode */
GArray *poplens_program_tree (const PoplensPrograms *programs, PoplensProgramRoot root);

/* Returns the row of the program of the function that a Call calls; POPLENS_NO_ROW if @row is not a
 * Call, or the file lacks the function. @function: (out) (optional): index of the function */
guint32 poplens_program_callee (const PoplensPrograms *programs, guint32 row, int *function);

/* Returns for each program whether @in is TRUE for it, or for a program that holds or calls it,
 * directly or not. @in: [programs->n]. (transfer full): [programs->n] */
guint8 *poplens_program_reach (const PoplensPrograms *programs, const guint8 *in);

/* Returns for each node the sum of @own over the node and all nodes below it. Repeated nodes count
 * 0. @own: by row of the program. (transfer full): one value per node */
guint64 *poplens_program_cumulate (const GArray *nodes, const guint64 *own);

/* Marks the hot path: begins at the root with the largest sum, and goes on to the child with the
 * largest sum (of equal ones the first), until all children have 0. @cumulated: from
 * poplens_program_cumulate (). (transfer full): one byte per node */
guint8 *poplens_program_hot_path (const GArray *nodes, const guint64 *cumulated);

/* Returns the bytes of control code of a program itself, over all tiles: those that the file lists
 * for it, minus those of its children; at least 0. */
guint64 poplens_program_own_code (const PoplensPrograms *programs, guint32 row);
/* Sums the bytes of control code of all programs, functions included. The category Control code is
 * larger, as it also has code that belongs to no program. FALSE if no program records any. */
gboolean poplens_programs_sum_code (const PoplensPrograms *programs, guint64 *bytes);

/* Returns the row of the compute set that a program executes; G_MAXUINT32 if it executes none, or
 * the file lacks it. @vertices: (nullable): NULL: the result is G_MAXUINT32 */
guint32 poplens_program_compute_set (const PoplensPrograms *programs,
                                     const PoplensVertices *vertices, guint32 row);

/* Returns the depth of each liveness step in the tree; 0 for a step whose parent does not come
 * before it. (transfer full): [n_steps] */
guint16 *poplens_liveness_depths (const PoplensLiveness *liveness);

/* Returns the most live bytes on one IPU over all steps, not counting always-live bytes.
 * @index: of the IPU in liveness->ipu. @step: (out): first step with that number */
guint64 poplens_liveness_ipu_peak (const PoplensLiveness *liveness, guint32 index, guint32 *step);

G_END_DECLS
