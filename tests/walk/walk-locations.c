/* Random locations for the walk, valid and invalid ones. */
#include "walk/walk.h"

#include "model/location-keys.h"

/* Values with a meaning on some page of the demo report; most have none on others. */
static const char *const choices[] = {
    "tile=5",
    "tile=0",
    "tile=0,5,20-40",
    "tile=63",
    "tile=99999",
    "ipu=0",
    "ipu=1",
    "ipu=9",
    "replica=1",
    "scope=fullest",
    "scope=replica",
    "step=0",
    "step=3",
    "step=3,5,20",
    "step=160",
    "program=0",
    "program=39",
    "variable=5",
    "variable=5,6",
    "from=0",
    "from=5",
    "to=9",
    "to=50",
    "to=1e300",
    "from=3000000",
    "breakdown=none",
    "breakdown=region",
    "breakdown=category",
    "breakdown=kind",
    "breakdown=group",
    "breakdown=liveness",
    "order=physical",
    "order=use",
    "unit=si",
    "unit=bytes",
    "axis=limit",
    "gaps=yes",
    "gaps=no",
    "always-live=yes",
    "always-live=no",
    "waits=yes",
    "fold=yes",
    "fold=no",
    "by=tile",
    "by=source",
    "by=programs",
    "by=layer",
    "view=flame",
    "view=flat",
    "view=blocks",
    "view=source",
    "view=deep",
    "axis=local",
    "axis=time",
    "depth=2",
    "hide=sync",
    "hide=sync,compute",
    "hide=always-live",
    "tab=memory-map",
    "tab=memory-maps",
    "tab=vertex-types",
    "tab=memory-tiles",
    "tab=memory-categories",
    "tab=compute-sets",
    "tab=tile-gaps",
    "tab=contents-chart",
    "tab=live-variables",
    "tab=lifetimes",
    "tab=trace-types",
    "tab=tile-costs-chart",
    "tab=operation-layers",
    "tab=variable-steps",
    "tab=memory-tiles",
    "tab=memory-categories-by-tile",
    "tab=nothing",
    "search=conv",
    "search=sync",
    "search=(",
    "filter.live-variables=weights",
    "filter.memory-tiles=5",
    "sort.memory-tiles=-total",
    "sort.vertex-types=x",
    "sort.runs=size",
    "executed=1",
    "executed=9",
    "executed=99999999",
    "range=iteration%3D2",
    "range=1000..200000",
    "range=9..3",
    "range=3000000..3500000",
    "context=4",
    "scale=weights=2",
    "scale=nosuchthing=2",
    "view=what-if",
    "view=balance",
    "view=vertices",
    "margin=10",
    "estimate=x",
    "change=no-instrumentation",
    "change=half",
    "tile-variable=0",
    "tile-variable=4294967290",
    "zoom=4",
    "view=map",
    "view=variables",
    "colour=chosen",
    "colour=weight",
    "layout=x",
    "plot=no",
    "plot=category:stack",
    "plot=weights",
    "address=4096",
    "colour=operation",
    "colour=type",
    "colour=name",
    "ramp=rainbow",
    "by=address",
    "layer=popnn",
    "layer=nothing",
    "operation=102",
    "operation=unattributed",
    "open=a%2fb",
    "path=a%2fb",
    "lifetimes=all",
    "lifetimes=peak:9",
    "lifetimes=chosen",
    "order=birth",
    "order=bytes",
    "colour=liveness",
    "rest=yes",
    "root=function:0",
    "jump=next-touch",
    "jump=peak",
    "jump=next-peak",
    "jump=previous-touch",
    "compilation=7",
    "measure=5",
    "bsp=yes",
    "order=waiting",
    "order=physical",
    "zoom=2",
    "block=3",
    "clock=first",
    "same=yes",
    "compare=both",
    "compare=before",
    "view=flame",
    "view=traces",
    "align=iteration%3D2",
    "align=start",
    "fill-balance=yes",
    "cause=compute",
    "critical-path=yes",
    "fit-ipus=yes",
    "outside=yes",
    "model-levels=yes",
    "dismissed=yes",
    "measure=peak",
    "measure=bytes",
    "line=model.py:3",
    "finding=gaps",
    "finding=tile_wait",
    "finding=host&at=3",
    "finding=slow_iterations gone",
    "at=2",
};

static char *
any_value (void)
{
  switch (walk_below (5)) {
  case 0:
    return g_strdup_printf ("%u", walk_below (12));
  case 1:
    return g_strdup_printf ("%u-%u", walk_below (2000), walk_below (2000000));
  case 2:
    return g_strdup_printf ("%d", g_test_rand_int ());
  case 3:
    return g_strdup ("yes");
  default:
    return g_strdup (strchr (choices[walk_below (G_N_ELEMENTS (choices))], '=') + 1);
  }
}

char *
walk_location (void)
{
  GString *text = g_string_new (poplens_page_id_name (walk_below (POPLENS_N_PAGES)));
  guint n = walk_below (5);

  for (guint i = 0; i < n; i++) {
    g_string_append_c (text, i ? '&' : '?');
    if (walk_below (4)) {
      g_string_append (text, choices[walk_below (G_N_ELEMENTS (choices))]);
    } else {
      const char *key = poplens_location_keys[walk_below (poplens_n_location_keys)].name;
      g_autofree char *value = any_value ();
      g_string_append_printf (text, "%s%s=%s", key,
                              g_str_has_suffix (key, ".") ? "memory-tiles" : "", value);
    }
  }
  return g_string_free (text, FALSE);
}
