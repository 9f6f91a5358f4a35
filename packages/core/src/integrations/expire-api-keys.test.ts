import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('expireApiKeys', () => {
  it('records the end of a key once, and again if it was revived and has ended again', async () => {
    const { chancery, owner, clock, worker, happened, application } = await world({
      settings: { accessTokenSeconds: 86_400 },
    });
    const { apiKey, secret } = await chancery.integrations.createApiKey(
      { name: 'Short', scopes: ['workspace.read'], expiresAt: '2026-11-23T14:00:00.000Z' },
      owner.session,
    );
    const ends = async () => {
      await worker.run('api_key.expire');
      return (await happened()).filter(({ type }) => type === 'api_key.expired');
    };
    const use = () => failureOf(chancery.integrations.getIntegrationWorkspace({}, application(secret)));

    expect(await ends()).to.deep.equal([]);
    clock.advance({ hours: 2 });
    expect(await use()).to.equal('auth.key_expired');
    expect(await ends()).to.deep.equal([
      {
        type: 'api_key.expired',
        facts: { keyPrefix: apiKey.keyPrefix, expiresAt: '2026-11-23T14:00:00.000Z' },
        target: { kind: 'api_key', id: apiKey.id },
      },
    ]);
    expect((await ends()).length).to.equal(1);
    await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);
    await chancery.integrations.updateApiKey(
      { apiKeyId: apiKey.id, expiresAt: '2026-11-23T18:00:00.000Z' },
      owner.session,
    );
    expect(await use()).to.equal('none');
    clock.advance({ hours: 4 });
    expect((await ends()).length).to.equal(2);
  });
});
