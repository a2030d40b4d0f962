/* memory: what tiles hold, by category or by another word. */
#include "cli/headline.h"

#include "tables/liveness/contents-answer.h"

const PoplensCliKey poplens_cli_memory_keys[] = {
    {"tile", "T|fullest", "limit to these tiles, for example 0,5,100-120"},
    {"ipu", "I", "limit to this IPU"},
    {"replica", "R", "limit to this replica"},
    {"step", "N[,M]", "contents of the tile at this step; two steps are compared"},
    {NULL},
};

/* Tiles that a sentence names. */
#define FULLEST 5

static void
say_fullest (PoplensCliAnswer *answer)
{
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("memory-tiles", answer->reports[0], answer->location, NULL, NULL);
  g_autoptr (GString) text = g_string_new ("Fullest tiles: ");

  if (!table)
    return;
  guint tile = (guint) poplens_table_find_column (table, "tile");
  guint bytes = (guint) poplens_table_find_column (table, "total_including_gaps");
  g_autoptr (PoplensTableView) rows = poplens_table_view_new (table, NULL, (int) bytes, TRUE, NULL);
  for (guint32 i = 0; i < MIN (rows->n, FULLEST); i++) {
    PoplensValue number = poplens_table_get (table, rows->rows[i], tile);
    PoplensValue most = poplens_table_get (table, rows->rows[i], bytes);
    PoplensNumber a, b;
    g_string_append_printf (text, "%s%s (%s)", i ? ", " : "",
                            poplens_value_format (&number, answer->unit, a),
                            poplens_value_format (&most, answer->unit, b));
  }
  if (rows->n > 1)
    poplens_cli_answer_say (answer, "%s.", text->str);
}

static gboolean
answer_memory (PoplensCliAnswer *answer, GError **error)
{
  if (!poplens_cli_add_facts (answer, POPLENS_PART_BIT (POPLENS_PART_MEMORY), error))
    return FALSE;
  say_fullest (answer);
  if (poplens_cli_has_contents (answer->reports[0]))
    poplens_cli_answer_next (answer, "memory", "--tile fullest");
  return TRUE;
}

static gboolean
answer_contents (PoplensCliAnswer *answer, GError **error)
{
  g_auto (PoplensContentsAnswer) contents = {0};

  if (!poplens_report_contents (answer->reports[0], answer->location, &contents, NULL, error))
    return FALSE;
  const PoplensContentsScope *of = &contents.of[0];
  const PoplensContentsSums *sums = &contents.contents->sums[0];
  g_autofree char *sentence = poplens_contents_sentence (&contents);
  gboolean is_over = of->n_tiles == 1 && of->capacity && (guint64) sums->total > of->capacity;
  PoplensNumber bytes;
  poplens_cli_answer_say (answer, "%s", sentence);
  if (is_over)
    poplens_cli_answer_say (
        answer, "Over capacity by %s, including packing and gaps.",
        poplens_format_bytes (bytes, (guint64) sums->total - of->capacity, answer->unit));
  poplens_cli_answer_bytes (answer, "live_bytes", TRUE, (guint64) sums->live);
  poplens_cli_answer_bytes (answer, "packing_bytes", TRUE, (guint64) sums->packing);
  poplens_cli_answer_bytes (answer, "gap_bytes", TRUE, (guint64) sums->gaps);
  poplens_cli_answer_bytes (answer, "tile_bytes", TRUE, (guint64) sums->total);
  poplens_cli_answer_bytes (answer, "capacity_bytes", of->capacity, of->capacity);
  /* The sentence says it. */
  if (answer->tables->len)
    poplens_table_set_note (answer->tables->pdata[0], NULL);
  poplens_cli_answer_next (answer, is_over ? "fit" : "memory", is_over ? "" : "--by variable");
  return TRUE;
}

#define CONTENTS                                                                                   \
  {                                                                                                \
    "contents", 14, NULL, {"name", "bytes", "variables", "share"}, .least_first = 50               \
  }

const PoplensCliRows poplens_cli_memory_rows[] = {
    {"category", .answer = answer_memory,
     .tables = {{"memory-categories",
                 9,
                 "-total",
                 {"group", "category", "total", "not_overlapped", "overlapped"}},
                {"memory-tiles", .further = TRUE}}},
    {"group", .set = "by=group", .tables = {{"memory-categories", 20, .folded = TRUE}}},
    {"tile", .tables = {{"memory-tiles",
                         12,
                         "-total_including_gaps",
                         {"tile", "ipu", "total", "total_including_gaps", "free", "share"}}}},
    {"kind", .set = "by=kind", .answer = answer_contents, .tables = {CONTENTS}},
    {"model-layer", .set = "by=layer", .answer = answer_contents, .tables = {CONTENTS}},
    {"variable", "tile",
     .tables = {{"tile-variables",
                 12,
                 "-size",
                 {"address", "size", "category", "shares_with", "live", "name"}}}},
    {"variable", "scope",
     .tables = {{"tile-variables",
                 12,
                 "-size",
                 {"address", "size", "category", "shares_with", "live", "name"}}}},
    {"variable", .tables = {{"variables",
                             12,
                             "-always_live",
                             {"variable", "kind", "always_live", "not_always_live_max"}}}},
    {"vertex", .tables = {{"vertex-types",
                           12,
                           "-state_bytes",
                           {"vertex_type", "instances", "state_bytes", "code_bytes"}}}},
    {"compute-set",
     .tables = {{"compute-sets", 12, "-total", {"compute_set", "vertices", "edges", "total"}}}},
    {"exchange",
     .tables = {{"exchanges",
                 12,
                 "-code_bytes",
                 {"exchange", "kind", "program", "code_bytes", "received_bytes", "sent_bytes"}}}},
    {"gap", .tables = {{"tile-gaps", 12, "-size", {"tile", "address", "size", "cause", "why"}}}},
    {NULL, "tile", .answer = answer_contents,
     .tables =
         {CONTENTS,
          {"memory-categories", 9, "-total", .further = TRUE},
          {"memory-tiles", .further = TRUE},
          {"tile-gaps", 8, "-size", {"tile", "address", "size", "cause", "why"}, .further = TRUE},
          {"tile-variables", 12, "-size", .further = TRUE}}},
    {NULL, "scope", .answer = answer_contents, .tables = {CONTENTS}},
    {NULL, "ipu", .answer = answer_contents, .tables = {CONTENTS}},
    {NULL, "step", .answer = answer_contents, .tables = {CONTENTS}},
};
const guint poplens_cli_memory_n_rows = G_N_ELEMENTS (poplens_cli_memory_rows);
