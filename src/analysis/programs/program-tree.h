/* The program tree in preorder, and the steps of liveness as a tree. */
#pragma once

#include "model/liveness.h"
#include "model/programs.h"
#include "model/vertices.h"

G_BEGIN_DECLS

typedef struct {
  guint32 row;        /* in PoplensPrograms */
  guint16 depth;      /* 0: a root */
  int entry;          /* of a root: index of its control program, or -1 */
  int function;       /* of a function's program, as a root or below a call: its index; or -1 */
  gboolean repeated;  /* the program is in the tree already: its children are not listed again */
  gboolean recursive; /* repeated, and it is one of those above it */
} PoplensProgramNode;

/* Which roots a tree has. */
typedef enum {
  POPLENS_ROOT_ALL,
  POPLENS_ROOT_ENTRY,    /* one entry point */
  POPLENS_ROOT_FUNCTION, /* one function */
} PoplensRootKind;

typedef struct {
  PoplensRootKind kind;
  guint32 index; /* of the entry point or function */
} PoplensProgramRoot;

/* Of ALL: control programs first, then functions that none of them holds or calls, then programs
 * that nothing refers to; each with its children, and below a call the program of the function. A
 * program that is called again, that the file makes its own ancestor or gives two parents, is
 * listed each time, but its children only the first time: so recursion and damaged files end too.
 * Children that the file does not have are left out. (transfer full) GArray of PoplensProgramNode
 */
GArray *poplens_program_tree (const PoplensPrograms *programs, PoplensProgramRoot root);

/* Program row of the function that a Call calls, and its index; POPLENS_NO_ROW: not a call, or the
 * file lacks it. @function: (nullable) */
guint32 poplens_program_callee (const PoplensPrograms *programs, guint32 row, int *function);

/* Those for which @in, by program row, is TRUE, and all that they hold and call, however deep.
 * (transfer full) programs->n values, TRUE or FALSE */
guint8 *poplens_program_reach (const PoplensPrograms *programs, const guint8 *in);

/* Σ of @own, by program row, over each node and those below it; nodes that are repeated count
 * nothing. (transfer full) a value a node */
guint64 *poplens_program_cumulate (const GArray *nodes, const guint64 *own);

/* The hot path: the root with the most, and from there down always the child with the most, the
 * first of equals, until there is nothing below. @cumulated: as above. (transfer full) a byte a
 * node */
guint8 *poplens_program_hot_path (const GArray *nodes, const guint64 *cumulated);

/* Control code bytes of a program itself, all tiles: its own list minus its children's, never below
 * 0. */
guint64 poplens_program_own_code (const PoplensPrograms *programs, guint32 row);
/* The same of all programs, functions included: less than the category Control code, which also has
 * code of no program. FALSE where none is recorded. */
gboolean poplens_programs_sum_code (const PoplensPrograms *programs, guint64 *bytes);

/* Row of the compute set that a program executes. G_MAXUINT32: none, or the file lacks it; so
 * without
 * @vertices. */
guint32 poplens_program_compute_set (const PoplensPrograms *programs,
                                     const PoplensVertices *vertices, guint32 row);

/* Depth of each step, 0 for a step without a parent before it. (transfer full) n_steps values */
guint16 *poplens_liveness_depths (const PoplensLiveness *liveness);

/* Highest not-always-live bytes of one IPU (index into liveness->ipu), and the first step with it.
 */
guint64 poplens_liveness_ipu_peak (const PoplensLiveness *liveness, guint32 index, guint32 *step);

G_END_DECLS
