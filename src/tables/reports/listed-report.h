/* A report of a list (report-list.h), and its packed form in the disk cache
 * (report/figure-store.h). */
#pragma once

#include "analysis/compare/compare-work.h"
#include "analysis/summary/headline.h"
#include "analysis/time/time-costliest.h"
#include "analysis/time/time-path.h"
#include "tables/budget/budget.h"

G_BEGIN_DECLS

/* One report, which several lists may have. Texts are NULL where they are not known. */
typedef struct {
  char *path;     /* below the folder: "nightly/run-7"; "." for the folder itself */
  char *address;  /* to open it: the folder as it was given, and the path */
  char *error;    /* why it, or a part of it, cannot be read; what could be read is set */
  char *compiled; /* "YYYY-MM-DD HH:MM:SS", as the compiler wrote it */
  char *poplar_version, *architecture;
  guint32 ipus, tiles, replicas; /* 0: not known */
  gboolean opened;
  gboolean unfinished; /* the profile has the name of one whose run had not ended */
  PoplensHeadline headline;
  PoplensProgramTime timing;
  GArray *names;                 /* of its compute sets (report-series.h); NULL: none known */
  gboolean time_asked, has_time; /* asked for, and recorded */
  guint64 time[POPLENS_N_TIMES]; /* cycles of each class, mean of tiles and IPUs */
  GArray *items; /* PoplensPathItem of the critical path, outside included; NULL: no .has_time */
  PoplensOperationWork *work; /* likewise */
  PoplensTimeCostliest costliest;
  GPtrArray *rules; /* PoplensBudgetRule that were judged; NULL: none were asked for, or it cannot
                     * be read */
  char *key;        /* its path in the order in which people count: run-2 before run-10 */
  guint64 stamp;    /* of its files, where it was opened: poplens_report_get_stamp () */
} PoplensListedReport;

/* Packs what was read of a report without an error, but for its path and rules. (transfer floating)
 */
GVariant *poplens_listed_report_pack (const PoplensListedReport *self);
/* Fills in @self. @time: the figures of poplens_report_time (), too. FALSE if @packed, of type
 * POPLENS_LISTED_REPORT_PACKED, does not have them, or is not of this program: then @self is only
 * to be freed. */
gboolean poplens_listed_report_unpack (PoplensListedReport *self, GVariant *packed, gboolean time);

#define POPLENS_LISTED_TIME_PACKED                                                                 \
  "(at" POPLENS_PATH_ITEMS_PACKED POPLENS_OPERATION_WORK_PACKED "maymaytt)"
#define POPLENS_LISTED_REPORT_PACKED "(ayaybmaymaymayuuumatbm" POPLENS_LISTED_TIME_PACKED ")"

G_END_DECLS
