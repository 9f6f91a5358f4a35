#!/usr/bin/env bash
# A month later: fetches the ledger and checks it against every checkpoint that was kept. Ends with 1 if it was changed.
#   check-export.sh ledger.ndjson
set -euo pipefail
folder=${AUDITOR_FOLDER:-$HOME/auditor}
checkpoints=()
for note in "$folder"/kept/*.txt; do checkpoints+=(--checkpoint "$note"); done

# A file that somebody hands over is checked as it is, without any network; else it is fetched.
if [ -e "$1" ]; then
  chancery audit verify "$1" --vkey "$VKEY" "${checkpoints[@]}"
else
  chancery audit export "$1" --vkey "$VKEY" "${checkpoints[@]}"
fi
