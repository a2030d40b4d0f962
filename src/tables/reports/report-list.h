/* List of all reports in a folder: figures of each, whether it keeps limits, and which ones got
 * worse. Each report is opened, read and closed, so that a list of thousands holds no report open.
 * Reports whose files did not change are taken from an earlier list or the disk cache. */
#pragma once

#include "analysis/reports/change-points.h"
#include "base/format.h"
#include "tables/reports/listed-report.h"

G_BEGIN_DECLS

/* Figures that are compared from report to report in a series. A larger value is worse, and not
 * fitting is worse than fitting. Time is the median iteration, if all reports of the series have
 * iterations, and the program, unless they have different numbers of iterations. */
typedef enum {
  POPLENS_MEASURE_FITS,
  POPLENS_MEASURE_ITERATION,
  POPLENS_MEASURE_PROGRAM,
  POPLENS_MEASURE_FULLEST,
  POPLENS_MEASURE_PEAK,
  POPLENS_N_MEASURES,
} PoplensReportMeasure;

const char *poplens_report_measure_key (PoplensReportMeasure measure); /* "tile_bytes" */
gboolean poplens_report_measure_is_time (PoplensReportMeasure measure);

typedef struct {
  guint32 report, previous; /* indices in the list: report with the change, and the report before
                               it; for a trend its last and first report */
  PoplensReportMeasure measure;
  PoplensChangePoint level; /* values before and after; for FITS 0 means fits, 1 does not fit */
  guint later;              /* number of later reports that stay at the new level */
} PoplensReportChange;

/* TRUE if the figure rose, which is always worse. */
gboolean poplens_report_change_is_worse (const PoplensReportChange *self);
/* Returns the amount of a change: "+6.1 %", "no longer fits". (transfer full) */
char *poplens_report_change_amount (const PoplensReportChange *self, PoplensByteUnit unit);
/* Returns figure and amount of a change: "iteration +6.1 %", "iteration +6.1 % steadily". (transfer
 * full) */
char *poplens_report_change_text (const PoplensReportChange *self, PoplensByteUnit unit);

/* Noise of a figure, as fractions of its level: the largest of all series that are long enough; 0
 * if there are none. */
typedef struct {
  double differ;     /* mean difference between adjacent reports */
  double latest;     /* rise of the latest report below which it could be noise */
  const char *turns; /* (nullable): name of a series whose values alternate between two clusters */
} PoplensReportNoise;

/* The largest rise between the last two reports of a series that is too short to distinguish noise
 * from changes. */
typedef struct {
  guint32 report, previous; /* indices in the list */
  PoplensReportMeasure measure;
  double before, after;
} PoplensReportRise;

/* Largest change on the critical path between a report and the previous one of its series, if
 * both have a critical path: an operation or stream, or a class of time. */
typedef struct {
  const char *title; /* (nullable): "Fwd/…/MatMul (exchange)"; NULL: nothing changed, or unknown */
  const char *layers; /* (nullable): layers of one report: "encoder/layer.4 and 1 more added" */
  gint64 cycles;
  gint64 all; /* change of the whole path in cycles */
} PoplensReportCause;

typedef struct {
  GPtrArray *unsearched; /* (nullable): PoplensUnsearched: folders that may contain more reports */
  GPtrArray *reports;    /* PoplensListedReport, sorted by compile time, then path; those without a
                            time are last */
  const char *
      *series; /* (nullable) [reports]: name of the series, the same pointer for all its reports; an
                  element is NULL if the report could not be read. NULL until all are read */
  guint n_series;
  GArray *changes; /* (nullable): PoplensReportChange, sorted by report; NULL until all are read. If
                      iteration and program changed together, it has the change of the iteration, or
                      that of the program if it is clearly larger */
  GArray *repeats; /* PoplensReportChange: the other of the two changes, if iteration and program
                      changed together */
  PoplensReportNoise noise[POPLENS_N_MEASURES]; /* by measure; unused for FITS */
  gboolean few; /* any series was too short, so that only its last two reports were compared */
  PoplensReportRise rise;     /* largest rise in these series; .after is 0 if nothing rose */
  PoplensReportCause *causes; /* (nullable) [reports]: since the report before; NULL: reading */
  PoplensReportCause *steady; /* (nullable) [changes]: of trends, since their first report */
  GStringChunk *names;
} PoplensReportList;

typedef struct {
  gboolean time;    /* read classes of time and the critical path, too, for which all executed steps
                       are needed */
  gboolean recover; /* if a report on this computer needs recovery, recover a copy and read that */
  const GPtrArray *rules; /* (nullable): limits by which each report is judged */
  /* (nullable): an earlier list for the same folder and rules; its reports are reused if their
   * files did not change */
  const PoplensReportList *before;
  PoplensFigureStore *figures; /* (nullable): disk cache of figures */
} PoplensReportListOptions;

/* Called when a report was read; it is the last one in @so_far. @all: number of reports that there
 * will be. Called on the thread that reads the list. The function may sort the reports. */
typedef void (*PoplensListedFunc) (PoplensReportList *so_far, guint all, gpointer user_data);

/* Reads the reports that poplens_report_discover_below () finds in @folder, with several threads. A
 * report that cannot be read has an error text. @func: (nullable). (transfer full) (nullable): NULL
 * with @error if there are no reports, if the link to the folder's computer is lost, or if
 * cancelled */
PoplensReportList *poplens_report_list_read (const char *folder,
                                             const PoplensReportListOptions *options,
                                             PoplensListedFunc func, gpointer user_data,
                                             GCancellable *cancellable, GError **error);
/* Adds a reference. A list that was read is immutable. */
PoplensReportList *poplens_report_list_ref (PoplensReportList *self);
void poplens_report_list_unref (PoplensReportList *self);

/* TRUE if all reports of the folder were found and read, and all keep the limits. */
gboolean poplens_report_list_is_met (const PoplensReportList *self);

/* Sorts the reports. Reading a list calls it. */
void poplens_report_list_sort (PoplensReportList *self);
/* Sets series, changes and noise, of sorted reports. Reading a list calls it, and tests do. */
void poplens_report_list_find_changes (PoplensReportList *self);
/* Sets causes, after poplens_report_list_find_changes (). Reading a list calls it. */
void poplens_report_list_find_causes (PoplensReportList *self);

/* Values of a figure in the reports of a series, without reports that lack it. */
typedef struct {
  guint n;
  guint32 *reports; /* [n]: indices in the list, ascending */
  double *values;   /* [n] */
  double *levels;   /* [n]: median of the segment to which the value belongs, or the trend line at
                       this report */
} PoplensReportSeries;

/* Returns the values of @measure in a series. @series: a pointer from the list's .series. .n is 0
 * if the series is not judged by @measure. (transfer full) */
PoplensReportSeries *poplens_report_list_series (const PoplensReportList *self, const char *series,
                                                 PoplensReportMeasure measure);
void poplens_report_series_free (PoplensReportSeries *self);

/* Makes a table with a row for each report. It has columns for everything that @options made the
 * list read or judge. (transfer full) */
PoplensTable *poplens_report_list_table (const PoplensReportList *self,
                                         const PoplensReportListOptions *options,
                                         PoplensByteUnit unit);
PoplensTable *poplens_report_changes_table (const PoplensReportList *self);
/* Makes a table of the folders that were not searched. (transfer full) */
PoplensTable *poplens_report_unsearched_table (const PoplensReportList *self);

/* Returns the later change, of the same figure and series, that took back most of change @c for the
 * worse. @c: index in .changes. (transfer none) (nullable): NULL if there is none */
const PoplensReportChange *poplens_report_list_find_mend (const PoplensReportList *self, guint c);

/* Describes the list in a few lines: how many reports there are, which ones got worse and by how
 * much, and which could not be read. @most: maximum number of lines for each of these groups.
 * (transfer full) */
char *poplens_report_list_answer (const PoplensReportList *self, PoplensByteUnit unit, guint most);

/* Returns the change for the worse that users should examine: first a lasting one that no later
 * report took back, then one of the latest report, then one that was taken back. Among these,
 * changes of fit come first, then time, then memory, and the earliest first. @mended: (out): TRUE
 * if all were taken back. (transfer none) (nullable): NULL if no report got worse */
const PoplensReportChange *poplens_report_list_worst (const PoplensReportList *self,
                                                      gboolean *mended);

/* Summary of the reports in a folder: how good they are, a title, and a few sentences. */
typedef enum {
  POPLENS_REPORTS_GOOD,
  POPLENS_REPORTS_WORSE,
  POPLENS_REPORTS_OVER, /* the model of a report does not fit */
} PoplensReportsTone;

typedef struct {
  PoplensReportsTone tone;
  char *title; /* "run-7 got slower by 18.7 %, because of inter-IPU exchange" */
  char *text; /* more sentences: by how many cycles, whether later reports are as slow, what did not
                 change; may be "" */
  gboolean marked;              /* .report is set */
  guint32 report;               /* report to look at: index in the list */
  gboolean worse;               /* .report got worse, compared with .before */
  guint32 before;               /* report before .report: index in the list */
  PoplensReportMeasure measure; /* figure that got worse */
} PoplensReportsHeadline;

void poplens_report_list_headline (const PoplensReportList *self, PoplensByteUnit unit,
                                   PoplensReportsHeadline *headline);
void poplens_reports_headline_clear (PoplensReportsHeadline *self);
/* Describes one report: "got slower by 18.7 %", "12 tiles over", "as slow as run-7", or why it
 * could not be read. (transfer full) (nullable): NULL if it did not change */
char *poplens_report_list_verdict (const PoplensReportList *self, guint32 report,
                                   PoplensByteUnit unit);

/* Two reports that users should compare next: those before and after the worst change or, if there
 * are too few to detect changes, the last two. */
typedef struct {
  guint32 before, after; /* indices in the list */
  PoplensReportMeasure measure;
} PoplensReportPair;

/* Finds these reports. FALSE if there is nothing to compare. */
gboolean poplens_report_list_next (const PoplensReportList *self, PoplensReportPair *next);
/* Returns the command line that compares the reports of the worst change. (transfer full)
 * (nullable): NULL if no report got worse */
char *poplens_report_list_command (const PoplensReportList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportList, poplens_report_list_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensReportsHeadline, poplens_reports_headline_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensReportSeries, poplens_report_series_free)

G_END_DECLS
