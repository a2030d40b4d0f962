/* Groups reports into series of the same model. Reports are of one model if they have the same
 * target (IPUs, tiles and replicas), and share at least four fifths of the names of compute sets,
 * with numbers as "*". The file does not record the machine on which a report was made. */
#pragma once

#include "base/strings.h"

G_BEGIN_DECLS

#define POPLENS_NO_SERIES G_MAXUINT32

typedef struct {
  guint32 ipus, tiles, replicas; /* 0 IPUs: unknown, so in no series */
  const GArray *
      names; /* from poplens_compute_set_names_new (); NULL: unknown, so the target alone decides */
} PoplensReportModel;

/* Returns hashes of the names of compute sets. (transfer full): GArray of guint64, distinct,
 * ascending */
GArray *poplens_compute_set_names_new (const PoplensStrings *names);
/* Assigns the reports to series. @models: in order; each is compared with the latest report of
 * every series, so that a model may change gradually. (transfer full): [n] numbers of series from
 * 0, by their first report; or POPLENS_NO_SERIES */
guint32 *poplens_report_series (const PoplensReportModel *models, guint n);
/* Returns a name for the @n paths of a series, with "*" for the parts that differ. (transfer
 * full) */
char *poplens_report_series_name (const char *const *paths, guint n);

G_END_DECLS
