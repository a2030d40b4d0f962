/* Which reports are of one series: those of the same model. It has the same target (IPUs, tiles and
 * replicas), and at least four fifths of its names of compute sets, with numbers as "*". The file
 * does not say on which machine a report was made. */
#pragma once

#include "base/strings.h"

G_BEGIN_DECLS

#define POPLENS_NO_SERIES G_MAXUINT32

typedef struct {
  guint32 ipus, tiles, replicas; /* 0 IPUs: not known, and of no series */
  const GArray *names;           /* as below; NULL: not known, and the target alone tells */
} PoplensReportModel;

/* @names: of compute sets. (transfer full): of guint64: hashes of these, each once, rising */
GArray *poplens_compute_set_names_new (const PoplensStrings *names);
/* @models: in the order of the series; each is held against the latest of every series, so that a
 * model may change little by little. (transfer full): [n]: numbers of series from 0, by their first
 * report; or POPLENS_NO_SERIES */
guint32 *poplens_report_series (const PoplensReportModel *models, guint n);
/* The @n paths of a series as one: with "*" for the parts in which they differ. (transfer full) */
char *poplens_report_series_name (const char *const *paths, guint n);

G_END_DECLS
