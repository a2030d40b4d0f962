/* Declarations that all commands of the terminal share. */
#pragma once

#include "cli/progress.h"
#include "pages/core/page.h"
#include "tables/engine/registry.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_EXIT_GOOD = 0,
  /* The report, or the part of it that was asked for, cannot be read or written */
  POPLENS_EXIT_UNREADABLE = 1,
  POPLENS_EXIT_USAGE = 2,
  POPLENS_EXIT_CHECK = 3, /* a rule or condition of the user is violated, or cannot be checked */
} PoplensExit;

typedef struct {
  /* Standard output; with colour on a terminal, unless NO_COLOR is set */
  PoplensTextSink *out;
  gboolean terminal;   /* standard output is a terminal */
  guint width, height; /* size of the terminal in characters; 80 × 24 if there is none */
  gboolean narrow;     /* lines wrap: on a terminal, or if COLUMNS is set */
  /* Output may be longer than .height: in a pipe or file, unless LINES is set */
  gboolean endless;
  gboolean recover; /* --recover: a profile that has a journal is opened as a recovered copy */
  gboolean batch;   /* --batch: ssh does not ask for passwords */
  /* --no-cache: caches neither data of other computers nor figures on the disk */
  gboolean no_cache;
  PoplensFigureStore *figures; /* (nullable): disk cache of figures of reports */
  GPtrArray *hosts;            /* PoplensHost: computers of the reports that were opened */
  /* (nullable): line that shows the progress of reading from .hosts */
  PoplensCliProgress *progress;
  char *missing; /* (nullable): argument that is not a local path, and may be a host name */
} PoplensCli;

typedef struct _PoplensCliCommand PoplensCliCommand;
/* Option of a command that sets a key of the location. */
typedef struct {
  const char *key;
  const char *argument; /* placeholder of the value in the help: "N" */
  const char *what;
  gboolean many; /* the option can be repeated: values are joined by ";" */
  /* The option needs one of these keys in the location; empty: needs no key */
  const char *needs[3];
} PoplensCliKey;

#define POPLENS_CLI_MOST_KEYS 10
/* Limit in bytes of the slice cache, for commands that read each slice once. */
#define POPLENS_CLI_CACHE_BYTES ((gsize) 32 << 20)

typedef PoplensExit PoplensCliRunFunc (PoplensCli *cli, const PoplensCliCommand *command, int argc,
                                       char **argv);
/* Table of an answer, and how text shows it. */
typedef struct {
  const char *table; /* name of the table */
  guint32 most;      /* rows to print without --all and --limit; 0: the default in screen.c */
  /* (nullable): "-cycles" sorts by cycles, descending; NULL keeps the order of the table */
  const char *sort;
  const char *columns; /* (nullable): columns on a terminal, in order: "tile ipu"; NULL: all */
  /* Builds the table only with --all. The main table is always built, but text shows it only with
   * --all. */
  gboolean further;
  const char *const *titles; /* (nullable): titles of .columns, instead of the table's titles */
  guint least_first;         /* minimum width of the first column, in characters; 0: default */
  /* Without --all, prints only rows that the window shows before any row is expanded */
  gboolean folded;
} PoplensCliTable;

typedef struct _PoplensCliAnswer PoplensCliAnswer;
typedef struct _PoplensCliOutput PoplensCliOutput;
/* Appends the sentences and figures that precede the tables. FALSE with an error. */
typedef gboolean PoplensCliAnswerFunc (PoplensCliAnswer *answer, GError **error);

/* Subject of a command, as selected by --by or by a key of the location. */
typedef struct {
  const char *word;             /* (nullable): value of --by that selects it */
  const char *key;              /* (nullable): key of the location that selects it */
  const char *set;              /* (nullable): key and value to set in the location: "by=layer" */
  PoplensCliAnswerFunc *answer; /* (nullable): appends what precedes the tables */
  /* The main table comes first; empty if .answer appends the tables */
  PoplensCliTable tables[6];
  /* (nullable): more tabs of the page that show this subject, besides the tab of the main table */
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
  const char *arguments; /* arguments in the help: "REPORT" */
  const char *summary;
  PoplensCliRunFunc *run;
  /* .page to .keys are only used by commands over one report. */
  PoplensPageId page;         /* page of the location */
  const PoplensCliRows *rows; /* (length *n_rows); the first is the default */
  const guint *n_rows;
  const PoplensCliKey *keys; /* array that ends with {NULL} */
  PoplensCliGroup group;     /* section of the help that lists the command */
  const char *example;       /* example in the help: "memory run --tile 5" */
  /* (nullable): returns a text that the help prints after the options (transfer full) */
  char *(*describe) (void);
};

/* ---- options (options.c) --------------------------------------------------------------------- */

/* Parses the options in @argv, which begins with the name of the command. @entries: options in
 * addition to --help and --version. TRUE if the command should run; @argv then has the other words.
 * FALSE with *@status, after printing messages, if the command should exit. */
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

/* Parses the value of --location. Unlike poplens_location_parse (), fails on unknown words.
 * (transfer full) (nullable): NULL with an error */
PoplensLocation *poplens_cli_parse_location (const char *text, GError **error);
/* Builds a location from options. @text: (nullable): value of --location; NULL: @page without keys.
 * @pairs: [n]: name and value (nullable) of each key to set. (transfer full) (nullable): NULL with
 * POPLENS_ERROR_USAGE */
PoplensLocation *poplens_cli_make_location (const char *text, PoplensPageId page,
                                            const char *const (*pairs)[2], guint n, GError **error);
/* FALSE with POPLENS_ERROR_USAGE if the option @key does not accept @value. @value: (nullable) */
gboolean poplens_cli_check_value (const char *key, const char *value, GError **error);
/* Finds the rows of @command that the key "tab" of @location selects. (transfer none) (nullable) */
const PoplensCliRows *poplens_cli_find_tab (const PoplensCliCommand *command,
                                            const PoplensLocation *location);

/* Prints which folders were not searched. @unsearched: (nullable): PoplensUnsearched */
void poplens_cli_tell_unsearched (PoplensCli *cli, const GPtrArray *unsearched);

/* Passes the common options (--batch, --no-cache …) to the host that @path names. Call it before
 * connecting. */
void poplens_cli_prepare_host (PoplensCli *cli, const char *path);
/* Opens the report at @path. With --recover opens its recovered copy, if it needs one, and says so
 * on standard error. (transfer full) (nullable): NULL with an error */
PoplensReport *poplens_cli_open (PoplensCli *cli, const char *path, GError **error);
/* Returns the path of @report, quoted for a shell. For a recovered copy returns "ORIGINAL
 * --recover". (transfer full) */
char *poplens_cli_report_argument (PoplensReport *report);
/* Opens the report at @path, and sets it as the report that @report is compared with. */
gboolean poplens_cli_compare (PoplensCli *cli, PoplensReport *report, const char *path,
                              GError **error);
/* Opens the report at @path (nullable), or else the report that @location names, to compare @report
 * with it. TRUE if neither is given. @compares: FALSE: does not open the report */
gboolean poplens_cli_compare_location (PoplensCli *cli, PoplensReport *report, const char *path,
                                       const PoplensLocation *location, gboolean compares,
                                       GError **error);
/* FALSE with POPLENS_ERROR_USAGE if @location selects an IPU and a tile outside this IPU. Tiles
 * take precedence, so the IPU would be ignored. */
gboolean poplens_cli_check_scope (PoplensReport *report, const PoplensLocation *location,
                                  GError **error);

void poplens_cli_init (PoplensCli *cli, GOutputStream *stream);

/* ---- commands -------------------------------------------------------------------------------- */

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
