/* Chooses the causes of a change of time among rows and classes of the critical path, by the
 * rule of compare-causes.h. */
#include "analysis/compare/compare-causes.h"

typedef struct {
  const PoplensPathChange *change;
  gint64 amount; /* change in cycles; in a Class, positive if it has the direction of the total
                    change */
  guint at;      /* index in the list of changes; decides the order of rows with equal amounts */
} CauseRow;

typedef struct {
  PoplensBound bound;
  gint64 net, gross; /* sum of the amounts, sum of their absolute values */
  gboolean moved;    /* TRUE if the work of the class did not change (PoplensChangeCause.moved) */
  GArray *rows;      /* array of CauseRow, largest change first */
} Class;

typedef struct {
  const PoplensCauseRule *rule;
  gint64 sign; /* sign of the total change: 1 or −1 */
  Class classes[POPLENS_N_BOUNDS];
  GArray *causes;
} Choice;

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns the part of @change that comes from longer or shorter executions. Returns the whole
 * change if the row is in one report only, or if it was matched by an ancestor. */
static gint64
speed_of (const PoplensPathChange *change)
{
  gint64 counts, speed;

  poplens_path_change_parts (change, &counts, &speed);
  return change->match >= POPLENS_MATCHED_ANCESTOR ? counts : speed;
}

static int
compare_cause_rows (gconstpointer a, gconstpointer b)
{
  const CauseRow *x = a, *y = b;

  if (ABS (x->amount) != ABS (y->amount))
    return ABS (x->amount) < ABS (y->amount) ? 1 : -1;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* Lists the changed rows, largest first. Leaves out time outside the program unless @rule counts
 * it. @sum: (out): sum of the amounts. (transfer full) GArray of CauseRow */
static GArray *
find_cause_rows (const GPtrArray *changes, const PoplensCauseRule *rule, gint64 *sum)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (CauseRow));

  *sum = 0;
  for (guint c = 0; c < changes->len; c++) {
    const PoplensPathChange *change = changes->pdata[c];
    CauseRow row = {change, rule->by_speed ? speed_of (change) : poplens_path_change (change), c};
    if (!row.amount || (change->bound == POPLENS_BOUND_OUTSIDE && !rule->outside))
      continue;
    *sum += row.amount;
    g_array_append_val (rows, row);
  }
  g_array_sort (rows, compare_cause_rows);
  return rows;
}

static const CauseRow *
row_at (const GArray *rows, guint i)
{
  return &g_array_index (rows, CauseRow, i);
}

/* ---- classes --------------------------------------------------------------------------------- */

/* Sorts classes by how much they changed in the direction of the total, largest first. */
static int
compare_classes (gconstpointer a, gconstpointer b)
{
  const Class *x = a, *y = b;

  if (x->net != y->net)
    return x->net < y->net ? 1 : -1;
  return x->bound < y->bound ? -1 : x->bound > y->bound;
}

static void
sum_classes (Choice *self, const GArray *rows)
{
  /* With .by_speed, no class counts as .moved: .by_speed ignores how often a class is on the
   * critical path. */
  const PoplensComparedWork *work = self->rule->by_speed ? NULL : self->rule->work;

  for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
    self->classes[b] = (Class){b, 0, 0, FALSE, g_array_new (FALSE, FALSE, sizeof (CauseRow))};
  for (guint r = 0; r < rows->len; r++) {
    CauseRow row = *row_at (rows, r);
    Class *class = &self->classes[row.change->bound];
    row.amount *= self->sign;
    class->net += row.amount;
    class->gross += ABS (row.amount);
    g_array_append_val (class->rows, row);
  }
  for (guint b = 0; work && b < POPLENS_N_BOUNDS; b++)
    self->classes[b].moved = poplens_compared_work_class_moved (work, b, self->classes[b].net);
  qsort (self->classes, POPLENS_N_BOUNDS, sizeof *self->classes, compare_classes);
}

static void
clear_classes (Choice *self)
{
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
    g_array_unref (self->classes[b].rows);
}

static gboolean
is_least (gint64 amount, gint64 largest)
{
  return amount > 0 && (double) amount >= POPLENS_LEAST_CAUSE * (double) largest;
}

/* Returns how many rows of @class are named as causes, instead of the class itself. 0: the class
 * itself is named, because it needs more than @most rows or its work did not change. */
static guint
count_rows (const Class *class, guint most)
{
  const GArray *rows = class->rows;
  gint64 others = class->gross;
  guint n = 0;

  if (class->moved)
    return 0;
  for (most = MIN (most, rows->len); n < most && 3 * others >= class->net; n++)
    others -= ABS (row_at (rows, n)->amount);
  if (3 * others >= class->net)
    return 0;
  while (n < most && is_least (ABS (row_at (rows, n)->amount), ABS (row_at (rows, 0)->amount)))
    n++;
  return n;
}

/* Adds the first @n rows of @class as causes. Rows that changed in the direction of the total come
 * first. Returns the sum of the rows' amounts. */
static gint64
add_cause_rows (Choice *self, const Class *class, guint n)
{
  gint64 sum = 0;

  for (guint against = 0; against < 2; against++)
    for (guint r = 0; r < n; r++) {
      const CauseRow *row = row_at (class->rows, r);
      PoplensChangeCause cause = {.change = row->change, .amount = self->sign * row->amount};
      if ((row->amount < 0) != against)
        continue;
      sum += row->amount;
      g_array_append_val (self->causes, cause);
    }
  return sum;
}

static gint64
add_class (Choice *self, const Class *class)
{
  PoplensChangeCause cause = {.amount = self->sign * class->net, .moved = class->moved};
  gint64 largest = 0, sum = 0;

  for (guint r = 0; r < class->rows->len; r++) {
    const CauseRow *row = row_at (class->rows, r);
    if (row->amount <= 0)
      continue;
    cause.n++;
    cause.ties |= row->amount == largest;
    sum += row->amount;
    if (!cause.change)
      cause.change = row->change;
    largest = MAX (largest, row->amount);
  }
  cause.main = 2 * largest > sum;
  g_array_append_val (self->causes, cause);
  return class->net;
}

/* Adds the classes that changed most as causes. Names a few rows instead of a class if the limit
 * .most allows that. Returns the sum of the amounts. */
static gint64
add_classes (Choice *self)
{
  guint n = 0, most = MIN (self->rule->most, POPLENS_N_BOUNDS);
  gint64 told = 0;

  while (n < most && is_least (self->classes[n].net, self->classes[0].net))
    n++;
  for (guint c = 0, room = most - n; c < n; c++) {
    const Class *class = &self->classes[c];
    guint rows = count_rows (class, 1 + room);
    told += rows ? add_cause_rows (self, class, rows) : add_class (self, class);
    room -= MAX (rows, 1) - 1;
  }
  return told;
}

/* ---- changes that cancel out ----------------------------------------------------------------- */

/* Adds the rows of @class that changed by more than the noise. Used for a class whose sum is below
 * the noise. */
static void
add_cancelled_rows (Choice *self, const Class *class)
{
  for (guint r = 0; r < class->rows->len; r++) {
    const CauseRow *row = row_at (class->rows, r);
    PoplensChangeCause cause = {.change = row->change, .amount = self->sign * row->amount};
    if ((double) ABS (row->amount) >= self->rule->noise)
      g_array_append_val (self->causes, cause);
  }
}

static int
compare_causes (gconstpointer a, gconstpointer b)
{
  const PoplensChangeCause *x = a, *y = b;

  return (ABS (x->amount) < ABS (y->amount)) - (ABS (x->amount) > ABS (y->amount));
}

/* Adds causes for a total change below the noise. A class above the noise is named, or its largest
 * rows. In a class below the noise, each row above the noise is named. */
static void
choose_cancelled (GArray *causes, const GArray *rows, const PoplensCauseRule *rule)
{
  for (gint64 sign = 1; sign >= -1; sign -= 2) {
    Choice self = {rule, sign, {{0}}, causes};
    sum_classes (&self, rows);
    for (guint c = 0; c < POPLENS_N_BOUNDS; c++) {
      const Class *class = &self.classes[c];
      gboolean changed = class->net && (double) ABS (class->net) >= rule->noise;
      guint n = changed && class->net > 0 ? count_rows (class, rule->most) : 0;
      if (n)
        add_cause_rows (&self, class, n);
      else if (changed && class->net > 0)
        add_class (&self, class);
      else if (!changed && sign > 0)
        add_cancelled_rows (&self, class);
    }
    clear_classes (&self);
  }
  g_array_sort (causes, compare_causes);
  for (guint c = 1; c < causes->len; c++) {
    const PoplensChangeCause *first = &g_array_index (causes, PoplensChangeCause, 0);
    const PoplensChangeCause *cause = &g_array_index (causes, PoplensChangeCause, c);
    if (c == rule->most || !is_least (ABS (cause->amount), ABS (first->amount)))
      g_array_set_size (causes, c);
  }
}

/* ---- choice ---------------------------------------------------------------------------------- */

static void
choose_causes (GArray *causes, const GArray *rows, const PoplensCauseRule *rule, gint64 sum)
{
  Choice self = {rule, sum < 0 ? -1 : 1, {{0}}, causes};
  gint64 all = self.sign * sum, told;

  sum_classes (&self, rows);
  told = add_classes (&self);
  clear_classes (&self);
  if (10 * (told - all) <= all)
    return;
  /* The causes exceed the total change. Add the class that changed most in the opposite direction,
   * which explains the difference. */
  self.sign = -self.sign;
  sum_classes (&self, rows);
  if (is_least (self.classes[0].net, told))
    add_class (&self, &self.classes[0]);
  clear_classes (&self);
}

GArray *
poplens_change_causes_new (const GPtrArray *changes, const PoplensCauseRule *rule)
{
  GArray *causes = g_array_new (FALSE, FALSE, sizeof (PoplensChangeCause));
  gint64 sum;
  g_autoptr (GArray) rows = find_cause_rows (changes, rule, &sum);

  if (sum && (double) ABS (sum) >= rule->noise) {
    choose_causes (causes, rows, rule, sum);
    return causes;
  }
  choose_cancelled (causes, rows, rule);
  return causes;
}
