/* Finds what variables are for: weights, activations, exchange buffers … Each group of lowered
 * variables gets its kind from the first rule that decides, and records which rule that was. If no
 * rule decides, the kind is unknown; it is never guessed from a size. Rules and their sources:
 * formats.md 8.10. */
#pragma once

#include "analysis/memory/tile-bytes.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_KIND_WEIGHTS,
  POPLENS_KIND_OPTIMISER,
  POPLENS_KIND_WEIGHT_GRADIENT,
  POPLENS_KIND_ACTIVATION,
  POPLENS_KIND_RECOMPUTED,
  POPLENS_KIND_PASSING,
  POPLENS_KIND_GRADIENT,
  POPLENS_KIND_TENSOR, /* data of a program without a backward pass, such as inference */
  POPLENS_KIND_TEMPORARY,
  POPLENS_KIND_IO,
  POPLENS_KIND_EXCHANGE,
  POPLENS_KIND_VERTEX_STATE,
  POPLENS_KIND_CODE_VERTEX,
  POPLENS_KIND_CODE_CONTROL,
  POPLENS_KIND_CODE_EXCHANGE,
  POPLENS_KIND_CODE_HOST,
  POPLENS_KIND_CODE_IPU,
  POPLENS_KIND_CONSTANT,
  POPLENS_KIND_STACK,
  POPLENS_KIND_PROFILER,
  POPLENS_KIND_CONTROL,
  POPLENS_KIND_DEBUG,
  POPLENS_KIND_UNKNOWN,
  POPLENS_N_KINDS,
} PoplensKind;

const char *poplens_kind_key (PoplensKind kind);   /* key: "weight-gradient" */
const char *poplens_kind_title (PoplensKind kind); /* title: "Weight gradients and accumulators" */

/* Returns @text in the spelling of keys and titles: "optimiser" for "optimizer". (transfer full) */
char *poplens_kind_spelling (const char *text);

/* Rules, in the order in which they are tried. */
typedef enum {
  POPLENS_KIND_BY_PROFILER,
  POPLENS_KIND_BY_CATEGORY,
  POPLENS_KIND_BY_CONSTANT,
  POPLENS_KIND_BY_STREAM,
  POPLENS_KIND_BY_CONTEXT,  /* by PopART's name or type of the tensor in debug.cbor */
  POPLENS_KIND_BY_RESERVED, /* by a name that PopART or TensorFlow reserves */
  POPLENS_KIND_BY_SLOT,     /* by the name of an always-live variable plus a prefix or suffix */
  POPLENS_KIND_BY_WORD,     /* by the last word of the name */
  POPLENS_KIND_BY_SHAPE,    /* by the training phases in which the variable is born and freed */
  POPLENS_KIND_BY_NOTHING,
  POPLENS_N_KIND_RULES,
} PoplensKindRule;

/* Returns a text for users: "category", "last word of the name". Static. */
const char *poplens_kind_rule_text (PoplensKindRule rule);
/* Returns "certain", "named", "likely", "by lifetime", or "" for POPLENS_KIND_BY_NOTHING.
 * Static. */
const char *poplens_kind_rule_confidence (PoplensKindRule rule);

/* TRUE if @name is the name of a PopART tensor that has both momentum and accumulator, such as
 * "Accl___X" of the optimiser SGD1. */
gboolean poplens_kind_is_combined (const char *name);

/* Facts about a group from debug.cbor. */
typedef struct {
  const char *type; /* (nullable): PopART's type of the tensor: "Variable", "Const", "ActGrad" … */
  const char *id;   /* (nullable): PopART's name of the tensor */
} PoplensTensorFact;

/* Kinds by group of PoplensTileBytes. Immutable. */
typedef struct {
  guint32 n;
  guint8 *kind; /* [n_groups] PoplensKind */
  guint8 *rule; /* [n_groups] PoplensKindRule that decided */
  guint64
      *bytes; /* [n_groups] bytes on all tiles; each variable counts, also if it shares memory */
} PoplensKinds;

/* Decides the kind of each group of @bytes, which must be sums of lowered variables. @facts:
 * (nullable): [n_groups] facts about the tensor of each group. NULL only if cancelled. (transfer
 * full) (nullable) */
PoplensKinds *poplens_kinds_new (const PoplensTileBytes *bytes, const PoplensLiveness *liveness,
                                 const PoplensVariables *variables, const PoplensPrograms *programs,
                                 const PoplensTensorFact *facts, GCancellable *cancellable);
void poplens_kinds_free (PoplensKinds *self); /* @self: (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKinds, poplens_kinds_free)

G_END_DECLS
