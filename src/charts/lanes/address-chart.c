#include "charts/lanes/address-private.h"

void
poplens_chart_add_address_region (PoplensChart *self, const char *name, PoplensInk ink,
                                  guint64 from, guint64 to, guint64 element_size)
{
  PoplensAddressRegion region = {ink, element_size};

  g_return_if_fail (poplens_chart_is_address (self));
  poplens_chart_add_lane_run (self, name, from, to);
  g_array_append_val (poplens_lanes (self)->regions, region);
}

const char *
poplens_format_address (PoplensNumber buffer, guint64 address)
{
  g_snprintf (buffer, POPLENS_NUMBER_SIZE, "0x%" G_GINT64_MODIFIER "x", address);
  return buffer;
}

void
poplens_address_describe_span (const PoplensChart *self, GString *out, guint64 from, guint64 to)
{
  PoplensNumber a, b, size;

  g_string_append_printf (out, "%s to %s (%s)", poplens_format_address (a, from),
                          poplens_format_address (b, to),
                          poplens_chart_format_value (self, size, to - from));
}
