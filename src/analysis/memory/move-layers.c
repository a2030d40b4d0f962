/* Finds the layers of a program tree, and the steps that compute each layer, from the names of
 * steps. */
#include "analysis/memory/move-layers.h"

#include "analysis/trace/name-labels.h"
#include "analysis/trace/name-parts.h"

#include <string.h>

#define MOST_PARTS 8

/* ---- paths ----------------------------------------------------------------------------------- */

const char *
poplens_bare_path (const char *name)
{
  const char *path = poplens_name_behind_phase (name), *slash = strchr (path, '/');
  const char *reserved = strstr (path, "___");

  return reserved && (!slash || reserved < slash) ? reserved + 3 : path;
}

/* Returns the length in bytes of the layer at the start of the path in @name. @numbered: (out):
 * TRUE if the layer is numbered, such as "layer.3" */
static gsize
layer_length (const PoplensNameLayers *layers, const char *name, guint8 *numbered)
{
  const char *path = poplens_name_path (name), *bare = poplens_bare_path (name), *slash;
  gsize from[MOST_PARTS], skipped = (gsize) (bare - path);
  guint n = poplens_name_layers_find (layers, path, strlen (path), from, MOST_PARTS);

  *numbered = n && from[0] >= skipped;
  if (*numbered)
    return from[0] - skipped + strcspn (path + from[0], "/");
  slash = strchr (bare, '/');
  return slash ? (gsize) (slash + 1 - bare) + strcspn (slash + 1, "/") : strlen (bare);
}

/* ---- building -------------------------------------------------------------------------------- */

typedef struct {
  PoplensMoveLayers *out;
  const PoplensKindSteps *steps;
  PoplensNameLayers *names;
  GArray *forward, *backward; /* PoplensStepSpan by layer */
  GArray *is_numbered;        /* guint8 by layer */
} MoveLayersBuilder;

static PoplensNameLayers *
find_families (const PoplensKindSteps *steps)
{
  guint32 n = poplens_kind_steps_n (steps);
  g_autofree const char **names = g_new (const char *, MAX (n, 1));

  for (guint32 s = 0; s < n; s++)
    names[s] = poplens_kind_steps_name (steps, s);
  return poplens_name_layers_new (names, n);
}

static guint32
add_layer (MoveLayersBuilder *self, const char *name)
{
  PoplensStepSpan none = {G_MAXUINT32, 0};
  const char *path = poplens_bare_path (name);
  guint8 is_numbered;
  g_autofree char *key = g_strndup (path, layer_length (self->names, name, &is_numbered));
  guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->out->by_name, key));

  if (known) {
    g_array_index (self->is_numbered, guint8, known - 1) |= is_numbered;
    return known - 1;
  }
  g_array_append_val (self->forward, none);
  g_array_append_val (self->backward, none);
  g_array_append_val (self->is_numbered, is_numbered);
  self->out->n++;
  g_hash_table_insert (self->out->by_name, g_steal_pointer (&key), GUINT_TO_POINTER (self->out->n));
  return self->out->n - 1;
}

static void
add_pass (MoveLayersBuilder *self, guint32 step, PoplensStepPhase phase)
{
  const char *name = poplens_kind_step_path (poplens_kind_steps_name (self->steps, step));
  GArray *spans = phase == POPLENS_STEP_BACKWARD ? self->backward : self->forward;
  PoplensStepSpan *span;
  guint32 layer;

  if (!*name)
    return;
  layer = add_layer (self, name);
  span = &g_array_index (spans, PoplensStepSpan, layer);
  self->out->of_step[step] = layer;
  /* Forward steps after the backward steps of the layer are transfers between pipeline stages:
   * ignore them. */
  if (spans == self->forward && g_array_index (self->backward, PoplensStepSpan, layer).to)
    return;
  span->from = MIN (span->from, step);
  span->to = step + 1;
}

/* Appends @step to the last span if it is the next step, else adds a new span. */
static void
extend (GArray *spans, guint32 step)
{
  PoplensStepSpan next = {step, step + 1};

  if (spans->len && g_array_index (spans, PoplensStepSpan, spans->len - 1).to == step)
    g_array_index (spans, PoplensStepSpan, spans->len - 1).to = step + 1;
  else
    g_array_append_val (spans, next);
}

/* Returns the layer of an update step: the layer of the source if the step is a copy, else the
 * layer in the name of the step. */
static guint32
layer_of_update (const PoplensMoveLayers *self, const char *name)
{
  static const char copy[] = "Copy_", to[] = "_to_";
  const char *from = poplens_name_without_count (name), *end;

  if (g_str_has_prefix (from, copy) && (end = strstr (from, to))) {
    g_autofree char *source =
        g_strndup (from + strlen (copy), (gsize) (end - from) - strlen (copy));
    return poplens_move_layers_find (self, source);
  }
  return poplens_move_layers_find (self, name);
}

static void
add_updates (MoveLayersBuilder *self)
{
  PoplensMoveLayers *out = self->out;
  guint32 layer = POPLENS_NO_LAYER;

  out->layer_updates = g_new (GArray *, MAX (out->n, 1));
  for (guint32 l = 0; l < out->n; l++)
    out->layer_updates[l] = g_array_new (FALSE, FALSE, sizeof (PoplensStepSpan));
  for (guint32 s = 0; s < out->n_steps; s++) {
    guint32 named;
    if (poplens_kind_steps_phase (self->steps, s) != POPLENS_STEP_UPDATE) {
      layer = POPLENS_NO_LAYER;
      continue;
    }
    extend (out->updates, s);
    named = layer_of_update (out, poplens_kind_steps_name (self->steps, s));
    layer = named == POPLENS_NO_LAYER ? layer : named;
    if (layer != POPLENS_NO_LAYER)
      extend (out->layer_updates[layer], s);
  }
}

PoplensMoveLayers *
poplens_move_layers_new (const PoplensKindSteps *steps)
{
  PoplensMoveLayers *out = g_new0 (PoplensMoveLayers, 1);
  g_autoptr (PoplensNameLayers) names = find_families (steps);
  MoveLayersBuilder self = {.out = out, .steps = steps, .names = names};

  self.forward = g_array_new (FALSE, FALSE, sizeof (PoplensStepSpan));
  self.backward = g_array_new (FALSE, FALSE, sizeof (PoplensStepSpan));
  self.is_numbered = g_array_new (FALSE, FALSE, sizeof (guint8));
  out->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  out->updates = g_array_new (FALSE, FALSE, sizeof (PoplensStepSpan));
  out->n_steps = poplens_kind_steps_n (steps);
  out->of_step = g_new (guint32, MAX (out->n_steps, 1));
  for (guint32 s = 0; s < out->n_steps; s++) {
    PoplensStepPhase phase = poplens_kind_steps_phase (steps, s);
    out->of_step[s] = POPLENS_NO_LAYER;
    if (phase != POPLENS_STEP_UPDATE)
      add_pass (&self, s, phase);
  }
  add_updates (&self);
  out->forward = (gpointer) g_array_free (self.forward, FALSE);
  out->backward = (gpointer) g_array_free (self.backward, FALSE);
  out->is_numbered = (gpointer) g_array_free (self.is_numbered, FALSE);
  return out;
}

void
poplens_move_layers_free (PoplensMoveLayers *self)
{
  if (!self)
    return;
  for (guint32 l = 0; l < self->n; l++)
    g_array_unref (self->layer_updates[l]);
  g_free (self->layer_updates);
  g_array_unref (self->updates);
  g_hash_table_unref (self->by_name);
  g_free (self->forward);
  g_free (self->backward);
  g_free (self->is_numbered);
  g_free (self->of_step);
  g_free (self);
}

guint32
poplens_move_layers_find (const PoplensMoveLayers *self, const char *name)
{
  g_autofree char *path = g_strdup (poplens_bare_path (name));
  guint32 found = 0;
  gsize end = 0;

  /* Look up the first part of the path, then the first two parts, and so on: the longest layer is
   * the result. */
  for (guint n = 0;; n++) {
    end += poplens_name_part_length (path + end, n);
    char next = path[end];
    path[end] = '\0';
    guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, path));
    found = known ? known : found;
    path[end] = next;
    if (!next)
      return found ? found - 1 : POPLENS_NO_LAYER;
    end++;
  }
}
