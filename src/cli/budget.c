/* Rules of a budget as they are written. */
#include "cli/budget.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

/* In the order of budget-values.c. */
static const PoplensBudgetMeasure measures[] = {
    {NULL, "max-tile-memory", POPLENS_BUDGET_BYTES, "the fullest tile, gaps included"},
    {NULL, "min-free-memory", POPLENS_BUDGET_BYTES,
     "free on the fullest tile, in bytes or in percent of its memory"},
    {NULL, "max-memory", POPLENS_BUDGET_BYTES, "all tiles, gaps included"},
    {NULL, "max-always-live", POPLENS_BUDGET_BYTES, "always-live memory of all tiles"},
    {NULL, "max-peak-liveness", POPLENS_BUDGET_BYTES,
     "live memory of all tiles at the step with the most"},
    {NULL, "max-cycles", POPLENS_BUDGET_CYCLES,
     "from the first tile's start to the last one's end"},
    {NULL, "max-waiting-share", POPLENS_BUDGET_SHARE, "part of the tile cycles that wait"},
    {NULL, "min-memory-balance", POPLENS_BUDGET_SHARE, "mean of the tiles over the fullest"},
    {NULL, "min-tile-balance", POPLENS_BUDGET_SHARE,
     "of steps that work: mean cycles of the tiles over those of the longest"},
    {"program", "max-cycles", POPLENS_BUDGET_CYCLES, "longest tile, over all executions"},
    {"program", "max-share", POPLENS_BUDGET_SHARE, "part of the cycles of all work"},
    {"compute-set", "max-cycles", POPLENS_BUDGET_CYCLES, "longest tile, over all executions"},
    {"compute-set", "max-share", POPLENS_BUDGET_SHARE, "part of the cycles of all work"},
    {"operation", "max-cycles", POPLENS_BUDGET_CYCLES, "tile cycles of its programs"},
    {"operation", "max-share", POPLENS_BUDGET_SHARE,
     "part of the tile cycles of all operations; steps without a program left out"},
    {"operation", "max-bytes", POPLENS_BUDGET_BYTES, "of its variables, at the peak"},
    {"category", "max-bytes", POPLENS_BUDGET_BYTES, "of all tiles"},
    {"category", "max-share", POPLENS_BUDGET_SHARE, "part of the bytes of all categories"},
    {"variable", "max-bytes", POPLENS_BUDGET_BYTES, "most of it that is live at one step"},
};

const PoplensBudgetMeasure *
poplens_budget_measures (guint *n)
{
  *n = G_N_ELEMENTS (measures);
  return measures;
}

void
poplens_budget_rule_free (PoplensBudgetRule *self)
{
  g_free (self->pattern);
  g_free (self->reason);
  g_free (self);
}

/* ---- limits ------------------------------------------------------------------------------------
 */

static const struct {
  const char *suffix;
  PoplensBudgetUnit unit;
  double factor;
} suffixes[] = {
    {"B", POPLENS_BUDGET_BYTES, 1},         {"KiB", POPLENS_BUDGET_BYTES, 1024},
    {"MiB", POPLENS_BUDGET_BYTES, 1048576}, {"GiB", POPLENS_BUDGET_BYTES, 1073741824},
    {"kB", POPLENS_BUDGET_BYTES, 1e3},      {"MB", POPLENS_BUDGET_BYTES, 1e6},
    {"GB", POPLENS_BUDGET_BYTES, 1e9},      {"%", POPLENS_BUDGET_SHARE, 0.01},
    {"k", POPLENS_BUDGET_CYCLES, 1e3},      {"M", POPLENS_BUDGET_CYCLES, 1e6},
    {"G", POPLENS_BUDGET_CYCLES, 1e9},
};

/* FALSE where the text is no number, or one of another unit. */
static gboolean
parse_limit (const char *text, const PoplensBudgetMeasure *measure, PoplensBudgetRule *rule)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autofree char *plain = g_strjoinv ("", parts);
  char *end;

  g_strstrip (plain);
  if (!g_ascii_isdigit (*plain) && *plain != '.')
    return FALSE;
  rule->limit = g_ascii_strtod (plain, &end);
  rule->unit = measure->unit;
  if (end == plain || !isfinite (rule->limit))
    return FALSE;
  while (*end == ' ')
    end++;
  if (!*end)
    return TRUE;
  for (guint s = 0; s < G_N_ELEMENTS (suffixes); s++) {
    gboolean free_share =
        suffixes[s].unit == POPLENS_BUDGET_SHARE && g_str_equal (measure->name, "min-free-memory");
    if (strcmp (end, suffixes[s].suffix) || (suffixes[s].unit != measure->unit && !free_share))
      continue;
    rule->limit *= suffixes[s].factor;
    rule->unit = suffixes[s].unit;
    return TRUE;
  }
  return FALSE;
}

/* ---- rules -------------------------------------------------------------------------------------
 */

static char *
list_measures (const char *kind)
{
  GString *out = g_string_new (NULL);

  for (guint m = 0; m < G_N_ELEMENTS (measures); m++)
    if (!g_strcmp0 (measures[m].kind, kind))
      g_string_append_printf (out, "%s%s", out->len ? ", " : "", measures[m].name);
  return g_string_free (out, FALSE);
}

static gboolean
add_rule (GPtrArray *rules, const char *kind, const char *pattern, const char *name,
          const char *limit, GError **error)
{
  for (guint m = 0; m < G_N_ELEMENTS (measures); m++) {
    if (g_strcmp0 (measures[m].kind, kind) || strcmp (measures[m].name, name))
      continue;
    PoplensBudgetRule *rule = g_new0 (PoplensBudgetRule, 1);
    rule->measure = m;
    rule->pattern = g_strdup (pattern);
    g_ptr_array_add (rules, rule);
    if (parse_limit (limit, &measures[m], rule))
      return TRUE;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "%s: \u201c%s\u201d is no limit: it needs %s", name, limit,
                 measures[m].unit == POPLENS_BUDGET_BYTES    ? "bytes, as in 600 KiB"
                 : measures[m].unit == POPLENS_BUDGET_CYCLES ? "cycles, as in 20,000,000"
                                                             : "a share, as in 25 %");
    return FALSE;
  }
  g_autofree char *known = list_measures (kind);
  g_set_error (
      error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "\u201c%s\u201d cannot be limited%s%s%s%s", name,
      kind ? " of a " : "", kind ? kind : "",
      *known ? ": " : ": there are program, compute-set, operation, category and variable", known);
  return FALSE;
}

gboolean
poplens_budget_add (GPtrArray *rules, const char *rule, const char *limit, GError **error)
{
  const char *first = strchr (rule, ':'), *last = strrchr (rule, ':');
  g_autofree char *kind = NULL;
  g_autofree char *pattern = NULL;

  if (!first)
    return add_rule (rules, NULL, NULL, rule, limit, error);
  if (last <= first + 1) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "\u201c%s\u201d is no rule: write KIND:NAME:RULE, as in program:conv*:max-share",
                 rule);
    return FALSE;
  }
  kind = g_strndup (rule, (gsize) (first - rule));
  pattern = g_strndup (first + 1, (gsize) (last - first - 1));
  return add_rule (rules, kind, pattern, last + 1, limit, error);
}

/* [program anything]: the first word is the kind, and the key "name" says which. */
static gboolean
add_group (GPtrArray *rules, GKeyFile *file, const char *group, GError **error)
{
  g_auto (GStrv) words = g_strsplit (group, " ", 2);
  gboolean whole = g_str_equal (group, "budget");
  g_autofree char *pattern = whole ? NULL : g_key_file_get_string (file, group, "name", NULL);
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, error);

  if (!keys)
    return FALSE;
  if (!whole && !(pattern && *pattern)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "[%s] has no \u201cname\u201d: the group of limits on the whole is [budget]",
                 group);
    return FALSE;
  }
  for (guint k = 0; keys[k]; k++) {
    g_autofree char *limit = g_key_file_get_string (file, group, keys[k], error);
    if (!limit)
      return FALSE;
    if (!whole && g_str_equal (keys[k], "name"))
      continue;
    if (!add_rule (rules, whole ? NULL : words[0], pattern, keys[k], limit, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
poplens_budget_add_file (GPtrArray *rules, const char *path, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) wrong = NULL;
  g_auto (GStrv) groups = NULL;
  gboolean good = g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, &wrong);

  groups = g_key_file_get_groups (file, NULL);
  for (guint g = 0; good && groups[g]; g++)
    good = add_group (rules, file, groups[g], &wrong);
  if (!good)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s: %s", path, wrong->message);
  return good;
}

/* ---- texts -------------------------------------------------------------------------------------
 */

char *
poplens_budget_rule_title (const PoplensBudgetRule *self)
{
  const PoplensBudgetMeasure *measure = &measures[self->measure];

  return self->pattern ? g_strdup_printf ("%s %s: %s", measure->kind, self->pattern, measure->name)
                       : g_strdup (measure->name);
}

char *
poplens_budget_format (const PoplensBudgetRule *self, double number, PoplensByteUnit unit)
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
