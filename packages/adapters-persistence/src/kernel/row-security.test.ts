import { expect } from 'chai';
import { readOrCreateSigningKeys } from '../identity/signing-keys.ts';
import { openPglite } from './data-source.ts';
import { rowSecurityFault } from './row-security.ts';

describe('a database that is about to be served', () => {
  it('is refused while the role of the application passes row-level security, or a table has none', async () => {
    const database = await openPglite('memory');
    await database.migrate();
    expect(await rowSecurityFault(database)).to.equal(null);

    await database.pool.query('alter table projects disable row level security');
    expect(await rowSecurityFault(database)).to.equal('Without row-level security: projects.');
    await database.pool.query(
      'alter table projects enable row level security; alter role chancery_app bypassrls',
    );
    expect(await rowSecurityFault(database)).to.match(/neither a superuser/);
    await database.close();
  });

  it('gets one active signing key, and keeps it', async () => {
    const database = await openPglite('memory');
    await database.migrate();
    let made = 0;
    const create = async () => {
      made += 1;
      return { kid: `k${made}`, privateSealed: new Uint8Array([made]) };
    };

    const first = await readOrCreateSigningKeys(database, create);
    const second = await readOrCreateSigningKeys(database, create);

    expect(first.map(({ kid, status }) => ({ kid, status }))).to.deep.equal([
      { kid: 'k1', status: 'active' },
    ]);
    expect(second).to.deep.equal(first);
    await database.close();
  });
});
