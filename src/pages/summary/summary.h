/* Data of the page Summary, shared by the files of pages/summary only. */
#pragma once

#include "derived/headline.h"
#include "derived/insights/contents-source.h"
#include "derived/insights/fit-source.h"
#include "derived/time/time-source.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

typedef struct {
  PoplensHeadlineParts parts;
  PoplensHeadline headline;
  const PoplensTime *time; /* (nullable): not computed yet, or not available; owned by the report */
  PoplensTimeFindings *found;     /* (nullable): no .time, or not readable */
  char *no_time;                  /* (nullable): why there is no time: a sentence */
  gboolean time_comes;            /* .time will be loaded later */
  PoplensContentsAnswer contents; /* if .has_contents: what fills the fullest tile */
  gboolean has_contents;
  const PoplensFit *fit; /* (nullable): of a model that does not fit; NULL: not computed yet, or not
                            available; owned by the report */
  PoplensFitPlan *plan;  /* (nullable): NULL: no .fit */
  char *no_plan;         /* (nullable): why there is no plan: a sentence */
  GStrv applied;         /* (nullable): keys of the changes that the location has */
  PoplensFitPlan *with;  /* (nullable): need with these changes */
  const char *framework; /* (static): framework whose options the plan has */
  gboolean kinds_come;   /* .contents and .fit will be loaded later */
  GHashTable *dismissed; /* names of dismissed findings */
} PoplensSummary;

/* Loads what is available at once, and marks @page as PARTIAL for the rest. FALSE with @error if
 * the page cannot be shown; FALSE without one, for POPLENS_EXTENT_PARTIAL, if such a page is of no
 * use. */
gboolean poplens_summary_init (PoplensSummary *self, PoplensPage *page,
                               const PoplensPageContext *context, GError **error);
void poplens_summary_clear (PoplensSummary *self);
gboolean poplens_summary_is_over (const PoplensSummary *self);

/* Adds the two cards with bars. */
void poplens_summary_add_bars (const PoplensSummary *self, PoplensPage *page,
                               const PoplensPageContext *context);
/* Adds the next steps or, if the model does not fit, the plan. FALSE with @error. */
gboolean poplens_summary_add_steps (PoplensSummary *self, PoplensPage *page,
                                    const PoplensPageContext *context, GError **error);

/* "515–1,039 KiB": formats a range, with one unit if both ends have the same. (transfer full) */
char *poplens_summary_format_range (const guint64 range[2], PoplensByteUnit unit);

/* TRUE if the next steps or the plan will be loaded later. */
gboolean poplens_summary_steps_come (const PoplensSummary *self);

/* Adds a fact on debug.cbor or, until it is loaded, its size; then @page (nullable) becomes
 * PARTIAL. */
void poplens_summary_add_debug (PoplensPage *page, const PoplensPageContext *context,
                                GPtrArray *facts);
/* Adds the fact "Missing": "2 parts, 3 files", with their names; none if nothing is missing. */
void poplens_summary_add_absent (GPtrArray *facts, PoplensReport *report);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensSummary, poplens_summary_clear)

G_END_DECLS
