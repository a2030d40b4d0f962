/* Links of the program tree the other way: which programs hold and call each one, and sums over all
 * that is below it. Made once in O(programs), so that tables of every program stay linear. */
#pragma once

#include "model/programs.h"

G_BEGIN_DECLS

typedef struct _PoplensProgramLinks PoplensProgramLinks;

/* @own: (array length=programs->n) (nullable): what poplens_program_links_sum_below () adds up, by
 * row. Nothing points into the input. (transfer full) */
PoplensProgramLinks *poplens_program_links_new (const PoplensPrograms *programs,
                                                const guint32 *own);
void poplens_program_links_free (PoplensProgramLinks *self);

/* Returns the rows of the programs that have the one at @row among their children, in rising order,
 * each once. */
const guint32 *poplens_program_links_parents (const PoplensProgramLinks *self, guint32 row,
                                              guint32 *n);
/* Returns the rows of the programs that call the one at @row, in rising order. */
const guint32 *poplens_program_links_callers (const PoplensProgramLinks *self, guint32 row,
                                              guint32 *n);

/* Adds up the values of all that the program at @row holds and calls, however deep, each once and
 * itself not among them. O(1) if each program below has one parent or caller, else O(links between
 * those that have several). 0 if @self was made without values. */
guint64 poplens_program_links_sum_below (const PoplensProgramLinks *self, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProgramLinks, poplens_program_links_free)

G_END_DECLS
