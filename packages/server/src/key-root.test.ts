import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hexOf, identity } from '@chancery/core/internal';
import { expect } from 'chai';
import { type Application, openApplication } from './application.ts';
import { loadConfiguration } from './configuration.ts';
import { openLog } from './log.ts';
import { ownPostgres } from './stories/testing/own-postgres.ts';
import { until } from './testing/server-process.ts';

const { derivedFrom } = identity.keyRoot;
const masterKey = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const linkKeyOf = ({ chancery }: Application) => hexOf(chancery.ports.keyRing.derive('link-tokens'));

describe('the root secret at the start of a process', () => {
  let folder: string;
  const opened: { close(): Promise<unknown> }[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
  });
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });
  after(() => rm(folder, { recursive: true }));

  async function aDatabase(): Promise<string> {
    const database = await ownPostgres();
    opened.push(database);
    return database.url;
  }
  /** A process that has not been started yet. */
  async function aProcess(url: string, masterKeys = `a:${masterKey(1)}`): Promise<Application> {
    const configuration = loadConfiguration({
      CHANCERY_DATA_DIR: folder,
      CHANCERY_DATABASE_URL: url,
      CHANCERY_MASTER_KEY: masterKeys,
    });
    const application = await openApplication(configuration, openLog('silent'));
    opened.push(application);
    return application;
  }
  const rootsIn = async ({ database }: Application) =>
    (await database.pool.query('select number, replaced_at from key_root order by number')).rows;

  it('PLT-27: processes that start at once on a new database agree on one root', async () => {
    const url = await aDatabase();
    const processes = await Promise.all([1, 2, 3, 4].map(() => aProcess(url)));

    await Promise.all(processes.map((each) => each.prepare()));

    expect(new Set(processes.map(linkKeyOf))).to.have.property('size', 1);
    expect(processes[0] && (await rootsIn(processes[0]))).to.deep.equal([{ number: 1, replaced_at: null }]);
  });

  it('PLT-27: a new installation makes random bytes, which no master key gives', async () => {
    const [one, other] = [await aProcess(await aDatabase()), await aProcess(await aDatabase())];

    await one.prepare();
    await other.prepare();

    const ofMasterKey = hexOf(derivedFrom(Buffer.alloc(32, 1), 'link-tokens'));
    expect(new Set([linkKeyOf(one), linkKeyOf(other), ofMasterKey])).to.have.property('size', 3);
  });

  it('PLT-27: an installation of before takes the bytes of its last master key, and keeps them under other keys', async () => {
    const url = await aDatabase();
    const before = await aProcess(url, `b:${masterKey(2)},a:${masterKey(1)}`);
    await before.database.pool.query(
      `insert into signing_keys (kid, alg, status, private_sealed, published_at) values ('k', 'EdDSA', 'retired', '', now())`,
    );

    await before.openRoot();
    const after = await aProcess(url, `b:${masterKey(2)},c:${masterKey(3)}`);
    await after.openRoot();

    const ofLast = hexOf(derivedFrom(Buffer.alloc(32, 1), 'link-tokens'));
    expect([linkKeyOf(before), linkKeyOf(after)]).to.deep.equal([ofLast, ofLast]);
  });

  it('PLT-27: a process without the master key of the root does not start, and leaves the root as it is', async () => {
    const url = await aDatabase();
    const first = await aProcess(url);
    await first.openRoot();
    const stranger = await aProcess(url, `z:${masterKey(9)}`);

    const refusal = await stranger.openRoot().then(
      () => 'started',
      (error: Error) => error.message,
    );

    expect(refusal).to.include('master key of this secret is not configured');
    expect(await rootsIn(first)).to.deep.equal([{ number: 1, replaced_at: null }]);
  });

  it('PLT-27: a process whose connection was lost reads again which root is in use', async () => {
    const url = await aDatabase();
    const process = await aProcess(url);
    await process.openRoot();
    const before = linkKeyOf(process);
    const secret = Buffer.alloc(32, 7);
    const { pool } = process.database;
    const sealed = Buffer.from(process.chancery.ports.keyRing.seal(secret, 'key-root:1'));
    await pool.query('update key_root set secret_sealed = $1', [sealed]);

    await pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
         and database = (select oid from pg_database where datname = current_database())`,
    );

    const ofSecret = hexOf(derivedFrom(secret, 'link-tokens'));
    await until(
      async () => linkKeyOf(process) === ofSecret,
      () => 'it goes on with the root of before',
    );
    expect(ofSecret).to.not.equal(before);
  });
});
