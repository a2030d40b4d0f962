/* Finds the parents and callers of programs, and sums values over subtrees. A program with exactly
 * one parent or caller is in the same tree as this parent or caller. All other programs are heads
 * (roots) of trees. The programs of a subtree have consecutive positions in preorder, so its sum
 * takes O(1). */
#include "analysis/programs/program-links.h"

#include "analysis/programs/program-tree.h"

/* Lists of rows, one for each program: .rows[j] is in list i if .first[i] ≤ j < .first[i + 1]. */
typedef struct {
  guint32 *first; /* [n + 1] index in .rows at which each list begins */
  guint32 *rows;
} LinkLists;

struct _PoplensProgramLinks {
  guint32 n;
  LinkLists parents, callers,
      below; /* .parents: programs that hold each program; .callers: programs that call it; .below:
                its children and callee, without duplicates */
  guint32 *head;     /* [n] head of the tree that contains each program; a head is its own head */
  guint32 *at, *end; /* [n] positions in preorder of the subtree of each row: [.at, .end) */
  guint64 *sums;     /* (nullable): [n + 1] sum of the values at the positions before each position;
                        NULL: built without values */
  guint32 *links;    /* heads that each program holds or calls, sorted by the program's position */
  guint32 *first_link; /* [n + 1] by position: index in .links of the program's first link */
};

typedef struct {
  guint32 from, to;
} ProgramLink;

/* ---- links ----------------------------------------------------------------------------------- */

static void
lists_clear (LinkLists *self)
{
  g_free (self->first);
  g_free (self->rows);
}

/* Fills one list for each row, in the order of @links. @links: ProgramLink. @reverse: FALSE: the
 * list of a row has the rows that it links to; TRUE: the rows that link to it. */
static void
lists_fill (LinkLists *self, guint32 n, const GArray *links, gboolean reverse)
{
  self->first = g_new0 (guint32, (gsize) n + 2);
  self->rows = g_new (guint32, MAX (links->len, 1));
  for (guint i = 0; i < links->len; i++) {
    const ProgramLink *link = &g_array_index (links, ProgramLink, i);
    self->first[(reverse ? link->to : link->from) + 2]++;
  }
  for (guint32 row = 0; row < n; row++)
    self->first[row + 2] += self->first[row + 1];
  /* In this loop, .first[row + 1] is the next free index in the list of @row. After the loop it is
   * the index at which the list of the next row begins. */
  for (guint i = 0; i < links->len; i++) {
    const ProgramLink *link = &g_array_index (links, ProgramLink, i);
    guint32 by = reverse ? link->to : link->from;
    self->rows[self->first[by + 1]++] = reverse ? link->from : link->to;
  }
}

static guint32
lists_length (const LinkLists *self, guint32 row)
{
  return self->first[row + 1] - self->first[row];
}

/* Adds a link from @from to @to, unless the two are linked already. @last: [n] 1 + the row that
 * last linked to each row; 0: none */
static void
add_link (GArray *links, guint32 from, guint32 to, guint32 *last)
{
  if (last[to] == from + 1)
    return;
  last[to] = from + 1;
  g_array_append_val (links, ((ProgramLink){from, to}));
}

static void
fill_links (PoplensProgramLinks *self, const PoplensPrograms *programs)
{
  g_autoptr (GArray) held = g_array_new (FALSE, FALSE, sizeof (ProgramLink));
  g_autoptr (GArray) called = g_array_new (FALSE, FALSE, sizeof (ProgramLink));
  g_autoptr (GArray) below = g_array_new (FALSE, FALSE, sizeof (ProgramLink));
  g_autofree guint32 *last_held = g_new0 (guint32, MAX (self->n, 1));
  g_autofree guint32 *last_below = g_new0 (guint32, MAX (self->n, 1));

  for (guint32 row = 0; row < self->n; row++) {
    g_autoptr (GArray) children = poplens_lists_values (programs->children, row);
    guint32 callee = poplens_program_callee (programs, row, NULL);
    for (guint i = 0; i < children->len; i++) {
      guint64 id = g_array_index (children, guint64, i);
      guint32 child =
          id < G_MAXUINT32 ? poplens_programs_find (programs, (guint32) id) : POPLENS_NO_ROW;
      if (child == POPLENS_NO_ROW)
        continue;
      add_link (held, row, child, last_held);
      add_link (below, row, child, last_below);
    }
    if (callee == POPLENS_NO_ROW)
      continue;
    g_array_append_val (called, ((ProgramLink){row, callee}));
    add_link (below, row, callee, last_below);
  }
  lists_fill (&self->parents, self->n, held, TRUE);
  lists_fill (&self->callers, self->n, called, TRUE);
  lists_fill (&self->below, self->n, below, FALSE);
}

/* ---- trees ----------------------------------------------------------------------------------- */

typedef struct {
  PoplensProgramLinks *self;
  const guint32 *own;
  GArray *path; /* ProgramLink: rows from the head to the current row. .from: row; .to: next index
                   in .below to visit */
  guint32 place;
} TreeWalk;

static void
enter (TreeWalk *w, guint32 row, guint32 head)
{
  PoplensProgramLinks *self = w->self;

  self->head[row] = head;
  self->at[row] = w->place++;
  if (self->sums)
    self->sums[w->place] = self->sums[w->place - 1] + w->own[row];
  g_array_append_val (w->path, ((ProgramLink){row, self->below.first[row]}));
}

static void
walk_tree (TreeWalk *w, guint32 head, const guint8 *is_head)
{
  PoplensProgramLinks *self = w->self;

  enter (w, head, head);
  while (w->path->len) {
    ProgramLink *top = &g_array_index (w->path, ProgramLink, w->path->len - 1);
    guint32 row = top->from;
    while (top->to < self->below.first[row + 1] && is_head[self->below.rows[top->to]])
      top->to++;
    if (top->to < self->below.first[row + 1]) {
      enter (w, self->below.rows[top->to++], head);
      continue;
    }
    self->end[row] = w->place;
    g_array_set_size (w->path, w->path->len - 1);
  }
}

/* Makes one program of each ring a head. In a ring, programs hold one another, so each has one
 * parent and none would be a head otherwise. */
static void
mark_rings (const PoplensProgramLinks *self, guint8 *is_head)
{
  g_autofree guint32 *above = g_new (guint32, MAX (self->n, 1));
  /* By row: 1 + @from of the search below that reached the row; 0: not reached yet */
  g_autofree guint32 *seen = g_new0 (guint32, MAX (self->n, 1));

  for (guint32 row = 0; row < self->n; row++)
    for (guint32 i = self->below.first[row]; i < self->below.first[row + 1]; i++)
      above[self->below.rows[i]] = row;
  for (guint32 from = 0; from < self->n; from++) {
    guint32 row = from;
    for (; !is_head[row] && !seen[row]; row = above[row])
      seen[row] = from + 1;
    if (seen[row] == from + 1)
      is_head[row] = TRUE;
  }
}

/* Finds the heads: programs with no or several parents and callers, and one program of each ring.
 * (transfer full): [n] TRUE for heads */
static guint8 *
find_heads (const PoplensProgramLinks *self)
{
  guint8 *is_head = g_new0 (guint8, MAX (self->n, 1));
  g_autofree guint32 *n_above = g_new0 (guint32, MAX (self->n, 1));

  for (guint32 i = 0; i < self->below.first[self->n]; i++)
    n_above[self->below.rows[i]]++;
  for (guint32 row = 0; row < self->n; row++)
    is_head[row] = n_above[row] != 1;
  mark_rings (self, is_head);
  return is_head;
}

/* Fills .links with the heads that programs hold or call, in preorder of the programs. */
static void
fill_head_links (PoplensProgramLinks *self, const guint8 *is_head)
{
  g_autofree guint32 *rows = g_new (guint32, MAX (self->n, 1)); /* [n] row at each position */
  guint32 n = 0;

  for (guint32 row = 0; row < self->n; row++)
    rows[self->at[row]] = row;
  for (guint32 place = 0; place < self->n; place++) {
    guint32 row = rows[place];
    for (guint32 i = self->below.first[row]; i < self->below.first[row + 1]; i++)
      if (is_head[self->below.rows[i]])
        self->links[n++] = self->below.rows[i];
    self->first_link[place + 1] = n;
  }
}

PoplensProgramLinks *
poplens_program_links_new (const PoplensPrograms *programs, const guint32 *own)
{
  PoplensProgramLinks *self = g_new0 (PoplensProgramLinks, 1);
  gsize n = programs->n;

  self->n = programs->n;
  fill_links (self, programs);
  self->head = g_new (guint32, n + 1);
  self->at = g_new (guint32, n + 1);
  self->end = g_new (guint32, n + 1);
  self->sums = own ? g_new0 (guint64, n + 1) : NULL;
  self->links = g_new (guint32, (gsize) self->below.first[n] + 1);
  self->first_link = g_new0 (guint32, n + 1);
  g_autofree guint8 *is_head = find_heads (self);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (ProgramLink));
  TreeWalk walk = {.self = self, .own = own, .path = path};
  for (guint32 row = 0; row < self->n; row++)
    if (is_head[row])
      walk_tree (&walk, row, is_head);
  fill_head_links (self, is_head);
  return self;
}

void
poplens_program_links_free (PoplensProgramLinks *self)
{
  if (!self)
    return;
  lists_clear (&self->parents);
  lists_clear (&self->callers);
  lists_clear (&self->below);
  g_free (self->head);
  g_free (self->at);
  g_free (self->end);
  g_free (self->sums);
  g_free (self->links);
  g_free (self->first_link);
  g_free (self);
}

/* ---- lookups --------------------------------------------------------------------------------- */

const guint32 *
poplens_program_links_parents (const PoplensProgramLinks *self, guint32 row, guint32 *n)
{
  *n = lists_length (&self->parents, row);
  return &self->parents.rows[self->parents.first[row]];
}

const guint32 *
poplens_program_links_callers (const PoplensProgramLinks *self, guint32 row, guint32 *n)
{
  *n = lists_length (&self->callers, row);
  return &self->callers.rows[self->callers.first[row]];
}

/* Appends to @waiting the heads that programs in the subtree of @row hold or call. Skips heads that
 * are in @reached, and adds new heads to @reached. */
static void
reach_heads (const PoplensProgramLinks *self, guint32 row, guint8 *reached, GArray *waiting)
{
  guint32 end = self->first_link[self->end[row]];

  for (guint32 i = self->first_link[self->at[row]]; i < end; i++) {
    guint32 head = self->links[i];
    if (reached[head])
      continue;
    reached[head] = TRUE;
    g_array_append_val (waiting, head);
  }
}

static guint64
sum_subtree (const PoplensProgramLinks *self, guint32 row)
{
  return self->sums[self->end[row]] - self->sums[self->at[row]];
}

guint64
poplens_program_links_sum_below (const PoplensProgramLinks *self, guint32 row)
{
  if (!self->sums)
    return 0;
  guint64 own = self->sums[self->at[row] + 1] - self->sums[self->at[row]];
  guint64 sum = sum_subtree (self, row) - own;
  if (self->first_link[self->at[row]] == self->first_link[self->end[row]])
    return sum;
  g_autofree guint8 *reached = g_new0 (guint8, self->n);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  reach_heads (self, row, reached, waiting);
  for (guint i = 0; i < waiting->len; i++) {
    guint32 head = g_array_index (waiting, guint32, i);
    sum += sum_subtree (self, head);
    reach_heads (self, head, reached, waiting);
  }
  /* If a program below @row calls the head of this tree (recursion), the subtree of @row was added
   * twice. */
  return reached[self->head[row]] ? sum - sum_subtree (self, row) : sum;
}
