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
  gboolean endless;     /* a pipe or a file, and LINES gives it no height */
  gboolean recover;     /* --recover: a profile with a journal is opened as a recovered copy */
  gboolean batch;       /* --batch: ssh asks nobody */
  gboolean no_cache;    /* --no-cache: blocks of reports on other computers stay in memory */
  GPtrArray *hosts;     /* PoplensHost: other computers that reports were opened on */
  PoplensCliProgress *progress; /* (nullable) what is shown of reading there */
  char *missing; /* (nullable): argument that is not a path here, and may be a computer */
} PoplensCli;

typedef struct _PoplensCliCommand PoplensCliCommand;
/* What a command prints in, and of. */
typedef struct {
  PoplensCli *cli;
  PoplensReport *report;
  const PoplensLocation *location; /* what the options ask for: see PoplensCliCommand.keys */
  PoplensByteUnit unit;
  gboolean all;              /* more than a screenful */
  guint left;                /* lines left of the screen */
  gboolean cut;              /* something was left out */
  const char *const *titles; /* of columns: see PoplensTableOutput */
  guint least_first;         /* of tables: see PoplensTableOutput */
} PoplensCliView;

typedef enum {
  POPLENS_CLI_ONE,  /* with an argument */
  POPLENS_CLI_MANY, /* may come again: the key's value is all arguments, parted by ";" */
  POPLENS_CLI_FLAG, /* without an argument: the key's value is "yes" */
} PoplensCliKeyKind;

/* An option that sets a key in the location that a command is about. */
typedef struct {
  const char *key;
  const char *argument; /* "N" */
  const char *what;
  const char *option; /* NULL: of the key's name */
  PoplensCliKeyKind kind;
  /* (nullable): the key that has to be given with @value; NULL: none */
  const char *(*needs) (const char *value);
} PoplensCliKey;

#define POPLENS_CLI_MOST_KEYS 8

typedef PoplensExit PoplensCliRunFunc (PoplensCli *cli, const PoplensCliCommand *command, int argc,
                                       char **argv);
/* What a command prints of a report; FALSE with an error. @location: (nullable): what the options
 * ask for */
typedef gboolean PoplensCliJsonFunc (PoplensReport *report, const PoplensLocation *location,
                                     PoplensJsonWriter *json, GError **error);
typedef gboolean PoplensCliTextFunc (PoplensCliView *view, GError **error);

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
  PoplensCliJsonFunc *json;
  PoplensCliTextFunc *text;
  PoplensPageId page;        /* of the location */
  const PoplensCliKey *keys; /* ended by a NULL key; or NULL: no options of its own */
  gboolean whole;            /* prints nothing where it fails: what it is about may be absent */
  gboolean maps;             /* takes --source-map */
  PoplensCliGroup group;     /* in the help */
  const char *example;       /* "memory run --tile 5" */
  char *(*describe) (void);  /* (nullable) (transfer full): what the help says behind the options */
};

/* ---- options (options.c) -----------------------------------------------------------------------
 */

/* Reads @argv (from the command's name on) by @entries and --help. TRUE: go on, with what is left
 * in
 * @argv; FALSE: leave with *@status, all has been said. */
gboolean poplens_cli_parse (PoplensCli *cli, const PoplensCliCommand *command,
                            const GOptionEntry *entries, int *argc, char ***argv,
                            PoplensExit *status);
/* As above, for commands that take exactly @n words. */
gboolean poplens_cli_parse_words (PoplensCli *cli, const PoplensCliCommand *command,
                                  const GOptionEntry *entries, int *argc, char ***argv, int n,
                                  PoplensExit *status);
/* "binary", "si", "bytes"; NULL leaves @unit. FALSE has been said. */
gboolean poplens_cli_parse_unit (PoplensCli *cli, const PoplensCliCommand *command,
                                 const char *text, PoplensByteUnit *unit);
/* A number of rows, 0 for all; NULL leaves @limit. FALSE has been said. */
gboolean poplens_cli_parse_limit (const PoplensCliCommand *command, const char *text,
                                  guint32 *limit);
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

/* Says which folders were not searched. @unsearched: (nullable): PoplensUnsearched */
void poplens_cli_tell_unsearched (PoplensCli *cli, const GPtrArray *unsearched);

/* Tells the computer that @path names what the options say, before it is connected to. */
void poplens_cli_prepare_host (PoplensCli *cli, const char *path);
/* The report at @path, or its recovered copy where --recover asks for it and it needs one, which
 * standard error then says. */
PoplensReport *poplens_cli_open (PoplensCli *cli, const char *path, GError **error);
/* Opens the report at @path for @report to be compared with. */
gboolean poplens_cli_compare (PoplensCli *cli, PoplensReport *report, const char *path,
                              GError **error);
/* With the one at @path (nullable), else with the one that @location names; TRUE where neither is.
 */
gboolean poplens_cli_compare_location (PoplensCli *cli, PoplensReport *report, const char *path,
                                       const PoplensLocation *location, GError **error);
/* Tiles go before an IPU, so where @location names both they have to say the same: else USAGE. */
gboolean poplens_cli_check_scope (PoplensReport *report, const PoplensLocation *location,
                                  GError **error);

/* ---- screen (screen.c) -------------------------------------------------------------------------
 */

void poplens_cli_init (PoplensCli *cli, GOutputStream *stream);

/* Text of a view: each takes its lines from the screen. */
void poplens_cli_title (PoplensCliView *view, const char *title);
void poplens_cli_line (PoplensCliView *view, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Label, value and detail of each, aligned. */
void poplens_cli_facts (PoplensCliView *view, const GPtrArray *facts);
/* The headline facts of a part; where the report lacks it, a line that says why, and *@present is
 * FALSE. */
gboolean poplens_cli_headline (PoplensCliView *view, PoplensPart part, gboolean *present,
                               GError **error);
void poplens_cli_notices (PoplensCliView *view, const PoplensPage *page);

/* Rows of a table under a title. @columns: names of its columns, NULL-terminated, or NULL for all.
 * @rows: (nullable) which, in order. @most: rows at most unless --all; fewer where the screen ends.
 */
gboolean poplens_cli_table (PoplensCliView *view, const PoplensTable *table, const char *title,
                            const char *const *columns, const PoplensTableView *rows, guint32 most,
                            GError **error);
/* The same, for a table by name, of what the view's location selects, sorted ("-total": most
 * first); a table that the report lacks is a line that says why. */
gboolean poplens_cli_named_table (PoplensCliView *view, const char *name, const char *title,
                                  const char *const *columns, const char *sort, guint32 most,
                                  GError **error);

/* A table of a command: a member of its JSON, or a section of its text, or both. */
typedef struct {
  const char *table;       /* by name */
  const char *key;         /* of the member; NULL: not in JSON */
  const char *title;       /* of the section; NULL: not in text */
  guint32 most;            /* rows unless --all */
  const char *sort;        /* as of poplens_cli_named_table() */
  const char *columns[10]; /* of text; none: all of them */
  gboolean widens;         /* with --all it has all its columns */
  const char *by;          /* (nullable): value of the key "by" */
} PoplensCliTable;

/* One below the other. */
gboolean poplens_cli_show_tables (PoplensCliView *view, const PoplensCliTable *tables, guint n,
                                  GError **error);
/* Rows as arrays of objects; an empty one where the report lacks the table. @location: (nullable)
 */
gboolean poplens_cli_write_tables (PoplensReport *report, const PoplensLocation *location,
                                   const PoplensCliTable *tables, guint n, PoplensJsonWriter *json,
                                   GError **error);

/* Lines of the screen that a paragraph takes at least. */
guint poplens_cli_lines (const PoplensCliView *view, const char *text, guint indent);
/* @text in lines of the screen's width, the later ones below the column @indent; dim or in a tone.
 */
void poplens_cli_paragraph (PoplensCliView *view, const char *text, guint indent, gboolean dim);
/* A command to copy, on one line however long it is, and whole. */
void poplens_cli_command (PoplensCliView *view, const char *command);
/* That a finding was dismissed, and why; @reason: (nullable): it was not. */
void poplens_cli_show_dismissed (PoplensCliView *view, const char *reason);
/* That @n findings are left out, as they were dismissed; nothing with --all. */
void poplens_cli_count_dismissed (PoplensCliView *view, guint n);

/* ---- commands ----------------------------------------------------------------------------------
 */

PoplensCliRunFunc poplens_cli_run_report;
PoplensCliRunFunc poplens_cli_run_budget;
PoplensCliRunFunc poplens_cli_run_diff;
PoplensCliRunFunc poplens_cli_run_export;
PoplensCliRunFunc poplens_cli_run_share;
PoplensCliRunFunc poplens_cli_run_fetch;
PoplensCliRunFunc poplens_cli_run_find;
PoplensCliRunFunc poplens_cli_run_list;
PoplensCliRunFunc poplens_cli_run_show;
PoplensCliRunFunc poplens_cli_run_debug;
PoplensCliRunFunc poplens_cli_run_table;
PoplensCliRunFunc poplens_cli_run_check;
PoplensCliRunFunc poplens_cli_run_trace;
PoplensCliRunFunc poplens_cli_run_render;

PoplensCliJsonFunc poplens_cli_summary_json;
PoplensCliJsonFunc poplens_cli_memory_json;
PoplensCliJsonFunc poplens_cli_liveness_json;
PoplensCliJsonFunc poplens_cli_time_json;
PoplensCliJsonFunc poplens_cli_trace_json;
PoplensCliJsonFunc poplens_cli_programs_json;
PoplensCliJsonFunc poplens_cli_operations_json;
PoplensCliJsonFunc poplens_cli_fill_json;
PoplensCliJsonFunc poplens_cli_sources_json;
PoplensCliJsonFunc poplens_cli_peaks_json;
PoplensCliJsonFunc poplens_cli_variables_json;
PoplensCliJsonFunc poplens_cli_insights_json;
PoplensCliJsonFunc poplens_cli_kinds_json;
PoplensCliJsonFunc poplens_cli_what_if_json;
PoplensCliJsonFunc poplens_cli_fit_json;
PoplensCliJsonFunc poplens_cli_plan_json;
PoplensCliTextFunc poplens_cli_summary_text;
PoplensCliTextFunc poplens_cli_memory_text;
PoplensCliTextFunc poplens_cli_liveness_text;
PoplensCliTextFunc poplens_cli_time_text;
PoplensCliTextFunc poplens_cli_trace_text;
PoplensCliTextFunc poplens_cli_programs_text;
PoplensCliTextFunc poplens_cli_operations_text;
PoplensCliTextFunc poplens_cli_fill_text;
PoplensCliTextFunc poplens_cli_sources_text;
PoplensCliTextFunc poplens_cli_peaks_text;
PoplensCliTextFunc poplens_cli_variables_text;
PoplensCliTextFunc poplens_cli_insights_text;
PoplensCliTextFunc poplens_cli_kinds_text;
PoplensCliTextFunc poplens_cli_what_if_text;
PoplensCliTextFunc poplens_cli_fit_text;
PoplensCliTextFunc poplens_cli_plan_text;
/* Where the location asks for a source or a step of liveness, for the top of the trace. */
PoplensCliJsonFunc poplens_cli_live_step_json;
PoplensCliTextFunc poplens_cli_live_step_text;
PoplensCliJsonFunc poplens_cli_trace_top_json;
PoplensCliTextFunc poplens_cli_trace_top_text;
/* What each tile recorded by lightweight profiling: "tiles", empty where there is none of that.
 * @execution: (nullable) */
gboolean poplens_cli_trace_light_json (PoplensReport *report, const PoplensExecution *execution,
                                       const PoplensLocation *location, PoplensJsonWriter *json,
                                       GError **error);
/* "key":[] */
void poplens_cli_no_rows_json (PoplensJsonWriter *json, const char *key);
/* Of "source": the sources that have a key of their name. */
const char *poplens_cli_source_needs (const char *value);
/* The rules of a budget, a line each. (transfer full) */
char *poplens_cli_budget_rules (void);
extern const PoplensCliKey poplens_cli_fill_keys[];
extern const PoplensCliKey poplens_cli_memory_keys[];
extern const PoplensCliKey poplens_cli_liveness_keys[];
extern const PoplensCliKey poplens_cli_operations_keys[];
extern const PoplensCliKey poplens_cli_sources_keys[];
extern const PoplensCliKey poplens_cli_programs_keys[];
extern const PoplensCliKey poplens_cli_trace_keys[];
extern const PoplensCliKey poplens_cli_time_keys[];
extern const PoplensCliKey poplens_cli_kinds_keys[];
extern const PoplensCliKey poplens_cli_what_if_keys[];
extern const PoplensCliKey poplens_cli_plan_keys[];

/* Rows of a table by name as an array of objects under @key; an empty one where the report lacks
 * the table. */
gboolean poplens_cli_table_json (PoplensReport *report, const char *name,
                                 const PoplensLocation *location, const char *key,
                                 PoplensJsonWriter *json, GError **error);

/* The same in the table's own sort, the first @limit rows. */
gboolean poplens_cli_sorted_json (PoplensReport *report, const char *name,
                                  const PoplensLocation *location, const char *key, guint32 limit,
                                  PoplensJsonWriter *json, GError **error);

/* The rows of a tree in their order, each with its "depth"; where the table is absent an error. */
gboolean poplens_cli_tree_json (PoplensReport *report, const char *name,
                                const PoplensLocation *location, const char *key,
                                PoplensJsonWriter *json, GError **error);

/* The rows of @table, those of a tree with their "depth". */
void poplens_cli_rows_json (const PoplensTable *table, const char *key, PoplensJsonWriter *json);

/* Writes "damaged": the sentences of poplens_report_list_damage (); empty if there are none. */
void poplens_cli_damage_json (PoplensReport *report, PoplensJsonWriter *json);

/* "provenance": for keys of the command's JSON where their numbers come from. @location: (nullable)
 */
void poplens_cli_provenance_json (const char *command, PoplensReport *report,
                                  const PoplensLocation *location, PoplensJsonWriter *json);

/* Loads a part for JSON: where the report lacks it, *@data is NULL and "absent" says why. */
gboolean poplens_cli_load (PoplensReport *report, PoplensPart part, PoplensJsonWriter *json,
                           gconstpointer *data, GError **error);
/* Loads a part that only helps: NULL without an error if it is absent, or damaged ("damaged" of the
 * answer then says so). */
gconstpointer poplens_cli_load_optional (PoplensReport *report, PoplensPart part, GError **error);

/* Adds --source-map to @entries, behind the last of them; there is room for it. */
void poplens_cli_add_maps (GOptionEntry *entries, GStrv *maps);
/* FALSE with USAGE where one is no pair. @maps: (nullable) */
gboolean poplens_cli_check_maps (GStrv maps, GError **error);

G_END_DECLS
