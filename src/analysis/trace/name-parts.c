/* Interprets the names of steps: parts, roles, numbers, phases, pipeline stages and patterns. */
#include "analysis/trace/name-parts.h"

#include <string.h>

/* ---- running numbers ------------------------------------------------------------------------- */

#define DIGITS "0123456789"

/* Returns the text after the running number: "Conv" for "cs12_Conv" if @word is "cs". NULL if @name
 * does not begin with @word, digits and '_'. (transfer none) (nullable) */
static const char *
text_after_count (const char *name, const char *word)
{
  gsize length = strlen (word), n;

  if (strncmp (name, word, length))
    return NULL;
  n = strspn (name + length, DIGITS);
  return n && name[length + n] == '_' ? name + length + n + 1 : NULL;
}

const char *
poplens_name_path (const char *name)
{
  const char *path = text_after_count (name, "cs");

  return path ? path : name;
}

gboolean
poplens_name_is_copy (const char *name)
{
  return text_after_count (name, "copy") != NULL;
}

const char *
poplens_name_without_count (const char *name)
{
  const char *copied = text_after_count (name, "copy");

  return copied ? copied : poplens_name_path (name);
}

/* ---- parts ----------------------------------------------------------------------------------- */

gsize
poplens_name_part_length (const char *part, guint n)
{
  return n < POPLENS_NAME_MOST_PARTS - 1 ? strcspn (part, "/") : strlen (part);
}

static gboolean
part_is_one_of (const char *part, gsize length, const char *const *words)
{
  for (; *words; words++)
    if (strlen (*words) == length && !g_ascii_strncasecmp (part, *words, length))
      return TRUE;
  return FALSE;
}

static gboolean
part_is_role (const char *part, gsize length)
{
  static const char *const roles[] = {
      "ExchangePre", "ExchangePost", "OnTileCopy", "OnTileCopyPre", "OnTileCopyPost", "Op",
      "PreArrange",  "PostArrange",  "GlobalPre",  "GlobalPost",    "GlobalExchange", NULL};

  for (guint i = 0; roles[i]; i++)
    if (strlen (roles[i]) == length && !strncmp (part, roles[i], length))
      return TRUE;
  return FALSE;
}

gsize
poplens_name_stem (const char *path)
{
  gsize end = strlen (path);

  for (;;) {
    gsize from = end;
    while (from && path[from - 1] != '/')
      from--;
    if (!part_is_role (path + from, end - from))
      return end;
    if (!from)
      return 0;
    end = from - 1;
  }
}

gboolean
poplens_name_part_number (const char *part, gsize length, gsize *base, guint64 *number)
{
  gsize digits = length;

  while (digits && g_ascii_isdigit (part[digits - 1]))
    digits--;
  /* A number of more than 18 digits is not a count. */
  if (digits == length || !digits || length - digits > 18)
    return FALSE;
  *base = digits - (strchr ("._:-", part[digits - 1]) != NULL);
  if (!*base || !g_ascii_isalpha (part[*base - 1]))
    return FALSE;
  *number = 0;
  for (; digits < length; digits++)
    *number = *number * 10 + (guint64) (part[digits] - '0');
  return TRUE;
}

char *
poplens_name_operation_key (const char *name)
{
  const char *path = poplens_name_path (name);
  gsize stem = poplens_name_stem (path);
  GString *key = g_string_new_len (NULL, (gssize) strlen (path));

  /* The key of a copy, or of a name that is only a role, is the name without its running number. */
  if (!stem || poplens_name_is_copy (path))
    return g_string_free (g_string_assign (key, poplens_name_without_count (path)), FALSE);
  for (gsize from = 0; from <= stem;) {
    gsize end = from + strcspn (path + from, "/"), digits;
    end = MIN (end, stem);
    for (digits = end; digits > from && g_ascii_isdigit (path[digits - 1]); digits--)
      ;
    if (digits < end && end < stem) {
      g_string_append_len (key, path + from, (gssize) (digits - from));
      g_string_append (key, "*/");
    } else
      g_string_append_len (key, path + from, (gssize) (end - from + (end < stem)));
    from = end + 1;
  }
  return g_string_free (key, FALSE);
}

/* ---- phase and stage ------------------------------------------------------------------------- */

static gboolean
part_ends_with (const char *part, gsize length, const char *end)
{
  gsize n = strlen (end);

  return length >= n && !g_ascii_strncasecmp (part + length - n, end, n);
}

static gboolean
part_begins_with (const char *part, gsize length, const char *begin)
{
  gsize n = strlen (begin);

  return length >= n && !g_ascii_strncasecmp (part, begin, n);
}

static const char *const backward_words[] = {"bwd",      "backward",  "grad",     "grads",
                                             "gradient", "gradients", "backprop", NULL};
static const char *const update_words[] = {"wu",         "update",          "optimiser",
                                           "optimizer",  "apply_gradients", "resource_update",
                                           "accumulate", "scaled_add",      NULL};
static const char *const forward_words[] = {"fwd", "forward", NULL};
static const char *const loss_words[] = {"loss", "nll", NULL};

static gboolean
part_is_backward (const char *part, gsize length)
{
  gsize bare = length;

  if (part_is_one_of (part, length, backward_words) || part_ends_with (part, length, "GradOp") ||
      part_ends_with (part, length, ".bwd") || part_ends_with (part, length, "_grad"))
    return TRUE;
  while (bare && g_ascii_isdigit (part[bare - 1]))
    bare--;
  return bare < length && part_ends_with (part, bare, "_grad_");
}

static gboolean
part_is_update (const char *part, gsize length)
{
  static const char *const optimisers[] = {"adam",    "sgd",     "lamb", "momentum",
                                           "rmsprop", "adagrad", "lars"};

  if (part_is_one_of (part, length, update_words) || part_begins_with (part, length, "accl"))
    return TRUE;
  if (!part_ends_with (part, length, "updater") && !part_ends_with (part, length, "step"))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (optimisers); i++)
    if (part_begins_with (part, length, optimisers[i]))
      return TRUE;
  return FALSE;
}

/* Returns the training phase that a part of a name shows. @is_early: TRUE: the part is one of the
 * first two. */
static PoplensPhase
phase_of_part (const char *part, gsize length, gboolean is_early)
{
  if (part_is_backward (part, length))
    return POPLENS_PHASE_BACKWARD;
  if (part_is_update (part, length))
    return POPLENS_PHASE_UPDATE;
  if (is_early && part_is_one_of (part, length, forward_words))
    return POPLENS_PHASE_FORWARD;
  if (part_is_one_of (part, length, loss_words) || part_ends_with (part, length, "cross_entropy"))
    return POPLENS_PHASE_LOSS;
  return POPLENS_PHASE_NONE;
}

/* Prefix of the names of transfers between IPUs, such as
 * "Copy_Fwd/a_to_b/GlobalPre/GlobalExchange". */
#define COPY "Copy_"

PoplensPhase
poplens_name_phase (const char *name, gboolean has_backward)
{
  const char *path = poplens_name_path (name);
  gboolean is_transfer = g_str_has_prefix (path, COPY);
  guint n = 0;

  if (poplens_name_is_copy (path))
    return POPLENS_PHASE_NONE;
  for (const char *part = is_transfer ? path + strlen (COPY) : path; *part; n++) {
    gsize length = strcspn (part, "/");
    PoplensPhase phase = phase_of_part (part, length, n < 2);
    if (phase)
      return phase;
    part += length + (part[length] == '/');
  }
  return has_backward && !is_transfer && *path ? POPLENS_PHASE_FORWARD : POPLENS_PHASE_NONE;
}

const char *
poplens_name_without_phase (const char *key)
{
  const char *slash = strchr (key, '/');
  g_autofree char *first = slash ? g_strndup (key, (gsize) (slash - key)) : NULL;

  return first && poplens_name_phase (first, FALSE) != POPLENS_PHASE_NONE ? slash + 1 : key;
}

gboolean
poplens_name_begins_with_phase (const char *name)
{
  const char *path = poplens_name_path (name);
  const char *part = path + (g_str_has_prefix (path, COPY) ? strlen (COPY) : 0);
  gsize length = strcspn (part, "/");

  return part_is_one_of (part, length, backward_words) ||
         part_is_one_of (part, length, update_words) ||
         part_is_one_of (part, length, forward_words) || part_is_one_of (part, length, loss_words);
}

const char *
poplens_name_behind_phase (const char *name)
{
  const char *path = poplens_name_path (name), *slash = strchr (path, '/');

  return slash && poplens_name_begins_with_phase (path) ? slash + 1 : path;
}

const char *
poplens_phase_name (PoplensPhase phase)
{
  static const char *const names[] = {"", "forward", "loss", "backward", "update"};

  return names[phase];
}

/* Returns the number after the word "stage" at the start of @at: 3 for "stage_3". −1: there is
 * none. */
static int
stage_at (const char *at)
{
  gsize n;

  if (!g_str_has_prefix (at, "stage"))
    return -1;
  at += strlen ("stage");
  at += *at == '_' || *at == '/';
  n = strspn (at, DIGITS);
  return n && n < 7 ? (int) g_ascii_strtoull (at, NULL, 10) : -1;
}

int
poplens_name_stage (const char *name)
{
  const char *path = poplens_name_path (name);

  for (const char *at = path; *at; at++) {
    const char *word = at;
    int stage;
    if (at > path && at[-1] != '/' && at[-1] != '_')
      continue;
    if (g_str_has_prefix (word, "pipeline"))
      word += strlen ("pipeline") + (word[strlen ("pipeline")] == '_');
    stage = stage_at (word);
    if (stage >= 0)
      return stage;
  }
  return -1;
}

/* ---- patterns -------------------------------------------------------------------------------- */

char *
poplens_name_starred (const char *name)
{
  GString *out = g_string_new (NULL);

  while (*name) {
    gsize digits = strspn (name, "0123456789");
    gsize length = MAX (digits, 1);
    if (digits && !g_ascii_isalnum (name[digits]))
      g_string_append_c (out, '*');
    else
      g_string_append_len (out, name, (gssize) length);
    name += length;
  }
  return g_string_free (out, FALSE);
}

/* Returns the path of @name. Removes the first part if it is only a training phase, but not from
 * transfers such as "Copy_Fwd/a_to_b". (transfer none) */
static const char *
pattern_path (const char *name)
{
  const char *path = poplens_name_path (name);

  return g_str_has_prefix (path, "Copy_") ? path : poplens_name_behind_phase (path);
}

static gboolean
part_is_layer (const char *part, gsize length)
{
  static const char pieces[] = "split*";

  return length && part[length - 1] == '*' &&
         !(length == strlen (pieces) && !strncmp (part, pieces, length));
}

static gsize
pattern_layer_length (const char *pattern)
{
  gsize two = 0;
  guint n = 0;

  for (gsize from = 0, end;; from = end + 1) {
    end = from + strcspn (pattern + from, "/");
    if (++n <= 2)
      two = end;
    if (!pattern[end])
      return two;
    if (part_is_layer (pattern + from, end - from))
      return end;
  }
}

char *
poplens_name_pattern (const char *name, gsize *layer)
{
  char *pattern = poplens_name_starred (pattern_path (name));

  *layer = pattern_layer_length (pattern);
  return pattern;
}
