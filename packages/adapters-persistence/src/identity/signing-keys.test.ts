import type { StoredSigningKey } from '@chancery/core';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { signingKeyStore } from './signing-keys.ts';

const at = '2026-11-23T12:00:00.000Z';
const key = (kid: string, over: Partial<StoredSigningKey> = {}): StoredSigningKey => ({
  kid,
  status: 'active',
  privateSealed: Buffer.from(kid),
  publishedAt: at,
  activatedAt: at,
  retiredAt: null,
  removeAfter: null,
  ...over,
});

onBothDatabases('the store of signing keys', (database) => {
  const store = () => signingKeyStore(database());

  it('keeps what it is told, and drops what is no longer there', async () => {
    await store().change(async () => [key('a')]);
    const retired = key('a', { status: 'retired', retiredAt: at, removeAfter: '2026-11-23T12:15:00.000Z' });
    const after = await store().change(async () => [retired, key('b')]);

    expect(after).to.deep.equal([retired, key('b')]);
    expect(await store().list()).to.deep.equal(after);
    await store().change(async () => [key('b')]);
    expect(await store().list()).to.deep.equal([key('b')]);
  });

  it('lets one change see what the other did, so that of many first starts one makes the key', async () => {
    await store().change(async () => []);
    let made = 0;

    await Promise.all(
      Array.from({ length: 5 }, () =>
        store().change(async (present) => {
          if (present.length > 0) return present;
          made += 1;
          return [key(`k${made}`)];
        }),
      ),
    );

    expect((await store().list()).map(({ kid }) => kid)).to.deep.equal(['k1']);
  });
});
