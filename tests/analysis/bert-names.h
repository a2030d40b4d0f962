/* What the steps of a BERT of twelve layers on four IPUs are called (poplens-demo's bert-base). */
#pragma once

#include <glib.h>

#define BERT_NAMES 1990

/* (transfer full) NULL at the end: each name once */
GPtrArray *bert_names_new (void);
