/* Pages of two reports, for a report that has another to be compared with
 * (poplens_report_set_other()). Most of them are tables; Memory and Liveness draw both reports, and
 * the difference below. Used within src/pages only. */
#pragma once

#include "analysis/compare/compare.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Adds the choice between both reports and the first alone, if the page can compare and @report has
 * another report. TRUE if both are shown. */
gboolean poplens_compare_page_is_asked (PoplensPage *page, PoplensReport *report);
/* TRUE if the page shows both reports, as its location asks. */
gboolean poplens_compare_page_is_shown (const PoplensPage *page);
/* Returns @location without the tab and values that only its page of two reports has. (transfer
 * full) */
PoplensLocation *poplens_compare_page_leave (const PoplensLocation *location);
/* Fills the page of two reports, in place of the page's own function. FALSE with @error if it
 * cannot be shown at all. */
gboolean poplens_compare_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                    GError **error);

/* State of filling one page. All pointers belong to the caller. */
typedef struct {
  PoplensPage *page;
  const PoplensPageContext *context;
  PoplensReport *of[POPLENS_N_SIDES];
} PoplensComparePage;

gboolean poplens_compare_insights_fill (PoplensComparePage *self, GError **error);
gboolean poplens_compare_memory_fill (PoplensComparePage *self, GError **error);
gboolean poplens_compare_operations_fill (PoplensComparePage *self, GError **error);
gboolean poplens_compare_liveness_fill (PoplensComparePage *self, GError **error);
/* Adds chart and table of the tile contents, as tabs that are made when they come to the front. */
void poplens_compare_contents_add (PoplensComparePage *self);
/* Fills Execution Trace. If the time of one report is unknown, adds only a notice with the reason,
 * and sets *@has: (out) to FALSE. FALSE with @error only if nothing more can be read. */
gboolean poplens_compare_time_fill (PoplensComparePage *self, gboolean *has, GError **error);
/* Adds the change in time to a page that does not read the steps: as Execution Trace does if the
 * time of both is computed already, else the change of @cycles. Links to the causes. */
gboolean poplens_compare_time_add_known (PoplensComparePage *self, PoplensAmount cycles,
                                         GError **error);
/* Adds the flame graph of changes, with its notice, as the chart of the page. *@has: (out) as
 * above. */
gboolean poplens_compare_flame_add (PoplensComparePage *self, gboolean *has, GError **error);
/* Adds both traces on one axis as the chart of the page. *@has: (out) as above. */
gboolean poplens_compare_traces_add (PoplensComparePage *self, gboolean *has, GError **error);
/* Adds the changed findings on time, if both reports have time findings. @counted: (out) (optional)
 * (transfer full) (nullable): "On time: 1 worse" */
gboolean poplens_compare_time_add_findings (PoplensComparePage *self, char **counted,
                                            GError **error);
/* FALSE if reading the cycles of all steps would need a slow link: do not start that unasked. */
gboolean poplens_compare_page_reads_steps (const PoplensComparePage *self);

/* Loads the part of both reports into @data. Where it is absent or damaged, the entry is NULL, and
 * a notice says so. FALSE with @error only if nothing more can be read. */
gboolean poplens_compare_page_load (PoplensComparePage *self, PoplensPart part,
                                    gconstpointer data[POPLENS_N_SIDES], GError **error);
/* Adds a notice on why something cannot be compared, and clears @local. FALSE if nothing more can
 * be read: then moves @local to @error. */
gboolean poplens_compare_page_forgive (PoplensComparePage *self, GError **local, GError **error);
/* Adds a choice of the IPUs that ran steps in both reports, if the executions are loaded. */
void poplens_compare_page_add_ipus (PoplensComparePage *self);
/* Adds a comparison table as a section of a page of tables. FALSE with @error only if nothing more
 * can be read. */
gboolean poplens_compare_page_add_table (PoplensComparePage *self, const char *name,
                                         const char *title, gboolean on_top, GError **error);
/* Key of the tab with memory-categories by tile and category. */
#define POPLENS_COMPARE_BY_TILE "memory-categories-by-tile"
/* Adds a tab with a comparison table. @key: name of the table, or POPLENS_COMPARE_BY_TILE; it must
 * be in tabs[] (compare-page.c). FALSE with @error only if nothing more can be read. */
gboolean poplens_compare_page_add_tab (PoplensComparePage *self, const char *key, GError **error);
/* Adds a tab like poplens_compare_page_add_tab (), whose table is made when it comes to the front.
 */
void poplens_compare_page_add_partial_tab (PoplensComparePage *self, const char *key);
/* Formats @amount; bytes in the unit that suits the larger of @amount and @other. Returns @buffer
 * or a static text. */
const char *poplens_compare_format_beside (PoplensNumber buffer, gint64 amount, gint64 other,
                                           PoplensUnit unit, PoplensByteUnit bytes);
/* "12.3 MiB → 12.9 MiB: +0.60 MiB (+4.9 %)". (transfer full) */
char *poplens_compare_page_words (PoplensUnit unit, PoplensAmount amount, PoplensByteUnit bytes);
/* ". Removed: 3 tiles. Added: 1 tile": appends how many each report has alone, if any. */
void poplens_compare_page_say_alone (GString *text, const guint32 only[POPLENS_N_SIDES],
                                     const char *noun);
/* Adds a series with the @values of one report. @values: (transfer full) */
void poplens_compare_page_add_series (PoplensComparePage *self, PoplensChart *chart,
                                      PoplensSide side, guint64 *values);

G_END_DECLS
