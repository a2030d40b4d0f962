/* Rows of a table as the user asks for them: which columns and rows, in which order and format. */
#pragma once

#include "cli/cli.h"

G_BEGIN_DECLS

typedef struct {
  gboolean json, csv, provenance, csv_safe;
  char *format_name, *columns, *sort, *filter, *limit; /* as they were given; or NULL */
  GStrv where;
  PoplensTableFormat format;
  guint32 most; /* rows, of .limit; 0: all */
} PoplensCliTableOptions;

void poplens_cli_table_options_clear (PoplensCliTableOptions *self);

/* FALSE, and said, where the format or the limit makes no sense; else .format and .most are what
 * was asked for. */
gboolean poplens_cli_table_options_read (const PoplensCliCommand *command,
                                         PoplensCliTableOptions *self);

/* The options that fill @rows, but for .format and .most, as entries of a list. */
#define POPLENS_CLI_TABLE_ENTRIES(rows)                                                            \
  {                                                                                                \
      "format",                                                                                    \
      0,                                                                                           \
      0,                                                                                           \
      G_OPTION_ARG_STRING,                                                                         \
      &(rows).format_name,                                                                         \
      "output format (default: text)",                                                             \
      "text|csv|json"},                                                                            \
      {"json", 0, 0, G_OPTION_ARG_NONE, &(rows).json, "same as --format=json", NULL},              \
      {"csv", 0, 0, G_OPTION_ARG_NONE, &(rows).csv, "same as --format=csv", NULL},                 \
      {"columns", 0, 0, G_OPTION_ARG_STRING, &(rows).columns, "columns to show, in this order",    \
       "NAME,…"},                                                                                  \
      {"sort",                                                                                     \
       0,                                                                                          \
       0,                                                                                          \
       G_OPTION_ARG_STRING,                                                                        \
       &(rows).sort,                                                                               \
       "sort by columns; prefix a name with - for descending order",                               \
       "[-]NAME,…"},                                                                               \
      {"filter", 0, 0, G_OPTION_ARG_STRING, &(rows).filter, "keep rows that contain all words",    \
       "WORDS"},                                                                                   \
      {"where",                                                                                    \
       0,                                                                                          \
       0,                                                                                          \
       G_OPTION_ARG_STRING_ARRAY,                                                                  \
       &(rows).where,                                                                              \
       "keep rows that match 'COLUMN OP VALUE'; can be repeated",                                  \
       "'COLUMN OP VALUE'"},                                                                       \
      {"limit", 0, 0, G_OPTION_ARG_STRING, &(rows).limit, "show at most N rows (0: all)", "N"},    \
      {"provenance",                                                                               \
       0,                                                                                          \
       0,                                                                                          \
       G_OPTION_ARG_NONE,                                                                          \
       &(rows).provenance,                                                                         \
       "add the source of each column (CSV and JSON)",                                             \
       NULL},                                                                                      \
  {                                                                                                \
    "csv-safe", 0, 0, G_OPTION_ARG_NONE, &(rows).csv_safe,                                         \
        "put ' before texts that spreadsheets run as formulas", NULL                               \
  }

/* @location: (nullable): may filter and sort, too. Counts and notes go to standard error where the
 * format is one of scripts. */
gboolean poplens_cli_print_table (PoplensCli *cli, const PoplensTable *table,
                                  const PoplensCliTableOptions *options,
                                  const PoplensLocation *location, PoplensByteUnit unit,
                                  GError **error);
/* Rows that are made while they are written. */
gboolean poplens_cli_print_series (PoplensCli *cli, PoplensTableSeries *series,
                                   const PoplensCliTableOptions *options,
                                   const PoplensLocation *location, PoplensByteUnit unit,
                                   GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCliTableOptions, poplens_cli_table_options_clear)

G_END_DECLS
