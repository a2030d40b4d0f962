/* The finding that a location follows (keys "finding" and "at"): what is said of it, and each place
 * of the report that it speaks of. */
#pragma once

#include "analysis/insights/insights.h"
#include "analysis/time/time-occurrences.h"
#include "derived/operations/operations-source.h"
#include "model/location.h"
#include "pages/core/page.h"
#include "report/report.h"

G_BEGIN_DECLS

/* A step on an IPU or a wait of several, a stretch outside the program, or a tile. */
typedef struct {
  guint64 from, to; /* cycles that are to be seen; of a tile 0 */
  guint64 cost;     /* tile cycles or bytes that go from the finding here */
  guint32 row;      /* of steps_by_ipu, of several that with most of the cost; G_MAXUINT32: none */
  guint32 tile;     /* number; G_MAXUINT32: none */
} PoplensOccurrence;

/* Immutable. */
typedef struct {
  PoplensReport *report;
  char *title;          /* "Idle tiles, 3.8 %" */
  char *text;           /* a sentence; NULL: the report has no such finding */
  char *brief;          /* the same with an operation by its short label; NULL as .text */
  char *advice;         /* (nullable) */
  GArray *occurrences;  /* PoplensOccurrence, the costliest first; may be empty */
  gboolean is_of_tiles; /* it speaks of the slowest tile of each step */
  GArray *rows;         /* (nullable) PoplensTimeOccurrence of one on time, in the same order */
} PoplensPageFinding;

/* For a worker. @name: of the key "finding". NULL with an error only where cancelled or changed.
 * (transfer full) */
PoplensPageFinding *poplens_page_finding_new (PoplensReport *report, const char *name,
                                              PoplensByteUnit unit, GCancellable *cancellable,
                                              GError **error);
void poplens_page_finding_free (PoplensPageFinding *self);

/* Whether the page of @location can show where the finding is that it follows; of two reports none
 * does. */
gboolean poplens_page_shows_finding (const PoplensLocation *location);
/* "Idle tiles": what it is called before it is there. (transfer full) */
char *poplens_finding_name_title (const char *name);
/* "3.8 %", "24.9 MiB": what a finding is about; "" for none. (transfer full) */
char *poplens_finding_value (const PoplensFinding *finding, PoplensByteUnit unit);

/* Which occurrence @location is at: what it says, or that of another step selected since; the first
 * where it says nothing. G_MAXUINT: it has none. */
guint poplens_page_finding_at (const PoplensPageFinding *self, const PoplensLocation *location);
/* @location at the occurrence @at, with that selected and what would hide it lifted: *@lifted (out)
 * says what, or is NULL. In view it is as wide as @least of @view_from … @view_to, or fills a tenth
 * of the chart. @source: (nullable): the operations of the page that is shown, of which that of the
 * step is selected. (transfer full) */
PoplensLocation *poplens_page_finding_show (const PoplensPageFinding *self,
                                            const PoplensLocation *location, guint at,
                                            const PoplensOperationSource *source, double view_from,
                                            double view_to, double least, const char **lifted);
/* "Step 139, IPU 0, tile 738"; "Tile 203". (transfer full) */
char *poplens_page_finding_selected (const PoplensPageFinding *self, guint at);
/* Whether that is a thing, which has a card, and not a stretch of cycles. */
gboolean poplens_page_finding_has_card (const PoplensPageFinding *self, guint at);
/* The operations that @page shows; NULL of other pages, and of lines of source code. */
const PoplensOperationSource *poplens_page_operation_source (const PoplensPage *page);
/* Rows of the operations of @source whose steps it speaks of, rising. (transfer full): guint32 */
GArray *poplens_page_finding_operations (const PoplensPageFinding *self,
                                         const PoplensOperationSource *source);
/* Rows of steps_by_ipu that it speaks of, a byte each. (transfer full) */
guint8 *poplens_page_finding_rows (const PoplensPageFinding *self, guint32 n_rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPageFinding, poplens_page_finding_free)

G_END_DECLS
