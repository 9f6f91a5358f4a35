import { expect } from 'chai';
import { systemIds } from '../../kernel/ids.ts';
import { plusDays } from '../../kernel/time.ts';
import type { ApiKey, ApiKeySecret } from '../api-key.ts';
import type { ApiKeyRepository } from '../ports.ts';

/** Two workspaces of one database; each call is a transaction of its own. */
export interface ApiKeyRepositoryWorld {
  run<T>(work: (apiKeys: ApiKeyRepository) => Promise<T>): Promise<T>;
  elsewhere<T>(work: (apiKeys: ApiKeyRepository) => Promise<T>): Promise<T>;
  /** Runs in the role that sees the keys that end in every workspace. */
  inIdentity<T>(work: (apiKeys: ApiKeyRepository) => Promise<T>): Promise<T>;
  /** Runs in the role that writes down uses of keys of every workspace. */
  inWorker<T>(work: (apiKeys: ApiKeyRepository) => Promise<T>): Promise<T>;
  readonly workspaceId: string;
  /** An active member of both. */
  readonly userId: string;
}

const noon = '2026-11-23T12:00:00.000Z';
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code: string }) => error.code,
  );

let made = 0;
function aSecret(over: Partial<ApiKeySecret> = {}): ApiKeySecret {
  made += 1;
  return {
    keyPrefix: `chan_live_${systemIds.uuid7().replaceAll('-', '').slice(-8)}`,
    secretHash: String(made).padStart(64, '0'),
    status: 'current',
    createdAt: noon,
    expiresAt: null,
    lastUsedAt: null,
    ...over,
  };
}

function anApiKey(userId: string, over: Partial<ApiKey> = {}): ApiKey {
  const secret = aSecret();
  return {
    id: systemIds.uuid7(),
    name: 'A key',
    keyPrefix: secret.keyPrefix,
    scopes: ['workspace.read'],
    actsAsUserId: userId,
    rateLimitPerMinute: 120,
    allowedIpRanges: ['10.0.0.0/8'],
    expiresAt: null,
    lastUsedAt: null,
    lastUsedIp: null,
    secrets: [secret],
    createdByUserId: userId,
    revokedByUserId: null,
    revokedAt: null,
    revokeReason: null,
    createdAt: noon,
    updatedAt: noon,
    version: 1,
    ...over,
  };
}

/** The promises of `ApiKeyRepository`. */
export function apiKeyRepositoryContract(adapter: string, open: () => Promise<ApiKeyRepositoryWorld>): void {
  describe(`ApiKeyRepository on ${adapter}`, () => {
    async function given(over: Partial<ApiKey> = {}) {
      const world = await open();
      const key = anApiKey(world.userId, over);
      await world.run((apiKeys) => apiKeys.add(key));
      return { ...world, key };
    }

    it('gives back what was added, in its workspace and in no other', async () => {
      const { run, elsewhere, key } = await given();

      expect(await run((apiKeys) => apiKeys.get(key.id))).to.deep.equal(key);
      expect(await codeOf(elsewhere((apiKeys) => apiKeys.get(key.id)))).to.equal('api_key.not_found');
      expect(await codeOf(run((apiKeys) => apiKeys.get(systemIds.uuid7())))).to.equal('api_key.not_found');
    });

    it('lets exactly one of two writers of the same version win', async () => {
      const { run, key } = await given();
      const write = (name: string) => codeOf(run((apiKeys) => apiKeys.save({ ...key, name })));

      expect(await Promise.all([write('One'), write('Other')])).to.have.members(['none', 'version_conflict']);
      expect((await run((apiKeys) => apiKeys.get(key.id))).version).to.equal(2);
    });

    it('KEY-3: keeps the secrets that a rotation leaves, the current one first', async () => {
      const { run, key } = await given();
      const retiring = {
        ...(key.secrets[0] ?? aSecret()),
        status: 'retiring' as const,
        expiresAt: plusDays(noon, 1),
      };
      const fresh = aSecret({ createdAt: plusDays(noon, 1) });
      const rotated = { ...key, keyPrefix: fresh.keyPrefix, secrets: [fresh, retiring] };

      const saved = await run((apiKeys) => apiKeys.save(rotated));

      expect(saved).to.deep.equal({ ...rotated, version: 2 });
      expect(await run((apiKeys) => apiKeys.get(key.id))).to.deep.equal(saved);
    });

    it('lists one state, newest first, page by page, and without the digests of secrets', async () => {
      const world = await open();
      const keys = [0, 1, 2].map((days) => anApiKey(world.userId, { createdAt: plusDays(noon, days) }));
      const ended = anApiKey(world.userId, { expiresAt: noon });
      const revoked = anApiKey(world.userId, { revokedAt: noon, revokedByUserId: world.userId });
      for (const key of [...keys, ended, revoked]) await world.run((apiKeys) => apiKeys.add(key));
      const listed = (status: 'active' | 'expired' | 'revoked', after: [string, string] | null = null) =>
        world.run((apiKeys) => apiKeys.list(status, noon, after, 1));

      const first = await listed('active');
      expect(first.map(({ id }) => id)).to.deep.equal([keys[2]?.id, keys[1]?.id]);
      expect(JSON.stringify(first)).to.not.include('secretHash');
      const next = await listed('active', [first[0]?.createdAt ?? '', first[0]?.id ?? '']);
      expect(next.map(({ id }) => id)).to.deep.equal([keys[1]?.id, keys[0]?.id]);
      expect((await listed('expired')).map(({ id }) => id)).to.deep.equal([ended.id]);
      expect((await listed('revoked')).map(({ id }) => id)).to.deep.equal([revoked.id]);
    });

    it('knows a prefix that any workspace has', async () => {
      const { elsewhere, key } = await given();

      expect(await elsewhere((apiKeys) => apiKeys.prefixTaken(key.keyPrefix))).to.equal(true);
      expect(await elsewhere((apiKeys) => apiKeys.prefixTaken('chan_live_zzzzzzzz'))).to.equal(false);
    });

    it('KEY-4: moves the last use forward and never back, and a change of the key leaves it', async () => {
      const { run, inWorker, key } = await given();
      const use = (at: string, address: string) =>
        inWorker((apiKeys) => apiKeys.noteUse([{ keyPrefix: key.keyPrefix, apiKeyId: key.id, at, address }]));

      await use(plusDays(noon, 1), '203.0.113.1');
      await use(noon, '203.0.113.2');
      await run((apiKeys) => apiKeys.save({ ...key, name: 'Another name' }));

      const after = await run((apiKeys) => apiKeys.get(key.id));
      expect(after).to.include({ lastUsedAt: plusDays(noon, 1), lastUsedIp: '203.0.113.1' });
      expect(after.secrets[0]?.lastUsedAt).to.equal(plusDays(noon, 1));
    });

    it('reports an end that is near, and one that has come, once each', async () => {
      const { run, inIdentity, key, workspaceId } = await given({ expiresAt: plusDays(noon, 5) });
      const told = { apiKeyId: key.id, keyPrefix: key.keyPrefix, version: 1, expiresAt: plusDays(noon, 5) };
      const end = plusDays(noon, 6);
      expect(await inIdentity((apiKeys) => apiKeys.workspacesWithEnding(end))).to.include(workspaceId);

      expect(await run((apiKeys) => apiKeys.takeExpiryNotices(7, noon))).to.deep.equal([told]);
      expect(await run((apiKeys) => apiKeys.takeExpiryNotices(7, noon))).to.deep.equal([]);
      expect(await run((apiKeys) => apiKeys.takeExpired(noon))).to.deep.equal([]);
      expect(await run((apiKeys) => apiKeys.takeExpired(end))).to.deep.equal([told]);
      expect(await run((apiKeys) => apiKeys.takeExpired(end))).to.deep.equal([]);
      expect(await inIdentity((apiKeys) => apiKeys.workspacesWithEnding(end))).to.not.include(workspaceId);
    });

    it('WSP-13: knows the keys that act as a person and are not revoked', async () => {
      const { run, key, userId } = await given();
      const revoked = anApiKey(userId, { revokedAt: noon, revokedByUserId: userId });
      await run((apiKeys) => apiKeys.add(revoked));

      expect(await run((apiKeys) => apiKeys.actingAs(userId))).to.deep.equal([key.id]);
      expect(await run((apiKeys) => apiKeys.actingAs('usr_nobody'))).to.deep.equal([]);
    });

    it('removes all keys of one workspace, and may be asked again', async () => {
      const { run, elsewhere, key, userId } = await given();
      const theirs = anApiKey(userId);
      await elsewhere((apiKeys) => apiKeys.add(theirs));

      await run((apiKeys) => apiKeys.removeAll());
      await run((apiKeys) => apiKeys.removeAll());

      expect(await codeOf(run((apiKeys) => apiKeys.get(key.id)))).to.equal('api_key.not_found');
      expect(await run((apiKeys) => apiKeys.prefixTaken(key.keyPrefix))).to.equal(false);
      expect((await elsewhere((apiKeys) => apiKeys.get(theirs.id))).id).to.equal(theirs.id);
    });
  });
}
