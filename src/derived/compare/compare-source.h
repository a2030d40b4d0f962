/* The two reports of a comparison: the first, whose tables are asked for, and the other that it was
 * given (poplens_report_set_other()). Private to the tables. */
#pragma once

#include "analysis/compare/compare.h"
#include "derived/scope.h"
#include "model/location.h"
#include "model/memory.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *of[POPLENS_N_SIDES]; /* both are held */
} PoplensCompareSource;

/* ABSENT where the report has no other. */
gboolean poplens_compare_source_init (PoplensCompareSource *self, PoplensReport *report,
                                      GError **error);
void poplens_compare_source_clear (PoplensCompareSource *self);

/* What the report is called beside the other. (transfer full) */
char *poplens_compare_source_name (const PoplensCompareSource *self, PoplensSide side);

/* Reads data that is cached in the report. @what: (nullable) */
typedef void (*PoplensCompareAheadFunc) (PoplensReport *report, gconstpointer what,
                                         GCancellable *cancellable);
/* Calls @read for both reports in parallel. The caller then gets the cached data from one report
 * after the other; data that could not be read fails again there. */
void poplens_compare_source_ahead (const PoplensCompareSource *self, PoplensCompareAheadFunc read,
                                   gconstpointer what, GCancellable *cancellable);
/* The part of both, of variables in brief; ABSENT where one lacks it, which the message names. */
gboolean poplens_compare_source_load (const PoplensCompareSource *self, PoplensPart part,
                                      gconstpointer data[POPLENS_N_SIDES],
                                      GCancellable *cancellable, GError **error);
/* Whether @error is that neither report has what is compared: no difference, then. */
gboolean poplens_compare_neither_has (const GError *error);
/* ABSENT where @has[side] is FALSE of one or both, for the reason @what. */
gboolean poplens_compare_source_require (const PoplensCompareSource *self,
                                         const gboolean has[POPLENS_N_SIDES], const char *what,
                                         GError **error);
/* "the second report (NAME): " before what is wrong with it. */
void poplens_compare_source_blame (const PoplensCompareSource *self, PoplensSide side,
                                   GError **error);
/* TRUE where @error is that something is absent: it is then cleared, and *@why is the reason. Else
 * it names the report. @why: (out) (transfer full) */
gboolean poplens_compare_source_forgive (const PoplensCompareSource *self, PoplensSide side,
                                         char **why, GError **error);
/* Adds " Cannot compare Cycles, Executed: the report after (NAME): WHY.", of the one that lacks it;
 * POPLENS_N_SIDES: both do. @what: "Cycles, Executed". @why: (nullable): the reason is not known */
void poplens_compare_source_say_lack (const PoplensCompareSource *self, PoplensSide side,
                                      const char *what, const char *why, GString *text);
/* @location shown on the page of one report alone; of After, where @at (nullable), the place of the
 * comparison, says which report that is, else NULL. (transfer full) */
char *poplens_compare_link (const PoplensLocation *at, PoplensSide side, const char *location);
/* "before", "after": for texts. */
const char *poplens_side_name (PoplensSide side);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCompareSource, poplens_compare_source_clear)

/* ---- before and after ------------------------------------------------------------------------ */

/* Whether @report is Before where nobody says so: the one that was compiled first. FALSE where the
 * time of either compilation is not known. Loads the target of both. */
gboolean poplens_compare_is_older (PoplensReport *report, PoplensReport *than,
                                   GCancellable *cancellable);

/* ---- tiles of both --------------------------------------------------------------------------- */

/* Which tiles of two reports a table of comparison is about. Private to the tables. */

typedef struct {
  const PoplensMemory *of[POPLENS_N_SIDES];
  PoplensScope
      scope[POPLENS_N_SIDES]; /* which tiles count; none where the report has none of them */
} PoplensCompareTiles;

/* Of @report and the one that it is compared with, which become @source. What one report alone has
 * is only in that one; USAGE where neither has what @location selects. (transfer full) */
PoplensCompareTiles *poplens_compare_tiles_load (PoplensCompareSource *source,
                                                 PoplensReport *report,
                                                 const PoplensLocation *location,
                                                 GCancellable *cancellable, GError **error);
/* A GDestroyNotify. */
void poplens_compare_tiles_free (gpointer self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCompareTiles, poplens_compare_tiles_free)

/* Whether both say what memory is used for; else ABSENT, naming the one that does not. */
gboolean poplens_compare_tiles_have_categories (const PoplensCompareTiles *self,
                                                const PoplensCompareSource *source, GError **error);
/* Goes behind the note of a table; NULL where all tiles count. (transfer full) */
char *poplens_compare_tiles_remark (const PoplensCompareTiles *self);

G_END_DECLS
