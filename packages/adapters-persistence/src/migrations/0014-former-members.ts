import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The workspaces that a person has left: what they still hold about the person is erased with the account (ACC-5). */
const leftWorkspaces = `
create function chancery_workspaces_left(person text) returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct m.workspace_id
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.user_id = person and m.status = 'removed' and w.status <> 'closed'
    and not exists (select from memberships o where o.workspace_id = m.workspace_id and o.user_id = person and o.status <> 'removed')
  order by 1
$$;
grant create on schema public to chancery_gate;
alter function chancery_workspaces_left(text) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_workspaces_left(text) from public;
grant execute on function chancery_workspaces_left(text) to chancery_identity;
`;

export class FormerMembers0014 implements MigrationInterface {
  readonly name = 'FormerMembers1700000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(leftWorkspaces);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function chancery_workspaces_left(text)');
  }
}
