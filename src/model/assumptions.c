/* Titles and consequences of the assumptions about profiles, and which of them a report relies
 * on. */
#include "model/assumptions.h"

/* Prefix of the schema versions that real files had. */
#define SEEN_VERSION "3.8."

/* Each unverified assumption, and the consequence if it is wrong: formats.md 4.5 and 9.2. */
static const struct {
  const char *what, *consequence;
} known[POPLENS_N_ASSUMPTIONS] = {
    [POPLENS_ASSUMES_IPUS] = {"numbering and clock alignment across IPUs",
                              "If wrong, tiles are listed under another IPU and IPUs are shifted "
                              "against each other in time. Totals are right."},
    [POPLENS_ASSUMES_REPLICAS] = {"replicas (the profile records one)",
                                  "If wrong, sums cover another number of tiles."},
    [POPLENS_ASSUMES_RUNS] = {"clock alignment across runs",
                              "If wrong, later runs are shifted. Their lengths are right."},
    [POPLENS_ASSUMES_BLOCKS] = {"meaning of lightweight-profiling blocks",
                                "If wrong, blocks have another name. Their cycles are right."},
    [POPLENS_ASSUMES_INTERLEAVED] = {"layout of interleaved memory",
                                     "If wrong, bytes are listed under another region. Totals are "
                                     "right."},
    [POPLENS_ASSUMES_OVERFLOW] = {"definition of overflowed memory",
                                  "If wrong, bytes are listed under another region. Totals are "
                                  "right."},
    [POPLENS_ASSUMES_SCHEMA] = {"schema version other than 3.8",
                                "If the schema changed the meaning of a field, its values are "
                                "wrong."},
    [POPLENS_ASSUMES_ARCHIVE] = {"layout of archive.a",
                                 "If wrong, sizes from archive.a are wrong, or listed for another "
                                 "tile."},
};

static gboolean
has_nonzero (const guint32 *values, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (values[i])
      return TRUE;
  return FALSE;
}

guint32
poplens_assumptions_of (const PoplensTarget *target, const PoplensMemory *memory,
                        const PoplensExecution *execution)
{
  guint32 bits = 0;

  if (target && target->num_ipus > 1)
    bits |= POPLENS_ASSUMES (IPUS);
  if (target && target->num_replicas > 1)
    bits |= POPLENS_ASSUMES (REPLICAS);
  if (target && target->format_version && !g_str_has_prefix (target->format_version, SEEN_VERSION))
    bits |= POPLENS_ASSUMES (SCHEMA);
  if (memory && has_nonzero (memory->interleaved, memory->n_tiles))
    bits |= POPLENS_ASSUMES (INTERLEAVED);
  if (memory && has_nonzero (memory->overflowed, memory->n_tiles))
    bits |= POPLENS_ASSUMES (OVERFLOW);
  if (memory && memory->from_archive)
    bits |= POPLENS_ASSUMES (ARCHIVE);
  if (execution && execution->n_runs > 1)
    bits |= POPLENS_ASSUMES (RUNS);
  if (execution && execution->light->n)
    bits |= POPLENS_ASSUMES (BLOCKS);
  return bits;
}

char *
poplens_assumptions_sentence (guint32 bits)
{
  GString *text = g_string_new ("Unverified: ");
  gsize before = text->len;

  for (guint a = 0; a < POPLENS_N_ASSUMPTIONS; a++)
    if (bits & 1u << a)
      g_string_append_printf (text, "%s%s", text->len > before ? "; " : "", known[a].what);
  return g_string_free (text, text->len == before);
}

char *
poplens_assumption_title (PoplensAssumption assumption)
{
  return poplens_assumptions_sentence (1u << assumption);
}

const char *
poplens_assumption_consequence (PoplensAssumption assumption)
{
  return known[assumption].consequence;
}
