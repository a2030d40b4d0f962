/* What a command says: sentences, figures, tables, and the command that goes on. Text, JSON and CSV
 * are made of it. */
#pragma once

#include "analysis/summary/headline.h"
#include "cli/cli.h"

G_BEGIN_DECLS

typedef struct {
  const char *key;
  PoplensValue before, value; /* .before, .direction: of two reports */
  PoplensDirection direction;
} PoplensCliFigure;

/* A part or a piece of data that is absent or damaged. */
typedef struct {
  char *what; /* "execution"; NULL: not a part as a whole */
  char *reason;
  gboolean damaged;
} PoplensCliMissing;

struct _PoplensCliAnswer {
  PoplensReport *reports[2]; /* (nullable) (not owned): what is asked; of two, Before and After */
  const PoplensLocation *location;
  PoplensByteUnit unit;
  gboolean all;               /* --all */
  GPtrArray *facts;           /* PoplensFact: one without a label is a sentence */
  GArray *figures;            /* PoplensCliFigure */
  GPtrArray *tables;          /* (element-type PoplensTable): the first is the main one … */
  GArray *looks;              /* PoplensCliTable: … and how each is shown */
  PoplensTableSeries *series; /* (nullable): rows of the main one, which has none then */
  GPtrArray *missing;         /* PoplensCliMissing */
  GPtrArray *notices;         /* char * */
  char *next;                 /* (nullable): a command */
};

PoplensCliAnswer *poplens_cli_answer_new (PoplensReport *report, const PoplensLocation *location,
                                          const PoplensCliOutput *output);
void poplens_cli_answer_free (PoplensCliAnswer *self);

/* Each adds to the end. */
void poplens_cli_answer_say (PoplensCliAnswer *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* @detail: (nullable) */
void poplens_cli_answer_fact (PoplensCliAnswer *self, const char *label, const char *value,
                              const char *detail, PoplensTone tone);
void poplens_cli_answer_figure (PoplensCliAnswer *self, const char *key, PoplensValue value);
void poplens_cli_answer_bytes (PoplensCliAnswer *self, const char *key, gboolean known,
                               guint64 bytes);
void poplens_cli_answer_cycles (PoplensCliAnswer *self, const char *key, gboolean known,
                                guint64 cycles);
/* @table: (transfer full) */
void poplens_cli_answer_table (PoplensCliAnswer *self, PoplensTable *table,
                               const PoplensCliTable *look);
void poplens_cli_answer_missing (PoplensCliAnswer *self, const char *what, const char *reason,
                                 gboolean damaged);
/* The command that goes on, about the same report. @options: "" or "--tile fullest" */
void poplens_cli_answer_next (PoplensCliAnswer *self, const char *command, const char *options);

/* Builds the table of what the answer's location selects and adds it. Where the report lacks it, or
 * it is damaged, that is missing, unless the answer is about it: then FALSE, as with any other
 * error. */
gboolean poplens_cli_answer_build (PoplensCliAnswer *self, const PoplensCliTable *look,
                                   GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCliAnswer, poplens_cli_answer_free)

/* ---- options of output ----------------------------------------------------------------------- */

/* How an answer is written, as the options that all commands have say. */
struct _PoplensCliOutput {
  gboolean json, csv, csv_safe, all, describe;
  gboolean alone; /* the main table is all that the command is about */
  char *columns, *sort, *filter, *limit, *unit_name; /* as they were given; or NULL */
  GStrv where;
  PoplensTableFormat format;
  PoplensByteUnit unit;
  gboolean limited;
  guint32 most; /* rows, where .limited; 0: all */
};

#define POPLENS_CLI_OUTPUT_ENTRIES 11

void poplens_cli_output_clear (PoplensCliOutput *self);
/* Adds the options that fill @self behind the last of @entries, which has room for them. */
void poplens_cli_output_add (PoplensCliOutput *self, GOptionEntry *entries);
/* Reads @argv as poplens_cli_parse_words () does (0: any number of words), with the options that
 * fill @self behind the last of @entries, which has room for them. */
gboolean poplens_cli_output_parse (PoplensCli *cli, const PoplensCliCommand *command,
                                   PoplensCliOutput *self, GOptionEntry *entries, int *argc,
                                   char ***argv, int n, PoplensExit *status);
/* Whether the main table alone was asked for: its rows or columns were chosen, or CSV. */
gboolean poplens_cli_output_is_table (const PoplensCliOutput *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCliOutput, poplens_cli_output_clear)

/* ---- figures of a report --------------------------------------------------------------------- */

/* Figures of the parts of @bits (analysis/summary/headline.h). Without @error those of damaged
 * parts are unknown. */
gboolean poplens_cli_add_figures (PoplensCliAnswer *answer, guint32 bits, GError **error);
/* Adds the figures of @bits, and the facts about them that the window's pages begin with. */
gboolean poplens_cli_add_facts (PoplensCliAnswer *answer, guint32 bits, GError **error);

/* Figures of both reports; those that neither has are left out. */
void poplens_cli_add_changes (PoplensCliAnswer *answer);

/* TRUE if the report has what tells what fills a tile, and what makes a program fit. */
gboolean poplens_cli_has_contents (PoplensReport *report);

G_END_DECLS
