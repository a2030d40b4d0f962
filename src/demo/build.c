/* Builds the elements of a network: tensors, compute sets, exchanges and stream copies, with their
 * variables, code and cycles. */
#include "demo/build.h"

#include "demo/prng.h"
#include "demo/vertex-types.h"

#include <string.h>

static guint32
round_up (double bytes, guint unit)
{
  return ((guint32) bytes + unit - 1) / unit * unit;
}

static gboolean
demo_spread_has (const DemoModel *m, DemoSpread spread, guint kind)
{
  if (!(spread.ipus >> demo_ipu (m, kind) & 1))
    return FALSE;
  if (spread.streams)
    return demo_serves_streams (m, kind);
  return demo_computes (m, kind) &&
         (m->kinds[kind].phase * 7 + spread.salt * 5) % 16 < spread.parts;
}

/* Returns the bytes of a variable on a tile of @kind: exactly @bytes if @usual is below 64, else
 * @bytes times the tile's load and some noise. @usual: bytes without --change */
static guint32
size_on (const DemoModel *m, const DemoFamily *f, guint kind, guint bytes, guint usual)
{
  double noise = 0.97 + 0.06 * demo_unit (m->seed, 100 + f->number, m->kinds[kind].number);

  return usual < 64 ? bytes : round_up (bytes * m->kinds[kind].load * noise, 4);
}

guint
demo_tensor (DemoModel *m, DemoPurpose purpose, DemoCategory category, const char *name,
             guint bytes, DemoSpread spread, guint bits, DemoLife life)
{
  g_autofree char *base = g_strconcat (name, "#", NULL);
  guint id = demo_family_new (m, category, base, DEMO_SUFFIX_PIECE, bits, bytes < 16 ? 4 : 8, life);
  guint now = demo_purpose_bytes (m->plan, purpose, bytes);
  DemoFamily *f = demo_family (m, id);

  demo_family_name (m, id, name);
  f->purpose = purpose;
  gboolean half = m->plan->change.half && demo_contexts_was_float (m->contexts, f->context);
  if (half || now != bytes)
    f->usual = g_new0 (guint32, m->n_kinds);
  for (guint t = 0; t < m->n_kinds; t++)
    if (demo_spread_has (m, spread, t)) {
      guint32 size = size_on (m, f, t, now, bytes);
      f->size[t] = half ? round_up (size / 2.0, 4) : size;
      if (f->usual)
        f->usual[t] = size_on (m, f, t, bytes, bytes);
    }
  return id;
}

guint
demo_fixed (DemoModel *m, DemoCategory category, const char *base, DemoSuffix suffix, guint bytes,
            DemoSpread spread, guint bits, guint alignment, DemoLife life)
{
  guint id = demo_family_new (m, category, base, suffix, bits, alignment, life);

  for (guint t = 0; t < m->n_kinds; t++) {
    gboolean all = spread.parts == 0 && !spread.streams && (spread.ipus >> demo_ipu (m, t) & 1);
    if (all || demo_spread_has (m, spread, t))
      demo_family (m, id)->size[t] = bytes;
  }
  return id;
}

/* Adds a variable with @bytes for each vertex instance, such as __vertexState. Returns the index of
 * its DemoFamily. */
static guint
per_instance (DemoModel *m, DemoCategory category, const char *base, int prefix, guint bytes,
              const guint32 *instances)
{
  guint id = demo_family_new (m, category, base, DEMO_SUFFIX_TILE,
                              DEMO_ALWAYS_LIVE | DEMO_BY_VERTEX, 4, DEMO_ALWAYS_STATE);
  DemoFamily *f = demo_family (m, id);

  f->prefix = prefix;
  for (guint t = 0; t < m->n_kinds; t++)
    f->size[t] = bytes * instances[t];
  return id;
}

static void
add_vertices (DemoModel *m, guint set, DemoSpread spread, DemoVertexSpec spec)
{
  DemoComputeSet *c = demo_compute_set (m, set);
  DemoVertices *use = &c->uses[c->n_uses++];
  const DemoVertexType *type = demo_vertex_type (spec.type);
  g_autofree char *base = g_strdup_printf ("__vertexState%u_", set);
  g_autofree char *field = g_strdup_printf ("%s.in_#", type->name);
  g_autofree char *desc =
      g_strdup_printf ("%s%u_", type->copies ? "copyDesc_" : "vectorList_", set);

  use->type = spec.type;
  use->field = use->descriptor = DEMO_NONE;
  use->instances = g_new0 (guint32, m->n_kinds);
  for (guint t = 0; t < m->n_kinds; t++)
    if (demo_spread_has (m, spread, t)) {
      double some =
          0.85 + 0.3 * demo_unit (m->seed, 1000 + set,
                                  m->kinds[t].number * 64 + spec.type % DEMO_VERTEX_TYPES);
      use->instances[t] = MAX (1u, (guint) (spec.instances * m->kinds[t].load * some + 0.5));
      c->edges += (guint64) type->edges * use->instances[t] * m->kinds[t].n_tiles;
    }
  use->state =
      per_instance (m, DEMO_VERTEX_STATE, base, -1, demo_vertex_size (spec.type), use->instances);
  if (type->field)
    use->field = per_instance (m, DEMO_FIELD_DATA, field, (int) set, type->field, use->instances);
  if (type->descriptor)
    use->descriptor = per_instance (m, type->copies ? DEMO_COPY_DESCRIPTOR : DEMO_LIST_DESCRIPTOR,
                                    desc, -1, type->descriptor, use->instances);
}

static guint32 *
compute_cycles (const DemoModel *m, const char *name, DemoSpread spread, guint work, guint skew)
{
  guint32 *cycles = g_new0 (guint32, m->n_kinds);
  guint64 what = demo_named (2000, name);

  for (guint t = 0; t < m->n_kinds; t++)
    if (demo_spread_has (m, spread, t)) {
      double chance = demo_unit (m->seed, what, m->kinds[t].number);
      /* If the plan makes all loads equal (.flat), work differs by at most 0.4 % between tiles. */
      double share =
          m->plan->flat ? 0.998 + 0.004 * chance : m->kinds[t].load * (0.9 + 0.15 * chance);
      for (guint i = 1; i < skew; i++)
        share *= chance;
      cycles[t] = 90 + (guint32) (work * share);
    }
  return cycles;
}

guint
demo_compute (DemoModel *m, const char *name, DemoSpread spread, const DemoVertexSpec *specs,
              guint n, guint work, guint skew, const guint *touches, guint n_touches)
{
  guint set = m->compute_sets->len;
  DemoComputeSet c = {.name = g_strdup (name),
                      .families = g_array_new (FALSE, FALSE, sizeof (guint)),
                      .cycles = compute_cycles (m, name, spread, work, skew)};

  for (guint i = 0; i < n_touches; i++)
    if (touches[i] != DEMO_NONE)
      g_array_append_val (c.families, touches[i]);
  const char *last = strrchr (name, '/');
  c.context = demo_contexts_add (m->contexts, DEMO_CTX_COMPUTE_SET, last ? last + 1 : name, NULL);
  g_array_append_val (m->compute_sets, c);
  for (guint i = 0; i < n; i++)
    add_vertices (m, set, spread, specs[i]);
  /* In real files, the row number in this table is not the index of the compute set either. Flip
   * the lowest bit to imitate that. */
  demo_leaf (m, DEMO_ON_TILE_EXECUTE, set ^ 1, NULL, 20, demo_compute_set (m, set)->cycles);
  return set;
}

void
demo_touch (DemoModel *m, guint set, guint family)
{
  if (family != DEMO_NONE)
    g_array_append_val (demo_compute_set (m, set)->families, family);
}

/* Adds the region's bytes on a tile of each kind to @bytes. @usual: TRUE: uses the sizes without
 * --change. @bytes: [n_kinds] */
static void
region_add_bytes (const DemoModel *m, DemoRegion region, gboolean usual, guint32 *bytes)
{
  const DemoFamily *f = demo_family (m, region.family);
  const guint32 *size = usual && f->usual ? f->usual : f->size;

  for (guint t = 0; t < m->n_kinds; t++)
    if (size[t] > region.from) {
      guint left = size[t] - region.from;
      bytes[t] += region.length == 0 ? left : MIN (left, region.length);
    }
}

/* Sums the bytes of all tiles of each IPU. @by_kind: [n_kinds] bytes on a tile of each kind. @sums:
 * (out) [ipus] */
static void
bytes_by_ipu (const DemoModel *m, const guint32 *by_kind, guint64 *sums)
{
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    sums[ipu] = 0;
  for (guint t = 0; t < m->n_kinds; t++)
    sums[demo_ipu (m, t)] += (guint64) by_kind[t] * m->kinds[t].n_tiles;
}

/* Computes the bytes of exchange code on each tile from the bytes that all regions move. Uses the
 * sizes without --change: a change alters the length of transfers, but not their number. */
static void
exchange_code (const DemoModel *m, DemoExchange *e)
{
  g_autofree guint32 *moved = g_new0 (guint32, m->n_kinds);

  for (guint i = 0; i < e->sources->len; i++)
    region_add_bytes (m, g_array_index (e->sources, DemoRegion, i), TRUE, moved);
  for (guint i = 0; i < e->targets->len; i++)
    region_add_bytes (m, g_array_index (e->targets, DemoRegion, i), TRUE, moved);
  for (guint t = 0; t < m->n_kinds; t++)
    if (moved[t] > 0)
      e->code[t] = 24 + moved[t] / 160 * 4;
}

/* Computes the cycles that the exchange takes on each tile, without waiting for others. */
static void
exchange_cycles (const DemoModel *m, const char *name, DemoExchange *e)
{
  guint64 what = demo_named (3000, name), sent[DEMO_MAX_IPUS], received[DEMO_MAX_IPUS];

  bytes_by_ipu (m, e->sent, sent);
  bytes_by_ipu (m, e->received, received);
  for (guint t = 0; t < m->n_kinds; t++) {
    guint most = MAX (e->sent[t], e->received[t]), ipu = demo_ipu (m, t);
    if (most == 0)
      continue;
    e->ipus |= (guint64) 1 << ipu;
    /* Links between IPUs carry 0.16 bytes per cycle and tile, and 162 bytes per cycle and IPU (0.3
     * TB/s). */
    guint of_ipu = (guint) ((sent[ipu] + received[ipu]) / 162);
    e->cycles[t] = 18 + (e->global ? MAX (most * 25 / 4, of_ipu) : most / 4) +
                   (guint) (12 * demo_unit (m->seed, what, m->kinds[t].number));
  }
}

static void
add_sources (const DemoModel *m, DemoExchange *e, guint length)
{
  memset (e->sent, 0, m->n_kinds * sizeof e->sent[0]);
  for (guint i = 0; i < e->sources->len; i++) {
    DemoRegion *from = &g_array_index (e->sources, DemoRegion, i);
    from->length = length;
    region_add_bytes (m, *from, FALSE, e->sent);
  }
}

static gboolean
receives_what_is_sent (const DemoModel *m, const DemoExchange *e)
{
  guint64 sent[DEMO_MAX_IPUS], received[DEMO_MAX_IPUS];

  bytes_by_ipu (m, e->sent, sent);
  bytes_by_ipu (m, e->received, received);
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    if (sent[ipu] > received[ipu])
      return FALSE;
  return TRUE;
}

/* Shortens the source regions until no IPU sends more bytes than it receives. @length: upper limit:
 * bytes of each source on a tile. */
static void
fit_sources (const DemoModel *m, DemoExchange *e, guint length)
{
  guint fits = 1, too_long = (length + 3) / 4;

  if (receives_what_is_sent (m, e))
    return;
  while (too_long - fits > 1) {
    guint middle = fits + (too_long - fits) / 2;
    add_sources (m, e, middle * 4);
    if (receives_what_is_sent (m, e))
      fits = middle;
    else
      too_long = middle;
  }
  add_sources (m, e, fits * 4);
}

static guint
exchange_new (DemoModel *m, const char *name, gboolean global, const guint *sources,
              guint n_sources, guint length, guint target)
{
  guint index = 0, id = m->exchanges->len;
  DemoRegion to = {target, 0, 0};
  DemoExchange e = {.global = global,
                    .sources = g_array_new (FALSE, FALSE, sizeof (DemoRegion)),
                    .targets = g_array_new (FALSE, FALSE, sizeof (DemoRegion)),
                    .sent = g_new0 (guint32, m->n_kinds),
                    .received = g_new0 (guint32, m->n_kinds),
                    .code = g_new0 (guint32, m->n_kinds),
                    .cycles = g_new0 (guint32, m->n_kinds)};

  for (guint i = 0; i < id; i++)
    index += demo_exchange (m, i)->global == global;
  e.index = index;
  g_array_append_val (e.targets, to);
  region_add_bytes (m, to, FALSE, e.received);
  for (guint i = 0; i < n_sources; i++)
    if (sources[i] != DEMO_NONE) {
      DemoRegion from = {sources[i], 0, length};
      g_array_append_val (e.sources, from);
    }
  add_sources (m, &e, length);
  exchange_code (m, &e);
  if (!global)
    fit_sources (m, &e, length);
  exchange_cycles (m, name, &e);
  g_array_append_val (m->exchanges, e);
  return id;
}

/* Adds a DemoFamily for the code of an exchange. @bytes: [n_kinds] bytes of code that the profile
 * records. @more: bytes by which the variable is larger. Returns the index of the DemoFamily. */
static guint
code_family (DemoModel *m, DemoCategory category, const char *prefix, guint index,
             const guint32 *bytes, guint more)
{
  g_autofree char *base = g_strdup_printf ("%s%u", prefix, index);
  guint id = demo_family_new (m, category, base, DEMO_SUFFIX_NONE,
                              DEMO_ALWAYS_LIVE | DEMO_EXECUTABLE, 4, DEMO_ALWAYS_CODE);

  for (guint t = 0; t < m->n_kinds; t++)
    demo_family (m, id)->size[t] = bytes[t] ? bytes[t] + more : 0;
  return id;
}

guint
demo_copy (DemoModel *m, const char *name, const guint *sources, guint n_sources, guint length,
           guint target, gboolean all_tiles)
{
  guint id = exchange_new (m, name, FALSE, sources, n_sources, length, target);
  DemoExchange *e = demo_exchange (m, id);
  guint code = code_family (m, DEMO_INTERNAL_CODE, ".text.supervisor.internal_exchange_0_",
                            e->index, e->code, 8);

  e->all_tiles = all_tiles;
  demo_family_apart (m, code, target);
  e->program = demo_leaf (m, DEMO_DO_EXCHANGE, e->index, name, 4, e->code);
  return id;
}

guint
demo_copy_across (DemoModel *m, const char *name, guint source, guint length, guint target)
{
  guint id = exchange_new (m, name, TRUE, &source, 1, length, target);
  DemoExchange *e = demo_exchange (m, id);
  guint code =
      code_family (m, DEMO_GLOBAL_CODE, ".text.supervisor.global_exchange_", e->index, e->code, 16);
  guint header = code_family (m, DEMO_GLOBAL_HEADER, "_globalPacketHeader_", e->index, e->sent, 0);
  DemoFamily *f = demo_family (m, header);

  f->bits = DEMO_ALLOCATED | DEMO_ALWAYS_LIVE;
  f->life = DEMO_ALWAYS_STATE;
  for (guint t = 0; t < m->n_kinds; t++)
    f->size[t] = f->size[t] ? 8 * ((f->size[t] + 255) / 256) : 0;
  demo_family_apart (m, code, target);
  e->program = demo_leaf (m, DEMO_GLOBAL_EXCHANGE, e->index, name, 12, e->code);
  return id;
}

/* Adds the cycles of the slowest tile of each IPU to @cycles. @by_kind: [n_kinds] cycles on a tile
 * of each kind. @cycles: [ipus] */
static void
add_longest (const DemoModel *m, const guint32 *by_kind, guint64 *cycles)
{
  guint32 longest[DEMO_MAX_IPUS] = {0};

  for (guint t = 0; t < m->n_kinds; t++)
    longest[demo_ipu (m, t)] = MAX (longest[demo_ipu (m, t)], by_kind[t]);
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    cycles[ipu] += longest[ipu];
}

guint
demo_stream_new (DemoModel *m, gboolean overlapped, guint wait)
{
  DemoStreamCopy s = {.overlapped = overlapped,
                      .wait = wait,
                      .copies = g_array_new (FALSE, FALSE, sizeof (DemoHostCopy)),
                      .sent = g_new0 (guint32, m->n_kinds),
                      .received = g_new0 (guint32, m->n_kinds),
                      .cycles = g_new0 (guint32, m->n_kinds),
                      .here = g_new0 (guint8, m->n_kinds)};

  g_array_append_val (m->streams, s);
  return m->streams->len - 1;
}

/* Returns the cycles of a stream copy: all IPUs share the host link of 8 GB/s, 4.32 bytes per
 * cycle. */
static guint
host_cycles (const DemoModel *m, const DemoStreamCopy *s)
{
  guint64 bytes = 0;

  for (guint t = 0; t < m->n_kinds; t++)
    bytes += ((guint64) s->sent[t] + s->received[t]) * m->kinds[t].n_tiles;
  return 700 + (guint) MIN (bytes * 100 / 432, G_MAXINT32);
}

void
demo_stream_copy (DemoModel *m, guint stream, const char *name, guint family, guint length,
                  gboolean to_host, gboolean remote)
{
  DemoStreamCopy *s = demo_stream (m, stream);
  DemoHostCopy copy = {name, to_host, remote, {family, 0, length}};

  g_array_append_val (s->copies, copy);
  region_add_bytes (m, copy.region, FALSE, to_host ? s->sent : s->received);
  for (guint t = 0; t < m->n_kinds; t++)
    s->here[t] = s->sent[t] + s->received[t] > 0;
}

void
demo_pace_loss (DemoModel *m, guint stream, guint first_set, guint first_exchange)
{
  guint64 cycles[DEMO_MAX_IPUS] = {0}, step = 0;

  for (guint i = first_set; i < m->compute_sets->len; i++)
    add_longest (m, demo_compute_set (m, i)->cycles, cycles);
  for (guint i = first_exchange; i < m->exchanges->len; i++)
    add_longest (m, demo_exchange (m, i)->cycles, cycles);
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    step = MAX (step, cycles[ipu]);
  demo_stream (m, stream)->wait = (guint) (step / 100);
  demo_stream (m, stream)->jitter = (guint) (step / 50);
}

/* Returns the bytes of the stream copy's code, by kind of tile. The code covers whole variables,
 * although an execution may copy only a part. (transfer full) */
static guint32 *
host_code (const DemoModel *m, const DemoStreamCopy *s)
{
  g_autofree guint32 *sent = g_new0 (guint32, m->n_kinds);
  g_autofree guint32 *received = g_new0 (guint32, m->n_kinds);
  guint32 *code = g_new0 (guint32, m->n_kinds);

  for (guint i = 0; i < s->copies->len; i++) {
    const DemoHostCopy *copy = &g_array_index (s->copies, DemoHostCopy, i);
    DemoRegion all = copy->region;
    if (copy->stream)
      all.length = 0;
    region_add_bytes (m, all, TRUE, copy->to_host ? sent : received);
  }
  for (guint t = 0; t < m->n_kinds; t++)
    code[t] = s->here[t] ? 56 + MAX (sent[t], received[t]) / 512 * 4 : 0;
  return code;
}

/* Returns the name of the copy's program. Poplar names the copies that frameworks make for users,
 * but not those of the engine itself. */
static const char *
stream_name (const DemoStreamCopy *s)
{
  const DemoHostCopy *first = &g_array_index (s->copies, DemoHostCopy, 0);

  if (strcmp (first->stream, "_sync_id") == 0 || g_str_has_prefix (first->stream, "programId"))
    return "";
  if (s->overlapped)
    return "copyFromHost";
  return first->to_host ? "copyToHost" : NULL;
}

static void
stream_programs (DemoModel *m, guint stream)
{
  DemoStreamCopy *s = demo_stream (m, stream);
  if (demo_is_instrumented (m->plan)) {
    /* With instrumentation, each tile that takes part also sends its time stamps. */
    DemoHostCopy copy = {NULL, TRUE, FALSE, {m->profile_info, 12 * (stream % 8), 12}};
    g_array_append_val (s->copies, copy);
    for (guint t = 0; t < m->n_kinds; t++)
      s->sent[t] += s->here[t] ? 12 : 0;
  }
  guint cycles = host_cycles (m, s);
  for (guint t = 0; t < m->n_kinds; t++)
    s->cycles[t] = s->here[t] ? cycles : 0;
  g_autofree guint32 *code = host_code (m, s);
  const char *name = stream_name (s);

  code_family (m, DEMO_HOST_CODE, ".text.supervisor.host_exchange_", stream, code, 0);
  guint begin = demo_leaf (m, DEMO_STREAM_BEGIN, -1, name, 4, code);
  demo_leaf (m, DEMO_STREAM_MID, stream, name, 4, code);
  demo_leaf (m, DEMO_STREAM_END, -1, name, 4, code);
  demo_family_live (m, m->packets, begin, demo_last (m));
}

void
demo_stream_run (DemoModel *m, guint first, guint n)
{
  gboolean overlapped = demo_stream (m, first)->overlapped;
  GArray *others = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *waits = g_new0 (guint32, m->n_kinds);

  for (guint32 t = 0; t < m->n_kinds; t++) {
    gboolean here = FALSE;
    for (guint i = first; i < first + n; i++)
      here |= demo_stream (m, i)->here[t];
    if (!here && !demo_serves_streams (m, t)) {
      g_array_append_val (others, t);
      waits[t] = 1;
    }
  }
  if (!overlapped)
    demo_leaf (m, DEMO_SANS, m->sans->len, NULL, 4, waits);
  for (guint i = first; i < first + n; i++)
    stream_programs (m, i);
  if (overlapped) {
    g_array_unref (others);
    return;
  }
  g_array_append_val (m->sans, others);
  demo_leaf (m, DEMO_SYNC_ANS, m->sans->len - 1, NULL, 4, waits);
}
