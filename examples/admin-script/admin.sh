#!/usr/bin/env bash
# Sets a connected application up, changes its key, and takes it away again: a script over the chancery command.
# Sign in first: chancery auth login --email ada@example.com
set -euo pipefail

# One field of the JSON on standard input.
field() { node -e 'let s="";process.stdin.on("data",(c)=>s+=c).on("end",()=>console.log(process.argv[1].split(".").reduce((o,k)=>o[k],JSON.parse(s))))' "$1"; }
# The exit code says what kind of failure it was; here one is expected.
expect() {
  local wanted=$1 code=0
  shift
  "$@" >/dev/null 2>&1 || code=$?
  if [ "$code" -ne "$wanted" ]; then
    echo "expected exit code $wanted, got $code: chancery ${*:2}" >&2
    exit 1
  fi
}

project=$(chancery projects create --name 'Website relaunch' --json)
echo "project $(field project.key <<<"$project")"

key=$(chancery api-keys create --name 'Booking page' --scope workspace.read --scope meetings.read --json)
id=$(field apiKey.id <<<"$key")
secret=$(field secret <<<"$key")
echo "key $(field apiKey.keyPrefix <<<"$key")"

start="$(($(date -u +%Y) + 1))-06-03T09:00:00Z"
book() { CHANCERY_API_KEY=$1 chancery integrations meetings create --title 'Site visit' --scheduled-start-at "$start" --json; }

expect 4 book "$secret" # the scope is missing
chancery api-keys update "$id" --scope workspace.read --scope meetings.read --scope meetings.write --quiet >/dev/null
echo "booked $(book "$secret" | field joinCode) with the same key"

fresh=$(chancery api-keys rotate "$id" --overlap-seconds 0 --json | field secret)
expect 3 book "$secret" # ended with the rotation
echo "booked $(book "$fresh" | field joinCode) with the rotated key"

chancery api-keys list --all
chancery api-keys revoke "$id" --reason 'Moved to another provider' --quiet >/dev/null
expect 3 book "$fresh"                                             # revoked for good
expect 6 chancery api-keys rotate "$id"                # and cannot be brought back
expect 5 chancery api-keys get 01900000-0000-7000-8000-000000000000
expect 7 chancery projects create --name ''
expect 2 chancery projects create --nmae 'Typing error'
echo "revoked"
