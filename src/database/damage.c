/* Counts damaged values by column, and describes them. */
#include "database/damage.h"

#include <string.h>

/* Maximum number of columns that are named. A profile has some 300. */
#define MOST_COLUMNS 32

typedef struct {
  char *table, *column, *what; /* .what: what is wrong with the first value */
  guint64 row, last, n;        /* first and last row, from 1, and number of values */
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

static PoplensDamage *
damage_find (const GPtrArray *damage, const char *table, const char *column)
{
  for (guint i = 0; i < damage->len; i++) {
    PoplensDamage *known = damage->pdata[i];
    if (g_str_equal (known->table, table) && g_str_equal (known->column, column))
      return known;
  }
  return NULL;
}

static void
damage_add (GPtrArray *damage, const PoplensDamage *one)
{
  if (damage->len == MOST_COLUMNS)
    return;
  PoplensDamage *self = g_memdup2 (one, sizeof *one);
  self->table = g_strdup (one->table);
  self->column = g_strdup (one->column);
  self->what = g_strdup (one->what);
  g_ptr_array_add (damage, self);
}

void
poplens_damage_note (GPtrArray *damage, const char *table, const char *column, guint64 row,
                     const char *what)
{
  PoplensDamage *known = damage_find (damage, table, column);

  if (!known) {
    damage_add (damage,
                &(PoplensDamage){(char *) table, (char *) column, (char *) what, row, row, 1});
  } else if (row > known->last) {
    known->last = row;
    known->n++;
  }
}

void
poplens_damage_merge (GPtrArray *damage, const GPtrArray *more)
{
  for (guint i = 0; i < more->len; i++) {
    const PoplensDamage *one = more->pdata[i];
    PoplensDamage *known = damage_find (damage, one->table, one->column);
    if (known)
      known->n = MAX (known->n, one->n);
    else
      damage_add (damage, one);
  }
}

static int
damage_compare (gconstpointer a, gconstpointer b)
{
  const PoplensDamage *x = *(PoplensDamage *const *) a, *y = *(PoplensDamage *const *) b;
  int order = strcmp (x->table, y->table);

  return order ? order : strcmp (x->column, y->column);
}

char *
poplens_damage_describe (GPtrArray *damage, const char *path)
{
  GString *text = g_string_new (path);

  g_ptr_array_sort (damage, damage_compare);
  for (guint i = 0; i < damage->len; i++) {
    const PoplensDamage *self = damage->pdata[i];
    g_string_append_printf (text, "%s table %s, row %" G_GUINT64_FORMAT ": %s %s", i ? ";" : ",",
                            self->table, self->row, self->column, self->what);
    if (self->n > 1)
      g_string_append_printf (text, ", and %" G_GUINT64_FORMAT " more", self->n - 1);
  }
  g_string_append (text, damage->len == 1 ? "; it counts as unknown" : "; they count as unknown");
  g_string_append (text, ". Copy the file again or record a new report.");
  return g_string_free (text, !damage->len);
}
