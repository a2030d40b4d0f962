/* Blocks by a part of their names: the layer of the model, or the kind of operation. */
#include "analysis/trace/name-labels.h"
#include "analysis/trace/name-parts.h"
#include "pages/trace/trace-colour-private.h"

#include <stdlib.h>
#include <string.h>

/* Parts that have an ink of their own: those with most cycles. */
#define MOST_PARTS (2 * POPLENS_TRACE_N_HUES)

typedef struct {
  const char *text; /* of the table */
  guint64 cycles;
  guint8 class;
} Part;

typedef struct {
  const PoplensTraceModel *model;
  PoplensTraceColour by;
  GHashTable *parts; /* text → Part */
  Part **of_name;    /* [strings] NULL: it has none, or was not asked yet */
  gboolean *known;   /* [strings] */
} Parts;

/* "layer.7", or "MatMul"; NULL: the name tells none. (transfer full) */
static char *
cut_part (const Parts *self, guint32 name)
{
  PoplensNameSplit split =
      poplens_name_split (self->model->layers, poplens_strings_get (self->model->strings, name));
  PoplensNameSpan span = self->by == POPLENS_TRACE_COLOUR_LAYER ? split.layer : split.operation;

  /* A copy is an operation as a whole, with the paths that it goes between. */
  if (span.to <= span.from || memchr (split.path + span.from, '/', span.to - span.from))
    return NULL;
  return g_strndup (split.path + span.from, span.to - span.from);
}

static Part *
part_of (Parts *self, guint32 name)
{
  g_autofree char *text = NULL;
  Part *part;

  if (self->known[name])
    return self->of_name[name];
  self->known[name] = TRUE;
  text = cut_part (self, name);
  if (!text)
    return NULL;
  part = g_hash_table_lookup (self->parts, text);
  if (!part) {
    part = g_new0 (Part, 1);
    part->text = g_strdup (text);
    g_hash_table_insert (self->parts, (gpointer) part->text, part);
  }
  return self->of_name[name] = part;
}

/* Paths alone have parts: copies and syncs are named otherwise. */
static Part *
part_of_row (Parts *self, guint32 row)
{
  guint32 step = self->model->execution->row_step[row];
  guint series = poplens_trace_look (self->model, step).series;

  return series <= POPLENS_TRACE_LINKS ? part_of (self, self->model->name[step]) : NULL;
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const Part *x = *(Part *const *) a, *y = *(Part *const *) b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  return strcmp (x->text, y->text);
}

/* The first of the legend, in the order of their names, so that layers are in theirs. */
static int
compare_texts (gconstpointer a, gconstpointer b)
{
  const Part *x = *(Part *const *) a, *y = *(Part *const *) b;
  g_autofree char *i = g_utf8_collate_key_for_filename (x->text, -1);
  g_autofree char *j = g_utf8_collate_key_for_filename (y->text, -1);

  return strcmp (i, j);
}

static void
add_parts (Parts *self, PoplensTraceColours *colours)
{
  guint n = g_hash_table_size (self->parts), shown = MIN (n, MOST_PARTS), at = 0;
  g_autofree Part **all = g_new (Part *, MAX (n, 1));
  GHashTableIter iter;
  gpointer value;
  guint8 others = 0;
  PoplensNumber count;

  g_hash_table_iter_init (&iter, self->parts);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    all[at++] = value;
  qsort (all, n, sizeof *all, compare_parts);
  if (n > shown)
    others = poplens_trace_colours_add (colours, "others",
                                        g_strdup (poplens_format_items (count, n - shown, "Other")),
                                        POPLENS_INK_OTHER, 0);
  qsort (all, shown, sizeof *all, compare_texts);
  for (guint i = 0; i < n; i++) {
    g_autofree char *key = g_strconcat (
        self->by == POPLENS_TRACE_COLOUR_LAYER ? "layer:" : "kind:", all[i]->text, NULL);
    all[i]->class =
        i < shown ? poplens_trace_colours_add (colours, key, g_strdup (all[i]->text),
                                               poplens_trace_hues[i % POPLENS_TRACE_N_HUES],
                                               i < POPLENS_TRACE_N_HUES ? 0 : POPLENS_TRACE_TINT)
                  : others;
  }
}

static void
part_free (gpointer data)
{
  Part *part = data;

  g_free ((char *) part->text);
  g_free (part);
}

PoplensTraceColours *
poplens_trace_colours_by_part (const PoplensTraceModel *model, PoplensTraceColour by)
{
  const PoplensExecution *x = model->execution;
  PoplensTraceColours *colours = poplens_trace_colours_new (by, x);
  guint32 n = poplens_strings_count (model->strings);
  Parts self = {model, by, g_hash_table_new_full (g_str_hash, g_str_equal, NULL, part_free),
                g_new0 (Part *, MAX (n, 1)), g_new0 (gboolean, MAX (n, 1))};
  guint8 waiting = poplens_trace_colours_add_waiting (colours);
  guint8 none = poplens_trace_colours_add (
      colours, "none", g_strdup (by == POPLENS_TRACE_COLOUR_LAYER ? "No layer" : "No operation"),
      POPLENS_INK_OTHER, POPLENS_TRACE_TINT);

  for (guint32 r = 0; r < x->n_rows; r++) {
    Part *part = part_of_row (&self, r);
    if (part)
      part->cycles += MAX (poplens_trace_row_cycles (x, r), 1);
  }
  add_parts (&self, colours);
  for (guint32 r = 0; r < x->n_rows; r++) {
    const Part *part = part_of_row (&self, r);
    colours->of_row[r] = poplens_trace_model_row_waits (model, r) ? waiting
                         : part                                   ? part->class
                                                                  : none;
  }
  if (!g_hash_table_size (self.parts))
    colours->note =
        g_strdup (by == POPLENS_TRACE_COLOUR_LAYER
                      ? "No model layers: no part of the names is numbered as layers are"
                      : "No operations in the names of steps");
  g_hash_table_unref (self.parts);
  g_free (self.of_name);
  g_free (self.known);
  return colours;
}
