#!/usr/bin/env bash
# The same application without the SDK: five requests, both ways of sending the key.
set -euo pipefail
: "${CHANCERY_API_KEY:?set it to an API key}"
api="${CHANCERY_BASE_URL:-http://127.0.0.1:8080}/api/v1/integrations/workspace"

get() { curl --fail-with-body --silent --show-error "$@"; echo; }

get "$api" --header "Authorization: Bearer $CHANCERY_API_KEY"
get "$api/members" --header "Authorization: Bearer $CHANCERY_API_KEY"
get "$api/meetings" --header "X-Service-API-Key: $CHANCERY_API_KEY"
get "$api/projects" --header "X-Service-API-Key: $CHANCERY_API_KEY"

# The idempotency key makes the request safe to repeat: --retry sends it again with the same key.
curl --fail-with-body --silent --show-error --retry 3 "$api/meetings" \
  --header "Authorization: Bearer $CHANCERY_API_KEY" \
  --header 'Content-Type: application/json' \
  --header 'X-Idempotency-Key: appointment-4712' \
  --data @- <<JSON
{
  "title": "Second consultation",
  "description": "",
  "scheduledStartAt": "$(($(date -u +%Y) + 1))-06-02T09:00:00Z",
  "timeZone": "Europe/Berlin",
  "durationMinutes": 45,
  "invitees": [{ "email": "client@example.org", "displayName": "Clara Client" }],
  "externalReference": "appointment-4712"
}
JSON
