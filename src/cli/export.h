/* What `poplens-cli export` was asked for, for the formats that it writes. */
#pragma once

#include "cli/cli.h"

G_BEGIN_DECLS

typedef struct {
  gboolean list, all, dark;
  char *output, *format, *tables, *location, *chart, *size, *title, *unit_name;
  const char *keys[5][2]; /* of the location of a trace: each with what was given, or NULL */
  PoplensByteUnit unit;
  char *typed; /* the command as it would be typed again */
} PoplensCliExport;

/* Tables that go to a database: by default, with --all, or never. */
PoplensExit poplens_cli_export_list (PoplensCli *cli);
/* @paths: reports and folders, NULL-terminated */
PoplensExit poplens_cli_export_database (PoplensCli *cli, char **paths,
                                         const PoplensCliExport *options);

G_END_DECLS
