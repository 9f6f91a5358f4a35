import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPglite, openPostgres } from '@chancery/adapters-persistence';
import { aPdf, sha256Of } from '@chancery/core/testing';
import { Chancery, isSession, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import { copyMigratedDatabase } from '../../../adapters-persistence/src/testing/snapshot.ts';
import { backupCommand } from '../backup/backup-command.ts';
import { restoreCommand } from '../backup/restore-command.ts';
import { commandOutput } from '../testing/host-command.ts';
import { endProcesses, type ServerProcess, startServer, until } from '../testing/server-process.ts';
import { type TemporaryCluster, temporaryCluster } from '../testing/temporary-cluster.ts';
import { chunkHeaders, uploadsPath } from './testing/chunks.ts';
import { storyPassword as password } from './testing/installation.ts';
import { ownPostgres } from './testing/own-postgres.ts';

const email = 'ada@example.com';
type Environment = Readonly<Record<string, string>>;

for (const kind of ['PostgreSQL', 'the embedded database'] as const) {
  describe(`story: backup and restore, from ${kind}`, function () {
    this.timeout(600_000);
    let folder: string;
    let cluster: TemporaryCluster;
    let database: Awaited<ReturnType<typeof ownPostgres>> | undefined;
    let environment: Environment;
    let server: ServerProcess;
    const backup = () => join(folder, 'backup');
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'chancery-'));
      cluster = await temporaryCluster();
      environment = placeOf('source');
      if (kind === 'PostgreSQL') {
        database = await ownPostgres();
        environment = { ...environment, CHANCERY_DATABASE_URL: database.url };
      } else await copyMigratedDatabase(join(folder, 'source', 'database'));
      server = await startServer(['serve'], environment);
      await readyIn(server);
    });
    after(async () => {
      await endProcesses();
      await database?.close();
      await cluster?.end();
      await rm(folder, { recursive: true });
    });

    const placeOf = (name: string): Environment => ({
      CHANCERY_DATA_DIR: join(folder, name),
      CHANCERY_BASE_URL: 'http://127.0.0.1:8080',
      CHANCERY_DRAIN_SECONDS: '0',
      CHANCERY_RATE_LIMIT_SCALE: '10',
      CHANCERY_LOG_LEVEL: 'warn',
    });

    it('HLT-6: a backup of a server under load is one state that a new cluster and a new data folder take up whole', async () => {
      const ada = await newcomer(server);
      const { meeting } = await ada.meetings.createMeeting({
        title: 'Before',
        scheduledStartAt: `${new Date(Date.now() + 60_000).toISOString().slice(0, 16)}:00Z`,
      });
      const file = await uploaded(server, ada);
      const deed = Uint8Array.from(aPdf(20_000, 1));
      await ada.documents.uploadDocument({ file: new File([deed], 'deed.pdf') });
      const load = underLoad(ada);
      await until(
        async () => load.made() > 3,
        () => 'the load never began',
      );

      const made = await commandOutput(() =>
        backupCommand(environment, { folder: backup(), withKeys: true, json: true }),
      );
      const duringBackup = load.made();
      await load.end();

      expect(made).to.deep.include({ code: 0, said: '' });
      expect(made.answer).to.deep.include({ files: 2, lostFiles: 0, keys: ['master.key'] });
      expect(duringBackup).to.be.above(3);
      expect(server.output()).to.not.match(/"level":(50|60)/);

      await cluster.sql('create role chancery_owner login createrole');
      await cluster.sql('create database restored owner chancery_owner');
      const url = cluster.url('chancery_owner', 'restored');
      for (const target of [
        { ...placeOf('cluster'), CHANCERY_DATABASE_URL: url },
        placeOf('embedded'),
      ] as Environment[]) {
        const restored = await commandOutput(() => restoreCommand(target, { folder: backup(), json: true }));
        expect(restored).to.deep.include({ code: 0, said: '' });
        const { rows } = made.answer as { rows: number };
        expect(restored.answer).to.deep.include({ rows, files: 2, ledgers: 2 });
        expect(await filesIn(join(target.CHANCERY_DATA_DIR ?? '', 'blobs'))).to.include.members([
          sha256Of(file.bytes),
          sha256Of(deed),
        ]);

        const again = await startServer(['serve'], target);
        await readyIn(again);
        await signsInAndJoins(again, meeting.joinCode);
        again.signal('SIGTERM');
        expect(await again.exited).to.equal(0);
      }
    });

    it('HLT-6: a backup of a server at rest is restored with the same rows in every table, and with the rights of a new installation', async () => {
      const place = join(folder, 'rest');
      server.signal('SIGTERM');
      await server.exited;
      const made = await commandOutput(() => backupCommand(environment, { folder: place, json: true }));
      expect(made.code).to.equal(0);
      await cluster.sql('create database equal owner chancery_owner');
      const key = {
        CHANCERY_MASTER_KEY: (await readFile(join(folder, 'source', 'master.key'), 'utf8')).trim(),
      };
      const target = {
        ...placeOf('equal'),
        ...key,
        CHANCERY_DATABASE_URL: cluster.url('chancery_owner', 'equal'),
      };
      expect(
        (await commandOutput(() => restoreCommand(target, { folder: place, json: true }))).code,
      ).to.equal(0);

      const source = await stateOf(environment);
      const restored = await stateOf({ ...target, CHANCERY_DATABASE_URL: cluster.url('postgres', 'equal') });
      expect(Object.keys(source.tables)).to.have.length.above(70);
      expect(restored.tables).to.deep.equal(source.tables);
      expect(restored.rights).to.deep.equal(source.rights);
      expect(restored.triggers).to.deep.equal(source.triggers);
    });
  });
}

const clientOf = (server: ServerProcess) => new Chancery({ baseUrl: server.baseUrl, maxRetries: 0 });

async function newcomer(server: ServerProcess): Promise<Chancery> {
  const session = memorySession();
  await session.save(
    await clientOf(server).identity.registerAccount({ email, displayName: 'Ada', password }),
  );
  return new Chancery({ baseUrl: server.baseUrl, session });
}

/** Sends a file in one chunk; returns its bytes and where the blob store has them. */
async function uploaded(server: ServerProcess, ada: Chancery) {
  const bytes = aPdf(500_000);
  const { uploadSession } = await ada.uploads.createUploadSession({
    purpose: 'document',
    fileName: 'deed.pdf',
    sizeBytes: bytes.length,
    sha256: sha256Of(bytes),
  });
  const { accessToken } = await signedIn(server);
  const chunk = await fetch(`${server.baseUrl}${uploadsPath}/${uploadSession.id}/chunks`, {
    method: 'POST',
    headers: { ...chunkHeaders(bytes, 0), authorization: `Bearer ${accessToken}` },
    body: new Uint8Array(bytes),
  });
  expect(chunk.status).to.equal(201);
  const completed = await ada.uploads.completeUploadSession({ uploadSessionId: uploadSession.id });
  expect(completed.uploadSession.status).to.equal('completed');
  return { bytes, id: uploadSession.id };
}

async function signedIn(server: ServerProcess) {
  const answer = await clientOf(server).identity.login({ email, password });
  if (!isSession(answer)) throw new Error('The sign-in asks for a second factor');
  return answer;
}

/** Makes projects one after the other, three at once, until `end`. */
function underLoad(ada: Chancery) {
  let [made, isOver] = [0, false];
  const one = async () => {
    while (!isOver) {
      await ada.workspace.createProject({ name: `Project ${made}` });
      made += 1;
    }
  };
  const all = Promise.all([one(), one(), one()]);
  return {
    made: () => made,
    async end() {
      isOver = true;
      await all;
    },
  };
}

async function signsInAndJoins(server: ServerProcess, joinCode: string): Promise<void> {
  const { accessToken } = await signedIn(server);
  const { body } = await server.get('/api/v1/projects', accessToken);
  expect(body.data.projects).to.have.length.above(3);
  const { meetings } = clientOf(server);
  expect(await meetings.resolveJoinCode({ joinCode })).to.include({ title: 'Before' });
  const { admission } = await meetings.requestAdmission({ joinCode, displayName: 'Gus' });
  expect(admission.status).to.be.oneOf(['waiting_for_host', 'waiting', 'admitted']);
}

/** The digests of all files below a folder. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => sha256Of(await readFile(join(parentPath, name)))),
  );
}

/** What every table holds, computed by the database itself, and what may be done with it by whom. */
async function stateOf({ CHANCERY_DATABASE_URL: url, CHANCERY_DATA_DIR: folder = '' }: Environment) {
  const database =
    url === undefined ? await openPglite(join(folder, 'database')) : await openPostgres(url, { poolSize: 1 });
  try {
    const rowsOf = async (text: string) => (await database.pool.query(text)).rows;
    const tables: Record<string, unknown> = {};
    for (const { name } of await rowsOf(
      "select relname name from pg_class where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace order by 1",
    ))
      [tables[name]] = await rowsOf(
        `select count(*)::int count, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) digest from ${name} t`,
      );
    return {
      tables,
      rights: await rowsOf(
        `select c.relname "on", g.rolname "to", a.privilege_type what
         from pg_class c, aclexplode(c.relacl) a join pg_roles g on g.oid = a.grantee
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and g.oid <> c.relowner
         union all
         select p.proname, coalesce(g.rolname, 'public'), p.proowner::regrole::text
         from pg_proc p, aclexplode(p.proacl) a left join pg_roles g on g.oid = a.grantee
         where p.pronamespace = 'public'::regnamespace and p.proowner::regrole::text = 'chancery_gate'
         union all
         select tablename || '.' || policyname, roles::text, cmd || coalesce(qual, '') || coalesce(with_check, '') from pg_policies
         order by 1, 2, 3`,
      ),
      triggers: await rowsOf(
        `select c.relname "on", t.tgname name, t.tgenabled enabled, c.relforcerowsecurity forced
         from pg_class c left join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, 2`,
      ),
    };
  } finally {
    await database.close();
  }
}

/** A server takes its time to start while other tests run beside this one. */
const readyIn = (server: ServerProcess) =>
  until(
    async () => (await server.get('/api/health/ready')).status === 200,
    () => `not ready; it wrote:\n${server.output()}`,
    120,
  );
