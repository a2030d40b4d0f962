/* Table of the program tree: costs of each program, without and with the programs that it contains
 * and calls. */
#include "tables/engine/builders.h"

#include "analysis/programs/program-tree.h"
#include "base/error.h"
#include "base/typed.h"
#include "derived/programs/program-location.h"
#include "derived/programs/program-sums.h"

enum {
  TYPE,
  TILE_SHARE,
  NAME,
  ID,
  DETAIL,
  TILE_CYCLES,
  OWN_TILE_CYCLES,
  CYCLES,
  OWN_CYCLES,
  EXECUTED,
  ESTIMATE,
  OWN_ESTIMATE,
  CODE_SHARE,
  CONTROL_CODE,
  OWN_CODE,
  HOT,
  DEBUG_ID,
  N_COLUMNS
};

static const PoplensColumn program_columns[] = {
    [TYPE] = {"type", "Program", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the program, as named in program_types"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the program, else of the compute set or the streams"},
    [ID] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the program (programs.id)"},
    [DETAIL] =
        {"detail", "Detail", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
         "Entry point or function, repetitions, called function, kind of a sync, number of tiles"},
    [TILE_SHARE] = {"tile_cycles_share", "Share of cycles", POPLENS_UNIT_RATIO,
                    POPLENS_FROM_DERIVED,
                    "Tile cycles as a share of the tile cycles of all programs, excluding steps "
                    "without a program"},
    [TILE_CYCLES] = {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                     "Cycles of all tiles in all executions of the program and everything below. A "
                     "function counts where it is listed first. DoExchange cycles are estimated.",
                     .total = TRUE},
    [OWN_TILE_CYCLES] =
        {"own_tile_cycles", "Own tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
         "Cycles of all tiles in the steps of the program itself; empty if not executed"},
    [CYCLES] =
        {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
         "Cycles of the longest tile of each IPU in each execution of the program and everything "
         "below. Steps overlap, so the total may exceed the length of the trace.",
         .total = TRUE},
    [OWN_CYCLES] = {"own_cycles", "Own cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                    "Cycles of the longest tile of each IPU in the steps of the program itself"},
    [EXECUTED] = {"executed", "Executed", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                  "Number of executed steps of the program itself"},
    [ESTIMATE] = {"estimated_tile_cycles", "Estimated tile cycles", POPLENS_UNIT_CYCLES,
                  POPLENS_FROM_ESTIMATED,
                  "Compiler's cycle estimate for one execution of the program and everything "
                  "below, all tiles, each program counted once",
                  .total = TRUE},
    [OWN_ESTIMATE] = {"own_estimated_tile_cycles", "Own estimate", POPLENS_UNIT_CYCLES,
                      POPLENS_FROM_ESTIMATED,
                      "Compiler's cycle estimate for one execution of the program itself"},
    [CODE_SHARE] = {"control_code_share", "Share of code", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                    "Control code as a share of the control code of all programs"},
    [CONTROL_CODE] = {"control_code", "Control code", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                      "Bytes of control code of the program and everything below, all tiles "
                      "(programs.control_code_bytes_by_tile, which counts functions elsewhere). "
                      "The category also has start-up and profiling code of no program.",
                      .total = TRUE},
    [OWN_CODE] = {"own_control_code", "Own control code", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                  "Bytes of control code of the program without the children, all tiles"},
    [HOT] = {"hot", "Hot path", POPLENS_UNIT_BOOL, POPLENS_FROM_DERIVED,
             "Whether the program is on the path from the root through the children with the most "
             "tile cycles (or control code, if nothing was executed)"},
    [DEBUG_ID] = {"debug_id", "Debug context ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                  "ID of the debug context, if any"},
};

typedef enum { OF_CODE, OF_TILE_CYCLES, OF_CYCLES, OF_ESTIMATE, N_MEASURES } MeasureKind;

typedef struct {
  guint64 *own;   /* by row of the program: value of the program itself */
  guint64 *sums;  /* by node: value including the programs below */
  guint64 *known; /* [nodes]: number of programs with a value, including those below the node;
                     (nullable): NULL: all programs have a value */
  guint64 total;  /* value of all programs together */
} ProgramMeasure;

typedef struct {
  const PoplensPrograms *programs;
  const PoplensProgramSums *executed; /* (nullable): NULL if no steps were recorded */
  PoplensProgramEstimates *estimates; /* (nullable) */
  GArray *nodes;                      /* PoplensProgramNode, in preorder */
  GArray *shown;     /* (nullable): guint32: numbers of the nodes that have a row; NULL: all */
  gboolean has_rest; /* the last row is for steps without a program */
  ProgramMeasure measures[N_MEASURES];
  guint8 *hot; /* [nodes]: 1 on the hot path, which goes from the root always to the most expensive
                  child */
  GPtrArray *details; /* char *, by node: details of the program; may be "" */
  guint order[N_COLUMNS];
} ProgramTree;

static void
tree_free (gpointer data)
{
  ProgramTree *tree = data;

  poplens_program_estimates_unref (tree->estimates);
  for (guint m = 0; m < N_MEASURES; m++) {
    g_free (tree->measures[m].own);
    g_free (tree->measures[m].sums);
    g_free (tree->measures[m].known);
  }
  g_free (tree->hot);
  g_array_unref (tree->nodes);
  g_clear_pointer (&tree->shown, g_array_unref);
  g_ptr_array_unref (tree->details);
  g_free (tree);
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* Returns what the program's type adds to its name: "12 times", "calls function 3". (transfer full)
 * (nullable): NULL if nothing */
static char *
describe_kind (const PoplensPrograms *p, guint32 row)
{
  PoplensNumber number;

  switch ((PoplensProgramKind) p->kind[row]) {
  case POPLENS_PROGRAM_REPEAT:
    if (p->detail[row] < 0)
      return NULL;
    return g_strdup_printf ("%s times", poplens_format_count (number, p->detail[row]));
  case POPLENS_PROGRAM_CALL:
    if (p->detail[row] < 0)
      return NULL;
    return g_strdup_printf ("calls function %" G_GINT64_FORMAT, p->detail[row]);
  case POPLENS_PROGRAM_SYNC:
    return g_strdup (poplens_strings_get (p->strings, p->detail_text[row]));
  case POPLENS_PROGRAM_SANS:
  case POPLENS_PROGRAM_SYNC_ANS:
    return g_strdup_printf ("%s tiles",
                            poplens_format_count (number, poplens_lists_length (p->tiles, row)));
  default:
    return NULL;
  }
}

static void
append_sentence (GString *text, const char *more)
{
  if (more && *more)
    g_string_append_printf (text, "%s%s", text->len ? ", " : "", more);
}

static char *
describe_node (const PoplensPrograms *p, const PoplensProgramNode *node)
{
  GString *text = g_string_new (NULL);
  g_autofree char *kind = describe_kind (p, node->row);

  if (node->entry >= 0)
    g_string_printf (text, "entry point %u", p->control_id[node->entry]);
  else if (node->function >= 0)
    g_string_printf (text, "function %u", p->function_id[node->function]);
  if (node->repeated)
    append_sentence (text, node->recursive ? "recursive" : "listed above");
  append_sentence (text, kind);
  return g_string_free (text, FALSE);
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Sets the cell to the sum of a node and all nodes below. Leaves it NULL if the program was listed
 * before, or if none of these nodes has a value. */
static void
set_tree_total (const ProgramTree *tree, MeasureKind kind, guint32 row, PoplensValue *value)
{
  const ProgramMeasure *measure = &tree->measures[kind];

  if (measure->sums && !g_array_index (tree->nodes, PoplensProgramNode, row).repeated &&
      (!measure->known || measure->known[row]))
    poplens_cell_int (value, (gint64) measure->sums[row]);
}

static void
set_tree_share (const ProgramTree *tree, MeasureKind kind, guint32 row, PoplensValue *value)
{
  const ProgramMeasure *measure = &tree->measures[kind];
  PoplensValue sum = {0};

  set_tree_total (tree, kind, row, &sum);
  if (sum.type != POPLENS_VALUE_NULL && measure->total)
    poplens_cell_real (value, (double) measure->sums[row] / (double) measure->total);
}

/* Sets the cell to the value of the node's program itself, if it has one. */
static void
set_tree_self (const ProgramTree *tree, MeasureKind kind, guint32 row, PoplensValue *value)
{
  const PoplensProgramNode *node = &g_array_index (tree->nodes, PoplensProgramNode, row);
  const ProgramMeasure *measure = &tree->measures[kind];
  gboolean has;

  if (!measure->sums || node->repeated)
    return;
  if (kind == OF_ESTIMATE)
    has = tree->estimates->tile_cycles[node->row] != POPLENS_NOT_ESTIMATED;
  else
    has = kind == OF_CODE || tree->executed->executed[node->row] > 0;
  if (has)
    poplens_cell_int (value, (gint64) measure->own[node->row]);
}

/* How to fill each column that shows a measure. Other columns have no function here. */
static const struct {
  void (*set) (const ProgramTree *tree, MeasureKind kind, guint32 row, PoplensValue *value);
  MeasureKind kind;
} measured[N_COLUMNS] = {
    [TILE_SHARE] = {set_tree_share, OF_TILE_CYCLES},
    [TILE_CYCLES] = {set_tree_total, OF_TILE_CYCLES},
    [OWN_TILE_CYCLES] = {set_tree_self, OF_TILE_CYCLES},
    [CYCLES] = {set_tree_total, OF_CYCLES},
    [OWN_CYCLES] = {set_tree_self, OF_CYCLES},
    [ESTIMATE] = {set_tree_total, OF_ESTIMATE},
    [OWN_ESTIMATE] = {set_tree_self, OF_ESTIMATE},
    [CODE_SHARE] = {set_tree_share, OF_CODE},
    [CONTROL_CODE] = {set_tree_total, OF_CODE},
    [OWN_CODE] = {set_tree_self, OF_CODE},
};

/* Sets a cell of the last row, for steps without a program. */
static void
rest_cell (const ProgramTree *tree, guint column, PoplensValue *value)
{
  const PoplensProgramSums *executed = tree->executed;

  switch (column) {
  case TYPE:
    poplens_cell_text (value, "(no program)");
    break;
  case DETAIL:
    poplens_cell_text (value, "implicit syncs and other steps without a program");
    break;
  case TILE_CYCLES:
  case OWN_TILE_CYCLES:
    poplens_cell_int (value, (gint64) executed->tile_cycles[executed->n]);
    break;
  case CYCLES:
  case OWN_CYCLES:
    poplens_cell_int (value, (gint64) executed->cycles[executed->n]);
    break;
  case EXECUTED:
    poplens_cell_int (value, executed->executed[executed->n]);
    break;
  }
}

static guint32
count_tree_rows (const ProgramTree *tree)
{
  return (tree->shown ? tree->shown : tree->nodes)->len;
}

/* Returns the number of the node in @row; nodes->len for the row of steps without a program. */
static guint32
tree_node_at (const ProgramTree *tree, guint32 row)
{
  if (row >= count_tree_rows (tree))
    return tree->nodes->len;
  return tree->shown ? g_array_index (tree->shown, guint32, row) : row;
}

static void
tree_program_cell (gconstpointer data, guint32 at, guint shown, PoplensValue *value)
{
  const ProgramTree *tree = data;
  const PoplensPrograms *p = tree->programs;
  guint column = tree->order[shown];
  guint32 row = tree_node_at (tree, at);

  if (row >= tree->nodes->len) {
    rest_cell (tree, column, value);
    return;
  }
  guint32 program = g_array_index (tree->nodes, PoplensProgramNode, row).row;
  switch (column) {
  case TYPE:
    poplens_cell_text (value, poplens_strings_get (p->strings, p->type_name[program]));
    break;
  case NAME:
    poplens_cell_text (value, poplens_programs_name (p, program));
    break;
  case ID:
    poplens_cell_int (value, p->id[program]);
    break;
  case DETAIL:
    poplens_cell_text (value, g_ptr_array_index (tree->details, row));
    break;
  case EXECUTED:
    if (tree->executed)
      poplens_cell_int (value, tree->executed->executed[program]);
    break;
  case HOT:
    poplens_cell_int (value, tree->hot[row]);
    break;
  case DEBUG_ID:
    if (p->debug_id[program])
      poplens_cell_int (value, p->debug_id[program]);
    break;
  default:
    measured[column].set (tree, measured[column].kind, row, value);
  }
}

/* Returns the mark of a program: the colour that its steps have in the trace (look.md 1), filled
 * for work and hollow for waiting. */
static PoplensRowLook
program_kind_look (PoplensProgramKind kind)
{
  switch (kind) {
  case POPLENS_PROGRAM_ON_TILE_EXECUTE:
    return (PoplensRowLook){POPLENS_SWATCH_COMPUTE, FALSE, FALSE};
  case POPLENS_PROGRAM_DO_EXCHANGE:
    return (PoplensRowLook){POPLENS_SWATCH_EXCHANGE, FALSE, FALSE};
  case POPLENS_PROGRAM_GLOBAL_EXCHANGE:
    return (PoplensRowLook){POPLENS_SWATCH_LINKS, FALSE, FALSE};
  case POPLENS_PROGRAM_STREAM_COPY_MID:
    return (PoplensRowLook){POPLENS_SWATCH_HOST, FALSE, FALSE};
  case POPLENS_PROGRAM_STREAM_COPY_BEGIN:
  case POPLENS_PROGRAM_STREAM_COPY_END:
    return (PoplensRowLook){POPLENS_SWATCH_HOST, TRUE, FALSE};
  case POPLENS_PROGRAM_SYNC:
  case POPLENS_PROGRAM_SANS:
  case POPLENS_PROGRAM_SYNC_ANS:
    return (PoplensRowLook){POPLENS_SWATCH_SYNC, TRUE, FALSE};
  default:
    return (PoplensRowLook){POPLENS_SWATCH_CONTROL, FALSE, FALSE};
  }
}

static void
tree_program_look (gconstpointer data, guint32 at, PoplensRowLook *look)
{
  const ProgramTree *tree = data;
  guint32 row = tree_node_at (tree, at);

  *look = program_kind_look (POPLENS_PROGRAM_SYNC);
  if (row >= tree->nodes->len)
    return;
  guint32 program = g_array_index (tree->nodes, PoplensProgramNode, row).row;
  *look = program_kind_look (tree->programs->kind[program]);
  look->strong = tree->hot[row];
}

/* ---- building -------------------------------------------------------------------------------- */

/* Sets a measure. @own: (transfer full): value of each program itself, by row. @known: (nullable):
 * by row: 1 if the program has a value; NULL: all have one. */
static void
measure_init (ProgramTree *tree, MeasureKind kind, guint64 *own, const guint64 *known)
{
  ProgramMeasure *measure = &tree->measures[kind];

  measure->own = own;
  measure->sums = poplens_program_cumulate (tree->nodes, own);
  measure->known = known ? poplens_program_cumulate (tree->nodes, known) : NULL;
  for (guint32 p = 0; p < tree->programs->n; p++)
    measure->total += own[p];
}

static void
measure_executed (ProgramTree *tree)
{
  const PoplensProgramSums *executed = tree->executed;
  gsize bytes = ((gsize) executed->n + 1) * sizeof (guint64);
  g_autofree guint64 *known = g_malloc0 (bytes);

  for (guint32 p = 0; p < executed->n; p++)
    known[p] = executed->executed[p] > 0;
  measure_init (tree, OF_TILE_CYCLES, g_memdup2 (executed->tile_cycles, bytes), known);
  measure_init (tree, OF_CYCLES, g_memdup2 (executed->cycles, bytes), known);
}

static void
measure_estimates (ProgramTree *tree)
{
  guint32 n = tree->estimates->n;
  g_autofree guint64 *known = g_new0 (guint64, MAX (n, 1));
  guint64 *own = g_new0 (guint64, MAX (n, 1));

  for (guint32 p = 0; p < n; p++) {
    known[p] = tree->estimates->tile_cycles[p] != POPLENS_NOT_ESTIMATED;
    own[p] = known[p] ? tree->estimates->tile_cycles[p] : 0;
  }
  measure_init (tree, OF_ESTIMATE, own, known);
}

static void
measure_code (ProgramTree *tree)
{
  guint64 *own = g_new (guint64, MAX (tree->programs->n, 1));

  for (guint32 row = 0; row < tree->programs->n; row++)
    own[row] = poplens_program_own_code (tree->programs, row);
  measure_init (tree, OF_CODE, own, NULL);
}

/* Chooses the order of columns: measured cycles first or, if no steps were recorded, code. */
static void
set_order (ProgramTree *tree)
{
  static const guint code[N_COLUMNS] = {
      TYPE,     CODE_SHARE, NAME,         ID,         DETAIL,      CONTROL_CODE,
      OWN_CODE, ESTIMATE,   OWN_ESTIMATE, TILE_SHARE, TILE_CYCLES, OWN_TILE_CYCLES,
      CYCLES,   OWN_CYCLES, EXECUTED,     HOT,        DEBUG_ID};

  for (guint c = 0; c < N_COLUMNS; c++)
    tree->order[c] = tree->executed ? c : code[c];
}

/* TRUE if @wrong is NULL, or only says that data for some columns is absent or damaged. Adds damage
 * to @note. FALSE with @error for other errors. @wrong: (transfer full) (nullable) */
static gboolean
note_missing_data (GError *wrong, GString *note, GError **error)
{
  g_autoptr (GError) local = wrong;

  if (!local || g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    return TRUE;
  if (!g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_DAMAGED)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  g_string_append_printf (note, "%sSome columns are empty: %s", note->len ? " " : "",
                          local->message);
  return TRUE;
}

static gboolean
load_sums (ProgramTree *tree, PoplensReport *report, GString *note, GCancellable *cancellable,
           GError **error)
{
  GError *wrong = NULL;

  if (!tree->programs->is_other && !poplens_report_get_absence (report, POPLENS_PART_EXECUTION))
    tree->executed = poplens_program_sums_get (report, cancellable, &wrong);
  if (!note_missing_data (wrong, note, error))
    return FALSE;
  wrong = NULL;
  tree->estimates = poplens_program_estimates_of (report, tree->programs, cancellable, &wrong);
  return note_missing_data (wrong, note, error);
}

static void
measure_tree (ProgramTree *tree, PoplensProgramRoot root)
{
  tree->nodes = poplens_program_tree (tree->programs, root);
  tree->has_rest = root.kind == POPLENS_ROOT_ALL && tree->executed &&
                   tree->executed->executed[tree->executed->n];
  measure_code (tree);
  if (tree->executed)
    measure_executed (tree);
  if (tree->estimates && tree->estimates->n_estimated)
    measure_estimates (tree);
  tree->hot = poplens_program_hot_path (
      tree->nodes, tree->measures[tree->executed ? OF_TILE_CYCLES : OF_CODE].sums);
  for (guint n = 0; n < tree->nodes->len; n++)
    g_ptr_array_add (
        tree->details,
        describe_node (tree->programs, &g_array_index (tree->nodes, PoplensProgramNode, n)));
  set_order (tree);
}

/* Adds the columns in the order in which they are shown. */
static void
add_program_columns (PoplensTable *table, const ProgramTree *tree)
{
  for (guint c = 0; c < N_COLUMNS; c++) {
    poplens_table_add_columns (table, &program_columns[tree->order[c]], 1);
    if (tree->order[c] == NAME)
      poplens_table_set_label (table, c);
    if (tree->order[c] == TILE_SHARE || tree->order[c] == CODE_SHARE)
      poplens_table_set_bar (table, c);
  }
}

static guint16 *
list_node_depths (const ProgramTree *tree)
{
  guint16 *depths = g_new0 (guint16, count_tree_rows (tree) + 1);

  for (guint32 row = 0; row < count_tree_rows (tree); row++)
    depths[row] = g_array_index (tree->nodes, PoplensProgramNode, tree_node_at (tree, row)).depth;
  return depths;
}

/* Hides rows deeper than the location's key "depth", and notes how many rows remain. FALSE with
 * POPLENS_ERROR_USAGE if the key is not a number. */
static gboolean
cut_depth (ProgramTree *tree, const PoplensLocation *location, GString *note, GError **error)
{
  const char *text = location ? poplens_location_get (location, "depth") : NULL;
  guint64 depth;
  PoplensNumber some, all;

  if (!text)
    return TRUE;
  if (!poplens_typed_unsigned (text, 0, G_MAXUINT16, &depth)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid depth “%s”; 0 shows roots only", text);
    return FALSE;
  }
  tree->shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 n = 0; n < tree->nodes->len; n++)
    if (g_array_index (tree->nodes, PoplensProgramNode, n).depth <= depth)
      g_array_append_val (tree->shown, n);
  if (tree->shown->len < tree->nodes->len)
    g_string_append_printf (note, "%sDown to depth %u: %s of %s rows; totals include all rows.",
                            note->len ? " " : "", (guint) depth,
                            poplens_format_count (some, tree->shown->len),
                            poplens_format_count (all, tree->nodes->len));
  return TRUE;
}

/* Notes which compilation step the table shows, if the report has several. Also notes whether
 * liveness and execution are assumed to belong to this step. */
static void
note_step (const PoplensPrograms *programs, GString *note)
{
  PoplensNumber all, read;

  if (!programs->ambiguous)
    return;
  g_autofree char *title = poplens_programs_step_title (programs);
  g_string_append_printf (note, "%s, of %s.", title, poplens_format_count (all, programs->n_steps));
  if (programs->n_steps > POPLENS_MOST_COMPILATION_STEPS)
    g_string_append_printf (note, " Showing the first %s.",
                            poplens_format_count (read, POPLENS_MOST_COMPILATION_STEPS));
  g_string_append (note,
                   programs->is_other
                       ? " Liveness and execution are assumed to belong to the first compilation "
                         "step; nothing is measured here."
                       : " Liveness and execution are assumed to belong to this compilation step.");
}

PoplensTable *
poplens_build_programs (PoplensReport *report, const PoplensLocation *location,
                        GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs =
      poplens_programs_of_location (report, location, cancellable, error);
  g_autoptr (GString) note = g_string_new (NULL);
  PoplensProgramRoot root;
  PoplensTable *table;

  if (!programs || !poplens_program_root_of_location (programs, location, &root, error))
    return NULL;
  ProgramTree *tree = g_new0 (ProgramTree, 1);
  tree->programs = programs;
  tree->details = g_ptr_array_new_with_free_func (g_free);
  note_step (programs, note);
  if (!load_sums (tree, report, note, cancellable, error)) {
    tree->nodes = g_array_new (FALSE, FALSE, sizeof (PoplensProgramNode));
    tree_free (tree);
    return NULL;
  }
  measure_tree (tree, root);
  if (!cut_depth (tree, location, note, error)) {
    tree_free (tree);
    return NULL;
  }
  table = poplens_table_new ("programs", "Program tree", count_tree_rows (tree) + tree->has_rest,
                             tree_program_cell, tree, tree_free, report);
  poplens_table_set_depths (table, list_node_depths (tree));
  add_program_columns (table, tree);
  poplens_table_set_look (table, tree_program_look);
  if (note->len)
    poplens_table_set_note (table, note->str);
  return table;
}
