import { expect } from 'chai';
import { openPglite } from '../kernel/data-source.ts';
import { rowSecurityFault } from '../kernel/row-security.ts';

// The embedded database is a newer PostgreSQL than the one that the other tests run on: there, who creates a role may not act as it.
describe('the roles of the migrations, on a PostgreSQL from version 16 on', () => {
  it('HLT-7: a user who may only create roles makes them, acts as them, and migrates', async () => {
    const database = await openPglite('memory');
    await database.pool.query(
      `create role plain createrole; alter database postgres owner to plain; alter schema public owner to plain;
       set session authorization plain`,
    );

    await database.migrate();

    expect(await rowSecurityFault(database)).to.equal(null);
    const { rows } = await database.pool.query(
      "select session_user::text who, pg_has_role('chancery_backup', 'set') acts",
    );
    expect(rows).to.deep.equal([{ who: 'plain', acts: true }]);
    await database.close();
  });

  it('HLT-7: a user who may not create roles is told all that is missing, and nothing was changed', async () => {
    const database = await openPglite('memory');
    await database.pool.query('create role plain; set session authorization plain');

    const refusal = await database.migrate().catch((error: Error) => error.message);

    expect(refusal).to.equal(
      'The user plain may not do all that the migrations need: let a superuser run "' +
        ['app', 'identity', 'worker', 'gate', 'backup']
          .map((name) => `create role chancery_${name} nologin; `)
          .join('') +
        'grant chancery_app, chancery_identity, chancery_worker, chancery_gate, chancery_backup to plain; ' +
        'grant usage, create on schema public to plain with grant option; ' +
        'revoke temporary on database postgres from public;" in the database postgres, and start the migrations again.',
    );
    const { rows } = await database.pool.query("select 1 from pg_roles where rolname like 'chancery%'");
    expect(rows).to.deep.equal([]);
    await database.close();
  });
});
