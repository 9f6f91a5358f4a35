import { openPostgres, rowSecurityFault } from '@chancery/adapters-persistence';
import { expect } from 'chai';
import { migrate } from './migrate.ts';
import { type TemporaryCluster, temporaryCluster } from './testing/temporary-cluster.ts';

describe('migrate, on a server of its own', () => {
  let cluster: TemporaryCluster;
  before(async () => {
    cluster = await temporaryCluster();
  });
  after(() => cluster?.end());

  const migrated = (user: string, database: string) =>
    migrate({
      CHANCERY_DATABASE_URL: cluster.url(user, database),
      CHANCERY_MASTER_KEY: `one:${Buffer.alloc(32).toString('base64')}`,
      CHANCERY_LOG_LEVEL: 'silent',
    });
  const refusalOf = (user: string, database: string) =>
    migrated(user, database).then(
      () => 'none',
      (error: Error) => error.message,
    );

  it('HLT-7: an owner who may create roles needs no superuser, and another installation on the same server finds the roles made', async () => {
    await cluster.sql('create role first login createrole; create role second login createrole');
    await cluster.sql('create database one owner first');
    await cluster.sql('create database two owner second');

    expect(await migrated('first', 'one')).to.equal(0);
    expect(await migrated('second', 'two')).to.equal(0);

    for (const [user, name] of [
      ['first', 'one'],
      ['second', 'two'],
    ] as const) {
      const database = await openPostgres(cluster.url(user, name), { poolSize: 1 });
      expect(await rowSecurityFault(database)).to.equal(null);
      await database.close();
    }
  });

  it('HLT-7: an owner who may not is told in one sentence what a superuser has to run, and nothing was changed', async () => {
    await cluster.sql('create role plain login');
    await cluster.sql('create database three');
    await cluster.sql('grant create on database three to plain');

    const refusal = await refusalOf('plain', 'three');

    expect(refusal).to.match(
      /^The user plain may not do all that the migrations need: let a superuser run ".*" in the database three, and start the migrations again\.$/,
    );
    const statements = /run "(.*)" in/.exec(refusal)?.[1] ?? '';
    expect(statements).to.include(
      'grant chancery_app, chancery_identity, chancery_worker, chancery_gate, chancery_backup to plain;',
    );
    expect(statements).to.not.include('create role');
    expect(await cluster.sql("select 1 from pg_tables where schemaname = 'public'", 'three')).to.deep.equal(
      [],
    );

    await cluster.sql(statements, 'three');
    expect(await migrated('plain', 'three')).to.equal(0);
  });

  it('HLT-7: what a database has lost since is made again, although no migration is pending', async () => {
    await cluster.sql('drop policy backup on projects; grant temporary on database one to public', 'one');

    expect(await migrated('first', 'one')).to.equal(0);

    expect(
      await cluster.sql(
        `select has_database_privilege('public', 'one', 'temporary') temporary,
           (select count(*)::int from pg_policies where tablename = 'projects' and policyname = 'backup') policies`,
        'one',
      ),
    ).to.deep.equal([{ temporary: false, policies: 1 }]);
  });
});
