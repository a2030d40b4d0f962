/* Debug contexts: which operation of the framework made a program, a compute set, or a variable.
 *
 * An operation is a chain of contexts from the framework's layers down to a library's; what is made
 * while it is current is below it. A library call also makes contexts that the profile does not
 * refer to: ids in the file leave gaps for them. */
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
  guint name, type; /* strings of operations and of poplar's contexts; .type only of operations and
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
/* Records that the current operation reads what the operation of @context made; nothing if @context
 * has none, or is the current one. */
void demo_contexts_read (DemoContexts *self, guint context);
/* Adds a context below the current operation. Without one, a program belongs to the compilation,
 * and anything else has no context: DEMO_NO_CONTEXT. Returns the context. */
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
/* Returns framework contexts: of the operations whose results the operation of @framework reads or,
 * if @users, of those that read its results. Without duplicates. (transfer full): GArray of guint
 */
GArray *demo_contexts_neighbours (const DemoContexts *self, guint framework, gboolean users);
/* Returns the number of the library's own contexts whose ids follow that of the call @context. */
guint demo_contexts_inner (const DemoContexts *self, guint context);

G_END_DECLS
