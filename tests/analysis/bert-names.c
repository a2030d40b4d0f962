/* Names of the steps of a BERT model with twelve layers on four IPUs, as poplens-demo's preset
 * bert-base writes them. Tests shorten and sort these names. */
#include "analysis/bert-names.h"

#define LAYERS 12
#define STAGES 4

/* Steps that an operation has besides its compute step and the rearrangement before that. */
typedef enum {
  PLAIN,
  EXCHANGES, /* an exchange before it */
  REDUCES,   /* an exchange before it, and a reduction */
} BertOperationKind;

typedef struct {
  const char *path;
  BertOperationKind kind;
} Operation;

static const Operation of_layer[] = {
    {"attention/output/Dropout", PLAIN},
    {"attention/output/LayerNorm/GroupNorm", EXCHANGES},
    {"attention/output/Residual/Add", PLAIN},
    {"attention/output/dense/Add", PLAIN},
    {"attention/output/dense/MatMul", REDUCES},
    {"attention/self/Dropout", PLAIN},
    {"attention/self/Mask/Add", EXCHANGES},
    {"attention/self/Softmax", PLAIN},
    {"attention/self/Transpose", EXCHANGES},
    {"attention/self/context/MatMul", REDUCES},
    {"attention/self/context/Transpose", EXCHANGES},
    {"attention/self/key/Add", PLAIN},
    {"attention/self/key/MatMul", REDUCES},
    {"attention/self/query/Add", PLAIN},
    {"attention/self/query/MatMul", REDUCES},
    {"attention/self/scores/MatMul", EXCHANGES},
    {"attention/self/value/Add", PLAIN},
    {"attention/self/value/MatMul", REDUCES},
    {"intermediate/Gelu", PLAIN},
    {"intermediate/dense/Add", PLAIN},
    {"intermediate/dense/MatMul", REDUCES},
    {"output/Dropout", PLAIN},
    {"output/LayerNorm/GroupNorm", EXCHANGES},
    {"output/Residual/Add", PLAIN},
    {"output/dense/Add", PLAIN},
    {"output/dense/MatMul", REDUCES},
};
static const Operation of_model[] = {
    {"embeddings/Dropout", PLAIN},
    {"embeddings/LayerNorm/GroupNorm", EXCHANGES},
    {"embeddings/Sum", PLAIN},
    {"embeddings/position/Gather", EXCHANGES},
    {"embeddings/tokenType/Gather", EXCHANGES},
    {"embeddings/word/Gather", EXCHANGES},
    {"head/cls/predictions/decoder/MatMul", REDUCES},
    {"head/cls/predictions/transform/Gelu", PLAIN},
    {"head/cls/predictions/transform/MatMul", EXCHANGES},
    {"head/pooler/Tanh", PLAIN},
    {"head/pooler/dense/MatMul", EXCHANGES},
};
static const char *const others[] = {
    "Loss/crossEntropy/LossCrossEntropy",
    "Loss/mean/Reduce",
    "Loss/oneHot/EncodeOneHot",
    "Update/adam/Moments",
    "Update/adam/ScaledAdd",
    "Update/clip/Compare",
    "Update/clip/Scale",
    "copy1_switchControlBroadcast1/ExchangePre",
    "copy2_Copy_Input/tokens_to_Fwd/embedding/ids/ExchangePre",
    "copy31_Copy_bert/embeddings_to_Update/adam/arguments/OnTileCopy-0",
    "copy44_Copy_bert/head_to_Update/adam/arguments/OnTileCopy-0",
    "copy4_Copy_Input/mask_to_Fwd/stage1/mask/ExchangePre",
    "copy4_Copy_Input/mask_to_Fwd/stage2/mask/ExchangePre",
    "copy9_Copy_Input/labels_to_Loss/oneHot/ExchangePre",
};

static void
add_operation (GPtrArray *names, const char *path, BertOperationKind kind)
{
  g_ptr_array_add (names, g_strconcat (path, "/split0/Op", NULL));
  g_ptr_array_add (names, g_strconcat (path, "/split0/PreArrange/OnTileCopy", NULL));
  if (kind >= EXCHANGES)
    g_ptr_array_add (names, g_strdup_printf ("cs%u_%s/split0/ExchangePre", names->len, path));
  if (kind < REDUCES)
    return;
  g_ptr_array_add (names, g_strconcat (path, "/split0/Reduce", NULL));
  g_ptr_array_add (names, g_strdup_printf ("cs%u_%s/split0/Reduce/ExchangePre", names->len, path));
}

static void
add_pass (GPtrArray *names, const char *phase)
{
  for (guint i = 0; i < G_N_ELEMENTS (of_model); i++) {
    g_autofree char *path = g_strdup_printf ("%s/bert/%s", phase, of_model[i].path);
    add_operation (names, path, of_model[i].kind);
  }
  for (guint l = 0; l < LAYERS; l++)
    for (guint i = 0; i < G_N_ELEMENTS (of_layer); i++) {
      g_autofree char *path =
          g_strdup_printf ("%s/bert/encoder/layer.%u/%s", phase, l, of_layer[i].path);
      add_operation (names, path, of_layer[i].kind);
    }
}

GPtrArray *
bert_names_new (void)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  add_pass (names, "Fwd");
  add_pass (names, "Bwd");
  for (guint l = 0; l < LAYERS; l++)
    g_ptr_array_add (names, g_strdup_printf ("copy%u_Copy_bert/encoder/layer.%u_to_Update/adam/"
                                             "arguments/OnTileCopy-0",
                                             32 + l, l));
  for (guint s = 0; s + 1 < STAGES; s++) {
    g_ptr_array_add (names, g_strdup_printf ("Copy_Fwd/stage%u_to_Fwd/stage%u/GlobalPre/"
                                             "GlobalExchange",
                                             s, s + 1));
    g_ptr_array_add (names, g_strdup_printf ("Copy_Bwd/stage%u_to_Bwd/stage%u/GlobalPre/"
                                             "GlobalExchange",
                                             s + 1, s));
  }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_ptr_array_add (names, g_strdup (others[i]));
  return names;
}
