/* Groups the reports of one model into series, and names the series. */
#include "analysis/reports/report-series.h"

#include "analysis/trace/name-parts.h"

/* Two reports belong to one model if they share at least LEAST_SHARED / 5 of their compute set
 * names. */
#define LEAST_SHARED 4

/* ---- models ---------------------------------------------------------------------------------- */

static int
compare_hashes (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Returns the 64-bit FNV-1a hash of @name. */
static guint64
hash_name (const char *name)
{
  guint64 hash = 0xcbf29ce484222325;

  for (const char *c = name; *c; c++)
    hash = (hash ^ (guchar) *c) * 0x100000001b3;
  return hash;
}

GArray *
poplens_compute_set_names_new (const PoplensStrings *strings)
{
  GArray *names = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint n = 0;

  for (guint32 id = 1; id < poplens_strings_count (strings); id++) {
    g_autofree char *pattern = poplens_name_starred (poplens_strings_get (strings, id));
    guint64 hash = hash_name (pattern);
    g_array_append_val (names, hash);
  }
  g_array_sort (names, compare_hashes);
  for (guint i = 0; i < names->len; i++)
    if (!i || g_array_index (names, guint64, i) != g_array_index (names, guint64, i - 1))
      g_array_index (names, guint64, n++) = g_array_index (names, guint64, i);
  return g_array_set_size (names, n);
}

static guint
count_shared (const GArray *a, const GArray *b)
{
  guint n = 0;

  for (guint i = 0, j = 0; i < a->len && j < b->len;) {
    int order = compare_hashes (&g_array_index (a, guint64, i), &g_array_index (b, guint64, j));
    n += !order;
    i += order <= 0;
    j += order >= 0;
  }
  return n;
}

/* Returns the share (0 … 1) of compute set names that both reports have; below 0 if the reports are
 * of different models. */
static double
share_of_names (const PoplensReportModel *a, const PoplensReportModel *b)
{
  if (a->ipus != b->ipus || a->tiles != b->tiles || a->replicas != b->replicas)
    return -1;
  if (!a->names || !b->names)
    return 0;
  guint most = MAX (a->names->len, b->names->len);
  guint shared = count_shared (a->names, b->names);
  return (guint64) 5 * shared < (guint64) LEAST_SHARED * most ? -1
         : most                                               ? (double) shared / most
                                                              : 1;
}

guint32 *
poplens_report_series (const PoplensReportModel *models, guint n)
{
  guint32 *series = g_new (guint32, MAX (n, 1));
  /* By series: index of its latest report. */
  g_autoptr (GArray) latest = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n; i++) {
    double most = -1;
    series[i] = models[i].ipus ? latest->len : POPLENS_NO_SERIES;
    for (guint s = 0; models[i].ipus && s < latest->len; s++) {
      double share = share_of_names (&models[g_array_index (latest, guint, s)], &models[i]);
      if (share <= most)
        continue;
      most = share;
      series[i] = s;
    }
    if (series[i] == latest->len)
      g_array_append_val (latest, i);
    else if (series[i] != POPLENS_NO_SERIES)
      g_array_index (latest, guint, series[i]) = i;
  }
  return series;
}

/* ---- names ----------------------------------------------------------------------------------- */

char *
poplens_report_series_name (const char *const *paths, guint n)
{
  g_auto (GStrv) parts = g_strsplit (paths[0], "/", -1);

  for (guint i = 1; i < n; i++) {
    g_auto (GStrv) others = g_strsplit (paths[i], "/", -1);
    guint p = 0;
    for (; parts[p] && others[p]; p++)
      if (!g_str_equal (parts[p], others[p])) {
        g_free (parts[p]);
        parts[p] = g_strdup ("*");
      }
    /* If the paths have the same length, all parts are compared. Otherwise replace the last part
     * that both paths have, and all parts after it, by one "*". */
    if (!parts[p] == !others[p])
      continue;
    g_free (parts[p - 1]);
    parts[p - 1] = g_strdup ("*");
    for (; parts[p]; p++)
      g_clear_pointer (&parts[p], g_free);
  }
  return g_strjoinv ("/", parts);
}
