/* The memory map of tiles: each tile is a lane with its variables as blocks, placed by address. A
 * lane has more rows if variables share bytes. */
#include "analysis/liveness/live-step.h"
#include "charts/lanes/address.h"
#include "derived/memory/address-source.h"
#include "derived/operations/debug-source.h"
#include "model/step-list.h"
#include "pages/memory/memory-page.h"

#include <string.h>

/* A block of the chart: a variable, or a gap between variables. */
typedef struct {
  guint map;     /* index of the tile's map in source.maps */
  guint32 index; /* index in the blocks of the map or, if .is_gap, in its gaps */
  gboolean is_gap;
} PoplensMapItem;

/* Data of the tab. Callbacks of the chart look up names in this struct. Immutable once made;
 * reference counted. */
typedef struct {
  PoplensReport *report;
  PoplensAddressSource source;
  const PoplensPrograms *programs; /* (nullable) */
  GArray *items;                   /* PoplensMapItem for each item of the chart */
  guint8 used[POPLENS_N_GROUPS];   /* [colour] TRUE if a block has this colour (colour_of ()) */
  gboolean by_life;                /* blocks are coloured by liveness, not by category */
  guint32 step;   /* variables that are not live at this step are dimmed; POPLENS_NO_STEP: none */
  gsize selected; /* index of the selected item; G_MAXSIZE: none */
} PoplensMemoryMap;

static void
memory_map_clear (gpointer data)
{
  PoplensMemoryMap *self = data;

  poplens_address_source_clear (&self->source);
  g_clear_pointer (&self->items, g_array_unref);
  g_clear_object (&self->report);
}

static void
memory_map_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, memory_map_clear);
}

static const PoplensAddressMap *
map_of_item (const PoplensMemoryMap *self, gsize item, const PoplensMapItem **found)
{
  *found = &g_array_index (self->items, PoplensMapItem, item);
  return g_ptr_array_index (self->source.maps, (*found)->map);
}

/* Returns the first of the selected steps, or POPLENS_NO_STEP. @misuse: (out): a text if the
 * location names an unknown step */
static guint32
step_of (const PoplensMemoryMap *self, const PoplensLocation *location, char **misuse)
{
  const char *text = poplens_location_get (location, "step");
  guint32 n = self->source.liveness ? self->source.liveness->n_steps : 0;
  PoplensStepList steps;

  if (!text || !n)
    return POPLENS_NO_STEP;
  /* The location may have several steps, which Liveness compares: use the first. */
  if (poplens_step_list_parse (&steps, text) && steps.n && steps.highest < n)
    return steps.step[0];
  *misuse = g_strdup_printf ("unknown step “%s”; steps are 0 to %u", text, n - 1);
  return POPLENS_NO_STEP;
}

/* Largest number of tiles in the chart: with more rows of blocks, the chart would be unreadable. */
#define MOST_TILES 4
/* The default view shows all used bytes, and some free bytes after them: used bytes ÷
 * OPENING_REST. */
#define OPENING_REST 24
/* The default view leaves out free bytes only if they are more than 1 ÷ NEARLY_ALL of the
 * memory. */
#define NEARLY_ALL 16

/* ---- facts ----------------------------------------------------------------------------------- */

#define MOST_RANGES 8 /* largest number of step ranges that the text lists */
#define MOST_SHARES 100
#define MOST_CONTEXTS 12

typedef struct {
  const PoplensMemoryMap *map;
  const PoplensPageContext *context;
  PoplensTabChart *tab;
} MapDescription;

static PoplensFact *
memory_map_add_fact (const MapDescription *d, const char *label, const char *value)
{
  return poplens_facts_add (d->tab->facts, label, value, NULL);
}

static void
add_count (const MapDescription *d, const char *label, guint64 count)
{
  PoplensNumber number;

  memory_map_add_fact (d, label, poplens_format_count (number, count));
}

/* Adds a fact with a size: "12.0 KiB (12,288 bytes)". */
static void
memory_map_add_bytes (const MapDescription *d, const char *label, guint64 bytes)
{
  PoplensNumber number, exact;
  g_autofree char *text = NULL;

  poplens_format_bytes (number, bytes, d->context->unit);
  if (bytes >= 1000 && d->context->unit != POPLENS_BYTE_UNIT_BYTES)
    text = g_strdup_printf ("%s (%s bytes)", number, poplens_format_count (exact, bytes));
  memory_map_add_fact (d, label, text ? text : number);
}

static void
memory_map_add_range (const MapDescription *d, const PoplensAddressMap *map, guint64 from,
                      guint64 to)
{
  PoplensNumber first, last;
  g_autofree char *text =
      g_strdup_printf ("%s to before %s", poplens_format_address (first, map->base + from),
                       poplens_format_address (last, map->base + to));

  memory_map_add_fact (d, "Address", text);
}

/* Returns the name of the variable; if it has none, its id. (transfer full) */
static char *
map_variable_title (const PoplensAddressMap *map, guint32 block)
{
  const char *name = poplens_address_map_name (map, block);

  return *name ? g_strdup (name)
               : g_strdup_printf ("variable %u", poplens_address_map_variable (map, block)->id);
}

/* Returns the location that selects the variable of @block. (transfer full) */
static char *
link_to (const MapDescription *d, const PoplensAddressMap *map, guint32 block)
{
  g_autofree char *id = g_strdup_printf ("%u", poplens_address_map_variable (map, block)->id);
  g_autoptr (PoplensLocation) bare = poplens_location_with (d->context->location, "address", NULL);
  g_autoptr (PoplensLocation) tab = poplens_location_with (bare, "tab", "memory-map");
  g_autoptr (PoplensLocation) location = poplens_location_with (tab, "tile-variable", id);

  return poplens_location_to_string (location);
}

/* ---- facts: a variable ----------------------------------------------------------------------- */

/* Names the memory region of a block. (transfer none) (nullable): NULL if no region is recorded
 * there */
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
add_life (const MapDescription *d, const PoplensAddressMap *map, guint32 block)
{
  const PoplensAddressBlock *b = &g_array_index (map->blocks, PoplensAddressBlock, block);
  g_autofree char *life = poplens_address_map_describe_life (map, block, MOST_RANGES);

  if (b->class_row == POPLENS_NO_CLASS) {
    memory_map_add_fact (d, "Live",
                         map->liveness ? "Equivalence class missing from the profile"
                                       : "Liveness not recorded");
    return;
  }
  memory_map_add_fact (d, "Live at steps", life);
  if (d->map->step != POPLENS_NO_STEP) {
    g_autofree guint8 *live = poplens_address_map_live_at (map, d->map->step);
    g_autofree char *label = g_strdup_printf ("At step %u", d->map->step);
    memory_map_add_fact (d, label, live[block] ? "live" : "not live");
  }
}

static void
add_shares (const MapDescription *d, const PoplensAddressMap *map, guint32 block)
{
  g_autoptr (GArray) shares = poplens_address_map_sharing (map, block);
  PoplensNumber count, all, bytes;

  add_count (d, "Shares with", shares->len);
  for (guint i = 0; i < MIN (shares->len, MOST_SHARES); i++) {
    const PoplensAddressShare *share = &g_array_index (shares, PoplensAddressShare, i);
    g_autofree char *title = map_variable_title (map, share->block);
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
  memory_map_add_fact (d, "", more);
}

/* Adds a fact for each debug context that created the unlowered variable. Adds none if debug.cbor
 * is not loaded, and too large to load now. */
static void
add_chain (const MapDescription *d, guint32 unlowered)
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

/* Adds a fact that names and links the unlowered variable that @v is part of. */
static void
add_unlowered (const MapDescription *d, const PoplensAddressMap *map, const PoplensTileVariable *v)
{
  g_autoptr (PoplensVariableOwners) owners = poplens_variable_owners_new (map->variables);
  guint32 category = poplens_variables_find_category (map->variables, v->category);
  guint32 id = poplens_variable_owners_find (owners, v->unlowered, category, v->bits);
  const char *name = poplens_variable_name (map->variables, id);
  g_autofree char *text =
      name && *name ? g_strdup (name) : g_strdup_printf ("variable %u", v->unlowered);

  PoplensFact *fact = memory_map_add_fact (d, "Part of", text);
  /* Link by name: a number in "plot" would be the id of an unlowered variable. */
  if (name && *name && !strchr (name, ',')) {
    g_autoptr (PoplensLocation) graph =
        poplens_location_with (d->context->location, "view", "variables");
    g_autoptr (PoplensLocation) location = poplens_location_with (graph, "plot", name);
    fact->link = poplens_location_to_string (location);
  }
  /* If the lowered variable is a message, its .unlowered is the variable that the message
   * carries. */
  add_chain (d, v->unlowered);
}

static void
describe_variable (const MapDescription *d, const PoplensAddressMap *map, guint32 block)
{
  const PoplensAddressBlock *b = &g_array_index (map->blocks, PoplensAddressBlock, block);
  const PoplensTileVariable *v = poplens_address_map_variable (map, block);
  const char *category = poplens_address_map_category (map, block), *title = category;
  PoplensNumber number;

  d->tab->title = map_variable_title (map, block);
  poplens_memory_group_of (category, &title);
  memory_map_add_fact (d, "Category", title);
  if (d->map->source.maps->len > 1)
    memory_map_add_fact (d, "Tile", poplens_format_count (number, map->tile));
  memory_map_add_bytes (d, "Size", v->size);
  memory_map_add_range (d, map, b->from, b->to);
  if (region_of (map, b))
    memory_map_add_fact (d, "Memory", region_of (map, b));
  memory_map_add_bytes (d, "Alignment", v->alignment);
  add_life (d, map, block);
  if (map->slice->element_constraints)
    add_count (d, "Conflicts with",
               poplens_lists_length (map->slice->element_constraints, b->variable));
  if (v->unlowered != G_MAXUINT32)
    add_unlowered (d, map, v);
  add_shares (d, map, block);
}

/* ---- facts: a gap ---------------------------------------------------------------------------- */

/* Adds the fact @label: the name of variable @id, with a link. Adds nothing if the variable has no
 * block. */
static void
add_neighbour (const MapDescription *d, const PoplensAddressMap *map, const char *label, guint32 id)
{
  guint32 block = id == G_MAXUINT32 ? G_MAXUINT32 : poplens_address_map_find (map, id);

  if (block == G_MAXUINT32)
    return;
  g_autofree char *title = map_variable_title (map, block);
  memory_map_add_fact (d, label, title)->link = link_to (d, map, block);
}

static void
describe_gap (const MapDescription *d, const PoplensAddressMap *map, guint32 row)
{
  const PoplensGap *gap = &g_array_index (map->gaps, PoplensGap, row);
  PoplensNumber bytes;

  d->tab->title = g_strdup_printf (
      "Gap of %s", poplens_format_bytes (bytes, gap->to - gap->from, d->context->unit));
  d->tab->text = poplens_address_map_explain (map, row);
  memory_map_add_fact (d, "Cause", poplens_gap_cause_title (gap->cause));
  memory_map_add_range (d, map, gap->from, gap->to);
  add_neighbour (d, map, "Next variable", gap->next);
  add_neighbour (d, map, "Conflicts with", gap->other);
  if (gap->n_others > 1)
    add_count (d, "Conflicting variables", gap->n_others);
}

/* ---- facts: nothing selected ----------------------------------------------------------------- */

/* Sets title and text of the tab if nothing is selected; for a single tile, also facts on its
 * memory. */
static void
describe_tiles (const MapDescription *d)
{
  const GPtrArray *maps = d->map->source.maps;

  d->tab->title = poplens_address_source_describe (&d->map->source);
  d->tab->text =
      g_strdup ("Select a variable to see what shares its memory, or a gap to see its cause.");
  if (maps->len != 1)
    return;
  const PoplensAddressMap *map = g_ptr_array_index (maps, 0);
  add_count (d, "Variables", map->blocks->len);
  memory_map_add_bytes (d, "Excluding gaps", map->totals.total);
  memory_map_add_bytes (d, "Including gaps", map->totals.including_gaps);
  memory_map_add_bytes (d, "Gaps", map->totals.gaps);
  memory_map_add_bytes (d, "Shared", map->totals.shared);
  if (map->totals.overflowed)
    memory_map_add_bytes (d, "Overflowed", map->totals.overflowed);
  else if (map->capacity)
    memory_map_add_bytes (d, "Free", map->totals.free);
}

/* ---- facts: the step ------------------------------------------------------------------------- */

/* Sums the sizes of the variables that are live at @step. Bytes that two variables share count
 * twice. */
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

/* Sets the label of the selected step: number, live bytes and program. Does nothing without a
 * selected step. */
static void
describe_step (const MapDescription *d)
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

/* Fills title, text and facts of @tab: on the selected item or, if none is selected, on the
 * tiles. */
static void
memory_map_describe (const PoplensMemoryMap *self, const PoplensPageContext *context,
                     PoplensTabChart *tab)
{
  const MapDescription d = {self, context, tab};
  const PoplensMapItem *item;

  describe_step (&d);
  if (self->selected == G_MAXSIZE) {
    describe_tiles (&d);
    return;
  }
  const PoplensAddressMap *map = map_of_item (self, self->selected, &item);
  if (item->is_gap)
    describe_gap (&d, map, item->index);
  else
    describe_variable (&d, map, item->index);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

typedef struct {
  PoplensMemoryMap *self;
  GArray *from, *to, *row, *series;
  guint first_row; /* row of the chart at which the lane of the current tile begins */
} MapBlockBuilder;

#define N_LIVES 3

/* Returns the colour of a block: by liveness class if .by_life is set, else by memory group. */
static guint8
colour_of (const PoplensMemoryMap *self, const PoplensAddressBlock *block)
{
  return self->by_life ? (block->class_row == POPLENS_NO_CLASS ? 2 : !block->always_live)
                       : (guint8) block->group;
}

/* Appends a block to the chart. @from, @to: bytes from the start of the memory; the function adds
 * the base address. */
static void
map_add_item (MapBlockBuilder *b, guint map, guint32 index, gboolean is_gap, guint64 from,
              guint64 to, guint32 row, guint8 series)
{
  PoplensMapItem item = {map, index, is_gap};
  const PoplensAddressMap *of = g_ptr_array_index (b->self->source.maps, map);
  guint64 begin = of->base + from, end = of->base + to;
  guint32 lane = b->first_row + row;

  g_array_append_val (b->self->items, item);
  g_array_append_val (b->from, begin);
  g_array_append_val (b->to, end);
  g_array_append_val (b->row, lane);
  g_array_append_val (b->series, series);
}

static void
map_add_tile (MapBlockBuilder *b, guint index, const guint8 *series)
{
  const PoplensAddressMap *map = g_ptr_array_index (b->self->source.maps, index);

  for (guint32 i = 0; i < map->blocks->len; i++) {
    const PoplensAddressBlock *block = &g_array_index (map->blocks, PoplensAddressBlock, i);
    /* A variable without bytes has no block: it is at no address. */
    if (block->from < block->to)
      map_add_item (b, index, i, FALSE, block->from, block->to, block->row,
                    series[colour_of (b->self, block)]);
  }
  for (guint32 i = 0; i < map->gaps->len; i++) {
    const PoplensGap *gap = &g_array_index (map->gaps, PoplensGap, i);
    map_add_item (b, index, i, TRUE, gap->from, gap->to, 0, series[POPLENS_N_GROUPS]);
  }
  b->first_row += MAX (map->n_rows, 1);
}

static PoplensLaneBlocks *
map_make_blocks (PoplensMemoryMap *self)
{
  MapBlockBuilder b = {.self = self,
                       .from = g_array_new (FALSE, FALSE, sizeof (guint64)),
                       .to = g_array_new (FALSE, FALSE, sizeof (guint64)),
                       .row = g_array_new (FALSE, FALSE, sizeof (guint32)),
                       .series = g_array_new (FALSE, FALSE, sizeof (guint8))};

  guint8 series[POPLENS_N_GROUPS + 1] = {0};

  /* Find the colours that occur: the legend lists no others. */
  for (guint m = 0; m < self->source.maps->len; m++) {
    const PoplensAddressMap *map = g_ptr_array_index (self->source.maps, m);
    for (guint32 i = 0; i < map->blocks->len; i++)
      self->used[colour_of (self, &g_array_index (map->blocks, PoplensAddressBlock, i))] = TRUE;
  }
  for (guint i = 0; i < POPLENS_N_GROUPS; i++)
    series[i + 1] = series[i] + self->used[i];
  for (guint m = 0; m < self->source.maps->len; m++)
    map_add_tile (&b, m, series);
  return poplens_lane_blocks_new (self->items->len,
                                  (guint64 *) (gpointer) g_array_free (b.from, FALSE),
                                  (guint64 *) (gpointer) g_array_free (b.to, FALSE),
                                  (guint32 *) (gpointer) g_array_free (b.row, FALSE),
                                  (guint8 *) g_array_free (b.series, FALSE), NULL);
}

/* ---- what is selected ------------------------------------------------------------------------ */

static gsize
map_find_item (const PoplensMemoryMap *self, const PoplensAddressMap *map, guint32 index,
               gboolean is_gap)
{
  for (gsize i = 0; i < self->items->len; i++) {
    const PoplensMapItem *item = &g_array_index (self->items, PoplensMapItem, i);
    if (item->index == index && item->is_gap == is_gap &&
        g_ptr_array_index (self->source.maps, item->map) == map)
      return i;
  }
  return G_MAXSIZE;
}

/* Returns the item at address @text: "0x4c010", "311312" or, for several tiles, "5:0x4c010". If
 * there is none, returns G_MAXSIZE and sets @misuse (out). */
static gsize
find_address (const PoplensMemoryMap *self, const char *text, char **misuse)
{
  const char *colon = strchr (text, ':');
  const char *number = colon ? colon + 1 : text;
  gboolean hex = g_str_has_prefix (number, "0x");
  guint64 address, tile = colon ? g_ascii_strtoull (text, NULL, 10) : 0;

  gboolean good = g_ascii_string_to_unsigned (hex ? number + 2 : number, hex ? 16 : 10, 0,
                                              G_MAXINT64, &address, NULL);
  for (gsize i = 0; good && i < self->items->len; i++) {
    const PoplensMapItem *item;
    const PoplensAddressMap *map = map_of_item (self, i, &item);
    const PoplensAddressBlock *block =
        item->is_gap ? NULL : &g_array_index (map->blocks, PoplensAddressBlock, item->index);
    const PoplensGap *gap =
        item->is_gap ? &g_array_index (map->gaps, PoplensGap, item->index) : NULL;
    guint64 from = map->base + (gap ? gap->from : block->from);
    guint64 to = map->base + (gap ? gap->to : block->to);
    if (from <= address && address < to && (!colon || tile == map->tile))
      return i;
  }
  *misuse = g_strdup_printf ("no variable or gap at address “%s”", text);
  return G_MAXSIZE;
}

static gsize
find_selected (const PoplensMemoryMap *self, const PoplensLocation *location, char **misuse)
{
  const char *address = poplens_location_get (location, "address");
  g_autoptr (GError) error = NULL;
  const PoplensAddressMap *map;
  guint32 block;

  if (poplens_location_get (location, "tile-variable")) {
    if (!poplens_address_source_find (&self->source, location, &map, &block, &error))
      *misuse = g_strdup (error->message);
    else if (block != G_MAXUINT32)
      return map_find_item (self, map, block, FALSE);
  } else if (address && self->items->len) {
    return find_address (self, address, misuse);
  }
  return G_MAXSIZE;
}

static PoplensLocation *
map_select_item (const PoplensTabChart *tab, const PoplensLocation *location, gsize item,
                 double position)
{
  const PoplensMemoryMap *self = tab->items;
  g_autoptr (PoplensLocation) bare = poplens_location_with (location, "tile-variable", NULL);
  g_autoptr (PoplensLocation) none = poplens_location_with (bare, "address", NULL);
  const PoplensMapItem *found;

  if (item >= self->items->len)
    return g_steal_pointer (&none);
  const PoplensAddressMap *map = map_of_item (self, item, &found);
  if (!found->is_gap) {
    g_autofree char *id =
        g_strdup_printf ("%u", poplens_address_map_variable (map, found->index)->id);
    return poplens_location_with (none, "tile-variable", id);
  }
  guint64 from = map->base + g_array_index (map->gaps, PoplensGap, found->index).from;
  g_autofree char *address = self->source.maps->len > 1
                                 ? g_strdup_printf ("%u:0x%" G_GINT64_MODIFIER "x", map->tile, from)
                                 : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", from);
  return poplens_location_with (none, "address", address);
}

/* ---- dimmed items ---------------------------------------------------------------------------- */

/* Sets @dimmed [item] to TRUE for gaps, and for variables that are not live at the selected
 * step. */
static void
dim_dead (const PoplensMemoryMap *self, guint8 *dimmed)
{
  gsize i = 0;

  for (guint m = 0; m < self->source.maps->len; m++) {
    const PoplensAddressMap *map = g_ptr_array_index (self->source.maps, m);
    g_autofree guint8 *live = poplens_address_map_live_at (map, self->step);
    for (; i < self->items->len; i++) {
      const PoplensMapItem *item = &g_array_index (self->items, PoplensMapItem, i);
      if (item->map != m)
        break;
      dimmed[i] = item->is_gap || !live[item->index];
    }
  }
}

/* Dims all items except the selected variable and the variables that share bytes with it. */
static void
dim_strangers (const PoplensMemoryMap *self, guint8 *dimmed)
{
  const PoplensMapItem *selected;
  const PoplensAddressMap *map = map_of_item (self, self->selected, &selected);
  g_autoptr (GArray) shares = poplens_address_map_sharing (map, selected->index);

  for (gsize i = 0; i < self->items->len; i++) {
    const PoplensMapItem *item = &g_array_index (self->items, PoplensMapItem, i);
    dimmed[i] = i != self->selected;
    for (guint s = 0; dimmed[i] && !item->is_gap && item->map == selected->map && s < shares->len;
         s++)
      dimmed[i] = g_array_index (shares, PoplensAddressShare, s).block != item->index;
  }
}

/* Dims items that are not live at the selected step. Without a step, dims items that share no bytes
 * with the selected variable. Also dims items outside the operation of the page. */
static void
dim (const PoplensMemoryMap *self, PoplensChart *chart)
{
  gboolean step = self->step != POPLENS_NO_STEP;
  gboolean variable = self->selected != G_MAXSIZE &&
                      !g_array_index (self->items, PoplensMapItem, self->selected).is_gap;
  guint8 *dimmed;

  if (!step && !variable && !self->source.only)
    return;
  dimmed = g_new0 (guint8, MAX (self->items->len, 1));
  if (step)
    dim_dead (self, dimmed);
  else if (variable)
    dim_strangers (self, dimmed);
  if (self->source.only) {
    /* The page is restricted to an operation: dim everything but the variables of the operation. */
    for (gsize i = 0; i < self->items->len; i++) {
      const PoplensMapItem *item;
      const PoplensAddressMap *map = map_of_item (self, i, &item);
      dimmed[i] |= item->is_gap || !poplens_address_source_has (&self->source, map, item->index);
    }
  }
  if ((step || self->source.only) && self->selected != G_MAXSIZE)
    dimmed[self->selected] = 0;
  poplens_chart_set_lane_dimmed (chart, dimmed);
}

/* ---- the chart ------------------------------------------------------------------------------- */

static char *
memory_map_name_item (gconstpointer data, gsize index)
{
  const PoplensMemoryMap *self = data;
  const PoplensMapItem *item;
  const PoplensAddressMap *map = map_of_item (self, index, &item);

  if (item->is_gap)
    return g_strdup ("Gap");
  const char *name = poplens_address_map_name (map, item->index);
  return *name
             ? g_strdup (name)
             : g_strdup_printf ("variable %u", poplens_address_map_variable (map, item->index)->id);
}

static char *
memory_map_note_item (gconstpointer data, gsize index)
{
  const PoplensMemoryMap *self = data;
  const PoplensMapItem *item;
  const PoplensAddressMap *map = map_of_item (self, index, &item);

  if (item->is_gap)
    return g_strdup_printf (
        "Cause\t%s",
        poplens_gap_cause_title (g_array_index (map->gaps, PoplensGap, item->index).cause));
  g_autofree char *life = poplens_address_map_describe_life (map, item->index, 3);
  const char *title;
  poplens_memory_group_of (poplens_address_map_category (map, item->index), &title);
  return g_strdup_printf ("Category\t%s\nLive at steps\t%s\nShares with\t%u", title, life,
                          g_array_index (map->blocks, PoplensAddressBlock, item->index).n_sharing);
}

static void
memory_map_add_series (const PoplensMemoryMap *self, const PoplensLocation *location,
                       PoplensChart *chart)
{
  static const struct {
    const char *key, *name;
    PoplensInk ink;
  } lives[N_LIVES] = {{"map-always", "Always live", POPLENS_INK_ALWAYS_LIVE},
                      {"map-passing", "Not always live", POPLENS_INK_NOT_ALWAYS_LIVE},
                      {"map-unknown", "No equivalence class", POPLENS_INK_OTHER}};

  for (guint i = 0; i < (self->by_life ? N_LIVES : POPLENS_N_GROUPS); i++) {
    if (!self->used[i])
      continue;
    g_autofree char *key = self->by_life ? g_strdup (lives[i].key)
                                         : g_strconcat ("map-", poplens_memory_group_key (i), NULL);
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, key,
                              self->by_life ? lives[i].name : poplens_memory_group_title (i),
                              self->by_life ? lives[i].ink : (PoplensInk) (POPLENS_INK_TENSORS + i),
                              0, NULL, poplens_page_hides (location, key));
  }
  poplens_chart_add_series (chart, POPLENS_SERIES_GAP, "map-gaps", "Gaps", POPLENS_INK_GAPS, 0,
                            NULL, poplens_page_hides (location, "map-gaps"));
}

/* Returns the size of a memory element in bytes: the distance between two elements in @region. 0 if
 * the region has fewer than two elements. */
static guint64
element_size (const PoplensAddressMap *map, const PoplensAddressRegion *region)
{
  guint64 before = G_MAXUINT64;

  for (guint e = 0; e < map->elements->len; e++) {
    guint64 at = g_array_index (map->elements, guint64, e);
    if (at < region->from || at >= region->to)
      continue;
    if (before != G_MAXUINT64)
      return at - before;
    before = at;
  }
  return 0;
}

/* Sets the default view to the used bytes. Does nothing if nearly the whole memory is used. */
static void
set_opening (PoplensChart *chart, const GPtrArray *maps, guint64 end)
{
  const PoplensAddressMap *map = g_ptr_array_index (maps, 0);
  guint64 used = 0;

  for (guint m = 0; m < maps->len; m++)
    used = MAX (used,
                ((const PoplensAddressMap *) g_ptr_array_index (maps, m))->totals.including_gaps);
  used += used / OPENING_REST;
  if (used && used < end - end / NEARLY_ALL)
    poplens_chart_set_lane_opening (chart, map->base, map->base + used);
}

/* Adds regions, element sizes and capacity of the memory, taken from the first tile: all tiles of a
 * report have the same. */
static void
memory_map_add_memory (PoplensChart *chart, const GPtrArray *maps)
{
  const PoplensAddressMap *map = g_ptr_array_index (maps, 0);
  guint64 end = map->end;

  for (guint m = 1; m < maps->len; m++)
    end = MAX (end, ((const PoplensAddressMap *) g_ptr_array_index (maps, m))->end);
  poplens_chart_set_lane_extent (chart, map->base, map->base + MAX (end, 1));
  set_opening (chart, maps, end);
  for (guint r = 0; r < map->regions->len; r++) {
    const PoplensAddressRegion *region = &g_array_index (map->regions, PoplensAddressRegion, r);
    poplens_chart_add_address_region (
        chart, region->interleaved ? "Interleaved" : "Non-interleaved",
        region->interleaved ? POPLENS_INK_INTERLEAVED : POPLENS_INK_NON_INTERLEAVED,
        map->base + region->from, map->base + region->to, element_size (map, region));
  }
  if (map->capacity)
    poplens_chart_set_limit (chart, "end of memory", map->base + map->capacity);
}

static PoplensChart *
memory_map_make_chart (PoplensMemoryMap *self, const PoplensPageContext *context)
{
  PoplensChart *chart = poplens_chart_new (&poplens_address_kind, "Memory map", 0,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);
  g_autoptr (PoplensLaneBlocks) blocks = map_make_blocks (self);

  memory_map_add_series (self, context->location, chart);
  poplens_chart_set_item_axis (chart, NULL, "variable");
  poplens_chart_set_source (chart, "vars_info");
  poplens_chart_set_lane_blocks (chart, blocks);
  for (guint m = 0; m < self->source.maps->len; m++) {
    const PoplensAddressMap *map = g_ptr_array_index (self->source.maps, m);
    g_autofree char *name = g_strdup_printf ("Tile %u", map->tile);
    poplens_chart_add_lane_group (chart, name, MAX (map->n_rows, 1), FALSE, FALSE);
  }
  memory_map_add_memory (chart, self->source.maps);
  poplens_chart_set_item_names (chart, memory_map_name_item, g_atomic_rc_box_acquire (self),
                                memory_map_unref);
  poplens_chart_set_item_notes (chart, memory_map_note_item, g_atomic_rc_box_acquire (self),
                                memory_map_unref);
  return chart;
}

/* Creates the data of the tab; the chart adds the items later. NULL with @error. (transfer full) */
static PoplensMemoryMap *
map_new (const PoplensPageContext *context, GError **error)
{
  PoplensMemoryMap *self = g_atomic_rc_box_new0 (PoplensMemoryMap);
  gconstpointer programs;

  self->report = g_object_ref (context->report);
  self->items = g_array_new (FALSE, FALSE, sizeof (PoplensMapItem));
  self->by_life = !g_strcmp0 (poplens_location_get (context->location, "map-colour"), "liveness");
  if (!poplens_address_source_init (&self->source, context->report, context->location, MOST_TILES,
                                    context->cancellable, error) ||
      !poplens_page_load_optional (context->report, POPLENS_PART_PROGRAMS, &programs,
                                   context->cancellable, error)) {
    memory_map_unref (self);
    return NULL;
  }
  self->programs = programs;
  return self;
}

static PoplensTabChart *
memory_map_tab_new (const PoplensPageContext *context, GError **error)
{
  PoplensMemoryMap *self = map_new (context, error);
  PoplensTabChart *tab;

  if (!self)
    return NULL;
  tab = g_atomic_rc_box_new0 (PoplensTabChart);
  tab->items = self;
  tab->free_items = memory_map_unref;
  tab->chart = memory_map_make_chart (self, context);
  self->step = step_of (self, context->location, &tab->misuse);
  g_autofree char *wrong = NULL;
  self->selected = find_selected (self, context->location, &wrong);
  if (!tab->misuse)
    tab->misuse = g_steal_pointer (&wrong);
  dim (self, tab->chart);
  tab->selected = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  if (self->selected != G_MAXSIZE) {
    PoplensItemRange range = {self->selected, self->selected + 1};
    g_array_append_val (tab->selected, range);
  }
  tab->n_steps = self->source.liveness ? self->source.liveness->n_steps : 0;
  tab->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  memory_map_describe (self, context, tab);
  return tab;
}

const PoplensTabKind poplens_memory_map_kind = {memory_map_tab_new, map_select_item, NULL, NULL,
                                                POPLENS_PART_BIT (POPLENS_PART_VARIABLES)};
