/* The terminal: what every command works with. */
#pragma once

#include "cli/progress.h"
#include "pages/core/page.h"
#include "tables/engine/registry.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_EXIT_GOOD = 0,
  POPLENS_EXIT_UNREADABLE = 1, /* the report, or the part asked for, cannot be read or written */
  POPLENS_EXIT_USAGE = 2,
  POPLENS_EXIT_CHECK = 3, /* a demand is not met, or cannot be judged */
} PoplensExit;

typedef struct {
  PoplensTextSink *out; /* standard output; for a terminal, with colour unless NO_COLOR is set */
  gboolean terminal;    /* it is one */
  guint width, height;  /* of the terminal; 80 × 24 where there is none */
  gboolean narrow;      /* it has a width: a terminal's, or COLUMNS */
  gboolean endless;     /* it has no height: a pipe or a file, without LINES */
  gboolean recover;     /* --recover: a profile with a journal is opened as a recovered copy */
  gboolean batch;       /* --batch: ssh asks nobody */
  gboolean no_cache;    /* --no-cache: blocks of reports on other computers stay in memory, and
                         * figures of reports are not kept */
  PoplensFigureStore *figures;  /* (nullable): where figures of reports are kept */
  GPtrArray *hosts;             /* PoplensHost: other computers that reports were opened on */
  PoplensCliProgress *progress; /* (nullable) what is shown of reading there */
  char *missing; /* (nullable): argument that is not a path here, and may be a computer */
} PoplensCli;

typedef struct _PoplensCliCommand PoplensCliCommand;
/* An option that sets a key in the location that a command is about. */
typedef struct {
  const char *key;
  const char *argument; /* "N" */
  const char *what;
  gboolean many;        /* may come again: the value is all arguments, parted by ";" */
  const char *needs[3]; /* keys of which the location has to have one; none: it stands alone */
} PoplensCliKey;

#define POPLENS_CLI_MOST_KEYS 10
/* Slices that stay in memory where each is read once. */
#define POPLENS_CLI_CACHE_BYTES ((gsize) 32 << 20)

typedef PoplensExit PoplensCliRunFunc (PoplensCli *cli, const PoplensCliCommand *command, int argc,
                                       char **argv);
/* A table of an answer, and how text shows it. */
typedef struct {
  const char *table;         /* by name */
  guint32 most;              /* rows unless --all or --limit ask for others; 0: a few */
  const char *sort;          /* "-cycles": descending; NULL: in the table's order */
  const char *columns;       /* "tile ipu": in a terminal, in this order; NULL: all of them */
  gboolean further;          /* with --all alone; as the main table not in text without */
  const char *const *titles; /* (nullable): of these columns, in place of their own */
  guint least_first;         /* what the first column keeps at least of a text; 0: as usual */
  gboolean folded;           /* without --all only rows that the window shows at first */
} PoplensCliTable;

typedef struct _PoplensCliAnswer PoplensCliAnswer;
typedef struct _PoplensCliOutput PoplensCliOutput;
/* Adds what is to be said before the tables; FALSE with an error. */
typedef gboolean PoplensCliAnswerFunc (PoplensCliAnswer *answer, GError **error);

/* What a command is about: chosen by --by, or by a key of the location. */
typedef struct {
  const char *word;             /* of --by; NULL: it has none */
  const char *key;              /* chosen where the location has this key; NULL: by none */
  const char *set;              /* (nullable): "by=layer": a key that its tables are made with */
  PoplensCliAnswerFunc *answer; /* (nullable) */
  PoplensCliTable tables[6];    /* the first is the main one; none: .answer adds them */
  const char *const *tabs; /* (nullable): tabs of the page that draw the main table, and are not
                            * called as it is */
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
  /* of commands over one report */
  PoplensPageId page;         /* of the location */
  const PoplensCliRows *rows; /* [*n_rows]: the first where nothing else is asked for */
  const guint *n_rows;
  const PoplensCliKey *keys; /* ended by a NULL key */
  PoplensCliGroup group;     /* in the help */
  const char *example;       /* "memory run --tile 5" */
  char *(*describe) (void);  /* (nullable) (transfer full): what the help says behind the options */
};

/* ---- options (options.c) -----------------------------------------------------------------------
 */

/* Reads @argv (from the command's name on) by @entries and --help. TRUE: go on, with what is left
 * in @argv; FALSE: leave with *@status, all has been said. */
gboolean poplens_cli_parse (PoplensCli *cli, const PoplensCliCommand *command,
                            const GOptionEntry *entries, int *argc, char ***argv,
                            PoplensExit *status);
/* As above, for commands that take exactly @n words. */
gboolean poplens_cli_parse_words (PoplensCli *cli, const PoplensCliCommand *command,
                                  const GOptionEntry *entries, int *argc, char ***argv, int n,
                                  PoplensExit *status);
/* "binary", "si", "bytes"; NULL leaves @unit. FALSE has been said. */
gboolean poplens_cli_parse_unit (const PoplensCliCommand *command, const char *text,
                                 PoplensByteUnit *unit);
/* Prints a line on standard error: see poplens_visible_error(). @cli: (nullable): none was opened
 * yet */
void poplens_cli_tell (PoplensCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Says what is wrong and how to get help, before a report is opened. Returns: POPLENS_EXIT_USAGE */
PoplensExit poplens_cli_misuse (const PoplensCliCommand *command, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
/* Says the error; a wrong argument is wrong use. */
PoplensExit poplens_cli_fail (PoplensCli *cli, const GError *error);

/* Says on standard error what is incomplete or damaged in the parts of @report that were read. */
void poplens_cli_tell_damage (PoplensCli *cli, PoplensReport *report);

/* What an option --location says: as poplens_location_parse (), and with words that mean something.
 * (transfer full) */
PoplensLocation *poplens_cli_parse_location (const char *text, GError **error);
/* The location that --location (@text; NULL: the bare @page) and the options in @pairs ask for: KEY
 * and what was given, or NULL. NULL with USAGE. (transfer full) */
PoplensLocation *poplens_cli_make_location (const char *text, PoplensPageId page,
                                            const char *const (*pairs)[2], guint n, GError **error);
/* FALSE with USAGE where the key, which is an option, does not take @value. @value: (nullable) */
gboolean poplens_cli_check_value (const char *key, const char *value, GError **error);
/* The rows of @command that the "tab" of @location shows, or NULL. (transfer none) */
const PoplensCliRows *poplens_cli_find_tab (const PoplensCliCommand *command,
                                            const PoplensLocation *location);

/* Says which folders were not searched. @unsearched: (nullable): PoplensUnsearched */
void poplens_cli_tell_unsearched (PoplensCli *cli, const GPtrArray *unsearched);

/* Tells the computer that @path names what the options say, before it is connected to. */
void poplens_cli_prepare_host (PoplensCli *cli, const char *path);
/* The report at @path, or its recovered copy where --recover asks for it and it needs one, which
 * standard error then says. */
PoplensReport *poplens_cli_open (PoplensCli *cli, const char *path, GError **error);
/* How a command names @report: a word of the shell, of a recovered copy that of the report it was
 * made of, with --recover. (transfer full) */
char *poplens_cli_report_argument (PoplensReport *report);
/* Opens the report at @path for @report to be compared with. */
gboolean poplens_cli_compare (PoplensCli *cli, PoplensReport *report, const char *path,
                              GError **error);
/* With the one at @path (nullable), else with the one that @location names; TRUE where neither is.
 * @compares: FALSE: nothing is compared, so it is not opened. */
gboolean poplens_cli_compare_location (PoplensCli *cli, PoplensReport *report, const char *path,
                                       const PoplensLocation *location, gboolean compares,
                                       GError **error);
/* Tiles go before an IPU, so where @location names both they have to say the same: else USAGE. */
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
