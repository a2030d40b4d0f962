/* What uses a variable, and what belongs to it. */
#include "tables/card/card-private.h"

#include "analysis/liveness/live-step.h"
#include "analysis/trace/name-parts.h"
#include "derived/programs/program-location.h"
#include "model/search.h"

#include <string.h>

#define MOST_USERS 4

/* ---- users -------------------------------------------------------------------------------------
 */

typedef struct {
  PoplensCard *card;
  guint32 variable; /* unlowered */
  const PoplensPrograms *programs;
  GArray *users; /* guint32: rows of programs */
} Users;

static gboolean
is_its (const Users *self, guint64 lowered)
{
  const PoplensVariables *v = self->card->variables;
  guint32 row = v->id ? G_MAXUINT32 : lowered < v->n ? (guint32) lowered : G_MAXUINT32;

  return row != G_MAXUINT32 && v->unlowered[row] == self->variable;
}

/* Whether vertices of the compute set are connected with it. */
static gboolean
set_uses (const Users *self, const PoplensVertices *v, guint32 set)
{
  g_autoptr (GArray) ids = poplens_lists_values (v->compute_set_vars, set);

  for (guint i = 0; i < ids->len; i++)
    if (is_its (self, g_array_index (ids, guint64, i)))
      return TRUE;
  return FALSE;
}

static void
find_compute_sets (Users *self)
{
  GError *error = NULL;
  PoplensReport *report = self->card->report;
  const PoplensVertices *v =
      poplens_report_is_near (report)
          ? poplens_report_load (report, POPLENS_PART_VERTICES, self->card->cancellable, &error)
          : poplens_report_peek (report, POPLENS_PART_VERTICES);
  g_autofree guint8 *uses = v ? g_new0 (guint8, MAX (v->n_compute_sets, 1)) : NULL;

  poplens_card_take_error (self->card, error);
  for (guint32 set = 0; v && set < v->n_compute_sets; set++)
    uses[set] = set_uses (self, v, set);
  for (guint32 p = 0; v && p < self->programs->n; p++) {
    guint32 set = poplens_vertices_find_compute_set (v, self->programs->compute_set[p]);
    if (set != G_MAXUINT32 && uses[set])
      g_array_append_val (self->users, p);
  }
}

/* IDs of region lists with any of its bytes. */
static GHashTable *
find_regions (const Users *self)
{
  GHashTable *out = g_hash_table_new (NULL, NULL);
  GError *error = NULL;

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        self->card->report, POPLENS_SLICE_SCAN_REGIONS, key, self->card->cancellable, &error);
    if (!slice)
      break;
    for (guint32 i = 0; i < slice->n; i++)
      if (is_its (self, slice->regions[i].variable))
        g_hash_table_add (out, GUINT_TO_POINTER (slice->regions[i].id));
    key = slice->next;
  }
  poplens_card_take_error (self->card, error);
  return out;
}

static gboolean
exchange_uses (const PoplensExchangeTable *table, guint32 row, GHashTable *regions)
{
  const guint32 *lists[] = {table->source_regions, table->destination_regions};

  for (guint side = 0; side < G_N_ELEMENTS (lists); side++)
    if (lists[side] && lists[side][row] != POPLENS_NO_REGIONS &&
        g_hash_table_contains (regions, GUINT_TO_POINTER (lists[side][row])))
      return TRUE;
  return FALSE;
}

/* Regions of all exchanges are read for it, of a report on this computer only. */
static void
find_exchanges (Users *self)
{
  GError *error = NULL;
  PoplensReport *report = self->card->report;
  const PoplensExchanges *x =
      poplens_report_is_near (report)
          ? poplens_report_load (report, POPLENS_PART_EXCHANGES, self->card->cancellable, &error)
          : NULL;

  poplens_card_take_error (self->card, error);
  if (!x)
    return;
  g_autoptr (GHashTable) regions = find_regions (self);
  for (guint32 p = 0; p < self->programs->n; p++) {
    guint32 row;
    const PoplensExchangeTable *table = poplens_exchange_of_program (x, self->programs, p, &row);
    if (table && exchange_uses (table, row, regions))
      g_array_append_val (self->users, p);
  }
}

/* The first of them by name; how many there are. */
static void
add_users (const Users *self, const char *one, const char *noun)
{
  for (guint i = 0; i < MIN (self->users->len, MOST_USERS); i++) {
    guint32 row = g_array_index (self->users, guint32, i);
    poplens_card_add (self->card, one, poplens_programs_name_or_type (self->programs, row), 0, 0,
                      g_strdup_printf ("programs?program=%u", self->programs->id[row]));
  }
  if (self->users->len > MOST_USERS)
    poplens_card_add_items (
        self->card, one, self->users->len, noun,
        g_strdup_printf ("programs?program=%u",
                         self->programs->id[g_array_index (self->users, guint32, 0)]));
  g_array_set_size (self->users, 0);
}

void
poplens_card_add_users (PoplensCard *self, guint32 variable)
{
  g_autoptr (GArray) users = g_array_new (FALSE, FALSE, sizeof (guint32));
  Users all = {self, variable, poplens_report_peek (self->report, POPLENS_PART_PROGRAMS), users};

  if (!all.programs)
    return;
  find_compute_sets (&all);
  add_users (&all, "Used by", "program");
  find_exchanges (&all);
  add_users (&all, "Exchanged by", "exchange");
}

/* ---- weights, their state, and their gradient --------------------------------------------------
 */

/* What a name says of the weights that it belongs to, without phase. */
typedef struct {
  PoplensKind kind; /* POPLENS_N_KINDS: of another one */
  guint64 bytes;
  char *weights; /* NULL: only the operation is told */
  char *operation;
} Slot;

static void
slot_clear (gpointer data)
{
  Slot *self = data;

  g_free (self->weights);
  g_free (self->operation);
}

static char *
without_last (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash ? g_strndup (path, (gsize) (slash - path)) : NULL;
}

/* "X/weights" and "X" of "X/weights/momentum", of "Accl___X/weights"; "X" of "X/weightGradient". */
static void
read_name (Slot *self, const char *name)
{
  const char *reserved = strstr (name, "___");
  const char *path = poplens_name_without_phase (reserved ? reserved + strlen ("___") : name);

  if (self->kind == POPLENS_KIND_WEIGHTS || reserved)
    self->weights = g_strdup (path);
  else if (self->kind == POPLENS_KIND_OPTIMISER)
    self->weights = without_last (path);
  self->operation = without_last (self->weights ? self->weights : path);
}

/* By row of the unlowered variables: kind by most bytes, and what the name says. */
static GArray *
list_slots (const PoplensCard *self)
{
  const PoplensVariables *v = self->variables;
  GArray *out = g_array_sized_new (FALSE, TRUE, sizeof (Slot), v->n_unlowered);

  g_array_set_clear_func (out, slot_clear);
  g_array_set_size (out, v->n_unlowered);
  for (guint32 g = 0; g < self->kinds->n; g++) {
    guint32 row =
        poplens_find_id (v->unlowered_id, v->n_unlowered, self->bytes->groups[g].unlowered);
    Slot *slot = row == G_MAXUINT32 ? NULL : &g_array_index (out, Slot, row);
    if (slot && self->kinds->bytes[g] > slot->bytes) {
      slot->kind = self->kinds->kind[g];
      slot->bytes = self->kinds->bytes[g];
    }
  }
  for (guint32 row = 0; row < v->n_unlowered; row++) {
    Slot *slot = &g_array_index (out, Slot, row);
    if (!slot->bytes || slot->kind > POPLENS_KIND_WEIGHT_GRADIENT)
      slot->kind = POPLENS_N_KINDS;
    else
      read_name (slot, poplens_strings_get (v->strings, v->unlowered_name[row]));
  }
  return out;
}

/* Of one operation with several weights the gradient is that of as many bytes, within a tenth. */
static gboolean
belong_together (const Slot *a, const Slot *b)
{
  guint64 most = MAX (a->bytes, b->bytes), least = MIN (a->bytes, b->bytes);

  if (a->kind == b->kind || a->kind == POPLENS_N_KINDS || b->kind == POPLENS_N_KINDS)
    return FALSE;
  if (a->weights && b->weights)
    return !strcmp (a->weights, b->weights);
  return a->operation && !g_strcmp0 (a->operation, b->operation) && most - least <= most / 10;
}

void
poplens_card_add_slots (PoplensCard *self, guint32 variable)
{
  const PoplensVariables *v = self->variables;
  guint32 at = poplens_find_id (v->unlowered_id, v->n_unlowered, variable);
  g_autoptr (GArray) slots = list_slots (self);

  for (guint32 row = 0; at != G_MAXUINT32 && row < v->n_unlowered; row++) {
    const Slot *other = &g_array_index (slots, Slot, row);
    if (belong_together (&g_array_index (slots, Slot, at), other))
      poplens_card_add (
          self, poplens_kind_title (other->kind),
          poplens_strings_get (v->strings, v->unlowered_name[row]), (gint64) other->bytes, 0,
          g_strdup_printf ("liveness?tab=variable-steps&variable=%u", v->unlowered_id[row]));
  }
}
