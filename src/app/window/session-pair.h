/* The two reports of a session: home was opened first, and second is compared with home. In a
 * location, the key "with" names the second report, and "before" says which of the two is Before.
 */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *home;
  PoplensReport *second;  /* (nullable): report to compare .home with */
  char *second_with;      /* (nullable): value of the location's key "with" that names .second */
  gboolean is_older;      /* .second was written before .home */
  gboolean home_is_after; /* TRUE: .home is the report After, as the location says; FALSE: .home is
                             Before */
  /* .home and .second in the order of the comparison. Pages show .before; so if only the report
   * After is shown, both are swapped. Without a second report, .before is .home, and .after is
   * NULL. */
  PoplensReport *before, *after;
} PoplensSessionPair;

typedef enum {
  POPLENS_PAIR_SAME,
  POPLENS_PAIR_AFTER,  /* only the report After has changed, or was removed */
  POPLENS_PAIR_BEFORE, /* the report Before has changed */
} PoplensPairChange;

void poplens_session_pair_clear (PoplensSessionPair *self);
void poplens_session_pair_set_home (PoplensSessionPair *self, PoplensReport *home);
/* Sets the report to compare with. @second, @with: (nullable): NULL for none. @with: value of the
 * location's key "with". */
void poplens_session_pair_set_second (PoplensSessionPair *self, PoplensReport *second,
                                      const char *with, gboolean is_older);
/* Sets .before and .after in the order that @location says, and sets .after as the report that
 * .before is compared with. Does nothing if @location names another report than .second. Returns
 * which of .before and .after changed. */
PoplensPairChange poplens_session_pair_arrange (PoplensSessionPair *self,
                                                const PoplensLocation *location);
/* TRUE if @location compares the two open reports. */
gboolean poplens_session_pair_is_of (const PoplensSessionPair *self,
                                     const PoplensLocation *location);
gboolean poplens_session_pair_home_is_after (const PoplensSessionPair *self);
/* TRUE if only the After report is shown, so that .before and .after are swapped. */
gboolean poplens_session_pair_is_turned (const PoplensSessionPair *self);
/* Returns the names of the shown reports; see poplens_session_name_reports (). (transfer full) */
char *poplens_session_pair_name_reports (const PoplensSessionPair *self, gsize most);
char *poplens_session_pair_name_places (const PoplensSessionPair *self);
/* Returns @location changed so that pages show only one report. @side: (nullable): "before" or
 * "after"; NULL: both reports. (transfer full) */
PoplensLocation *poplens_session_pair_show_only (const PoplensSessionPair *self,
                                                 const PoplensLocation *location, const char *side);
/* Returns @location with the actual order of the two reports, if the value of its key "before" is
 * "older". Else returns @location unchanged. (transfer full) */
PoplensLocation *poplens_session_pair_settle (const PoplensSessionPair *self,
                                              PoplensLocation *location);

/* Returns @location with the keys "with" and "before" set to @with and @order. @with: (nullable):
 * report to compare with; NULL: none. @order: (nullable): NULL removes the key. (transfer full) */
PoplensLocation *poplens_pair_location (const PoplensLocation *location, const char *with,
                                        const char *order);
/* Like poplens_pair_location (), but also removes the keys that name objects of one report. Use it
 * if the report Before changes, because its objects have other names. (transfer full) */
PoplensLocation *poplens_pair_location_turned (const PoplensLocation *location, const char *with,
                                               const char *order);

G_END_DECLS
