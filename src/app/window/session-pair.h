/* The reports of a session: home, which was opened, and a second one to compare it with. The
 * location says which is Before ("with", "before"). For session.c. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *home;
  PoplensReport *second;  /* (nullable) */
  char *second_with;      /* (nullable): value of the key "with" for which it was attached */
  gboolean is_older;      /* .second is older than .home */
  gboolean home_is_after; /* by the location; FALSE: home is Before */
  PoplensReport *before,
      *after; /* the two reports in their order; without a second: .home and NULL. If only After is
                 shown, reversed: pages always show .before */
} PoplensSessionPair;

typedef enum {
  POPLENS_PAIR_SAME,
  POPLENS_PAIR_AFTER,  /* only After has changed, or was removed */
  POPLENS_PAIR_BEFORE, /* Before has changed */
} PoplensPairChange;

void poplens_session_pair_clear (PoplensSessionPair *self);
void poplens_session_pair_set_home (PoplensSessionPair *self, PoplensReport *home);
/* @second, @with: (nullable): NULL: none */
void poplens_session_pair_set_second (PoplensSessionPair *self, PoplensReport *second,
                                      const char *with, gboolean is_older);
/* Orders the reports by @location, and attaches After to Before. Changes nothing while @location
 * names another report than .second. */
PoplensPairChange poplens_session_pair_arrange (PoplensSessionPair *self,
                                                const PoplensLocation *location);
/* TRUE if @location is about both open reports. */
gboolean poplens_session_pair_is_of (const PoplensSessionPair *self,
                                     const PoplensLocation *location);
gboolean poplens_session_pair_home_is_after (const PoplensSessionPair *self);
gboolean poplens_session_pair_is_turned (
    const PoplensSessionPair
        *self); /* TRUE if only the After report is shown; .before points to it then. */
/* As poplens_session_name_reports () and poplens_session_name_places (). (transfer full) */
char *poplens_session_pair_name_reports (const PoplensSessionPair *self, gsize most);
char *poplens_session_pair_name_places (const PoplensSessionPair *self);
/* Returns @location for one report only. @side: (nullable): "before", "after"; NULL: both.
 * (transfer full) */
PoplensLocation *poplens_session_pair_show_only (const PoplensSessionPair *self,
                                                 const PoplensLocation *location, const char *side);
/* Replaces "the older one is Before" by the actual order, once that is known. (transfer full) */
PoplensLocation *poplens_session_pair_settle (const PoplensSessionPair *self,
                                              PoplensLocation *location);

/* Returns @location with the keys "with" and "before". @with: (nullable): NULL: not compared.
 * (transfer full) */
PoplensLocation *poplens_pair_location (const PoplensLocation *location, const char *with,
                                        const char *order);
/* As poplens_pair_location (), if another report becomes Before: removes keys that are meaningless
 * in it. (transfer full) */
PoplensLocation *poplens_pair_location_turned (const PoplensLocation *location, const char *with,
                                               const char *order);

G_END_DECLS
