/* Register of the keys of a location, with the values and the meaning of each key. Every page
 * accepts all of these keys, as keys are carried from page to page. Other keys are errors. */
#pragma once

#include "model/location.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_KEY_TEXT, /* any text; the code that reads the key checks the value */
  POPLENS_KEY_TILES,
  POPLENS_KEY_NUMBER,
  POPLENS_KEY_YES_NO,
} PoplensKeyKind;

typedef enum {
  /* The key selects an item: if it changes, the page keeps its scroll position */
  POPLENS_KEY_SELECTS = 1 << 0,
  POPLENS_KEY_TRAVELS = 1 << 1, /* the key keeps its value on other pages */
  POPLENS_KEY_LIMITS =
      1 << 2, /* the key limits pages to one operation, and keeps its value on these pages */
  POPLENS_KEY_TABLE = 1 << 3, /* the key belongs to one table, and is dropped on other pages */
  POPLENS_KEY_DRAWS = 1 << 4, /* changes how a trace is drawn, not its contents */
  POPLENS_KEY_OWN = 1 << 5,   /* the value identifies an item of this report only */
} PoplensKeyRole;

typedef struct {
  const char *name; /* a name that ends with "." is a prefix: "filter." stands for "filter.TABLE" */
  PoplensKeyKind kind;
  /* Pages (POPLENS_PAGE_BIT ()) that are not rebuilt when the key changes, as the key only moves
   * their view */
  guint views;
  guint roles;       /* PoplensKeyRole flags */
  const char *words; /* values of the key on any page, separated by spaces; NULL: any text */
} PoplensLocationKey;

#define POPLENS_PAGE_BIT(page) (1u << (page))

extern const PoplensLocationKey poplens_location_keys[];
extern const guint poplens_n_location_keys;

/* Finds the entry of the key @name in the register. (transfer none) (nullable) */
const PoplensLocationKey *poplens_location_find_key (const char *name);
/* Returns the valid values for an error message, such as "yes or no". (nullable): NULL if @value is
 * valid. (static) */
const char *poplens_location_key_wants (const PoplensLocationKey *key, const char *value);
/* FALSE with USAGE if a key in @self has a value that no page knows. Only the command line checks
 * this: the window ignores such values in a link. */
gboolean poplens_location_check_words (const PoplensLocation *self, GError **error);
/* TRUE if @value is one of the .words of the key @name. */
gboolean poplens_location_key_knows (const char *name, const char *value);
/* TRUE if the key @name exists and has the role. */
gboolean poplens_location_key_has (const char *name, PoplensKeyRole role);
/* Copies @self with the keys of @role taken from @other. Keys that @other lacks are removed.
 * (transfer full) */
PoplensLocation *poplens_location_with_role (const PoplensLocation *self,
                                             const PoplensLocation *other, PoplensKeyRole role);
/* Copies @self with the keys of @role taken from @other. Keys that @other lacks are kept. (transfer
 * full) */
PoplensLocation *poplens_location_add_role (const PoplensLocation *self,
                                            const PoplensLocation *other, PoplensKeyRole role);
/* Returns the value of the key "finding" for a finding of @kind ("exchange", "gaps") on @subject
 * (nullable). Dismissed findings are saved by this name; it is ASCII, without '=' and brackets.
 * (transfer full) */
char *poplens_finding_name (const char *kind, const char *subject);
/* Sets the key "finding" in a location. @text: (transfer full): the location; returned unchanged if
 * it cannot be parsed. (transfer full) */
char *poplens_location_text_of_finding (char *text, const char *kind, const char *subject);
/* Copies @self for another report, without the keys that identify items of this report. (transfer
 * full) */
PoplensLocation *poplens_location_for_another (const PoplensLocation *self);

G_END_DECLS
