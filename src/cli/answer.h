/* What a command says: sentences, figures, tables, and the command that goes on. Text, JSON and CSV
 * are made of it. */
#pragma once

#include "analysis/summary/headline.h"
#include "cli/output.h"

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

G_END_DECLS
