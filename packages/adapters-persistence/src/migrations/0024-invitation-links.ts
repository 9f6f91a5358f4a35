import type { MigrationInterface, QueryRunner } from 'typeorm';

const invitationOfToken = (query: string) => `
create or replace function chancery_meeting_invitation_of_token(hash text) returns table (id uuid, workspace_id text)
language plpgsql stable security definer set search_path = pg_catalog, public rows 1 as $$
#variable_conflict use_column
begin
  return query ${query};
end $$;`;

/**
 * The links that hold first, those that were replaced after them: each by its own index. Both conditions in one, with a limit,
 * were answered by reading the table from its beginning, for the planner takes replaced links to be many.
 */
const byIndex = invitationOfToken(`
  with found as materialized (
    select t.id, t.workspace_id from meeting_invitations t where t.token_hash = hash
    union all
    select t.id, t.workspace_id from meeting_invitations t where t.replaced_token_hashes @> array[hash])
  select f.id, f.workspace_id from found f join workspaces w on w.id = f.workspace_id and w.status <> 'closed' limit 1`);

const atOnce = invitationOfToken(`
  select t.id, t.workspace_id from meeting_invitations t join workspaces w on w.id = t.workspace_id and w.status <> 'closed'
  where t.token_hash = hash or t.replaced_token_hashes @> array[hash] limit 1`);

export class InvitationLinks0024 implements MigrationInterface {
  readonly name = 'InvitationLinks1700000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(byIndex);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(atOnce);
  }
}
