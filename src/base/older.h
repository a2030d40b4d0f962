/* Replacements for functions and macros of GLib after 2.64. If GLib is older than 2.74, CMake
 * includes this header before every source. docs/porting.md has the minimum versions. */
#pragma once

#if __has_include(<gio/gio.h>) /* src/askpass does not use GLib */
#include <gio/gio.h>

#include <string.h>

G_BEGIN_DECLS

#if !GLIB_CHECK_VERSION(2, 68, 0)
#define G_NORETURN __attribute__ ((__noreturn__))

static inline gpointer
g_memdup2 (gconstpointer bytes, gsize size)
{
  return bytes && size ? memcpy (g_malloc (size), bytes, size) : NULL;
}

/* Defined here for older GLib. @limit: maximum number of replacements; 0: all */
static inline guint
g_string_replace (GString *string, const char *find, const char *replace, guint limit)
{
  gsize n_find = strlen (find), n_replace = strlen (replace), at = 0;
  guint n = 0;
  const char *found;

  g_assert (n_find);
  while ((!limit || n < limit) && (found = strstr (string->str + at, find))) {
    at = (gsize) (found - string->str);
    g_string_erase (string, (gssize) at, (gssize) n_find);
    g_string_insert_len (string, (gssize) at, replace, (gssize) n_replace);
    at += n_replace;
    n++;
  }
  return n;
}

/* Builder of an array of strings, as in GLib 2.68. */
typedef struct {
  GPtrArray strings;
} GStrvBuilder;

static inline GStrvBuilder *
g_strv_builder_new (void)
{
  return (GStrvBuilder *) g_ptr_array_new_with_free_func (g_free);
}

static inline void
g_strv_builder_unref (GStrvBuilder *builder)
{
  g_ptr_array_unref ((GPtrArray *) builder);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GStrvBuilder, g_strv_builder_unref)

static inline void
g_strv_builder_add (GStrvBuilder *builder, const char *value)
{
  g_ptr_array_add ((GPtrArray *) builder, g_strdup (value));
}

static inline GStrv
g_strv_builder_end (GStrvBuilder *builder)
{
  g_ptr_array_add ((GPtrArray *) builder, NULL);
  return (GStrv) g_ptr_array_steal ((GPtrArray *) builder, NULL);
}
#endif

#if !GLIB_CHECK_VERSION(2, 70, 0)
#define G_DEFINE_FINAL_TYPE(TN, t_n, T_P) G_DEFINE_TYPE (TN, t_n, T_P)
#define G_DEFINE_FINAL_TYPE_WITH_CODE(TN, t_n, T_P, _C_) G_DEFINE_TYPE_WITH_CODE (TN, t_n, T_P, _C_)
#define G_OPTION_ENTRY_NULL                                                                        \
  {                                                                                                \
    NULL, 0, 0, 0, NULL, NULL, NULL                                                                \
  }
#define g_pattern_spec_match_string(spec, string) g_pattern_match_string (spec, string)
#define g_test_skip_printf(...)                                                                    \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *skipped = g_strdup_printf (__VA_ARGS__);                                      \
    g_test_skip (skipped);                                                                         \
  }                                                                                                \
  G_STMT_END
#define g_test_fail_printf(...)                                                                    \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_test_message (__VA_ARGS__);                                                                  \
    g_test_fail ();                                                                                \
  }                                                                                                \
  G_STMT_END

static inline void
g_strv_builder_addv (GStrvBuilder *builder, const char **values)
{
  for (gsize i = 0; values[i]; i++)
    g_strv_builder_add (builder, values[i]);
}
#endif

#if !GLIB_CHECK_VERSION(2, 74, 0)
#define G_ALWAYS_INLINE __attribute__ ((__always_inline__))
#endif

G_END_DECLS
#endif
