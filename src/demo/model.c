/* Constructors and destructors of the model's families and programs. */
#include "demo/model.h"

#include <string.h>

static void
family_clear (gpointer data)
{
  DemoFamily *f = data;

  g_free (f->base);
  g_array_unref (f->spans);
  g_array_unref (f->apart);
  g_free (f->size);
  g_free (f->usual);
  g_free (f->rank);
}

static void
program_clear (gpointer data)
{
  DemoProgram *p = data;

  g_free (p->name);
  g_array_unref (p->children);
  g_free (p->control);
}

static void
compute_set_clear (gpointer data)
{
  DemoComputeSet *c = data;

  g_free (c->name);
  for (guint i = 0; i < c->n_uses; i++)
    g_free (c->uses[i].instances);
  g_array_unref (c->families);
  g_free (c->cycles);
}

static void
exchange_clear (gpointer data)
{
  DemoExchange *e = data;

  g_array_unref (e->sources);
  g_array_unref (e->targets);
  g_free (e->sent);
  g_free (e->received);
  g_free (e->code);
  g_free (e->cycles);
}

static void
stream_clear (gpointer data)
{
  DemoStreamCopy *s = data;

  g_array_unref (s->copies);
  g_free (s->sent);
  g_free (s->received);
  g_free (s->cycles);
  g_free (s->here);
}

static void
sans_clear (gpointer data)
{
  g_array_unref (*(GArray **) data);
}

static GArray *
array_of (gsize element, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, TRUE, (guint) element);

  if (clear)
    g_array_set_clear_func (array, clear);
  return array;
}

DemoModel *
demo_model_new (const DemoPlan *plan)
{
  DemoModel *self = g_new0 (DemoModel, 1);

  self->plan = plan;
  self->seed = plan->seed;
  self->overflow = plan->overflow;
  self->ipus = plan->ipus;
  self->tiles_per_ipu = plan->tiles;
  self->n_tiles = plan->ipus * plan->tiles;
  self->repeats = plan->repeats;
  demo_make_kinds (self);
  self->contexts = demo_contexts_new (plan);
  self->families = array_of (sizeof (DemoFamily), family_clear);
  self->programs = array_of (sizeof (DemoProgram), program_clear);
  self->compute_sets = array_of (sizeof (DemoComputeSet), compute_set_clear);
  self->exchanges = array_of (sizeof (DemoExchange), exchange_clear);
  self->streams = array_of (sizeof (DemoStreamCopy), stream_clear);
  self->functions = array_of (sizeof (guint), NULL);
  self->slow = array_of (sizeof (guint), NULL);
  self->sans = array_of (sizeof (GArray *), sans_clear);
  self->open = array_of (sizeof (guint), NULL);
  self->states = array_of (sizeof (guint), NULL);
  self->unlowered = g_ptr_array_new_with_free_func (g_free);
  self->unlowered_id = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
demo_model_free (DemoModel *self)
{
  g_array_unref (self->families);
  g_array_unref (self->programs);
  g_array_unref (self->compute_sets);
  g_array_unref (self->exchanges);
  g_array_unref (self->streams);
  g_array_unref (self->functions);
  g_array_unref (self->slow);
  g_array_unref (self->sans);
  g_array_unref (self->open);
  g_array_unref (self->states);
  g_free (self->codelet);
  g_clear_pointer (&self->classes, g_array_unref);
  g_hash_table_unref (self->unlowered_id);
  g_ptr_array_unref (self->unlowered);
  demo_contexts_free (self->contexts);
  g_free (self->kinds);
  g_free (self->kind_of);
  g_free (self->first_var);
  g_free (self->first_slot);
  g_free (self->offset);
  g_free (self->order);
  g_free (self->family);
  g_free (self);
}

/* First DemoFamily.number of families that exist only with --change. Other families thus keep their
 * numbers and random values. */
#define FIRST_EXTRA 0x1000000

void
demo_family_skip (DemoModel *self)
{
  self->n_numbers++;
}

guint
demo_family_new (DemoModel *self, DemoCategory category, const char *base, DemoSuffix suffix,
                 guint bits, guint alignment, DemoLife life)
{
  DemoFamily f = {
      .base = g_strdup (base),
      .prefix = -1,
      .suffix = suffix,
      .category = category,
      .bits = bits | DEMO_ALLOCATED,
      .alignment = alignment,
      .life = life,
      .spans = g_array_new (FALSE, FALSE, sizeof (DemoSpan)),
      .unlowered = DEMO_NONE,
      .group = DEMO_NONE,
      .apart = g_array_new (FALSE, FALSE, sizeof (guint)),
      .size = g_new0 (guint32, self->n_kinds),
      .rank = g_new0 (guint32, self->n_kinds),
      .number = self->extra ? FIRST_EXTRA + self->families->len : self->n_numbers++,
      .context = DEMO_NO_CONTEXT,
  };

  g_array_append_val (self->families, f);
  return self->families->len - 1;
}

void
demo_family_live (DemoModel *self, guint family, guint first, guint last)
{
  DemoSpan span = {first, last};

  g_array_append_val (demo_family (self, family)->spans, span);
}

guint
demo_unlowered (DemoModel *self, const char *name)
{
  gpointer known = g_hash_table_lookup (self->unlowered_id, name);

  if (known)
    return GPOINTER_TO_UINT (known) - 1;
  char *copy = g_strdup (name);
  g_ptr_array_add (self->unlowered, copy);
  g_hash_table_insert (self->unlowered_id, copy, GUINT_TO_POINTER (self->unlowered->len));
  return self->unlowered->len - 1;
}

void
demo_family_name (DemoModel *self, guint family, const char *name)
{
  const char *last = strrchr (name, '/');
  DemoFamily *f = demo_family (self, family);

  f->unlowered = demo_unlowered (self, name);
  f->context = demo_contexts_add (self->contexts, DEMO_CTX_VAR, last ? last + 1 : name, NULL);
}

void
demo_family_apart (DemoModel *self, guint a, guint b)
{
  g_array_append_val (demo_family (self, a)->apart, b);
  g_array_append_val (demo_family (self, b)->apart, a);
}

void
demo_family_print (const DemoFamily *family, guint tile, guint piece, char *out)
{
  switch (family->suffix) {
  case DEMO_SUFFIX_PIECE:
    g_snprintf (out, DEMO_SUFFIX_BYTES, "%u", piece);
    break;
  case DEMO_SUFFIX_TILE:
    g_snprintf (out, DEMO_SUFFIX_BYTES, "%u", tile);
    break;
  case DEMO_SUFFIX_TILE_0:
    g_snprintf (out, DEMO_SUFFIX_BYTES, "%u-0", tile);
    break;
  case DEMO_SUFFIX_NONE:
  default:
    *out = '\0';
  }
}

static guint
program_new (DemoModel *self, DemoProgramType type, gint64 index, const char *name)
{
  guint id = self->programs->len;
  DemoProgram p = {
      .type = type,
      .index = index,
      .name = g_strdup (name),
      .parent = DEMO_NONE,
      .children = g_array_new (FALSE, FALSE, sizeof (guint)),
      .control = g_new0 (guint32, self->n_kinds),
      .step = DEMO_NONE,
      .context = demo_contexts_add (self->contexts, DEMO_CTX_PROGRAM, name ? name : "",
                                    demo_program_type_name (type)),
  };

  if (self->open->len > 0) {
    p.parent = g_array_index (self->open, guint, self->open->len - 1);
    g_array_append_val (demo_program (self, p.parent)->children, id);
  }
  g_array_append_val (self->programs, p);
  return id;
}

guint
demo_open (DemoModel *self, DemoProgramType type, const char *name, guint own)
{
  guint id = program_new (self, type, -1, name);

  demo_program (self, id)->own = own;
  g_array_append_val (self->open, id);
  return id;
}

guint
demo_open_function (DemoModel *self, const char *name)
{
  guint id = demo_open (self, DEMO_SEQUENCE, name, 0);
  DemoProgram *p = demo_program (self, id);

  if (p->parent != DEMO_NONE) {
    GArray *children = demo_program (self, p->parent)->children;
    g_array_set_size (children, children->len - 1);
    p->parent = DEMO_NONE;
  }
  g_array_append_val (self->functions, id);
  return id;
}

void
demo_close (DemoModel *self)
{
  guint id = g_array_index (self->open, guint, self->open->len - 1);
  DemoProgram *p = demo_program (self, id);

  g_array_set_size (self->open, self->open->len - 1);
  for (guint t = 0; t < self->n_kinds; t++) {
    p->control[t] = t == self->idle_kind ? 0 : p->own;
    for (guint i = 0; i < p->children->len; i++)
      p->control[t] += demo_program (self, g_array_index (p->children, guint, i))->control[t];
  }
}

guint
demo_leaf (DemoModel *self, DemoProgramType type, gint64 index, const char *name, guint control,
           const guint32 *where)
{
  guint id = program_new (self, type, index, name);
  guint32 *bytes = demo_program (self, id)->control;

  for (guint t = 0; t < self->n_kinds; t++)
    bytes[t] = (where ? where[t] != 0 : t != self->idle_kind) ? control : 0;
  return id;
}

guint
demo_last (const DemoModel *self)
{
  return self->programs->len - 1;
}
