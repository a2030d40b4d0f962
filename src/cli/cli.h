/* Declarations that all commands of the terminal share. */
#pragma once

#include "cli/progress.h"
#include "pages/core/page.h"
#include "tables/engine/registry.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_EXIT_GOOD = 0,
  /* The report, or the requested part, cannot be read or written */
  POPLENS_EXIT_UNREADABLE = 1,
  POPLENS_EXIT_USAGE = 2,
  POPLENS_EXIT_CHECK = 3, /* a demand is not met, or cannot be checked */
} PoplensExit;

typedef struct {
  /* Standard output; with colour on a terminal, unless NO_COLOR is set */
  PoplensTextSink *out;
  gboolean terminal;   /* standard output is a terminal */
  guint width, height; /* of the terminal; 80 × 24 if there is none */
  gboolean narrow;     /* lines wrap: on a terminal, or if COLUMNS is set */
  gboolean endless;    /* the height is unlimited: a pipe or a file, without LINES */
  gboolean recover;    /* --recover: a profile with a journal is opened as a recovered copy */
  gboolean batch;      /* --batch: ssh asks no questions */
  /* --no-cache: blocks of reports on other computers stay in memory, and figures of reports are
   * not cached */
  gboolean no_cache;
  PoplensFigureStore *figures; /* (nullable): cache of figures of reports */
  GPtrArray *hosts;            /* PoplensHost: computers of the reports that were opened */
  /* (nullable): line that shows the progress of reading from them */
  PoplensCliProgress *progress;
  char *missing; /* (nullable): argument that is not a local path, and may be a host name */
} PoplensCli;

typedef struct _PoplensCliCommand PoplensCliCommand;
/* Option that sets a key of the command's location. */
typedef struct {
  const char *key;
  const char *argument; /* "N" */
  const char *what;
  gboolean many;        /* can be repeated: the values are joined by ";" */
  const char *needs[3]; /* keys, of which the location must have one; empty: none is needed */
} PoplensCliKey;

#define POPLENS_CLI_MOST_KEYS 10
/* Cache size in bytes for commands that read each slice once. */
#define POPLENS_CLI_CACHE_BYTES ((gsize) 32 << 20)

typedef PoplensExit PoplensCliRunFunc (PoplensCli *cli, const PoplensCliCommand *command, int argc,
                                       char **argv);
/* Table of an answer, and how text shows it. */
typedef struct {
  const char *table;   /* name */
  guint32 most;        /* rows without --all and --limit; 0: FEW of screen.c */
  const char *sort;    /* "-cycles": descending; (nullable): NULL: in the table's order */
  const char *columns; /* columns on a terminal, in order: "tile ipu"; (nullable): NULL: all */
  gboolean further;    /* only with --all; as the main table always, but not as text */
  const char *const *titles; /* (nullable): titles of these columns, instead of their own */
  guint least_first;         /* minimum width of the first column, in characters; 0: default */
  gboolean folded;           /* without --all, only rows that the window shows at first */
} PoplensCliTable;

typedef struct _PoplensCliAnswer PoplensCliAnswer;
typedef struct _PoplensCliOutput PoplensCliOutput;
/* Adds sentences and figures before the tables. FALSE with an error. */
typedef gboolean PoplensCliAnswerFunc (PoplensCliAnswer *answer, GError **error);

/* Subject of a command: selected by --by, or by a key of the location. */
typedef struct {
  const char *word;             /* word of --by; (nullable): NULL: not selected by --by */
  const char *key;              /* selected if the location has this key; (nullable) */
  const char *set;              /* (nullable): key and value for its tables, "by=layer" */
  PoplensCliAnswerFunc *answer; /* (nullable) */
  PoplensCliTable tables[6];    /* the first is the main table; empty: .answer adds them */
  /* (nullable): tabs of the page that draw the main table under another name */
  const char *const *tabs;
} PoplensCliRows;

typedef enum {
  POPLENS_CLI_LOOK,
  POPLENS_CLI_ASK,
  POPLENS_CLI_COMPARE,
  POPLENS_CLI_TAKE_OUT,
  POPLENS_CLI_OTHER,
} PoplensCliGroup;

struct _PoplensCliCommand {
  const char *name;
  const char *arguments; /* "REPORT" */
  const char *summary;
  PoplensCliRunFunc *run;
  /* only of commands over one report: */
  PoplensPageId page;         /* of the location */
  const PoplensCliRows *rows; /* [*n_rows]: the first is the default */
  const guint *n_rows;
  const PoplensCliKey *keys; /* terminated by a NULL key */
  PoplensCliGroup group;     /* in the help */
  const char *example;       /* "memory run --tile 5" */
  /* (nullable) (transfer full): text of the help after the options */
  char *(*describe) (void);
};

/* ---- options (options.c) -----------------------------------------------------------------------
 */

/* Parses @argv (from the command's name on) with @entries and --help. TRUE: continue with the rest
 * in @argv; FALSE: exit with *@status, messages are printed. */
gboolean poplens_cli_parse (PoplensCli *cli, const PoplensCliCommand *command,
                            const GOptionEntry *entries, int *argc, char ***argv,
                            PoplensExit *status);
/* Like poplens_cli_parse (), for commands with exactly @n words. */
gboolean poplens_cli_parse_words (PoplensCli *cli, const PoplensCliCommand *command,
                                  const GOptionEntry *entries, int *argc, char ***argv, int n,
                                  PoplensExit *status);
/* Parses "binary", "si" or "bytes"; NULL leaves @unit unchanged. FALSE after printing an error. */
gboolean poplens_cli_parse_unit (const PoplensCliCommand *command, const char *text,
                                 PoplensByteUnit *unit);
/* Prints a line on standard error, formatted by poplens_visible_error(). @cli: (nullable): NULL
 * before a report is opened */
void poplens_cli_tell (PoplensCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Prints an error in the use of the command, and how to get help. Returns POPLENS_EXIT_USAGE */
PoplensExit poplens_cli_misuse (const PoplensCliCommand *command, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
/* Prints the error. Returns POPLENS_EXIT_USAGE for a wrong argument, POPLENS_EXIT_GOOD if the
 * reader of the output is gone, else POPLENS_EXIT_UNREADABLE. */
PoplensExit poplens_cli_fail (PoplensCli *cli, const GError *error);

/* Prints on standard error what is incomplete or damaged in the loaded parts of @report. */
void poplens_cli_tell_damage (PoplensCli *cli, PoplensReport *report);

/* Parses the option --location: like poplens_location_parse (), but refuses unknown words.
 * (transfer full) (nullable): NULL with an error */
PoplensLocation *poplens_cli_parse_location (const char *text, GError **error);
/* Builds the location of the options. @text: (nullable): value of --location; NULL: @page without
 * keys. @pairs: KEY and value, or NULL if not given. (transfer full) (nullable): NULL with USAGE */
PoplensLocation *poplens_cli_make_location (const char *text, PoplensPageId page,
                                            const char *const (*pairs)[2], guint n, GError **error);
/* FALSE with USAGE if the option @key does not accept @value. @value: (nullable) */
gboolean poplens_cli_check_value (const char *key, const char *value, GError **error);
/* Finds the rows of @command that the key "tab" of @location selects. (transfer none) (nullable) */
const PoplensCliRows *poplens_cli_find_tab (const PoplensCliCommand *command,
                                            const PoplensLocation *location);

/* Prints which folders were not searched. @unsearched: (nullable): PoplensUnsearched */
void poplens_cli_tell_unsearched (PoplensCli *cli, const GPtrArray *unsearched);

/* Passes the common options to the host in @path, before it is connected to. */
void poplens_cli_prepare_host (PoplensCli *cli, const char *path);
/* Opens the report at @path or, with --recover, its recovered copy if it needs one; that is printed
 * on standard error. (transfer full) (nullable): NULL with an error */
PoplensReport *poplens_cli_open (PoplensCli *cli, const char *path, GError **error);
/* Returns @report as an argument for the shell; a recovered copy as its original with --recover.
 * (transfer full) */
char *poplens_cli_report_argument (PoplensReport *report);
/* Opens the report at @path, and sets it as the report that @report is compared with. */
gboolean poplens_cli_compare (PoplensCli *cli, PoplensReport *report, const char *path,
                              GError **error);
/* Like poplens_cli_compare () with @path (nullable) or else the report that @location names; TRUE
 * if neither is given. @compares: FALSE: does not open it, as nothing is compared */
gboolean poplens_cli_compare_location (PoplensCli *cli, PoplensReport *report, const char *path,
                                       const PoplensLocation *location, gboolean compares,
                                       GError **error);
/* FALSE with USAGE if @location has both tiles and an IPU, and a tile is not on the IPU: tiles take
 * precedence, and the IPU would be ignored. */
gboolean poplens_cli_check_scope (PoplensReport *report, const PoplensLocation *location,
                                  GError **error);

void poplens_cli_init (PoplensCli *cli, GOutputStream *stream);

/* ---- commands ----------------------------------------------------------------------------------
 */

PoplensCliRunFunc poplens_cli_run_report;
PoplensCliRunFunc poplens_cli_run_budget;
PoplensCliRunFunc poplens_cli_run_diff;
PoplensCliRunFunc poplens_cli_run_export;
PoplensCliRunFunc poplens_cli_run_fetch;
PoplensCliRunFunc poplens_cli_run_find;
PoplensCliRunFunc poplens_cli_run_list;
PoplensCliRunFunc poplens_cli_run_show;
PoplensCliRunFunc poplens_cli_run_table;
PoplensCliRunFunc poplens_cli_run_check;

#define POPLENS_CLI_ROWS(name)                                                                     \
  extern const PoplensCliRows poplens_cli_##name##_rows[];                                         \
  extern const guint poplens_cli_##name##_n_rows;                                                  \
  extern const PoplensCliKey poplens_cli_##name##_keys[]
POPLENS_CLI_ROWS (summary);
POPLENS_CLI_ROWS (memory);
POPLENS_CLI_ROWS (liveness);
POPLENS_CLI_ROWS (fit);
POPLENS_CLI_ROWS (time);
POPLENS_CLI_ROWS (trace);
POPLENS_CLI_ROWS (programs);
POPLENS_CLI_ROWS (operations);

G_END_DECLS
