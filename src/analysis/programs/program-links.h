/* Links of the program tree upwards: which programs hold or call each one, and sums over all
 * programs below one. Built once in O(programs), so that tables of all programs take linear
 * time. */
#pragma once

#include "model/programs.h"

G_BEGIN_DECLS

typedef struct _PoplensProgramLinks PoplensProgramLinks;

/* Builds the links. @own: (array length=programs->n) (nullable): values by row, which
 * poplens_program_links_sum_below () adds up. The input may be freed afterwards. (transfer full) */
PoplensProgramLinks *poplens_program_links_new (const PoplensPrograms *programs,
                                                const guint32 *own);
void poplens_program_links_free (PoplensProgramLinks *self);

/* Returns the rows of the programs that have the one at @row among their children, ascending, each
 * once. @n: (out): their number. (transfer none) */
const guint32 *poplens_program_links_parents (const PoplensProgramLinks *self, guint32 row,
                                              guint32 *n);
/* Returns the rows of the programs that call the one at @row, ascending. @n: (out): their number.
 * (transfer none) */
const guint32 *poplens_program_links_callers (const PoplensProgramLinks *self, guint32 row,
                                              guint32 *n);

/* Returns the sum of the values of all programs that the one at @row holds and calls, directly or
 * not: each once, without its own. O(1) if each program below has one parent or caller, else
 * O(links between those that have several). 0 if @self was built without values. */
guint64 poplens_program_links_sum_below (const PoplensProgramLinks *self, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProgramLinks, poplens_program_links_free)

G_END_DECLS
