/* PoplensPageSearch: finds the items of a page's chart that match the page's search field, on a
 * worker. Shows the matches in the chart, counts them, and steps through them. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/page/page-bundle.h"

G_BEGIN_DECLS

typedef struct _PoplensPageSearch PoplensPageSearch;

/* Called when the matches change, or another match becomes the current one. */
typedef void (*PoplensPageSearchFunc) (gpointer data);

/* Makes a search in @chart. @chart: (transfer none): must outlive the result. @changed: called with
 * @data when matches change. */
PoplensPageSearch *poplens_page_search_new (PoplensChartWidget *chart,
                                            PoplensPageSearchFunc changed, gpointer data);
void poplens_page_search_free (PoplensPageSearch *self);
/* Searches the page of @bundle for the words of @location. Does nothing if page and words are the
 * same as before. */
void poplens_page_search_run (PoplensPageSearch *self, PoplensPageBundle *bundle,
                              const PoplensLocation *location);
/* Goes to the next (@by 1) or previous (−1) match, wrapping around, and scrolls to it. Without a
 * current match, goes to the first that begins at or after the start of the view. @hit: (out): the
 * new current match. FALSE if there is no match. */
gboolean poplens_page_search_step (PoplensPageSearch *self, int by, PoplensItemRange *hit);
/* Call after the user typed into control @key. For a search field, poplens_page_search_reach ()
 * then goes to the first match. Every letter searches from the view that was shown before typing
 * began. */
void poplens_page_search_type (PoplensPageSearch *self, const char *key);
/* Goes to the first match after poplens_page_search_type (), when the search has ended. Returns
 * TRUE once per search, and FALSE without a match. @hit: (out): the match. */
gboolean poplens_page_search_reach (PoplensPageSearch *self, PoplensItemRange *hit);
/* Returns the location's key that has the searched words. (static) (nullable): NULL without a
 * search. */
const char *poplens_page_search_key (PoplensPageSearch *self);
/* Returns the text beside the search field: "3 of 1,204", "1,204 matches", "No matches", "…" during
 * a search, or an error in the search expression. (transfer full) (nullable): NULL without a
 * search. */
char *poplens_page_search_count (PoplensPageSearch *self);
/* Returns the positions of matches on the axis of a LANES chart, for its overview: of double,
 * ascending. (transfer none) (nullable) */
const GArray *poplens_page_search_places (PoplensPageSearch *self);

G_END_DECLS
