/* State of building the page Summary, shared by the files of pages/summary only. */
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
  const PoplensTime *time; /* (nullable) owned by the report; NULL: not computed yet, or unknown */
  PoplensTimeFindings *found; /* (nullable) findings on time; NULL: unknown */
  char *no_time;              /* (nullable) sentence that says why .time is NULL */
  gboolean time_comes;        /* TRUE if .time is loaded later, and the page is built again then */
  PoplensContentsAnswer contents; /* contents of the fullest tile; valid if .has_contents */
  gboolean has_contents;
  const PoplensFit *fit; /* (nullable) changes that can make the model fit; owned by the report.
                            NULL: not computed yet, unknown, or the model fits */
  PoplensFitPlan *plan;  /* (nullable) plan that makes the model fit; NULL if .fit is NULL */
  char *no_plan;         /* (nullable) sentence that says why there is no .plan */
  GStrv applied;         /* (nullable) keys of the What If changes in the location */
  PoplensFitPlan *with;  /* (nullable) bytes that tiles need after the changes .applied */
  const char *framework; /* (static) framework whose options the rows of the plan show */
  gboolean kinds_come;   /* TRUE if .contents and .fit are loaded later, and the page is built again
                            then */
  GHashTable *dismissed; /* names of dismissed findings */
} PoplensSummary;

/* Loads the data that are available at once. If data are still to be loaded, marks @page as
 * PARTIAL. FALSE with @error if the page cannot be shown. FALSE without @error if a PARTIAL page is
 * not worth showing. */
gboolean poplens_summary_init (PoplensSummary *self, PoplensPage *page,
                               const PoplensPageContext *context, GError **error);
void poplens_summary_clear (PoplensSummary *self);
gboolean poplens_summary_is_over (const PoplensSummary *self);

/* Adds the cards with bars: program time, and memory of the fullest tile. */
void poplens_summary_add_bars (const PoplensSummary *self, PoplensPage *page,
                               const PoplensPageContext *context);
/* Adds the next steps or, if the model does not fit, the plan. FALSE with @error. */
gboolean poplens_summary_add_steps (PoplensSummary *self, PoplensPage *page,
                                    const PoplensPageContext *context, GError **error);

/* Formats a range: "515–1,039 KiB". If both ends have the same unit, it is written once. (transfer
 * full) */
char *poplens_summary_format_range (const guint64 range[2], PoplensByteUnit unit);

/* TRUE if the next steps, or the plan of a model that does not fit, are loaded later. */
gboolean poplens_summary_steps_come (const PoplensSummary *self);

/* Adds a fact with the number of contexts in debug.cbor. Until the file is loaded, shows the size
 * of the file, and marks @page (nullable) as PARTIAL. */
void poplens_summary_add_debug (PoplensPage *page, const PoplensPageContext *context,
                                GPtrArray *facts);
/* If parts or files are missing, adds the fact "Missing" with their numbers ("2 parts, 3 files")
 * and names. */
void poplens_summary_add_absent (GPtrArray *facts, PoplensReport *report);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensSummary, poplens_summary_clear)

G_END_DECLS
