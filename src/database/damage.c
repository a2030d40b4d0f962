/* Counts damaged values by column, and describes them. */
#include "database/damage.h"

/* Columns of a damaged file that are named. A profile has some 300. */
#define MOST_COLUMNS 32

typedef struct {
  char *table, *column, *what; /* what: is wrong with the first one */
  guint64 row, n;              /* row: of the first one, from 1; n: values */
} PoplensDamage;

static void
damage_free (gpointer data)
{
  PoplensDamage *self = data;

  g_free (self->table);
  g_free (self->column);
  g_free (self->what);
  g_free (self);
}

GPtrArray *
poplens_damage_new (void)
{
  return g_ptr_array_new_with_free_func (damage_free);
}

void
poplens_damage_note (GPtrArray *damage, const char *table, const char *column, guint64 row,
                     const char *what)
{
  for (guint i = 0; i < damage->len; i++) {
    PoplensDamage *known = damage->pdata[i];
    if (g_str_equal (known->table, table) && g_str_equal (known->column, column)) {
      known->n++;
      return;
    }
  }
  if (damage->len == MOST_COLUMNS)
    return;
  PoplensDamage *self = g_new (PoplensDamage, 1);
  *self = (PoplensDamage){g_strdup (table), g_strdup (column), g_strdup (what), row, 1};
  g_ptr_array_add (damage, self);
}

void
poplens_damage_describe (const GPtrArray *damage, const char *path, GPtrArray *texts)
{
  for (guint i = 0; i < damage->len; i++) {
    const PoplensDamage *self = damage->pdata[i];
    g_autofree char *more =
        self->n > 1 ? g_strdup_printf (", and %" G_GUINT64_FORMAT " more", self->n - 1) : NULL;
    g_ptr_array_add (texts, g_strdup_printf ("%s, table %s, row %" G_GUINT64_FORMAT
                                             ": %s %s%s; it counts as unknown. "
                                             "Copy the file again or record a new report.",
                                             path, self->table, self->row, self->column, self->what,
                                             more ? more : ""));
  }
}
