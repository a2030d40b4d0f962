/* What the causes of a change of the time have in common: iterations, an IPU, a bar, tiles. */
#pragma once

#include "analysis/compare/compare-stragglers.h"
#include "derived/compare/compare-time.h"
#include "tables/compare/compare-time-alone.h"

G_BEGIN_DECLS

/* What is told first, and so what shows it: one of these, or none. */
typedef struct {
  PoplensSlowChange slow;
  PoplensStragglerChange tiles;
} PoplensTimeLead;

/* Sentences on a @change of the program time: on two parts of compute that went opposite ways, or,
 * if the change is not below @noise, on what is most of it; none where nothing is. @changes: of the
 * critical path. @lead: (out): to be cleared */
void poplens_time_parts_append (GString *text, const PoplensComparedTime *self,
                                const GPtrArray *changes, gint64 change, double noise,
                                PoplensTimeLead *lead);
void poplens_time_lead_clear (PoplensTimeLead *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeLead, poplens_time_lead_clear)

G_END_DECLS
