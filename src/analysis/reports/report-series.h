/* Groups reports into series of the same model. Reports are of one model if they have the same
 * target (IPUs, tiles and replicas), and share at least four fifths of the names of compute sets,
 * with numbers as "*". The file does not record the machine on which a report was made. */
#pragma once

#include "base/strings.h"

G_BEGIN_DECLS

#define POPLENS_NO_SERIES G_MAXUINT32

typedef struct {
  guint32 ipus, tiles,
      replicas; /* target of the report; 0 IPUs: unknown, so the report belongs to no series */
  const GArray *names; /* from poplens_compute_set_names_new (); NULL: unknown, so only the targets
                          are compared */
} PoplensReportModel;

/* Returns hashes of the names of compute sets, with numbers as "*". (transfer full): GArray of
 * guint64, distinct, ascending */
GArray *poplens_compute_set_names_new (const PoplensStrings *names);
/* Assigns reports to series. @models: in order of time; each is compared with the latest report of
 * each series, so that a model may change gradually. (transfer full): [n] number of each report's
 * series, from 0 in order of their first reports; or POPLENS_NO_SERIES */
guint32 *poplens_report_series (const PoplensReportModel *models, guint n);
/* Returns a name for a series of reports with the @n paths @paths, with "*" for the parts that
 * differ. (transfer full) */
char *poplens_report_series_name (const char *const *paths, guint n);

G_END_DECLS
