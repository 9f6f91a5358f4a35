import { failureOf, faultsOf, repeating, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { apiKeyPrefix } from '../kernel/api-key-format.ts';

describe('rotateApiKey', () => {
  it('KEY-3: the old and the new secret both pass until the end of the overlap, then the old one is refused as expired', async () => {
    const { chancery, owner, apiKey, application, clock, happened } = await world({
      settings: { accessTokenSeconds: 36_000 },
    });
    const { id, caller, secret: old } = await apiKey();
    const reads = (who: typeof caller) => failureOf(chancery.integrations.getIntegrationWorkspace({}, who));

    const rotation = await chancery.integrations.rotateApiKey(
      { apiKeyId: id, overlapSeconds: 3600 },
      owner.session,
    );

    expect(rotation.previousSecretExpiresAt).to.equal('2026-11-23T13:00:00.000Z');
    expect(rotation.apiKey.secrets.map(({ keyPrefix, status }) => [keyPrefix, status])).to.deep.equal([
      [apiKeyPrefix(rotation.secret), 'current'],
      [apiKeyPrefix(old), 'retiring'],
    ]);
    const fresh = application(rotation.secret);
    clock.advance({ minutes: 59, seconds: 59 });
    expect([await reads(caller), await reads(fresh)]).to.deep.equal(['none', 'none']);
    clock.advance({ seconds: 1 });
    expect([await reads(caller), await reads(fresh)]).to.deep.equal(['auth.key_expired', 'none']);
    const { apiKey: after } = await chancery.integrations.getApiKey({ apiKeyId: id }, owner.session);
    expect(after.secrets.map(({ keyPrefix }) => keyPrefix)).to.deep.equal([apiKeyPrefix(rotation.secret)]);
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'api_key.rotated',
      target: { kind: 'api_key', id },
      facts: {
        keyPrefix: apiKeyPrefix(rotation.secret),
        previousKeyPrefix: apiKeyPrefix(old),
        previousSecretExpiresAt: '2026-11-23T13:00:00.000Z',
      },
    });
  });

  it('KEY-3: an overlap of 0 ends the old secret at once; a day is the default and a week the maximum', async () => {
    const { chancery, owner, apiKey } = await world();
    const { id, caller } = await apiKey();
    const rotate = (overlapSeconds?: number) =>
      chancery.integrations.rotateApiKey(
        { apiKeyId: id, ...(overlapSeconds === undefined ? {} : { overlapSeconds }) },
        owner.session,
      );

    expect(await faultsOf(rotate(604_801))).to.deep.equal(['/overlapSeconds field.out_of_range']);
    expect((await rotate()).previousSecretExpiresAt).to.equal('2026-11-24T12:00:00.000Z');
    expect(await failureOf(chancery.integrations.getIntegrationWorkspace({}, caller))).to.equal('none');
    await rotate(0);
    expect(await failureOf(chancery.integrations.getIntegrationWorkspace({}, caller))).to.equal(
      'auth.key_expired',
    );
  });

  it('KEY-3: another rotation during an overlap ends the oldest secret at once, so at most two secrets live', async () => {
    const { chancery, owner, apiKey, application } = await world();
    const { id, secret: first } = await apiKey();
    const { secret: second } = await chancery.integrations.rotateApiKey({ apiKeyId: id }, owner.session);
    const { secret: third, apiKey: after } = await chancery.integrations.rotateApiKey(
      { apiKeyId: id },
      owner.session,
    );

    const outcomes = await Promise.all(
      [first, second, third].map((secret) =>
        failureOf(chancery.integrations.getIntegrationWorkspace({}, application(secret))),
      ),
    );

    expect(outcomes).to.deep.equal(['auth.key_expired', 'none', 'none']);
    expect(after.secrets).to.have.length(2);
  });

  it('KEY-1: a repeat gets the same secret, which is nowhere in the database', async () => {
    const { chancery, owner, apiKey, sql } = await world();
    const { id } = await apiKey();
    const again = repeating(owner.session, 'rotate-once');

    const first = await chancery.integrations.rotateApiKey({ apiKeyId: id }, again);
    const second = await chancery.integrations.rotateApiKey({ apiKeyId: id }, again);

    expect(second).to.deep.equal(first);
    const [row] = await sql<{ rows: string }>(
      `select concat((select json_agg(s) from api_key_secrets s), (select string_agg(body, ' ') from idempotency),
         (select string_agg(convert_from(payload, 'UTF8'), ' ') from audit_event), (select json_agg(j) from jobs j)) rows`,
    );
    expect(row?.rows).to.include(apiKeyPrefix(first.secret)).and.not.include(first.secret);
  });

  it('asks for the password again, refuses another version, and leaves a revoked key revoked', async () => {
    const { chancery, owner, apiKey, clock } = await world({ settings: { accessTokenSeconds: 36_000 } });
    const { id } = await apiKey();
    const rotate = (expectedVersion: number) =>
      failureOf(chancery.integrations.rotateApiKey({ apiKeyId: id, expectedVersion }, owner.session));

    expect(await rotate(2)).to.equal('version_conflict');
    await chancery.integrations.revokeApiKey({ apiKeyId: id }, owner.session);
    expect(await rotate(2)).to.equal('api_key.revoked');
    clock.advance({ minutes: 16 });
    expect(await rotate(2)).to.equal('auth.reauthentication_required');
  });
});
