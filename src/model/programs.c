/* Part with the program tree: look-up, names, and kinds of programs. */
#include "model/programs.h"

#include "model/search.h"

#include <string.h>

PoplensPrograms *
poplens_programs_new (void)
{
  PoplensPrograms *self = g_new0 (PoplensPrograms, 1);

  self->strings = poplens_strings_new ();
  return self;
}

void
poplens_programs_free (PoplensPrograms *self)
{
  if (!self)
    return;
  poplens_strings_free (self->strings);
  g_free (self->id);
  g_free (self->kind);
  g_free (self->type_name);
  g_free (self->variant_index);
  g_free (self->name);
  g_free (self->streams);
  g_free (self->debug_id);
  g_free (self->compute_set);
  g_free (self->detail);
  g_free (self->detail_text);
  poplens_lists_free (self->children);
  poplens_lists_free (self->control_code);
  poplens_lists_free (self->tiles);
  g_free (self->control_id);
  g_free (self->control_program);
  g_free (self->function_id);
  g_free (self->function_program);
  g_free (self->step);
  g_free (self->step_name);
  g_clear_pointer (&self->others, g_ptr_array_unref);
  g_free (self);
}

const PoplensPrograms *
poplens_programs_of_step (const PoplensPrograms *self, const char *step)
{
  if (!step || !g_strcmp0 (step, self->step))
    return self;
  for (guint i = 0; self->others && i < self->others->len; i++) {
    const PoplensPrograms *other = g_ptr_array_index (self->others, i);
    if (!strcmp (step, other->step))
      return other;
  }
  return NULL;
}

guint32
poplens_programs_find (const PoplensPrograms *self, guint32 id)
{
  return poplens_find_id (self->id, self->n, id);
}

const char *
poplens_programs_name (const PoplensPrograms *self, guint32 row)
{
  guint32 name = self->name[row];

  return poplens_strings_get (self->strings, name || !self->streams ? name : self->streams[row]);
}

const char *
poplens_programs_name_or_type (const PoplensPrograms *self, guint32 row)
{
  const char *name = poplens_programs_name (self, row);

  return *name ? name : poplens_strings_get (self->strings, self->type_name[row]);
}

const char *
poplens_programs_label (const PoplensPrograms *self, guint32 row)
{
  guint32 name = self->name[row];

  return poplens_strings_get (self->strings, name ? name : self->type_name[row]);
}

PoplensProgramKind
poplens_program_kind_parse (const char *type_name)
{
  static const struct {
    const char *name;
    PoplensProgramKind kind;
  } kinds[] = {
      {"Sequence", POPLENS_PROGRAM_SEQUENCE},
      {"OnTileExecute", POPLENS_PROGRAM_ON_TILE_EXECUTE},
      {"Repeat", POPLENS_PROGRAM_REPEAT},
      {"RepeatWhile", POPLENS_PROGRAM_REPEAT_WHILE},
      {"Call", POPLENS_PROGRAM_CALL},
      {"DoExchange", POPLENS_PROGRAM_DO_EXCHANGE},
      {"GlobalExchange", POPLENS_PROGRAM_GLOBAL_EXCHANGE},
      {"StreamCopyBegin", POPLENS_PROGRAM_STREAM_COPY_BEGIN},
      {"StreamCopyMid", POPLENS_PROGRAM_STREAM_COPY_MID},
      {"StreamCopyEnd", POPLENS_PROGRAM_STREAM_COPY_END},
      {"CodeCopy", POPLENS_PROGRAM_CODE_COPY},
      {"Sync", POPLENS_PROGRAM_SYNC},
      {"Sans", POPLENS_PROGRAM_SANS},
      {"SyncAns", POPLENS_PROGRAM_SYNC_ANS},
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (!strcmp (type_name, kinds[i].name))
      return kinds[i].kind;
  return POPLENS_PROGRAM_OTHER;
}
