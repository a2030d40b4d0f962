#include "analysis/insights/insights-names.h"

#include <string.h>

static const char *const titles[POPLENS_N_INSTRUMENTATION] = {
    "Instrumentation results",
    "Instrumentation stream buffers",
    "Instrumentation control code",
    "Code that writes the results",
};

const char *
poplens_instrumentation_title (PoplensInstrumentation kind)
{
  g_return_val_if_fail (kind < POPLENS_N_INSTRUMENTATION, "");
  return titles[kind];
}

PoplensNameSums *
poplens_name_sums_ref (PoplensNameSums *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  g_hash_table_unref (((PoplensNameSums *) data)->host_code);
}

void
poplens_name_sums_unref (PoplensNameSums *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, clear);
}

int
poplens_instrumentation_of (const char *name, gboolean is_result)
{
  if (is_result)
    return POPLENS_INSTRUMENTATION_RESULTS;
  if (g_str_has_prefix (name, "instrumentationStreamBuffer"))
    return POPLENS_INSTRUMENTATION_BUFFERS;
  if (g_str_has_prefix (name, ".text.supervisor.instrumentation_"))
    return POPLENS_INSTRUMENTATION_CONTROL;
  return strstr (name, "InstrumentationDumpStep") ? POPLENS_INSTRUMENTATION_DUMP : -1;
}

static void
add_host_code (PoplensNameSums *self, const char *name, guint64 bytes)
{
  static const char prefix[] = ".text.supervisor.host_exchange_";
  guint64 id, *sum;

  if (!g_str_has_prefix (name, prefix) ||
      !g_ascii_string_to_unsigned (name + strlen (prefix), 10, 0, G_MAXUINT32, &id, NULL))
    return;
  sum = g_hash_table_lookup (self->host_code, GUINT_TO_POINTER ((guint) id));
  if (!sum)
    g_hash_table_insert (self->host_code, GUINT_TO_POINTER ((guint) id), sum = g_new0 (guint64, 1));
  *sum += bytes;
}

static void
add_tile (PoplensNameSums *self, guint32 tile, const guint64 bytes[POPLENS_N_INSTRUMENTATION])
{
  guint64 all = 0;

  for (guint k = 0; k < POPLENS_N_INSTRUMENTATION; k++) {
    all += bytes[k];
    self->instrumentation[k].bytes += bytes[k];
    self->instrumentation[k].tiles += bytes[k] > 0;
    if (bytes[k] > self->instrumentation[k].worst_bytes) {
      self->instrumentation[k].worst_bytes = bytes[k];
      self->instrumentation[k].worst_tile = tile;
    }
  }
  if (all > self->worst_bytes) {
    self->worst_bytes = all;
    self->worst_tile = tile;
  }
  self->tiles += all > 0;
}

static PoplensNameSums *
name_sums_alloc (void)
{
  PoplensNameSums *self = g_atomic_rc_box_new0 (PoplensNameSums);

  for (guint k = 0; k < POPLENS_N_INSTRUMENTATION; k++)
    self->instrumentation[k].worst_tile = G_MAXUINT32;
  self->worst_tile = G_MAXUINT32;
  self->host_code = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

PoplensNameSums *
poplens_name_sums_new (const PoplensSlice *slice)
{
  PoplensNameSums *self = name_sums_alloc ();
  guint64 bytes[POPLENS_N_INSTRUMENTATION] = {0};

  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensNamedVariable *v = &slice->named[i];
    const char *name = poplens_strings_get (slice->strings, v->name);
    int kind = poplens_instrumentation_of (name, v->is_result);
    if (v->bits & POPLENS_VARIABLE_ALLOCATED) {
      if (kind >= 0)
        bytes[kind] += v->size;
      add_host_code (self, name, v->size);
    }
    if (i + 1 == slice->n || slice->named[i + 1].tile != v->tile) {
      add_tile (self, v->tile, bytes);
      memset (bytes, 0, sizeof bytes);
    }
  }
  return self;
}

guint64
poplens_name_sums_instrumentation (const PoplensNameSums *self)
{
  guint64 sum = 0;

  for (guint k = 0; k < POPLENS_N_INSTRUMENTATION; k++)
    sum += self->instrumentation[k].bytes;
  return sum;
}

guint64
poplens_name_sums_host_code (const PoplensNameSums *self, guint32 id)
{
  const guint64 *sum = g_hash_table_lookup (self->host_code, GUINT_TO_POINTER (id));

  return sum ? *sum : 0;
}
