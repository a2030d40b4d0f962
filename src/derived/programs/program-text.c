#include "derived/programs/program-text.h"

static guint32
find_program (const PoplensPrograms *programs, guint32 id)
{
  return programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
}

const char *
poplens_program_type_text (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = find_program (programs, id);

  return row == POPLENS_NO_ROW ? NULL
                               : poplens_strings_get (programs->strings, programs->type_name[row]);
}

const char *
poplens_program_name_text (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = find_program (programs, id);

  if (row == POPLENS_NO_ROW)
    return NULL;
  switch (programs->kind[row]) {
  case POPLENS_PROGRAM_STREAM_COPY_BEGIN:
  case POPLENS_PROGRAM_STREAM_COPY_MID:
  case POPLENS_PROGRAM_STREAM_COPY_END:
    return poplens_programs_name_or_type (programs, row);
  default:
    return poplens_programs_name (programs, row);
  }
}

char *
poplens_program_title (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = find_program (programs, id);

  if (row == POPLENS_NO_ROW)
    return g_strdup_printf ("program %u", id);
  const char *type = poplens_program_type_text (programs, id);
  const char *name = poplens_programs_name (programs, row);
  return *name ? g_strdup_printf ("%s %s", type, name) : g_strdup (type);
}
