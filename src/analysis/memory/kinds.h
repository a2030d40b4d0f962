/* What variables are for: weights, activations, exchange buffers … Each group of lowered variables
 * has a kind by the first rule that decides, and says which; what no rule decides is unknown, and
 * never guessed from a size. The rules and their sources: formats.md 8.10. */
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
  POPLENS_KIND_TENSOR, /* of a program whose phases are not recorded */
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

const char *poplens_kind_key (PoplensKind kind);   /* "weight-gradient" */
const char *poplens_kind_title (PoplensKind kind); /* "Weight gradients and accumulators" */

/* @text as keys and titles are spelled: "optimiser" for "optimizer". (transfer full) */
char *poplens_kind_spelling (const char *text);

/* In the order in which they are tried. */
typedef enum {
  POPLENS_KIND_BY_PROFILER,
  POPLENS_KIND_BY_CATEGORY,
  POPLENS_KIND_BY_CONSTANT,
  POPLENS_KIND_BY_STREAM,
  POPLENS_KIND_BY_CONTEXT,  /* what PopART says of a tensor in debug.cbor */
  POPLENS_KIND_BY_RESERVED, /* a name that PopART or TensorFlow reserves */
  POPLENS_KIND_BY_SLOT,     /* a name made of that of weights */
  POPLENS_KIND_BY_WORD,     /* the last word of the name */
  POPLENS_KIND_BY_SHAPE,    /* the phases in which it is born and dies */
  POPLENS_KIND_BY_NOTHING,
  POPLENS_N_KIND_RULES,
} PoplensKindRule;

const char *poplens_kind_rule_text (PoplensKindRule rule); /* "category", "last word of the name" */
/* "certain", "named", "likely", "by lifetime"; "" where nothing decides. */
const char *poplens_kind_rule_confidence (PoplensKindRule rule);

/* Whether PopART's name says momentum and accumulator in one, "Accl___X" of SGD1. */
gboolean poplens_kind_is_combined (const char *name);

/* What is known of a group beside its bytes. */
typedef struct {
  const char *type; /* of a tensor of layer popart: "Variable", "Const", "ActGrad" …; nullable */
  const char *id;   /* its name in PopART; nullable */
  gboolean staged;  /* a remote buffer reads or writes it: it outlives the operation that has it */
} PoplensTensorFact;

/* By group of PoplensTileBytes. Immutable, reference counted. */
typedef struct {
  guint32 n;
  guint8 *kind;   /* PoplensKind */
  guint8 *rule;   /* PoplensKindRule */
  guint8 *staged; /* as the facts say */
  guint64 *bytes; /* of all tiles, allocated; those that share memory count each */
} PoplensKinds;

/* @bytes: of the lowered variables; @facts: (nullable) by group. Cost: one pass over the entries,
 * and one over the steps of the program tree. NULL only where @cancellable was cancelled.
 * (transfer full) */
PoplensKinds *poplens_kinds_new (const PoplensTileBytes *bytes, const PoplensLiveness *liveness,
                                 const PoplensVariables *variables, const PoplensPrograms *programs,
                                 const PoplensTensorFact *facts, GCancellable *cancellable);
void poplens_kinds_free (PoplensKinds *self); /* NULL is fine */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKinds, poplens_kinds_free)

G_END_DECLS
