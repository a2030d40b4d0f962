/* Colours of the steps of the trace: by name, by part of the name, by time class, by operation, or
 * on a scale. */
#include "pages/trace/trace-colour.h"

#include "analysis/trace/name-labels.h"
#include "base/error.h"
#include "derived/operations/operations-source.h"
#include "derived/trace/trace-sums.h"
#include "pages/core/look.h"
#include "pages/trace/trace-view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- colours --------------------------------------------------------------------------------- */

const char *const poplens_trace_colour_keys[] = {"class", "type",      "name",    "layer",
                                                 "kind",  "operation", "balance", "cycles"};
const char *const poplens_trace_colour_titles[] = {
    "Time class",     "Step type", "Name",         "Model layer",
    "Operation kind", "Operation", "Tile balance", "Deviation from mean"};

/* Shade of tints. Each ink of model parts makes two colours for names: in full, and as a tint. */
#define TINT 3
#define N_NAMES (2 * POPLENS_N_PART_INKS)

/* Largest number of operations with a colour of their own. The operations with most cycles get
 * one. */
#define MOST_OPERATIONS 12

static void
class_clear (gpointer data)
{
  PoplensTraceClass *self = data;

  g_free (self->key);
  g_free (self->name);
}

static void
trace_colour_clear (gpointer data)
{
  PoplensTraceColours *self = data;

  g_free (self->key);
  g_array_unref (self->classes);
  g_free (self->of_row);
  g_free (self->note);
}

PoplensTraceColours *
poplens_trace_colours_ref (PoplensTraceColours *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_trace_colours_unref (PoplensTraceColours *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, trace_colour_clear);
}

static gboolean
row_waits (const PoplensTraceModel *model, guint32 row)
{
  return poplens_trace_waits (model, model->execution->row_step[row]);
}

static PoplensTraceColours *
colours_new (PoplensTraceColour by, const PoplensExecution *x)
{
  PoplensTraceColours *self = g_atomic_rc_box_new0 (PoplensTraceColours);

  self->by = by;
  self->key = g_strdup (poplens_trace_colour_keys[by]);
  self->classes = g_array_new (FALSE, FALSE, sizeof (PoplensTraceClass));
  g_array_set_clear_func (self->classes, class_clear);
  self->of_row = g_new0 (guint8, MAX (x->n_rows, 1));
  return self;
}

/* Adds a class of steps with its colour. @name: (transfer full). Returns the index of the class. */
static guint8
colours_add (PoplensTraceColours *self, const char *key, char *name, PoplensInk ink, guint shade)
{
  PoplensTraceClass entry = {g_strdup (key), name, ink, shade, POPLENS_SERIES_BAND};

  g_array_append_val (self->classes, entry);
  return (guint8) (self->classes->len - 1);
}

static guint8
colours_add_waiting (PoplensTraceColours *self)
{
  guint8 class = colours_add (self, "waiting", g_strdup ("Waiting"), POPLENS_INK_SYNC, 0);

  g_array_index (self->classes, PoplensTraceClass, class).kind = POPLENS_SERIES_WAITING;
  return class;
}

/* ---- parts of names -------------------------------------------------------------------------- */

/* Colours by a part of the step's name: the model layer, or the kind of operation. */

/* Largest number of layers or kinds with a colour of their own. Those with most cycles get one. */
#define MOST_PARTS (2 * POPLENS_N_PART_INKS)

typedef struct {
  const char *text; /* the layer or kind; owned by the table of parts */
  guint64 cycles;
  guint8 class;
} NamePart;

typedef struct {
  const PoplensTraceModel *model;
  PoplensTraceColour by;
  GHashTable *parts;  /* text → NamePart; the table owns keys and values */
  NamePart **of_name; /* [n strings] layer or kind in the string; NULL: none, or not computed yet */
  gboolean *known;    /* [n strings] TRUE if .of_name is computed */
} NameParts;

/* Returns the part of a name that decides its colour: the layer, "layer.7", or the kind of
 * operation, "MatMul". (transfer full) (nullable): NULL if the name has none */
static char *
cut_part (const NameParts *self, guint32 name)
{
  PoplensNameSplit split =
      poplens_name_split (self->model->layers, poplens_strings_get (self->model->strings, name));
  PoplensNameSpan span = self->by == POPLENS_TRACE_COLOUR_LAYER ? split.layer : split.operation;

  /* The name of a copy contains two whole paths, with slashes in the part for the operation. Such a
   * name has no kind. */
  if (span.to <= span.from || memchr (split.path + span.from, '/', span.to - span.from))
    return NULL;
  return g_strndup (split.path + span.from, span.to - span.from);
}

static NamePart *
trace_colour_part_of (NameParts *self, guint32 name)
{
  g_autofree char *text = NULL;
  NamePart *part;

  if (self->known[name])
    return self->of_name[name];
  self->known[name] = TRUE;
  text = cut_part (self, name);
  if (!text)
    return NULL;
  part = g_hash_table_lookup (self->parts, text);
  if (!part) {
    part = g_new0 (NamePart, 1);
    part->text = g_strdup (text);
    g_hash_table_insert (self->parts, (gpointer) part->text, part);
  }
  return self->of_name[name] = part;
}

/* Returns the layer or kind of the step in @row. (nullable): NULL for copies and syncs, whose names
 * are not paths */
static NamePart *
part_of_row (NameParts *self, guint32 row)
{
  guint32 step = self->model->execution->row_step[row];
  guint series = poplens_trace_look (self->model, step).series;

  return series <= POPLENS_TRACE_LINKS ? trace_colour_part_of (self, self->model->name[step])
                                       : NULL;
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const NamePart *x = *(NamePart *const *) a, *y = *(NamePart *const *) b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  return strcmp (x->text, y->text);
}

/* Compares parts by text, for the legend. Numbers are compared as numbers, so layer.2 is before
 * layer.10. */
static int
compare_texts (gconstpointer a, gconstpointer b)
{
  const NamePart *x = *(NamePart *const *) a, *y = *(NamePart *const *) b;
  g_autofree char *i = g_utf8_collate_key_for_filename (x->text, -1);
  g_autofree char *j = g_utf8_collate_key_for_filename (y->text, -1);

  return strcmp (i, j);
}

static void
trace_colour_add_parts (NameParts *self, PoplensTraceColours *colours)
{
  guint n = g_hash_table_size (self->parts), shown = MIN (n, MOST_PARTS), at = 0;
  g_autofree NamePart **all = g_new (NamePart *, MAX (n, 1));
  GHashTableIter iter;
  gpointer value;
  guint8 others = 0;
  PoplensNumber count;

  g_hash_table_iter_init (&iter, self->parts);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    all[at++] = value;
  qsort (all, n, sizeof *all, compare_parts);
  if (n > shown)
    others =
        colours_add (colours, "others", g_strdup (poplens_format_items (count, n - shown, "Other")),
                     POPLENS_INK_OTHER, 0);
  qsort (all, shown, sizeof *all, compare_texts);
  for (guint i = 0; i < n; i++) {
    g_autofree char *key = g_strconcat (
        self->by == POPLENS_TRACE_COLOUR_LAYER ? "layer:" : "kind:", all[i]->text, NULL);
    all[i]->class = i < shown ? colours_add (colours, key, g_strdup (all[i]->text),
                                             poplens_part_inks[i % POPLENS_N_PART_INKS],
                                             i < POPLENS_N_PART_INKS ? 0 : TINT)
                              : others;
  }
}

static void
part_free (gpointer data)
{
  NamePart *part = data;

  g_free ((char *) part->text);
  g_free (part);
}

static PoplensTraceColours *
trace_colours_by_part (const PoplensTraceModel *model, PoplensTraceColour by)
{
  const PoplensExecution *x = model->execution;
  PoplensTraceColours *colours = colours_new (by, x);
  guint32 n = poplens_strings_count (model->strings);
  NameParts self = {model, by, g_hash_table_new_full (g_str_hash, g_str_equal, NULL, part_free),
                    g_new0 (NamePart *, MAX (n, 1)), g_new0 (gboolean, MAX (n, 1))};
  guint8 waiting = colours_add_waiting (colours);
  guint8 none = colours_add (
      colours, "none", g_strdup (by == POPLENS_TRACE_COLOUR_LAYER ? "No layer" : "No operation"),
      POPLENS_INK_OTHER, TINT);

  for (guint32 r = 0; r < x->n_rows; r++) {
    NamePart *part = part_of_row (&self, r);
    if (part)
      part->cycles += MAX (poplens_trace_row_cycles (x, r), 1);
  }
  trace_colour_add_parts (&self, colours);
  for (guint32 r = 0; r < x->n_rows; r++) {
    const NamePart *part = part_of_row (&self, r);
    colours->of_row[r] = row_waits (model, r) ? waiting : part ? part->class : none;
  }
  if (!g_hash_table_size (self.parts))
    colours->note =
        g_strdup (by == POPLENS_TRACE_COLOUR_LAYER
                      ? "No model layers: no part of the names is numbered as layers are"
                      : "No operations in the names of steps");
  g_hash_table_unref (self.parts);
  g_free (self.of_name);
  g_free (self.known);
  return colours;
}

/* ---- time classes ---------------------------------------------------------------------------- */

/* Colours by time class (look.md 8.6). */

/* Returns the time class with most of the cycles of @row; POPLENS_N_TIMES for programs that neither
 * work nor wait. */
static guint8
row_time_class (const PoplensTraceModel *model, const PoplensTimeRows *rows, guint32 row)
{
  guint32 step = model->execution->row_step[row];

  if (poplens_trace_look (model, step).series == POPLENS_TRACE_OTHER)
    return POPLENS_N_TIMES;
  return rows->main[row];
}

static guint8
colours_add_time_class (PoplensTraceColours *self, PoplensTimeClass class)
{
  PoplensTimeLook look = poplens_time_look (class);
  guint8 added = colours_add (self, poplens_time_class_key (class),
                              g_strdup (poplens_time_class_title (class)), look.ink, 0);

  g_array_index (self->classes, PoplensTraceClass, added).kind = look.kind;
  return added;
}

/* Cache key of colours by time class, if blocks are divided by height. These colours also have
 * classes for tiles that wait for other tiles. */
#define BY_HEIGHT "class by height"

guint8
poplens_trace_colours_find (const PoplensTraceColours *self, PoplensTimeClass class)
{
  for (guint i = 0; i < self->classes->len; i++)
    if (!strcmp (g_array_index (self->classes, PoplensTraceClass, i).key,
                 poplens_time_class_key (class)))
      return (guint8) i;
  return POPLENS_LANE_GROUP;
}

static PoplensTraceColours *
trace_colours_by_class (const PoplensTraceModel *model, const PoplensTimeRows *rows,
                        gboolean by_height)
{
  const PoplensExecution *x = model->execution;
  PoplensTraceColours *self = colours_new (POPLENS_TRACE_COLOUR_CLASS, x);
  guint8 added[POPLENS_N_TIMES + 1];
  guint seen = 0;

  for (guint32 r = 0; r < x->n_rows; r++)
    if (x->row_from[r] != G_MAXUINT64)
      seen |= 1u << row_time_class (model, rows, r);
  if (by_height && seen & 1u << POPLENS_TIME_COMPUTE)
    seen |= 1u << POPLENS_TIME_UNUSED | 1u << POPLENS_TIME_UNEQUAL;
  if (by_height && seen & 1u << POPLENS_TIME_EXCHANGE)
    seen |= 1u << POPLENS_TIME_TILE_EXCHANGE;
  if (by_height) {
    g_free (self->key);
    self->key = g_strdup (BY_HEIGHT);
  }
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++)
    added[c] = seen & 1u << c ? colours_add_time_class (self, c) : 0;
  added[POPLENS_N_TIMES] =
      seen & 1u << POPLENS_N_TIMES
          ? colours_add (self, "control", g_strdup ("Other"), POPLENS_INK_OTHER, 0)
          : 0;
  for (guint32 r = 0; r < x->n_rows; r++)
    self->of_row[r] = added[row_time_class (model, rows, r)];
  return self;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* A group of names with the same hash value, which have the same colour. The legend shows the name
 * with most cycles, and the number of other names. */
typedef struct {
  guint32 name, n;
  guint64 most;
} Hue;

/* Colours steps by a hash of their name. Several names can share one of the N_NAMES colours; the
 * legend then shows the name with most cycles. */
static PoplensTraceColours *
by_name (const PoplensTraceModel *model)
{
  const PoplensExecution *x = model->execution;
  PoplensTraceColours *self = colours_new (POPLENS_TRACE_COLOUR_NAME, x);
  guint32 n_strings = poplens_strings_count (model->strings);
  g_autofree guint64 *cycles = g_new0 (guint64, MAX (n_strings, 1));
  g_autofree guint8 *hue = g_new0 (guint8, MAX (n_strings, 1));
  Hue all[N_NAMES] = {{0}};
  guint8 class[N_NAMES] = {0}, waiting;

  const PoplensExecution *execution = model->execution;
  for (guint32 r = 0; r < execution->n_rows; r++)
    if (!row_waits (model, r))
      cycles[model->name[execution->row_step[r]]] +=
          MAX (poplens_trace_row_cycles (execution, r), 1);
  for (guint32 i = 0; i < n_strings; i++) {
    Hue *entry =
        &all[hue[i] = (guint8) (g_str_hash (poplens_strings_get (model->strings, i)) % N_NAMES)];
    if (!cycles[i])
      continue;
    entry->n++;
    if (cycles[i] > entry->most) {
      entry->most = cycles[i];
      entry->name = i;
    }
  }
  for (guint i = 0; i < N_NAMES; i++) {
    g_autofree char *key = g_strdup_printf ("name:%u", i);
    const char *name = poplens_strings_get (model->strings, all[i].name);
    PoplensNumber others;
    if (all[i].n)
      class[i] = colours_add (
          self, key,
          all[i].n == 1 ? g_strdup (name)
                        : g_strdup_printf ("%s and %s", name,
                                           poplens_format_items (others, all[i].n - 1, "other")),
          poplens_part_inks[i % POPLENS_N_PART_INKS], i < POPLENS_N_PART_INKS ? 0 : TINT);
  }
  waiting = colours_add_waiting (self);
  for (guint32 r = 0; r < x->n_rows; r++)
    self->of_row[r] = row_waits (model, r) ? waiting : class[hue[model->name[x->row_step[r]]]];
  self->note =
      g_strdup_printf ("Colours repeat: several names can share one of %u colours", N_NAMES);
  return self;
}

/* ---- scales ---------------------------------------------------------------------------------- */

/* Colours steps by tile balance: mean cycles of all tiles ÷ cycles of the slowest tile. The scale
 * has five classes. */
static PoplensTraceColours *
by_balance (const PoplensTraceModel *model, const PoplensStepSums *sums)
{
  static const char *const names[] = {"0–20 %", "20–40 %", "40–60 %", "60–80 %", "80–100 %"};
  static const char *const keys[] = {"balance:0", "balance:20", "balance:40", "balance:60",
                                     "balance:80"};
  const PoplensExecution *x = model->execution;
  PoplensTraceColours *self = colours_new (POPLENS_TRACE_COLOUR_BALANCE, x);
  guint8 unknown, waiting;

  self->n_scale = G_N_ELEMENTS (names);
  self->is_scale = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    colours_add (self, keys[i], g_strdup (names[i]), POPLENS_INK_RAMP_0 + i, 0);
  unknown = colours_add (self, "unknown", g_strdup ("Not recorded"), POPLENS_INK_OTHER, TINT);
  waiting = colours_add_waiting (self);
  for (guint32 r = 0; r < x->n_rows; r++) {
    double whole = (double) poplens_cycles_at (sums->cycles, r) * sums->tiles;
    double part = whole > 0 ? (double) poplens_step_sums_tile_cycles (sums, r) / whole : 0;
    self->of_row[r] = row_waits (model, r) ? waiting
                      : whole > 0 && poplens_cycles_at (sums->tile_cycles, r) != POPLENS_NO_CYCLES
                          ? (guint8) CLAMP (part * 5, 0, 4)
                          : unknown;
  }
  self->note = g_strdup ("Coloured by tile balance (mean cycles ÷ longest tile)");
  return self;
}

/* Sum of cycles, and number of executions, of one program on one IPU. */
typedef struct {
  double sum, n;
} Mean;

static gint64
mean_key (const PoplensExecution *x, guint32 row)
{
  return (gint64) x->step_program[x->row_step[row]] << 16 | x->row_ipu[row];
}

/* Returns the mean cycles of each program on each IPU, as a map from mean_key () to Mean. (transfer
 * full) */
static GHashTable *
find_means (const PoplensTraceModel *model)
{
  const PoplensExecution *x = model->execution;
  GHashTable *means = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

  for (guint32 r = 0; r < x->n_rows; r++) {
    gint64 key = mean_key (x, r);
    Mean *mean;
    if (row_waits (model, r) || x->step_program[x->row_step[r]] == POPLENS_NO_PROGRAM ||
        x->row_from[r] == G_MAXUINT64)
      continue;
    mean = g_hash_table_lookup (means, &key);
    if (!mean) {
      mean = g_new0 (Mean, 1);
      g_hash_table_insert (means, g_memdup2 (&key, sizeof key), mean);
    }
    mean->sum += (double) poplens_trace_row_cycles (x, r);
    mean->n++;
  }
  return means;
}

/* Returns the class, 0 … 4, of @ratio: a step's cycles ÷ the mean. The limits between the classes
 * are −25 %, −5 %, +5 % and +25 % from the mean. */
static guint8
place_ratio (double ratio)
{
  static const double edges[] = {0.75, 0.95, 1.05, 1.25};
  guint8 i = 0;

  while (i < G_N_ELEMENTS (edges) && (i < 2 ? ratio >= edges[i] : ratio > edges[i]))
    i++;
  return i;
}

/* Colours steps by their cycles relative to the mean of all executions of the same program on the
 * same IPU. */
static PoplensTraceColours *
by_cycles (const PoplensTraceModel *model)
{
  static const struct {
    const char *key, *name;
    PoplensInk ink;
    guint shade;
  } classes[] = {{"cycles:-25", "Faster, −25 % or more", POPLENS_INK_LESS, 0},
                 {"cycles:-5", "−5 to −25 %", POPLENS_INK_LESS, 4},
                 {"cycles:0", "Mean ± 5 %", POPLENS_INK_OTHER, 4},
                 {"cycles:5", "+5 to +25 %", POPLENS_INK_MORE, 4},
                 {"cycles:25", "Slower, +25 % or more", POPLENS_INK_MORE, 0}};
  const PoplensExecution *x = model->execution;
  PoplensTraceColours *self = colours_new (POPLENS_TRACE_COLOUR_CYCLES, x);
  g_autoptr (GHashTable) means = find_means (model);
  guint8 once, waiting;

  self->n_scale = G_N_ELEMENTS (classes);
  self->is_scale = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    colours_add (self, classes[i].key, g_strdup (classes[i].name), classes[i].ink,
                 classes[i].shade);
  once = colours_add (self, "once", g_strdup ("Ran once"), POPLENS_INK_COMPUTE, 0);
  waiting = colours_add_waiting (self);
  for (guint32 r = 0; r < x->n_rows; r++) {
    gint64 key = mean_key (x, r);
    const Mean *mean = g_hash_table_lookup (means, &key);
    double cycles = (double) poplens_trace_row_cycles (x, r);
    if (row_waits (model, r))
      self->of_row[r] = waiting;
    else if (!mean || mean->n < 2)
      self->of_row[r] = once;
    else
      self->of_row[r] = place_ratio (mean->sum > 0 ? cycles * mean->n / mean->sum : 1);
  }
  self->note =
      g_strdup ("Compared with the mean of all executions of the same program on the same IPU");
  return self;
}

guint8
poplens_trace_colours_of (const PoplensTraceColours *self, const PoplensTraceModel *model,
                          const guint32 *rows, guint32 n)
{
  double sum = 0, weight = 0;

  for (guint32 i = 0; self->is_scale && n > 1 && i < n; i++) {
    double cycles = (double) MAX (poplens_trace_row_cycles (model->execution, rows[i]), 1);
    if (self->of_row[rows[i]] >= self->n_scale)
      continue;
    sum += self->of_row[rows[i]] * cycles;
    weight += cycles;
  }
  return weight > 0 ? (guint8) floor (sum / weight + 0.5) : self->of_row[rows[0]];
}

/* ---- operations ------------------------------------------------------------------------------ */

typedef struct {
  guint32 operation;
  guint64 cycles;
} OperationShare;

/* Sorts operations by cycles, in descending order. */
static int
compare_shares (gconstpointer a, gconstpointer b)
{
  const OperationShare *x = a, *y = b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  return x->operation < y->operation ? -1 : x->operation > y->operation;
}

/* Returns the index of the operation to which the program in @row of steps_by_ipu belongs;
 * G_MAXUINT32: none. */
static guint32
row_operation (const PoplensOperationSource *source, const PoplensExecution *x, guint32 row)
{
  guint32 program = x->step_program[x->row_step[row]], at, found;

  if (program == POPLENS_NO_PROGRAM)
    return G_MAXUINT32;
  at = poplens_programs_find (source->programs, program);
  found = at == POPLENS_NO_ROW ? G_MAXUINT32 : source->operations->program_operation[at];
  if (found == G_MAXUINT32 ||
      g_array_index (source->operations->operations, PoplensOperation, found).kind !=
          POPLENS_OPERATION_CONTEXT)
    return G_MAXUINT32;
  return found;
}

/* Returns the name of the operation @shares[@at]. Appends its id if another of the @n operations in
 * @shares has the same name. (transfer full) */
static char *
colours_operation_label (const PoplensOperationSource *source, const OperationShare *shares,
                         guint n, guint at)
{
  g_autofree char *name = poplens_operation_name (source, shares[at].operation);
  g_autofree char *id = poplens_operation_key (source, shares[at].operation);
  guint same = 0;

  for (guint i = 0; i < n; i++) {
    g_autofree char *other = poplens_operation_name (source, shares[i].operation);
    same += g_str_equal (name, other);
  }
  return same > 1 ? g_strdup_printf ("%s (%s)", name, id) : g_steal_pointer (&name);
}

static PoplensTraceColours *
by_operation (const PoplensTraceModel *model, const PoplensOperationSource *source)
{
  const PoplensExecution *x = model->execution;
  PoplensTraceColours *self = colours_new (POPLENS_TRACE_COLOUR_OPERATION, x);
  guint n = source->operations->operations->len;
  const char *layer = poplens_operation_source_layer (source);
  g_autofree OperationShare *shares = g_new0 (OperationShare, MAX (n, 1));
  g_autofree guint8 *class = g_new0 (guint8, MAX (n, 1));
  guint8 others = 0, none, waiting;
  PoplensNumber count;

  for (guint i = 0; i < n; i++)
    shares[i].operation = i;
  for (guint32 r = 0; r < x->n_rows; r++) {
    guint32 operation = row_waits (model, r) ? G_MAXUINT32 : row_operation (source, x, r);
    if (operation != G_MAXUINT32)
      shares[operation].cycles += MAX (poplens_trace_row_cycles (x, r), 1);
  }
  qsort (shares, n, sizeof *shares, compare_shares);
  guint n_own = 0;
  while (n_own < n && shares[n_own].cycles)
    n_own++;
  guint shown = MIN (n_own, MOST_OPERATIONS);
  /* Add the classes for waiting and for no operation first: a small legend shows only the first
   * entries. */
  waiting = colours_add_waiting (self);
  none = colours_add (self, "none", g_strdup ("No operation"), POPLENS_INK_OTHER, TINT);
  if (n_own > shown)
    others = colours_add (
        self, "others", g_strdup (poplens_format_items (count, n_own - shown, "Other operations")),
        POPLENS_INK_OTHER, 0);
  for (guint i = 0; i < shown; i++) {
    g_autofree char *key = poplens_operation_key (source, shares[i].operation);
    g_autofree char *full = g_strconcat ("operation:", key, NULL);
    class[shares[i].operation] = colours_add (
        self, full, colours_operation_label (source, shares, shown, i),
        poplens_part_inks[i % POPLENS_N_PART_INKS], i < POPLENS_N_PART_INKS ? 0 : TINT);
  }
  for (guint i = shown; i < n; i++)
    class[shares[i].operation] = others;
  for (guint32 r = 0; r < x->n_rows; r++) {
    guint32 operation = row_operation (source, x, r);
    self->of_row[r] = row_waits (model, r)       ? waiting
                      : operation == G_MAXUINT32 ? none
                                                 : class[operation];
  }
  g_free (self->key);
  self->key = g_strconcat ("operation ", layer ? layer : "", NULL);
  self->note =
      layer
          ? g_strdup_printf (
                "Coloured by operation (layer %s); largest operations have their own colour", layer)
          : g_strdup ("No operations: the report has no debug.cbor");
  return self;
}

/* ---- of a page ------------------------------------------------------------------------------- */

static gpointer
colours_ref_cached (gpointer self, gpointer data)
{
  return self ? poplens_trace_colours_ref (self) : NULL;
}

/* Returns the colours that the report has cached, if they were made for @key. (transfer full)
 * (nullable) */
static PoplensTraceColours *
find_kept (PoplensReport *report, const char *key)
{
  PoplensTraceColours *kept =
      g_object_dup_data (G_OBJECT (report), "poplens-trace-colours", colours_ref_cached, NULL);

  if (kept && !strcmp (kept->key, key))
    return kept;
  poplens_trace_colours_unref (kept);
  return NULL;
}

static void
trace_colour_keep (PoplensReport *report, PoplensTraceColours *colours)
{
  g_object_set_data_full (G_OBJECT (report), "poplens-trace-colours",
                          poplens_trace_colours_ref (colours),
                          (GDestroyNotify) poplens_trace_colours_unref);
}

PoplensTraceColours *
poplens_trace_colours_of_time (PoplensReport *report, const PoplensTraceModel *model,
                               gboolean by_height, GCancellable *cancellable, GError **error)
{
  PoplensTraceColours *self = find_kept (
      report, by_height ? BY_HEIGHT : poplens_trace_colour_keys[POPLENS_TRACE_COLOUR_CLASS]);
  const PoplensTimeRows *rows = self ? NULL : poplens_trace_time_rows (report, cancellable, error);

  if (rows) {
    self = trace_colours_by_class (model, rows, by_height);
    trace_colour_keep (report, self);
  }
  return self;
}

/* Colours steps by operation, and adds the control for the layer of operations to @page. @colours:
 * (out). FALSE with @error. */
static gboolean
make_operations (PoplensPage *page, const PoplensPageContext *context,
                 const PoplensTraceModel *model, PoplensTraceColours **colours, GError **error)
{
  PoplensOperationSource source = {0};

  if (!poplens_operation_source_init (&source, context->report, context->location,
                                      context->cancellable, error))
    return FALSE;
  poplens_page_add_layers (page, &source, "Layer of operations that colour the steps");
  *colours = by_operation (model, &source);
  return TRUE;
}

/* Makes the colours by time class. FALSE with @error. If the location does not ask for colours,
 * returns TRUE without colours in two cases: time is missing, or the report is on another computer
 * and the page is not WHOLE. */
static gboolean
make_classes (const PoplensPageContext *context, const PoplensTraceModel *model, gboolean by_height,
              PoplensTraceColours **colours, GError **error)
{
  gboolean is_asked = poplens_location_get (context->location, "colour") != NULL;
  g_autoptr (GError) wrong = NULL;

  if (!is_asked && !poplens_report_is_near (context->report) &&
      context->extent != POPLENS_EXTENT_WHOLE)
    return TRUE;
  *colours = poplens_trace_colours_of_time (context->report, model, by_height, context->cancellable,
                                            &wrong);
  if (!*colours && (is_asked || !poplens_error_is_lack (wrong))) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  return TRUE;
}

/* Loads the cycles of tiles, and colours steps by their balance. @colours: (out). FALSE with
 * @error. */
static gboolean
make_balance (const PoplensPageContext *context, const PoplensTraceModel *model,
              PoplensTraceColours **colours, GError **error)
{
  const PoplensStepSums *sums =
      poplens_step_sums_get (context->report, context->cancellable, error);

  if (!sums)
    return FALSE;
  *colours = by_balance (model, sums);
  return TRUE;
}

gboolean
poplens_trace_colours_make (PoplensPage *page, const PoplensPageContext *context,
                            const PoplensTraceModel *model, PoplensTraceColour by,
                            gboolean by_height, PoplensTraceColours **colours, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  gboolean made = TRUE;

  *colours = NULL;
  if (by == POPLENS_TRACE_COLOUR_TYPE)
    return TRUE;
  /* Do not use the cache for colours by operation: they depend on the chosen layer. */
  if (by != POPLENS_TRACE_COLOUR_OPERATION && by != POPLENS_TRACE_COLOUR_CLASS)
    *colours = find_kept (context->report, poplens_trace_colour_keys[by]);
  if (*colours)
    return TRUE;
  if (by == POPLENS_TRACE_COLOUR_CLASS)
    made = make_classes (context, model, by_height, colours, &wrong);
  else if (by == POPLENS_TRACE_COLOUR_NAME)
    *colours = by_name (model);
  else if (by == POPLENS_TRACE_COLOUR_LAYER || by == POPLENS_TRACE_COLOUR_KIND)
    *colours = trace_colours_by_part (model, by);
  else if (by == POPLENS_TRACE_COLOUR_CYCLES)
    *colours = by_cycles (model);
  else if (by == POPLENS_TRACE_COLOUR_BALANCE)
    made = make_balance (context, model, colours, &wrong);
  else
    made = make_operations (page, context, model, colours, &wrong);
  if (!*colours)
    poplens_page_control (page, "colour")->current = POPLENS_TRACE_COLOUR_TYPE;
  if (made && !*colours)
    return TRUE;
  if (made) {
    trace_colour_keep (context->report, *colours);
    return TRUE;
  }
  if (!poplens_error_is_lack (wrong) &&
      !g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_USAGE)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  g_autofree char *said = g_strdup_printf ("Coloured by step type: %s", wrong->message);
  poplens_page_add_misuse (page, said);
  return TRUE;
}

void
poplens_trace_colour_views (GPtrArray *views)
{
  for (guint i = 0; i < POPLENS_N_TRACE_COLOURS; i++)
    poplens_views_add (views, "Colour by", "colour", poplens_trace_colour_keys[i],
                       poplens_trace_colour_titles[i]);
}
