import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyMigratedDatabase } from '../../adapters-persistence/src/testing/snapshot.ts';
import { endProcesses, startServer } from './testing/server-process.ts';

describe('the operator’s list of breached passwords', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    await copyMigratedDatabase(join(folder, 'data/database'));
  });
  afterEach(async () => {
    await endProcesses();
    await rm(folder, { recursive: true });
  });
  const environment = (more: Record<string, string> = {}) => ({
    CHANCERY_DATA_DIR: join(folder, 'data'),
    CHANCERY_DRAIN_SECONDS: '0',
    ...more,
  });

  it('PWD-1, PWD-3: nobody can register with a password in the filter of `passwords build-filter`, and a short minimum gives a warning', async () => {
    const [list, filter] = [join(folder, 'list.txt'), join(folder, 'list.filter')];
    await writeFile(list, 'seventeen green umbrellas\nanother breached one\n');
    const made = await startServer(['passwords', 'build-filter', '--input', list, '--output', filter], {});
    expect(await made.exited).to.equal(0);
    expect(made.output()).to.include('2 passwords').and.not.include('umbrellas');
    const server = await startServer(
      ['serve'],
      environment({ CHANCERY_BREACHED_PASSWORDS_FILE: filter, CHANCERY_PASSWORD_MIN_LENGTH: '14' }),
    );
    await server.ready();

    const register = async (password: string) =>
      (
        await server.post('/api/v1/auth/register', {
          email: `${password.length}@example.com`,
          password,
          displayName: 'Ada',
        })
      ).body;
    const refused = await register('Seventeen Green Umbrellas');
    const taken = await register('eighteen green umbrellas');

    expect(
      refused.error.details.map(({ path, code }: { path: string; code: string }) => [path, code]),
    ).to.deep.equal([['/body/password', 'password.blocklisted']]);
    expect(taken.success).to.equal(true);
    expect(server.output()).to.include('passwords may be shorter than 15 characters');
    server.signal('SIGTERM');
    expect(await server.exited).to.equal(0);
  });

  it('is checked: a start with a malformed file ends with 78, and a command without an option with 2', async () => {
    const [serve, build] = await Promise.all([
      startServer(['serve'], environment({ CHANCERY_BREACHED_PASSWORDS_FILE: join(folder, 'none') })),
      startServer(['passwords', 'build-filter', '--input', join(folder, 'none')], {}),
    ]);

    expect([await serve.exited, await build.exited]).to.deep.equal([78, 2]);
    expect(serve.output().trim()).to.match(
      /CHANCERY_BREACHED_PASSWORDS_FILE: give a file that chancery passwords build-filter made\.$/,
    );
    expect(build.output()).to.include('--output');
  });
});
