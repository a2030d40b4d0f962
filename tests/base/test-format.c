/* Tests of numbers and units as text: tables of cases, with the boundaries between units. */
#include "base/format.h"
#include "base/typed.h"
#include "base/visible.h"

#include <float.h>
#include <locale.h>
#include <math.h>

static void
test_count (void)
{
  static const struct {
    guint64 value;
    const char *text;
  } cases[] = {
      {0, "0"},
      {999, "999"},
      {1000, "1,000"},
      {12345, "12,345"},
      {999999, "999,999"},
      {1000000, "1,000,000"},
      {G_MAXUINT64, "18,446,744,073,709,551,615"},
  };
  PoplensNumber buffer;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (poplens_format_count (buffer, cases[i].value), ==, cases[i].text);
}

static void
test_signed (void)
{
  static const struct {
    gint64 value;
    const char *text;
  } cases[] = {
      {0, "0"},
      {1, "+1"},
      {-1, "\u22121"},
      {-12345, "\u221212,345"},
      {G_MAXINT64, "+9,223,372,036,854,775,807"},
      {G_MININT64, "\u22129,223,372,036,854,775,808"},
  };
  PoplensNumber buffer;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (poplens_format_signed (buffer, cases[i].value), ==, cases[i].text);
  g_assert_cmpstr (poplens_format_signed_bytes (buffer, -2048, POPLENS_BYTE_UNIT_BINARY), ==,
                   "\u22122.00 KiB");
  g_assert_cmpstr (poplens_format_signed_bytes (buffer, 512, POPLENS_BYTE_UNIT_BYTES), ==,
                   "+512 B");
  g_assert_cmpstr (poplens_format_signed_bytes (buffer, 0, POPLENS_BYTE_UNIT_SI), ==, "0 B");
}

#define KI G_GUINT64_CONSTANT (1024)

static void
test_bytes (void)
{
  static const struct {
    guint64 bytes;
    PoplensByteUnit unit;
    const char *text;
  } cases[] = {
      {0, POPLENS_BYTE_UNIT_BINARY, "0 B"},
      {512, POPLENS_BYTE_UNIT_BINARY, "512 B"},
      {1023, POPLENS_BYTE_UNIT_BINARY, "1,023 B"},
      {1024, POPLENS_BYTE_UNIT_BINARY, "1.00 KiB"},
      {10 * KI - 1, POPLENS_BYTE_UNIT_BINARY, "10.0 KiB"},
      {32 * KI, POPLENS_BYTE_UNIT_BINARY, "32.0 KiB"},
      {100 * KI - 1, POPLENS_BYTE_UNIT_BINARY, "100 KiB"},
      {624 * KI, POPLENS_BYTE_UNIT_BINARY, "624 KiB"},
      {KI * KI, POPLENS_BYTE_UNIT_BINARY, "1,024 KiB"},
      {1129 * KI, POPLENS_BYTE_UNIT_BINARY, "1,129 KiB"},
      {9999 * KI, POPLENS_BYTE_UNIT_BINARY, "9,999 KiB"},
      {10000 * KI, POPLENS_BYTE_UNIT_BINARY, "9.77 MiB"},
      {897 * KI * KI, POPLENS_BYTE_UNIT_BINARY, "897 MiB"},
      {1794 * KI * KI, POPLENS_BYTE_UNIT_BINARY, "1,794 MiB"},
      {9999 * KI * KI, POPLENS_BYTE_UNIT_BINARY, "9,999 MiB"},
      {10240 * KI * KI, POPLENS_BYTE_UNIT_BINARY, "10.0 GiB"},
      {G_MAXUINT64, POPLENS_BYTE_UNIT_BINARY, "16.0 EiB"},
      {999, POPLENS_BYTE_UNIT_SI, "999 B"},
      {1000, POPLENS_BYTE_UNIT_SI, "1.00 kB"},
      {1500000, POPLENS_BYTE_UNIT_SI, "1,500 kB"},
      {15000000, POPLENS_BYTE_UNIT_SI, "15.0 MB"},
      {G_MAXUINT64, POPLENS_BYTE_UNIT_SI, "18.4 EB"},
      {123456789, POPLENS_BYTE_UNIT_BYTES, "123,456,789 B"},
  };
  PoplensNumber buffer;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (poplens_format_bytes (buffer, cases[i].bytes, cases[i].unit), ==,
                     cases[i].text);
}

/* Two compared numbers have the same unit, unless one of them would be rounded to nothing. */
static void
test_bytes_beside (void)
{
  static const struct {
    guint64 bytes, other;
    const char *text;
  } cases[] = {
      {6049 * KI, 1152 * KI * KI, "5.91 MiB"},
      {1152 * KI * KI, 6049 * KI, "1,152 MiB"},
      {999 * KI, 1106 * KI, "999 KiB"},
      {3 * KI, 1152 * KI * KI, "3.00 KiB"},
      {0, 1152 * KI * KI, "0 B"},
      {0, 0, "0 B"},
  };
  PoplensNumber buffer;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (poplens_format_bytes_beside (buffer, cases[i].bytes, cases[i].other,
                                                  POPLENS_BYTE_UNIT_BINARY),
                     ==, cases[i].text);
  g_assert_cmpstr (
      poplens_format_bytes_beside (buffer, 6049 * KI, 1152 * KI * KI, POPLENS_BYTE_UNIT_BYTES), ==,
      "6,194,176 B");
}

static void
test_bytes_fit_the_buffer (void)
{
  for (guint i = 0; i < 2000; i++) {
    PoplensNumber buffer;
    guint64 value = ((guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ()) >>
                    g_test_rand_int_range (0, 64);
    for (guint unit = 0; unit <= POPLENS_BYTE_UNIT_BYTES; unit++) {
      const char *text = poplens_format_bytes (buffer, value, unit);
      g_assert_true (g_str_has_suffix (text, "B"));
      g_assert_cmpuint (g_utf8_strlen (text, -1), <, 30);
    }
  }
}

typedef struct {
  double value;
  const char *text;
} DoubleCase;

static void
check_doubles (const DoubleCase *cases, guint n, const char *(*format) (PoplensNumber, double) )
{
  PoplensNumber buffer;

  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (format (buffer, cases[i].value), ==, cases[i].text);
}

static void
test_percent (void)
{
  static const DoubleCase cases[] = {
      {0, "0.0 %"},
      {0.0004, "< 0.1 %"},
      {0.0005, "0.1 %"},
      {0.4976, "49.8 %"},
      {0.9994, "99.9 %"},
      {0.99951, "> 99.9 %"},
      {0.9999999, "> 99.9 %"},
      {0.99999999999, "> 99.9 %"},
      {1, "100.0 %"},
      {1 - 3 * DBL_EPSILON, "100.0 %"},
      {1.25, "125.0 %"},
      {29.343, "2,934.3 %"},
      {-0.5, "-50.0 %"},
      {NAN, "–"},
      {INFINITY, "–"},
      {-INFINITY, "–"},
  };

  check_doubles (cases, G_N_ELEMENTS (cases), poplens_format_percent);
}

static void
test_fine_percent (void)
{
  static const DoubleCase cases[] = {
      {0, "0.00 %"},
      {-0.036487987753813816, "\u22123.65 %"},
      {0.49758, "49.76 %"},
      {29.343, "2,934.30 %"},
      {0.0000123, "0.00123 %"},
      {-0.00999, "\u22120.999 %"},
      {NAN, "–"},
  };

  check_doubles (cases, G_N_ELEMENTS (cases), poplens_format_fine_percent);
}

static void
test_signed_percent (void)
{
  static const DoubleCase cases[] = {
      {0, "0.0 %"},
      {0.053, "+5.3 %"},
      {-0.415, "\u221241.5 %"},
      {29.343, "+2,934.3 %"},
      {-9.9997, "\u22121,000.0 %"},
      {9999.9, "+999,990.0 %"},
      {0.0001, "+0.0 %"},
      {-0.0001, "\u22120.0 %"},
      {-1, "\u2212100.0 %"},
      {1e300, "> +999,999 %"},
      {NAN, "–"},
  };

  check_doubles (cases, G_N_ELEMENTS (cases), poplens_format_signed_percent);
}

static void
test_seconds (void)
{
  static const DoubleCase cases[] = {
      {0, "0 s"},
      {1e-9, "1.00 ns"},
      {999.9e-9, "1.00 µs"},
      {497e-6, "497 µs"},
      {9.547e-3, "9.55 ms"},
      {9.994e-3, "9.99 ms"},
      {9.996e-3, "10.0 ms"},
      {0.9996, "1.00 s"},
      {1.5, "1.50 s"},
      {119.4, "119 s"},
      {200, "3 min 20 s"},
      {3600 * 24, "1,440 min 0 s"},
      {-1, "–"},
      {NAN, "–"},
      {INFINITY, "–"},
  };

  check_doubles (cases, G_N_ELEMENTS (cases), poplens_format_seconds);
}

static void
test_estimate (void)
{
  static const DoubleCase cases[] = {
      {0, "a few seconds"},
      {9.9, "a few seconds"},
      {10, "about 10 seconds"},
      {54.9, "about 50 seconds"},
      {57.4, "about 1 minute"},
      {89, "about 1 minute"},
      {91, "about 2 minutes"},
      {3500, "about 58 minutes"},
      {3590, "about 1 hour"},
      {6000, "about 2 hours"},
      {-1, "–"},
      {NAN, "–"},
  };

  check_doubles (cases, G_N_ELEMENTS (cases), poplens_format_estimate);
}

static void
test_format_cycles (void)
{
  PoplensNumber buffer;

  g_assert_cmpstr (poplens_format_cycles (buffer, 1), ==, "1 cycle");
  g_assert_cmpstr (poplens_format_cycles (buffer, 999999), ==, "999,999 cycles");
  g_assert_cmpstr (poplens_format_cycles (buffer, 5319557), ==, "5.32 M cycles");
  g_assert_cmpstr (poplens_format_cycles (buffer, 1907559640), ==, "1,908 M cycles");
  g_assert_nonnull (poplens_format_cycles (buffer, G_MAXUINT64));
  g_assert_cmpstr (poplens_format_cycles_as_time (buffer, 17661972, 1850000000), ==, "9.55 ms");
  g_assert_cmpstr (poplens_format_cycles_as_time (buffer, 17661972, 0), ==, "");
  g_assert_cmpstr (poplens_format_cycles_as_time (buffer, 0, 1), ==, "0 s");
  g_assert_nonnull (poplens_format_cycles_as_time (buffer, G_MAXUINT64, 1));
}

static void
test_units (void)
{
  for (guint unit = 0; unit <= POPLENS_BYTE_UNIT_BYTES; unit++) {
    PoplensByteUnit read;
    g_assert_true (poplens_byte_unit_parse (poplens_byte_unit_name (unit), &read));
    g_assert_cmpint (read, ==, unit);
  }
  g_assert_false (poplens_byte_unit_parse ("KiB", &(PoplensByteUnit){0}));
  g_assert_false (poplens_byte_unit_parse ("", &(PoplensByteUnit){0}));
}

static void
test_plain (void)
{
  PoplensNumber text;

  g_assert_cmpstr (poplens_format_fixed (text, 0.5, 2), ==, "0.50");
  g_assert_cmpstr (poplens_format_fixed (text, -1234.5678, 0), ==, "-1235");
  g_assert_cmpstr (poplens_format_fixed (text, 1e18, 0), ==, "1000000000000000000");
  g_assert_cmpstr (poplens_format_digits (text, 1.5284, 4), ==, "1.528");
  g_assert_cmpstr (poplens_format_digits (text, 2, 15), ==, "2");
  g_assert_cmpstr (poplens_format_exact (text, 0.1), ==, "0.1");
  g_assert_cmpstr (poplens_format_exact (text, 1.0 / 3), ==, "0.3333333333333333");
  g_assert_cmpfloat (g_ascii_strtod (poplens_format_exact (text, DBL_MAX), NULL), ==, DBL_MAX);
}

/* Runs all cases again in a locale with a decimal comma. */
static void
test_locale (void)
{
  /* tests/CMakeLists.txt builds the locale, and LOCPATH names its folder. */
  if (!setlocale (LC_NUMERIC, "de_DE.UTF-8")) {
    g_test_skip ("no locale with a decimal comma is installed");
    return;
  }
  g_assert_cmpstr (localeconv ()->decimal_point, ==, ",");
  test_plain ();
  test_bytes ();
  test_percent ();
  test_signed_percent ();
  test_seconds ();
  setlocale (LC_NUMERIC, "C");
}

static void
test_shorten (void)
{
  g_autofree char *cut = NULL, *letters = NULL, *none = NULL;
  const char *text = "0123456789";

  g_assert_true (poplens_shorten (text, 10, &none) == text && !none);
  g_assert_null (poplens_shorten (NULL, 10, &none));
  g_assert_cmpstr (poplens_shorten (text, 6, &cut), ==, "012 … 789");
  /* Characters of three bytes are not cut, on either side. */
  for (gsize most = 1; most < 16; most++) {
    g_autofree char *other = NULL;
    g_assert_true (g_utf8_validate (poplens_shorten ("€€€€€x", most, &other), -1, NULL));
  }
  g_assert_cmpstr (poplens_shorten ("€€€€€", 8, &letters), ==, "€ … €");
}

/* Characters that control a terminal, change the direction of text, or are invalid in XML. */
static void
test_visible (void)
{
  static const struct {
    const char *text, *shown, *markup;
  } cases[] = {
      {"", "", ""},
      {"a/b\u00e9\u6f22", "a/b\u00e9\u6f22", "a/b\u00e9\u6f22"},
      {"<a href='x'>&\"", "<a href='x'>&\"", "&lt;a href=&apos;x&apos;&gt;&amp;&quot;"},
      {"line\n\ttab\r\x1b[31m\x7f", "line\\n\\ttab\\x0d\\x1b[31m\\x7f",
       "line\\n\\ttab\\x0d\\x1b[31m\\x7f"},
      {"\u202eexe\u2066\u200b\u2028\u061c", "\\u202eexe\\u2066\\u200b\\u2028\\u061c",
       "\\u202eexe\\u2066\\u200b\\u2028\\u061c"},
      {"\xef\xbf\xbe\xef\xbf\xbf", "\\ufffe\\uffff", "\\ufffe\\uffff"},
      {"no \xff UTF-8", "no \ufffd UTF-8", "no \ufffd UTF-8"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *shown = poplens_visible_text (cases[i].text, -1);
    g_autofree char *markup = poplens_visible_markup (cases[i].text, -1);
    g_assert_cmpstr (shown, ==, cases[i].shown);
    g_assert_cmpstr (markup, ==, cases[i].markup);
  }
  g_autofree char *part = poplens_visible_markup ("ab<cd", 3);
  g_assert_cmpstr (part, ==, "ab&lt;");
}

/* A number and its unit are not separated. */
static void
test_split_words (void)
{
  g_auto (GStrv) words = poplens_split_words ("2.91 ms in 12 steps, 622 KiB, 5 % a day");
  g_autofree char *joined = g_strjoinv ("|", words);

  g_assert_cmpstr (joined, ==, "2.91 ms|in|12|steps,|622 KiB,|5 %|a|day");
}

static void
test_visible_error (void)
{
  static const char *const cases[][2] = {
      {"Cannot open “/a b”: No such file", "cannot open \"/a b\": No such file"},
      {"No step recorded.", "no step recorded"},
      {"IPU 3 is missing…", "IPU 3 is missing…"},
      {"DoExchange 5", "DoExchange 5"},
      {"Model: no cycles\n", "Model: no cycles\\n"},
      {"", ""},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *shown = poplens_visible_error (cases[i][0]);
    g_assert_cmpstr (shown, ==, cases[i][1]);
  }
}

static void
test_format_items (void)
{
  static const struct {
    guint64 n;
    const char *noun, *text;
  } cases[] = {
      {0, "tile", "0 tiles"},          {1, "tile", "1 tile"},         {1472, "tile", "1,472 tiles"},
      {2, "category", "2 categories"}, {1, "category", "1 category"}, {2, "day", "2 days"},
      {3, "cycles", "3 cycles"},       {2, "IPU", "2 IPUs"},
  };
  PoplensNumber buffer;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (poplens_format_items (buffer, cases[i].n, cases[i].noun), ==, cases[i].text);
  poplens_format_items (buffer, G_MAXUINT64, "noun that is longer than any buffer of a number");
  g_assert_cmpuint (strlen (buffer), ==, sizeof buffer - 1);
}

static void
test_typed (void)
{
  static const struct {
    const char *typed, *number;
  } cases[] = {
      {"1,000", "1000"},
      {"\u22121,472\u00a0KiB", "-1472 KiB"},
      {"\u202f+12,345,678.5 % ", "+12345678.5 %"},
      {"622\u202fKiB", "622 KiB"},
      {"x", "x"},
      {"", ""},
      {"1,5", NULL},
      {"1472,123", NULL},
      {"1,0000", NULL},
      {"1,000,0", NULL},
      {",500", NULL},
  };
  guint64 value = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *number = poplens_typed_number (cases[i].typed);
    g_assert_cmpstr (number, ==, cases[i].number);
  }
  g_assert_true (poplens_typed_unsigned ("\u00a01,471 ", 0, 1471, &value));
  g_assert_cmpuint (value, ==, 1471);
  g_assert_false (poplens_typed_unsigned ("1,472", 0, 1471, &value));
  g_assert_false (poplens_typed_unsigned ("\u22121", 0, 1471, &value));
  g_assert_false (poplens_typed_unsigned ("1,5", 0, 1471, &value));
  g_assert_false (poplens_typed_unsigned ("", 0, 1471, NULL));
  /* Formatted numbers can be parsed again. */
  for (gint64 n = -5000000; n < 5000000; n += 100003) {
    PoplensNumber written, plain;
    g_autofree char *number = poplens_typed_number (poplens_format_signed (written, n));
    g_assert_cmpstr (number + (*number == '+'), ==, poplens_format_plain (plain, n));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/format/count", test_count);
  g_test_add_func ("/base/format/signed", test_signed);
  g_test_add_func ("/base/format/bytes", test_bytes);
  g_test_add_func ("/base/format/bytes-beside", test_bytes_beside);
  g_test_add_func ("/base/format/bytes-fit-the-buffer", test_bytes_fit_the_buffer);
  g_test_add_func ("/base/format/percent", test_percent);
  g_test_add_func ("/base/format/signed-percent", test_signed_percent);
  g_test_add_func ("/base/format/fine-percent", test_fine_percent);
  g_test_add_func ("/base/format/seconds", test_seconds);
  g_test_add_func ("/base/format/estimate", test_estimate);
  g_test_add_func ("/base/format/cycles", test_format_cycles);
  g_test_add_func ("/base/format/units", test_units);
  g_test_add_func ("/base/format/plain", test_plain);
  g_test_add_func ("/base/format/items", test_format_items);
  g_test_add_func ("/base/format/locale", test_locale);
  g_test_add_func ("/base/format/shorten", test_shorten);
  g_test_add_func ("/base/format/typed", test_typed);
  g_test_add_func ("/format/visible", test_visible);
  g_test_add_func ("/format/split-words", test_split_words);
  g_test_add_func ("/format/visible-error", test_visible_error);
  return g_test_run ();
}
