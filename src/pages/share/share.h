/* A report as one file to share: HTML that needs neither network nor scripts, in light and dark
 * colours. The file has the overview, findings, charts as SVG, main tables, and what is missing. If
 * a report is compared with another one (poplens_report_set_other ()), the file shows the second
 * one (After), and what changed since the first. The same report gives the same bytes. */
#pragma once

#include "base/work.h"
#include "pages/core/page.h"

G_BEGIN_DECLS

typedef struct {
  const char *title;   /* (nullable) NULL: the name of the report */
  const char *program; /* program that writes the file: "poplens-cli 1.0" */
  const char *command; /* command that made the file; written at the end of the file */
  PoplensByteUnit unit;
  const PoplensWork *work; /* (nullable) work for progress by section, and for cancellation */
} PoplensShareSpec;

/* Writes the file @path, completely or not at all. Loads the parts that it needs; where data are
 * missing or unreadable, the file says so. FALSE with POPLENS_ERROR_USAGE if @path is a file of one
 * of the reports, or with another error that names the file. */
gboolean poplens_share_save (PoplensReport *report, const PoplensShareSpec *spec, const char *path,
                             GError **error);

G_END_DECLS
