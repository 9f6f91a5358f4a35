import { expect } from 'chai';
import { openPglite } from './data-source.ts';
import { rowSecurityFault } from './row-security.ts';

describe('a database that is to be served', () => {
  it('is refused if the role of the application bypasses row-level security, or a table has none', async () => {
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
});
