/* Loads and draws everything in a report, for tests of damaged reports. */
#include "visit.h"

#include "base/error.h"
#include "pages/picture/picture.h"
#include "tables/engine/registry.h"

#define ROWS_AT_ENDS 20

void
visit_check_error (const GError *error)
{
  g_assert_nonnull (error);
  if (error->domain != POPLENS_ERROR)
    g_error ("not an error of Poplens: %s", error->message);
  g_assert_cmpint (*error->message, !=, 0);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

guint32
visit_parts (PoplensReport *report)
{
  guint32 refused = 0;

  for (guint part = 0; part < POPLENS_N_PARTS; part++) {
    g_autoptr (GError) error = NULL;
    poplens_report_get_absence (report, part);
    if (poplens_report_load (report, part, NULL, &error))
      continue;
    visit_check_error (error);
    refused |= POPLENS_PART_BIT (part);
  }
  return refused;
}

void
visit_slices (PoplensReport *report)
{
  static const guint64 keys[] = {0, 3, G_MAXUINT64};

  for (guint kind = 0; kind <= POPLENS_SLICE_BODY; kind++)
    for (guint k = 0; k < G_N_ELEMENTS (keys) && kind != POPLENS_N_SLICE_KINDS; k++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (PoplensSlice) slice =
          poplens_report_get_slice (report, kind, keys[k], NULL, &error);
      if (!slice)
        visit_check_error (error);
    }
}

/* More than in any report: damaged numbers must become unknown instead. */
#define MOST ((gint64) 1 << 61)
#define MOST_RATIO 1e12

static void
check_number (const PoplensTable *table, guint c, PoplensValue value)
{
  gboolean is_signed = value.unit == POPLENS_UNIT_SIGNED_BYTES ||
                       value.unit == POPLENS_UNIT_SIGNED_COUNT ||
                       value.unit == POPLENS_UNIT_SIGNED_CYCLES;
  gboolean is_amount = is_signed || value.unit == POPLENS_UNIT_BYTES ||
                       value.unit == POPLENS_UNIT_COUNT || value.unit == POPLENS_UNIT_CYCLES ||
                       value.unit == POPLENS_UNIT_MICROSECONDS;
  double least = is_signed ? -(double) MOST : 0;
  double real = value.type == POPLENS_VALUE_INT ? (double) value.integer : value.real;

  if (is_amount && !(real >= least && real <= (double) MOST))
    g_error ("%s, column %s: %g", poplens_table_get_name (table),
             poplens_table_get_column (table, c)->name, real);
  if ((value.unit == POPLENS_UNIT_RATIO || value.unit == POPLENS_UNIT_SIGNED_RATIO) &&
      !(ABS (real) <= MOST_RATIO))
    g_error ("%s, column %s: %g", poplens_table_get_name (table),
             poplens_table_get_column (table, c)->name, real);
}

static void
read_row (const PoplensTable *table, guint32 row, gboolean sums_hold)
{
  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    PoplensValue value = poplens_table_get (table, row, c);
    if (value.type == POPLENS_VALUE_TEXT)
      g_assert_true (g_utf8_validate (value.text, -1, NULL));
    else if (sums_hold && value.type != POPLENS_VALUE_NULL)
      check_number (table, c, value);
  }
  g_autofree char *link = poplens_table_get_link (table, row);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = link ? poplens_location_parse (link, &error) : NULL;
  g_assert_no_error (error);
}

static void
read_table (const PoplensTable *table, gboolean sums_hold)
{
  guint32 n = poplens_table_n_rows (table);

  for (guint32 row = 0; row < MIN (n, ROWS_AT_ENDS); row++)
    read_row (table, row, sums_hold);
  for (guint32 row = n > ROWS_AT_ENDS ? n - ROWS_AT_ENDS : n; row < n; row++)
    read_row (table, row, sums_hold);
}

void
visit_tables (PoplensReport *report, const PoplensLocation *location, gboolean sums_hold)
{
  PoplensPageId page = poplens_location_get_page (location);
  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint t = 0; t < n; t++) {
    g_autoptr (GError) error = NULL;
    if (specs[t].page != page)
      continue;
    PoplensTable *table = poplens_tables_build (specs[t].name, report, location, NULL, &error);
    if (table)
      read_table (table, sums_hold);
    else
      visit_check_error (error);
    poplens_table_unref (table);
  }
}

void
visit_page (PoplensReport *report, const PoplensLocation *location, const char *picture)
{
  g_autoptr (GError) error = NULL;
  PoplensPictureSpec spec = {
      .width = 480, .height = 400, .scale = 1, .report_name = poplens_report_get_name (report)};
  g_autoptr (PoplensPage) built =
      poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  if (!built || !poplens_page_complete (built, report, NULL, &error)) {
    visit_check_error (error);
    return;
  }
  for (guint i = 0; i < built->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (built->sections, i);
    if (!section->chart)
      continue;
    spec.chart = section->key;
    poplens_page_save_picture (built, &spec, picture, &error);
    g_assert_no_error (error);
  }
}

/* Archive, debug.cbor and JSON files are shown on Summary, and in the details of a selection. */
const char *
visit_location (guint number)
{
  static const char *const locations[] = {
      "summary",
      "summary?context=2",
      "summary?tab=framework",
      "insights",
      "memory",
      "memory?tile=3&breakdown=category",
      "memory?breakdown=region&gaps=yes&order=use",
      "liveness",
      "liveness?step=3,5,7-9",
      "liveness?scope=tile&tile=3&step=2",
      "programs?program=3",
      "operations",
      "trace",
      "trace?executed=2",
      "trace?executed=1&view=flame&search=e",
      "trace?by=name&range=0..2000",
      "memory?tile=3&tab=memory-details",
  };

  return locations[number % G_N_ELEMENTS (locations)];
}
