import { randomUUID } from 'node:crypto';
import { seedDocuments } from './documents-seed.ts';
import type { Seeder } from './seed.ts';

/**
 * Documents of one workspace with lifecycles, by plain SQL: a policy for all of them and another for two of the hundred folders;
 * dates lie evenly over the 400 days before today and the 400 after, one document in eleven has none, and each third is kept
 * in force by the owner.
 */
export async function seedLifecycles(
  seeder: Seeder,
  workspaceId: string,
  ownerId: string,
  documents: number,
): Promise<void> {
  await seedDocuments(seeder, workspaceId, ownerId, documents);
  const [general, special] = [randomUUID(), randomUUID()];
  await seeder.query('begin');
  await seeder.query("select set_config('app.workspace', $1, true)", [workspaceId]);
  await seeder.query(policiesSql, [workspaceId, general, special]);
  await seeder.query(assignmentsSql, [workspaceId, ownerId, general, special]);
  // Without statistics each lifecycle would look through all documents for its own.
  await seeder.query('analyze documents, document_folders, document_lifecycles');
  await seeder.query(lifecyclesSql, [workspaceId, ownerId, general, special]);
  await seeder.query(listedDatesSql, [workspaceId]);
  await seeder.query(withoutTextSql, [workspaceId]);
  await seeder.query('commit');
  // By now each row was written anew, so the first page of the index for the word that is the workspace is empty. From how many
  // rows a first page has PostgreSQL guesses how rare a word is, and would read all documents of the workspace for each search.
  await seeder.query('vacuum full search_documents');
}

const policiesSql = `
  insert into expiration_policies (id, workspace_id, name, name_fold, description, status, basis, duration, fixed_date, grace_days,
    notices, notice_local_time, time_zone, require_confirmation, open_renewal_days_before, revoke_shares_on_expiry, retention,
    revision, created_at, updated_at, version)
  select id, $1, name, lower(name), null, 'active', 'document_date', null, null, 14,
    '[{"daysBefore": 60, "recipients": ["lifecycle_owner"], "emails": []}, {"daysBefore": 30, "recipients": ["lifecycle_owner"], "emails": []},
      {"daysBefore": 7, "recipients": ["lifecycle_owner"], "emails": []}, {"daysBefore": 0, "recipients": ["lifecycle_owner"], "emails": []}]',
    '09:00', 'UTC', false, null, false, null, 1, now(), now(), 1
  from (values ($2::uuid, 'General'), ($3::uuid, 'Special')) policy (id, name)`;

const assignmentsSql = `
  insert into policy_assignments (id, workspace_id, policy_id, scope, target_id, created_by_user_id, created_at)
  select gen_random_uuid(), $1, $3::uuid, 'workspace', null, $2, now()
  union all
  select gen_random_uuid(), $1, $4::uuid, 'folder', f.id, $2, now()
  from document_folders f where f.workspace_id = $1 and f.name in ('Client 001', 'Client 002')`;

/** Whatever follows from a date is what the core computes for it in UTC. */
const lifecyclesSql = `
  update document_lifecycles l set
    owner_user_id = case when said.number % 3 = 0 then $2 end,
    stated_expires_on = said.expires_on, expires_on = said.expires_on,
    expires_on_source = case when said.expires_on is null then 'none' else 'stated' end,
    grace_ends_on = said.expires_on + 14, window_days = 60, time_zone = 'UTC', is_tracked = true,
    soon_at = (said.expires_on - 60)::timestamp at time zone 'UTC',
    ends_at = (said.expires_on + 1)::timestamp at time zone 'UTC',
    grace_ends_at = (said.expires_on + 15)::timestamp at time zone 'UTC',
    plan_at = (
      select min(morning) from unnest(array[0, 7, 30, 60]) days,
        lateral (select (said.expires_on - days + time '09:00') at time zone 'UTC') notices (morning) where morning > now()),
    policy_id = case when said.folder in ('Client 001', 'Client 002') then $4::uuid else $3::uuid end,
    policy_revision = 1,
    policy_scope = case when said.folder in ('Client 001', 'Client 002') then 'folder' else 'workspace' end,
    policy_target_id = case when said.folder in ('Client 001', 'Client 002') then said.folder_id end
  from (
    select d.id, d.folder_id, f.name folder, abs(hashtext(d.id::text)) number,
      case when abs(hashtext(d.id::text)) % 11 > 0
        then current_date + (abs(hashtext(d.id::text)) % 800 - 400) end expires_on
    from documents d left join document_folders f on f.id = d.folder_id and f.workspace_id = d.workspace_id
    where d.workspace_id = $1) said
  where l.workspace_id = $1 and l.document_id = said.id`;

/** Documents carry the date in force too, for lists in its order. */
const listedDatesSql = `
  update documents d set expires_on = l.expires_on from document_lifecycles l
  where d.workspace_id = $1 and l.workspace_id = $1 and l.document_id = d.id and l.expires_on is not null`;

/** There are no bytes behind them, so that a job for the text of each would find nothing and take the time of what is measured. */
const withoutTextSql = 'update search_documents set unread = false where workspace_id = $1';
