import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { apiKeyRevoked } from './events.ts';

describe('revokeApiKey', () => {
  it('KEY-9: ends every secret at once and for good, and leaves room for another key', async () => {
    const { chancery, owner, person, apiKey, application, happened, sql, workspaceId } = await world();
    const { id, caller } = await apiKey();
    const { secret } = await chancery.integrations.rotateApiKey({ apiKeyId: id }, owner.session);
    const admin = await person('admin');

    const { apiKey: after } = await chancery.integrations.revokeApiKey(
      { apiKeyId: id, reason: ' Leaked\r\nin a log ' },
      admin.session,
    );

    expect(after).to.deep.include({
      status: 'revoked',
      revokedByUserId: admin.id,
      revokedAt: '2026-11-23T12:00:00.000Z',
      revokeReason: 'Leaked\nin a log',
      secrets: [],
    });
    for (const who of [caller, application(secret)]) {
      expect(await failureOf(chancery.integrations.getIntegrationWorkspace({}, who))).to.equal(
        'auth.key_revoked',
      );
    }
    expect(await failureOf(chancery.integrations.revokeApiKey({ apiKeyId: id }, owner.session))).to.equal(
      'api_key.revoked',
    );
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'api_key.revoked',
      target: { kind: 'api_key', id },
      facts: { keyPrefix: after.keyPrefix },
    });
    const used = await sql(
      "select used::int from usage_counters where workspace_id = $1 and code = 'api_keys'",
      [workspaceId],
    );
    expect(used).to.deep.equal([{ used: 0 }]);
  });

  it('KEY-9: the reason of a revocation is an erasable detail of its line in the ledger, and without one there is none', () => {
    const revocation = {
      apiKeyId: '0190a000-0000-7000-8000-000000000001',
      version: 2,
      keyPrefix: 'chan_live_0123abcd',
      revokedByUserId: 'user_1',
    };

    expect(apiKeyRevoked.ledger?.detail?.({ ...revocation, reason: 'Leaked' })).to.deep.equal({
      reason: 'Leaked',
    });
    expect(apiKeyRevoked.ledger?.detail?.({ ...revocation, reason: null })).to.equal(null);
  });

  it('KEY-9: the key stays when its creator leaves; it is refused if keys are switched off, the plan is lost or the workspace is not active', async () => {
    const { chancery, person, application, sql, workspaceId } = await world();
    const creator = await person('owner', 'Grace');
    const { secret } = await chancery.integrations.createApiKey(
      { name: 'x', scopes: ['workspace.read'] },
      creator.session,
    );
    const reads = () => failureOf(chancery.integrations.getIntegrationWorkspace({}, application(secret)));
    const arrange = (assignment: string) =>
      sql(`update workspaces set ${assignment} where id = $1`, [workspaceId]);

    await sql("update memberships set status = 'removed' where id = $1", [creator.membershipId]);
    expect(await reads()).to.equal('none');
    await arrange("plan_code = 'free'");
    expect(await reads()).to.equal('plan.feature_not_included');
    await arrange(`settings = settings || '{"apiKeysEnabled": false}'`);
    expect(await reads()).to.equal('workspace.api_keys_disabled');
    await arrange("status = 'suspended'");
    expect(await reads()).to.equal('workspace.not_active');
  });
});
