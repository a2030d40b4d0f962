/* Test suites of the window's shell, one for each file, and functions that they share. */
#pragma once

#include <glib.h>

void add_command_line_tests (void);
void add_demo_tests (void);
void add_help_tests (void);
void add_longest_tests (void);
void add_pair_tests (void);
void add_recent_tests (void);
void add_remote_dialog_tests (gboolean has_ssh);
void add_remote_tests (gboolean has_ssh);
void add_renderer_tests (void);
void add_session_tests (void);
void add_settings_tests (void);
void add_shell_tests (void);
void add_start_tests (void);

/* Runs the main loop until @done returns TRUE; fails after 20 seconds. */
void wait_until (gboolean (*done) (gpointer data), gpointer data);
/* Returns the path of a new empty folder, which the test deletes at the end. (transfer full) */
char *new_folder (void);
