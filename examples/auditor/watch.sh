#!/usr/bin/env bash
# What cron runs each night on a machine of the auditor: cosigns the newest checkpoint of a ledger, and keeps it by mail.
#   VKEY             the key of the log, as the operator told it to you by another way
#   AUDITOR_FOLDER   where the key of the witness and the checkpoints lie
#   CHANCERY_TOKEN   or a profile of `chancery auth login`: of an owner or admin of the workspace
set -euo pipefail
folder=${AUDITOR_FOLDER:-$HOME/auditor}
mkdir -p "$folder/kept"

# The first run makes the key, whose public half the operator enters as CHANCERY_WITNESS_KEYS.
if [ ! -e "$folder/witness.key" ]; then
  chancery audit witness-key --name "${WITNESS_NAME:-$(hostname)}" --key "$folder/witness.key" >"$folder/witness.vkey"
  echo "New witness: $(cat "$folder/witness.vkey")"
fi

# Ends with 1 if the history is another than before; cron then mails what is printed.
line=$(chancery audit witness --state "$folder/state" --key "$folder/witness.key" --vkey "$VKEY" --quiet ${POST:+--post})

# The checkpoint with our line below it is one small text, which any mailbox keeps.
note="$folder/kept/$(date -u +%F).txt"
{ cat "$folder"/state/*.checkpoint; echo "$line"; } >"$note"
echo "Kept $note, of $(sed -n 2p "$note") events."
if [ -n "${KEEP_AT:-}" ]; then mail -s "Checkpoint of $(sed -n 1p "$note")" "$KEEP_AT" <"$note"; fi
