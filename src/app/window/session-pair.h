/* The reports of a session: home, which was opened first, and a second one to compare it with. The
 * keys "with" and "before" of the location name the second one, and say which of them is Before.
 * For session.c. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *home;
  PoplensReport *second; /* (nullable): report to compare .home with */
  char
      *second_with; /* (nullable): value of the location's key "with" that .second was opened for */
  gboolean is_older;      /* .second was written before .home */
  gboolean home_is_after; /* home is After, as the location says; FALSE: home is Before */
  PoplensReport *before,
      *after; /* home and second in their order; if only After is shown, reversed, because pages
                 show .before. Without a second: .home and NULL */
} PoplensSessionPair;

typedef enum {
  POPLENS_PAIR_SAME,
  POPLENS_PAIR_AFTER,  /* the report After has changed, or was removed; Before has not */
  POPLENS_PAIR_BEFORE, /* the report Before has changed */
} PoplensPairChange;

void poplens_session_pair_clear (PoplensSessionPair *self);
void poplens_session_pair_set_home (PoplensSessionPair *self, PoplensReport *home);
/* Sets the report to compare with. @second, @with: (nullable): NULL for none. @with: value of the
 * location's key "with". */
void poplens_session_pair_set_second (PoplensSessionPair *self, PoplensReport *second,
                                      const char *with, gboolean is_older);
/* Puts the reports in the order that @location says, and attaches After to Before. If @location
 * names another report than .second, changes nothing. Returns which report changed. */
PoplensPairChange poplens_session_pair_arrange (PoplensSessionPair *self,
                                                const PoplensLocation *location);
/* TRUE if @location compares the two open reports. */
gboolean poplens_session_pair_is_of (const PoplensSessionPair *self,
                                     const PoplensLocation *location);
gboolean poplens_session_pair_home_is_after (const PoplensSessionPair *self);
gboolean poplens_session_pair_is_turned (
    const PoplensSessionPair
        *self); /* TRUE if only the After report is shown; .before points to it then. */
/* See poplens_session_name_reports () and poplens_session_name_places (), which call these.
 * (transfer full) */
char *poplens_session_pair_name_reports (const PoplensSessionPair *self, gsize most);
char *poplens_session_pair_name_places (const PoplensSessionPair *self);
/* Returns @location such that pages show one report only. @side: (nullable): "before" or "after";
 * NULL: both reports. (transfer full) */
PoplensLocation *poplens_session_pair_show_only (const PoplensSessionPair *self,
                                                 const PoplensLocation *location, const char *side);
/* Returns @location with the actual order of the reports, if it says that the older one is Before:
 * which one that is becomes known when both are open. (transfer full) */
PoplensLocation *poplens_session_pair_settle (const PoplensSessionPair *self,
                                              PoplensLocation *location);

/* Returns @location with the keys "with" and "before". @with: (nullable): report to compare with;
 * NULL: none. @order: (nullable): value of "before". (transfer full) */
PoplensLocation *poplens_pair_location (const PoplensLocation *location, const char *with,
                                        const char *order);
/* Like poplens_pair_location (), for a change by which another report becomes Before: also removes
 * keys that name objects of one report. (transfer full) */
PoplensLocation *poplens_pair_location_turned (const PoplensLocation *location, const char *with,
                                               const char *order);

G_END_DECLS
