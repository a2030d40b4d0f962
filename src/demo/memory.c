/* Writes memory by tile and category, and exchanges. */
#include "base/search.h"
#include "demo/vertex-types.h"
#include "demo/liveness.h"
#include "demo/write.h"

#include <stdlib.h>
#include <string.h>

/* ---- exchanges ------------------------------------------------------------------------------- */

/* Length after which the text of a list of variables is cut. */
#define TEXT_LIMIT 90

typedef struct {
  DemoModel *m;
  DemoDb *db;
  gint64 next_target; /* next id in exchange_target */
  gint64 next_cycles; /* next id in compilation_cycles_by_tile */
} ExchangeWriter;

/* Returns the byte range of the region in its variable on @tile. @here: (nullable): [n_kinds] TRUE
 * for kinds of tiles that take part. @from, @to: (out). FALSE if the tile has no bytes of the
 * region. */
static gboolean
region_on (const DemoModel *m, const DemoRegion *r, guint tile, const guint8 *here, guint *from,
           guint *to)
{
  guint kind = m->kind_of[tile];
  guint32 size = demo_family (m, r->family)->size[kind];

  if (size <= r->from || (here && !here[kind]))
    return FALSE;
  *from = r->from;
  *to = r->length == 0 ? size : MIN (size, r->from + r->length);
  return TRUE;
}

/* Returns the range of bytes as text. Large regions are written as two halves, like non-contiguous
 * tensors. (transfer full) */
static char *
region_text (guint from, guint to, gboolean comma_space)
{
  guint middle = from + (to - from) / 8 * 4;

  if (to - from < 4096)
    return g_strdup_printf ("[%u,%u)", from, to);
  return g_strdup_printf ("[%u,%u)%s[%u,%u)", from, middle, comma_space ? ", " : ",", middle, to);
}

static gint64
write_target (ExchangeWriter *w, const DemoRegion *regions, guint n, const guint8 *here)
{
  gint64 id = w->next_target++;

  demo_db_row (w->db, "exchange_target", "i", id);
  for (guint i = 0; i < n; i++)
    for (guint t = w->m->n_tiles; t-- > 0;) {
      guint from, to;
      if (!region_on (w->m, &regions[i], t, here, &from, &to))
        continue;
      g_autofree char *text = region_text (from, to, FALSE);
      demo_db_row (w->db, "exchange_regions", "iis", id,
                   DEMO_I (w->m->first_var[t]) +
                       demo_family (w->m, regions[i].family)->rank[w->m->kind_of[t]],
                   text);
    }
  return id;
}

/* Returns a summary of the regions as the compiler writes it: "category: name[0,4), name[0,4)...
 * (12 variables in total)". (transfer full) */
static char *
summary (const DemoModel *m, const DemoRegion *regions, guint n, const guint8 *here)
{
  GString *out = g_string_new (NULL);
  guint total = 0, said = 0;

  for (guint i = 0; i < n; i++) {
    const DemoFamily *f = demo_family (m, regions[i].family);
    guint piece = 0;

    for (guint k = 0; k < m->n_kinds; k++)
      piece += f->size[k] ? m->kinds[k].n_tiles : 0;
    for (guint t = m->n_tiles; t-- > 0;) {
      guint from, to;
      piece -= f->size[m->kind_of[t]] != 0;
      if (!region_on (m, &regions[i], t, here, &from, &to))
        continue;
      total++;
      if (out->len > TEXT_LIMIT)
        continue;
      char suffix[DEMO_SUFFIX_BYTES];
      demo_family_print (f, t, piece, suffix);
      g_autofree char *text = region_text (from, to, TRUE);
      gboolean two = text[strlen (text) - 1] == ')' && strstr (text, "), [");
      if (said++ == 0)
        g_string_append_printf (out, "%s: ", demo_category_name (f->category));
      else
        g_string_append (out, ", ");
      g_string_append_printf (out, two ? "%s%s{ %s }" : "%s%s%s", f->base, suffix, text);
    }
  }
  if (said < total)
    g_string_append_printf (out, "... (%u variables in total)", total);
  return g_string_free (out, FALSE);
}

typedef struct {
  GByteArray *received, *sent, *received_by_ipu, *sent_by_ipu, *most, *estimates;
} ExchangeBytes;

static void
bytes_clear (ExchangeBytes *b)
{
  g_byte_array_unref (b->received);
  g_byte_array_unref (b->sent);
  g_byte_array_unref (b->received_by_ipu);
  g_byte_array_unref (b->sent_by_ipu);
  g_byte_array_unref (b->most);
  g_clear_pointer (&b->estimates, g_byte_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExchangeBytes, bytes_clear)

static GByteArray *
write_estimates (ExchangeWriter *w, const guint32 *cycles)
{
  guint32 ids[DEMO_MAX_IPUS];

  for (guint ipu = 0; ipu < w->m->ipus; ipu++) {
    g_autofree guint32 *by_tile = demo_by_tile (w->m, cycles, ipu);
    g_autoptr (GByteArray) list = demo_rle (by_tile, w->m->tiles_per_ipu);
    ids[ipu] = (guint32) w->next_cycles++;
    demo_db_row (w->db, "compilation_cycles_by_tile", "ib", DEMO_I (ids[ipu]), list);
  }
  return demo_plain (ids, w->m->ipus);
}

static void
exchange_bytes_init (ExchangeWriter *w, ExchangeBytes *b, const guint32 *sent,
                     const guint32 *received, const guint32 *cycles)
{
  guint64 in[DEMO_MAX_IPUS] = {0}, out[DEMO_MAX_IPUS] = {0}, most[DEMO_MAX_IPUS] = {0};
  const DemoModel *m = w->m;

  for (guint t = 0; t < m->n_kinds; t++) {
    guint ipu = demo_ipu (m, t);
    in[ipu] += (guint64) received[t] * m->kinds[t].n_tiles;
    out[ipu] += (guint64) sent[t] * m->kinds[t].n_tiles;
    most[ipu] = MAX (most[ipu], (guint64) sent[t] + received[t]);
  }
  b->received = demo_rle_kinds (m, received);
  b->sent = demo_rle_kinds (m, sent);
  b->received_by_ipu = demo_rle64 (in, m->ipus);
  b->sent_by_ipu = demo_rle64 (out, m->ipus);
  b->most = demo_rle64 (most, m->ipus);
  b->estimates = cycles ? write_estimates (w, cycles) : NULL;
}

static void
write_exchange (ExchangeWriter *w, const DemoExchange *e)
{
  const DemoRegion *sources = (const DemoRegion *) (gpointer) e->sources->data;
  const DemoRegion *targets = (const DemoRegion *) (gpointer) e->targets->data;
  gint64 from = write_target (w, sources, e->sources->len, NULL);
  gint64 to = write_target (w, targets, e->targets->len, NULL);
  g_autofree char *source_text = summary (w->m, sources, e->sources->len, NULL);
  g_autofree char *target_text = summary (w->m, targets, e->targets->len, NULL);
  g_autoptr (GByteArray) code = demo_rle_kinds (w->m, e->code);
  g_auto (ExchangeBytes) b = {0};

  exchange_bytes_init (w, &b, e->sent, e->received, e->global ? NULL : e->cycles);
  if (e->global)
    demo_db_row (w->db, "program_type_global_exchange", "ibbnssbbbniis", DEMO_I (e->index),
                 b.received, b.sent, source_text, target_text, b.received_by_ipu, b.sent_by_ipu,
                 b.most, from, to, "External");
  else
    demo_db_row (w->db, "program_type_do_exchange", "ibbbnssbbbbii", DEMO_I (e->index), b.received,
                 b.sent, code, source_text, target_text, b.received_by_ipu, b.sent_by_ipu, b.most,
                 b.estimates, from, to);
}

static void
write_stream (ExchangeWriter *w, guint id)
{
  const DemoStreamCopy *s = demo_stream (w->m, id);
  g_autofree guint32 *estimate = g_new0 (guint32, w->m->n_kinds);
  g_auto (ExchangeBytes) b = {0};

  /* Like the compiler, estimate cycles without the time of the host. The measured time is much
   * longer. */
  for (guint t = 0; t < w->m->n_kinds; t++)
    estimate[t] = s->cycles[t] ? 120 + MAX (s->sent[t], s->received[t]) / 8 : 0;
  exchange_bytes_init (w, &b, s->sent, s->received, estimate);
  demo_db_row (w->db, "program_type_stream_copy_mid", "ibbnbbbb", DEMO_I (id), b.received, b.sent,
               b.received_by_ipu, b.sent_by_ipu, b.most, b.estimates);
  for (guint i = 0; i < s->copies->len; i++) {
    const DemoHostCopy *copy = &g_array_index (s->copies, DemoHostCopy, i);
    g_autofree char *timing = g_strdup_printf ("streamCopyTimingInfoStream_%u", id);
    g_autofree char *text = summary (w->m, &copy->region, 1, s->here);

    demo_db_row (w->db, copy->to_host ? "host_exchange_to_host" : "host_exchange_from_host",
                 "issii", DEMO_I (id), copy->stream ? copy->stream : timing, text,
                 DEMO_I (copy->remote), write_target (w, &copy->region, 1, s->here));
  }
}

void
demo_write_exchanges (DemoModel *m, DemoDb *db)
{
  ExchangeWriter w = {m, db, 0, 0};

  for (guint i = 0; i < m->exchanges->len; i++)
    write_exchange (&w, demo_exchange (m, i));
  for (guint i = 0; i < m->streams->len; i++)
    write_stream (&w, i);
}

/* ---- memory by tile and category ------------------------------------------------------------- */

#define REGIONS 3 /* non-interleaved, interleaved, overflowed */

typedef struct {
  guint32 from, to;
  guint category;
} VariableExtent;

/* [category × region × overlapped × kind of tile] bytes */
typedef struct {
  guint32 *bytes;
  guint n_kinds;
} CategoryBytes;

typedef struct {
  guint32 region[REGIONS];
  guint32 end;     /* highest used offset */
  guint32 low_end; /* highest used offset below interleaved memory */
  guint32 always;
  guint32 peak; /* bytes: largest sum at one step of variables that are not always live */
} TileSums;

static guint32 *
bytes_at (const CategoryBytes *c, guint category, guint region, guint overlapped, guint kind)
{
  return c->bytes + ((gsize) (category * REGIONS + region) * 2 + overlapped) * c->n_kinds + kind;
}

static guint
region_of (guint32 offset)
{
  if (offset >= DEMO_BYTES_PER_TILE)
    return 2;
  return offset >= DEMO_INTERLEAVED_START;
}

/* Returns the sorted addresses at which variables or regions begin or end. (transfer full) */
static GArray *
cuts_of (const GArray *extents)
{
  GArray *cuts = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 borders[] = {DEMO_INTERLEAVED_START, DEMO_BYTES_PER_TILE};

  g_array_append_vals (cuts, borders, G_N_ELEMENTS (borders));
  for (guint i = 0; i < extents->len; i++) {
    const VariableExtent *e = &g_array_index (extents, VariableExtent, i);
    g_array_append_val (cuts, e->from);
    g_array_append_val (cuts, e->to);
  }
  qsort (cuts->data, cuts->len, sizeof (guint32), poplens_compare_u32);
  return cuts;
}

/* Adds a range of @length bytes to the category of each variable in @covering. Each of these
 * variables uses the whole range. With several variables, the range is overlapped. */
static void
categories_add_piece (const GArray *covering, guint32 length, guint region, guint kind,
                      CategoryBytes *c, TileSums *sums)
{
  if (covering->len == 0)
    return;
  sums->region[region] += length;
  for (guint i = 0; i < covering->len; i++) {
    const VariableExtent *e = &g_array_index (covering, VariableExtent, i);
    *bytes_at (c, e->category, region, covering->len > 1, kind) += length;
  }
}

static int
compare_extents (const void *a, const void *b)
{
  const VariableExtent *x = a, *y = b;

  return x->from < y->from ? -1 : x->from > y->from;
}

static GArray *
extents_of (const DemoModel *m, guint kind, TileSums *sums)
{
  GArray *extents = g_array_new (FALSE, FALSE, sizeof (VariableExtent));

  for (guint32 v = m->first_slot[kind]; v < m->first_slot[kind + 1]; v++) {
    const DemoFamily *f = demo_family (m, m->family[v]);
    VariableExtent e = {m->offset[v], m->offset[v] + f->size[kind], f->category};

    if (!(f->bits & DEMO_ALLOCATED))
      continue;
    g_array_append_val (extents, e);
    sums->end = MAX (sums->end, e.to);
    if (e.from < DEMO_INTERLEAVED_START)
      sums->low_end = MAX (sums->low_end, MIN (e.to, DEMO_INTERLEAVED_START));
    if (demo_class (m, f->class_id)->always)
      sums->always += f->size[kind];
  }
  qsort (extents->data, extents->len, sizeof (VariableExtent), compare_extents);
  return extents;
}

static void
memory_add_kind (const DemoModel *m, guint kind, CategoryBytes *c, TileSums *sums)
{
  g_autoptr (GArray) extents = extents_of (m, kind, sums);
  g_autoptr (GArray) cuts = cuts_of (extents);
  g_autoptr (GArray) covering = g_array_new (FALSE, FALSE, sizeof (VariableExtent));
  guint next = 0;

  for (guint i = 1; i < cuts->len; i++) {
    guint32 from = g_array_index (cuts, guint32, i - 1), to = g_array_index (cuts, guint32, i);
    if (from == to)
      continue;
    for (guint k = covering->len; k-- > 0;)
      if (g_array_index (covering, VariableExtent, k).to <= from)
        g_array_remove_index_fast (covering, k);
    for (; next < extents->len && g_array_index (extents, VariableExtent, next).from <= from;
         next++)
      g_array_append_val (covering, g_array_index (extents, VariableExtent, next));
    categories_add_piece (covering, to - from, region_of (from), kind, c, sums);
  }
}

static void
write_tile (DemoDb *db, guint tile, const TileSums *sums)
{
  gint64 wide_end = CLAMP (sums->end, DEMO_INTERLEAVED_START, DEMO_BYTES_PER_TILE);
  gint64 over_end = MAX (sums->end, DEMO_BYTES_PER_TILE);

  demo_db_row (db, "memory_by_tile", "iiiiiiiiiii", DEMO_I (tile), DEMO_I (sums->region[1]),
               wide_end - DEMO_INTERLEAVED_START, DEMO_I (sums->region[0]),
               DEMO_I (sums->low_end + 8), DEMO_I (sums->region[2]), over_end - DEMO_BYTES_PER_TILE,
               DEMO_I (sums->region[0]) + sums->region[1] + sums->region[2], DEMO_I (sums->end),
               DEMO_I (sums->always), DEMO_I (sums->peak));
}

static void
write_categories (const DemoModel *m, const CategoryBytes *c, DemoDb *db)
{
  for (guint i = DEMO_CATEGORIES; i-- > 0;) {
    GByteArray *lists[REGIONS][2];

    for (guint r = 0; r < REGIONS; r++)
      for (guint o = 0; o < 2; o++)
        lists[r][o] = demo_plain_kinds (m, bytes_at (c, i, r, o, 0));
    demo_db_row (db, "memory_by_category", "sbbbbbb", demo_category_name (i), lists[1][0],
                 lists[1][1], lists[0][0], lists[0][1], lists[2][0], lists[2][1]);
    for (guint r = 0; r < REGIONS; r++)
      for (guint o = 0; o < 2; o++)
        g_byte_array_unref (lists[r][o]);
  }
}

/* Writes the two tiles with the highest .end. Of tiles with the same .end, those with the lower
 * numbers. */
static void
write_fullest (const DemoModel *m, const TileSums *sums, DemoDb *db)
{
  guint best = 0, second = DEMO_NONE;

#define END(t) (sums[m->kind_of[t]].end)
  for (guint t = 1; t < m->n_tiles; t++)
    if (END (t) > END (best)) {
      second = best;
      best = t;
    } else if (second == DEMO_NONE || END (t) > END (second)) {
      second = t;
    }
#undef END
  demo_db_row (db, "memory_liveness_tiles", "ii", DEMO_I (0), DEMO_I (best));
  if (second != DEMO_NONE)
    demo_db_row (db, "memory_liveness_tiles", "ii", DEMO_I (1), DEMO_I (second));
}

void
demo_write_memory (DemoModel *m, DemoDb *db)
{
  gsize n = (gsize) DEMO_CATEGORIES * REGIONS * 2 * m->n_kinds;
  g_autofree guint32 *bytes = g_new0 (guint32, n);
  g_autofree TileSums *sums = g_new0 (TileSums, m->n_kinds);
  CategoryBytes c = {bytes, m->n_kinds};

  for (guint k = 0; k < m->n_kinds; k++) {
    memory_add_kind (m, k, &c, &sums[k]);
    sums[k].peak = demo_liveness_peak (m, k);
  }
  for (guint t = 0; t < m->n_tiles; t++)
    write_tile (db, t, &sums[m->kind_of[t]]);
  write_categories (m, &c, db);
  write_fullest (m, sums, db);
}

guint32
demo_memory_end (const DemoModel *m, guint kind)
{
  guint32 end = 0;

  for (guint32 v = m->first_slot[kind]; v < m->first_slot[kind + 1]; v++) {
    const DemoFamily *f = demo_family (m, m->family[v]);
    if (f->bits & DEMO_ALLOCATED)
      end = MAX (end, m->offset[v] + f->size[kind]);
  }
  return end;
}
