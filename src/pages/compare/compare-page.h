/* Pages of two reports beside each other: what they show where the report has another one to be
 * compared with (poplens_report_set_other()). Tables of two reports are most of it; Memory and
 * Liveness draw both reports, and the difference below. For the files of this room. */
#pragma once

#include "analysis/compare/compare.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Puts the choice between both reports and the first alone on a page that can compare, where
 * @report has another; TRUE where it is both. */
gboolean poplens_compare_page_is_asked (PoplensPage *page, PoplensReport *report);
/* TRUE if the page is of both reports, as its location asks for. */
gboolean poplens_compare_page_is_shown (const PoplensPage *page);
/* @location without the tab and the values that its page has of two reports alone. (transfer full)
 */
PoplensLocation *poplens_compare_page_leave (const PoplensLocation *location);
/* In place of the page's own. FALSE where it cannot be shown at all. */
gboolean poplens_compare_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                    GError **error);

/* One page that is made; the reports belong to whoever fills it. */
typedef struct {
  PoplensPage *page;
  const PoplensPageContext *context;
  PoplensReport *of[POPLENS_N_SIDES];
} PoplensComparePage;

gboolean poplens_compare_insights_fill (PoplensComparePage *self, GError **error);
gboolean poplens_compare_memory_fill (PoplensComparePage *self, GError **error);
gboolean poplens_compare_operations_fill (PoplensComparePage *self, GError **error);
gboolean poplens_compare_liveness_fill (PoplensComparePage *self, GError **error);
/* Chart and table of what fills a tile, as tabs that are made when they come to the front. */
void poplens_compare_contents_add (PoplensComparePage *self);
/* Where both reports tell of their time; else the page is as it was but for a notice that says why,
 * and *@has is FALSE. */
gboolean poplens_compare_time_fill (PoplensComparePage *self, gboolean *has, GError **error);
/* For a page that does not read the steps: the same sentence where the time of both was worked out
 * already, else that @cycles changed; and a way to why. */
gboolean poplens_compare_time_add_known (PoplensComparePage *self, PoplensAmount cycles,
                                         GError **error);
/* The difference flame with what is said of it, as the chart of the page; *@has as above. */
gboolean poplens_compare_flame_add (PoplensComparePage *self, gboolean *has, GError **error);
/* Both traces on one axis, likewise. */
gboolean poplens_compare_traces_add (PoplensComparePage *self, gboolean *has, GError **error);
/* Adds what became of the findings on time, where both reports tell of it. @counted: (nullable)
 * (out) (transfer full) (nullable): "On time: 1 worse" */
gboolean poplens_compare_time_add_findings (PoplensComparePage *self, char **counted,
                                            GError **error);
/* Nobody is to wait for the cycles of all steps over a link unasked. */
gboolean poplens_compare_page_reads_steps (const PoplensComparePage *self);

/* The part of both; NULL where it is absent or damaged in one, which is said in a notice of the
 * page. FALSE only where nothing more can be read. */
gboolean poplens_compare_page_load (PoplensComparePage *self, PoplensPart part,
                                    gconstpointer data[POPLENS_N_SIDES], GError **error);
/* Says on the page why something cannot be compared, and clears @local; FALSE with it as @error
 * where nothing more can be read. */
gboolean poplens_compare_page_forgive (PoplensComparePage *self, GError **local, GError **error);
/* A choice among the IPUs that ran steps in both, where the executions are loaded. */
void poplens_compare_page_add_ipus (PoplensComparePage *self);
/* A table of two reports as a section of a page of tables. */
gboolean poplens_compare_page_add_table (PoplensComparePage *self, const char *name,
                                         const char *title, gboolean on_top, GError **error);
/* Key of the tab of memory-categories with a row for each tile and kind. */
#define POPLENS_COMPARE_BY_TILE "memory-categories-by-tile"
/* A tab with a table of two reports: @key is its name, but for BY_TILE. It must be one of tabs[]
 * (compare-page.c). */
gboolean poplens_compare_page_add_tab (PoplensComparePage *self, const char *key, GError **error);
/* Adds such a tab, whose table is made when it comes to the front. */
void poplens_compare_page_add_partial_tab (PoplensComparePage *self, const char *key);
/* One of two amounts; bytes in the unit of the larger one. */
const char *poplens_compare_format_beside (PoplensNumber buffer, gint64 amount, gint64 other,
                                           PoplensUnit unit, PoplensByteUnit bytes);
/* "12.3 MiB → 12.9 MiB: +0.60 MiB (+4.9 %)". (transfer full) */
char *poplens_compare_page_words (PoplensUnit unit, PoplensAmount amount, PoplensByteUnit bytes);
/* ". Removed: 3 tiles. Added: 1 tile": what only one report has, where there is any. */
void poplens_compare_page_say_alone (GString *text, const guint32 only[POPLENS_N_SIDES],
                                     const char *noun);
/* A series as the first or the second report has it. @values: (transfer full) */
void poplens_compare_page_add_series (PoplensComparePage *self, PoplensChart *chart,
                                      PoplensSide side, guint64 *values);

G_END_DECLS
