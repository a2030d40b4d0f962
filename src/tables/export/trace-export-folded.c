/* Folded stacks, as flamegraph.pl and its kin take them: "IPU 0;a;b 1234", a line a stack. Held are
 * the stacks, of which there are as many as the steps have names. */
#include "tables/export/trace-export-private.h"

#include <string.h>

#define ROOT G_MAXUINT32

typedef struct {
  guint32 parent; /* node; ROOT */
  guint32 frame;  /* string of the events'; of an IPU its number */
  guint64 cycles; /* of its own steps */
  gboolean has_steps;
} Node;

typedef struct {
  PoplensTraceExport *export;
  GArray *nodes;     /* of Node: a parent before its children */
  GHashTable *known; /* parent and frame, gint64* → node + 1 */
  guint32 at;        /* node that is open in the track */
  guint32 track;
} Writer;

/* GLib's own folds the two halves upon one another: small numbers in both then fall together. */
static guint
hash_key (gconstpointer data)
{
  return (guint) (*(const guint64 *) data * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

/* @frame of an IPU is its number: no parent has both. */
static guint32
child_of (Writer *self, guint32 parent, guint32 frame)
{
  gint64 key = (gint64) ((guint64) parent << 32 | frame);
  guint32 node = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, &key));
  Node made = {.parent = parent, .frame = frame};

  if (node)
    return node - 1;
  g_array_append_val (self->nodes, made);
  g_hash_table_insert (self->known, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (self->nodes->len));
  return self->nodes->len - 1;
}

static void
enter_track (Writer *self, guint32 track)
{
  if (self->at != ROOT && self->track == track)
    return;
  self->track = track;
  self->at = child_of (self, ROOT, self->export->events->tracks[track].ipu);
}

static void
on_open (guint32 track, guint32 frame, guint64 at, gpointer data)
{
  Writer *self = data;

  enter_track (self, track);
  self->at = child_of (self, self->at, frame);
}

static void
on_close (guint32 track, guint32 frame, guint64 from, guint64 at, gpointer data)
{
  Writer *self = data;

  self->at = g_array_index (self->nodes, Node, self->at).parent;
}

static void
add_leaf (Writer *self, guint32 parent, guint32 frame, guint64 cycles)
{
  guint32 leaf = child_of (self, parent, frame);
  Node *node = &g_array_index (self->nodes, Node, leaf);

  node->cycles += cycles;
  node->has_steps = TRUE;
}

/* "IPU 0;Tile 5;name": blocks within others count in both. */
static gboolean
on_block (const PoplensTraceBlock *block, gpointer data)
{
  Writer *self = data;
  g_autofree char *name = g_strdup_printf ("Tile %u", block->tile);
  guint32 tile =
      poplens_strings_intern (poplens_trace_light_frames (self->export->light), name, -1);

  add_leaf (self, child_of (self, child_of (self, ROOT, block->ipu), tile), block->frame,
            block->to - block->from);
  return poplens_trace_export_go_on (self->export);
}

static gboolean
on_step (const PoplensTraceEvent *event, gpointer data)
{
  Writer *self = data;

  enter_track (self, event->track);
  add_leaf (self, self->at, event->frame, event->to - event->from);
  return poplens_trace_export_go_on (self->export);
}

/* What parts frames and lines must not stand in a name. */
static void
append_name (GString *line, const char *name)
{
  gsize from = line->len;

  g_string_append (line, name);
  for (gsize i = from; i < line->len; i++)
    if (line->str[i] == ';')
      line->str[i] = ':';
    else if ((guchar) line->str[i] < 0x20 || line->str[i] == 0x7f)
      line->str[i] = ' ';
}

static void
append_stack (const Writer *self, GString *line, guint32 node)
{
  const Node *n = &g_array_index (self->nodes, Node, node);

  if (n->parent == ROOT) {
    g_string_append_printf (line, "IPU %u", n->frame);
    return;
  }
  append_stack (self, line, n->parent);
  g_string_append_c (line, ';');
  append_name (line, poplens_strings_get (poplens_trace_export_frames (self->export), n->frame));
}

static void
write_stacks (const Writer *self)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint32 i = 0; i < self->nodes->len; i++) {
    const Node *node = &g_array_index (self->nodes, Node, i);
    if (!node->has_steps)
      continue;
    g_string_truncate (line, 0);
    append_stack (self, line, i);
    poplens_text_sink_write (self->export->sink, line->str, (gssize) line->len);
    poplens_text_sink_write (self->export->sink, " ", 1);
    poplens_text_sink_uint (self->export->sink,
                            poplens_trace_export_tick (self->export, node->cycles));
    poplens_text_sink_write (self->export->sink, "\n", 1);
  }
}

void
poplens_trace_write_folded (PoplensTraceExport *export)
{
  static const PoplensTraceVisitor visitor = {
      .open = on_open, .close = on_close, .step = on_step, .by_track = TRUE};
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  g_autoptr (GHashTable) known = g_hash_table_new_full (hash_key, g_int64_equal, g_free, NULL);
  Writer self = {export, nodes, known, ROOT, 0};

  if (export->light)
    poplens_trace_light_walk (export, on_block, &self);
  if (export->light || poplens_trace_events_walk (export->events, &visitor, &export->work, &self))
    write_stacks (&self);
}
