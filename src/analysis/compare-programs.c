#include "analysis/compare-programs.h"

typedef struct {
  const PoplensPrograms *programs;
  guint32 *key;   /* [n] of type and name, the same on both sides */
  guint32 *other; /* [n] row on the other side */
  guint32 *next;  /* [n] of the second: next of the same key among those that are being matched */
  guint32 *stamp; /* [n] the last matching that it was put into a list for */
} Side;

typedef struct {
  Side of[POPLENS_N_SIDES];
  guint32 *head; /* [keys] of the second */
  GArray *queue; /* guint32: rows of the first whose children are still to be matched */
  guint32 stamp;
} Matcher;

static void
side_init (Side *self, const PoplensPrograms *programs, GHashTable *keys, GStringChunk *texts)
{
  guint32 n = MAX (programs->n, 1);

  self->programs = programs;
  self->key = g_new (guint32, n);
  self->other = g_new (guint32, n);
  self->next = g_new (guint32, n);
  self->stamp = g_new0 (guint32, n);
  for (guint32 row = 0; row < programs->n; row++) {
    g_autofree char *text =
        g_strconcat (poplens_strings_get (programs->strings, programs->type_name[row]), "\n",
                     poplens_strings_get (programs->strings, programs->name[row]), NULL);
    gpointer number = g_hash_table_lookup (keys, text);
    if (!number) {
      number = GUINT_TO_POINTER (g_hash_table_size (keys) + 1);
      g_hash_table_insert (keys, g_string_chunk_insert (texts, text), number);
    }
    self->key[row] = GPOINTER_TO_UINT (number) - 1;
    self->other[row] = POPLENS_NOT_THERE;
  }
}

static void
side_clear (Side *self)
{
  g_free (self->key);
  g_free (self->other);
  g_free (self->next);
  g_free (self->stamp);
}

static void
join (Matcher *self, guint32 first, guint32 second)
{
  self->of[POPLENS_FIRST].other[first] = second;
  self->of[POPLENS_SECOND].other[second] = first;
  g_array_append_val (self->queue, first);
}

/* Pairs rows that have no other yet, by key and order. Rows that are not there are POPLENS_NO_ROW;
 * one that a damaged file names twice counts once. */
static void
match_rows (Matcher *self, const GArray *first, const GArray *second)
{
  Side *a = &self->of[POPLENS_FIRST], *b = &self->of[POPLENS_SECOND];

  self->stamp++;
  for (guint i = second->len; i-- > 0;) {
    guint32 row = g_array_index (second, guint32, i);
    if (row == POPLENS_NO_ROW || b->other[row] != POPLENS_NOT_THERE || b->stamp[row] == self->stamp)
      continue;
    b->stamp[row] = self->stamp;
    b->next[row] = self->head[b->key[row]];
    self->head[b->key[row]] = row;
  }
  for (guint i = 0; i < first->len; i++) {
    guint32 row = g_array_index (first, guint32, i);
    if (row == POPLENS_NO_ROW || a->other[row] != POPLENS_NOT_THERE)
      continue;
    guint32 *head = &self->head[a->key[row]];
    if (*head == POPLENS_NOT_THERE)
      continue;
    guint32 found = *head;
    *head = b->next[found];
    join (self, row, found);
  }
  for (guint i = 0; i < second->len; i++) {
    guint32 row = g_array_index (second, guint32, i);
    if (row != POPLENS_NO_ROW)
      self->head[b->key[row]] = POPLENS_NOT_THERE;
  }
}

/* (transfer full) GArray of guint32 rows, NO_ROW among them */
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

static GArray *
children_of (const PoplensPrograms *programs, guint32 row)
{
  g_autoptr (GArray) ids = poplens_lists_values (programs->children, row);
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), ids->len);

  for (guint i = 0; i < ids->len; i++) {
    guint64 id = g_array_index (ids, guint64, i);
    guint32 child =
        id < G_MAXUINT32 ? poplens_programs_find (programs, (guint32) id) : POPLENS_NO_ROW;
    g_array_append_val (rows, child);
  }
  return rows;
}

/* Goes down from what has been matched. */
static void
descend (Matcher *self)
{
  for (guint i = 0; i < self->queue->len; i++) {
    guint32 row = g_array_index (self->queue, guint32, i);
    const Side *a = &self->of[POPLENS_FIRST];
    g_autoptr (GArray) first = children_of (a->programs, row);
    g_autoptr (GArray) second = children_of (self->of[POPLENS_SECOND].programs, a->other[row]);
    match_rows (self, first, second);
  }
  g_array_set_size (self->queue, 0);
}

/* Rows that are no program's child. */
static GArray *
list_roots (const PoplensPrograms *programs)
{
  g_autofree guint8 *is_child = g_new0 (guint8, MAX (programs->n, 1));
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < programs->n; row++) {
    g_autoptr (GArray) children = children_of (programs, row);
    for (guint i = 0; i < children->len; i++)
      if (g_array_index (children, guint32, i) != POPLENS_NO_ROW)
        is_child[g_array_index (children, guint32, i)] = 1;
  }
  for (guint32 row = 0; row < programs->n; row++)
    if (!is_child[row])
      g_array_append_val (rows, row);
  return rows;
}

static void
match_roots (Matcher *self, const PoplensPrograms *a, const PoplensPrograms *b)
{
  g_autoptr (GArray) entries_a = rows_of_ids (a, a->control_program, a->n_control);
  g_autoptr (GArray) entries_b = rows_of_ids (b, b->control_program, b->n_control);
  g_autoptr (GArray) functions_a = rows_of_ids (a, a->function_program, a->n_functions);
  g_autoptr (GArray) functions_b = rows_of_ids (b, b->function_program, b->n_functions);
  g_autoptr (GArray) roots_a = list_roots (a);
  g_autoptr (GArray) roots_b = list_roots (b);

  match_rows (self, entries_a, entries_b);
  descend (self);
  match_rows (self, functions_a, functions_b);
  descend (self);
  match_rows (self, roots_a, roots_b);
  descend (self);
}

/* Of those that have no other yet; without a name a program is known by its place alone. */
static GArray *
list_left (const Side *side, gboolean named)
{
  const PoplensPrograms *programs = side->programs;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < programs->n; row++)
    if (side->other[row] == POPLENS_NOT_THERE &&
        (!named || *poplens_strings_get (programs->strings, programs->name[row])))
      g_array_append_val (rows, row);
  return rows;
}

/* Each that is found again may have children to be found below it: before others by their names
 * alone, as their place says more. So the highest go first, one by one. */
static void
match_left (Matcher *self)
{
  Side *b = &self->of[POPLENS_SECOND];
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
    const Side *a = &self->of[POPLENS_FIRST];
    if (a->other[row] != POPLENS_NOT_THERE)
      continue;
    gpointer key = GUINT_TO_POINTER (a->key[row]);
    guint32 head = GPOINTER_TO_UINT (g_hash_table_lookup (heads, key));
    while (head && b->other[head - 1] != POPLENS_NOT_THERE)
      head = next[head - 1];
    g_hash_table_insert (heads, key, GUINT_TO_POINTER (head ? next[head - 1] : 0));
    if (head)
      join (self, row, head - 1);
    descend (self);
  }
}

static GArray *
collect (const Matcher *self)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (PoplensPair));
  const Side *a = &self->of[POPLENS_FIRST], *b = &self->of[POPLENS_SECOND];

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
  guint32 n_keys = g_hash_table_size (keys);
  matcher.head = g_new (guint32, MAX (n_keys, 1));
  for (guint32 k = 0; k < n_keys; k++)
    matcher.head[k] = POPLENS_NOT_THERE;
  match_roots (&matcher, first, second);
  match_left (&matcher);
  pairs = collect (&matcher);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    side_clear (&matcher.of[s]);
  g_free (matcher.head);
  g_array_unref (matcher.queue);
  return pairs;
}

/* ---- steps ------------------------------------------------------------------------------------
 */

/* Of each step a number: that of its program's pair; of a program that is only in one report, or
 * that the file lacks, one that the other side has not. */
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
    /* Programs that neither file has are alike where they have the same id. */
    keys[s] = row == POPLENS_NO_ROW ? ((guint64) 1 << 32) + liveness->program[s] : pair_of[row];
  }
  return keys;
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

  return poplens_pairs_match_numbers (keys, n);
}
