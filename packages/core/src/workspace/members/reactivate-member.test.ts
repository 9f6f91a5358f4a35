import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('reactivateMember', () => {
  it('lets the member work again in the role they had', async () => {
    const { chancery, owner, person, happened } = await world();
    const grace = await person('admin');
    await chancery.workspace.suspendMember({ userId: grace.id }, owner.session);

    const { member } = await chancery.workspace.reactivateMember({ userId: grace.id }, owner.session);

    expect(member).to.include({ status: 'active', role: 'admin', suspendedAt: null, version: 3 });
    expect(await failureOf(chancery.workspace.getWorkspace({}, grace.session))).to.equal('none');
    expect((await happened()).map(({ type, facts }) => [type, facts])).to.deep.equal([
      ['member.suspended', { role: 'admin' }],
      ['member.reactivated', { role: 'admin' }],
    ]);
    expect(
      await failureOf(chancery.workspace.reactivateMember({ userId: grace.id }, owner.session)),
    ).to.equal('member.invalid_state');
  });

  it('WSP-5: takes a seat, or refuses if none is free', async () => {
    const { chancery, owner, person, sql, workspaceId } = await world();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    const grace = await person('member');
    await sql('update usage_counters set used = 3 where workspace_id = $1', [workspaceId]);
    await chancery.workspace.suspendMember({ userId: grace.id }, owner.session);
    await sql('update usage_counters set used = 3 where workspace_id = $1', [workspaceId]);

    expect(
      await failureOf(chancery.workspace.reactivateMember({ userId: grace.id }, owner.session)),
    ).to.equal('plan.limit_reached');
    await sql('update usage_counters set used = 2 where workspace_id = $1', [workspaceId]);
    expect(
      await failureOf(chancery.workspace.reactivateMember({ userId: grace.id }, owner.session)),
    ).to.equal('none');
    expect(await sql('select used from usage_counters where workspace_id = $1', [workspaceId])).to.deep.equal(
      [{ used: 3 }],
    );
  });
});
