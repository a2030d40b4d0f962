/* Matches programs of two reports from the roots down, and liveness steps by their programs. */
#include "analysis/compare/compare-programs.h"

#include "analysis/trace/name-parts.h"

#include <math.h>
#include <string.h>

/* Levels of descendants that KindCounts counts. Programs are compared by these counts: number of
 * descendants by hash of type and name. The hash has N_KINDS values. */
#define N_LEVELS 4
#define N_KINDS 16

typedef struct {
  guint16 of[N_KINDS];
} KindCounts;

typedef struct {
  const PoplensPrograms *programs;
  guint32 *key; /* [n] number of the program's type and name; equal on both sides if type and name
                   are equal */
  guint32 *child_start; /* [n + 1] index of the first child in .children */
  GArray *children;     /* guint32: rows of children that the file has */
  KindCounts *inside;   /* [n] number of each program's descendants, by hash of type and name */
  guint32 *other;       /* [n] row of the counterpart on the other side, or POPLENS_NOT_THERE */
  guint32 *stamp;       /* [n] last match_rows () call that chose the row; 0: none */
} ProgramSide;

typedef struct {
  ProgramSide of[POPLENS_N_SIDES];
  GArray *queue; /* guint32: rows of the first side whose children are still to be matched */
  guint32 stamp; /* number of the current call of match_rows () */
} Matcher;

/* Rows of the programs to match. POPLENS_NO_ROW stands for a program that the file lacks. */
typedef struct {
  const guint32 *rows;
  guint n;
} ComparedRows;

/* ---- one side -------------------------------------------------------------------------------- */

static void
number_names (ProgramSide *self, GHashTable *keys, GStringChunk *texts)
{
  const PoplensPrograms *programs = self->programs;

  for (guint32 row = 0; row < programs->n; row++) {
    g_autofree char *text = g_strconcat (
        poplens_strings_get (programs->strings, programs->type_name[row]), "\n",
        poplens_name_without_count (poplens_strings_get (programs->strings, programs->name[row])),
        NULL);
    gpointer number = g_hash_table_lookup (keys, text);
    if (!number) {
      number = GUINT_TO_POINTER (g_hash_table_size (keys) + 1);
      g_hash_table_insert (keys, g_string_chunk_insert (texts, text), number);
    }
    self->key[row] = GPOINTER_TO_UINT (number) - 1;
  }
}

static void
list_children (ProgramSide *self)
{
  const PoplensPrograms *programs = self->programs;

  for (guint32 row = 0; row < programs->n; row++) {
    g_autoptr (GArray) ids = poplens_lists_values (programs->children, row);
    self->child_start[row] = self->children->len;
    for (guint i = 0; i < ids->len; i++) {
      guint64 id = g_array_index (ids, guint64, i);
      guint32 child =
          id < G_MAXUINT32 ? poplens_programs_find (programs, (guint32) id) : POPLENS_NO_ROW;
      if (child != POPLENS_NO_ROW)
        g_array_append_val (self->children, child);
    }
  }
  self->child_start[programs->n] = self->children->len;
}

static ComparedRows
children_of (const ProgramSide *self, guint32 row)
{
  guint32 from = self->child_start[row];

  return (ComparedRows){&g_array_index (self->children, guint32, from),
                        self->child_start[row + 1] - from};
}

static void
add_inside (KindCounts *self, const KindCounts *more)
{
  for (guint k = 0; k < N_KINDS; k++)
    self->of[k] = (guint16) MIN (self->of[k] + more->of[k], G_MAXUINT16);
}

/* Fills .inside in N_LEVELS passes. Each pass adds one level of descendants. The fixed number of
 * passes is safe against cycles of programs in a damaged file. */
static void
look_inside (ProgramSide *self)
{
  guint32 n = self->programs->n;
  KindCounts *below = g_new0 (KindCounts, MAX (n, 1));

  self->inside = g_new (KindCounts, MAX (n, 1));
  for (guint level = 0; level < N_LEVELS; level++) {
    for (guint32 row = 0; row < n; row++) {
      ComparedRows children = children_of (self, row);
      self->inside[row] = (KindCounts){0};
      for (guint i = 0; i < children.n; i++) {
        KindCounts child = below[children.rows[i]];
        guint16 *kind = &child.of[(self->key[children.rows[i]] * 2654435761u) >> 28];
        *kind = MIN (*kind, G_MAXUINT16 - 1) + 1;
        add_inside (&self->inside[row], &child);
      }
    }
    memcpy (below, self->inside, n * sizeof *below);
  }
  g_free (below);
}

static void
side_init (ProgramSide *self, const PoplensPrograms *programs, GHashTable *keys,
           GStringChunk *texts)
{
  guint32 n = MAX (programs->n, 1);

  self->programs = programs;
  self->key = g_new (guint32, n);
  self->child_start = g_new0 (guint32, n + 1);
  self->children = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->other = g_new (guint32, n);
  self->stamp = g_new0 (guint32, n);
  for (guint32 row = 0; row < programs->n; row++)
    self->other[row] = POPLENS_NOT_THERE;
  number_names (self, keys, texts);
  list_children (self);
  look_inside (self);
}

static void
side_clear (ProgramSide *self)
{
  g_free (self->key);
  g_free (self->child_start);
  g_array_unref (self->children);
  g_free (self->inside);
  g_free (self->other);
  g_free (self->stamp);
}

static double
code_of (const ProgramSide *self, guint32 row)
{
  const PoplensLists *lists = self->programs->control_code;

  return lists && row < poplens_lists_n_rows (lists) ? (double) poplens_lists_sum (lists, row) : 0;
}

/* ---- matching -------------------------------------------------------------------------------- */

/* Argument @data of unlike (): the rows that are being matched. */
typedef struct {
  const Matcher *matcher;
  const GArray *rows[POPLENS_N_SIDES];
} MatchedRows;

/* Returns the relative difference of two numbers. 0: equal, 1: nothing in common. */
static double
apart (double a, double b)
{
  return a == b ? 0 : fabs (a - b) / MAX (a, b);
}

static double
inside_apart (const KindCounts *a, const KindCounts *b)
{
  guint differ = 0, all = 0;

  for (guint k = 0; k < N_KINDS; k++) {
    differ += (guint) ABS (a->of[k] - b->of[k]);
    all += MAX (a->of[k], b->of[k]);
  }
  return all ? (double) differ / all : 0;
}

/* Returns how different two programs are (PoplensUnlike). Descendants weigh more than bytes of
 * code, because instrumentation changes the code. */
static guint
unlike (gconstpointer data, guint32 first, guint32 second)
{
  const MatchedRows *lists = data;
  const ProgramSide *a = &lists->matcher->of[POPLENS_FIRST],
                    *b = &lists->matcher->of[POPLENS_SECOND];
  guint32 x = g_array_index (lists->rows[POPLENS_FIRST], guint32, first);
  guint32 y = g_array_index (lists->rows[POPLENS_SECOND], guint32, second);

  return (guint) ceil (POPLENS_MOST_UNLIKE * (0.7 * inside_apart (&a->inside[x], &b->inside[y]) +
                                              0.3 * apart (code_of (a, x), code_of (b, y))));
}

static void
pair_programs (Matcher *self, guint32 first, guint32 second)
{
  self->of[POPLENS_FIRST].other[first] = second;
  self->of[POPLENS_SECOND].other[second] = first;
  g_array_append_val (self->queue, first);
}

/* Appends the rows without a counterpart to @chosen, and the keys of these rows to @keys. Skips
 * repeated rows, which a damaged file may have. */
static void
choose_rows (Matcher *self, PoplensSide s, ComparedRows rows, GArray *chosen, GArray *keys)
{
  ProgramSide *side = &self->of[s];

  for (guint i = 0; i < rows.n; i++) {
    guint32 row = rows.rows[i];
    if (row == POPLENS_NO_ROW || side->other[row] != POPLENS_NOT_THERE ||
        side->stamp[row] == self->stamp)
      continue;
    side->stamp[row] = self->stamp;
    g_array_append_val (chosen, row);
    g_array_append_val (keys, side->key[row]);
  }
}

static void
match_rows (Matcher *self, ComparedRows first, ComparedRows second)
{
  const ComparedRows rows[] = {first, second};
  GArray *chosen[POPLENS_N_SIDES], *keys[POPLENS_N_SIDES];

  self->stamp++;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    chosen[s] = g_array_new (FALSE, FALSE, sizeof (guint32));
    keys[s] = g_array_new (FALSE, FALSE, sizeof (guint32));
    choose_rows (self, s, rows[s], chosen[s], keys[s]);
  }
  const MatchedRows lists = {self, {chosen[POPLENS_FIRST], chosen[POPLENS_SECOND]}};
  const guint32 *const both[] = {(const guint32 *) keys[POPLENS_FIRST]->data,
                                 (const guint32 *) keys[POPLENS_SECOND]->data};
  const guint32 n[] = {chosen[POPLENS_FIRST]->len, chosen[POPLENS_SECOND]->len};
  g_autofree guint32 *other = poplens_pair_lists (both, n, unlike, &lists);
  for (guint32 i = 0; i < n[POPLENS_FIRST]; i++)
    if (other[i] != POPLENS_NOT_THERE)
      pair_programs (self, g_array_index (chosen[POPLENS_FIRST], guint32, i),
                     g_array_index (chosen[POPLENS_SECOND], guint32, other[i]));
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_array_unref (chosen[s]);
    g_array_unref (keys[s]);
  }
}

/* Matches the children of matched programs, level by level, until the queue is empty. */
static void
descend (Matcher *self)
{
  for (guint i = 0; i < self->queue->len; i++) {
    guint32 row = g_array_index (self->queue, guint32, i);
    const ProgramSide *a = &self->of[POPLENS_FIRST];
    match_rows (self, children_of (a, row), children_of (&self->of[POPLENS_SECOND], a->other[row]));
  }
  g_array_set_size (self->queue, 0);
}

/* Finds the rows of @ids. (transfer full) GArray of guint32; POPLENS_NO_ROW for an unknown ID */
static GArray *
rows_of_ids (const PoplensPrograms *programs, const guint32 *ids, guint32 n)
{
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  for (guint32 i = 0; i < n; i++) {
    guint32 row = poplens_programs_find (programs, ids[i]);
    g_array_append_val (rows, row);
  }
  return rows;
}

/* Lists the rows that are not a child of any program. (transfer full) */
static GArray *
list_roots (const ProgramSide *side)
{
  guint32 n = side->programs->n;
  g_autofree guint8 *is_child = g_new0 (guint8, MAX (n, 1));
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < side->children->len; i++)
    is_child[g_array_index (side->children, guint32, i)] = 1;
  for (guint32 row = 0; row < n; row++)
    if (!is_child[row])
      g_array_append_val (rows, row);
  return rows;
}

static GArray *
list_entries (const ProgramSide *side)
{
  return rows_of_ids (side->programs, side->programs->control_program, side->programs->n_control);
}

static GArray *
list_functions (const ProgramSide *side)
{
  return rows_of_ids (side->programs, side->programs->function_program,
                      side->programs->n_functions);
}

static void
match_roots (Matcher *self)
{
  static GArray *(*const lists[]) (const ProgramSide *side) = {list_entries, list_functions,
                                                               list_roots};

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    g_autoptr (GArray) a = lists[i](&self->of[POPLENS_FIRST]);
    g_autoptr (GArray) b = lists[i](&self->of[POPLENS_SECOND]);
    match_rows (self, (ComparedRows){(const guint32 *) a->data, a->len},
                (ComparedRows){(const guint32 *) b->data, b->len});
    descend (self);
  }
}

/* Lists the rows without a counterpart. @named: TRUE: only programs that have a name. (transfer
 * full) GArray of guint32 */
static GArray *
list_left (const ProgramSide *side, gboolean named)
{
  const PoplensPrograms *programs = side->programs;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < programs->n; row++)
    if (side->other[row] == POPLENS_NOT_THERE &&
        (!named || *poplens_strings_get (programs->strings, programs->name[row])))
      g_array_append_val (rows, row);
  return rows;
}

/* Matches the remaining named programs by type and name, anywhere in the tree. After each match,
 * first matches the children of both programs. */
static void
match_left (Matcher *self)
{
  ProgramSide *b = &self->of[POPLENS_SECOND];
  g_autoptr (GArray) first = list_left (&self->of[POPLENS_FIRST], TRUE);
  g_autoptr (GArray) second = list_left (b, TRUE);
  guint32 n = MAX (b->programs->n, 1);
  g_autofree guint32 *next = g_new (guint32, n);
  g_autoptr (GHashTable) heads = g_hash_table_new (NULL, NULL); /* key → row + 1 */

  for (guint i = second->len; i-- > 0;) {
    guint32 row = g_array_index (second, guint32, i);
    gpointer key = GUINT_TO_POINTER (b->key[row]);
    next[row] = GPOINTER_TO_UINT (g_hash_table_lookup (heads, key));
    g_hash_table_insert (heads, key, GUINT_TO_POINTER (row + 1));
  }
  for (guint i = 0; i < first->len; i++) {
    guint32 row = g_array_index (first, guint32, i);
    const ProgramSide *a = &self->of[POPLENS_FIRST];
    if (a->other[row] != POPLENS_NOT_THERE)
      continue;
    gpointer key = GUINT_TO_POINTER (a->key[row]);
    guint32 head = GPOINTER_TO_UINT (g_hash_table_lookup (heads, key));
    while (head && b->other[head - 1] != POPLENS_NOT_THERE)
      head = next[head - 1];
    g_hash_table_insert (heads, key, GUINT_TO_POINTER (head ? next[head - 1] : 0));
    if (head)
      pair_programs (self, row, head - 1);
    descend (self);
  }
}

static GArray *
collect (const Matcher *self)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (PoplensPair));
  const ProgramSide *a = &self->of[POPLENS_FIRST], *b = &self->of[POPLENS_SECOND];

  for (guint32 row = 0; row < a->programs->n; row++) {
    PoplensPair pair = {{row, a->other[row]}};
    g_array_append_val (pairs, pair);
  }
  for (guint32 row = 0; row < b->programs->n; row++)
    if (b->other[row] == POPLENS_NOT_THERE) {
      PoplensPair pair = {{POPLENS_NOT_THERE, row}};
      g_array_append_val (pairs, pair);
    }
  return pairs;
}

GArray *
poplens_pairs_of_programs (const PoplensPrograms *first, const PoplensPrograms *second)
{
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GStringChunk) texts = g_string_chunk_new (4096);
  Matcher matcher = {.queue = g_array_new (FALSE, FALSE, sizeof (guint32))};
  GArray *pairs;

  side_init (&matcher.of[POPLENS_FIRST], first, keys, texts);
  side_init (&matcher.of[POPLENS_SECOND], second, keys, texts);
  match_roots (&matcher);
  match_left (&matcher);
  pairs = collect (&matcher);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    side_clear (&matcher.of[s]);
  g_array_unref (matcher.queue);
  return pairs;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Returns a key for each liveness step: the index in @pairs of the step's program. Steps of paired
 * programs have equal keys. (transfer full) */
static guint64 *
keys_of_steps (const GArray *pairs, PoplensSide side, const PoplensPrograms *programs,
               const PoplensLiveness *liveness)
{
  g_autofree guint32 *pair_of = g_new0 (guint32, MAX (programs->n, 1));
  guint64 *keys = g_new (guint64, MAX (liveness->n_steps, 1));

  for (guint32 p = 0; p < pairs->len; p++) {
    guint32 row = g_array_index (pairs, PoplensPair, p).of[side];
    if (row != POPLENS_NOT_THERE)
      pair_of[row] = p;
  }
  for (guint32 s = 0; s < liveness->n_steps; s++) {
    guint32 row = poplens_programs_find (programs, liveness->program[s]);
    /* Make the key from the ID of a program that the file lacks. The set bit 32 keeps it apart from
     * indices. */
    keys[s] = row == POPLENS_NO_ROW ? ((guint64) 1 << 32) + liveness->program[s] : pair_of[row];
  }
  return keys;
}

static guint
step_unlike (gconstpointer data, guint32 first, guint32 second)
{
  const PoplensLiveness *const *of = data;
  double a = (double) of[POPLENS_FIRST]->not_always_live[first];
  double b = (double) of[POPLENS_SECOND]->not_always_live[second];

  return (guint) ceil (POPLENS_MOST_UNLIKE * apart (a, b));
}

GArray *
poplens_pairs_of_steps (const GArray *programs, const PoplensPrograms *const of[POPLENS_N_SIDES],
                        const PoplensLiveness *const liveness[POPLENS_N_SIDES])
{
  const guint32 n[] = {liveness[POPLENS_FIRST]->n_steps, liveness[POPLENS_SECOND]->n_steps};
  g_autofree guint64 *first =
      keys_of_steps (programs, POPLENS_FIRST, of[POPLENS_FIRST], liveness[POPLENS_FIRST]);
  g_autofree guint64 *second =
      keys_of_steps (programs, POPLENS_SECOND, of[POPLENS_SECOND], liveness[POPLENS_SECOND]);
  const guint64 *const keys[] = {first, second};

  return poplens_pairs_match_numbers (keys, n, step_unlike, liveness);
}
