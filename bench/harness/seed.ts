import { systemIds, systemRandom } from '@chancery/core';
import { newApiKeySecret, workspace } from '@chancery/core/internal';

/** One statement on one connection: a pg client or pool of one. */
export interface Seeder {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

export interface SeededWorkspace {
  readonly workspaceId: string;
  /** An API key with every scope, acting as the owner. */
  readonly secret: string;
}

export interface Amounts {
  readonly members: number;
  readonly meetings: number;
  readonly projects: number;
}

/** A workspace with an owner and a key, and as many members, meetings and projects as asked, by plain SQL. */
export async function seedWorkspace(seeder: Seeder, amounts: Amounts): Promise<SeededWorkspace> {
  const workspaceId = workspace.newWorkspaceId(systemRandom.bytes(26));
  const settings = JSON.stringify(workspace.initialSettings('Europe/Berlin', 'en'));
  const { secret, keyPrefix, secretHash } = newApiKeySecret(systemRandom);

  await seeder.query('begin');
  await seeder.query(
    `insert into workspaces (id, name, slug, status, plan_code, settings, created_at, updated_at, version)
     values ($1, 'Notariat Weber', $2, 'active', 'enterprise', $3, now(), now(), 1)`,
    [workspaceId, workspaceId.replace('_', '-'), settings],
  );
  await seeder.query("select set_config('app.workspace', $1, true)", [workspaceId]);
  await seeder.query('select audit_open($1)', [workspaceId]);
  await seeder.query(accountsSql, [workspaceId, Math.max(1, amounts.members)]);
  await seeder.query(membershipsSql, [workspaceId, Math.max(1, amounts.members)]);
  await seeder.query(chainsSql, [workspaceId, amounts.meetings]);
  await seeder.query(meetingsSql, [workspaceId]);
  await seeder.query(projectsSql, [workspaceId, amounts.projects]);
  const apiKeyId = systemIds.uuid7();
  await seeder.query(apiKeySql, [apiKeyId, workspaceId, keyPrefix]);
  await seeder.query(
    `insert into api_key_secrets (key_prefix, workspace_id, api_key_id, secret_hash, status, created_at)
     values ($1, $2, $3, $4, 'current', now())`,
    [keyPrefix, workspaceId, apiKeyId, secretHash],
  );
  await seeder.query('commit');
  return { workspaceId, secret };
}

const personId = "'usr_' || md5($1 || number::text)";
const displayName = "'Colleague ' || lpad((number * 7919 % 10007)::text, 5, '0')";
const address = "'colleague.' || number || '.' || right($1, 8) || '@example.com'";

const accountsSql = `
  insert into accounts (id, email, email_fold, email_verified_at, display_name, locale, time_zone, status, created_at, updated_at, version)
  select ${personId}, ${address}, ${address}, now(), ${displayName}, 'en', 'Europe/Berlin', 'active', now(), now(), 1
  from generate_series(1, $2::integer) number`;

const membershipsSql = `
  insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, email, joined_at, updated_at, version)
  select gen_random_uuid(), $1, ${personId}, case number when 1 then 'owner' else 'member' end, 'active',
         ${displayName}, ${displayName}, ${address}, now() - number * interval '1 hour', now(), 1
  from generate_series(1, $2::integer) number`;

const letters = "translate(md5($1 || number::text), '0123456789abcdef', 'bcdfghjklmnpqrst')";
const chainsSql = `
  insert into meeting_chains (id, workspace_id, join_code)
  select gen_random_uuid(), $1, substr(${letters}, 1, 6) || '-' || substr(${letters}, 7, 6)
  from generate_series(1, $2::integer) number`;

const meetingsSql = `
  insert into meetings (id, workspace_id, chain_id, meeting_type, status, title, description, scheduled_start_at, local_start,
    duration_minutes, time_zone, settings, organizer_user_id, visibility, source, conference_provider, ical_uid, ical_sequence,
    tzdata_version, created_at, updated_at, version)
  select id, $1, id, 'scheduled', 'scheduled', 'Signing of deed ' || number, 'Please bring a valid identity document.',
         now() + number * interval '1 hour', '2026-12-01T09:00', 60, 'Europe/Berlin', '{}', 'usr_' || md5($1 || '1'), 'private',
         'integration', 'embedded', id || '@bench.example', 0, '2026a', now() - number * interval '1 minute', now(), 1
  from (select id, row_number() over () number from meeting_chains where workspace_id = $1) numbered`;

const projectsSql = `
  insert into projects (id, workspace_id, key, name, description, priority, status, visibility, color, start_date, target_date,
    created_at, updated_at, version)
  select gen_random_uuid(), $1, 'P' || number, 'Estate ' || number, 'All papers of the estate.', 'high', 'active', 'workspace',
         '#1f6feb', date '2026-01-01', date '2026-12-31', now(), now() - number * interval '1 minute', 1
  from generate_series(1, $2::integer) number`;

const apiKeySql = `
  insert into api_keys (id, workspace_id, name, key_prefix, scopes, acts_as_user_id, rate_limit_per_minute, allowed_ip_ranges,
    created_by_user_id, created_at, updated_at, version)
  values ($1, $2, 'Bench', $3, '{workspace.read,members.read,meetings.read,projects.read,meetings.write}',
    'usr_' || md5($2 || '1'), 120, '{}', 'usr_' || md5($2 || '1'), now(), now(), 1)`;
