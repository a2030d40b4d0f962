/* The finding that a location names (keys "finding" and "at"): its texts, and the places in the
 * report where it occurs. */
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
  guint32 row;      /* the costliest row of steps_by_ipu in this place; G_MAXUINT32: none */
  guint32 tile;     /* tile number; G_MAXUINT32: none */
} PoplensOccurrence;

/* A finding, ready to be shown. Immutable. */
typedef struct {
  PoplensReport *report;
  char *title;          /* "Idle tiles, 3.8 %" */
  char *text;           /* the finding as a full sentence; NULL: the report has no such finding */
  char *brief;          /* .text with a short label for the operation; NULL if .text is NULL */
  char *advice;         /* (nullable) what to change */
  GArray *occurrences;  /* PoplensOccurrence, costliest first; may be empty */
  gboolean is_of_tiles; /* the finding is about the slowest tile of each step */
  GArray *rows; /* (nullable) for time findings: the PoplensTimeOccurrence from which .occurrences
                   were made, in the same order */
} PoplensPageFinding;

/* Computes the finding @name, a value of the key "finding". Call it on a worker thread. NULL with
 * @error only if cancelled or if the file changed. (transfer full) */
PoplensPageFinding *poplens_page_finding_new (PoplensReport *report, const char *name,
                                              PoplensByteUnit unit, GCancellable *cancellable,
                                              GError **error);
void poplens_page_finding_free (PoplensPageFinding *self);

/* TRUE if the page of @location can show where the location's finding occurs. FALSE for pages of
 * two reports. */
gboolean poplens_page_shows_finding (const PoplensLocation *location);
/* Returns the title to show before the finding is computed: "Idle tiles". (transfer full) */
char *poplens_finding_name_title (const char *name);
/* Returns the amount of the finding: "3.8 %", "24.9 MiB"; "" if it has none. (transfer full) */
char *poplens_finding_value (const PoplensFinding *finding, PoplensByteUnit unit);

/* Returns the index of the occurrence that @location shows. The key "at" names it, unless the user
 * selected the step of another occurrence later. Without "at", returns 0. G_MAXUINT if the finding
 * has no occurrences. */
guint poplens_page_finding_at (const PoplensPageFinding *self, const PoplensLocation *location);
/* Returns @location with occurrence @at selected. Removes a filter that would hide it; @lifted:
 * (out) (nullable): static text that names this filter. Zooms the trace to the
 * occurrence, unless it is within @view_from … @view_to and fills at least the share @least (0 … 1)
 * of that range. @source: (nullable): operations of the Operations page, where the occurrence is
 * looked up. (transfer full) */
PoplensLocation *poplens_page_finding_show (const PoplensPageFinding *self,
                                            const PoplensLocation *location, guint at,
                                            const PoplensOperationSource *source, double view_from,
                                            double view_to, double least, const char **lifted);
/* Names occurrence @at: "Step 139, IPU 0, tile 738"; "Tile 203". (transfer full) */
char *poplens_page_finding_selected (const PoplensPageFinding *self, guint at);
/* TRUE if the details of occurrence @at can be shown in a card: it is a step or a tile, not a span
 * of cycles. */
gboolean poplens_page_finding_has_card (const PoplensPageFinding *self, guint at);
/* Returns the operations that the chart of @page shows; NULL if it shows none, or source lines
 * instead. */
const PoplensOperationSource *poplens_page_operation_source (const PoplensPage *page);
/* Returns the operations in @source whose steps the finding is about, as ascending indices.
 * (transfer full): guint32 */
GArray *poplens_page_finding_operations (const PoplensPageFinding *self,
                                         const PoplensOperationSource *source);
/* Returns a byte for each row of steps_by_ipu: TRUE if the finding is about the row. (transfer
 * full): [n_rows] */
guint8 *poplens_page_finding_rows (const PoplensPageFinding *self, guint32 n_rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPageFinding, poplens_page_finding_free)

G_END_DECLS
