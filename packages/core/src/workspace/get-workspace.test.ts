import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('getWorkspace', () => {
  it('shows every role the workspace and their own membership', async () => {
    const { chancery, person, workspaceId } = await world();

    for (const role of ['admin', 'member', 'guest'] as const) {
      const { id, session } = await person(role);
      const { workspace, membership } = await chancery.workspace.getWorkspace({}, session);

      expect(workspace).to.include({
        id: workspaceId,
        status: 'active',
        planCode: 'self_hosted',
        closesAt: null,
        version: 1,
      });
      expect(workspace).to.not.have.property('settings');
      expect(membership).to.include({ id, role, status: 'active' });
    }
  });
});
