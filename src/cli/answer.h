/* Answer of a command: sentences, figures, tables and the suggested next command. It is written as
 * text, JSON or CSV. */
#pragma once

#include "analysis/summary/headline.h"
#include "cli/cli.h"

G_BEGIN_DECLS

typedef struct {
  const char *key;
  PoplensValue before, value; /* .before and .direction: only in a comparison of reports */
  PoplensDirection direction;
} PoplensCliFigure;

/* Part or data that is absent or damaged. */
typedef struct {
  char *what; /* (nullable): name of a part or table: "execution"; NULL if .reason names it */
  char *reason;
  gboolean damaged;
} PoplensCliMissing;

struct _PoplensCliAnswer {
  PoplensReport *reports[2]; /* (nullable) (not owned): [0]: the report or Before; [1]: After */
  const PoplensLocation *location;
  PoplensByteUnit unit;
  gboolean all;      /* --all was given */
  GPtrArray *facts;  /* PoplensFact; one without a label is a sentence */
  GArray *figures;   /* PoplensCliFigure: named numbers */
  GPtrArray *tables; /* PoplensTable; the first is the main table */
  GArray *looks;     /* PoplensCliTable: how text output shows each of .tables */
  /* (nullable): the main table if its rows are computed while they are written. It is then not in
   * .tables. */
  PoplensTableSeries *series;
  GPtrArray *missing; /* PoplensCliMissing */
  GPtrArray *notices; /* char * */
  char *next;         /* (nullable): command line to suggest as the next step */
};

PoplensCliAnswer *poplens_cli_answer_new (PoplensReport *report, const PoplensLocation *location,
                                          const PoplensCliOutput *output);
void poplens_cli_answer_free (PoplensCliAnswer *self);

/* The functions below append to the answer. */
void poplens_cli_answer_say (PoplensCliAnswer *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Appends a labelled fact. @detail: (nullable) */
void poplens_cli_answer_fact (PoplensCliAnswer *self, const char *label, const char *value,
                              const char *detail, PoplensTone tone);
void poplens_cli_answer_figure (PoplensCliAnswer *self, const char *key, PoplensValue value);
void poplens_cli_answer_bytes (PoplensCliAnswer *self, const char *key, gboolean known,
                               guint64 bytes);
void poplens_cli_answer_cycles (PoplensCliAnswer *self, const char *key, gboolean known,
                                guint64 cycles);
/* Appends a table. @table: (transfer full) */
void poplens_cli_answer_table (PoplensCliAnswer *self, PoplensTable *table,
                               const PoplensCliTable *look);
void poplens_cli_answer_missing (PoplensCliAnswer *self, const char *what, const char *reason,
                                 gboolean damaged);
/* Suggests @command for the same report as the next step. @options: "" or "--tile fullest" */
void poplens_cli_answer_next (PoplensCliAnswer *self, const char *command, const char *options);

/* Builds the table of @look for the location of the answer, and appends it. A table that is absent
 * or damaged is added to .missing, unless it is the main table. FALSE with @error if the main
 * table, or the report, cannot be read. */
gboolean poplens_cli_answer_build (PoplensCliAnswer *self, const PoplensCliTable *look,
                                   GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCliAnswer, poplens_cli_answer_free)

/* ---- options of output ----------------------------------------------------------------------- */

/* Options that all commands have: how an answer is written. */
struct _PoplensCliOutput {
  gboolean json, csv, csv_safe, all, describe;
  gboolean alone;                                    /* the command prints only the main table */
  char *columns, *sort, *filter, *limit, *unit_name; /* (nullable): text of the option */
  GStrv where;
  PoplensTableFormat format;
  PoplensByteUnit unit;
  gboolean limited;
  guint32 most; /* maximum number of rows if .limited; 0: all */
};

#define POPLENS_CLI_OUTPUT_ENTRIES 11

void poplens_cli_output_clear (PoplensCliOutput *self);
/* Appends GLib options to @entries, which has room for them. Parsing the options fills @self. */
void poplens_cli_output_add (PoplensCliOutput *self, GOptionEntry *entries);
/* Appends the output options to @entries, and parses @argv with @entries. The output options fill
 * @self. @entries: has room for POPLENS_CLI_OUTPUT_ENTRIES more. @n: required number of words; 0:
 * any. FALSE with *@status if the command should exit */
gboolean poplens_cli_output_parse (PoplensCli *cli, const PoplensCliCommand *command,
                                   PoplensCliOutput *self, GOptionEntry *entries, int *argc,
                                   char ***argv, int n, PoplensExit *status);
/* TRUE if only the main table is printed: because of --csv, --columns, --sort or a similar
 * option. */
gboolean poplens_cli_output_is_table (const PoplensCliOutput *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCliOutput, poplens_cli_output_clear)

/* ---- figures of a report --------------------------------------------------------------------- */

/* Adds the figures of the parts in @bits (analysis/summary/headline.h). Figures of damaged parts
 * are unknown if @error is NULL, and an error otherwise. */
gboolean poplens_cli_add_figures (PoplensCliAnswer *answer, guint32 bits, GError **error);
/* Adds the figures of the parts @bits, and the facts about them that the window's pages show at the
 * top. */
gboolean poplens_cli_add_facts (PoplensCliAnswer *answer, guint32 bits, GError **error);

/* Adds each figure with its values in both reports, unless both values are unknown. */
void poplens_cli_add_changes (PoplensCliAnswer *answer);

/* TRUE if the report has the data for the contents of tiles, and for the command fit. */
gboolean poplens_cli_has_contents (PoplensReport *report);

G_END_DECLS
