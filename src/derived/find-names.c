/* Implements the index for searching names. Stores each case-folded text once, with the list of its
 * entries. */
#include "derived/find-names.h"

#include "base/strings.h"
#include "report/report.h"

#include <string.h>

/* Separates the name from other texts of an entry. No word of a query contains it. */
#define DIVIDER '\n'
#define CANCEL_EVERY 4096

struct _PoplensNames {
  PoplensStrings *texts; /* distinct texts, case-folded */
  /* (nullable): guint32: index in .texts of each entry's text; NULL after poplens_names_seal () */
  GArray *entry_text;
  guint32 n_entries;
  guint32 *first;   /* [texts + 1]: index in .entries of the first entry with each text */
  guint32 *entries; /* [n_entries]: entries, sorted by text */
};

PoplensNames *
poplens_names_new (void)
{
  PoplensNames *self = g_new0 (PoplensNames, 1);

  self->texts = poplens_strings_new ();
  self->entry_text = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
poplens_names_free (PoplensNames *self)
{
  if (!self)
    return;
  poplens_strings_free (self->texts);
  g_clear_pointer (&self->entry_text, g_array_unref);
  g_free (self->first);
  g_free (self->entries);
  g_free (self);
}

char *
poplens_names_fold (const char *text)
{
  if (g_str_is_ascii (text))
    return g_ascii_strdown (text, -1);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  return g_utf8_casefold (valid, -1);
}

/* Adds an entry with the case-folded text of @name and @also. @also: (nullable): a second text to
 * search */
static void
add_folded (PoplensNames *self, const char *name, const char *also)
{
  g_autofree char *folded = poplens_names_fold (name);
  g_autofree char *more = also && *also ? poplens_names_fold (also) : NULL;
  g_autofree char *text = NULL;
  guint32 id;

  /* Replace line ends in the name, as DIVIDER is a line end. */
  g_strdelimit (folded, "\n\r", ' ');
  if (more)
    text = g_strdup_printf ("%s%c%s", folded, DIVIDER, g_strdelimit (more, "\r", ' '));
  id = poplens_strings_intern (self->texts, text ? text : folded, -1);
  g_array_append_val (self->entry_text, id);
}

/* Splits the last part of a name into words: "weight Gradient" for "a/weightGradient".
 * (transfer full) (nullable): NULL if it is a single word */
static char *
split_humps (const char *name)
{
  const char *last = strrchr (name, '/');
  GString *out = g_string_new (NULL);
  gboolean any = FALSE;

  for (const char *p = last ? last + 1 : name; *p; p++) {
    gboolean hump = out->len && g_ascii_isupper (*p) && g_ascii_islower (p[-1]);
    if (hump)
      g_string_append_c (out, ' ');
    g_string_append_c (out, *p);
    any |= hump;
  }
  return g_string_free (out, !any);
}

void
poplens_names_add (PoplensNames *self, const char *name, const char *also)
{
  g_autofree char *humps = name ? split_humps (name) : NULL;
  g_autofree char *beside = g_strdup (also);

  if (beside)
    g_strdelimit (beside, "\n", ' ');
  if (humps) {
    g_autofree char *only = g_steal_pointer (&beside);
    g_strdelimit (humps, "\n", ' ');
    beside = g_strdup_printf ("%s%s%s", only ? only : "", only ? "\n" : "", humps);
  }
  add_folded (self, name ? name : "", beside);
}

void
poplens_names_seal (PoplensNames *self)
{
  guint32 n_texts = poplens_strings_count (self->texts);
  const guint32 *text_of = (const guint32 *) (gpointer) self->entry_text->data;
  g_autofree guint32 *next = g_new0 (guint32, n_texts);

  self->n_entries = self->entry_text->len;
  self->first = g_new0 (guint32, n_texts + 1);
  self->entries = g_new (guint32, MAX (self->n_entries, 1));
  for (guint32 e = 0; e < self->n_entries; e++)
    self->first[text_of[e] + 1]++;
  for (guint32 t = 0; t < n_texts; t++) {
    self->first[t + 1] += self->first[t];
    next[t] = self->first[t];
  }
  for (guint32 e = 0; e < self->n_entries; e++)
    self->entries[next[text_of[e]]++] = e;
  g_clear_pointer (&self->entry_text, g_array_unref);
}

/* ---- searching ------------------------------------------------------------------------------- */

static gboolean
begins_word (const char *text, const char *at)
{
  return at == text || (!g_ascii_isalnum (at[-1]) && (guchar) at[-1] < 0x80);
}

/* Finds how well @word matches @text. FALSE if @text does not contain it. */
static gboolean
rank_word (const char *text, const char *word, PoplensMatchRank *rank)
{
  const char *at = strstr (text, word);

  if (!at)
    return FALSE;
  *rank = POPLENS_MATCH_WITHIN;
  for (; at; at = strstr (at + 1, word))
    if (begins_word (text, at)) {
      *rank = POPLENS_MATCH_WORD;
      break;
    }
  return TRUE;
}

/* Compares the name and each other text of an entry with @query. Returns EXACT if one equals
 * @query, PREFIX if one begins with @query, else @otherwise. @length: bytes of @query */
static PoplensMatchRank
rank_whole (const char *text, const char *query, gsize length, PoplensMatchRank otherwise)
{
  for (const char *part = text; part; part = strchr (part, DIVIDER)) {
    part += *part == DIVIDER;
    if (strncmp (part, query, length))
      continue;
    if (!part[length] || part[length] == DIVIDER)
      return POPLENS_MATCH_EXACT;
    otherwise = POPLENS_MATCH_PREFIX;
  }
  return otherwise;
}

/* Ranks how well @text matches @words: as the word that matches worst, or better if the whole
 * @query matches. FALSE if @text does not contain all words. */
static gboolean
rank_text (const char *text, const char *const *words, const char *query, gsize length,
           PoplensMatchRank *rank)
{
  *rank = *words ? POPLENS_MATCH_WORD : POPLENS_MATCH_WITHIN;
  for (; *words; words++) {
    PoplensMatchRank of_word;
    if (!rank_word (text, *words, &of_word))
      return FALSE;
    *rank = MAX (*rank, of_word);
  }
  if (length)
    *rank = rank_whole (text, query, length, *rank);
  return TRUE;
}

gboolean
poplens_names_search (const PoplensNames *self, const char *const *words, PoplensNameFunc found,
                      gpointer user_data, GCancellable *cancellable)
{
  g_autofree char *query = g_strjoinv (" ", (char **) words);
  gsize length = strlen (query);
  guint32 n = poplens_strings_count (self->texts);

  /* Skip text 0, which is empty. */
  for (guint32 t = 1; t < n; t++) {
    const char *text = poplens_strings_get (self->texts, t);
    PoplensMatchRank rank;
    if (t % CANCEL_EVERY == 0 && g_cancellable_is_cancelled (cancellable))
      return FALSE;
    if (!rank_text (text, words, query, length, &rank))
      continue;
    for (guint32 e = self->first[t]; e < self->first[t + 1]; e++)
      found (self->entries[e], rank, strlen (text), user_data);
  }
  return !g_cancellable_is_cancelled (cancellable);
}
