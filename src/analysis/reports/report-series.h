/* Groups reports into series of the same model. Two reports are of one model if they have the same
 * numbers of IPUs, tiles and replicas, and share at least four fifths of the names of compute sets.
 * Numbers in names are ignored. The file does not record the machine on which a report was made. */
#pragma once

#include "base/strings.h"

G_BEGIN_DECLS

#define POPLENS_NO_SERIES G_MAXUINT32

typedef struct {
  guint32 ipus, tiles, replicas; /* target of the report; .ipus is 0 if the target is unknown: the
                                    report is then in no series */
  const GArray *names;           /* hashes from poplens_compute_set_names_new (); NULL: unknown */
} PoplensReportModel;

/* Returns hashes of the names of compute sets, in which each number is replaced by "*". (transfer
 * full): GArray of guint64, distinct, ascending */
GArray *poplens_compute_set_names_new (const PoplensStrings *names);
/* Assigns reports to series. Each report is compared with the latest report of each series, because
 * models change gradually. @models: sorted by time. (transfer full): [n] number of each report's
 * series, from 0; POPLENS_NO_SERIES: the target is unknown */
guint32 *poplens_report_series (const PoplensReportModel *models, guint n);
/* Returns a name for a series of reports with the @n paths @paths, with "*" for the parts that
 * differ. (transfer full) */
char *poplens_report_series_name (const char *const *paths, guint n);

G_END_DECLS
