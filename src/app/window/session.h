/* PoplensSession: a report, the current location, and the history. Pages, charts and tables bind to
 * the session, not to each other. Main thread only. */
#pragma once

#include "model/location.h"
#include "pages/core/page.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_SESSION (poplens_session_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSession, poplens_session, POPLENS, SESSION, GObject)

/* Properties, all notified, and set by the functions below:
 *   "home": the opened report; reloading replaces it
 *   "report": the report that pages show: home, or Before of a comparison
 *   "other": (nullable): After, the report that it is compared with
 *   "location": poplens_session_visit () notifies even if it does not change
 *   "defaults": settings for all pages
 *   "can-go-back", "can-go-forward" */
PoplensSession *poplens_session_new (PoplensReport *report, PoplensLocation *location);

PoplensReport *poplens_session_get_report (PoplensSession *self); /* (transfer none) */
PoplensReport *poplens_session_get_home (PoplensSession *self);   /* (transfer none) */
/* Replaces the report by a reloaded one, without another report; the location stays. */
void poplens_session_set_home (PoplensSession *self, PoplensReport *report);

/* Shows pages as a comparison with the report at @path, of which the older is Before. @path:
 * (nullable): NULL: stops comparing. All pages, and links that name no other report, keep the
 * comparison (keys "with", "before"). */
void poplens_session_compare (PoplensSession *self, const char *path);
/* Compares with the state before reloading, which is Before. */
void poplens_session_compare_past (PoplensSession *self);
/* Attaches the opened report to compare home with; the location says which is Before. If it says
 * "the older one", @is_older decides, and is written to the location. @report: (nullable): NULL:
 * none. */
void poplens_session_set_second (PoplensSession *self, PoplensReport *report, gboolean is_older);
PoplensReport *poplens_session_get_second (PoplensSession *self); /* (nullable) (transfer none) */
/* Returns "before → after", or the name of the only report. @most: maximum bytes of each name, if
 * both together are longer than twice that. (transfer full) */
char *poplens_session_name_reports (PoplensSession *self, gsize most);
/* Returns the paths of the reports, or their common folder. (transfer full) */
char *poplens_session_name_places (PoplensSession *self);
/* TRUE if only After is shown ("compare=after"); the order stays. */
gboolean poplens_session_is_turned (PoplensSession *self);
gboolean poplens_session_home_is_after (PoplensSession *self);
/* Returns to the attached report after another one could not be opened. Without a history entry,
 * also for the failed one. */
void poplens_session_compare_still (PoplensSession *self);
/* Swaps Before and After without reading anything; keeps the selection, except for what has another
 * name in the other report. Adds a history entry. */
void poplens_session_swap (PoplensSession *self);
/* Shows only one report. @side: (nullable): "before", "after"; NULL: both. Adds a history entry. */
void poplens_session_show_only (PoplensSession *self, const char *side);
/* Returns the location for writing it down with the path of the report that pages show: that
 * becomes the opened one. Omits a comparison with the state before reloading. (transfer full) */
PoplensLocation *poplens_session_to_written (PoplensSession *self);

PoplensLocation *poplens_session_get_location (PoplensSession *self); /* (transfer none) */
/* Returns the location at which @page was left, or the current one. (transfer none) (nullable):
 * NULL if it was not shown yet. */
const PoplensLocation *poplens_session_get_left (PoplensSession *self, PoplensPageId page);
/* Goes to @location, with a history entry. */
void poplens_session_go (PoplensSession *self, PoplensLocation *location);
/* As poplens_session_go (), without a history entry: for zooming, hiding a series, typing a filter.
 * If this returns to the last entry, removes that entry. */
void poplens_session_adjust (PoplensSession *self, PoplensLocation *location);
/* Goes to a page as it was left. The selection is carried over: tiles, IPU, liveness step and
 * executed step ("tile", "ipu", "step", "executed"); a "scope" chosen there is removed if tiles or
 * an IPU were selected since. Other keys stay with their page. */
void poplens_session_go_to_page (PoplensSession *self, PoplensPageId page);
/* Goes to a location that is given as a whole: a link, a search result, a command. It is shown as
 * it is; selections that it does not change are kept for other pages. Notifies "location" even if
 * it is the current one, because its subject may be scrolled out of view. */
void poplens_session_visit (PoplensSession *self, PoplensLocation *location);
/* TRUE if the current location was visited, and only the view has changed since. */
gboolean poplens_session_is_visit (PoplensSession *self);
/* Goes to the page of @view and brings its tab, section or graph to the front; all other keys are
 * as the page was left, with the current selection. */
void poplens_session_show_view (PoplensSession *self, const PoplensLocation *view);
/* Stops following a finding ("finding"): pages return to their state before it. Adds a history
 * entry. */
void poplens_session_clear_finding (PoplensSession *self);
/* Visits a location given as a text ("memory?tile=5"). FALSE with @error if it is invalid. A link
 * with a finding changes only the selection of its page; links without one keep the finding that is
 * followed. */
gboolean poplens_session_follow (PoplensSession *self, const char *link, GError **error);

gboolean poplens_session_can_go_back (PoplensSession *self);
gboolean poplens_session_can_go_forward (PoplensSession *self);
void poplens_session_go_back (PoplensSession *self);
void poplens_session_go_forward (PoplensSession *self);

PoplensPageDefaults poplens_session_get_defaults (PoplensSession *self);
void poplens_session_set_defaults (PoplensSession *self, PoplensPageDefaults defaults);
PoplensByteUnit poplens_session_get_byte_unit (PoplensSession *self);

/* ---- what a change requires of a page -------------------------------------------------------- */

/* What a change of the location requires of the shown page. */
typedef enum {
  POPLENS_CHANGE_NONE,
  /* only view keys (poplens_location_is_view_key ()) have changed: rebuild only what depends on
     them */
  POPLENS_CHANGE_VIEW,
  POPLENS_CHANGE_SELECTION, /* selected tiles, steps and variable too: show them at once, and
                               rebuild tables */
  POPLENS_CHANGE_PAGE,      /* another page, or other controls: rebuild everything */
} PoplensLocationChange;

/* TRUE if @key only affects how @page is looked at, not its contents, by the register of keys. It
 * can be different for another page, as for colours of the trace. */
gboolean poplens_location_is_view_key (const char *key, PoplensPageId page);

/* Compares two locations. @before: (nullable): NULL counts as another page. */
PoplensLocationChange poplens_location_compare (const PoplensLocation *before,
                                                const PoplensLocation *now);

G_END_DECLS
