/* `ssh -s -- HOST sftp` as a child: the user's own ssh, with their ssh_config, agent, keys, jump
 * hosts and known_hosts. No command is run on the host, no setting of trust is touched. */
#pragma once

#include "remote/address.h"
#include "remote/prompter.h"

G_BEGIN_DECLS

typedef struct _PoplensSshChild PoplensSshChild;

typedef struct {
  const char *program;      /* (nullable): ssh, or what POPLENS_SSH names */
  gboolean batch;           /* asks nobody: fails where somebody would have to be asked */
  gboolean held_back;       /* of batch: somebody can be asked who presses Reconnect */
  PoplensPromptFunc prompt; /* (nullable): NULL: ssh asks on the terminal, if there is one */
  gpointer prompt_data;
  GDestroyNotify prompt_destroy; /* (nullable): of prompt_data, which may be used for a moment after
                                  * poplens_ssh_child_free (); called once, in any case */
  guint patience;                /* seconds until the host has to answer; 0: as ssh_config says */
  const char *control_path;      /* (nullable): a control socket of ours, for further lanes */
} PoplensSshOptions;

/* Starts it and returns; what it says and asks comes while it connects. NULL with NOT_FOUND where
 * there is no ssh. */
PoplensSshChild *poplens_ssh_child_new (const PoplensAddress *address,
                                        const PoplensSshOptions *options, GError **error);
/* Its output and its input, to be taken once. */
void poplens_ssh_child_take_descriptors (PoplensSshChild *self, int *in, int *out);
/* Why it ended, from its exit and its last words, naming the host and what to do: LINK. Waits up to
 * a second for it to end. What the conversation ended with may be in *@error already; it stays
 * where ssh has no reason of its own. */
void poplens_ssh_child_set_error (PoplensSshChild *self, GError **error);
/* Its last 8 KiB of words on lines, made visible. (transfer full) */
char *poplens_ssh_child_get_words (PoplensSshChild *self);
/* Ends it; returns at once. */
void poplens_ssh_child_free (PoplensSshChild *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSshChild, poplens_ssh_child_free)

G_END_DECLS
