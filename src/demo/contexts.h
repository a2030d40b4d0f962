/* Debug contexts: which operation of the framework made a program, a compute set, a variable.
 *
 * An operation is a chain of contexts through the framework's layers down to a library's; what is
 * made while it is current hangs below that. A call of a library also makes contexts that the
 * profile knows nothing of: ids in the file leave room for them. */
#pragma once

#include "demo/plan.h"

G_BEGIN_DECLS

#define DEMO_NO_CONTEXT G_MAXUINT

typedef enum {
  DEMO_CTX_FRAMEWORK, /* xla_op, poptorch */
  DEMO_CTX_GRAPH,     /* hloinstruction, popartbuilder */
  DEMO_CTX_DRIVER,    /* poplar_driver, popart */
  DEMO_CTX_LIBRARY,   /* poplibs */
  DEMO_CTX_VAR,       /* the rest: poplar */
  DEMO_CTX_CONST,
  DEMO_CTX_COMPUTE_SET,
  DEMO_CTX_PROGRAM,
  DEMO_CTX_COMPILATION,
} DemoContextKind;

typedef struct {
  guint parent;     /* or DEMO_NO_CONTEXT */
  guint id;         /* in the file */
  guint name, type; /* strings of the two kinds below; type only of operations and programs */
  guint line, number;
  DemoContextKind kind;
} DemoContext;

typedef struct _DemoContexts DemoContexts;

DemoContexts *demo_contexts_new (const DemoPlan *plan);
void demo_contexts_free (DemoContexts *self);

/* From now on @path, of type @type (static: "matmul"), is what things are made for; NULL: nothing
 * is. The same path as before changes nothing. */
void demo_contexts_operation (DemoContexts *self, const char *path, const char *type);
/* The current operation reads what that of @context made; none, or itself: nothing. */
void demo_contexts_read (DemoContexts *self, guint context);
/* Below the current operation; without one a program belongs to the compilation, anything else to
 * nothing (DEMO_NO_CONTEXT). */
guint demo_contexts_add (DemoContexts *self, DemoContextKind kind, const char *name,
                         const char *type);

/* Ends it, with the compilation's own; nothing can be added after it. */
void demo_contexts_finish (DemoContexts *self);
/* The type of the elements of a variable with this id in the file, as the plan changes it. */
const char *demo_contexts_element (const DemoPlan *plan, guint id);
/* Whether the variable of a context has 32-bit floats without changes. */
gboolean demo_contexts_was_float (const DemoContexts *self, guint context);
/* As the profile refers to it; 0 for DEMO_NO_CONTEXT. */
guint demo_contexts_id (const DemoContexts *self, guint context);

guint demo_contexts_n (const DemoContexts *self);
const DemoContext *demo_contexts_get (const DemoContexts *self, guint context);
const char *demo_contexts_string (const DemoContexts *self, guint string);
/* Of the operation that @context belongs to: its first context, of the framework. */
guint demo_contexts_framework (const DemoContexts *self, guint context);
/* Framework contexts of the operations whose results that of @framework reads, or with @users of
 * those that read its results; each once. (transfer full): GArray of guint */
GArray *demo_contexts_neighbours (const DemoContexts *self, guint framework, gboolean users);
/* How many contexts of the library's own follow the call's id. */
guint demo_contexts_inner (const DemoContexts *self, guint context);

G_END_DECLS
