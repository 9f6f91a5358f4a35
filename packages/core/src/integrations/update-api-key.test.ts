import { failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('updateApiKey', () => {
  it('KEY-2: an added scope counts from the next request on, with the same secret, and a removed scope is refused from then on', async () => {
    const { chancery, owner, apiKey, happened } = await world();
    const { id, caller } = await apiKey('members.read');
    const reads = () => failureOf(chancery.integrations.getIntegrationWorkspace({}, caller));
    const change = (...scopes: ('members.read' | 'workspace.read')[]) =>
      chancery.integrations.updateApiKey({ apiKeyId: id, scopes }, owner.session);

    expect(await reads()).to.equal('scope.missing');
    await change('members.read', 'workspace.read');
    expect(await reads()).to.equal('none');
    await change('members.read');

    expect(await reads()).to.equal('scope.missing');
    expect((await happened()).slice(1)).to.deep.equal([
      {
        type: 'api_key.updated',
        target: { kind: 'api_key', id },
        facts: {
          changed: ['scopes'],
          scopesBefore: ['members.read'],
          scopesAfter: ['members.read', 'workspace.read'],
        },
      },
      {
        type: 'api_key.updated',
        target: { kind: 'api_key', id },
        facts: {
          changed: ['scopes'],
          scopesBefore: ['members.read', 'workspace.read'],
          scopesAfter: ['members.read'],
        },
      },
    ]);
  });

  it('changes what was sent and leaves the rest', async () => {
    const { chancery, owner, person, apiKey } = await world();
    const { id } = await apiKey();
    const member = await person('member');

    const { apiKey: after } = await chancery.integrations.updateApiKey(
      {
        apiKeyId: id,
        name: ' Nightly ',
        rateLimitPerMinute: 6000,
        expiresAt: '2027-01-01T01:00:00+01:00',
        actsAsUserId: member.id,
      },
      owner.session,
    );

    expect(after).to.include({
      name: 'Nightly',
      rateLimitPerMinute: 6000,
      expiresAt: '2027-01-01T00:00:00.000Z',
      actsAsUserId: member.id,
      version: 2,
    });
    expect(after.scopes).to.have.length(5);
    expect((await chancery.integrations.getApiKey({ apiKeyId: id }, owner.session)).apiKey).to.deep.equal(
      after,
    );
  });

  it('SES-14: asks for the password again to widen scopes or networks, to raise the rate or to revive the key, and for nothing else', async () => {
    const { chancery, owner, apiKey, clock } = await world({ settings: { accessTokenSeconds: 36_000 } });
    const { id } = await apiKey('members.read');
    const change = (fields: object) =>
      failureOf(chancery.integrations.updateApiKey({ apiKeyId: id, ...fields }, owner.session));
    clock.advance({ minutes: 16 });

    expect(await change({ scopes: ['members.read', 'meetings.write'] })).to.equal(
      'auth.reauthentication_required',
    );
    expect(await change({ name: 'Other' })).to.equal('none');
    expect(await change({ allowedIpRanges: ['10.0.0.0/8'] })).to.equal('none');
    expect(await change({ allowedIpRanges: ['10.1.0.0/16'] })).to.equal('none');
    expect(await change({ allowedIpRanges: ['10.0.0.0/8'] })).to.equal('auth.reauthentication_required');
    expect(await change({ allowedIpRanges: [] })).to.equal('auth.reauthentication_required');
    expect(await change({ rateLimitPerMinute: 30 })).to.equal('none');
    expect(await change({ rateLimitPerMinute: 31 })).to.equal('auth.reauthentication_required');
    expect(await change({ expiresAt: '2026-11-23T14:00:00Z' })).to.equal('none');
    expect(await change({ expiresAt: '2026-11-23T15:00:00Z' })).to.equal('none');
    clock.advance({ hours: 3 });
    expect(await change({ name: 'Expired still' })).to.equal('none');
    expect(await change({ expiresAt: '2026-11-30T13:00:00Z' })).to.equal('auth.reauthentication_required');
    expect(await change({ expiresAt: null })).to.equal('auth.reauthentication_required');
    await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);
    expect(await change({ expiresAt: null, rateLimitPerMinute: 700 })).to.equal('none');
  });

  it('refuses another version than the one read, and leaves no trace of a change that changes nothing', async () => {
    const { chancery, owner, apiKey, happened } = await world();
    const { id } = await apiKey();
    const change = (fields: object) =>
      chancery.integrations.updateApiKey({ apiKeyId: id, ...fields }, owner.session);

    expect(await failureOf(change({ name: 'Other', expectedVersion: 2 }))).to.equal('version_conflict');
    expect((await change({ name: 'Application', expectedVersion: 1 })).apiKey.version).to.equal(1);
    expect(await happened()).to.have.length(1);
  });

  it('lets exactly one of two changes of the same version win', async () => {
    const { chancery, owner, apiKey } = await world();
    const { id } = await apiKey();
    const change = (name: string) =>
      failureOf(
        chancery.integrations.updateApiKey({ apiKeyId: id, name, expectedVersion: 1 }, owner.session),
      );

    expect(await Promise.all([change('One'), change('Two')])).to.have.members(['none', 'version_conflict']);
  });

  it('a later expiresAt revives an expired key, and a changed key keeps to the lifetime of the workspace', async () => {
    const { chancery, owner, apiKey, clock, sql, workspaceId } = await world({
      settings: { accessTokenSeconds: 36_000 },
    });
    const { id, caller } = await apiKey();
    const change = (fields: object) =>
      chancery.integrations.updateApiKey({ apiKeyId: id, ...fields }, owner.session);
    const reads = () => failureOf(chancery.integrations.getIntegrationWorkspace({}, caller));

    expect(await faultsOf(change({ expiresAt: '2026-11-23T12:59:59Z' }))).to.deep.equal([
      '/expiresAt api_key.expires_too_soon',
    ]);
    await change({ expiresAt: '2026-11-23T13:00:00Z' });
    clock.advance({ hours: 1 });
    expect(await reads()).to.equal('auth.key_expired');
    await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);
    await change({ name: 'Expired still' });
    await change({ expiresAt: '2026-11-30T13:00:00Z' });
    expect(await reads()).to.equal('none');

    await sql(`update workspaces set settings = settings || '{"apiKeyMaxLifetimeDays": 5}' where id = $1`, [
      workspaceId,
    ]);
    expect(await faultsOf(change({ name: 'Any' }))).to.deep.equal(['/expiresAt api_key.lifetime_exceeded']);
    expect(await failureOf(change({ expiresAt: '2026-11-28T13:00:00Z' }))).to.equal('none');
  });

  it('refuses an actor who is not an active owner, admin or member', async () => {
    const { chancery, owner, person, stranger, apiKey } = await world();
    const { id } = await apiKey();
    for (const { id: actsAsUserId } of [await person('guest'), await stranger()]) {
      const change = chancery.integrations.updateApiKey({ apiKeyId: id, actsAsUserId }, owner.session);
      expect(await failureOf(change)).to.equal('member.not_found');
    }
  });

  it('refuses a revoked key, and does not find a key of another workspace', async () => {
    const { chancery, owner, stranger, apiKey } = await world();
    const { id } = await apiKey();
    const other = await stranger();
    const change = (session: typeof owner.session) =>
      failureOf(chancery.integrations.updateApiKey({ apiKeyId: id, name: 'Other' }, session));

    expect(await change(other.session)).to.equal('api_key.not_found');
    await chancery.integrations.revokeApiKey({ apiKeyId: id }, owner.session);
    expect(await change(owner.session)).to.equal('api_key.revoked');
  });
});
