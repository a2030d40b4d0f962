/* debug.cbor: the index of debug contexts (formats.md 5). Which source made a program, a variable,
 * a compute set. Contexts are numbered by rising id, 0 … n−1; a context's body is a slice.
 *
 * Memory, bytes a context: id 8, offset 4 + 1, length 4, parent 4, name 4, place 4, line 4, kind 2;
 * the sum is POPLENS_DEBUG_CONTEXT_BYTES. Strings, kinds (layer and category)
 * and places (file and function) are kept once. */
#pragma once

#include "base/strings.h"

G_BEGIN_DECLS

#define POPLENS_LINE_TOO_LARGE G_MAXUINT32 /* for any line number from there on */

#define POPLENS_DEBUG_CONTEXT_BYTES 35

#define POPLENS_NO_CONTEXT G_MAXUINT32
/* In `parent`, beside POPLENS_NO_CONTEXT for a root: */
#define POPLENS_PARENT_DANGLING (G_MAXUINT32 - 1) /* names an id that is not in the file */
#define POPLENS_PARENT_CYCLE (G_MAXUINT32 - 2)    /* its chain comes back to it: cut */
#define POPLENS_PARENT_DEEP (G_MAXUINT32 - 3)     /* its chain is longer than MOST_CHAIN: cut */
#define POPLENS_MOST_CONTEXTS (G_MAXUINT32 - 4)

/* Limits on what is made of a file. Real ones stay far below: levels nest as functions do, and
 * there are a few dozen kinds. Without the limits, rows and paths grow with the square of a file's
 * size. */
#define POPLENS_DEBUG_MOST_CHAIN 256 /* levels of a chain of contexts */
#define POPLENS_DEBUG_MOST_KINDS 1024
#define POPLENS_DEBUG_MOST_NAME 2000 /* bytes; longer texts are shortened in their middle */
#define POPLENS_DEBUG_MOST_PATH 4000 /* bytes; the same for paths */

/* A text: an index into the file's stringTable, or, with the high bit, one that stood in place. */
typedef guint32 PoplensDebugText;
#define POPLENS_DEBUG_NO_TEXT G_MAXUINT32
#define POPLENS_DEBUG_INLINE 0x80000000u

typedef struct {
  guint32 layer, category; /* strings; category "" where it has none */
} PoplensDebugKind;

typedef struct {
  PoplensDebugText file, function;
} PoplensDebugPlace;

typedef struct {
  guint32 n;
  guint64 *id; /* rising */
  guint32 *offset_low;
  guint8 *offset_high;     /* of the body in the file: bytes, 40 bits */
  guint32 *length;         /* bytes of the body */
  guint32 *parent;         /* index, or one of the values above: following it always ends */
  PoplensDebugText *name;  /* a local name, not a path */
  guint32 *place;          /* in places; G_MAXUINT32: no location */
  guint32 *line;           /* 0: none; POPLENS_LINE_TOO_LARGE: see the context's body */
  guint16 *kind;           /* in kinds */
  GArray *kinds;           /* PoplensDebugKind; at most MOST_KINDS */
  GArray *places;          /* PoplensDebugPlace */
  PoplensStrings *strings; /* layers, categories and texts that stood in place */

  guint32 n_texts;  /* stringTable */
  GByteArray *text; /* its texts, each with its NUL */
  guint64 *text_at; /* where each begins in `text` */
  gboolean has_string_table;

  guint64 n_contexts;   /* contexts met in the file; `n` were kept */
  guint64 n_duplicate;  /* ids that came again: the first is kept */
  guint64 n_without_id; /* no map, or one without an id: left out */
  guint64 n_dangling, n_cyclic;
  guint64 n_deep;       /* places where a chain was cut because it has too many levels */
  guint64 n_kinds_lost; /* contexts of kinds past the limit: of the last kind instead */
  gboolean incomplete; /* the file ends too early or is damaged: what is here was before; or a limit
                          left something out */
  char *reason;        /* why; NULL unless incomplete */
  guint64 stopped_at;  /* the byte where reading ended; the file's size if nothing was wrong */
} PoplensDebugContexts;

PoplensDebugContexts *poplens_debug_contexts_new (void);
void poplens_debug_contexts_free (PoplensDebugContexts *self);

/* Index of an id, O(log n); POPLENS_NO_CONTEXT for one that is not there, and for 0 (none). */
guint32 poplens_debug_contexts_find (const PoplensDebugContexts *self, guint64 id);

guint64 poplens_debug_context_offset (const PoplensDebugContexts *self, guint32 context);
/* Never NULL; "" for none. */
const char *poplens_debug_context_layer (const PoplensDebugContexts *self, guint32 context);
const char *poplens_debug_context_category (const PoplensDebugContexts *self, guint32 context);
/* NULL where there is none, or where the table of strings is missing (see below). */
const char *poplens_debug_context_name (const PoplensDebugContexts *self, guint32 context);
const char *poplens_debug_context_file (const PoplensDebugContexts *self, guint32 context);
const char *poplens_debug_context_function (const PoplensDebugContexts *self, guint32 context);
/* What to show for the name: the name; "Unnamed (12)" where it is not resolved; "". @buffer holds
 * the second. */
#define POPLENS_DEBUG_LABEL_SIZE 24
const char *poplens_debug_context_label (const PoplensDebugContexts *self, guint32 context,
                                         char buffer[POPLENS_DEBUG_LABEL_SIZE]);
/* The text itself: NULL for none, and for an index that the table lacks. */
const char *poplens_debug_text (const PoplensDebugContexts *self, PoplensDebugText text);

/* The parent's index, or POPLENS_NO_CONTEXT at the end of the chain. */
guint32 poplens_debug_context_parent (const PoplensDebugContexts *self, guint32 context);
/* @context and its ancestors up to the root. (transfer full): GArray of guint32 */
GArray *poplens_debug_context_chain (const PoplensDebugContexts *self, guint32 context);
/* Returns the "/"-joined names from the root down, without empty ones, shortened in its middle to
 * about POPLENS_DEBUG_MOST_PATH bytes. (transfer full) */
char *poplens_debug_context_path (const PoplensDebugContexts *self, guint32 context);

/* @context itself if it is of @layer, else its nearest ancestor that is; or POPLENS_NO_CONTEXT. */
guint32 poplens_debug_context_in_layer (const PoplensDebugContexts *self, guint32 context,
                                        const char *layer);
/* The nearest context that is an ancestor of all @n_ids ids, or one of them itself.
 * POPLENS_NO_CONTEXT where there is none, or 0 or an unknown id is among them, or @n_ids is 0. */
guint32 poplens_debug_contexts_meet (const PoplensDebugContexts *self, const guint64 *ids,
                                     gsize n_ids);
/* The nearest context of @layer that is an ancestor of all @n_ids ids (or one of them itself), as
 * formats.md 8.9 has it; POPLENS_NO_CONTEXT where there is none, or 0 or an unknown id is among
 * them, or @n_ids is 0: the variable is then unattributed. */
guint32 poplens_debug_contexts_common (const PoplensDebugContexts *self, const guint64 *ids,
                                       gsize n_ids, const char *layer);

/* What it costs in memory: the columns, the strings and tables. */
gsize poplens_debug_contexts_bytes (const PoplensDebugContexts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensDebugContexts, poplens_debug_contexts_free)

G_END_DECLS
