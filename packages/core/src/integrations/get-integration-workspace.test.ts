import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { apiKeyPrefix } from '../kernel/api-key-format.ts';

describe('getIntegrationWorkspace', () => {
  it('shows the workspace and the credential that was presented, exactly', async () => {
    const { chancery, owner, apiKey, workspaceId } = await world();
    const { id, caller, secret } = await apiKey('workspace.read');
    await chancery.integrations.rotateApiKey({ apiKeyId: id }, owner.session);

    const { workspace, credential } = await chancery.integrations.getIntegrationWorkspace({}, caller);

    expect(workspace).to.have.all.keys('id', 'name', 'slug', 'status', 'createdAt', 'updatedAt');
    expect(workspace).to.include({
      id: workspaceId,
      status: 'active',
      createdAt: '2026-11-23T12:00:00.000Z',
    });
    expect(credential).to.deep.equal({
      id,
      name: 'Application',
      keyPrefix: apiKeyPrefix(secret),
      scopes: ['workspace.read'],
    });
  });

  it('KEY-6: accepts a key from its networks only; an IPv4-mapped address counts as its IPv4 address', async () => {
    const { chancery, owner, apiKey } = await world();
    const { id, caller } = await apiKey();
    const readsFrom = (address: string) =>
      failureOf(chancery.integrations.getIntegrationWorkspace({}, { ...caller, address }));
    await chancery.integrations.updateApiKey(
      { apiKeyId: id, allowedIpRanges: ['203.0.113.0/29', '2001:db8:1::/48'] },
      owner.session,
    );

    expect(await readsFrom('203.0.113.7')).to.equal('none');
    expect(await readsFrom('::ffff:203.0.113.7')).to.equal('none');
    expect(await readsFrom('2001:db8:1:ffff::1')).to.equal('none');
    expect(await readsFrom('203.0.113.8')).to.equal('auth.address_not_allowed');
    expect(await readsFrom('::ffff:203.0.113.8')).to.equal('auth.address_not_allowed');
    expect(await readsFrom('2001:db8:2::1')).to.equal('auth.address_not_allowed');
  });
});
