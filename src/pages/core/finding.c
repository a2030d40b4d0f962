/* The finding that a location names: its texts, its occurrences, and how each page shows an
 * occurrence. */
#include "pages/core/finding.h"

#include "analysis/insights/fit.h"
#include "base/error.h"
#include "derived/insights/insights-input.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"
#include "model/cycle-range.h"
#include "model/location-keys.h"

#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

/* Returns the kind of the time finding @name; POPLENS_TIME_N_KINDS for any other finding. */
static PoplensTimeKind
finding_time_kind (const char *name)
{
  g_autofree char *key = g_strndup (name, strcspn (name, " "));
  PoplensTimeKind kind = 0;

  while (kind < POPLENS_TIME_N_KINDS && strcmp (key, poplens_time_kind_key (kind)))
    kind++;
  return kind;
}

char *
poplens_finding_name_title (const char *name)
{
  PoplensTimeKind kind = finding_time_kind (name);
  char *title;

  if (kind < POPLENS_TIME_N_KINDS)
    return g_strdup (poplens_time_kind_title (kind));
  title = g_strndup (name, strcspn (name, " %"));
  g_strdelimit (title, "-_", ' ');
  *title = g_ascii_toupper (*title);
  return title;
}

/* TRUE if the finding called @name is about one operation. @name then ends with the operation's
 * name. */
static gboolean
is_of_operation (const char *name)
{
  switch (finding_time_kind (name)) {
  case POPLENS_TIME_FEW_TILES:
  case POPLENS_TIME_UNEQUAL_LOAD:
  case POPLENS_TIME_EXCHANGE_BOUND:
  case POPLENS_TIME_REARRANGEMENT:
    return strchr (name, ' ') != NULL;
  default:
    return FALSE;
  }
}

gboolean
poplens_page_shows_finding (const PoplensLocation *location)
{
  const char *name = poplens_location_get (location, "finding");
  gboolean on_time = name && finding_time_kind (name) < POPLENS_TIME_N_KINDS;

  if (!name || poplens_location_get (location, "with"))
    return FALSE;
  switch (poplens_location_get_page (location)) {
  case POPLENS_PAGE_TRACE:
  case POPLENS_PAGE_PROGRAMS:
    return on_time;
  case POPLENS_PAGE_OPERATIONS:
    return is_of_operation (name) && !poplens_location_get (location, "line") &&
           g_strcmp0 (poplens_location_get (location, "view"), "source");
  case POPLENS_PAGE_MEMORY:
  case POPLENS_PAGE_LIVENESS:
    return !on_time;
  default:
    return FALSE;
  }
}

char *
poplens_finding_value (const PoplensFinding *finding, PoplensByteUnit unit)
{
  PoplensNumber number;

  if (finding->kind == POPLENS_FINDING_GOOD)
    return g_strdup ("Fits");
  if (finding->cycles)
    return g_strconcat (finding->is_guess ? "≈ " : "",
                        poplens_format_percent (number, finding->share), NULL);
  const PoplensPiece *first = &g_array_index (finding->pieces, PoplensPiece, 0);
  if (!finding->bytes && finding->pieces->len && first->kind == POPLENS_PIECE_COUNT)
    return g_strdup (poplens_format_count (number, first->number));
  return g_strdup (finding->bytes ? poplens_format_bytes (number, finding->bytes, unit) : "");
}

/* ---- on time --------------------------------------------------------------------------------- */

/* Returns the sentence of a time finding, with the operation's name replaced by its short label in
 * the trace. (transfer full) */
static char *
brief_of (const PoplensPageFinding *self, const PoplensTimeFinding *one, GCancellable *cancellable)
{
  const guint others = 1u << POPLENS_CAUSE_HOST | 1u << POPLENS_CAUSE_STRAGGLER;
  const PoplensStepLabels *labels =
      one->of && !(one->causes & others)
          ? poplens_report_step_labels (self->report, cancellable, NULL)
          : NULL;
  const char *subjects[] = {one->subject};
  g_auto (GStrv) label = NULL;
  g_auto (GStrv) parts = NULL;

  if (!labels)
    return g_strdup (one->sentence);
  label = poplens_step_labels_of_operations (labels, subjects, 1);
  parts = g_strsplit (one->sentence, one->subject, -1);
  return g_strjoinv (label[0], parts);
}

/* Adds an occurrence for each group of consecutive rows in self->rows. The occurrence spans the
 * cycles of the whole group; its .row is the group's first row. */
static void
add_occurrences (PoplensPageFinding *self)
{
  guint32 group = G_MAXUINT32;

  for (guint i = 0; i < self->rows->len; i++) {
    const PoplensTimeOccurrence *at = &g_array_index (self->rows, PoplensTimeOccurrence, i);
    PoplensOccurrence new = {at->from, at->to, at->group_cost, at->row, G_MAXUINT32};
    if (at->group != group) {
      g_array_append_val (self->occurrences, new);
      group = at->group;
      continue;
    }
    PoplensOccurrence *last =
        &g_array_index (self->occurrences, PoplensOccurrence, self->occurrences->len - 1);
    last->from = MIN (last->from, at->from);
    last->to = MAX (last->to, at->to);
  }
}

static gboolean
fill_time (PoplensPageFinding *self, PoplensTimeKind kind, const char *name,
           GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTimeFindings) all =
      poplens_report_time_findings (self->report, NULL, cancellable, error);
  const PoplensTimeFinding *one = all ? poplens_time_findings_named (all, name) : NULL;
  g_autoptr (GArray) found = NULL;
  PoplensNumber share;

  if (!one)
    return all != NULL;
  found = poplens_report_time_occurrences (self->report, one, cancellable, error);
  if (!found)
    return FALSE;
  g_free (self->title);
  self->title = g_strdup_printf (
      "%s, %s%s", poplens_time_kind_title (kind), one->approximated ? "≈ " : "",
      poplens_format_percent (share, poplens_time_kind_is_fact (kind) ? one->share : one->first));
  self->text = g_strdup (one->sentence);
  self->brief = brief_of (self, one, cancellable);
  self->advice = g_strdup (one->advice);
  self->is_of_tiles = kind == POPLENS_TIME_STRAGGLER_TILE || kind == POPLENS_TIME_UNEQUAL_LOAD;
  g_array_sort (found, poplens_time_occurrence_compare);
  self->rows = g_steal_pointer (&found);
  add_occurrences (self);
  return TRUE;
}

/* ---- on memory ------------------------------------------------------------------------------- */

/* Sorts tiles by descending bytes, then by number. */
static int
compare_tiles (gconstpointer a, gconstpointer b)
{
  const PoplensOccurrence *x = a, *y = b;

  if (x->cost != y->cost)
    return x->cost > y->cost ? -1 : 1;
  return x->tile < y->tile ? -1 : x->tile > y->tile;
}

/* Adds the tiles of the finding @one as occurrences, the one with the most bytes first. */
static void
take_tiles (PoplensPageFinding *self, const PoplensFinding *one, const PoplensInsightsInput *input)
{
  g_autoptr (GArray) tiles = poplens_finding_tiles (one, input);

  for (guint i = 0; i < tiles->len; i++) {
    const PoplensFindingTile *tile = &g_array_index (tiles, PoplensFindingTile, i);
    PoplensOccurrence occurrence = {0, 0, tile->bytes, G_MAXUINT32, tile->tile};
    g_array_append_val (self->occurrences, occurrence);
  }
  g_array_sort (self->occurrences, compare_tiles);
}

/* Fills in the memory finding that is called @name. FALSE if there is none. */
static gboolean
take_memory (PoplensPageFinding *self, const PoplensInsightsInput *input, const char *name,
             PoplensByteUnit unit)
{
  g_autoptr (GPtrArray) all = poplens_insights_findings (input);

  for (guint i = 0; i < all->len; i++) {
    const PoplensFinding *one = all->pdata[i];
    g_autofree char *its = poplens_finding_name (one->key, one->subject);
    if (one->cycles || strcmp (its, name))
      continue;
    g_autofree char *value = poplens_finding_value (one, unit);
    g_free (self->title);
    self->title = g_strconcat (one->title, *value ? ", " : "", value, NULL);
    self->text = poplens_finding_sentence (one, unit);
    self->brief = g_strdup (self->text);
    self->advice = poplens_fit_change_options_of (one->key, NULL);
    if (!self->advice)
      self->advice = g_strdup (one->cause);
    take_tiles (self, one, input);
    return TRUE;
  }
  return FALSE;
}

/* Fills @self with the memory finding @name. Looks first among the findings that load fast. Only if
 * @name is not among them, loads the contents of tiles, which takes long. */
static gboolean
fill_memory (PoplensPageFinding *self, const char *name, PoplensByteUnit unit,
             GCancellable *cancellable, GError **error)
{
  PoplensInsightsInput input;

  if (!poplens_insights_load (self->report, 0, &input, cancellable, error))
    return FALSE;
  if (take_memory (self, &input, name, unit))
    return TRUE;
  if (!poplens_insights_load_fit (self->report, &input, cancellable, error))
    return FALSE;
  take_memory (self, &input, name, unit);
  return TRUE;
}

/* ---- both ------------------------------------------------------------------------------------ */

static const PoplensOccurrence *
occurrence (const PoplensPageFinding *self, guint at)
{
  return &g_array_index (self->occurrences, PoplensOccurrence, at);
}

PoplensPageFinding *
poplens_page_finding_new (PoplensReport *report, const char *name, PoplensByteUnit unit,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensPageFinding) self = g_new0 (PoplensPageFinding, 1);
  g_autoptr (GError) local = NULL;
  PoplensTimeKind kind = finding_time_kind (name);

  self->report = g_object_ref (report);
  self->title = poplens_finding_name_title (name);
  self->occurrences = g_array_new (FALSE, FALSE, sizeof (PoplensOccurrence));
  if (!(kind < POPLENS_TIME_N_KINDS ? fill_time (self, kind, name, cancellable, &local)
                                    : fill_memory (self, name, unit, cancellable, &local)) &&
      !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return NULL;
  }
  return g_steal_pointer (&self);
}

void
poplens_page_finding_free (PoplensPageFinding *self)
{
  if (!self)
    return;
  g_object_unref (self->report);
  g_free (self->title);
  g_free (self->text);
  g_free (self->brief);
  g_free (self->advice);
  g_array_unref (self->occurrences);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

/* ---- where it is ----------------------------------------------------------------------------- */

static const PoplensExecution *
execution_of (const PoplensPageFinding *self)
{
  const PoplensTime *time = poplens_report_peek_time (self->report);

  return time ? time->execution : NULL;
}

/* TRUE if occurrence @at is the executed step with this @id. */
static gboolean
is_step (const PoplensPageFinding *self, const PoplensExecution *x, guint at, guint64 id)
{
  guint32 row = occurrence (self, at)->row;

  return row != G_MAXUINT32 && poplens_execution_step_id (x, x->row_step[row]) == id;
}

guint
poplens_page_finding_at (const PoplensPageFinding *self, const PoplensLocation *location)
{
  const char *text = poplens_location_get (location, "at");
  const char *step = poplens_location_get (location, "executed");
  const PoplensExecution *x = execution_of (self);
  guint64 number, id;
  guint at;

  if (!self->occurrences->len)
    return G_MAXUINT;
  if (!text || !g_ascii_string_to_unsigned (text, 10, 1, self->occurrences->len, &number, NULL))
    return 0;
  at = (guint) number - 1;
  /* Return the occurrence that "at" names, unless the user selected another step later. In that
   * case, return the occurrence of the selected step. */
  if (!x || !step || !g_ascii_string_to_unsigned (step, 10, 0, G_MAXUINT32, &id, NULL) ||
      is_step (self, x, at, id))
    return at;
  for (guint i = 0; i < self->occurrences->len; i++)
    if (is_step (self, x, i, id))
      return i;
  return at;
}

/* Sets @key of the location to @value. Consumes @location. (transfer full) */
static PoplensLocation *
finding_set_key (PoplensLocation *location, const char *key, const char *value)
{
  g_autoptr (PoplensLocation) before = location;

  return poplens_location_with (before, key, value);
}

static PoplensLocation *
finding_set_number (PoplensLocation *location, const char *key, guint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, number);

  return finding_set_key (location, key, text);
}

/* TRUE if @location shows one IPU, and it is not @ipu. */
static gboolean
hides_ipu (const PoplensLocation *location, guint ipu)
{
  const char *text = poplens_location_get (location, "ipu");
  guint64 number;

  return text && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT16, &number, NULL) &&
         number != ipu;
}

static PoplensLocation *
select_step (PoplensLocation *location, const PoplensExecution *x, guint32 row, const char **lifted)
{
  guint32 step = x->row_step[row];

  location = finding_set_key (location, "block", NULL);
  location = finding_set_number (location, "executed", poplens_execution_step_id (x, step));
  if (poplens_location_get_page (location) == POPLENS_PAGE_PROGRAMS &&
      x->step_program[step] != POPLENS_NO_PROGRAM)
    location = finding_set_number (location, "program", x->step_program[step]);
  if (!hides_ipu (location, x->row_ipu[row]))
    return location;
  *lifted = "IPU filter lifted";
  return finding_set_key (location, "ipu", NULL);
}

/* Returns the operation that row @row of steps_by_ipu executes, as an index in @source.operations;
 * G_MAXUINT32 if the row belongs to no operation. */
static guint32
operation_of_row (const PoplensPageFinding *self, const PoplensOperationSource *source, guint32 row)
{
  const PoplensExecution *x = execution_of (self);
  guint32 id = x && row < x->n_rows ? x->step_program[x->row_step[row]] : POPLENS_NO_PROGRAM;
  guint32 program =
      id == POPLENS_NO_PROGRAM ? POPLENS_NO_ROW : poplens_programs_find (source->programs, id);
  guint32 operation =
      program == POPLENS_NO_ROW ? G_MAXUINT32 : source->operations->program_operation[program];

  return operation < source->operations->operations->len &&
                 g_array_index (source->operations->operations, PoplensOperation, operation).kind ==
                     POPLENS_OPERATION_CONTEXT
             ? operation
             : G_MAXUINT32;
}

GArray *
poplens_page_finding_operations (const PoplensPageFinding *self,
                                 const PoplensOperationSource *source)
{
  g_autofree guint8 *has = g_new0 (guint8, source->operations->operations->len + 1);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; self->rows && i < self->rows->len; i++) {
    guint32 operation =
        operation_of_row (self, source, g_array_index (self->rows, PoplensTimeOccurrence, i).row);
    if (operation != G_MAXUINT32)
      has[operation] = TRUE;
  }
  for (guint32 o = 0; o < source->operations->operations->len; o++)
    if (has[o])
      g_array_append_val (found, o);
  return found;
}

/* Selects the operation that row @row of steps_by_ipu executes. Consumes @location. @source:
 * (nullable): operations of the page; NULL: selects nothing. (transfer full) */
static PoplensLocation *
select_operation (const PoplensPageFinding *self, PoplensLocation *location,
                  const PoplensOperationSource *source, guint32 row)
{
  guint32 operation = source ? operation_of_row (self, source, row) : G_MAXUINT32;
  g_autofree char *key =
      operation == G_MAXUINT32 ? NULL : poplens_operation_key (source, operation);

  return key ? finding_set_key (location, "operation", key) : location;
}

static PoplensLocation *
select_tile (PoplensLocation *location, guint32 tile, const char **lifted)
{
  static const char *const of_others[] = {"tile-variable", "address"};

  location = finding_set_number (location, "tile", tile);
  for (guint i = 0; i < G_N_ELEMENTS (of_others); i++)
    location = finding_set_key (location, of_others[i], NULL);
  if (!poplens_location_get (location, "scope"))
    return location;
  *lifted = "Scope lifted";
  return finding_set_key (location, "scope", NULL);
}

/* Zooms the trace to the occurrence if the view does not contain it, or if it fills less than the
 * share @least of the view. Changes nothing on other pages. Consumes @location. (transfer full) */
static PoplensLocation *
put_in_view (PoplensLocation *location, const PoplensOccurrence *at, double view_from,
             double view_to, double least)
{
  guint64 low, high;

  if (poplens_location_get_page (location) != POPLENS_PAGE_TRACE ||
      ((double) at->from >= view_from && (double) at->to <= view_to &&
       (double) (at->to - at->from) >= least * (view_to - view_from)))
    return location;
  poplens_trace_range_around (at->from, at->to, &low, &high);
  location = finding_set_number (location, "from", low);
  return finding_set_number (location, "to", high);
}

PoplensLocation *
poplens_page_finding_show (const PoplensPageFinding *self, const PoplensLocation *location,
                           guint at, const PoplensOperationSource *source, double view_from,
                           double view_to, double least, const char **lifted)
{
  const PoplensOccurrence *one = occurrence (self, at);
  const PoplensExecution *x = execution_of (self);
  PoplensLocation *shown = poplens_location_ref ((PoplensLocation *) location);
  PoplensNumber range;

  *lifted = NULL;
  shown = finding_set_number (shown, "at", (guint64) at + 1);
  if (one->tile != G_MAXUINT32)
    return select_tile (shown, one->tile, lifted);
  if (poplens_location_get_page (shown) == POPLENS_PAGE_OPERATIONS)
    return select_operation (self, shown, source, one->row);
  if (one->row != G_MAXUINT32 && x) {
    shown = select_step (shown, x, one->row, lifted);
  } else {
    shown = finding_set_key (shown, "executed", NULL);
    shown =
        finding_set_key (shown, "range", poplens_trace_range_format (range, one->from, one->to));
  }
  return put_in_view (shown, one, view_from, view_to, least);
}

char *
poplens_page_finding_selected (const PoplensPageFinding *self, guint at)
{
  const PoplensOccurrence *one = occurrence (self, at);
  const PoplensTime *time = poplens_report_peek_time (self->report);

  if (one->tile != G_MAXUINT32)
    return g_strdup_printf ("Tile %u", one->tile);
  if (one->row == G_MAXUINT32 || !time) {
    PoplensNumber from, to;
    return g_strdup_printf ("Cycles %s to %s", poplens_format_count (from, one->from),
                            poplens_format_count (to, one->to));
  }
  GString *text = g_string_new (NULL);
  const PoplensExecution *x = time->execution;
  guint32 tile = self->is_of_tiles ? poplens_time_slowest_tile (time, one->row) : G_MAXUINT32;
  g_string_printf (text, "Step %u", poplens_execution_step_id (x, x->row_step[one->row]));
  if (time->n_ipus > 1)
    g_string_append_printf (text, ", IPU %u", x->row_ipu[one->row]);
  if (tile != G_MAXUINT32)
    g_string_append_printf (text, ", tile %u", tile);
  return g_string_free (text, FALSE);
}

gboolean
poplens_page_finding_has_card (const PoplensPageFinding *self, guint at)
{
  const PoplensOccurrence *one = occurrence (self, at);

  return one->tile != G_MAXUINT32 || one->row != G_MAXUINT32;
}

guint8 *
poplens_page_finding_rows (const PoplensPageFinding *self, guint32 n_rows)
{
  guint8 *rows = g_new0 (guint8, MAX (n_rows, 1));

  for (guint i = 0; self->rows && i < self->rows->len; i++) {
    guint32 row = g_array_index (self->rows, PoplensTimeOccurrence, i).row;
    if (row < n_rows)
      rows[row] = TRUE;
  }
  return rows;
}
