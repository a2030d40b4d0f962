/* Index of the debug contexts in debug.cbor (formats.md 5). A context says which source code made a
 * program, a variable or a compute set. Contexts are numbered 0 … n − 1 by rising id; the body of a
 * context is a slice. The index takes POPLENS_DEBUG_CONTEXT_BYTES per context. Strings, kinds
 * (layer and category) and places (file and function) are stored once. */
#pragma once

#include "base/strings.h"

G_BEGIN_DECLS

#define POPLENS_LINE_TOO_LARGE G_MAXUINT32 /* value of .line if the line number does not fit */

#define POPLENS_DEBUG_CONTEXT_BYTES 35

#define POPLENS_NO_CONTEXT G_MAXUINT32
/* Value of .parent: the parent's id is not in the file. */
#define POPLENS_PARENT_DANGLING (G_MAXUINT32 - 1)
/* Value of .parent: the chain of parents was a cycle, and is cut here. */
#define POPLENS_PARENT_CYCLE (G_MAXUINT32 - 2)
/* Value of .parent: the chain of parents was longer than POPLENS_DEBUG_MOST_CHAIN, and is cut here.
 */
#define POPLENS_PARENT_DEEP (G_MAXUINT32 - 3)
#define POPLENS_MOST_CONTEXTS (G_MAXUINT32 - 4)

/* Limits against damaged files. Without limits, rows and paths could grow with the square of the
 * file's size. Real files stay far below: contexts nest as functions do, and have a few dozen
 * kinds. */
#define POPLENS_DEBUG_MOST_CHAIN 256 /* contexts in a chain of parents */
#define POPLENS_DEBUG_MOST_KINDS 1024
#define POPLENS_DEBUG_MOST_NAME 2000 /* bytes; longer texts are shortened in the middle */
#define POPLENS_DEBUG_MOST_PATH 4000 /* bytes; longer paths are shortened in the middle */

/* Text: an index into the file's stringTable or, with the high bit set, into .strings. */
typedef guint32 PoplensDebugText;
#define POPLENS_DEBUG_NO_TEXT G_MAXUINT32
#define POPLENS_DEBUG_INLINE 0x80000000u

typedef struct {
  guint32 layer, category; /* PoplensStrings ids; .category: "" if the kind has none */
} PoplensDebugKind;

typedef struct {
  PoplensDebugText file, function;
} PoplensDebugPlace;

typedef struct {
  guint32 n;
  guint64 *id; /* ids in the file, ascending */
  guint32 *offset_low;
  guint8 *offset_high; /* high 8 bits of the body's offset in the file (bytes); .offset_low has the
                          low 32 */
  guint32 *length;     /* bytes of the body */
  /* Row of the parent; POPLENS_NO_CONTEXT for a root, or a POPLENS_PARENT_… value. The chain of
   * parents always ends */
  guint32 *parent;
  PoplensDebugText *name; /* a local name, not a path */
  guint32 *place;         /* index into .places; G_MAXUINT32: none */
  guint32 *line;  /* line number; 0: none; POPLENS_LINE_TOO_LARGE: only the context's body has it */
  guint16 *kind;  /* index into .kinds */
  GArray *kinds;  /* PoplensDebugKind; at most POPLENS_DEBUG_MOST_KINDS */
  GArray *places; /* PoplensDebugPlace */
  PoplensStrings *strings; /* layers, categories, and texts that are not in the stringTable */

  guint32 n_texts;  /* number of texts in the file's stringTable */
  GByteArray *text; /* texts of the stringTable, each with its NUL */
  guint64 *text_at; /* [n_texts] offset of each text in .text */
  gboolean has_string_table;

  guint64 n_contexts;   /* number of contexts in the file, of which .n are in the index */
  guint64 n_duplicate;  /* contexts with the id of an earlier one; skipped */
  guint64 n_without_id; /* contexts that are not maps or have no id; skipped */
  guint64 n_dangling, n_cyclic;
  guint64 n_deep; /* chains of parents that were cut because they are too long */
  /* Contexts whose kind exceeds the limit; they have the last kind instead */
  guint64 n_kinds_lost;
  /* TRUE if the file ends early or is damaged, so that later contexts are missing. TRUE also if it
   * has no string table or exceeds a limit */
  gboolean incomplete;
  char *reason; /* why the index is incomplete; NULL unless .incomplete */
  /* Offset at which reading ended, bytes; the file's size if nothing was wrong */
  guint64 stopped_at;
} PoplensDebugContexts;

PoplensDebugContexts *poplens_debug_contexts_new (void);
void poplens_debug_contexts_free (PoplensDebugContexts *self);

/* Finds a context by its id, O(log n). POPLENS_NO_CONTEXT if @id is 0 (none) or unknown. */
guint32 poplens_debug_contexts_find (const PoplensDebugContexts *self, guint64 id);

guint64 poplens_debug_context_offset (const PoplensDebugContexts *self, guint32 context);
/* Return the layer and the category of a context; "" if it has none, never NULL. */
const char *poplens_debug_context_layer (const PoplensDebugContexts *self, guint32 context);
const char *poplens_debug_context_category (const PoplensDebugContexts *self, guint32 context);
/* Return the name, the file and the function of a context. (nullable): NULL if it is not recorded,
 * or not in the string table of the file */
const char *poplens_debug_context_name (const PoplensDebugContexts *self, guint32 context);
const char *poplens_debug_context_file (const PoplensDebugContexts *self, guint32 context);
const char *poplens_debug_context_function (const PoplensDebugContexts *self, guint32 context);
/* Size of the buffer of poplens_debug_context_label (). */
#define POPLENS_DEBUG_LABEL_SIZE 24
/* Returns the name of the context, or "" if it has none. If the name cannot be resolved, writes
 * "Unnamed (12)" to @buffer and returns it. */
const char *poplens_debug_context_label (const PoplensDebugContexts *self, guint32 context,
                                         char buffer[POPLENS_DEBUG_LABEL_SIZE]);
/* Returns the text. (nullable): NULL for POPLENS_DEBUG_NO_TEXT, or if the string table lacks the
 * text */
const char *poplens_debug_text (const PoplensDebugContexts *self, PoplensDebugText text);

/* Returns the row of the parent, or POPLENS_NO_CONTEXT if the chain of parents ends at @context. */
guint32 poplens_debug_context_parent (const PoplensDebugContexts *self, guint32 context);
/* Returns @context and its ancestors, up to the root. (transfer full): GArray of guint32 */
GArray *poplens_debug_context_chain (const PoplensDebugContexts *self, guint32 context);
/* Returns the names from the root to @context that are not empty, joined by "/". A longer path than
 * about POPLENS_DEBUG_MOST_PATH bytes is shortened in the middle. (transfer full) */
char *poplens_debug_context_path (const PoplensDebugContexts *self, guint32 context);

/* Returns @context if it is in @layer, else its nearest ancestor in @layer, or
 * POPLENS_NO_CONTEXT. */
guint32 poplens_debug_context_in_layer (const PoplensDebugContexts *self, guint32 context,
                                        const char *layer);
/* Finds the nearest common ancestor of all @n_ids contexts; a context counts as its own ancestor.
 * POPLENS_NO_CONTEXT if there is none, if @n_ids is 0, or if an id is 0 or unknown. */
guint32 poplens_debug_contexts_meet (const PoplensDebugContexts *self, const guint64 *ids,
                                     gsize n_ids);
/* Finds the nearest context in @layer that is a common ancestor of all @n_ids contexts (formats.md
 * 8.9). POPLENS_NO_CONTEXT if there is none, if @n_ids is 0, or if an id is 0 or unknown. */
guint32 poplens_debug_contexts_common (const PoplensDebugContexts *self, const guint64 *ids,
                                       gsize n_ids, const char *layer);

/* Returns the memory that the index takes, in bytes. */
gsize poplens_debug_contexts_bytes (const PoplensDebugContexts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensDebugContexts, poplens_debug_contexts_free)

G_END_DECLS
