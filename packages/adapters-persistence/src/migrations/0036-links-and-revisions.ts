import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Joined to a look-up, it hides what belongs to a closed workspace. */
const open = (row: string) => `join workspaces w on w.id = ${row}.workspace_id and w.status <> 'closed'`;

const links = [
  ['chancery_admission_of_token', 'admission_devices', 't.token_hash = hash'],
  ['chancery_registration_of_token', 'webinar_registrations', 't.token_hash = hash'],
  ['chancery_meeting_of_uid', 'meetings', 't.ical_uid = hash'],
  ['chancery_calendar_feed_of_token', 'calendar_feeds', 't.token_hash = hash'],
] as const;

const ofLink = (name: string, query: string, result = 'id uuid, workspace_id text') => `
create or replace function ${name} returns table (${result})
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
#variable_conflict use_column
begin
  return query ${query};
end $$;`;

const lookUps = (only: (row: string) => string) => [
  ...links.map(([name, table, condition]) =>
    ofLink(
      `${name}(hash text)`,
      `select t.id, t.workspace_id from ${table} t ${only('t')} where ${condition} limit 1`,
    ),
  ),
  ofLink(
    'chancery_meeting_invitation_of_token(hash text)',
    `with found as materialized (
       select t.id, t.workspace_id from meeting_invitations t where t.token_hash = hash
       union all
       select t.id, t.workspace_id from meeting_invitations t where t.replaced_token_hashes @> array[hash])
     select f.id, f.workspace_id from found f ${only('f')} limit 1`,
  ),
  ofLink(
    'chancery_join_code(code text)',
    `select c.workspace_id from meeting_chains c ${only('c')} where c.join_code = code`,
    'workspace_id text',
  ),
  `create or replace function chancery_invitation_of_token(hash text) returns table (
     workspace_id text, invitation_id uuid, email text, role text, status text, expires_at timestamptz, replaced boolean
   ) language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
     select i.workspace_id, i.id, i.email, i.role, i.status, i.expires_at, i.token_hash <> hash
     from workspace_invitations i ${only('i')}
     where i.token_hash = hash or i.replaced_token_hashes @> array[hash]
   $$;`,
];

/**
 * Links of a closed workspace are found until it is purged, so that whoever holds one learns that it was closed (PLT-22).
 * The revision of a billing account says whether anybody wrote while the processor was asked (PLT-21, BIL-11).
 */
export class LinksAndRevisions0036 implements MigrationInterface {
  readonly name = 'LinksAndRevisions1700000000036';

  async up(runner: QueryRunner): Promise<void> {
    for (const lookUp of lookUps(() => '')) await runner.query(lookUp);
    await runner.query('alter table billing_accounts add column revision integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table billing_accounts drop column revision');
    for (const lookUp of lookUps(open)) await runner.query(lookUp);
  }
}
