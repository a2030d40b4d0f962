#include "tables/builders.h"

#include "analysis/program-tree.h"

/* ---- program tree --------------------------------------------------------------------- */

enum { TYPE, NAME, ID, DETAIL, CONTROL_CODE, OWN_CODE, DEBUG_ID };

static const PoplensColumnSpec program_columns[] = {
    [TYPE] = {"type", "Program", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the program, as program_types names it."},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Its name; of an OnTileExecute that has none, its compute set's."},
    [ID] = {"id", "Id", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Id of the program (programs.id)."},
    [DETAIL] = {"detail", "Detail", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                "Entry point or function that it is; how often it repeats; what it calls; the kind "
                "of a sync; how many tiles take part."},
    [CONTROL_CODE] = {"control_code", "Control code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                      "Bytes of control code of the program and its children, all tiles "
                      "(programs.control_code_bytes_by_tile). The root's is a part of the control "
                      "code category only: 33 to 43 % in real files."},
    [OWN_CODE] = {"own_control_code", "Own control code", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                  "Bytes of control code of the program itself: its own minus its children's."},
    [DEBUG_ID] = {"debug_id", "Debug id", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                  "Id of its debug context, where it has one."},
};

typedef struct {
  const PoplensPrograms *programs;
  GArray *nodes;      /* PoplensProgramNode */
  guint64 *own_code;  /* by program row */
  GPtrArray *details; /* char *, by node; "": nothing to say */
} Tree;

static void
tree_free (gpointer data)
{
  Tree *tree = data;

  g_array_unref (tree->nodes);
  g_free (tree->own_code);
  g_ptr_array_unref (tree->details);
  g_free (tree);
}

/* What the program's own type adds; NULL: nothing. (transfer full) */
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
    return g_strdup_printf ("function %" G_GINT64_FORMAT, p->detail[row]);
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

static char *
describe (const PoplensPrograms *p, const PoplensProgramNode *node)
{
  g_autofree char *kind = describe_kind (p, node->row);
  g_autofree char *root = NULL;

  if (node->entry >= 0)
    root = g_strdup_printf ("entry point %u", p->control_id[node->entry]);
  else if (node->function >= 0)
    root = g_strdup_printf ("function %u", p->function_id[node->function]);
  else if (node->repeated)
    root = g_strdup ("listed above");
  if (root && kind && *kind)
    return g_strdup_printf ("%s, %s", root, kind);
  if (root)
    return g_steal_pointer (&root);
  return kind ? g_steal_pointer (&kind) : g_strdup ("");
}

static void
set_int (PoplensValue *value, gint64 integer)
{
  value->type = POPLENS_VALUE_INT;
  value->integer = integer;
}

static void
set_text (PoplensValue *value, const char *text)
{
  value->type = POPLENS_VALUE_TEXT;
  value->text = text;
}

static void
program_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Tree *tree = data;
  const PoplensPrograms *p = tree->programs;
  guint32 program = g_array_index (tree->nodes, PoplensProgramNode, row).row;

  switch (column) {
  case TYPE:
    set_text (value, poplens_strings_get (p->strings, p->type_name[program]));
    break;
  case NAME:
    set_text (value, poplens_strings_get (p->strings, p->name[program]));
    break;
  case ID:
    set_int (value, p->id[program]);
    break;
  case DETAIL:
    set_text (value, g_ptr_array_index (tree->details, row));
    break;
  case CONTROL_CODE:
    set_int (value, (gint64) poplens_lists_sum (p->control_code, program));
    break;
  case OWN_CODE:
    set_int (value, (gint64) tree->own_code[program]);
    break;
  case DEBUG_ID:
    if (p->debug_id[program])
      set_int (value, p->debug_id[program]);
    break;
  }
}

static Tree *
tree_new (const PoplensPrograms *programs)
{
  Tree *tree = g_new0 (Tree, 1);

  tree->programs = programs;
  tree->nodes = poplens_program_tree (programs);
  tree->own_code = g_new (guint64, MAX (programs->n, 1));
  for (guint32 row = 0; row < programs->n; row++)
    tree->own_code[row] = poplens_program_own_code (programs, row);
  tree->details = g_ptr_array_new_full (tree->nodes->len, g_free);
  for (guint n = 0; n < tree->nodes->len; n++)
    g_ptr_array_add (tree->details,
                     describe (programs, &g_array_index (tree->nodes, PoplensProgramNode, n)));
  return tree;
}

PoplensTable *
poplens_build_programs (PoplensReport *report, const PoplensPlace *place, GCancellable *cancellable,
                        GError **error)
{
  const PoplensPrograms *programs = poplens_report_load_programs (report, cancellable, error);
  PoplensTable *table;
  guint16 *depths;
  Tree *tree;
  guint n;

  if (!programs)
    return NULL;
  tree = tree_new (programs);
  n = tree->nodes->len;
  depths = g_new (guint16, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    depths[i] = g_array_index (tree->nodes, PoplensProgramNode, i).depth;
  table = poplens_table_new ("programs", "Program tree", n, program_cell, tree, tree_free, report);
  poplens_table_set_depths (table, depths);
  poplens_table_add_columns (table, program_columns, G_N_ELEMENTS (program_columns));
  if (programs->ambiguous)
    poplens_table_set_note (table, "The file has several compilation steps: programs of the first "
                                   "are listed.");
  return table;
}

/* ---- entry points and functions ------------------------------------------------------- */

static const PoplensColumnSpec control_columns[] = {
    {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Entry point (control_programs) or function (function_programs)."},
    {"id", "Id", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Its id in that table."},
    {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Id of the program that it runs."},
    {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Type of that program."},
    {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of that program."},
};

static void
add_entry (PoplensRows *rows, const PoplensPrograms *p, const char *kind, guint32 id,
           guint32 program)
{
  guint32 row = poplens_programs_find (p, program);

  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, 0, kind);
  poplens_rows_int (rows, 1, id);
  poplens_rows_int (rows, 2, program);
  if (row != POPLENS_NO_ROW) {
    poplens_rows_text (rows, 3, poplens_strings_get (p->strings, p->type_name[row]));
    poplens_rows_text (rows, 4, poplens_strings_get (p->strings, p->name[row]));
  }
}

PoplensTable *
poplens_build_control_programs (PoplensReport *report, const PoplensPlace *place,
                                GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *p = poplens_report_load_programs (report, cancellable, error);
  PoplensRows *rows;
  PoplensTable *table;

  if (!p)
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (control_columns));
  for (guint32 e = 0; e < p->n_control; e++)
    add_entry (rows, p, "entry point", p->control_id[e], p->control_program[e]);
  for (guint32 f = 0; f < p->n_functions; f++)
    add_entry (rows, p, "function", p->function_id[f], p->function_program[f]);
  table =
      poplens_rows_finish (rows, "control-programs", "Entry points and functions", report, FALSE);
  poplens_table_add_columns (table, control_columns, G_N_ELEMENTS (control_columns));
  return table;
}
