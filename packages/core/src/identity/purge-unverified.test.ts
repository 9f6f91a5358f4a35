import { randomBytes } from 'node:crypto';
import { aStranger, noon, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const password = 'correct horse battery staple';
const purge = 'identity.purge_unverified';

async function newcomer({ chancery }: World) {
  const email = `late.${randomBytes(6).toString('hex')}@example.com`;
  const session = await chancery.identity.registerAccount(
    { email, password, displayName: 'Late' },
    aStranger(),
  );
  return { id: session.user.id, email, workspaceId: session.workspace?.id ?? '', session };
}
const left = async ({ sql }: World, { id, workspaceId }: { id: string; workspaceId: string }) => {
  const [row] = await sql<{ accounts: number; workspaces: number; rows: number }>(
    `select (select count(*)::int from accounts where id = $1) accounts,
            (select count(*)::int from workspaces where id = $2) workspaces,
            (select count(*)::int from memberships where workspace_id = $2) + (select count(*)::int from sessions where user_id = $1)
              + (select count(*)::int from projects where workspace_id = $2) rows`,
    [id, workspaceId],
  );
  return row;
};
const gone = { accounts: 0, workspaces: 0, rows: 0 };

describe('purgeUnverified', () => {
  it('AUT-6: deletes an account that nobody verified in 30 days, with the workspace it founded and everything in it', async () => {
    const here = await world({ settings: { emailVerification: 'required' } });
    const { chancery, clock, worker } = here;
    const late = await newcomer(here);
    await chancery.workspace.createProject(
      { name: 'Never opened' },
      aStranger({ credential: late.session.accessToken }),
    );

    clock.advance({ days: 29, hours: 23 });
    await worker.run(purge);
    expect(await left(here, late)).to.include({ accounts: 1, workspaces: 1 });
    clock.advance({ hours: 1 });
    await worker.run(purge);

    expect(await left(here, late)).to.deep.equal(gone);
    const again = await chancery.identity.registerAccount(
      { email: late.email, password, displayName: 'In time' },
      aStranger(),
    );
    expect(again.user.id).to.not.equal(late.id);
  });

  it('leaves accounts that were verified, and every account if verification is optional', async () => {
    const here = await world({ settings: { emailVerification: 'required' } });
    const { clock, worker, owner, sql } = here;
    const late = await newcomer(here);
    await sql(
      'update accounts set email_verified_at = created_at, unverified_purge_at = null where id = $1',
      [late.id],
    );
    const lax = await world();
    const relaxed = await newcomer(lax);
    await sql('update accounts set unverified_purge_at = $2 where id = $1', [relaxed.id, clock.now()]);

    clock.advance({ days: 60 });
    lax.clock.advance({ days: 60 });
    await lax.worker.run(purge);
    expect(await left(lax, relaxed)).to.include({ accounts: 1, workspaces: 1 });
    await worker.run(purge);

    expect(await left(here, late)).to.include({ accounts: 1, workspaces: 1 });
    expect(await left(here, owner)).to.include({ accounts: 1, workspaces: 1 });
  });

  it('leaves an account whose workspace has other members', async () => {
    const here = await world({ settings: { emailVerification: 'required' } });
    const { clock, worker, sql, owner } = here;
    const late = await newcomer(here);
    await sql(
      `insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, joined_at, updated_at, version)
       values (gen_random_uuid(), $1, $2, 'member', 'active', 'Ada', 'Ada', timestamptz '${noon}', timestamptz '${noon}', 1)`,
      [late.workspaceId, owner.id],
    );

    clock.advance({ days: 30 });
    await worker.run(purge);

    expect(await left(here, late)).to.include({ accounts: 1, workspaces: 1 });
  });
});
