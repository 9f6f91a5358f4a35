import { failureOf, faultsOf, repeating, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { apiKeyPrefix } from '../kernel/api-key-format.ts';

const wanted = { name: ' Reporting ', scopes: ['members.read' as const, 'workspace.read' as const] };

describe('createApiKey', () => {
  it('KEY-1: shows the secret once, keeps its digest, and records who made it', async () => {
    const { chancery, owner, happened, sql } = await world();

    const { apiKey, secret } = await chancery.integrations.createApiKey(wanted, owner.session);

    expect(apiKey).to.include({
      name: 'Reporting',
      status: 'active',
      actsAsUserId: owner.id,
      rateLimitPerMinute: 120,
      version: 1,
    });
    expect(apiKeyPrefix(secret)).to.equal(apiKey.keyPrefix);
    const [row] = await sql<{ rows: string }>(
      'select (select json_agg(k) from api_keys k)::text || (select json_agg(s) from api_key_secrets s)::text rows',
    );
    expect(row?.rows).to.include(apiKey.id).and.not.include(secret);
    expect(await happened()).to.deep.equal([
      {
        type: 'api_key.created',
        target: { kind: 'api_key', id: apiKey.id },
        facts: { scopes: ['members.read', 'workspace.read'], keyPrefix: apiKey.keyPrefix },
      },
    ]);
  });

  it('KEY-7: refuses an unknown scope, names its place, and changes nothing', async () => {
    const { chancery, owner, happened } = await world();

    const faults = await faultsOf(
      chancery.integrations.createApiKey(
        { name: 'x', scopes: ['meetings.read', 'meetings.delete' as never] },
        owner.session,
      ),
    );

    expect(faults).to.deep.equal(['/scopes/1 field.not_an_option']);
    expect(await happened()).to.deep.equal([]);
  });

  for (const role of ['admin', 'member', 'guest'] as const) {
    it(`KEY-8: refuses a person who is ${role}`, async () => {
      const { chancery, person } = await world();
      const other = await person(role);

      expect(await failureOf(chancery.integrations.createApiKey(wanted, other.session))).to.equal(
        'permission.denied',
      );
    });
  }

  it('SES-13: asks for the password again once the sign-in is older than the workspace allows', async () => {
    const { chancery, owner, clock } = await world({ settings: { accessTokenSeconds: 3600 } });
    clock.advance({ minutes: 15 });
    expect(await failureOf(chancery.integrations.createApiKey(wanted, owner.session))).to.equal('none');
    clock.advance({ seconds: 1 });

    expect(await failureOf(chancery.integrations.createApiKey(wanted, owner.session))).to.equal(
      'auth.reauthentication_required',
    );
  });

  it('PLT-13: refuses an unverified owner if verification is required', async () => {
    const { chancery, owner, sql } = await world({ settings: { emailVerification: 'required' } });
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);

    expect(await failureOf(chancery.integrations.createApiKey(wanted, owner.session))).to.equal(
      'auth.email_unverified',
    );
  });

  it('BIL-2: names the feature and the plans that have it', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);

    expect(await failureOf(chancery.integrations.createApiKey(wanted, owner.session))).to.equal(
      'plan.feature_not_included',
    );
  });

  it('PLT-4: answers a repeat from the sealed outcome, and keeps the plain secret nowhere in the database', async () => {
    const { chancery, owner, happened, sql } = await world();
    const again = repeating(owner.session, 'k-1');

    const first = await chancery.integrations.createApiKey(wanted, again);
    const second = await chancery.integrations.createApiKey(wanted, again);

    expect(second).to.deep.equal(first);
    expect((await happened()).length).to.equal(1);
    const [row] = await sql<{ stored: string }>("select string_agg(body, ' ') stored from idempotency");
    expect(row?.stored).to.not.include(first.secret);
    expect(await failureOf(chancery.integrations.createApiKey({ ...wanted, name: 'Other' }, again))).to.equal(
      'idempotency.key_reused',
    );
  });
});
