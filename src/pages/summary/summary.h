/* What Summary is made of; for the files of this folder only. */
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
  const PoplensTime *time;        /* NULL: not yet, or never; the report's */
  PoplensTimeFindings *found;     /* NULL: no .time, or they cannot be read */
  char *no_time;                  /* why there is none: a sentence */
  gboolean time_comes;            /* it is there later */
  PoplensContentsAnswer contents; /* what fills the fullest tile, where .has_contents */
  gboolean has_contents;
  const PoplensFit *fit; /* of a model that does not fit: NULL: not yet, or never; the report's */
  PoplensFitPlan *plan;  /* NULL: no .fit */
  char *no_plan;         /* why there is none: a sentence, or NULL */
  GStrv applied;         /* (nullable): keys of changes that the location has applied … */
  PoplensFitPlan *with;  /* … and what they make of the memory; NULL: no plan */
  const char *framework; /* (static): whose options the plan has */
  gboolean kinds_come;   /* contents and fit are there later */
  GHashTable *dismissed; /* findings */
} PoplensSummary;

/* Loads what comes at once, and says on @page what makes it partial. FALSE where the page cannot be
 * shown at all, or with POPLENS_EXTENT_PARTIAL not before the rest. */
gboolean poplens_summary_init (PoplensSummary *self, PoplensPage *page,
                               const PoplensPageContext *context, GError **error);
void poplens_summary_clear (PoplensSummary *self);
gboolean poplens_summary_is_over (const PoplensSummary *self);

/* The two cards. */
void poplens_summary_add_bars (const PoplensSummary *self, PoplensPage *page,
                               const PoplensPageContext *context);
/* Next steps, or the plan of a model that does not fit. FALSE with an error. */
gboolean poplens_summary_add_steps (PoplensSummary *self, PoplensPage *page,
                                    const PoplensPageContext *context, GError **error);

/* "515–1,039 KiB": the ends of a range in one unit, or each with its own. (transfer full) */
char *poplens_summary_format_range (const guint64 range[2], PoplensByteUnit unit);

/* They are there later. */
gboolean poplens_summary_steps_come (const PoplensSummary *self);

/* What debug.cbor has, or its size as long as it is not read: then @page (nullable) is partial. */
void poplens_summary_add_debug (PoplensPage *page, const PoplensPageContext *context,
                                GPtrArray *facts);
/* "2 parts, 3 files": a part that a table of the profile would hold, a file that is not there. */
void poplens_summary_add_absent (GPtrArray *facts, PoplensReport *report);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensSummary, poplens_summary_clear)

G_END_DECLS
