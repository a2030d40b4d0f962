/* The program tree in preorder, and the steps of liveness as a tree. */
#pragma once

#include "model/liveness.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef struct {
  guint32 row;       /* in PoplensPrograms */
  guint16 depth;     /* 0: a root */
  int entry;         /* of a root: index of its control program, or -1 */
  int function;      /* of a root: index of its function, or -1 */
  gboolean repeated; /* the program is in the tree already: its children are not listed again */
} PoplensProgramNode;

/* Control programs first, then functions that none of them holds, then programs that nothing refers
 * to; each with its children. A program that the file makes its own ancestor, or gives two parents,
 * is listed each time, but its children only the first time: so damaged files end too. Children
 * that the file does not have are left out. (transfer full) GArray of PoplensProgramNode */
GArray *poplens_program_tree (const PoplensPrograms *programs);

/* Control code bytes of a program itself, all tiles: its own list minus its children's, never below
 * 0. */
guint64 poplens_program_own_code (const PoplensPrograms *programs, guint32 row);

/* Depth of each step, 0 for a step without a parent before it. (transfer full) n_steps values */
guint16 *poplens_liveness_depths (const PoplensLiveness *liveness);

/* Highest not-always-live bytes of one IPU (index into liveness->ipu), and the first step with it.
 */
guint64 poplens_liveness_ipu_peak (const PoplensLiveness *liveness, guint32 index, guint32 *step);

G_END_DECLS
