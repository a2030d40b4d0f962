/* A report in a list (report-list.h), and its packed form in the disk cache
 * (report/figure-store.h). */
#pragma once

#include "analysis/compare/compare-work.h"
#include "analysis/summary/headline.h"
#include "analysis/time/time-costliest.h"
#include "analysis/time/time-path.h"
#include "tables/budget/budget.h"

G_BEGIN_DECLS

/* A report; several lists may share it. Texts are NULL if unknown. */
typedef struct {
  char *path;     /* path below the folder: "nightly/run-7"; "." for the folder itself */
  char *address;  /* address to open it: the folder as it was given, and the path */
  char *error;    /* why it cannot be read, or only in part; what was read is set */
  char *compiled; /* "YYYY-MM-DD HH:MM:SS", as the compiler wrote it */
  char *poplar_version, *architecture;
  guint32 ipus, tiles, replicas; /* 0: unknown */
  gboolean opened;
  gboolean unfinished; /* the profile has the temporary name of an unfinished run */
  PoplensHeadline headline;
  PoplensProgramTime timing;
  GArray *names;                 /* (nullable): names of its compute sets (report-series.h) */
  gboolean time_asked, has_time; /* requested, and recorded */
  guint64 time[POPLENS_N_TIMES]; /* cycles of each class, mean over tiles and IPUs */
  GArray *items; /* (nullable): PoplensPathItem of the critical path, including outside; NULL
                    without .has_time */
  PoplensOperationWork *work; /* (nullable): NULL without .has_time */
  PoplensTimeCostliest costliest;
  GPtrArray *rules; /* (nullable): judged PoplensBudgetRule; NULL: there are no rules, or the report
                       cannot be read */
  char *key;        /* collation key of .path, with numbers by value: run-2 before run-10 */
  guint64 stamp;    /* state of its files when opened: poplens_report_get_stamp () */
} PoplensListedReport;

/* Packs a report that was read without error, without its path and rules. (transfer floating) */
GVariant *poplens_listed_report_pack (const PoplensListedReport *self);
/* Unpacks a report into @self. @time: also the figures of poplens_report_time (). FALSE if @packed,
 * of type POPLENS_LISTED_REPORT_PACKED, lacks them or is invalid; free @self then. */
gboolean poplens_listed_report_unpack (PoplensListedReport *self, GVariant *packed, gboolean time);

#define POPLENS_LISTED_TIME_PACKED                                                                 \
  "(at" POPLENS_PATH_ITEMS_PACKED POPLENS_OPERATION_WORK_PACKED "maymaytt)"
#define POPLENS_LISTED_REPORT_PACKED "(ayaybmaymaymayuuumatbm" POPLENS_LISTED_TIME_PACKED ")"

G_END_DECLS
