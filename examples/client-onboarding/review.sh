#!/usr/bin/env bash
# Looks at what a client has sent: what cannot be a scan is asked for again, and the rest is accepted and filed.
# Somebody at a terminal runs `chancery file-requests review` instead, which asks about each file.
# Sign in first: chancery auth login --email ada@example.com
set -euo pipefail
request=${1:?the id of the request}
least_bytes=1000

# A value of the JSON on standard input, by an expression over `data`.
of() { node -e 'let s="";process.stdin.on("data",(c)=>s+=c).on("end",()=>console.log(Function("data",`return ${process.argv[1]}`)(JSON.parse(s))))' "$1"; }

# Until its bytes were scanned nobody can decide about a file.
while
  state=$(chancery file-requests get "$request" --json)
  [ "$(of "data.request.items.flatMap((item) => item.uploads).some(({ status }) => status === 'scanning')" <<<"$state")" = true ]
do
  sleep 2
done

small=$(of "data.request.items.flatMap((item) => item.uploads)
  .filter(({ status, sizeBytes }) => status === 'pending_review' && sizeBytes < $least_bytes)
  .map(({ id }) => id).join('\n')" <<<"$state")
for upload in $small; do
  chancery file-requests review "$upload" --decision reject --no-notify-client \
    --reason 'This file is too small to be a scan. Please send it again.' --json | of "'rejected ' + data.upload.fileName"
done

chancery file-requests review --request "$request" --decision accept --quiet

status=$(chancery file-requests get "$request" --json | of data.request.status)
if [ "$status" = completed ]; then
  echo complete
else
  # The link that the client has shows what is missing; this one replaces it, for you to hand over.
  echo "again by $(chancery file-requests remind "$request" --delivery link --json | of data.url)"
fi
