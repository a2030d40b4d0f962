/* Finds which programs hold or call each program, and sums values over all programs below a
 * program. The links are built once in O(programs), so tables of all programs take linear time. */
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

/* Returns the rows of the programs that have the program @row as a child, ascending, without
 * duplicates. @n: (out): number of parents. (transfer none) */
const guint32 *poplens_program_links_parents (const PoplensProgramLinks *self, guint32 row,
                                              guint32 *n);
/* Returns the rows of the programs that call a program, ascending. @row: of the called program. @n:
 * (out): number of callers. (transfer none) */
const guint32 *poplens_program_links_callers (const PoplensProgramLinks *self, guint32 row,
                                              guint32 *n);

/* Returns the sum of the values of all programs that @row holds or calls, directly or not. Counts
 * each program once, and leaves out @row itself. 0 if @self was built without values. Takes O(1) if
 * each program below @row has one parent or caller. Otherwise takes time linear in the links to
 * programs with several parents or callers. */
guint64 poplens_program_links_sum_below (const PoplensProgramLinks *self, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProgramLinks, poplens_program_links_free)

G_END_DECLS
