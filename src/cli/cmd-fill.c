/* fill: what fills a tile, an IPU or all tiles: the answer, then the tree. */
#include "cli/cli.h"

#include "base/visible.h"
#include "tables/liveness/contents-answer.h"

const PoplensCliKey poplens_cli_fill_keys[] = {
    {"tile", "T", "limit to these tiles, for example 0,5,100-120 (default: the worst tile)"},
    {"ipu", "I", "limit to this IPU, each tile at its own peak step"},
    {"source", "S", "memory to show: all, ipu, replica, tile or fullest",
     .needs = poplens_cli_source_needs},
    {"step", "N[,M]", "show this step; two steps are compared (default: the peak of each tile)"},
    {"by", "kind|layer", "first level of the tree (default: kind)"},
    {NULL},
};

/* Of a line: names of kind and layer are told by both ends. */
#define LEAST_NAME 62

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void
write_number (PoplensJsonWriter *json, const char *key, guint64 number, guint64 nothing)
{
  if (number == nothing)
    poplens_json_null (json, key);
  else
    poplens_json_uint (json, key, number);
}

static void
write_side (const PoplensContentsAnswer *answer, guint side, PoplensJsonWriter *json)
{
  const PoplensContentsScope *of = &answer->of[side];
  const PoplensContentsSums *sums = &answer->contents->sums[side];

  poplens_json_string (json, "scope", of->scope);
  poplens_json_uint (json, "tiles", of->n_tiles);
  write_number (json, "tile", of->tile, G_MAXUINT32);
  write_number (json, "step", of->at, G_MAXUINT32);
  write_number (json, "capacity", of->capacity, 0);
  poplens_json_int (json, "live", sums->live);
  poplens_json_int (json, "not_live", sums->not_live);
  poplens_json_int (json, "packing", sums->packing);
  poplens_json_int (json, "gaps", sums->gaps);
  poplens_json_int (json, "total", sums->total);
}

static void
write_sides (const PoplensContentsAnswer *answer, PoplensJsonWriter *json)
{
  static const char *const keys[] = {"before", "after"};

  if (answer->contents->n_sides == 1) {
    write_side (answer, 0, json);
    return;
  }
  for (guint s = 0; s < answer->contents->n_sides; s++) {
    poplens_json_begin_object (json, keys[s]);
    write_side (answer, s, json);
    poplens_json_end_object (json);
  }
}

gboolean
poplens_cli_fill_json (PoplensReport *report, const PoplensLocation *location,
                       PoplensJsonWriter *json, GError **error)
{
  g_auto (PoplensContentsAnswer) answer = {0};

  if (!poplens_report_contents (report, location, &answer, NULL, error))
    return FALSE;
  g_autofree char *sentence = poplens_contents_sentence (&answer);
  poplens_json_string (json, "sentence", sentence);
  write_sides (&answer, json);
  return poplens_cli_tree_json (report, "contents", location, "contents", json, error);
}

/* ---- text --------------------------------------------------------------------------------------
 */

/* How far one tile is over, and who says more; nothing of several tiles. */
static void
show_bound (PoplensCliView *view, const PoplensContentsAnswer *answer)
{
  const PoplensContentsScope *of = &answer->of[0];
  guint64 total = (guint64) answer->contents->sums[0].total;
  PoplensNumber bytes;

  if (of->n_tiles != 1 || !of->capacity || answer->contents->n_sides > 1)
    return;
  if (total <= of->capacity) {
    poplens_cli_line (view, "Free: %s.",
                      poplens_format_bytes (bytes, of->capacity - total, view->unit));
    return;
  }
  g_autofree char *name = poplens_shell_word (poplens_report_get_path (view->report));
  g_autofree char *text =
      g_strdup_printf ("Over capacity by %s, including packing and gaps. Next: poplens-cli fit %s",
                       poplens_format_bytes (bytes, total - of->capacity, view->unit), name);
  poplens_cli_paragraph (view, text, 0, FALSE);
}

static gboolean
is_upper (const PoplensContentsRow *rows, const PoplensContentsRow *row)
{
  return !row->depth || (row->depth == 1 && row->level <= POPLENS_CONTENTS_LAYER &&
                         rows[row->parent].level != POPLENS_CONTENTS_SMALLER);
}

/* Rows at the top, and kinds and layers below them; with @all every row. @upper: (out): to be freed
 */
static PoplensTableView
upper_rows (const PoplensTileContents *contents, gboolean all, guint32 **upper)
{
  const PoplensContentsRow *rows = (const PoplensContentsRow *) (void *) contents->rows->data;
  guint32 n = contents->rows->len, kept = 0;

  *upper = g_new (guint32, MAX (n, 1));
  for (guint32 r = 0; r < n; r++)
    if (all || is_upper (rows, &rows[r]))
      (*upper)[kept++] = r;
  return (PoplensTableView){.n = kept, .rows = *upper, .n_matches = kept, .n_among = n};
}

gboolean
poplens_cli_fill_text (PoplensCliView *view, GError **error)
{
  static const char *const one[] = {"name", "bytes", "variables", "share", NULL};
  static const char *const two[] = {"name", "bytes_first", "bytes_second", "bytes_change", NULL};
  g_auto (PoplensContentsAnswer) answer = {0};
  g_autoptr (PoplensTable) table = NULL;
  g_autofree guint32 *rows = NULL;

  if (!poplens_report_contents (view->report, view->location, &answer, NULL, error) ||
      !(table = poplens_tables_build ("contents", view->report, view->location, NULL, error)))
    return FALSE;
  g_autofree char *sentence = poplens_contents_sentence (&answer);
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  poplens_cli_paragraph (view, sentence, 0, FALSE);
  show_bound (view, &answer);
  poplens_table_set_note (table, NULL); /* it is said above */
  gboolean compares = answer.contents->n_sides > 1;
  view->least_first = compares ? 0 : LEAST_NAME;
  PoplensTableView upper = upper_rows (answer.contents, view->all, &rows);
  return poplens_cli_table (view, table, "Contents", compares ? two : one, &upper, 40, error);
}
