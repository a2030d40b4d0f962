/* PoplensSession: the reports of a window, its current location, and its history. Pages, charts and
 * tables follow the session and change it; they do not know each other. Main thread only. */
#pragma once

#include "model/location.h"
#include "pages/core/page.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_SESSION (poplens_session_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSession, poplens_session, POPLENS, SESSION, GObject)

/* Read-only properties. Each notifies its changes:
 *   "home": the report that was opened first; reloading replaces it
 *   "report": the report that pages show: home, or Before of a comparison
 *   "other": (nullable): the report After of a comparison
 *   "location": poplens_session_visit () also notifies if the location stays equal
 *   "defaults": settings for all pages
 *   "can-go-back", "can-go-forward": the history has an entry before, or after, the location */
PoplensSession *poplens_session_new (PoplensReport *report, PoplensLocation *location);

PoplensReport *poplens_session_get_report (PoplensSession *self); /* (transfer none) */
PoplensReport *poplens_session_get_home (PoplensSession *self);   /* (transfer none) */
/* Replaces home by its reloaded state @report. Keeps the location, and drops the second report of a
 * comparison. */
void poplens_session_set_home (PoplensSession *self, PoplensReport *report);

/* Goes to a comparison with the report at @path; the older report is Before. @path: (nullable):
 * NULL stops comparing. Locations without the keys "with" and "before" inherit the comparison. */
void poplens_session_compare (PoplensSession *self, const char *path);
/* Goes to a comparison with the state of the report before it was reloaded. That state is Before.
 */
void poplens_session_compare_past (PoplensSession *self);
/* Sets the second report after it was opened. If the key "before" of the location is "older",
 * replaces that value by the actual order. @report: (nullable): NULL: none. @is_older: TRUE if
 * @report is older than home. */
void poplens_session_set_second (PoplensSession *self, PoplensReport *report, gboolean is_older);
PoplensReport *poplens_session_get_second (PoplensSession *self); /* (nullable) (transfer none) */
/* Returns the names of both reports as "before → after", or the name of the only report shown.
 * @most: limit in bytes: if the two names together exceed 2 × @most, both are shortened. (transfer
 * full) */
char *poplens_session_name_reports (PoplensSession *self, gsize most);
/* Returns the paths of both reports, or their folder if both are in the same folder. If one report
 * is shown, returns its path. (transfer full) */
char *poplens_session_name_places (PoplensSession *self);
/* TRUE if pages show only After ("compare=after"). */
gboolean poplens_session_is_turned (PoplensSession *self);
gboolean poplens_session_home_is_after (PoplensSession *self);
/* Goes back to the previous comparison after another second report could not be opened. The
 * previous second report is still open. The failed comparison stays out of the history. */
void poplens_session_compare_still (PoplensSession *self);
/* Swaps Before and After, and adds a history entry. Reads no files. Keeps the selection, except
 * objects whose names are valid in one report only. */
void poplens_session_swap (PoplensSession *self);
/* Shows one of two compared reports, with a history entry. @side: (nullable): "before" or "after";
 * NULL: both. */
void poplens_session_show_only (PoplensSession *self, const char *side);
/* Returns the location for a command or link that opens the report that pages show. In this
 * location, that report is home. Omits a comparison with the state before reloading. (transfer
 * full) */
PoplensLocation *poplens_session_to_written (PoplensSession *self);

PoplensLocation *poplens_session_get_location (PoplensSession *self); /* (transfer none) */
/* Returns the current location if it is on @page, else the location at which the user left @page.
 * (transfer none) (nullable): NULL if the page was not shown yet. */
const PoplensLocation *poplens_session_get_left (PoplensSession *self, PoplensPageId page);
/* Goes to @location, with a history entry. */
void poplens_session_go (PoplensSession *self, PoplensLocation *location);
/* Changes the location without a history entry: for zooming, hiding a series, typing a filter.
 * Removes the last history entry if it is equal to @location. */
void poplens_session_adjust (PoplensSession *self, PoplensLocation *location);
/* Goes to a page as the user left it, but with the current selection (keys "tile", "ipu", "step",
 * "executed"). If tiles or an IPU were selected since, removes the key "scope", which could hide
 * them. Other keys stay with their page. */
void poplens_session_go_to_page (PoplensSession *self, PoplensPageId page);
/* Goes to @location, the target of a link, a search result or a command. Other pages keep selection
 * keys that @location lacks. Notifies "location" even if it does not change, so that the page
 * scrolls to the selection again. */
void poplens_session_visit (PoplensSession *self, PoplensLocation *location);
/* TRUE if poplens_session_visit () set the current location, and only view keys have
 * changed since. */
gboolean poplens_session_is_visit (PoplensSession *self);
/* Goes to a page as the user left it, with the current selection, and brings the tab, section or
 * graph that @view names to the front. */
void poplens_session_show_view (PoplensSession *self, const PoplensLocation *view);
/* Stops following a finding: removes the key "finding", and pages return to their location before
 * the finding. Adds a history entry. */
void poplens_session_clear_finding (PoplensSession *self);
/* Goes to a location given as a text, such as "memory?tile=5"; see poplens_session_visit (). FALSE
 * with @error if the text is invalid. If the link has a finding, only the selection and tab of its
 * page change. If it has none, the session keeps the finding that the user follows. */
gboolean poplens_session_follow (PoplensSession *self, const char *link, GError **error);

gboolean poplens_session_can_go_back (PoplensSession *self);
gboolean poplens_session_can_go_forward (PoplensSession *self);
void poplens_session_go_back (PoplensSession *self);
void poplens_session_go_forward (PoplensSession *self);

PoplensPageDefaults poplens_session_get_defaults (PoplensSession *self);
void poplens_session_set_defaults (PoplensSession *self, PoplensPageDefaults defaults);
PoplensByteUnit poplens_session_get_byte_unit (PoplensSession *self);

/* ---- what a change requires of a page -------------------------------------------------------- */

/* Result of poplens_location_compare (): what the shown page must rebuild. */
typedef enum {
  POPLENS_CHANGE_NONE,
  /* only keys of the view differ (poplens_location_is_view_key ()): rebuild what depends on them */
  POPLENS_CHANGE_VIEW,
  POPLENS_CHANGE_SELECTION, /* selected tiles, steps or variables differ: show the selection at
                               once, and rebuild tables */
  POPLENS_CHANGE_PAGE,      /* the page or values of its controls differ: rebuild the page */
} PoplensLocationChange;

/* TRUE if @key affects only how @page is viewed, not its contents. The answer depends on the page:
 * colours, for example, affect the contents of some pages. */
gboolean poplens_location_is_view_key (const char *key, PoplensPageId page);

/* Returns what the shown page must rebuild after a change from @before to @now. @before:
 * (nullable): NULL: another page was shown. */
PoplensLocationChange poplens_location_compare (const PoplensLocation *before,
                                                const PoplensLocation *now);

G_END_DECLS
