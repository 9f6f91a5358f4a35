import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('listWorkspaces', () => {
  it('PLT-25: lists the workspaces of the person by name, with the role in each, and a cursor leads to the page after it', async () => {
    const { chancery, person, workspaceId, sql } = await world();
    const grace = await person('guest', 'Grace');
    await sql("update workspaces set name = 'Ábaco' where id = $1", [workspaceId]);
    await sql(
      "update workspaces set name = 'zeta' where id <> $1 and id in (select workspace_id from memberships where user_id = $2)",
      [workspaceId, grace.id],
    );

    const first = await chancery.workspace.listWorkspaces({ limit: 1 }, grace.session);
    const second = await chancery.workspace.listWorkspaces(
      { limit: 1, cursor: first.nextCursor ?? '' },
      grace.session,
    );

    expect(first.workspaces.map(({ name, role }) => `${name} ${role}`)).to.deep.equal(['Ábaco guest']);
    expect(second.workspaces.map(({ name, role }) => `${name} ${role}`)).to.deep.equal(['zeta owner']);
    expect(second.nextCursor).to.equal(null);
  });

  it('WSP-7: still works for a person who was removed or suspended in another workspace', async () => {
    const { chancery, owner, person, workspaceId } = await world();
    const grace = await person('member');

    await chancery.workspace.suspendMember({ userId: grace.id }, owner.session);
    const { workspaces } = await chancery.workspace.listWorkspaces({}, grace.session);
    expect(workspaces.find(({ id }) => id === workspaceId)).to.include({ memberStatus: 'suspended' });

    await chancery.workspace.removeMember({ userId: grace.id }, owner.session);
    const after = await chancery.workspace.listWorkspaces({}, grace.session);
    expect(after.workspaces.map(({ role }) => role)).to.deep.equal(['owner']);
  });
});
