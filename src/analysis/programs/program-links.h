/* Finds which programs hold or call each program, and sums values over all programs below one.
 * Built once in O(programs), so that tables of all programs take linear time. */
#pragma once

#include "model/programs.h"

G_BEGIN_DECLS

typedef struct _PoplensProgramLinks PoplensProgramLinks;

/* Builds the links between all programs. @own: (array length=programs->n) (nullable): value of each
 * program, for poplens_program_links_sum_below (). The input may be freed afterwards. (transfer
 * full) */
PoplensProgramLinks *poplens_program_links_new (const PoplensPrograms *programs,
                                                const guint32 *own);
void poplens_program_links_free (PoplensProgramLinks *self);

/* Returns the rows of the parents of a program (those that have it among their children),
 * ascending, each once. @row: of the program. @n: (out): number of parents. (transfer none) */
const guint32 *poplens_program_links_parents (const PoplensProgramLinks *self, guint32 row,
                                              guint32 *n);
/* Returns the rows of the programs that call a program, ascending. @row: of the called program. @n:
 * (out): number of callers. (transfer none) */
const guint32 *poplens_program_links_callers (const PoplensProgramLinks *self, guint32 row,
                                              guint32 *n);

/* Returns the sum of the values of all programs that the program at @row holds and calls, directly
 * or not, each counted once; without its own value. O(1) if each program below it has one parent or
 * caller; otherwise O(links between programs that have several). 0 if @self was built without
 * values. */
guint64 poplens_program_links_sum_below (const PoplensProgramLinks *self, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProgramLinks, poplens_program_links_free)

G_END_DECLS
