/* Finds the names of executed steps, and creates their labels. */
#include "analysis/trace/step-names.h"

#include "analysis/trace/name-labels.h"
#include "analysis/trace/name-parts.h"

PoplensStepKind
poplens_step_kind_by_sync (const PoplensExecution *x, guint32 step)
{
  PoplensStepKind kind = poplens_execution_step_kind (x, step);

  if (kind != POPLENS_STEP_SYNC)
    return kind;
  const char *sync = poplens_execution_step_sync (x, step);
  if (!g_ascii_strcasecmp (sync, "SyncAns"))
    return POPLENS_STEP_SYNC_ANS;
  return g_ascii_strcasecmp (sync, "Sans") ? kind : POPLENS_STEP_SANS;
}

PoplensStepNames *
poplens_step_names_new (const PoplensExecution *execution, const PoplensPrograms *programs)
{
  PoplensStepNames *self = g_new0 (PoplensStepNames, 1);

  self->execution = execution;
  self->programs = programs;
  self->strings = poplens_strings_new ();
  self->known = g_new0 (guint32, programs ? MAX (programs->n, 1) : 1);
  self->known_types = g_new0 (guint32, (gsize) MAX (execution->n_types, 1) * execution->n_syncs);
  return self;
}

void
poplens_step_names_free (PoplensStepNames *self)
{
  if (!self)
    return;
  poplens_strings_free (self->strings);
  g_free (self->known);
  g_free (self->known_types);
  g_free (self);
}

static guint32
intern_new_type (PoplensStepNames *self, guint32 step)
{
  const char *type = poplens_execution_step_type (self->execution, step);
  const char *sync = poplens_execution_step_sync (self->execution, step);
  PoplensStepKind kind = poplens_step_kind_by_sync (self->execution, step);
  g_autofree char *both = NULL;

  if (!*sync || kind == POPLENS_STEP_SYNC_ANS || kind == POPLENS_STEP_SANS)
    return poplens_strings_intern (self->strings, *sync ? sync : type, -1);
  both = g_strdup_printf ("%s %s", sync, type);
  return poplens_strings_intern (self->strings, both, -1);
}

static guint32
intern_type (PoplensStepNames *self, guint32 step)
{
  const PoplensExecution *x = self->execution;
  guint32 *known = &self->known_types[(gsize) x->step_type[step] * x->n_syncs + x->step_sync[step]];

  if (!*known)
    *known = intern_new_type (self, step) + 1;
  return *known - 1;
}

/* Returns the name of a program. If the program has streams, returns its name and its streams. If
 * such a program has no name, its type replaces the name. (transfer full) */
static char *
program_full_name (const PoplensPrograms *programs, guint32 row)
{
  const char *own = poplens_strings_get (programs->strings, programs->name[row]);
  const char *streams =
      poplens_strings_get (programs->strings, programs->streams ? programs->streams[row] : 0);

  if (!*streams)
    return g_strdup (own);
  return g_strdup_printf (
      "%s %s", *own ? own : poplens_strings_get (programs->strings, programs->type_name[row]),
      streams);
}

/* Returns the string id of a program's name; 0 if there is no program, or it has no name. */
static guint32
intern_program (PoplensStepNames *self, guint32 program)
{
  guint32 row = self->programs && program != POPLENS_NO_PROGRAM
                    ? poplens_programs_find (self->programs, program)
                    : POPLENS_NO_ROW;

  if (row == POPLENS_NO_ROW)
    return 0;
  if (!self->known[row]) {
    g_autofree char *name = program_full_name (self->programs, row);
    self->known[row] = poplens_strings_intern (self->strings, name, -1) + 1;
  }
  return self->known[row] - 1;
}

guint32
poplens_step_names_get (PoplensStepNames *self, guint32 step)
{
  guint32 name = intern_program (self, self->execution->step_program[step]);

  return name ? name : intern_type (self, step);
}

const char *
poplens_copy_name (const PoplensPrograms *programs, guint32 program)
{
  guint32 row = programs && program != POPLENS_NO_PROGRAM
                    ? poplens_programs_find (programs, program)
                    : POPLENS_NO_ROW;

  if (row == POPLENS_NO_ROW)
    return "no name";
  const char *streams = poplens_strings_get (programs->strings, programs->streams[row]);
  if (*streams)
    return streams;
  const char *name = poplens_programs_name (programs, row);
  return *name ? name : "no name";
}

/* ---- labels ---------------------------------------------------------------------------------- */

static gboolean
step_has_label (const PoplensExecution *x, guint32 step)
{
  PoplensStepKind kind = poplens_execution_step_kind (x, step);

  return x->step_program[step] != POPLENS_NO_PROGRAM &&
         (kind == POPLENS_STEP_ON_TILE_EXECUTE || kind == POPLENS_STEP_DO_EXCHANGE ||
          kind == POPLENS_STEP_GLOBAL_EXCHANGE);
}

/* Returns the string ids of all names that need a label, without duplicates. (transfer full) */
static GArray *
labels_find_names (PoplensStepLabels *self, const PoplensExecution *x)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) seen = g_array_new (FALSE, TRUE, sizeof (gboolean));

  for (guint32 s = 0; s < x->n_steps; s++) {
    guint32 name = poplens_step_names_get (self->names, s);
    if (name >= seen->len)
      g_array_set_size (seen, name + 1);
    if (g_array_index (seen, gboolean, name) || !step_has_label (x, s))
      continue;
    g_array_index (seen, gboolean, name) = TRUE;
    g_array_append_val (found, name);
  }
  return found;
}

static PoplensNameLayers *
strings_find_layers (const PoplensStrings *strings)
{
  guint32 n = poplens_strings_count (strings);
  g_autofree const char **names = g_new (const char *, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    names[i] = poplens_strings_get (strings, i);
  return poplens_name_layers_new (names, n);
}

PoplensStepLabels *
poplens_step_labels_new (const PoplensExecution *execution, const PoplensPrograms *programs)
{
  PoplensStepLabels *self = g_new0 (PoplensStepLabels, 1);

  self->names = poplens_step_names_new (execution, programs);
  g_autoptr (GArray) found = labels_find_names (self, execution);
  const PoplensStrings *strings = self->names->strings;
  self->layers = strings_find_layers (strings);
  self->n = poplens_strings_count (strings);
  self->label = g_new0 (char *, MAX (self->n, 1));
  g_autofree PoplensNameSplit *splits = g_new (PoplensNameSplit, MAX (found->len, 1));
  for (guint i = 0; i < found->len; i++)
    splits[i] = poplens_name_split (
        self->layers, poplens_strings_get (strings, g_array_index (found, guint32, i)));
  PoplensNameLabel *labels = poplens_name_labels_new (splits, found->len);
  for (guint i = 0; i < found->len; i++)
    self->label[g_array_index (found, guint32, i)] = poplens_name_label_text (&labels[i], 0);
  poplens_name_labels_free (labels, found->len);
  return self;
}

void
poplens_step_labels_free (PoplensStepLabels *self)
{
  if (!self)
    return;
  for (guint32 i = 0; i < self->n; i++)
    g_free (self->label[i]);
  g_free (self->label);
  poplens_name_layers_free (self->layers);
  poplens_step_names_free (self->names);
  g_free (self);
}

const char *
poplens_step_labels_get (const PoplensStepLabels *self, guint32 step)
{
  if (!step_has_label (self->names->execution, step))
    return NULL;
  /* The constructor looked up all names, so this call only reads. */
  return self->label[poplens_step_names_get (self->names, step)];
}

/* ---- operations ------------------------------------------------------------------------------ */

/* Returns the set of operation keys of the report, without phases, plus @keys. (transfer full) */
static GHashTable *
labels_find_operations (const PoplensStepLabels *self, const char *const *keys, guint n)
{
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; i < self->n; i++)
    if (self->label[i]) {
      g_autofree char *key =
          poplens_name_operation_key (poplens_strings_get (self->names->strings, i));
      g_hash_table_add (found, g_strdup (poplens_name_without_phase (key)));
    }
  for (guint i = 0; i < n; i++)
    g_hash_table_add (found, g_strdup (keys[i]));
  return found;
}

char **
poplens_step_labels_of_operations (const PoplensStepLabels *self, const char *const *keys, guint n)
{
  g_autoptr (GHashTable) found = labels_find_operations (self, keys, n);
  guint n_found;
  g_autofree gpointer *names = g_hash_table_get_keys_as_array (found, &n_found);
  g_autofree PoplensNameSplit *splits = g_new (PoplensNameSplit, MAX (n_found, 1));
  g_autoptr (GHashTable) at = g_hash_table_new (g_str_hash, g_str_equal);
  char **texts = g_new0 (char *, (gsize) n + 1);

  for (guint i = 0; i < n_found; i++) {
    splits[i] = poplens_name_split (self->layers, names[i]);
    g_hash_table_insert (at, names[i], GUINT_TO_POINTER (i));
  }
  PoplensNameLabel *labels = poplens_name_labels_new (splits, n_found);
  for (guint i = 0; i < n; i++)
    texts[i] =
        poplens_name_label_text (&labels[GPOINTER_TO_UINT (g_hash_table_lookup (at, keys[i]))], 0);
  poplens_name_labels_free (labels, n_found);
  return texts;
}
