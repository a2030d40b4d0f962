/* The reports of a session: the one at home, which was opened, and a second one that it may be
 * compared with. Which of both is Before, the location says ("with", "before"). For session.c. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *home;
  PoplensReport *second;         /* or NULL */
  char *second_with;             /* the key "with" by which it was attached */
  gboolean is_older;             /* the second is older than home */
  gboolean home_is_after;        /* as the location says; else home is Before */
  PoplensReport *before, *after; /* the same two in their order; or home and NULL. Where After is
                                  * shown alone, the other way round: pages are of .before */
} PoplensSessionPair;

typedef enum {
  POPLENS_PAIR_SAME,
  POPLENS_PAIR_AFTER,  /* another one is After, or none */
  POPLENS_PAIR_BEFORE, /* another one is Before */
} PoplensPairChange;

void poplens_session_pair_clear (PoplensSessionPair *self);
void poplens_session_pair_set_home (PoplensSessionPair *self, PoplensReport *home);
/* @second, @with: (nullable): none */
void poplens_session_pair_set_second (PoplensSessionPair *self, PoplensReport *second,
                                      const char *with, gboolean is_older);
/* Before is given After, in the order of @location. While that is about another report than the
 * second, both stay as they are. */
PoplensPairChange poplens_session_pair_arrange (PoplensSessionPair *self,
                                                const PoplensLocation *location);
/* Whether @location is of both reports that are open. */
gboolean poplens_session_pair_is_of (const PoplensSessionPair *self,
                                     const PoplensLocation *location);
gboolean poplens_session_pair_home_is_after (const PoplensSessionPair *self);
gboolean poplens_session_pair_is_turned (const PoplensSessionPair *self); /* After alone */
/* As poplens_session_name_reports () and poplens_session_name_places (). (transfer full) */
char *poplens_session_pair_name_reports (const PoplensSessionPair *self, gsize most);
char *poplens_session_pair_name_places (const PoplensSessionPair *self);
/* @location of one report alone; @side: "before", "after", or NULL: of both. (transfer full) */
PoplensLocation *poplens_session_pair_show_only (const PoplensSessionPair *self,
                                                 const PoplensLocation *location, const char *side);
/* A location that wants the older report to be Before says which it is, once that is known.
 * (transfer full) */
PoplensLocation *poplens_session_pair_settle (const PoplensSessionPair *self,
                                              PoplensLocation *location);

/* @location compared as the two keys say; @with: (nullable): with none. (transfer full) */
PoplensLocation *poplens_pair_location (const PoplensLocation *location, const char *with,
                                        const char *order);
/* The same where another report is Before then, to which some of the keys mean nothing. */
PoplensLocation *poplens_pair_location_turned (const PoplensLocation *location, const char *with,
                                               const char *order);

G_END_DECLS
