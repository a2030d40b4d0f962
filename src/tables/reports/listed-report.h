/* A report as a member of a list (report-list.h), and its packed form for the disk cache
 * (report/figure-store.h). */
#pragma once

#include "analysis/compare/compare-work.h"
#include "analysis/summary/headline.h"
#include "analysis/time/time-costliest.h"
#include "analysis/time/time-path.h"
#include "tables/budget/budget.h"

G_BEGIN_DECLS

/* Figures of a report in a list. Reference-counted, because several lists may share it. Texts are
 * NULL if unknown. */
typedef struct {
  char *path;    /* path of the report below the list's folder: "nightly/run-7"; "." for that folder
                    itself */
  char *address; /* address of the report: address of the list's folder, joined with .path */
  char *error;   /* (nullable): why the report, or a part of it, could not be read */
  char *compiled; /* "YYYY-MM-DD HH:MM:SS", as the compiler wrote it */
  char *poplar_version, *architecture;
  guint32 ipus, tiles, replicas; /* 0: unknown */
  gboolean opened;
  gboolean unfinished; /* the profile has the temporary name of an unfinished run */
  PoplensHeadline headline;
  PoplensProgramTime timing;
  GArray *names; /* (nullable): names of the report's compute sets (report-series.h) */
  gboolean time_asked, has_time; /* times were requested; the report has times */
  guint64 time[POPLENS_N_TIMES]; /* cycles of each class of time, mean over tiles and IPUs */
  GArray *items; /* (nullable): PoplensPathItem: critical path, with time outside the program; NULL
                    if .has_time is FALSE */
  PoplensOperationWork *work; /* (nullable): NULL without .has_time */
  PoplensTimeCostliest costliest;
  GPtrArray *rules; /* (nullable): PoplensBudgetRule with results; NULL if there are no rules, or
                       the report was unreadable */
  char *key;        /* collation key of .path, by which run-2 comes before run-10 */
  guint64 stamp; /* state of the report's files when it was opened: poplens_report_get_stamp () */
} PoplensListedReport;

/* Packs a report without errors. Leaves out its path and rules. (transfer floating) */
GVariant *poplens_listed_report_pack (const PoplensListedReport *self);
/* Unpacks a report into @self. @packed: of type POPLENS_LISTED_REPORT_PACKED. @time: TRUE if times
 * are required. FALSE if @packed is invalid or lacks required times; free @self then. */
gboolean poplens_listed_report_unpack (PoplensListedReport *self, GVariant *packed, gboolean time);

#define POPLENS_LISTED_TIME_PACKED                                                                 \
  "(at" POPLENS_PATH_ITEMS_PACKED POPLENS_OPERATION_WORK_PACKED "maymaytt)"
#define POPLENS_LISTED_REPORT_PACKED "(ayaybmaymaymayuuumatbm" POPLENS_LISTED_TIME_PACKED ")"

G_END_DECLS
