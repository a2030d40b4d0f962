/* The register of the keys of a location: what each takes, and what it means to the window. A key
 * that is not here is an error, on whatever page it stands: keys go along from page to page. */
#pragma once

#include "model/location.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_KEY_TEXT, /* who reads the key judges its value */
  POPLENS_KEY_TILES,
  POPLENS_KEY_NUMBER,
  POPLENS_KEY_YES_NO,
} PoplensKeyKind;

typedef enum {
  POPLENS_KEY_SELECTS = 1 << 0, /* says what is selected: a page that is rebuilt stays in place */
  POPLENS_KEY_TRAVELS = 1 << 1, /* the selection that goes along to other pages */
  POPLENS_KEY_LIMITS = 1 << 2,  /* limits pages to one operation, and goes along to these */
  POPLENS_KEY_TABLE = 1 << 3,   /* of one table: stays while the page does */
  POPLENS_KEY_DRAWS = 1 << 4,   /* how a trace is drawn, whatever is in it */
  POPLENS_KEY_OWN = 1 << 5,     /* names something by what is only its name in this report */
} PoplensKeyRole;

typedef struct {
  const char *name; /* one that ends in "." begins a key: the name of a table follows */
  PoplensKeyKind kind;
  guint views; /* pages, by POPLENS_PAGE_BIT, that are not rebuilt for it: it moves their view */
  guint roles; /* PoplensKeyRole */
  const char *words; /* of TEXT that takes a few words: those of all pages; NULL: any text */
} PoplensLocationKey;

#define POPLENS_PAGE_BIT(page) (1u << (page))

extern const PoplensLocationKey poplens_location_keys[];
extern const guint poplens_n_location_keys;

/* The entry of @name, or NULL. (transfer none) */
const PoplensLocationKey *poplens_location_find_key (const char *name);
/* What the key takes, to go behind “use ”, where @value is something else; else NULL. */
const char *poplens_location_key_wants (const PoplensLocationKey *key, const char *value);
/* FALSE with USAGE where a key has a word that it means nothing by on any page. On the command line
 * alone: a window takes a link for what it can make of it. */
gboolean poplens_location_check_words (const PoplensLocation *self, GError **error);
/* TRUE if @value is a word of the key @name on some page. */
gboolean poplens_location_key_knows (const char *name, const char *value);
/* Whether the key @name has the role; FALSE for one that is not there. */
gboolean poplens_location_key_has (const char *name, PoplensKeyRole role);
/* @self with the keys of @role as @other has them, and without those that it lacks; or with what
 * @self has of those. (transfer full) */
PoplensLocation *poplens_location_with_role (const PoplensLocation *self,
                                             const PoplensLocation *other, PoplensKeyRole role);
PoplensLocation *poplens_location_add_role (const PoplensLocation *self,
                                            const PoplensLocation *other, PoplensKeyRole role);
/* The value of the key "finding" of a finding of @kind ("exchange", "gaps") on @subject (nullable):
 * its name, by which it is also dismissed; ASCII, without '=' and brackets. (transfer full) */
char *poplens_finding_name (const char *kind, const char *subject);
/* Takes @text (transfer full), a location, and gives it with that key; @text itself where it is
 * none. (transfer full) */
char *poplens_location_text_of_finding (char *text, const char *kind, const char *subject);
/* @self in another report, in which its own names mean nothing. (transfer full) */
PoplensLocation *poplens_location_for_another (const PoplensLocation *self);

G_END_DECLS
