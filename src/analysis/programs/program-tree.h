/* Lists the program tree in preorder, sums values over its nodes, and finds the depth of liveness
 * steps in their own tree. */
#pragma once

#include "model/liveness.h"
#include "model/programs.h"
#include "model/vertices.h"

G_BEGIN_DECLS

typedef struct {
  guint32 row;   /* row of the program in PoplensPrograms */
  guint16 depth; /* depth in the tree; 0: a root */
  int entry;     /* index of the entry point whose root this node is; −1: not an entry point */
  int function;  /* index of the function whose program this node is, as a root or below a Call;
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

/* Lists the program tree in preorder. The program of a function is listed below each Call.
 * POPLENS_ROOT_ALL lists control programs first, then functions that are not listed yet, then
 * programs without a parent or caller. A program that occurs several times is listed each time, but
 * its children only once, so the list is finite. Skips children that the file lacks. (transfer
 * full): GArray of PoplensProgramNode */
GArray *poplens_program_tree (const PoplensPrograms *programs, PoplensProgramRoot root);

/* Returns the row of the program of the function that a Call calls; POPLENS_NO_ROW if @row is not a
 * Call, or the file lacks the function. @function: (out) (optional): index of the function */
guint32 poplens_program_callee (const PoplensPrograms *programs, guint32 row, int *function);

/* Returns TRUE for each program in @in, and for all programs that these programs hold or call,
 * directly or not. @in: [programs->n] TRUE for the programs to start with. (transfer full):
 * [programs->n] */
guint8 *poplens_program_reach (const PoplensPrograms *programs, const guint8 *in);

/* Returns for each node the sum of @own over the node and all nodes below it. Repeated nodes count
 * 0. @own: by row of the program. (transfer full): one value per node */
guint64 *poplens_program_cumulate (const GArray *nodes, const guint64 *own);

/* Marks the hot path: begins at the root with the largest sum, and goes on to the child with the
 * largest sum (of equal ones the first), until all children have 0. @cumulated: from
 * poplens_program_cumulate (). (transfer full): one byte per node */
guint8 *poplens_program_hot_path (const GArray *nodes, const guint64 *cumulated);

/* Returns the bytes of control code of a program without its children, over all tiles; at least 0.
 * (The file includes the children.) */
guint64 poplens_program_own_code (const PoplensPrograms *programs, guint32 row);
/* Sums the bytes of control code of all programs, functions included. The memory category Control
 * code is larger: it includes code that belongs to no program. FALSE if no program records control
 * code. */
gboolean poplens_programs_sum_code (const PoplensPrograms *programs, guint64 *bytes);

/* Returns the row of the compute set that a program executes; G_MAXUINT32 if it executes none, or
 * the file lacks it. @vertices: (nullable): NULL: the result is G_MAXUINT32 */
guint32 poplens_program_compute_set (const PoplensPrograms *programs,
                                     const PoplensVertices *vertices, guint32 row);

/* Returns the depth of each liveness step in the tree of steps. A step whose parent does not come
 * before it has depth 0. (transfer full): [n_steps] */
guint16 *poplens_liveness_depths (const PoplensLiveness *liveness);

/* Returns the most live bytes on one IPU over all steps, not counting always-live bytes. @index: of
 * the IPU in liveness->ipu. @step: (out): first step with this many bytes */
guint64 poplens_liveness_ipu_peak (const PoplensLiveness *liveness, guint32 index, guint32 *step);

G_END_DECLS
