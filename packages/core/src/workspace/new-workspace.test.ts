import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('foundWorkspace', () => {
  it('WSP-5: gives the founder the first seat', async () => {
    const { sql, workspaceId } = await world();

    expect(
      await sql('select code, used from usage_counters where workspace_id = $1', [workspaceId]),
    ).to.deep.equal([{ code: 'members', used: 1 }]);
  });
});
