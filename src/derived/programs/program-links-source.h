/* The links of a report's programs, with their executed steps. Kept with the report, as a table per
 * program asks for them. */
#pragma once

#include "analysis/programs/program-links.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Reference counted and immutable. */
typedef struct {
  PoplensProgramLinks *links; /* sums are of executed steps */
} PoplensProgramLinksKept;

/* Returns the links of @programs, which are those of any compilation step; those of another than
 * the first are made each time, and without sums, as nothing of them was executed. NULL with
 * @error. (transfer full) */
PoplensProgramLinksKept *poplens_program_links_of (PoplensReport *report,
                                                   const PoplensPrograms *programs,
                                                   GCancellable *cancellable, GError **error);
void poplens_program_links_unref (PoplensProgramLinksKept *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensProgramLinksKept, poplens_program_links_unref)

G_END_DECLS
