/* PoplensSession: one report, the location where its user stands, and the way there. Pages, charts
 * and tables bind to the session, never to each other. Main thread only. */
#pragma once

#include "model/location.h"
#include "pages/core/page.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_SESSION (poplens_session_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSession, poplens_session, POPLENS, SESSION, GObject)

/* Properties, all of them notified and set by the functions below:
 *   "home": the report that was opened; another generation of it may be swapped in
 *   "report": what pages show: home, or Before of two
 *   "other": the report that it is compared with, After, or NULL
 *   "location": notified by poplens_session_visit () even where it stays
 *   "defaults": what the user chose for all pages
 *   "can-go-back", "can-go-forward"
 */
PoplensSession *poplens_session_new (PoplensReport *report, PoplensLocation *location);

PoplensReport *poplens_session_get_report (PoplensSession *self); /* (transfer none) */
PoplensReport *poplens_session_get_home (PoplensSession *self);   /* (transfer none) */
/* Swaps a reloaded report in, beside no other one; the location stays. */
void poplens_session_set_home (PoplensSession *self, PoplensReport *report);

/* Goes where the page shows what differs from the report at @path, the older of both being Before;
 * NULL: from none. All pages keep it from then on ("with", "before"), and so do links that name
 * none. */
void poplens_session_compare (PoplensSession *self, const char *path);
/* The same with the report as it was before it was reloaded, which is Before. */
void poplens_session_compare_past (PoplensSession *self);
/* Attaches that report, once it is open: the one that is compared with home, as the location says
 * which of both is Before. Where the location says no more than the older one, @is_older decides,
 * and the location says so from then on. @report: (nullable): none. */
void poplens_session_set_second (PoplensSession *self, PoplensReport *report, gboolean is_older);
PoplensReport *poplens_session_get_second (PoplensSession *self); /* (nullable) (transfer none) */
/* "before → after", or the one that pages are of alone. @most: bytes of each of two names, which
 * are shortened to that where both have more than twice as many. (transfer full) */
char *poplens_session_name_reports (PoplensSession *self, gsize most);
/* Their paths, or the folder that both are in. (transfer full) */
char *poplens_session_name_places (PoplensSession *self);
/* Whether After is shown alone ("compare=after"), which changes no order. */
gboolean poplens_session_is_turned (PoplensSession *self);
gboolean poplens_session_home_is_after (PoplensSession *self);
/* Back to the attached report, as what was asked for in its place cannot be opened: no step in the
 * history, and none to what failed. */
void poplens_session_compare_still (PoplensSession *self);
/* Before becomes After: nothing is read again, and what is selected stays, but for what has another
 * name in the other report. A step in the history. */
void poplens_session_swap (PoplensSession *self);
/* @side: "before" or "after", which is shown alone; NULL: both again. A step in the history. */
void poplens_session_show_only (PoplensSession *self, const char *side);
/* The location with the report that pages show as the one that is opened, for whoever writes both
 * down; without the report as it was before it was reloaded. (transfer full) */
PoplensLocation *poplens_session_to_written (PoplensSession *self);

PoplensLocation *poplens_session_get_location (PoplensSession *self); /* (transfer none) */
/* The location where @page was left, or where it is now; NULL: it was not shown yet. (transfer
 * none)
 */
const PoplensLocation *poplens_session_get_left (PoplensSession *self, PoplensPageId page);
/* Goes to @location and remembers the way. */
void poplens_session_go (PoplensSession *self, PoplensLocation *location);
/* The same without a history entry: while zooming, hiding a series, typing a filter. Back at the
 * last entry, that one goes. */
void poplens_session_adjust (PoplensSession *self, PoplensLocation *location);
/* Goes to a page as it was left. What is selected goes along from page to page: tiles, IPU, steps
 * of liveness and the executed step ("tile", "ipu", "step", "executed"); a "scope" chosen
 * there gives way to tiles or an IPU selected since. All other keys stay with their page. */
void poplens_session_go_to_page (PoplensSession *self, PoplensPageId page);
/* Goes to a location that somebody wrote: a link, a result, a command. It is shown as it is; what
 * it does not select stays selected for the other pages. Where one stands there already,
 * "location" is notified all the same: what it is about may be out of sight. */
void poplens_session_visit (PoplensSession *self, PoplensLocation *location);
/* Whether the location was visited, and no more than what is in view was changed there since. */
gboolean poplens_session_is_visit (PoplensSession *self);
/* Goes to the page of @view, which names a tab, a section or a graph of it, with that in front: all
 * else as the page was left, what is selected included. */
void poplens_session_show_view (PoplensSession *self, const PoplensLocation *view);
/* Ends following a finding ("finding"): each page is as it was before. A step in the history. */
void poplens_session_clear_finding (PoplensSession *self);
/* Visits a written location ("memory?tile=5"); FALSE with @error where it is not one.
 * One that follows a finding changes its page as it was left by what the finding selects alone; all
 * others stay with the finding that is followed. */
gboolean poplens_session_follow (PoplensSession *self, const char *link, GError **error);

gboolean poplens_session_can_go_back (PoplensSession *self);
gboolean poplens_session_can_go_forward (PoplensSession *self);
void poplens_session_go_back (PoplensSession *self);
void poplens_session_go_forward (PoplensSession *self);

PoplensPageDefaults poplens_session_get_defaults (PoplensSession *self);
void poplens_session_set_defaults (PoplensSession *self, PoplensPageDefaults defaults);
PoplensByteUnit poplens_session_get_byte_unit (PoplensSession *self);

/* ---- what a change asks of a page ------------------------------------------------------------ */

/* What a change of location asks of a page that is shown. */
typedef enum {
  POPLENS_CHANGE_NONE,
  /* only keys of how a page is looked at (poplens_location_is_view_key()): nothing to build but
   * what follows them */
  POPLENS_CHANGE_VIEW,
  POPLENS_CHANGE_SELECTION, /* tile, steps and variable too: shown at once, and tables to build */
  POPLENS_CHANGE_PAGE,      /* another page, or other choices: all to build */
} PoplensLocationChange;

/* A key that says how @page is looked at, not what is on it, by the register of keys. The same key
 * may make another page elsewhere: colours of the trace do. */
gboolean poplens_location_is_view_key (const char *key, PoplensPageId page);

/* @before: (nullable): NULL is another page. */
PoplensLocationChange poplens_location_compare (const PoplensLocation *before,
                                                const PoplensLocation *now);

G_END_DECLS
