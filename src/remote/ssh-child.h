/* `ssh -s -- HOST sftp` as a child process: the user's own ssh, with their ssh_config, agent, keys,
 * jump hosts and known_hosts. Runs no command on the host, and changes no setting of trust. */
#pragma once

#include "remote/address.h"
#include "remote/prompter.h"

G_BEGIN_DECLS

typedef struct _PoplensSshChild PoplensSshChild;

typedef struct {
  const char *program; /* (nullable): ssh program; NULL: POPLENS_SSH, or else "ssh" */
  gboolean batch;      /* TRUE: ssh never asks the user, and fails instead */
  gboolean held_back;  /* with .batch: TRUE if ssh can ask the user once Reconnect is pressed */
  PoplensPromptFunc prompt; /* (nullable): asks the user; NULL: ssh asks on the terminal */
  gpointer prompt_data;
  GDestroyNotify prompt_destroy; /* (nullable): frees .prompt_data; called once, on failure too,
                                    perhaps shortly after poplens_ssh_child_free () */
  guint patience;           /* seconds until an attempt to connect times out; 0: as in ssh_config */
  const char *control_path; /* (nullable): path of a control socket, through which further sessions
                               share the connection */
} PoplensSshOptions;

/* Starts ssh, and returns before ssh has connected. (transfer full) (nullable): NULL with NOT_FOUND
 * if there is no ssh */
PoplensSshChild *poplens_ssh_child_new (const PoplensAddress *address,
                                        const PoplensSshOptions *options, GError **error);
/* Gives the descriptors of ssh's output (@in) and input (@out); call it once. @in, @out: (out)
 * (transfer full) */
void poplens_ssh_child_take_descriptors (PoplensSshChild *self, int *in, int *out);
/* Sets @error to LINK: why ssh ended, from its exit status and last messages, and what to do. Waits
 * up to a second for ssh to end. If ssh gives no reason, an error that is already set stays. */
void poplens_ssh_child_set_error (PoplensSshChild *self, GError **error);
/* Returns the last 8 KiB of ssh's messages, made printable, with line breaks. (transfer full) */
char *poplens_ssh_child_get_words (PoplensSshChild *self);
/* Ends the child; returns at once. */
void poplens_ssh_child_free (PoplensSshChild *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSshChild, poplens_ssh_child_free)

G_END_DECLS
