import { type Database, openPostgres, unitOfWork } from '@chancery/adapters-persistence';
import { failureOf, world } from '@chancery/adapters-persistence/testing';
import type { Caller } from '@chancery/core';
import { expect } from 'chai';
import { loadConfiguration } from '../configuration.ts';
import { openDatabase } from '../modules/persistence-module.ts';
import { until } from '../testing/server-process.ts';
import { type TemporaryCluster, temporaryCluster } from '../testing/temporary-cluster.ts';

const anHour = 3_600_000;

describe('story: lists are read on a replica that follows the database', () => {
  let primary: TemporaryCluster;
  let replica: TemporaryCluster;
  const opened: Database[] = [];
  before(async () => {
    primary = await temporaryCluster();
    replica = await primary.replica();
    await (await open('any')).migrate();
  });
  after(async () => {
    for (const database of opened) await database.close();
    await replica?.end();
    await primary?.end();
  });

  /** The databases as a process opens them: as its settings say, or with a replica that may be as old as it likes. */
  async function open(age: 'a second' | 'any'): Promise<Database> {
    const [url, replicaUrl] = [primary, replica].map((cluster) => cluster.url('postgres', 'postgres'));
    const settings = { CHANCERY_DATABASE_URL: url, CHANCERY_DATABASE_REPLICA_URL: replicaUrl };
    const database =
      age === 'any'
        ? await openPostgres(url ?? '', { replicaUrl: replicaUrl ?? '', replicaMilliseconds: anHour })
        : await openDatabase(loadConfiguration(settings));
    opened.push(database);
    return database;
  }

  /** A workspace with one project, seen by one process, and a key that lists the projects. */
  async function aWorkspace(age: 'a second' | 'any') {
    const database = await open(age);
    const { chancery, owner, apiKey, ports } = await world({
      database,
      ports: { unitOfWork: unitOfWork(database) },
    });
    const { project } = await chancery.workspace.createProject({ name: 'Engine' }, owner.session);
    const { id: keyId, caller } = await apiKey('projects.read');
    const listed = async (by: Caller = caller) => {
      const { projects } = await chancery.workspace.listIntegrationProjects({}, by);
      return [...projects].map(({ name }) => name).sort();
    };
    await listed();
    await until(
      async () => (await database.replicas?.figures())?.read === 1 && (await hasCaughtUp()),
      () => 'the replica is not read',
    );
    /** Behind everybody's back: no line in a ledger says so. */
    const renamed = (name: string) =>
      primary.sql(`update projects set name = '${name}' where id = '${project.id}'`);
    return { database, ports, chancery, owner, keyId, caller, listed, renamed };
  }

  async function hasCaughtUp(): Promise<boolean> {
    const [written] = await primary.sql('select pg_current_wal_lsn()::text lsn');
    const [row] = await replica.sql(`select pg_last_wal_replay_lsn() >= '${written?.lsn}'::pg_lsn "isThere"`);
    return row?.isThere === true;
  }

  /** While the replica is told of nothing. */
  async function whilePaused<T>(work: () => Promise<T>): Promise<T> {
    await replica.sql('select pg_wal_replay_pause()');
    await until(
      async () => (await replica.sql('select pg_get_wal_replay_pause_state() state'))[0]?.state === 'paused',
      () => 'the replica goes on',
    );
    try {
      return await work();
    } finally {
      await replica.sql('select pg_wal_replay_resume()');
    }
  }

  it('reads there what may be a second old, and nothing else', async () => {
    const { chancery, owner, listed, renamed } = await aWorkspace('any');
    const { projects } = await chancery.workspace.listProjects({}, owner.session);

    await whilePaused(async () => {
      await renamed('Changed');
      expect(await listed()).to.deep.equal(['Engine']);
      const { projects: again } = await chancery.workspace.listProjects({}, owner.session);
      expect(again.map(({ name }) => name)).to.deep.equal(['Engine']);
      const { project } = await chancery.workspace.getProject(
        { projectId: projects[0]?.id ?? '' },
        owner.session,
      );
      expect(project.name).to.equal('Changed');
    });
  });

  it('shows everybody of a workspace what was done there, whichever process did it', async () => {
    const { listed, owner, ports } = await aWorkspace('any');
    const another = await open('any');
    const { chancery } = await world({
      database: another,
      ports: { ...ports, unitOfWork: unitOfWork(another) },
    });

    await whilePaused(async () => {
      await chancery.workspace.createProject({ name: 'Difference' }, owner.session);
      expect(await listed()).to.deep.equal(['Difference', 'Engine']);
    });
  });

  it('lets nobody in whom the database has refused since, and shows nobody another workspace', async () => {
    const { listed, keyId } = await aWorkspace('any');
    const other = await aWorkspace('any');

    await whilePaused(async () => {
      await other.renamed('Changed');
      expect(await other.listed()).to.deep.equal(['Engine']);
      await primary.sql(`update api_keys set revoked_at = created_at where id = '${keyId}'`);
      expect(await failureOf(listed())).to.equal('auth.key_revoked');
    });
    await primary.sql(`update api_keys set revoked_at = null where id = '${keyId}'`);
    expect(await listed()).to.deep.equal(['Engine']);
  });

  it('asks no replica that is more than a second behind, and asks it again when it has caught up', async () => {
    const { database, listed, renamed } = await aWorkspace('a second');

    await whilePaused(async () => {
      await renamed('Changed');
      const since = performance.now();
      await until(
        async () => (await listed())[0] === 'Changed',
        () => 'the replica is still asked',
        10,
      );
      // A second, one look at the replica, and one request.
      expect(performance.now() - since).to.be.below(5000);
      expect(await database.replicas?.figures()).to.deep.equal({ replicas: 1, read: 0 });
    });
    await until(
      async () => (await database.replicas?.figures())?.read === 1,
      () => 'the replica is not asked again',
    );
    expect(await listed()).to.deep.equal(['Changed']);
  });

  it('goes on without a replica that ends, refuses nobody meanwhile, and takes it up again', async () => {
    const { database, listed } = await aWorkspace('a second');
    const answers: string[] = [];
    let isOver = false;
    const reading = Array.from({ length: 4 }, async () => {
      while (!isOver)
        answers.push(
          await listed().then(
            (names) => names.join(),
            (error: Error) => String(error),
          ),
        );
    });

    await replica.crash();
    await until(
      async () => (await database.replicas?.figures())?.read === 0,
      () => 'the replica is still asked',
    );
    await replica.restart();
    await until(
      async () => (await database.replicas?.figures())?.read === 1,
      () => 'the replica is not asked again',
    );
    isOver = true;
    await Promise.all(reading);

    expect([...new Set(answers)]).to.deep.equal(['Engine']);
  });

  it('waits for no replica that hangs', async () => {
    const { database, listed } = await aWorkspace('a second');
    const processes = await replica.sql('select pid from pg_stat_activity');
    const signal = (name: NodeJS.Signals) => {
      for (const { pid } of processes) {
        try {
          process.kill(Number(pid), name);
        } catch {
          // the one that was asked has ended
        }
      }
    };

    signal('SIGSTOP');
    try {
      const since = performance.now();
      for (let time = 0; time < 20; time += 1) expect(await listed()).to.deep.equal(['Engine']);
      await until(
        async () => (await database.replicas?.figures())?.read === 0,
        () => 'the replica is still asked',
      );
      expect(performance.now() - since).to.be.below(10_000);
    } finally {
      signal('SIGCONT');
    }
  });

  it('reads nothing from a server that follows nobody any more', async () => {
    const { database, listed, renamed } = await aWorkspace('any');
    await replica.promote();
    await until(
      async () => (await database.replicas?.figures())?.read === 0,
      () => 'the replica is still asked',
    );
    await renamed('Changed');

    expect(await listed()).to.deep.equal(['Changed']);
    // It is no replica any more that one could miss.
    expect(await database.replicas?.figures()).to.deep.equal({ replicas: 0, read: 0 });
  });
});
