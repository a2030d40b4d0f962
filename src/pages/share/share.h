/* Writes a report as one HTML file to share. The file needs neither network nor scripts. If
 * poplens_report_set_other () set a second report, the file shows that report (After), and what
 * changed since the first. The same report gives the same bytes. */
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

/* Writes the file @path, completely or not at all. The file says which data are missing or
 * unreadable. FALSE with POPLENS_ERROR_USAGE if @path is a file of a report, or with another error
 * that names @path. */
gboolean poplens_share_save (PoplensReport *report, const PoplensShareSpec *spec, const char *path,
                             GError **error);

G_END_DECLS
