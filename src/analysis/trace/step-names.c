#include "analysis/trace/step-names.h"

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

/* Its name; of a part of a StreamCopy its streams behind its name, as findings name a copy by them,
 * or behind its type, as streams alone would not say which part it is. (transfer full) */
static char *
name_of (const PoplensPrograms *programs, guint32 row)
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

/* 0 where the step has no program, or that no name. */
static guint32
intern_program (PoplensStepNames *self, guint32 program)
{
  guint32 row = self->programs && program != POPLENS_NO_PROGRAM
                    ? poplens_programs_find (self->programs, program)
                    : POPLENS_NO_ROW;

  if (row == POPLENS_NO_ROW)
    return 0;
  if (!self->known[row]) {
    g_autofree char *name = name_of (self->programs, row);
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
