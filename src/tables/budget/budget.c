/* Parses the rules of a budget, and formats them. */
#include "tables/budget/budget.h"

#include "base/error.h"
#include "base/near.h"
#include "base/typed.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- small files ----------------------------------------------------------------------------- */

#define PIECE 65536
/* Milliseconds to wait for a pipe to get a writer. A writer that the same shell started needs less.
 */
#define WRITER_MS 2000

/* Waits for data, then reads as read () does. @wait_ms: limit for the first data; −1: no limit.
 * Fails with ENODATA if @fd is a pipe that no program has opened for writing. */
static gssize
read_next_piece (int fd, char *buffer, gsize size, int wait_ms)
{
  struct pollfd wait = {fd, POLLIN, 0};

  for (;; wait_ms = -1) {
    int ready = poll (&wait, 1, wait_ms);
    gssize n = ready < 0 ? -1 : read (fd, buffer, size);
    if (n == 0 && ready == 0) {
      errno = ENODATA;
      return -1;
    }
    if (n >= 0 || (errno != EAGAIN && errno != EINTR))
      return n;
  }
}

/* Reads up to @most + 1 bytes into @text: one more than allowed shows that the file is too long.
 * Returns 0 or an errno. */
static int
read_small_file (int fd, GByteArray *text, gsize most)
{
  for (gssize n = 1; n > 0 && text->len <= most;) {
    char buffer[PIECE];
    n = read_next_piece (fd, buffer, MIN (sizeof buffer, most + 1 - text->len),
                         text->len ? -1 : WRITER_MS);
    if (n < 0)
      return errno;
    g_byte_array_append (text, (guint8 *) buffer, (guint) n);
  }
  return 0;
}

/* Returns the content of @path with a final NUL. @length: (out): bytes without it. NULL with
 * POPLENS_ERROR_USAGE if it has more than @most bytes, cannot be read, or is a pipe without a
 * writer. (transfer full) */
static char *
read_rules_text (const char *path, gsize most, gsize *length, GError **error)
{
  g_autoptr (GByteArray) text = g_byte_array_new ();
  int fd = TEMP_FAILURE_RETRY (open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  int code = fd < 0 ? errno : read_small_file (fd, text, most);

  if (fd >= 0)
    close (fd);
  if (code)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "cannot read %s: %s", path,
                 code == ENODATA ? "no program writes to this pipe" : g_strerror (code));
  else if (text->len > most)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "cannot read %s: it has more than %" G_GSIZE_FORMAT " KiB", path, most / 1024);
  if (code || text->len > most)
    return NULL;
  *length = text->len;
  g_byte_array_append (text, (const guint8 *) "", 1);
  return (char *) g_byte_array_free (g_steal_pointer (&text), FALSE);
}

/* ---- files of rules -------------------------------------------------------------------------- */

/* Maximum size of a file of rules in bytes: space for thousands of rules. */
#define MOST_TEXT (1024 * 1024)

#define REPORT(name, unit, doc, figure)                                                            \
  {                                                                                                \
    NULL, name, POPLENS_BUDGET_##unit, doc, POPLENS_BUDGET_FIGURE_##figure                         \
  }
#define TIME(name, doc, first, last)                                                               \
  {                                                                                                \
    NULL, name, POPLENS_BUDGET_SHARE, doc ", of program time", POPLENS_BUDGET_FIGURE_TIME,         \
        POPLENS_TIME_##first, POPLENS_TIME_##last                                                  \
  }
#define ROWS(kind, name, unit, doc, figure, table, label, amount)                                  \
  {                                                                                                \
    kind, name, POPLENS_BUDGET_##unit, doc, POPLENS_BUDGET_FIGURE_##figure, 0, 0, table, label,    \
        amount                                                                                     \
  }

static const PoplensBudgetMeasure measures[] = {
    REPORT ("max-tile-bytes", BYTES, "fullest tile, including gaps", FULLEST_TILE),
    REPORT ("min-free-bytes", BYTES, "free memory on the fullest tile", FREE),
    REPORT ("max-memory-bytes", BYTES, "all tiles, including gaps", MEMORY),
    REPORT ("max-always-live-bytes", BYTES, "always-live memory of all tiles", ALWAYS_LIVE),
    REPORT ("max-peak-bytes", BYTES, "peak live memory of all tiles", PEAK),
    REPORT ("max-tile-peak-bytes", BYTES, "live memory of any tile, at its own peak", TILE_PEAK),
    REPORT ("max-iteration-cycles", CYCLES, "median iteration", ITERATION),
    REPORT ("max-program-cycles", CYCLES, "program time: the trace without outside", PROGRAM),
    REPORT ("max-run-cycles", CYCLES, "program time of the longest run", RUN),
    REPORT ("max-trace-cycles", CYCLES, "cycles from first start to last end", TRACE),
    TIME ("max-waiting-share", "waiting by all causes", UNUSED, SYNC),
    TIME ("max-compute-share", "compute", COMPUTE, COMPUTE),
    TIME ("max-exchange-share", "exchange (estimated)", EXCHANGE, EXCHANGE),
    TIME ("max-inter-ipu-exchange-share", "inter-IPU exchange", INTER_IPU, INTER_IPU),
    TIME ("max-host-transfer-share", "host transfer", HOST_TRANSFER, HOST_TRANSFER),
    TIME ("max-idle-tiles-share", "idle tiles", UNUSED, UNUSED),
    TIME ("max-load-imbalance-share", "load imbalance", UNEQUAL, UNEQUAL),
    TIME ("max-exchange-wait-share", "exchange wait", TILE_EXCHANGE, TILE_EXCHANGE),
    TIME ("max-host-wait-share", "host wait", HOST, HOST),
    TIME ("max-ipu-wait-share", "IPU wait", ANOTHER_IPU, ANOTHER_IPU),
    TIME ("max-sync-share", "syncs", SYNC, SYNC),
    TIME ("max-untracked-share", "untracked", UNTRACKED, UNTRACKED),
    TIME ("max-profiler-share", "profiler", PROFILER, PROFILER),
    REPORT ("min-memory-balance", SHARE, "mean tile memory ÷ fullest tile", MEMORY_BALANCE),
    REPORT ("min-tile-balance", SHARE, "mean ÷ longest tile cycles of work steps", TILE_BALANCE),
    ROWS ("program", "max-cycles", CYCLES, "longest tile, all executions in total", SUM,
          "trace-costs program", "name", "cycles"),
    ROWS ("program", "max-share", SHARE, "share of the cycles of all work steps", SHARE,
          "trace-costs program", "name", "cycles"),
    ROWS ("program", "min-tile-balance", SHARE, "mean cycles of tiles ÷ cycles of the longest tile",
          BALANCE, "trace-costs program", "name", "cycles"),
    ROWS ("compute-set", "max-cycles", CYCLES, "longest tile, all executions in total", SUM,
          "trace-costs compute-set", "name", "cycles"),
    ROWS ("compute-set", "max-share", SHARE, "share of the cycles of all work steps", SHARE,
          "trace-costs compute-set", "name", "cycles"),
    ROWS ("compute-set", "min-tile-balance", SHARE,
          "mean cycles of tiles ÷ cycles of the longest tile", BALANCE, "trace-costs compute-set",
          "name", "cycles"),
    ROWS ("operation", "max-cycles", CYCLES, "tile cycles of its programs", SUM, "operations",
          "name", "tile_cycles"),
    ROWS ("operation", "max-share", SHARE,
          "share of the tile cycles of all operations, excluding steps without a program", SHARE,
          "operations", "name", "tile_cycles"),
    ROWS ("operation", "min-tile-balance", SHARE,
          "mean cycles of tiles ÷ cycles of the longest tile", BALANCE, "trace-costs operation",
          "name", "cycles"),
    ROWS ("operation", "max-bytes", BYTES, "live bytes of its variables at the peak", SUM,
          "operations", "name", "peak_bytes"),
    ROWS ("category", "max-bytes", BYTES, "bytes on all tiles", SUM, "memory-categories", "key",
          "total"),
    ROWS ("category", "max-share", SHARE, "share of the bytes of all categories", SHARE,
          "memory-categories", "key", "total"),
    ROWS ("variable", "max-bytes", BYTES, "most live bytes at one step", SUM, "variables",
          "variable", "bytes"),
    ROWS ("kind", "max-bytes", BYTES, "bytes of its variables on all tiles", SUM, "kinds", "kind",
          "bytes"),
    ROWS ("kind", "max-share", SHARE, "share of the bytes of all kinds", SHARE, "kinds", "kind",
          "bytes"),
    ROWS ("vertex", "max-bytes", BYTES, "state and code of its vertices on all tiles", SUM,
          "vertex-types", "vertex_type", "total"),
};

char *
poplens_budget_list_rules (void)
{
  GString *text = g_string_new ("Rules:\n");

  for (guint m = 0; m < G_N_ELEMENTS (measures); m++) {
    g_autofree char *name = measures[m].kind
                                ? g_strdup_printf ("%s:NAME:%s", measures[m].kind, measures[m].name)
                                : g_strdup (measures[m].name);
    g_string_append_printf (text, "  %-34s %s\n", name, measures[m].doc);
  }
  return g_string_free (text, FALSE);
}

static void
rule_free (gpointer data)
{
  PoplensBudgetRule *self = data;

  g_free (self->pattern);
  g_free (self->layer);
  g_free (self->reason);
  g_free (self->largest);
  g_free (self);
}

/* Creates an empty list. (transfer full) (element-type PoplensBudgetRule) */
static GPtrArray *
budget_new (void)
{
  return g_ptr_array_new_with_free_func (rule_free);
}

GPtrArray *
poplens_budget_copy (const GPtrArray *rules)
{
  GPtrArray *copy = budget_new ();

  for (guint r = 0; r < rules->len; r++) {
    PoplensBudgetRule *rule = g_memdup2 (g_ptr_array_index (rules, r), sizeof (PoplensBudgetRule));
    rule->pattern = g_strdup (rule->pattern);
    rule->layer = g_strdup (rule->layer);
    rule->reason = rule->largest = NULL;
    g_ptr_array_add (copy, rule);
  }
  return copy;
}

/* ---- limits ---------------------------------------------------------------------------------- */

static const struct {
  const char *suffix;
  PoplensBudgetUnit unit;
  double factor;
} suffixes[] = {
    {"B", POPLENS_BUDGET_BYTES, 1},         {"KiB", POPLENS_BUDGET_BYTES, 1024},
    {"MiB", POPLENS_BUDGET_BYTES, 1048576}, {"GiB", POPLENS_BUDGET_BYTES, 1073741824},
    {"kB", POPLENS_BUDGET_BYTES, 1e3},      {"KB", POPLENS_BUDGET_BYTES, 1e3},
    {"MB", POPLENS_BUDGET_BYTES, 1e6},      {"GB", POPLENS_BUDGET_BYTES, 1e9},
    {"%", POPLENS_BUDGET_SHARE, 0.01},      {"k", POPLENS_BUDGET_CYCLES, 1e3},
    {"M", POPLENS_BUDGET_CYCLES, 1e6},      {"G", POPLENS_BUDGET_CYCLES, 1e9},
};

/* TRUE if the limit may be in percent. Bytes have a capacity as 100 %, cycles have none. */
static gboolean
may_be_share (const PoplensBudgetMeasure *measure)
{
  return measure->unit == POPLENS_BUDGET_BYTES;
}

/* Parses the suffix after a number, such as "KiB" or "%": sets the rule's unit, and scales its
 * limit. FALSE if the unit does not suit the measure. */
static gboolean
parse_suffix (const char *suffix, const PoplensBudgetMeasure *measure, PoplensBudgetRule *rule)
{
  rule->unit = measure->unit;
  /* A bare number of bytes could mean KiB or percent, so refuse it. */
  if (!*suffix)
    return measure->unit != POPLENS_BUDGET_BYTES;
  for (guint s = 0; s < G_N_ELEMENTS (suffixes); s++)
    if (!strcmp (suffix, suffixes[s].suffix) &&
        (suffixes[s].unit == measure->unit ||
         (may_be_share (measure) && suffixes[s].unit == POPLENS_BUDGET_SHARE))) {
      rule->limit *= suffixes[s].factor;
      rule->unit = suffixes[s].unit;
      return TRUE;
    }
  return FALSE;
}

/* Parses a limit on growth: "+5 %" more than the value of another report. FALSE if the text is not
 * a signed percentage. */
static gboolean
parse_growth (const char *text, PoplensBudgetRule *rule)
{
  g_autofree char *plain = poplens_typed_number (text);
  char *end = NULL;

  if (!plain || (*plain != '+' && *plain != '-') ||
      !(g_ascii_isdigit (plain[1]) || plain[1] == '.'))
    return FALSE;
  rule->growth = g_ascii_strtod (plain, &end) / 100;
  rule->is_growth = TRUE;
  return isfinite (rule->growth) && rule->growth >= -1 &&
         g_str_equal (end + strspn (end, " "), "%");
}

/* Parses a limit. FALSE if the text is not a number, has another unit, or is a share above 1, which
 * would always pass. */
static gboolean
parse_rule_limit (const char *text, const PoplensBudgetMeasure *measure, PoplensBudgetRule *rule)
{
  g_autofree char *plain = poplens_typed_number (text);
  char *end;

  if (!plain || (!g_ascii_isdigit (*plain) && *plain != '.') || plain[1] == 'x' || plain[1] == 'X')
    return FALSE;
  rule->limit = g_ascii_strtod (plain, &end);
  if (end == plain || !isfinite (rule->limit) || *end == ',')
    return FALSE;
  if (!parse_suffix (end + strspn (end, " "), measure, rule))
    return FALSE;
  if (rule->unit == POPLENS_BUDGET_SHARE)
    return rule->limit <= 1;
  /* Values are integers: "at most 1.5" means at most 1, and "at least 1.5" means at least 2. */
  rule->limit = poplens_budget_is_least (measure) ? ceil (rule->limit) : floor (rule->limit);
  return TRUE;
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Lists the names of limits on one kind of thing: "max-cycles", … @kind: (nullable): such as
 * "program"; NULL: the whole report. (transfer container): NULL-terminated */
static GPtrArray *
list_measures (const char *kind)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint m = 0; m < G_N_ELEMENTS (measures); m++)
    if (!g_strcmp0 (measures[m].kind, kind))
      g_ptr_array_add (names, (char *) measures[m].name);
  g_ptr_array_add (names, NULL);
  return names;
}

/* Lists the kinds of things that can have limits: "program", … (transfer container):
 * NULL-terminated */
static GPtrArray *
list_kinds (void)
{
  GPtrArray *kinds = g_ptr_array_new ();

  for (guint m = 0; m < G_N_ELEMENTS (measures); m++)
    if (measures[m].kind && (m == 0 || g_strcmp0 (measures[m].kind, measures[m - 1].kind)))
      g_ptr_array_add (kinds, (char *) measures[m].kind);
  g_ptr_array_add (kinds, NULL);
  return kinds;
}

const char *
poplens_budget_near (const char *name)
{
  g_autoptr (GPtrArray) known = list_measures (NULL);

  return poplens_near (name, (const char *const *) known->pdata);
}

/* Lists the names of limits on things of any kind, each once. (transfer container): NULL-terminated
 */
static GPtrArray *
list_kind_measures (void)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint m = 0; m < G_N_ELEMENTS (measures); m++)
    if (measures[m].kind &&
        !g_ptr_array_find_with_equal_func (names, measures[m].name, g_str_equal, NULL))
      g_ptr_array_add (names, (char *) measures[m].name);
  g_ptr_array_add (names, NULL);
  return names;
}

/* Sets the error for an unknown name such as "max-cycle". The error suggests the most similar known
 * name, and lists all known names. */
static void
set_unknown_name (GError **error, const char *what, const char *name, const GPtrArray *known)
{
  const char *near = poplens_near (name, (const char *const *) known->pdata);
  g_autofree char *list = g_strjoinv (", ", (char **) known->pdata);

  if (near)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "unknown %s “%s”; did you mean “%s”? Use one of %s", what, name, near, list);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown %s “%s”; use one of %s", what,
                 name, list);
}

static const PoplensBudgetMeasure *
find_measure (const char *kind, const char *name, GError **error)
{
  g_autoptr (GPtrArray) known = list_measures (kind);

  for (guint m = 0; m < G_N_ELEMENTS (measures); m++)
    if (!g_strcmp0 (measures[m].kind, kind) && !strcmp (measures[m].name, name))
      return &measures[m];
  if (known->len == 1) {
    g_autoptr (GPtrArray) kinds = list_kinds ();
    set_unknown_name (error, "kind", kind, kinds);
  } else {
    g_autofree char *what = kind ? g_strdup_printf ("rule for %s", kind) : g_strdup ("rule");
    set_unknown_name (error, what, name, known);
  }
  return NULL;
}

/* Subject of a rule: the whole report, or things of a kind. */
typedef struct {
  const char *kind, *pattern; /* (nullable): kind of things, and a pattern of their names; both are
                                 NULL for the whole report */
  const char *layer;          /* (nullable): layer of operations; NULL: the report's first layer */
} RuleSubject;

static const char *
wanted_limit (const PoplensBudgetMeasure *measure)
{
  static const char *const wanted[] = {
      "bytes with a unit, or percent up to 100 %, for example 600 KiB or 90 %, or +5 % of another "
      "report",
      "whole cycles, for example 20,000,000, or +5 % of another report",
      "a percentage up to 100 %, for example 25 %, or +5 % of another report"};

  return wanted[measure->unit];
}

static gboolean
add_rule_about (GPtrArray *rules, const RuleSubject *which, const char *name, const char *limit,
                GError **error)
{
  const PoplensBudgetMeasure *measure = find_measure (which->kind, name, error);

  if (!measure)
    return FALSE;
  if (which->layer && (!*which->layer || g_strcmp0 (which->kind, "operation"))) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "a layer applies only to operations: remove “%s” from %s", which->layer,
                 which->kind);
    return FALSE;
  }
  PoplensBudgetRule *rule = g_new0 (PoplensBudgetRule, 1);
  rule->measure = measure;
  rule->pattern = g_strdup (which->pattern);
  rule->layer = g_strdup (which->layer);
  g_ptr_array_add (rules, rule);
  rule->unit = measure->unit;
  if (parse_growth (limit, rule) || (!rule->is_growth && parse_rule_limit (limit, measure, rule)))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s: invalid limit “%s”; use %s", name,
               limit, wanted_limit (measure));
  return FALSE;
}

/* Parses a rule and its limit, and adds the rule to @rules. @rule: "max-program-cycles" or
 * "operation@LAYER:NAME:max-cycles". @limit: "600 KiB", "20,000,000", "5 %" or "+5 %". FALSE with
 * POPLENS_ERROR_USAGE if a text is invalid. */
static gboolean
budget_add (GPtrArray *rules, const char *rule, const char *limit, GError **error)
{
  const char *first = strchr (rule, ':'), *last = strrchr (rule, ':');
  RuleSubject which = {0};

  if (!first)
    return add_rule_about (rules, &which, rule, limit, error);
  if (last <= first + 1) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid rule “%s”; use KIND:NAME:RULE, for example program:conv*:max-share",
                 rule);
    return FALSE;
  }
  g_autofree char *kind = g_strndup (rule, (gsize) (first - rule));
  g_autofree char *pattern = g_strndup (first + 1, (gsize) (last - first - 1));
  char *layer = strchr (kind, '@');
  if (layer)
    *layer++ = '\0';
  which = (RuleSubject){kind, pattern, layer};
  return add_rule_about (rules, &which, last + 1, limit, error);
}

/* Parses a rule with its limit, "max-program-cycles=20,000,000", and adds it to @rules. FALSE with
 * POPLENS_ERROR_USAGE if it is invalid. */
static gboolean
budget_add_text (GPtrArray *rules, const char *text, GError **error)
{
  const char *equals = strrchr (text, '=');
  g_autofree char *rule = equals ? g_strndup (text, (gsize) (equals - text)) : NULL;

  if (rule)
    return budget_add (rules, g_strstrip (rule), equals + 1, error);
  g_autoptr (GPtrArray) kinds = list_kinds ();
  g_autoptr (GPtrArray) names = list_kind_measures ();
  g_autofree char *kind = g_strjoinv (", ", (char **) kinds->pdata);
  g_autofree char *name = g_strjoinv (", ", (char **) names->pdata);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "invalid rule “%s”; use KIND:NAME:RULE=LIMIT; KIND: %s; RULE: %s", text, kind, name);
  return FALSE;
}

/* FALSE with POPLENS_ERROR_USAGE if a group has a key twice. GKeyFile joins groups of the same
 * name, and keeps only one value of the key. */
static gboolean
check_once (char *const *keys, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint k = 0; keys[k]; k++)
    if (!g_hash_table_add (seen, keys[k])) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                   "duplicate key %s; groups of the same name are joined", keys[k]);
      return FALSE;
    }
  return TRUE;
}

/* Adds the rules of a group to @rules. The keys of [budget] are limits of the whole report. Another
 * group, such as [program 1], begins with the kind of thing. Its keys "name" and "layer" select
 * things, the others are limits. FALSE with @error. */
static gboolean
read_rule_group (GPtrArray *rules, GKeyFile *file, const char *group, GError **error)
{
  g_auto (GStrv) words = g_strsplit (group, " ", 2);
  gboolean whole = g_str_equal (group, "budget");
  g_autofree char *pattern = whole ? NULL : g_key_file_get_string (file, group, "name", NULL);
  g_autofree char *layer = whole ? NULL : g_key_file_get_string (file, group, "layer", NULL);
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, error);
  RuleSubject which = {whole ? NULL : words[0], pattern, layer};

  if (!keys || !check_once (keys, error))
    return FALSE;
  if (!whole && !(pattern && *pattern)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "missing “name”; limits for the whole report belong in [budget]");
    return FALSE;
  }
  for (guint k = 0; keys[k]; k++) {
    g_autofree char *limit = g_key_file_get_string (file, group, keys[k], error);
    if (!limit)
      return FALSE;
    if (!whole && (g_str_equal (keys[k], "name") || g_str_equal (keys[k], "layer")))
      continue;
    if (!add_rule_about (rules, &which, keys[k], limit, error))
      return FALSE;
  }
  return TRUE;
}

/* Checks the syntax of a line in a file of rules. Returns the expected syntax of an invalid line:
 * "NAME = LIMIT". (nullable): NULL if the line is valid. @grouped: (inout): TRUE if a line has
 * begun a group */
static const char *
judge_line (const char *line, gboolean *grouped)
{
  if (!*line || *line == '#')
    return NULL;
  if (*line == '[') {
    *grouped = TRUE;
    return g_str_has_suffix (line, "]") ? NULL : "[GROUP]";
  }
  if (!*grouped)
    return "[budget] first";
  return *line != '=' && strchr (line, '=') ? NULL : "NAME = LIMIT";
}

/* Checks the syntax of all lines. FALSE with POPLENS_ERROR_USAGE and the number of the wrong line,
 * which errors of GKeyFile lack. */
static gboolean
check_lines (const char *path, const char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gboolean grouped = FALSE;

  for (guint i = 0; lines[i]; i++) {
    const char *expected = judge_line (g_strstrip (lines[i]), &grouped);
    if (!expected)
      continue;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s:%u: expected %s, found “%s”", path,
                 i + 1, expected, lines[i]);
    return FALSE;
  }
  return TRUE;
}

/* Loads a file of rules. Skips a byte order mark, which some editors write. FALSE with
 * POPLENS_ERROR_USAGE. */
static gboolean
load_file (GKeyFile *file, const char *path, GError **error)
{
  gsize length;
  g_autofree char *text = read_rules_text (path, MOST_TEXT, &length, error);

  if (!text)
    return FALSE;
  gsize mark = g_str_has_prefix (text, "\xef\xbb\xbf") ? 3 : 0;
  if (!check_lines (path, text + mark, error))
    return FALSE;
  if (g_key_file_load_from_data (file, text + mark, length - mark, G_KEY_FILE_NONE, NULL))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "invalid list of limits %s; use [budget] and lines NAME = LIMIT", path);
  return FALSE;
}

/* Adds the rules of a key file (docs/guide/reference-budget.md) to @rules. FALSE with an error that
 * names the file. */
static gboolean
budget_add_file (GPtrArray *rules, const char *path, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) wrong = NULL;
  g_auto (GStrv) groups = NULL;
  guint before = rules->len, g = 0;
  gboolean good = TRUE;

  if (!load_file (file, path, error))
    return FALSE;
  groups = g_key_file_get_groups (file, NULL);
  for (; good && groups[g]; g++) {
    good = read_rule_group (rules, file, groups[g], &wrong);
    if (!good)
      g_prefix_error (&wrong, "[%s]: ", groups[g]);
  }
  if (good && rules->len == before) {
    g_set_error (&wrong, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no limits defined");
    good = FALSE;
  }
  if (!good)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s: %s", path, wrong->message);
  return good;
}

GPtrArray *
poplens_budget_collect (const char *const *files, const char *const *texts, gboolean may_grow,
                        GError **error)
{
  g_autoptr (GPtrArray) rules = budget_new ();

  for (guint f = 0; files && files[f]; f++)
    if (!budget_add_file (rules, files[f], error))
      return NULL;
  for (guint t = 0; texts && texts[t]; t++)
    if (!budget_add_text (rules, texts[t], error))
      return NULL;
  return may_grow || poplens_budget_set_base (rules, NULL, NULL, error) ? g_steal_pointer (&rules)
                                                                        : NULL;
}

/* ---- texts ----------------------------------------------------------------------------------- */

gboolean
poplens_budget_is_least (const PoplensBudgetMeasure *measure)
{
  return g_str_has_prefix (measure->name, "min-");
}

char *
poplens_budget_rule_title (const PoplensBudgetRule *self)
{
  const PoplensBudgetMeasure *measure = self->measure;

  if (!self->pattern)
    return g_strdup (measure->name);
  return g_strdup_printf ("%s %s%s%s: %s", measure->kind, self->pattern,
                          self->layer ? " in layer " : "", self->layer ? self->layer : "",
                          measure->name);
}

static char *
format_rule_number (const PoplensBudgetRule *self, double number, PoplensByteUnit unit)
{
  PoplensNumber buffer;
  gint64 whole = (gint64) round (CLAMP (number, -9e18, 9e18));

  switch (self->unit) {
  case POPLENS_BUDGET_BYTES:
    return g_strdup (whole < 0 ? poplens_format_signed_bytes (buffer, whole, unit)
                               : poplens_format_bytes (buffer, (guint64) whole, unit));
  case POPLENS_BUDGET_CYCLES:
    return g_strdup_printf ("%s cycles", poplens_format_count (buffer, (guint64) MAX (whole, 0)));
  case POPLENS_BUDGET_SHARE:
  default:
    return g_strdup (poplens_format_percent (buffer, number));
  }
}

/* Formats the value and the limit of a rule. Omits "at least" if the value is only a lower bound.
 * @value: (out) (nullable): NULL if the value is unknown. */
static void
format_rule (const PoplensBudgetRule *self, PoplensByteUnit unit, char **value, char **limit)
{
  PoplensNumber growth;

  *value = NULL;
  /* The limit is unknown, because the base report lacks the value: show the growth. */
  if (self->is_growth) {
    *limit = g_strdup (poplens_format_signed_percent (growth, self->growth));
    return;
  }
  *limit = format_rule_number (self, self->limit, unit);
  if (self->bound == POPLENS_BUDGET_NO_VALUE)
    return;
  *value = format_rule_number (self, self->value, unit);
  /* If both look equal, as in "622 KiB, limit 622 KiB", add digits so that they differ. */
  if (strcmp (*value, *limit) || self->value == self->limit)
    return;
  g_free (*value);
  g_free (*limit);
  if (self->unit == POPLENS_BUDGET_SHARE) {
    guint digits = (guint) CLAMP (ceil (-log10 (fabs (self->value - self->limit))) - 1, 1, 15);
    PoplensNumber number;
    *value = g_strdup_printf ("%s %%", poplens_format_fixed (number, self->value * 100, digits));
    *limit = g_strdup_printf ("%s %%", poplens_format_fixed (number, self->limit * 100, digits));
  } else {
    *value = format_rule_number (self, self->value, POPLENS_BYTE_UNIT_BYTES);
    *limit = format_rule_number (self, self->limit, POPLENS_BYTE_UNIT_BYTES);
  }
}

const char *
poplens_budget_bound_name (PoplensBudgetBound bound)
{
  static const char *const names[] = {"unknown", "exact", "at least", "at most"};

  return names[bound];
}

/* Returns the value ("622 KiB", "at least 622 KiB") and the limit of a rule for a person, with
 * enough digits that different numbers look different. @value: (out) (nullable): NULL if it is not
 * known. (transfer full) */
static void
budget_rule_texts (const PoplensBudgetRule *self, PoplensByteUnit unit, char **value, char **limit)
{
  g_autofree char *bare = NULL;

  format_rule (self, unit, &bare, limit);
  *value = self->bound > POPLENS_BUDGET_EXACT
               ? g_strdup_printf ("%s %s", poplens_budget_bound_name (self->bound), bare)
               : g_steal_pointer (&bare);
}

char *
poplens_budget_rule_sentence (const PoplensBudgetRule *self, PoplensByteUnit unit)
{
  const PoplensBudgetMeasure *measure = self->measure;
  gboolean is_known = self->result != POPLENS_BUDGET_UNKNOWN;
  const char *more = is_known ? self->largest : self->reason;
  g_autofree char *value = NULL;
  g_autofree char *limit = NULL;

  budget_rule_texts (self, unit, &value, &limit);
  /* Say which cycles these are, such as those of the median iteration. */
  g_autofree char *of = value && measure->unit == POPLENS_BUDGET_CYCLES
                            ? g_strdup_printf (" (%s)", measure->doc)
                            : g_strdup ("");
  return g_strconcat (value ? value : "", of, value ? ", " : "", "limit ", limit,
                      !more      ? NULL
                      : is_known ? "; "
                                 : ": ",
                      more, NULL);
}
