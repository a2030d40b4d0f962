/* Names of the steps of a BERT model with twelve layers on four IPUs (poplens-demo's preset
 * bert-base). */
#pragma once

#include <glib.h>

#define BERT_NAMES 1990

/* Returns each name once; NULL-terminated. (transfer full) */
GPtrArray *bert_names_new (void);
