/* Debug contexts: which operation of the framework made a program, a compute set, or a variable.
 *
 * An operation is a chain of contexts, from the framework down to a library call. Programs, compute
 * sets and variables of the current operation get contexts below the library call. A library call
 * also makes contexts that the profile does not refer to. The ids leave gaps for these. */
#pragma once

#include "demo/plan.h"

G_BEGIN_DECLS

#define DEMO_NO_CONTEXT G_MAXUINT

typedef enum {
  DEMO_CTX_FRAMEWORK, /* layer "xla_op" (TensorFlow) or "poptorch" */
  DEMO_CTX_GRAPH,     /* layer "hloinstruction" (TensorFlow) or "popartbuilder" (PopTorch) */
  DEMO_CTX_DRIVER,    /* layer "poplar_driver" (TensorFlow) or "popart" (PopTorch) */
  DEMO_CTX_LIBRARY,   /* layer "poplibs" */
  DEMO_CTX_VAR,       /* this kind and the following ones: layer "poplar" */
  DEMO_CTX_CONST,
  DEMO_CTX_COMPUTE_SET,
  DEMO_CTX_PROGRAM,
  DEMO_CTX_COMPILATION,
} DemoContextKind;

typedef struct {
  guint parent;     /* index of the parent, or DEMO_NO_CONTEXT */
  guint id;         /* id of the context in debug.cbor */
  guint name, type; /* numbers for demo_contexts_string (); .type is empty except for operations and
                       programs */
  guint line, number;
  DemoContextKind kind;
} DemoContext;

typedef struct _DemoContexts DemoContexts;

DemoContexts *demo_contexts_new (const DemoPlan *plan);
void demo_contexts_free (DemoContexts *self);

/* Sets the current operation to @path, of type @type (static: "matmul"). @path: (nullable): NULL:
 * no operation. Does nothing if @path is the current one. */
void demo_contexts_operation (DemoContexts *self, const char *path, const char *type);
/* Records that the current operation reads the result of the operation that @context belongs to.
 * Does nothing if both are the same operation, or if there is no operation. */
void demo_contexts_read (DemoContexts *self, guint context);
/* Adds a context below the current operation. Returns the index of the context. Without a current
 * operation, returns the compilation's context for a program, else DEMO_NO_CONTEXT. */
guint demo_contexts_add (DemoContexts *self, DemoContextKind kind, const char *name,
                         const char *type);

/* Ends the tree with the compilation's own context; nothing can be added afterwards. */
void demo_contexts_finish (DemoContexts *self);
/* Returns the element type of the variable whose debug context has @id, as changed by --change.
 * (static) */
const char *demo_contexts_element (const DemoPlan *plan, guint id);
/* TRUE if the variable of @context has 32-bit floats in the model without --change. */
gboolean demo_contexts_was_float (const DemoContexts *self, guint context);
/* Returns the id of @context in debug.cbor; 0 for DEMO_NO_CONTEXT. */
guint demo_contexts_id (const DemoContexts *self, guint context);

guint demo_contexts_n (const DemoContexts *self);
const DemoContext *demo_contexts_get (const DemoContexts *self, guint context);
const char *demo_contexts_string (const DemoContexts *self, guint string);
/* Returns the framework context of the operation that @context belongs to. */
guint demo_contexts_framework (const DemoContexts *self, guint context);
/* Returns the operations whose results the operation of @framework reads. @users: TRUE: returns the
 * operations that read its result instead. Operations are indices of framework contexts, without
 * duplicates. (transfer full): GArray of guint */
GArray *demo_contexts_neighbours (const DemoContexts *self, guint framework, gboolean users);
/* Returns the number of contexts that the library makes during the call @context. Their ids follow
 * the id of the call. */
guint demo_contexts_inner (const DemoContexts *self, guint context);

G_END_DECLS
