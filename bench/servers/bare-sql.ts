/** The rows of a statement as a JSON array, as Chancery has the database write them. */
const written = (fields: string, statement: string) => `
  select count(*)::int count, '[' || coalesce(string_agg(row_to_json(written)::text, ','), '') || ']' json
  from (select ${fields} from (${statement}) listed) written`;
const instant = (name: string) => `to_char("${name}", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') "${name}"`;

/** The statements of Chancery's own units of work for the five calls, each prepared once per connection. */
export const keySql = {
  name: 'key',
  text: `select k.id api_key_id, k.name, k.scopes, k.rate_limit_per_minute, k.allowed_ip_ranges, k.acts_as_user_id,
           a.email_verified_at is not null acts_as_email_verified, k.expires_at, k.revoked_at, s.key_prefix, s.secret_hash,
           s.expires_at secret_expires_at, w.id workspace_id, w.status workspace_status, w.plan_code, w.settings
         from api_key_secrets s
         join api_keys k on k.id = s.api_key_id
         join workspaces w on w.id = k.workspace_id
         join accounts a on a.id = k.acts_as_user_id
         where s.key_prefix = $1`,
};

// The reads find the workspace by the key themselves, so that they are sent together with its look-up.
const workspaceOfKey =
  '(select k.workspace_id from api_key_secrets s join api_keys k on k.id = s.api_key_id where s.key_prefix = $1)';

export const workspaceSql = {
  name: 'workspace',
  text: `select id, name, slug, status, created_at "createdAt", updated_at "updatedAt" from workspaces where id = ${workspaceOfKey}`,
};

export const membersSql = {
  name: 'members',
  text: written(
    `id, "displayName", email, "avatarUrl", role, status, ${instant('joinedAt')}, ${instant('updatedAt')}`,
    `select user_id id, display_name "displayName", email, avatar_url "avatarUrl", role, status, joined_at "joinedAt", updated_at "updatedAt"
         from memberships where workspace_id = ${workspaceOfKey} and status = 'active' and role <> 'guest'
         order by sort_name collate "und-x-icu", user_id limit 1000`,
  ),
};

export const meetingsSql = {
  name: 'meetings',
  text: written(
    `id, title, description, "meetingType", ${instant('scheduledStartAt')}, "scheduledDurationMinutes", "timeZone", status, ${instant('createdAt')}, ${instant('updatedAt')}`,
    `select id, title, description, meeting_type "meetingType", scheduled_start_at "scheduledStartAt",
           duration_minutes "scheduledDurationMinutes", time_zone "timeZone", status, created_at "createdAt", updated_at "updatedAt"
         from meetings where workspace_id = ${workspaceOfKey} and meeting_type <> 'personal_room'
         order by created_at desc, id desc limit 250`,
  ),
};

export const projectsSql = {
  name: 'projects',
  text: written(
    `id, key, name, description, priority, status, color, "startDate", "targetDate", ${instant('createdAt')}, ${instant('updatedAt')}`,
    `select id, key, name, description, priority, status, color, start_date "startDate", target_date "targetDate",
           created_at "createdAt", updated_at "updatedAt"
         from projects where workspace_id = ${workspaceOfKey} and visibility = 'workspace' and archived_at is null
         order by updated_at desc, id desc limit 500`,
  ),
};

export const claimSql = {
  name: 'claim',
  text: "select pg_try_advisory_xact_lock(('x' || left($1, 16))::bit(64)::bigint) locked",
};
export const storedSql = {
  name: 'stored',
  text: 'select fingerprint, failed, body, sealed from idempotency where key_hash = $1 and expires_at > now()',
};
export const storeSql = {
  name: 'store',
  text: `insert into idempotency (key_hash, fingerprint, failed, body, sealed, expires_at)
         values ($1, $2, false, $3, false, now() + interval '1 day') on conflict (key_hash) do nothing`,
};

export const peopleSql = {
  name: 'people',
  text: `select user_id "userId", display_name "displayName", email, role, status from memberships
         where workspace_id = $1 and user_id = any($2) and status <> 'removed'
         union
         select user_id "userId", display_name "displayName", email, role, status from memberships
         where workspace_id = $1 and email_fold = any($3) and status = 'active'`,
};

export const meetingSql = {
  name: 'meeting',
  text: `with chain as (
           insert into meeting_chains (id, workspace_id, join_code) values ($2, $1, $3) on conflict (join_code, workspace_id) do nothing returning id
         ), meeting as (
           insert into meetings (id, workspace_id, chain_id, meeting_type, status, title, description, scheduled_start_at, local_start,
             duration_minutes, time_zone, settings, organizer_user_id, visibility, source, external_reference, conference_provider,
             ical_uid, ical_sequence, tzdata_version, created_at, updated_at, version)
           select $2, $1, id, 'scheduled', 'scheduled', $4, $5, $6::timestamptz, $7, $8::integer, $9, $10::jsonb, $11, 'private',
             'integration', $12, 'embedded', $13, 0, '2026a', now(), now(), 1 from chain
         ), occurrence as (
           insert into meeting_occurrences (id, workspace_id, meeting_id, chain_id, starts_at, ends_at, local_start, adjustment, status,
             duration_minutes, created_at, updated_at, version)
           select $14, $1, $2, id, $6::timestamptz, $15::timestamptz, $7, null, 'scheduled', $8::integer, now(), now(), 1 from chain
         ), people as (
           insert into occurrence_people (occurrence_id, workspace_id, meeting_id, user_id, starts_at, ends_at)
           select $14, $1, $2, $11, $6::timestamptz, $15::timestamptz from chain
         ), invitation as (
           insert into meeting_invitations (id, workspace_id, meeting_id, kind, user_id, email, email_fold, display_name, role,
             admission_policy, required, status, token_hash, token_key_number, token_generation, delivery_status, created_at, updated_at, version)
           select i.id, $1, $2, i.kind, i."userId", i.email, i.email, i."displayName", i.role, 'inherit', true, i.status,
             i."tokenHash", 0, 1, i."deliveryStatus", now(), now(), 1
           from chain, jsonb_to_recordset($16::jsonb) i(id uuid, kind text, "userId" text, email text, "displayName" text, role text,
             status text, "tokenHash" text, "deliveryStatus" text)
         )
         select exists (select from chain) added`,
};

export const jobsSql = {
  name: 'jobs',
  text: `insert into jobs (id, workspace_id, queue, topic, payload, available_at, max_attempts, correlation_id, created_at, status, attempts)
         select j.id, $1, 'mail', 'meetings.mail_invitation', j.payload, now(), 12, j.id, now(), 'pending', 0
         from jsonb_to_recordset($2::jsonb) j(id uuid, payload jsonb)`,
};

export const auditSql = {
  name: 'audit',
  text: 'select seq from audit_append_with_details($1, $2::text::bytea[], $3::text::bytea[], $4::text::bytea[], $5::text::text[])',
};

export const enterSql = { name: 'enter', text: "select set_config('app.workspace', $1, true)" };
