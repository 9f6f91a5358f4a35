import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { createChancery } from '../pipeline/facade.ts';

describe('an integration for years', () => {
  it('walk-through 2: a key is created, widened, rotated with overlap, expires and is revoked; a mistyped secret causes no query', async () => {
    const { chancery, owner, application, clock, ports } = await world({
      settings: { accessTokenSeconds: 36_000 },
    });
    const { integrations } = chancery;
    const { apiKey, secret: old } = await integrations.createApiKey(
      { name: 'Years', scopes: ['members.read'] },
      owner.session,
    );
    const reads = (secret: string) =>
      failureOf(integrations.getIntegrationWorkspace({}, application(secret)));

    expect(await reads(old)).to.equal('scope.missing');
    await integrations.updateApiKey(
      { apiKeyId: apiKey.id, scopes: ['members.read', 'workspace.read'] },
      owner.session,
    );
    expect(await reads(old)).to.equal('none');

    const { secret: fresh } = await integrations.rotateApiKey(
      { apiKeyId: apiKey.id, overlapSeconds: 3600 },
      owner.session,
    );
    expect([await reads(old), await reads(fresh)]).to.deep.equal(['none', 'none']);
    clock.advance({ hours: 1, seconds: 1 });
    expect([await reads(old), await reads(fresh)]).to.deep.equal(['auth.key_expired', 'none']);
    await integrations.revokeApiKey({ apiKeyId: apiKey.id }, owner.session);
    expect([await reads(old), await reads(fresh)]).to.deep.equal(['auth.key_revoked', 'auth.key_revoked']);

    let units = 0;
    const watched = createChancery({
      ...ports,
      unitOfWork: {
        run: (...unit) => {
          units += 1;
          return ports.unitOfWork.run(...unit);
        },
      },
    });
    const mistyped = `${fresh.slice(0, 30)}${fresh[30] === 'x' ? 'y' : 'x'}${fresh.slice(31)}`;
    expect(await failureOf(watched.integrations.getIntegrationWorkspace({}, application(mistyped)))).to.equal(
      'auth.key_malformed',
    );
    expect(units).to.equal(0);
  });
});
