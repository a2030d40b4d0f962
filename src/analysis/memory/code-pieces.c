#include "analysis/memory/code-pieces.h"

#include "analysis/insights/insights.h"

typedef struct {
  const PoplensCodeParts *parts;
  const guint32 *positions;
  guint n, n_sides;
  guint64 *inclusive; /* control code on these tiles, by program */
  GArray *leaves;     /* of what is divided now */
  gint64 given;       /* bytes of these */
} Divide;

static gint64
bytes_of (const Divide *self, const PoplensLists *lists, guint32 row)
{
  return (gint64) poplens_lists_sum_at (lists, row, self->positions, self->n);
}

/* As the file names it: of a stream copy, which it does not, the rest of the kind has the code. */
static const char *
name_of (const PoplensPrograms *programs, guint32 row)
{
  return poplens_strings_get (programs->strings, programs->name[row]);
}

/* @name: NULL: in no layer. @label: what it is called */
static void
add_piece (Divide *self, PoplensKind kind, const char *name, const char *label, gint64 bytes)
{
  PoplensContentsLeaf leaf = {.kind = kind, .variable = G_MAXUINT32, .is_piece = TRUE};

  if (bytes <= 0 || !*label)
    return;
  leaf.name = name;
  leaf.label = label;
  for (guint s = 0; s < self->n_sides; s++)
    leaf.live[s] = leaf.always_live[s] = bytes;
  g_array_append_val (self->leaves, leaf);
  self->given += bytes;
}

/* ---- what a kind divides into ------------------------------------------------------------------
 */

static gint64
own_code (const Divide *self, guint32 program)
{
  const PoplensPrograms *p = self->parts->programs;
  g_autoptr (GArray) children = poplens_lists_values (p->children, program);
  gint64 own = (gint64) self->inclusive[program];

  for (guint i = 0; i < children->len && own > 0; i++) {
    guint64 id = g_array_index (children, guint64, i);
    guint32 child = id < G_MAXUINT32 ? poplens_programs_find (p, (guint32) id) : POPLENS_NO_ROW;
    if (child != POPLENS_NO_ROW)
      own -= (gint64) self->inclusive[child];
  }
  return own;
}

static void
divide_control (Divide *self)
{
  const PoplensPrograms *p = self->parts->programs;

  if (!p)
    return;
  self->inclusive = g_new (guint64, MAX (p->n, 1));
  for (guint32 i = 0; i < p->n; i++)
    self->inclusive[i] = (guint64) bytes_of (self, p->control_code, i);
  for (guint32 i = 0; i < p->n; i++) {
    const char *name = name_of (p, i);
    if (self->inclusive[i])
      add_piece (self, POPLENS_KIND_CODE_CONTROL, name, name, own_code (self, i));
  }
  g_clear_pointer (&self->inclusive, g_free);
}

static void
divide_state (Divide *self)
{
  const PoplensVertices *v = self->parts->vertices;

  for (guint32 set = 0; v && set < v->n_compute_sets; set++) {
    const char *name = poplens_strings_get (v->strings, v->compute_set_name[set]);
    gint64 bytes = 0;
    for (guint column = 0; column < POPLENS_VERTEX_BYTES_CODE; column++)
      bytes += bytes_of (self, v->compute_set_bytes[column], set);
    add_piece (self, POPLENS_KIND_VERTEX_STATE, name, name, bytes);
  }
}

/* By exchange, the name of the programs that run it: of several with different names none. */
static const char **
names_of_exchanges (const PoplensPrograms *p, const PoplensExchanges *x)
{
  guint32 n = x->tables[POPLENS_EXCHANGE_INTERNAL].n;
  const char **names = g_new0 (const char *, MAX (n, 1));

  for (guint32 i = 0; i < p->n; i++) {
    guint32 at = poplens_program_exchange (p, i) == POPLENS_EXCHANGE_INTERNAL
                     ? poplens_exchanges_find (x, POPLENS_EXCHANGE_INTERNAL, p->variant_index[i])
                     : G_MAXUINT32;
    const char *name = name_of (p, i);
    if (at != G_MAXUINT32)
      names[at] = names[at] && g_strcmp0 (names[at], name) ? "" : name;
  }
  return names;
}

static void
divide_exchange (Divide *self)
{
  const PoplensExchanges *x = self->parts->exchanges;
  g_autofree const char **names = NULL;

  if (!x || !self->parts->programs)
    return;
  const PoplensExchangeTable *table = &x->tables[POPLENS_EXCHANGE_INTERNAL];
  names = names_of_exchanges (self->parts->programs, x);
  for (guint32 i = 0; i < table->n; i++)
    if (names[i])
      add_piece (self, POPLENS_KIND_CODE_EXCHANGE, names[i], names[i],
                 bytes_of (self, table->code, i));
}

/* Of all layers: what has the same type has the same code. */
static void
divide_vertex_code (Divide *self)
{
  const PoplensVertices *v = self->parts->vertices;

  for (guint32 type = 0; v && type < v->n_types; type++)
    add_piece (self, POPLENS_KIND_CODE_VERTEX, NULL,
               poplens_strings_get (v->strings, v->type_name[type]),
               bytes_of (self, v->type_bytes[POPLENS_VERTEX_BYTES_CODE], type));
}

/* ---- in place of variables ---------------------------------------------------------------------
 */

/* Takes the leaves of a kind away, where all of them is always live and @bytes are no more: what
 * they have beyond those, as a leaf. FALSE: it cannot be divided, and nothing was taken. */
static gboolean
take (GArray *leaves, PoplensKind kind, guint n_sides, gint64 bytes, PoplensContentsLeaf *rest)
{
  PoplensContentsLeaf all = {.kind = kind, .variable = G_MAXUINT32, .is_piece = TRUE};
  guint kept = 0;

  for (guint i = 0; i < leaves->len; i++) {
    const PoplensContentsLeaf *leaf = &g_array_index (leaves, PoplensContentsLeaf, i);
    for (guint s = 0; leaf->kind == kind && s < n_sides; s++) {
      all.live[s] += leaf->live[s];
      all.always_live[s] += leaf->always_live[s];
    }
  }
  for (guint s = 0; s < n_sides; s++) {
    if (all.live[s] != all.always_live[s] || all.live[s] < bytes)
      return FALSE;
    all.live[s] = all.always_live[s] = all.live[s] - bytes;
  }
  for (guint i = 0; i < leaves->len; i++)
    if (g_array_index (leaves, PoplensContentsLeaf, i).kind != kind)
      g_array_index (leaves, PoplensContentsLeaf, kept++) =
          g_array_index (leaves, PoplensContentsLeaf, i);
  g_array_set_size (leaves, kept);
  *rest = all;
  return TRUE;
}

void
poplens_code_pieces_divide (GArray *leaves, guint n_sides, const PoplensCodeParts *parts,
                            const guint32 *positions, guint n_positions)
{
  static const struct {
    PoplensKind kind;
    void (*divide) (Divide *self);
    const char *rest;
  } kinds[] = {
      {POPLENS_KIND_CODE_CONTROL, divide_control, "(control code)"},
      {POPLENS_KIND_VERTEX_STATE, divide_state, "(vertex state)"},
      {POPLENS_KIND_CODE_EXCHANGE, divide_exchange, "(exchange code)"},
      {POPLENS_KIND_CODE_VERTEX, divide_vertex_code, "(vertex code)"},
  };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (PoplensContentsLeaf));
    Divide self = {parts, positions, n_positions, n_sides, NULL, pieces, 0};
    PoplensContentsLeaf rest;
    kinds[k].divide (&self);
    if (!pieces->len || !take (leaves, kinds[k].kind, n_sides, self.given, &rest))
      continue;
    rest.label = kinds[k].rest;
    g_array_append_val (pieces, rest);
    g_array_append_vals (leaves, pieces->data, pieces->len);
  }
}
