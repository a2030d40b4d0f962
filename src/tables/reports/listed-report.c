/* Packs a listed report for the disk cache, so that the next list of reports need not open it
 * again. */
#include "tables/reports/listed-report.h"

#include "report/figure-store.h"

#include <string.h>

/* Indices of the children in a packed report. */
enum {
  HEADLINE,
  TIMING,
  UNFINISHED,
  COMPILED,
  VERSION,
  ARCHITECTURE,
  IPUS,
  TILES,
  REPLICAS,
  NAMES,
  TIME_ASKED,
  TIME
};

static GVariant *
pack_numbers (const guint64 *numbers, gsize n)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, numbers, n, sizeof *numbers);
}

static GVariant *
pack_time (const PoplensListedReport *self)
{
  return g_variant_new (
      "(@at@" POPLENS_PATH_ITEMS_PACKED "@" POPLENS_OPERATION_WORK_PACKED "m^aym^aytt)",
      pack_numbers (self->time, POPLENS_N_TIMES), poplens_path_items_pack (self->items),
      poplens_operation_work_pack (self->work), self->costliest.operation, self->costliest.layer,
      self->costliest.operation_cycles, self->costliest.layer_cycles);
}

GVariant *
poplens_listed_report_pack (const PoplensListedReport *self)
{
  GVariant *names =
      self->names ? pack_numbers ((const guint64 *) (gpointer) self->names->data, self->names->len)
                  : NULL;

  return g_variant_new ("(@ay@aybm^aym^aym^ayuuum@atbm@" POPLENS_LISTED_TIME_PACKED ")",
                        poplens_figures_pack (&self->headline, sizeof self->headline),
                        poplens_figures_pack (&self->timing, sizeof self->timing), self->unfinished,
                        self->compiled, self->poplar_version, self->architecture, self->ipus,
                        self->tiles, self->replicas, names, self->time_asked,
                        self->has_time ? pack_time (self) : NULL);
}

static gboolean
unpack_time (PoplensListedReport *self, GVariant *packed)
{
  g_autoptr (GVariant) time = g_variant_get_child_value (packed, 0);
  g_autoptr (GVariant) items = g_variant_get_child_value (packed, 1);
  g_autoptr (GVariant) work = g_variant_get_child_value (packed, 2);
  gsize n;
  gconstpointer classes = g_variant_get_fixed_array (time, &n, sizeof (guint64));

  self->has_time = TRUE;
  self->items = poplens_path_items_unpack (items);
  self->work = poplens_operation_work_unpack (work);
  g_variant_get_child (packed, 3, "m^ay", &self->costliest.operation);
  g_variant_get_child (packed, 4, "m^ay", &self->costliest.layer);
  g_variant_get_child (packed, 5, "t", &self->costliest.operation_cycles);
  g_variant_get_child (packed, 6, "t", &self->costliest.layer_cycles);
  if (!self->items || !self->work || n != POPLENS_N_TIMES)
    return FALSE;
  memcpy (self->time, classes, sizeof self->time);
  return TRUE;
}

static gboolean
unpack_numbers (GVariant *packed, guint child, gpointer numbers, gsize size)
{
  g_autoptr (GVariant) bytes = g_variant_get_child_value (packed, child);

  return poplens_figures_unpack (bytes, numbers, size);
}

gboolean
poplens_listed_report_unpack (PoplensListedReport *self, GVariant *packed, gboolean time)
{
  g_autoptr (GVariant) names = NULL, of_time = NULL;
  gsize n;

  if (!unpack_numbers (packed, HEADLINE, &self->headline, sizeof self->headline) ||
      !unpack_numbers (packed, TIMING, &self->timing, sizeof self->timing))
    return FALSE;
  g_variant_get_child (packed, UNFINISHED, "b", &self->unfinished);
  g_variant_get_child (packed, COMPILED, "m^ay", &self->compiled);
  g_variant_get_child (packed, VERSION, "m^ay", &self->poplar_version);
  g_variant_get_child (packed, ARCHITECTURE, "m^ay", &self->architecture);
  g_variant_get_child (packed, IPUS, "u", &self->ipus);
  g_variant_get_child (packed, TILES, "u", &self->tiles);
  g_variant_get_child (packed, REPLICAS, "u", &self->replicas);
  g_variant_get_child (packed, NAMES, "m@at", &names);
  g_variant_get_child (packed, TIME_ASKED, "b", &self->time_asked);
  g_variant_get_child (packed, TIME, "m@" POPLENS_LISTED_TIME_PACKED, &of_time);
  if (names) {
    gconstpointer hashes = g_variant_get_fixed_array (names, &n, sizeof (guint64));
    self->names = g_array_new (FALSE, FALSE, sizeof (guint64));
    g_array_append_vals (self->names, hashes, (guint) n);
  }
  self->opened = TRUE;
  if (!time)
    self->time_asked = FALSE;
  else if (!self->time_asked)
    return FALSE;
  return !time || !of_time || unpack_time (self, of_time);
}
