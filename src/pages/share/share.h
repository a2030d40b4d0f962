/* A report as one file to share: HTML that is read without a network and without a script, in light
 * and in dark. What happened, the findings, the charts as SVG, the main tables, and what is not
 * recorded; of two (poplens_report_set_other ()) all that is of the second, which is the one after,
 * and what changed since the first. The same report gives the same bytes. */
#pragma once

#include "base/work.h"
#include "pages/core/page.h"

G_BEGIN_DECLS

typedef struct {
  const char *title;   /* (nullable): NULL: the report's name */
  const char *program; /* what writes it: "poplens-cli 1.0" */
  const char *command; /* how it was made: stands at its end */
  PoplensByteUnit unit;
  const PoplensWork *work; /* (nullable): how far it is, section by section, and stopping it */
} PoplensShareSpec;

/* Into @path, whole or not at all; loads what it needs. What the report lacks, or cannot be read of
 * it, is said in its place. FALSE with POPLENS_ERROR_USAGE where @path is one of the reports' own,
 * or another error that names the file. */
gboolean poplens_share_save (PoplensReport *report, const PoplensShareSpec *spec, const char *path,
                             GError **error);

G_END_DECLS
