/* The two reports of a comparison: the report whose table or page is shown, and the report that
 * poplens_report_set_other () set. */
#pragma once

#include "analysis/compare/compare.h"
#include "derived/scope.h"
#include "model/location.h"
#include "model/memory.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *of[POPLENS_N_SIDES]; /* reports, before and after (owned references) */
} PoplensCompareSource;

/* Gets both reports. FALSE with ABSENT if no other report was set on @report. */
gboolean poplens_compare_source_init (PoplensCompareSource *self, PoplensReport *report,
                                      GError **error);
void poplens_compare_source_clear (PoplensCompareSource *self);

/* Returns a name of the report on @side that differs from the name of the other report. (transfer
 * full) */
char *poplens_compare_source_name (const PoplensCompareSource *self, PoplensSide side);

/* Reads data that is cached in the report. @what: (nullable) */
typedef void (*PoplensCompareAheadFunc) (PoplensReport *report, gconstpointer what,
                                         GCancellable *cancellable);
/* Calls @read for both reports in parallel, which fills their caches. The caller then reads the
 * data of each report again, and gets any error there. */
void poplens_compare_source_ahead (const PoplensCompareSource *self, PoplensCompareAheadFunc read,
                                   gconstpointer what, GCancellable *cancellable);
/* Loads a part of both reports; variables are loaded in brief. FALSE with ABSENT, which names the
 * report that lacks the part, or another error. */
gboolean poplens_compare_source_load (const PoplensCompareSource *self, PoplensPart part,
                                      gconstpointer data[POPLENS_N_SIDES],
                                      GCancellable *cancellable, GError **error);
/* TRUE if @error means that neither report has the data. */
gboolean poplens_compare_neither_has (const GError *error);
/* TRUE if both reports have the data; else FALSE with ABSENT. @has: TRUE for each report that has
 * them. @what: the reason why a report lacks them */
gboolean poplens_compare_source_require (const PoplensCompareSource *self,
                                         const gboolean has[POPLENS_N_SIDES], const char *what,
                                         GError **error);
/* Prepends the name of the report to the message of @error: "the report after (NAME): ". */
void poplens_compare_source_blame (const PoplensCompareSource *self, PoplensSide side,
                                   GError **error);
/* Clears an ABSENT error and returns TRUE. For any other error, prepends the report to its message
 * and returns FALSE. @why: (out) (transfer full): the message of the cleared error */
gboolean poplens_compare_source_forgive (const PoplensCompareSource *self, PoplensSide side,
                                         char **why, GError **error);
/* Appends " Cannot compare Cycles, Executed: the report after (NAME): WHY.". @side: the report that
 * lacks the data, POPLENS_N_SIDES if both do. @what: "Cycles, Executed". @why: (nullable): NULL if
 * the reason is unknown */
void poplens_compare_source_say_lack (const PoplensCompareSource *self, PoplensSide side,
                                      const char *what, const char *why, GString *text);
/* Returns the link to @location on the page of one report. @at: (nullable): location of the
 * comparison. (transfer full) (nullable): NULL for the second report if @at does not name that
 * report */
char *poplens_compare_link (const PoplensLocation *at, PoplensSide side, const char *location);
/* Returns "before" or "after", for texts. (transfer none) */
const char *poplens_side_name (PoplensSide side);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCompareSource, poplens_compare_source_clear)

/* ---- order of the reports -------------------------------------------------------------------- */

/* TRUE if @report was compiled before @than. An older report is the default for Before. FALSE if a
 * time is unknown. Loads the target of both. */
gboolean poplens_compare_is_older (PoplensReport *report, PoplensReport *than,
                                   GCancellable *cancellable);

/* ---- tiles of both reports ------------------------------------------------------------------- */

/* The tiles of two reports that a comparison covers. */

typedef struct {
  const PoplensMemory *of[POPLENS_N_SIDES];
  /* The selected tiles; empty if the report has none of them. */
  PoplensScope scope[POPLENS_N_SIDES];
} PoplensCompareTiles;

/* Loads the memory of @report and of the other report, and finds the selected tiles. @source:
 * (out): both reports. NULL with USAGE if neither report has the tiles that @location selects, or
 * another error. (transfer full) */
PoplensCompareTiles *poplens_compare_tiles_load (PoplensCompareSource *source,
                                                 PoplensReport *report,
                                                 const PoplensLocation *location,
                                                 GCancellable *cancellable, GError **error);
void poplens_compare_tiles_free (gpointer self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCompareTiles, poplens_compare_tiles_free)

/* TRUE if both reports have memory by category; else FALSE with ABSENT, which names the report
 * without it. */
gboolean poplens_compare_tiles_have_categories (const PoplensCompareTiles *self,
                                                const PoplensCompareSource *source, GError **error);
/* Returns " Scope: 3 tiles.", for the end of a table's note. (transfer full) (nullable): NULL if
 * all tiles are selected */
char *poplens_compare_tiles_remark (const PoplensCompareTiles *self);

G_END_DECLS
