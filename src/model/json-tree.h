/* Content of framework.json and app.json: any valid JSON, as a list of nodes in preorder. */
#pragma once

#include "base/strings.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_JSON_OBJECT,
  POPLENS_JSON_ARRAY,
  POPLENS_JSON_STRING,
  POPLENS_JSON_NUMBER,
  POPLENS_JSON_BOOL,
  POPLENS_JSON_NULL,
} PoplensJsonType;

typedef struct {
  guint32 key;   /* PoplensStrings id: name of the member, or "[3]" in an array; "" for the root */
  guint32 value; /* PoplensStrings id: text of a scalar; "" for objects and arrays */
  guint32 depth; /* number of ancestors; 0: the root */
  guint32 n_children;
  PoplensJsonType type;
} PoplensJsonNode;

typedef struct {
  PoplensStrings *strings;
  GArray *nodes; /* PoplensJsonNode, in preorder, from the root */
} PoplensJsonTree;

PoplensJsonTree *poplens_json_tree_new (void);
void poplens_json_tree_free (PoplensJsonTree *self);
/* Appends a node with copies of the texts, and returns its index. */
guint32 poplens_json_tree_add (PoplensJsonTree *self, guint32 depth, PoplensJsonType type,
                               const char *key, const char *value, guint32 n_children);
const PoplensJsonNode *poplens_json_tree_get (const PoplensJsonTree *self, guint32 node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensJsonTree, poplens_json_tree_free)

G_END_DECLS
