#!/bin/sh
# gate.sh REPORT MAIN-REPORT: ends with 3 if REPORT exceeds a limit of budget.ini, or is worse than
# MAIN-REPORT by more than 5 %. Limits to begin with: poplens-cli budget --init MAIN-REPORT >budget.ini
set -u
report=$1 main=$2 status=0
poplens-cli budget "$report" --rules budget.ini --junit budget.xml || status=$?
poplens-cli diff "$main" "$report" --by figure,program --threshold 5 --fail-if worse --markdown >changes.txt || status=$?
poplens-cli export "$main" "$report" --output report.html || status=$?
exit "$status"
