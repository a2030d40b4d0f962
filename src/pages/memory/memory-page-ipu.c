/* Whose tiles the Memory page shows: those of all IPUs, of one, or of a replica. */
#include "pages/memory/memory-page.h"

#include "base/typed.h"

/* More of them a list does not offer; a location can name them. */
#define MOST_REPLICAS 64
#define REPLICA "replica:"

static guint32
n_replicas (const PoplensMemoryPage *self)
{
  return self->target ? MAX (self->target->num_replicas, 1) : 1;
}

static guint32
n_listed (const PoplensMemoryPage *self)
{
  return self->memory->n_tiles ? self->memory->tile[self->memory->n_tiles - 1] + 1 : 0;
}

/* ---- what the location says
 * -----------------------------------------------------------------------
 */

/* The number at @key, below @n; −1 where there is none, which is said where it is asked for. @all:
 * (nullable): a word that means none. */
static int
read_number (PoplensMemoryPage *self, const char *key, const char *title, const char *all,
             guint32 n)
{
  const char *text = poplens_location_get (self->context->location, key);
  guint64 number;

  if (!text || !g_strcmp0 (text, all))
    return -1;
  if (poplens_typed_unsigned (text, 0, MIN (n, G_MAXINT) - 1, &number))
    return (int) number;
  g_autofree char *wrong =
      n == 1 ? g_strdup_printf ("unknown %s “%s”; there is only 0", title, text)
             : g_strdup_printf ("unknown %s “%s”; use 0 to %u", title, text, n - 1);
  poplens_page_add_misuse (self->page, wrong);
  return -1;
}

static void
show_ipu (PoplensMemoryPage *self, guint32 ipu)
{
  /* All there is. */
  if (self->n_ipus < 2)
    return;
  self->is_part = TRUE;
  self->part.first = ipu * self->target->tiles_per_ipu;
  self->part.last = self->part.first + self->target->tiles_per_ipu - 1;
}

static void
show_replica (PoplensMemoryPage *self)
{
  PoplensTileRange *part = &self->part;

  self->is_part = poplens_target_tiles_of_replica (
      self->target, n_listed (self), (guint32) self->replica, &part->first, &part->last);
  self->stands_in = !self->is_part;
}

/* ---- the choice --------------------------------------------------------------------------------
 */

static void
add_option (GPtrArray *options, GPtrArray *titles, char *option, char *title)
{
  g_ptr_array_add (options, option);
  g_ptr_array_add (titles, title);
}

/* Returns: the place of the replica that is shown among the options, or @current */
static guint
add_replica_options (const PoplensMemoryPage *self, GPtrArray *options, GPtrArray *titles,
                     guint current)
{
  guint32 n = n_replicas (self);

  for (guint32 i = 0; n > 1 && i < n; i++) {
    if (i >= MOST_REPLICAS && self->replica != (int) i)
      continue;
    if (self->replica == (int) i)
      current = options->len;
    add_option (options, titles, g_strdup_printf (REPLICA "%u", i),
                g_strdup_printf ("Replica %u", i));
    if (i >= MOST_REPLICAS)
      break;
  }
  return current;
}

void
poplens_memory_page_add_ipu (PoplensMemoryPage *self)
{
  int ipu = self->ipu = read_number (self, "ipu", "IPU", "all", MAX (self->n_ipus, 1));
  g_autoptr (GPtrArray) options = g_ptr_array_new ();
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  guint current = ipu < 0 ? 0 : (guint) ipu + 1;

  self->replica = read_number (self, "replica", "replica", NULL, n_replicas (self));
  /* An IPU was chosen since, maybe on another page. */
  if (ipu >= 0)
    self->replica = -1;
  if (ipu >= 0)
    show_ipu (self, (guint32) ipu);
  else if (self->replica >= 0 && n_replicas (self) > 1)
    show_replica (self);
  if (self->n_ipus < 2 && n_replicas (self) < 2)
    return;
  add_option (options, titles, g_strdup ("all"), g_strdup ("All"));
  for (guint i = 0; self->n_ipus > 1 && i < self->n_ipus; i++)
    add_option (options, titles, g_strdup_printf ("%u", i), g_strdup_printf ("%u", i));
  current = add_replica_options (self, options, titles, MIN (current, options->len - 1));
  g_ptr_array_add (options, NULL);
  g_ptr_array_add (titles, NULL);
  poplens_page_add_own_choice (self->page, "ipu", "IPU", "Tiles to show",
                               (GStrv) g_ptr_array_steal (options, NULL),
                               (GStrv) g_ptr_array_steal (titles, NULL), current);
}

/* ---- what is said of replicas ------------------------------------------------------------------
 */

/* "IPU 2", "IPUs 2 and 3", "IPUs 4 to 7". (transfer full) */
static char *
name_ipus (guint64 first, guint32 n)
{
  guint64 last = first + n - 1;

  if (n < 2)
    return g_strdup_printf ("IPU %" G_GUINT64_FORMAT, first);
  return g_strdup_printf ("IPUs %" G_GUINT64_FORMAT " %s %" G_GUINT64_FORMAT, first,
                          n == 2 ? "and" : "to", last);
}

static char *
describe_stand_in (const PoplensMemoryPage *self)
{
  guint32 per_replica = MAX (self->target->ipus_per_replica, 1);
  g_autofree char *ipus = name_ipus ((guint64) self->replica * per_replica, per_replica);

  return g_strdup_printf (
      "Replica %d (%s) is assumed identical to the recorded replica, which is shown", self->replica,
      ipus);
}

void
poplens_memory_page_add_replicas (PoplensMemoryPage *self)
{
  guint32 n = n_replicas (self);
  g_autofree char *text = NULL;
  PoplensNumber tiles, replicas, own;

  if (n < 2)
    return;
  poplens_format_items (tiles, self->memory->n_tiles, "tile");
  poplens_format_items (replicas, n, "replica");
  if (self->stands_in)
    text = describe_stand_in (self);
  else if (n_listed (self) <= self->target->tiles_per_replica)
    text = g_strdup_printf ("Showing the %s of one replica; there are %s", tiles, replicas);
  else if (self->replica >= 0)
    text = g_strdup_printf (
        "Replica %d: tiles %u to %u, assuming numbering replica by replica; there are %s",
        self->replica, self->part.first, self->part.last, replicas);
  else
    text = g_strdup_printf ("Profile lists %s, but one replica has %s", tiles,
                            poplens_format_count (own, self->target->tiles_per_replica));
  (self->replica < 0 ? poplens_page_add_standing : poplens_page_add_notice) (
      self->page, POPLENS_TONE_NEUTRAL, "replicas", text);
}
