/* Parses conditions on rows, such as “bytes > 1 MiB”, and tests rows. */
#include "tables/engine/table-where.h"

#include "analysis/memory/kinds.h"
#include "base/error.h"
#include "base/typed.h"
#include "tables/engine/table-sort.h"

#include <errno.h>
#include <math.h>
#include <string.h>

typedef enum { OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_HAS, OP_HAS_NOT } Op;

/* Measure of a number in a condition, by its suffix: IS_BYTES for "KiB". */
typedef enum { IS_PLAIN, IS_BYTES, IS_RATIO, IS_TIME, IS_HERTZ } ConditionUnit;

typedef struct {
  guint column; /* number of the column, or DEPTH */
  Op op;
  char *text;   /* value to compare with, as written, without quotes */
  char *folded; /* .text in lower case */
  gboolean is_number;
  gboolean is_integer; /* the number is an integer, and .integer is its exact value */
  ConditionUnit measure;
  double real;
  gint64 integer;
} Condition;

/* Column number that stands for the depth of a row in a tree. */
#define DEPTH G_MAXUINT

struct _PoplensWhere {
  const PoplensTable *table;
  GArray *conditions; /* Condition: all must be met */
};

/* ---- parsing --------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  ConditionUnit measure;
  double factor;
} suffixes[] = {
    {"", IS_PLAIN, 1},
    {"B", IS_BYTES, 1},
    {"KiB", IS_BYTES, 1024},
    {"MiB", IS_BYTES, 1048576},
    {"GiB", IS_BYTES, 1073741824},
    {"TiB", IS_BYTES, 1099511627776},
    {"kB", IS_BYTES, 1e3},
    {"MB", IS_BYTES, 1e6},
    {"GB", IS_BYTES, 1e9},
    {"TB", IS_BYTES, 1e12},
    {"%", IS_RATIO, 0.01},
    {"ns", IS_TIME, 1e-3},
    {"\302\265s", IS_TIME, 1},
    {"us", IS_TIME, 1},
    {"ms", IS_TIME, 1e3},
    {"s", IS_TIME, 1e6},
    {"Hz", IS_HERTZ, 1},
    {"kHz", IS_HERTZ, 1e3},
    {"MHz", IS_HERTZ, 1e6},
    {"GHz", IS_HERTZ, 1e9},
};

static gboolean
read_suffix (Condition *self, const char *suffix, gboolean whole)
{
  g_autofree char *name = g_strstrip (g_strdup (suffix));

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    if (strcmp (name, suffixes[i].name) && g_ascii_strcasecmp (name, suffixes[i].name))
      continue;
    self->measure = suffixes[i].measure;
    self->real *= suffixes[i].factor;
    if (!whole) {
      self->is_integer = fabs (self->real) < 9e15 && self->real == floor (self->real);
      self->integer = self->is_integer ? (gint64) self->real : 0;
    } else if (suffixes[i].factor < 1 ||
               __builtin_mul_overflow (self->integer, (gint64) suffixes[i].factor,
                                       &self->integer)) {
      self->is_integer = FALSE;
    }
    return TRUE;
  }
  return FALSE;
}

/* If the text of the condition is a number, sets its value and unit. */
static void
read_condition_number (Condition *self)
{
  g_autofree char *text = poplens_typed_number (self->text);
  const char *digits = text ? text + (*text == '-' || *text == '+') : "";
  gboolean hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  char *end, *real_end;

  if (!g_ascii_isdigit (*digits) && *digits != '.')
    return;
  self->real = g_ascii_strtod (text, &real_end);
  errno = 0;
  self->integer = g_ascii_strtoll (text, &end, hex ? 16 : 10);
  self->is_integer = !errno && (hex || end == real_end);
  if (hex && !errno) {
    self->real = (double) self->integer;
    real_end = end;
  }
  if (real_end != text && isfinite (self->real))
    self->is_number = read_suffix (self, real_end, self->is_integer);
}

static gboolean
find_op (const char *text, gsize *at, gsize *length, Op *op)
{
  static const struct {
    const char *sign;
    Op op;
  } ops[] = {{"!=", OP_NE}, {"!~", OP_HAS_NOT}, {"<=", OP_LE}, {">=", OP_GE}, {"==", OP_EQ},
             {"=", OP_EQ},  {"<", OP_LT},       {">", OP_GT},  {"~", OP_HAS}};

  for (const char *c = text; *c; c++)
    for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
      if (g_str_has_prefix (c, ops[i].sign)) {
        *at = (gsize) (c - text);
        *length = strlen (ops[i].sign);
        *op = ops[i].op;
        return TRUE;
      }
  return FALSE;
}

static char *
without_quotes (const char *text)
{
  char *value = g_strstrip (g_strdup (text));
  gsize n = strlen (value);

  if (n >= 2 && (*value == '"' || *value == '\'') && value[n - 1] == *value) {
    memmove (value, value + 1, n - 2);
    value[n - 2] = '\0';
  }
  return value;
}

/* TRUE if a condition with a number of @measure can be tested on cells of @unit. */
static gboolean
measure_fits (ConditionUnit measure, PoplensUnit unit)
{
  switch (measure) {
  case IS_BYTES:
    return unit == POPLENS_UNIT_BYTES || unit == POPLENS_UNIT_SIGNED_BYTES;
  case IS_RATIO:
    return unit == POPLENS_UNIT_RATIO || unit == POPLENS_UNIT_SIGNED_RATIO;
  case IS_TIME:
    return unit == POPLENS_UNIT_MICROSECONDS;
  case IS_HERTZ:
    return unit == POPLENS_UNIT_HERTZ;
  case IS_PLAIN:
  default:
    return TRUE;
  }
}

static gboolean
is_truth (const char *word)
{
  return !strcmp (word, "yes") || !strcmp (word, "no") || !strcmp (word, "true") ||
         !strcmp (word, "false");
}

static gboolean
refuse_condition (const char *text, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "invalid --where “%s”; use COLUMN OP VALUE, for example “total > 1KiB”; OP is one "
               "of = != < <= > >= ~ (contains) !~",
               text);
  return FALSE;
}

/* FALSE with @error if the column can never have a cell that meets the condition. @text: the
 * condition, for the error. */
static gboolean
check_value (const Condition *self, const PoplensColumn *column, const char *text, GError **error)
{
  const char *wants = NULL;

  if (self->op >= OP_HAS || !*self->text || column->unit == POPLENS_UNIT_TEXT ||
      column->unit == POPLENS_UNIT_MIXED)
    return TRUE;
  if (column->unit == POPLENS_UNIT_BOOL)
    wants = is_truth (self->folded) && self->op <= OP_NE ? NULL : "= or != and yes or no";
  else if (!self->is_number)
    wants = "a number";
  else if (!measure_fits (self->measure, column->unit))
    wants = "a value in another unit";
  if (!wants)
    return TRUE;
  /* An unknown operator such as ">>" was parsed as ">" and a value that begins with ">". */
  if (strchr ("<>=!~", *self->text))
    return refuse_condition (text, error);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "invalid --where “%s”: column %s (%s) needs %s", text, column->name,
               poplens_unit_name (column->unit), wants);
  return FALSE;
}

static gboolean
read_condition (const PoplensTable *table, const char *text, Condition *self, GError **error)
{
  static const PoplensColumn depth = {.name = (char *) "depth", .unit = POPLENS_UNIT_COUNT};
  gsize at, length;

  if (!find_op (text, &at, &length, &self->op) || !g_utf8_validate (text, -1, NULL))
    return refuse_condition (text, error);
  g_autofree char *before = g_strndup (text, at);
  g_autofree char *name = g_strstrip (poplens_typed_text (before));
  if (poplens_table_writes_depth (table) && !strcmp (name, "depth"))
    self->column = DEPTH;
  else if (!poplens_table_require_column (table, name, &self->column, error))
    return FALSE;
  g_autofree char *value = without_quotes (text + at + length);
  self->text =
      strcmp (name, POPLENS_KIND_COLUMN) ? g_steal_pointer (&value) : poplens_kind_spelling (value);
  self->folded = g_utf8_casefold (self->text, -1);
  read_condition_number (self);
  return check_value (
      self, self->column == DEPTH ? &depth : poplens_table_get_column (table, self->column), text,
      error);
}

static void
condition_clear (gpointer data)
{
  Condition *self = data;

  g_free (self->text);
  g_free (self->folded);
}

PoplensWhere *
poplens_where_new (const PoplensTable *table, const char *const *texts, GError **error)
{
  g_autoptr (PoplensWhere) self = g_new0 (PoplensWhere, 1);

  self->table = table;
  self->conditions = g_array_new (FALSE, TRUE, sizeof (Condition));
  g_array_set_clear_func (self->conditions, condition_clear);
  for (; *texts; texts++) {
    g_array_set_size (self->conditions, self->conditions->len + 1);
    if (!read_condition (table, *texts,
                         &g_array_index (self->conditions, Condition, self->conditions->len - 1),
                         error))
      return NULL;
  }
  return g_steal_pointer (&self);
}

void
poplens_where_free (PoplensWhere *self)
{
  if (!self)
    return;
  g_array_unref (self->conditions);
  g_free (self);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static gboolean
order_meets (Op op, int order)
{
  switch (op) {
  case OP_EQ:
    return order == 0;
  case OP_NE:
    return order != 0;
  case OP_LT:
    return order < 0;
  case OP_LE:
    return order <= 0;
  case OP_GT:
    return order > 0;
  case OP_GE:
    return order >= 0;
  case OP_HAS:
  case OP_HAS_NOT:
  default:
    return FALSE;
  }
}

static gboolean
contains_text (const Condition *self, const char *text)
{
  g_autofree char *folded = NULL;

  /* Nearly all texts are ASCII. Fold only the others, because folding allocates memory. */
  if (!g_str_is_ascii (text))
    return strstr (folded = g_utf8_casefold (text, -1), self->folded) != NULL;
  return strcasestr (text, self->folded) != NULL;
}

static gboolean
matches_text (const Condition *self, const char *text)
{
  if (self->op == OP_EQ || self->op == OP_NE)
    return (strcmp (text, self->text) == 0) == (self->op == OP_EQ);
  return order_meets (self->op, poplens_table_compare_texts (text, self->text));
}

static gboolean
matches_number (const Condition *self, const PoplensValue *value)
{
  double real;

  if (value->unit == POPLENS_UNIT_BOOL) {
    gboolean yes = self->folded[0] == 'y' || self->folded[0] == 't';
    return is_truth (self->folded) && ((value->integer != 0) == yes) == (self->op == OP_EQ);
  }
  /* In a MIXED column, "1KiB" only matches cells in bytes. */
  if (!self->is_number || !measure_fits (self->measure, value->unit))
    return self->op == OP_NE;
  if (value->type == POPLENS_VALUE_INT && self->is_integer)
    return order_meets (self->op,
                        (value->integer > self->integer) - (value->integer < self->integer));
  real = value->type == POPLENS_VALUE_INT ? (double) value->integer : value->real;
  return order_meets (self->op, (real > self->real) - (real < self->real));
}

static gboolean
condition_matches (const Condition *self, const PoplensValue *value)
{
  PoplensNumber buffer;
  gboolean absent = value->type == POPLENS_VALUE_NULL ||
                    (value->type == POPLENS_VALUE_REAL && isnan (value->real));

  if (!*self->text && (self->op == OP_EQ || self->op == OP_NE)) {
    gboolean empty = absent || (value->type == POPLENS_VALUE_TEXT && !*value->text);
    return empty == (self->op == OP_EQ);
  }
  if (absent)
    return FALSE;
  if (self->op >= OP_HAS)
    return contains_text (self, poplens_value_plain (value, buffer)) == (self->op == OP_HAS);
  return value->type == POPLENS_VALUE_TEXT ? matches_text (self, value->text)
                                           : matches_number (self, value);
}

static PoplensValue
get_cell_or_depth (const PoplensTable *table, guint32 row, guint column)
{
  if (column != DEPTH)
    return poplens_table_get (table, row, column);
  return (PoplensValue){.type = POPLENS_VALUE_INT,
                        .unit = POPLENS_UNIT_COUNT,
                        .integer = poplens_table_get_depth (table, row)};
}

/* TRUE if a cell meets the condition. If the cell is a key, its name is tested, too: “kind =
 * Exchange code”. */
static gboolean
matches_either (const PoplensTable *table, const Condition *condition, const PoplensValue *value)
{
  const PoplensColumn *column =
      condition->column == DEPTH ? NULL : poplens_table_get_column (table, condition->column);
  gboolean negates = condition->op == OP_NE || condition->op == OP_HAS_NOT;
  PoplensValue named = *value;

  if (!column || !column->name_of || value->type != POPLENS_VALUE_TEXT)
    return condition_matches (condition, value);
  named.text = column->name_of (value->text);
  return negates ? condition_matches (condition, value) && condition_matches (condition, &named)
                 : condition_matches (condition, value) || condition_matches (condition, &named);
}

gboolean
poplens_where_matches (const PoplensWhere *self, guint32 row)
{
  for (guint i = 0; i < self->conditions->len; i++) {
    const Condition *condition = &g_array_index (self->conditions, Condition, i);
    PoplensValue value = get_cell_or_depth (self->table, row, condition->column);
    if (!matches_either (self->table, condition, &value))
      return FALSE;
  }
  return TRUE;
}
