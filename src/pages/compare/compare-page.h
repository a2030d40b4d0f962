/* Pages that compare a report with another one (poplens_report_set_other ()). Memory, Liveness and
 * Execution Trace draw both reports; the other pages are mostly tables of differences. Used within
 * src/pages only. */
#pragma once

#include "analysis/compare/compare.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Adds a control that shows or hides the comparison, if the page can compare @report with another
 * report. TRUE if the page shows both reports. */
gboolean poplens_compare_page_is_asked (PoplensPage *page, PoplensReport *report);
/* TRUE if the page shows both reports: there is a second report, the page can compare, and the
 * location does not ask for a single report. */
gboolean poplens_compare_page_is_shown (const PoplensPage *page);
/* Returns @location for the page of one report: drops a tab and values that only the page of two
 * reports has. (transfer full) */
PoplensLocation *poplens_compare_page_leave (const PoplensLocation *location);
/* Fills a page that compares two reports; called instead of the function that fills the page of one
 * report. FALSE with @error if the page cannot be shown at all. */
gboolean poplens_compare_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                    GError **error);

/* A page of two reports while it is filled. All pointers belong to the caller. */
typedef struct {
  PoplensPage *page;
  const PoplensPageContext *context;
  PoplensReport *of[POPLENS_N_SIDES];
} PoplensComparePage;

gboolean poplens_compare_insights_fill (PoplensComparePage *self, GError **error);
gboolean poplens_compare_memory_fill (PoplensComparePage *self, GError **error);
gboolean poplens_compare_operations_fill (PoplensComparePage *self, GError **error);
gboolean poplens_compare_liveness_fill (PoplensComparePage *self, GError **error);
/* Adds two tabs with the tile contents, as a treemap and as a table. Each has a control for the
 * order of contents. A tab is made when it comes to the front. */
void poplens_compare_contents_add (PoplensComparePage *self);
/* Fills Execution Trace. @has: (out): FALSE if time cannot be compared and only a notice was added.
 * FALSE with @error only if nothing more can be read. */
gboolean poplens_compare_time_fill (PoplensComparePage *self, gboolean *has, GError **error);
/* Adds a notice on the change in time to a page that does not read the steps. If the time of both
 * reports is cached, the notice is the same as in Execution Trace. Otherwise it gives the change of
 * @cycles. */
gboolean poplens_compare_time_add_known (PoplensComparePage *self, PoplensAmount cycles,
                                         GError **error);
/* Adds the flame graph of changes as the page's chart, and a notice. @has: (out): FALSE if time
 * cannot be compared. FALSE with @error only if nothing more can be read. */
gboolean poplens_compare_flame_add (PoplensComparePage *self, gboolean *has, GError **error);
/* Adds the traces of both reports, on one axis, as the page's chart. @has: (out): FALSE if they
 * cannot be compared. FALSE with @error only if nothing more can be read. */
gboolean poplens_compare_traces_add (PoplensComparePage *self, gboolean *has, GError **error);
/* Adds the changed findings on time, if both reports have findings on time. @counted: (out)
 * (optional) (transfer full) (nullable): number of findings by verdict: "On time: 1 worse". FALSE
 * with @error only if nothing more can be read. */
gboolean poplens_compare_time_add_findings (PoplensComparePage *self, char **counted,
                                            GError **error);
/* TRUE if the page may read the cycles of all steps. If a report is on another computer, only a
 * WHOLE page may. */
gboolean poplens_compare_page_reads_steps (const PoplensComparePage *self);

/* Loads @part of both reports into @data. If a report lacks the part or it is damaged, its entry is
 * NULL, and a notice says so. FALSE with @error only if nothing more can be read. */
gboolean poplens_compare_page_load (PoplensComparePage *self, PoplensPart part,
                                    gconstpointer data[POPLENS_N_SIDES], GError **error);
/* Adds a notice for @local, an error of the comparison, and clears it. If nothing more can be read,
 * moves @local to @error instead, and returns FALSE. */
gboolean poplens_compare_page_forgive (PoplensComparePage *self, GError **local, GError **error);
/* Adds a choice of the IPUs that ran steps in both reports, if the executions are loaded. */
void poplens_compare_page_add_ipus (PoplensComparePage *self);
/* Adds a section with the comparison table @name. @on_top: see PoplensTableLook. FALSE with @error
 * only if nothing more can be read. */
gboolean poplens_compare_page_add_table (PoplensComparePage *self, const char *name,
                                         const char *title, gboolean on_top, GError **error);
/* Key of the tab that shows the table memory-categories by tile and category. */
#define POPLENS_COMPARE_BY_TILE "memory-categories-by-tile"
/* Adds a tab with a comparison table. @key: an entry of tabs[] in compare-page.c: the name of the
 * table, or POPLENS_COMPARE_BY_TILE. FALSE with @error only if nothing more can be read. */
gboolean poplens_compare_page_add_tab (PoplensComparePage *self, const char *key, GError **error);
/* Adds a tab as poplens_compare_page_add_tab () does, but makes its table only when it comes to the
 * front. */
void poplens_compare_page_add_partial_tab (PoplensComparePage *self, const char *key);
/* Formats @amount for a text that also contains @other. Chooses the unit of bytes by the larger of
 * both amounts. Returns @buffer or a static text. */
const char *poplens_compare_format_beside (PoplensNumber buffer, gint64 amount, gint64 other,
                                           PoplensUnit unit, PoplensByteUnit bytes);
/* Describes a change: "12.3 MiB → 12.9 MiB: +0.60 MiB (+4.9 %)". (transfer full) */
char *poplens_compare_page_words (PoplensUnit unit, PoplensAmount amount, PoplensByteUnit bytes);
/* If items are in only one report, appends how many: ". Removed: 3 tiles. Added: 1 tile". @only:
 * number of such items in each report. */
void poplens_compare_page_say_alone (GString *text, const guint32 only[POPLENS_N_SIDES],
                                     const char *noun);
/* Adds a series with the values of report @side. @values: (transfer full) */
void poplens_compare_page_add_series (PoplensComparePage *self, PoplensChart *chart,
                                      PoplensSide side, guint64 *values);

G_END_DECLS
