/* The program tree in preorder with sums over it, and the depths of liveness steps. */
#pragma once

#include "model/liveness.h"
#include "model/programs.h"
#include "model/vertices.h"

G_BEGIN_DECLS

typedef struct {
  guint32 row;        /* in PoplensPrograms */
  guint16 depth;      /* 0: a root */
  int entry;          /* of a root: index of its control program; else -1 */
  int function;       /* of a function's program, as a root or below a call: its index; else -1 */
  gboolean repeated;  /* TRUE: listed before, so its children are not listed again */
  gboolean recursive; /* TRUE: repeated, and one of its own ancestors */
} PoplensProgramNode;

/* Selects the roots of a tree. */
typedef enum {
  POPLENS_ROOT_ALL,
  POPLENS_ROOT_ENTRY,    /* one entry point */
  POPLENS_ROOT_FUNCTION, /* one function */
} PoplensRootKind;

typedef struct {
  PoplensRootKind kind;
  guint32 index; /* of the entry point or function */
} PoplensProgramRoot;

/* Lists the tree in preorder: each program with its children and, below a call, the program of the
 * function. With POPLENS_ROOT_ALL: control programs first, then functions that none of them holds
 * or calls, then programs that nothing refers to. A program that is called again, is its own
 * ancestor, or has two parents (damaged files) is listed each time, but its children only once, so
 * the list is finite. Leaves out children that the file lacks. (transfer full) GArray of
 * PoplensProgramNode */
GArray *poplens_program_tree (const PoplensPrograms *programs, PoplensProgramRoot root);

/* Returns the program row of the function that a Call calls; POPLENS_NO_ROW: not a call, or the
 * file lacks it. @function: (out) (optional): index of the function */
guint32 poplens_program_callee (const PoplensPrograms *programs, guint32 row, int *function);

/* Marks the programs for which @in is TRUE and all that they hold and call, directly or not. @in:
 * [programs->n]. (transfer full): [programs->n], TRUE or FALSE */
guint8 *poplens_program_reach (const PoplensPrograms *programs, const guint8 *in);

/* Sums @own over each node and all nodes below it. Repeated nodes count 0. @own: by program row.
 * (transfer full): one value per node */
guint64 *poplens_program_cumulate (const GArray *nodes, const guint64 *own);

/* Marks the hot path: from the root with the largest sum, always to the child with the largest, the
 * first of equals, until no child has any. @cumulated: from poplens_program_cumulate (). (transfer
 * full): one byte per node */
guint8 *poplens_program_hot_path (const GArray *nodes, const guint64 *cumulated);

/* Returns the control code of a program itself, in bytes over all tiles: its own list minus its
 * children's, at least 0. */
guint64 poplens_program_own_code (const PoplensPrograms *programs, guint32 row);
/* Sums the control code of all programs themselves, functions included, in bytes. The category
 * Control code is larger, as it also has code of no program. FALSE if no program records any. */
gboolean poplens_programs_sum_code (const PoplensPrograms *programs, guint64 *bytes);

/* Returns the row of the compute set that a program executes; G_MAXUINT32: none, or the file lacks
 * it. @vertices: (nullable): NULL: G_MAXUINT32 */
guint32 poplens_program_compute_set (const PoplensPrograms *programs,
                                     const PoplensVertices *vertices, guint32 row);

/* Returns the depth of each step; 0 for a step whose parent does not come before it. (transfer
 * full): [n_steps] */
guint16 *poplens_liveness_depths (const PoplensLiveness *liveness);

/* Returns the highest not-always-live bytes of one IPU over all steps. @index: into liveness->ipu.
 * @step: (out): the first step with that many bytes */
guint64 poplens_liveness_ipu_peak (const PoplensLiveness *liveness, guint32 index, guint32 *step);

G_END_DECLS
