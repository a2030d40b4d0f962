/* Finds which IPUs exchange data over their links, and which operation costs the most cycles for
 * that. Findings quote the result as a sentence. */
#include "analysis/time/time-findings-private.h"
#include "analysis/time/time-costliest.h"
#include "analysis/trace/name-parts.h"

#include "base/format.h"

#include <string.h>

/* Exchanges between IPUs that were executed in the range. Arrays have the order of
 * PoplensTime.ipus. */
typedef struct {
  guint64 steps, bytes; /* number of executed steps; bytes that all IPUs send, 0: not recorded */
  gboolean *shares;     /* [IPUs] TRUE if the IPU takes part in the exchanges */
  gboolean *sends;      /* [IPUs] TRUE if the IPU sends data */
  gboolean *receives;   /* [IPUs] TRUE if the IPU receives data */
} LinkTraffic;

static void
link_traffic_init (LinkTraffic *self, guint n_ipus)
{
  *self = (LinkTraffic){.shares = g_new0 (gboolean, n_ipus + 1),
                        .sends = g_new0 (gboolean, n_ipus + 1),
                        .receives = g_new0 (gboolean, n_ipus + 1)};
}

static void
link_traffic_clear (LinkTraffic *self)
{
  g_free (self->shares);
  g_free (self->sends);
  g_free (self->receives);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LinkTraffic, link_traffic_clear)

static guint64
lists_bytes_of_ipu (const PoplensLists *lists, guint32 row, guint32 ipu)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_sum_at (lists, row, &ipu, 1)
                                                     : 0;
}

/* Adds the exchanges and bytes of @n executions of the program @id to @links. */
static void
traffic_add_program (const PoplensTimeSearch *self, guint32 id, guint64 n, LinkTraffic *links)
{
  const PoplensPrograms *programs = self->input->input->programs;
  const PoplensExchanges *exchanges = self->input->input->exchanges;
  guint32 program =
      programs && id != POPLENS_NO_PROGRAM ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;

  if (!exchanges || program == POPLENS_NO_ROW)
    return;
  const PoplensExchangeTable *table = &exchanges->tables[POPLENS_EXCHANGE_GLOBAL];
  guint32 row =
      poplens_exchanges_find (exchanges, POPLENS_EXCHANGE_GLOBAL, programs->variant_index[program]);
  for (guint i = 0; i < self->time->n_ipus; i++) {
    guint64 sent = lists_bytes_of_ipu (table->sent_by_ipu, row, self->time->ipus[i].ipu);
    links->bytes += n * sent;
    links->sends[i] |= sent > 0;
    links->receives[i] |=
        lists_bytes_of_ipu (table->received_by_ipu, row, self->time->ipus[i].ipu) > 0;
  }
}

/* TRUE if the name of @step belongs to the operation with the key @operation. @known: cached
 * results: guint8 by string id of a step's name. */
static gboolean
step_is_of_operation (PoplensStepNames *names, guint32 step, const char *operation, GArray *known)
{
  guint32 name = poplens_step_names_get (names, step);

  if (name >= known->len)
    g_array_set_size (known, name + 1);
  guint8 *is_of = &g_array_index (known, guint8, name);
  if (!*is_of) {
    g_autofree char *key = poplens_name_operation_key (poplens_strings_get (names->strings, name));
    *is_of = strcmp (key, operation) ? 1 : 2;
  }
  return *is_of == 2;
}

/* Sums the exchanges between IPUs in the range. @operation: (nullable): only exchanges of the
 * operation with this key. */
static void
traffic_find (const PoplensTimeSearch *self, const char *operation, LinkTraffic *links)
{
  const PoplensExecution *x = self->time->execution;
  g_autoptr (PoplensStepNames) names = poplens_step_names_new (x, self->input->input->programs);
  /* Id of a program → number of executions. */
  g_autoptr (GHashTable) times = g_hash_table_new (NULL, NULL);
  /* guint8 by string id of a step's name: 0: not looked up yet, 1: another operation, 2:
   * @operation. */
  g_autoptr (GArray) known = g_array_new (FALSE, TRUE, sizeof (guint8));
  guint32 last = G_MAXUINT32;
  GHashTableIter iter;
  gpointer key, value;

  for (guint32 row = 0; row < x->n_rows; row++) {
    guint32 step = x->row_step[row], place = self->time->place[x->row_ipu[row]];
    if (poplens_execution_step_kind (x, step) != POPLENS_STEP_GLOBAL_EXCHANGE ||
        x->row_from[row] < self->out->from || x->row_from[row] >= self->out->to)
      continue;
    if (operation && !step_is_of_operation (names, step, operation, known))
      continue;
    if (place < self->time->n_ipus)
      links->shares[place] = TRUE;
    if (step == last)
      continue;
    last = step;
    links->steps++;
    gpointer program = GUINT_TO_POINTER (x->step_program[step]);
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (times, program));
    g_hash_table_insert (times, program, GUINT_TO_POINTER (n + 1));
  }
  g_hash_table_iter_init (&iter, times);
  while (g_hash_table_iter_next (&iter, &key, &value))
    traffic_add_program (self, GPOINTER_TO_UINT (key), GPOINTER_TO_UINT (value), links);
}

/* Appends "IPU 0", "IPUs 0 to 3", or "IPUs 0, 2 and 3". */
static void
append_ipu_list (const PoplensTimeSearch *self, const gboolean *which, GString *text)
{
  guint n = 0, first = 0, end = 0;

  for (guint i = 0; i < self->time->n_ipus; i++)
    if (which[i]) {
      first = n++ ? first : i;
      end = i + 1;
    }
  if (n > 2 && n == end - first) {
    g_string_append_printf (text, "IPUs %u to %u", self->time->ipus[first].ipu,
                            self->time->ipus[end - 1].ipu);
    return;
  }
  g_string_append (text, n == 1 ? "IPU " : "IPUs ");
  for (guint i = first, left = n; i < end; i++)
    if (which[i])
      g_string_append_printf (text, "%s%u",
                              left-- == n ? ""
                              : !left     ? " and "
                                          : ", ",
                              self->time->ipus[i].ipu);
}

static guint
count_set_ipus (const PoplensTimeSearch *self, const gboolean *which)
{
  guint n = 0;

  for (guint i = 0; i < self->time->n_ipus; i++)
    n += which[i];
  return n;
}

/* Returns "from IPU 0 to IPU 1" if only one IPU sends, or only one receives; otherwise "among IPUs
 * 0 to 3". The file does not record which IPU sends to which. (transfer full) */
static char *
traffic_direction_text (const PoplensTimeSearch *self, const LinkTraffic *links)
{
  guint senders = count_set_ipus (self, links->sends),
        receivers = count_set_ipus (self, links->receives);
  GString *text = g_string_new (NULL);

  if (senders && receivers && (senders == 1 || receivers == 1)) {
    g_string_append (text, "from ");
    append_ipu_list (self, links->sends, text);
    g_string_append (text, " to ");
    append_ipu_list (self, links->receives, text);
  } else {
    g_string_append (text, "among ");
    append_ipu_list (self, links->shares, text);
  }
  return g_string_free (text, FALSE);
}

/* Operations count as equally expensive if each takes at least this share of the cycles of the most
 * expensive one. */
#define ALIKE 0.9

/* Returns the number of operations in @sums; 1 if they are not all equally expensive (ALIKE). */
static guint
sums_count_alike (GHashTable *sums, guint64 largest)
{
  GHashTableIter iter;
  gpointer sum;

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &sum))
    if ((double) *(guint64 *) sum < ALIKE * (double) largest)
      return 1;
  return g_hash_table_size (sums);
}

/* Returns the operation whose exchanges between IPUs cost the most cycles; NULL if no exchange has
 * a name. @cycles: (out): cycles of this operation, summed over IPUs. @alike: (out): see
 * sums_count_alike (). (transfer full) (nullable) */
static char *
links_find_costliest (const PoplensTimeSearch *self, guint64 *cycles, guint *alike)
{
  g_autoptr (PoplensStepNames) names =
      poplens_step_names_new (self->time->execution, self->input->input->programs);
  g_autoptr (GHashTable) sums = poplens_time_sums_new ();
  g_autoptr (GArray) by_name = poplens_time_sum_names (
      self->time, names, 1u << POPLENS_BOUND_INTER_IPU, self->out->from, self->out->to);

  for (guint32 name = 0; name < by_name->len; name++)
    if (g_array_index (by_name, guint64, name))
      poplens_time_sums_add (
          sums, poplens_name_operation_key (poplens_strings_get (names->strings, name)),
          g_array_index (by_name, guint64, name));
  const char *largest = poplens_time_sums_find_largest (sums, cycles);

  *alike = sums_count_alike (sums, *cycles);
  return g_strdup (largest);
}

void
poplens_time_links_find (const PoplensTimeSearch *self, PoplensTimeLinks *links)
{
  g_auto (LinkTraffic) all = {0};
  g_auto (LinkTraffic) some = {0};
  GString *text = g_string_new (NULL);
  PoplensNumber bytes, steps, number;
  guint64 cycles;
  guint alike;

  link_traffic_init (&all, self->time->n_ipus);
  link_traffic_init (&some, self->time->n_ipus);
  traffic_find (self, NULL, &all);
  links->most = all.steps ? links_find_costliest (self, &cycles, &alike) : NULL;
  if (all.steps) {
    append_ipu_list (self, all.shares, text);
    g_string_append_printf (
        text, " exchange %s in %s",
        all.bytes ? poplens_format_bytes (bytes, all.bytes, POPLENS_BYTE_UNIT_BINARY) : "data",
        poplens_format_items (steps, all.steps, "step"));
  } else {
    g_string_append (text, "IPUs exchange no data");
  }
  if (links->most && alike > 1) {
    g_string_append_printf (text, " of %u operations, each about as long", alike);
    g_clear_pointer (&links->most, g_free);
  }
  if (links->most) {
    traffic_find (self, links->most, &some);
    links->way = traffic_direction_text (self, &some);
    g_string_append_printf (
        text, "; most cycles go to %s, %s on all IPUs for %s %s", links->most,
        poplens_format_count (number, cycles),
        some.bytes ? poplens_format_bytes (bytes, some.bytes, POPLENS_BYTE_UNIT_BINARY) : "data",
        links->way);
  }
  g_string_append_c (text, '.');
  links->sentence = g_string_free (text, FALSE);
}

void
poplens_time_links_clear (PoplensTimeLinks *self)
{
  g_free (self->sentence);
  g_free (self->most);
  g_free (self->way);
}
