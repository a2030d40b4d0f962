/* A report as one file to share: HTML that needs neither network nor scripts, in light and dark
 * colours. It has the overview, findings, charts as SVG, main tables, and what is missing. Of two
 * reports (poplens_report_set_other ()) it shows the second one (After), and what changed since the
 * first. The same report gives the same bytes. */
#pragma once

#include "base/work.h"
#include "pages/core/page.h"

G_BEGIN_DECLS

typedef struct {
  const char *title;   /* (nullable): NULL: the report's name */
  const char *program; /* program that writes it: "poplens-cli 1.0" */
  const char *command; /* command that made it, written at the end */
  PoplensByteUnit unit;
  const PoplensWork *work; /* (nullable): progress by section, and cancellation */
} PoplensShareSpec;

/* Writes @path, completely or not at all; loads what it needs. Missing or unreadable data are
 * described in their place. FALSE with POPLENS_ERROR_USAGE if @path is a file of one of the
 * reports, or with another error that names the file. */
gboolean poplens_share_save (PoplensReport *report, const PoplensShareSpec *spec, const char *path,
                             GError **error);

G_END_DECLS
