/* PoplensRemoteDialog: asks for a host, connects to it, shows the questions of ssh, and then the
 * folders of the host, where the user chooses a report. Slow operations run on worker threads;
 * closing the dialog cancels them. */
#pragma once

#include <adwaita.h>

#include "remote/address.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_REMOTE_DIALOG (poplens_remote_dialog_get_type ())
/* Signals: "chosen" (char *address): the user chose a report, whose host is connected; "given-up"
 * (): the dialog was closed without a choice. The dialog is destroyed after either. */
G_DECLARE_FINAL_TYPE (PoplensRemoteDialog, poplens_remote_dialog, POPLENS, REMOTE_DIALOG, AdwWindow)

/* Creates the dialog, not yet shown. @parent: (nullable) */
PoplensRemoteDialog *poplens_remote_dialog_new (GtkWindow *parent);
/* Connects to the host of @address, then emits "chosen" with the address. Shows the dialog only if
 * connecting takes longer than a moment, needs an answer of the user, or fails. */
void poplens_remote_dialog_connect (PoplensRemoteDialog *self, const PoplensAddress *address);

G_END_DECLS
