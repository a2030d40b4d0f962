/* Searches the trace for steps, and returns the matching blocks. Every distinct text is searched
 * once; steps then look up the results for their texts. */
#include "pages/core/finding.h"
#include "pages/trace/trace-view.h"

#include <string.h>

/* Largest number of words in a search; further words are ignored. */
#define MOST_WORDS 32
/* Limits on a regular expression: its length in bytes, and the matching attempts for each name. The
 * limits keep slow expressions from delaying the search. */
#define MOST_EXPRESSION 1000
#define TRIES "(*LIMIT_MATCH=50000)"

typedef struct {
  const PoplensTraceModel *model;
  GRegex *regex;  /* (nullable) regular expression, used instead of .words; a match sets bit 0 */
  guint32 n_hard; /* number of names whose matching failed, mostly at the limit TRIES */
  GStrv words;    /* searched words, in lower case */
  guint n_words;
  guint32 all;           /* bits of all words; a step with all these bits matches */
  guint32 *string;       /* [n strings] bits of the words that the string contains */
  guint32 type[256];     /* [step type] bits of the searched words that its name contains */
  guint32 sync[256];     /* [sync type] bits of the searched words that its name contains */
  gint64 id[MOST_WORDS]; /* [n_words] ID of the step that the word names, such as "#7"; −1: the word
                            is not a number */
  guint8 *of_program; /* (nullable) [step] TRUE if it belongs to the location's program; NULL: steps
                         of any program match */
  guint8 *of_finding; /* (nullable) [row of steps_by_ipu] TRUE if the location's finding is about
                         the row; NULL: do not filter by a finding */
  const PoplensTraceView *view;
} StepSearch;

/* ---- texts ----------------------------------------------------------------------------------- */

/* TRUE if @text contains @word, ignoring the case of ASCII letters. @word: lower case. */
static gboolean
contains (const char *text, gsize length, const char *word)
{
  gsize n = strlen (word);

  for (gsize i = 0; n <= length && i <= length - n; i++) {
    gsize k = 0;
    while (k < n && g_ascii_tolower (text[i + k]) == word[k])
      k++;
    if (k == n)
      return TRUE;
  }
  return FALSE;
}

/* Returns a bit for each word of the search that @text contains. For a regular expression, returns
 * 1 if it matches. Counts in .n_hard the names whose matching fails. */
static guint32
words_in (StepSearch *search, const char *text, gsize length)
{
  guint32 bits = 0;

  if (search->regex) {
    g_autoptr (GError) error = NULL;
    gboolean found = g_regex_match_full (search->regex, text, -1, 0, 0, NULL, &error);
    search->n_hard += error != NULL;
    return found;
  }
  for (guint w = 0; w < search->n_words; w++)
    if (contains (text, length, search->words[w]))
      bits |= 1u << w;
  return bits;
}

/* Searches all strings, step types and sync types for the words. FALSE if it was cancelled. */
static gboolean
search_texts (StepSearch *search, GCancellable *cancellable)
{
  const PoplensTraceModel *model = search->model;
  const PoplensExecution *x = model->execution;
  const char *program_type = "StreamCopyMid";
  guint32 n = poplens_strings_count (model->strings);

  search->string = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++) {
    const char *text = poplens_strings_get (model->strings, i);
    if (i % 256 == 0 && g_cancellable_is_cancelled (cancellable))
      return FALSE;
    search->string[i] = words_in (search, text, strlen (text));
  }
  for (guint32 i = 0; i < x->n_types; i++) {
    const char *text = poplens_strings_get (x->strings, x->type_name[i]);
    search->type[i] = words_in (search, text, strlen (text));
    /* Search for both names of a stream copy: the file names the step type StreamCopy, and the type
     * of its program StreamCopyMid. */
    if (x->type_kind[i] == POPLENS_STEP_STREAM_COPY_MID)
      search->type[i] |= words_in (search, program_type, strlen (program_type));
  }
  for (guint32 i = 0; i < x->n_syncs; i++) {
    const char *text = poplens_strings_get (x->strings, x->sync_name[i]);
    search->sync[i] = words_in (search, text, strlen (text));
  }
  return TRUE;
}

/* Returns the regular expression in @text if it has the form "/…/". (transfer full) (nullable) */
static char *
expression_of (const char *text)
{
  gsize n = text ? strlen (text) : 0;

  return n > 2 && text[0] == '/' && text[n - 1] == '/' ? g_strndup (text + 1, n - 2) : NULL;
}

/* Compiles a regular expression that matches bytes, as names need not be UTF-8. @wrong: (out)
 * (optional) (transfer full): error message. NULL if the expression is invalid. */
static GRegex *
compile (const char *expression, char **wrong)
{
  g_autofree char *limited = g_strconcat (TRIES, expression, NULL);
  g_autoptr (GError) error = NULL;
  GRegex *regex = NULL;

  if (strlen (expression) <= MOST_EXPRESSION)
    regex = g_regex_new (limited, G_REGEX_CASELESS | G_REGEX_RAW, 0, &error);
  if (!regex && wrong)
    *wrong =
        error ? g_strdup_printf ("Invalid regular expression: %s",
                                 strrchr (error->message, ':') ? strrchr (error->message, ':') + 2
                                                               : error->message)
              : g_strdup ("Invalid regular expression: too long");
  return regex;
}

char *
poplens_trace_search_wrong (const PoplensLocation *location)
{
  g_autofree char *expression = expression_of (poplens_location_get (location, "search"));
  g_autoptr (GRegex) regex = NULL;
  char *wrong = NULL;

  if (expression)
    regex = compile (expression, &wrong);
  return wrong;
}

/* Returns a byte for each row of steps_by_ipu: TRUE if the finding that @location names is about
 * the row. (transfer full) (nullable): NULL if @location names no finding */
static guint8 *
rows_of_finding (const PoplensTraceView *view, const PoplensLocation *location,
                 GCancellable *cancellable)
{
  g_autoptr (PoplensPageFinding) finding =
      poplens_page_shows_finding (location)
          ? poplens_page_finding_new (view->report, poplens_location_get (location, "finding"),
                                      POPLENS_BYTE_UNIT_BINARY, cancellable, NULL)
          : NULL;

  return finding && finding->occurrences->len
             ? poplens_page_finding_rows (finding, view->lanes->model->execution->n_rows)
             : NULL;
}

/* Initialises @search. FALSE if the location searches for nothing. */
static gboolean
search_init (StepSearch *search, const PoplensTraceView *view, const PoplensLocation *location,
             GCancellable *cancellable)
{
  const PoplensTraceModel *model = view->lanes->model;
  const char *text = poplens_location_get (location, "search");
  const char *program = poplens_location_get (location, "program");
  g_autofree char *lower = g_ascii_strdown (text ? text : "", -1);
  g_autofree char *spaced = g_strdelimit (g_steal_pointer (&lower), "\t\n\r", ' ');
  g_auto (GStrv) parts = g_strsplit (spaced, " ", -1);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  guint64 number;

  g_autofree char *expression = expression_of (text);

  *search = (StepSearch){.model = model, .view = view};
  if (program && g_ascii_string_to_unsigned (program, 10, 0, G_MAXUINT32 - 1, &number, NULL))
    search->of_program = poplens_trace_steps_of (model, (guint32) number);
  if (expression) {
    search->regex = compile (expression, NULL);
    search->words = g_new0 (char *, 1);
    search->n_words = search->all = 1;
    search->id[0] = -1;
    return search->regex != NULL;
  }
  for (guint i = 0; parts[i] && search->n_words < MOST_WORDS; i++)
    if (*parts[i]) {
      gboolean is_id = *parts[i] == '#' &&
                       g_ascii_string_to_unsigned (parts[i] + 1, 10, 0, G_MAXUINT32, &number, NULL);
      g_strv_builder_add (words, parts[i]);
      search->id[search->n_words++] = is_id ? (gint64) number : -1;
    }
  search->words = g_strv_builder_end (words);
  search->all = (guint32) ((G_GUINT64_CONSTANT (1) << search->n_words) - 1);
  if (!search->n_words && !search->of_program)
    search->of_finding = rows_of_finding (view, location, cancellable);
  return search->n_words || search->of_program || search->of_finding;
}

static void
search_clear (StepSearch *search)
{
  g_clear_pointer (&search->regex, g_regex_unref);
  g_strfreev (search->words);
  g_free (search->string);
  g_free (search->of_program);
  g_free (search->of_finding);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* TRUE if the step in @row of steps_by_ipu matches all words (by name, type, sync or ID) and the
 * other conditions of the search. */
static gboolean
finds_row (const StepSearch *search, guint32 row)
{
  const PoplensExecution *x = search->model->execution;
  guint32 step = x->row_step[row];
  guint32 bits = search->string[search->model->name[step]] | search->type[x->step_type[step]] |
                 search->sync[x->step_sync[step]];

  if (!poplens_trace_is_asked (search->view, row))
    return FALSE;
  if ((search->of_program && !search->of_program[step]) ||
      (search->of_finding && !search->of_finding[row]))
    return FALSE;
  for (guint w = 0; w < search->n_words; w++)
    if (search->id[w] == (gint64) poplens_execution_step_id (x, step))
      bits |= 1u << w;
  return bits == search->all;
}

/* TRUE if the block of @item shows a matching step. Groups never match: the search finds the steps
 * below the group, whose names contain its path. */
static gboolean
finds_item (const StepSearch *search, const PoplensTraceLanes *lanes,
            const PoplensTraceGroup *group, gsize item)
{
  const PoplensFlame *flame = group->flame;
  guint32 source = lanes->source[item], leaf;

  if (!flame)
    return finds_row (search, source);
  if (poplens_trace_first_step (flame, source) == G_MAXUINT32)
    return FALSE;
  leaf = source - flame->n_nodes;
  for (guint32 i = flame->leaf_source[leaf]; i < flame->leaf_source[leaf + 1]; i++)
    if (finds_row (search, group->rows[flame->source[i]]))
      return TRUE;
  return FALSE;
}

/* ---- in order of begin ----------------------------------------------------------------------- */

typedef struct {
  guint64 from;
  gsize item;
} BlockMatch;

/* Sorts matches by their start, then by item. */
static int
compare_hits (gconstpointer a, gconstpointer b)
{
  const BlockMatch *i = a, *j = b;

  if (i->from != j->from)
    return i->from < j->from ? -1 : 1;
  return i->item < j->item ? -1 : i->item > j->item;
}

/* Adds each matching item of the chart to @hits (BlockMatch). FALSE if cancelled. */
static gboolean
search_collect_blocks (const StepSearch *search, const PoplensPage *page, GArray *hits,
                       GCancellable *cancellable)
{
  const PoplensTraceLanes *lanes = page->trace->lanes;
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;

  for (guint g = 0; g < lanes->groups->len; g++) {
    const PoplensTraceGroup *group = &g_array_index (lanes->groups, PoplensTraceGroup, g);
    for (gsize i = group->first_item; i < group->first_item + group->n_items; i++) {
      BlockMatch hit = {0, i};
      if (i % 65536 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (finds_item (search, lanes, group, i) &&
          poplens_chart_get_lane_item (chart, i, &hit.from, NULL, NULL))
        g_array_append_val (hits, hit);
    }
  }
  return TRUE;
}

/* Describes what is wrong with the regular expression of the search. (transfer full) (nullable) */
static char *
describe_trouble (const StepSearch *search, const PoplensLocation *location)
{
  PoplensNumber names;

  if (search->n_hard)
    return g_strdup_printf ("Regular expression too complex: %s",
                            poplens_format_items (names, search->n_hard, "name"));
  return poplens_trace_search_wrong (location);
}

GArray *
poplens_trace_found_items (const PoplensPage *page, const PoplensLocation *location,
                           GCancellable *cancellable, char **trouble)
{
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (BlockMatch));
  GArray *ranges = NULL;
  StepSearch search;

  if (search_init (&search, page->trace, location, cancellable)) {
    if (search_texts (&search, cancellable) &&
        search_collect_blocks (&search, page, hits, cancellable)) {
      g_array_sort (hits, compare_hits);
      ranges = g_array_sized_new (FALSE, FALSE, sizeof (PoplensItemRange), hits->len);
    }
  }
  if (trouble)
    *trouble = describe_trouble (&search, location);
  search_clear (&search);
  for (guint i = 0; ranges && i < hits->len; i++) {
    gsize item = g_array_index (hits, BlockMatch, i).item;
    PoplensItemRange range = {item, item + 1};
    g_array_append_val (ranges, range);
  }
  return ranges;
}
