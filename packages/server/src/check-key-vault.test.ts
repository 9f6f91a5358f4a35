import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@chancery/adapters-persistence';
import { postgresDatabase, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { checkKeyVault } from './check-key-vault.ts';
import { type Environment, loadConfiguration } from './configuration.ts';
import { openContainer } from './container.ts';
import { openLog } from './log.ts';
import { commandOutput } from './testing/host-command.ts';
import { tokens } from './tokens.ts';

describe('keys vault check', () => {
  let folder: string;
  let database: Database;
  let environment: Environment;
  let container: Awaited<ReturnType<typeof openContainer>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    database = await postgresDatabase();
    const url = new URL(
      process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
    );
    url.pathname = String(database.name);
    environment = {
      CHANCERY_DATA_DIR: folder,
      CHANCERY_DATABASE_URL: url.href,
      CHANCERY_LOG_LEVEL: 'silent',
    };
    container = await openContainer(loadConfiguration(environment), openLog('silent'));
  });
  after(async () => {
    await container?.unbindAllAsync();
    await database?.close();
    await rm(folder, { recursive: true });
  });

  it('says what the vault and the database have of each other, and changes neither', async () => {
    const vault = await container.getAsync(tokens.keyVault);
    const here = await recordOffice({ database, ports: { keyVault: vault } });
    const { workspaceId } = here;
    const aCase = await here.open();
    const check = async () => {
      const { code, said, answer } = await commandOutput(() => checkKeyVault(environment));
      return { code, said, found: answer as unknown as Record<string, unknown> };
    };
    const keyOf = async (kind: string) => {
      const [row] = await here.sql<{ keyId: string }>(
        'select key_id "keyId" from record_keys where workspace_id = $1 and scope_kind = $2',
        [workspaceId, kind],
      );
      return row?.keyId ?? '';
    };

    const { code, found } = await check();
    expect(code).to.equal(0);
    // The subject and the case.
    expect(found).to.include({ inUse: 2, keysWithoutScope: 0, scopesWithoutKey: 0, leftKeys: 0 });
    expect(found.inStock).to.be.a('number').above(0);

    const [stray] = await vault.make(workspaceId, 1);
    const strayed = await check();
    expect(strayed.code).to.equal(0);
    expect(strayed.found).to.deep.include({
      keysWithoutScope: 1,
      examples: [`${workspaceId}: nothing uses the key ${stray}`],
    });

    const retired = await keyOf('subject');
    await here.sql('update record_keys set retired_at = now() where key_id = $1', [retired]);
    const left = await check();
    expect([left.code, left.found.leftKeys]).to.deep.equal([5, 1]);
    await vault.destroy(workspaceId, retired);
    expect((await check()).found).to.include({ destroyed: 1, leftKeys: 0, inUse: 1 });

    const lost = await keyOf('case');
    await vault.destroy(workspaceId, lost);
    const { code: failed, said, found: without } = await check();
    expect([failed, without.scopesWithoutKey]).to.deep.equal([5, 1]);
    expect(without.examples).to.include(`${workspaceId}: case ${aCase.id} has no key ${lost}`);
    expect(said).to.include('restore its folder');
  });
});
