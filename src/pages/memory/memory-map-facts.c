/* What a memory map says of what is selected in it. */
#include "pages/memory/memory-map.h"

#include "charts/lanes/address.h"
#include "derived/operations/debug-source.h"

#include <string.h>

#define MOST_RANGES 8 /* of steps */
#define MOST_SHARES 100
#define MOST_CONTEXTS 12

typedef struct {
  const PoplensMemoryMap *map;
  const PoplensPageContext *context;
  PoplensTabChart *tab;
} Describe;

static PoplensFact *
add_fact (const Describe *d, const char *label, const char *value)
{
  return poplens_facts_add (d->tab->facts, label, value, NULL);
}

static void
add_count (const Describe *d, const char *label, guint64 count)
{
  PoplensNumber number;

  add_fact (d, label, poplens_format_count (number, count));
}

/* "12.0 KiB (12,288 bytes)" */
static void
add_bytes (const Describe *d, const char *label, guint64 bytes)
{
  PoplensNumber number, exact;
  g_autofree char *text = NULL;

  poplens_format_bytes (number, bytes, d->context->unit);
  if (bytes >= 1000 && d->context->unit != POPLENS_BYTE_UNIT_BYTES)
    text = g_strdup_printf ("%s (%s bytes)", number, poplens_format_count (exact, bytes));
  add_fact (d, label, text ? text : number);
}

static void
add_range (const Describe *d, const PoplensAddressMap *map, guint64 from, guint64 to)
{
  PoplensNumber first, last;
  g_autofree char *text =
      g_strdup_printf ("%s to before %s", poplens_format_address (first, map->base + from),
                       poplens_format_address (last, map->base + to));

  add_fact (d, "Address", text);
}

/* The name of a variable, or its id where it has none. (transfer full) */
static char *
title_of (const PoplensAddressMap *map, guint32 block)
{
  const char *name = poplens_address_map_name (map, block);

  return *name ? g_strdup (name)
               : g_strdup_printf ("variable %u", poplens_address_map_variable (map, block)->id);
}

/* The location that selects the variable of @block. (transfer full) */
static char *
link_to (const Describe *d, const PoplensAddressMap *map, guint32 block)
{
  g_autofree char *id = g_strdup_printf ("%u", poplens_address_map_variable (map, block)->id);
  g_autoptr (PoplensLocation) bare = poplens_location_with (d->context->location, "address", NULL);
  g_autoptr (PoplensLocation) tab = poplens_location_with (bare, "tab", "memory-map");
  g_autoptr (PoplensLocation) location = poplens_location_with (tab, "tile-variable", id);

  return poplens_location_to_string (location);
}

/* ---- a variable --------------------------------------------------------------------------------
 */

static const char *
region_of (const PoplensAddressMap *map, const PoplensAddressBlock *block)
{
  if (map->capacity && block->to > map->capacity)
    return "beyond the end of the tile";
  for (guint r = 0; r < map->regions->len; r++) {
    const PoplensAddressRegion *region = &g_array_index (map->regions, PoplensAddressRegion, r);
    if (region->from <= block->from && block->from < region->to)
      return block->to > region->to ? "non-interleaved and interleaved"
             : region->interleaved  ? "interleaved"
                                    : "non-interleaved";
  }
  return NULL;
}

static void
add_life (const Describe *d, const PoplensAddressMap *map, guint32 block)
{
  const PoplensAddressBlock *b = &g_array_index (map->blocks, PoplensAddressBlock, block);
  g_autofree char *life = poplens_address_map_describe_life (map, block, MOST_RANGES);

  if (b->class_row == POPLENS_NO_CLASS) {
    add_fact (d, "Live",
              map->liveness ? "Equivalence class missing from the profile"
                            : "Liveness not recorded");
    return;
  }
  add_fact (d, "Live at steps", life);
  if (d->map->step != POPLENS_NO_STEP) {
    g_autofree guint8 *live = poplens_address_map_live_at (map, d->map->step);
    g_autofree char *label = g_strdup_printf ("At step %u", d->map->step);
    add_fact (d, label, live[block] ? "live" : "not live");
  }
}

static void
add_shares (const Describe *d, const PoplensAddressMap *map, guint32 block)
{
  g_autoptr (GArray) shares = poplens_address_map_sharing (map, block);
  PoplensNumber count, all, bytes;

  add_count (d, "Shares with", shares->len);
  for (guint i = 0; i < MIN (shares->len, MOST_SHARES); i++) {
    const PoplensAddressShare *share = &g_array_index (shares, PoplensAddressShare, i);
    g_autofree char *title = title_of (map, share->block);
    g_autofree char *life = poplens_address_map_describe_life (map, share->block, 3);
    g_autofree char *detail = g_strdup_printf (
        "%s shared · live at steps: %s",
        poplens_format_bytes (bytes, share->to - share->from, d->context->unit), life);
    PoplensFact *fact = poplens_facts_add (d->tab->facts, "", title, detail);
    fact->link = link_to (d, map, share->block);
  }
  if (shares->len <= MOST_SHARES)
    return;
  g_autofree char *more =
      g_strdup_printf ("%s of %s; see the tab Sharing", poplens_format_count (count, MOST_SHARES),
                       poplens_format_count (all, shares->len));
  add_fact (d, "", more);
}

/* The debug contexts of an unlowered variable, where they are at hand. */
static void
add_chain (const Describe *d, guint32 unlowered)
{
  const PoplensDebugContexts *contexts =
      poplens_debug_at_hand (d->context->report, d->context->cancellable);
  g_autofree char *id = g_strdup_printf ("%u", unlowered);
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_MEMORY);
  g_autoptr (PoplensLocation) location = poplens_location_with (page, "variable", id);
  guint more;
  g_autoptr (GPtrArray) subjects =
      contexts ? poplens_debug_subjects (d->context->report, location, &more,
                                         d->context->cancellable, NULL)
               : NULL;
  const PoplensDebugSubject *subject = subjects && subjects->len ? subjects->pdata[0] : NULL;

  if (!subject || !subject->ids->len)
    return;
  guint32 first = poplens_debug_contexts_find (contexts, g_array_index (subject->ids, guint64, 0));
  if (first == POPLENS_NO_CONTEXT)
    return;
  g_autoptr (GArray) chain = poplens_debug_context_chain (contexts, first);
  for (guint i = 0; i < MIN (chain->len, MOST_CONTEXTS); i++) {
    guint32 context = g_array_index (chain, guint32, i);
    g_autofree char *title = poplens_debug_title (contexts, context);
    g_autofree char *where = poplens_debug_location (contexts, context);
    PoplensFact *fact = poplens_facts_add (d->tab->facts, i ? "" : "Created by", title, where);
    fact->link = g_strdup_printf ("summary?context=%" G_GUINT64_FORMAT, contexts->id[context]);
  }
}

static void
add_unlowered (const Describe *d, const PoplensAddressMap *map, guint32 unlowered)
{
  const char *name = poplens_variable_name (map->variables, unlowered);
  g_autofree char *text =
      name && *name ? g_strdup (name) : g_strdup_printf ("variable %u", unlowered);

  PoplensFact *fact = add_fact (d, "Part of", text);
  /* By name: what is plotted has ids of its own. */
  if (name && *name && !strchr (name, ',')) {
    g_autoptr (PoplensLocation) graph =
        poplens_location_with (d->context->location, "view", "variables");
    g_autoptr (PoplensLocation) location = poplens_location_with (graph, "plot", name);
    fact->link = poplens_location_to_string (location);
  }
  add_chain (d, unlowered);
}

static void
describe_variable (const Describe *d, const PoplensAddressMap *map, guint32 block)
{
  const PoplensAddressBlock *b = &g_array_index (map->blocks, PoplensAddressBlock, block);
  const PoplensTileVariable *v = poplens_address_map_variable (map, block);
  const char *category = poplens_address_map_category (map, block), *title = category;
  PoplensNumber number;

  d->tab->title = title_of (map, block);
  poplens_memory_group_of (category, &title);
  add_fact (d, "Category", title);
  if (d->map->source.maps->len > 1)
    add_fact (d, "Tile", poplens_format_count (number, map->tile));
  add_bytes (d, "Size", v->size);
  add_range (d, map, b->from, b->to);
  if (region_of (map, b))
    add_fact (d, "Memory", region_of (map, b));
  add_bytes (d, "Alignment", v->alignment);
  add_life (d, map, block);
  if (map->slice->element_constraints)
    add_count (d, "Conflicts with",
               poplens_lists_length (map->slice->element_constraints, b->variable));
  if (v->unlowered != G_MAXUINT32)
    add_unlowered (d, map, v->unlowered);
  add_shares (d, map, block);
}

/* ---- a gap -------------------------------------------------------------------------------------
 */

static void
add_neighbour (const Describe *d, const PoplensAddressMap *map, const char *label, guint32 id)
{
  guint32 block = id == G_MAXUINT32 ? G_MAXUINT32 : poplens_address_map_find (map, id);

  if (block == G_MAXUINT32)
    return;
  g_autofree char *title = title_of (map, block);
  add_fact (d, label, title)->link = link_to (d, map, block);
}

static void
describe_gap (const Describe *d, const PoplensAddressMap *map, guint32 row)
{
  const PoplensGap *gap = &g_array_index (map->gaps, PoplensGap, row);
  PoplensNumber bytes;

  d->tab->title = g_strdup_printf (
      "Gap of %s", poplens_format_bytes (bytes, gap->to - gap->from, d->context->unit));
  d->tab->text = poplens_address_map_explain (map, row);
  add_fact (d, "Cause", poplens_gap_cause_title (gap->cause));
  add_range (d, map, gap->from, gap->to);
  add_neighbour (d, map, "Next variable", gap->next);
  add_neighbour (d, map, "Conflicts with", gap->other);
  if (gap->n_others > 1)
    add_count (d, "Conflicting variables", gap->n_others);
}

/* ---- nothing selected --------------------------------------------------------------------------
 */

static void
describe_tiles (const Describe *d)
{
  const GPtrArray *maps = d->map->source.maps;

  d->tab->title = poplens_address_source_describe (&d->map->source);
  d->tab->text =
      g_strdup ("Select a variable to see what shares its memory, or a gap to see its cause.");
  if (maps->len != 1)
    return;
  const PoplensAddressMap *map = g_ptr_array_index (maps, 0);
  add_count (d, "Variables", map->blocks->len);
  add_bytes (d, "Excluding gaps", map->totals.total);
  add_bytes (d, "Including gaps", map->totals.including_gaps);
  add_bytes (d, "Gaps", map->totals.gaps);
  add_bytes (d, "Shared", map->totals.shared);
  if (map->totals.overflowed)
    add_bytes (d, "Overflowed", map->totals.overflowed);
  else if (map->capacity)
    add_bytes (d, "Free", map->totals.free);
}

/* ---- the step ----------------------------------------------------------------------------------
 */

static guint64
live_bytes (const PoplensAddressMap *map, guint32 step)
{
  g_autofree guint8 *live = poplens_address_map_live_at (map, step);
  guint64 sum = 0;

  for (guint32 b = 0; b < map->blocks->len; b++) {
    const PoplensAddressBlock *block = &g_array_index (map->blocks, PoplensAddressBlock, b);
    sum += live[b] ? block->to - block->from : 0;
  }
  return sum;
}

static void
describe_step (const Describe *d)
{
  const PoplensPrograms *programs = d->map->programs;
  guint32 step = d->map->step;

  if (step == POPLENS_NO_STEP)
    return;
  guint32 id = d->map->source.liveness->program[step];
  guint32 row = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
  guint64 live = 0;
  PoplensNumber at, last, bytes;
  for (guint m = 0; m < d->map->source.maps->len; m++)
    live += live_bytes (g_ptr_array_index (d->map->source.maps, m), step);
  d->tab->step_label =
      g_strdup_printf ("Step %s of %s · %s live · %s", poplens_format_count (at, step),
                       poplens_format_count (last, d->tab->n_steps - 1),
                       poplens_format_bytes (bytes, live, d->context->unit),
                       row == POPLENS_NO_ROW ? "" : poplens_programs_label (programs, row));
}

void
poplens_memory_map_describe (const PoplensMemoryMap *self, const PoplensPageContext *context,
                             PoplensTabChart *tab)
{
  const Describe d = {self, context, tab};
  const PoplensMapItem *item;

  describe_step (&d);
  if (self->selected == G_MAXSIZE) {
    describe_tiles (&d);
    return;
  }
  const PoplensAddressMap *map = poplens_memory_map_of_item (self, self->selected, &item);
  if (item->is_gap)
    describe_gap (&d, map, item->index);
  else
    describe_variable (&d, map, item->index);
}
