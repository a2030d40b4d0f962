/* The finding that a location follows (keys "finding" and "at"): its texts, and each place in the
 * report that it is about. */
#pragma once

#include "analysis/insights/insights.h"
#include "analysis/time/time-occurrences.h"
#include "derived/operations/operations-source.h"
#include "model/location.h"
#include "pages/core/page.h"
#include "report/report.h"

G_BEGIN_DECLS

/* One place of a finding: a step on one or several IPUs, a time span outside the program, or a
 * tile. */
typedef struct {
  guint64 from, to; /* cycles to show; 0 for a tile */
  guint64 cost;     /* tile cycles or bytes that the finding costs here */
  guint32 row;      /* row of steps_by_ipu, the costliest if there are several; G_MAXUINT32: none */
  guint32 tile;     /* tile number; G_MAXUINT32: none */
} PoplensOccurrence;

/* A finding, ready to be shown. Immutable. */
typedef struct {
  PoplensReport *report;
  char *title;          /* "Idle tiles, 3.8 %" */
  char *text;           /* full sentence; NULL: the report has no such finding */
  char *brief;          /* .text with an operation replaced by its short label; NULL if .text is */
  char *advice;         /* (nullable) what to change */
  GArray *occurrences;  /* PoplensOccurrence, costliest first; may be empty */
  gboolean is_of_tiles; /* the finding is about the slowest tile of each step */
  GArray *rows;         /* (nullable) time findings: PoplensTimeOccurrence, in the same order */
} PoplensPageFinding;

/* Computes the finding @name, a value of the key "finding". Call it on a worker thread. NULL with
 * @error only if cancelled or if the file changed. (transfer full) */
PoplensPageFinding *poplens_page_finding_new (PoplensReport *report, const char *name,
                                              PoplensByteUnit unit, GCancellable *cancellable,
                                              GError **error);
void poplens_page_finding_free (PoplensPageFinding *self);

/* TRUE if the page of @location can show where the followed finding occurs. FALSE for pages of two
 * reports. */
gboolean poplens_page_shows_finding (const PoplensLocation *location);
/* "Idle tiles": the title to show before the finding is computed. (transfer full) */
char *poplens_finding_name_title (const char *name);
/* "3.8 %", "24.9 MiB": the amount of the finding; "" if it has none. (transfer full) */
char *poplens_finding_value (const PoplensFinding *finding, PoplensByteUnit unit);

/* Returns the occurrence that @location is at: the number of the key "at", or that of another step
 * that was selected since; the first if there is no "at". G_MAXUINT: the finding has no
 * occurrences. */
guint poplens_page_finding_at (const PoplensPageFinding *self, const PoplensLocation *location);
/* Returns @location with occurrence @at selected, and without filters that would hide it. *@lifted:
 * (out) (nullable): static text that names the removed filter. The trace is zoomed unless the
 * occurrence is within @view_from … @view_to and at least @least of its width. @source: (nullable):
 * operations of the shown page, of which the step's is selected. (transfer full) */
PoplensLocation *poplens_page_finding_show (const PoplensPageFinding *self,
                                            const PoplensLocation *location, guint at,
                                            const PoplensOperationSource *source, double view_from,
                                            double view_to, double least, const char **lifted);
/* Names occurrence @at: "Step 139, IPU 0, tile 738"; "Tile 203". (transfer full) */
char *poplens_page_finding_selected (const PoplensPageFinding *self, guint at);
/* TRUE if occurrence @at is a step or a tile, which have a card; FALSE for a span of cycles. */
gboolean poplens_page_finding_has_card (const PoplensPageFinding *self, guint at);
/* Returns the operations that @page shows; NULL for other pages, and if it shows source lines. */
const PoplensOperationSource *poplens_page_operation_source (const PoplensPage *page);
/* Returns ascending indices of operations in @source whose steps the finding is about. (transfer
 * full): guint32 */
GArray *poplens_page_finding_operations (const PoplensPageFinding *self,
                                         const PoplensOperationSource *source);
/* Marks the rows of steps_by_ipu that the finding is about: a byte for each of @n_rows, TRUE or
 * FALSE. (transfer full) */
guint8 *poplens_page_finding_rows (const PoplensPageFinding *self, guint32 n_rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPageFinding, poplens_page_finding_free)

G_END_DECLS
